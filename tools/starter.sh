#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Makes starter files from the solutions. A file that a student may have edited is never overwritten
# without a dated copy beside it.
# Usage: tools/starter.sh reset NUMBER       one lesson's starter as it was before any edit
#        tools/starter.sh regenerate         all starters, after a change of the solutions
#        tools/starter.sh compare NN_slug    exit code 0: the starter is what the solution gives;
#                                            1: it is not; 77: it was edited, so nothing is compared
# Environment: STARTER_FROM_SOLUTION, the program that makes a starter (built here when not set).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"

usage() {
    complain "usage: tools/starter.sh reset NUMBER | regenerate | compare NN_slug"
    exit 2
}

# Sets `maker` to the program: the one given, one that a build has made, or one compiled here.
find_maker() {
    source=$root/tools/starter_from_solution.cpp
    header=$root/tools/text_file.hpp
    maker=${STARTER_FROM_SOLUTION:-}
    [ -z "$maker" ] || return 0
    for maker in "$root"/build/*/bin/starter_from_solution \
        "$root/build/tools/starter_from_solution"; do
        [ -x "$maker" ] || continue
        [ -n "$(find "$source" "$header" -newer "$maker")" ] || return 0
    done
    for compiler in ${CXX:-c++ g++ clang++}; do
        command -v "$compiler" >/dev/null || continue
        maker=$root/build/tools/starter_from_solution
        mkdir -p "$root/build/tools" || fail "The folder build/tools cannot be written."
        # Under another name first: a second `make reset` at the same time may be running it.
        "$compiler" -std=c++20 -o "$maker.$$" "$source" || fail "$source was not compiled."
        mv -f "$maker.$$" "$maker"
        return 0
    done
    fail "There is no C++ compiler to build $source with. Next: make setup"
}

# pristine NN_slug FILE: writes the lesson's starter as the solution gives it.
pristine() {
    [ -f "$root/solutions/$1.cu" ] || fail "solutions/$1.cu is missing. Next: git checkout solutions"
    (cd "$root" && "$maker" "solutions/$1.cu" "$2") || exit 1
}

# What git says about starter/NN_slug.cu: unmodified, modified, or unknown (no git, not committed).
state_in_git() {
    if ! git -C "$root" cat-file -e "HEAD:./starter/$1.cu" 2>/dev/null; then
        say unknown
    elif git -C "$root" diff --quiet HEAD -- "starter/$1.cu" 2>/dev/null; then
        say unmodified
    else
        say modified
    fi
}

# Copies a file beside itself, with the time in its name, and says where.
back_up() {
    backup=$1.backup-$(date +%Y%m%d-%H%M%S)
    while [ -e "$root/$backup" ]; do backup=$backup-again; done
    cp -p "$root/$1" "$root/$backup" || fail "$backup could not be written, so $1 stays as it is."
    say "Your version of $1 is kept in $backup"
}

reset_one() {
    starter=starter/$1.cu
    [ ! -d "$root/$starter" ] || need_kernel_file "$starter" "tools/starter.sh reset ${1%%_*}"
    pristine "$1" "$fresh"
    if [ -e "$root/$starter" ] && cmp -s "$fresh" "$root/$starter"; then
        say "$starter is already as it was before any edit."
        return
    fi
    [ ! -e "$root/$starter" ] || back_up "$starter"
    cp "$fresh" "$root/$starter"
    number=${1%%_*}
    # The hints begin again, as the work does.
    rm -f "${WORKSHOP_HINTS:-$root/.workshop/hints}/$1"
    say "$starter is as it was before any edit. Next: make check-lesson${number#0}"
}

regenerate_one() {
    starter=starter/$1.cu
    [ ! -d "$root/$starter" ] || need_kernel_file "$starter" "tools/starter.sh reset ${1%%_*}"
    pristine "$1" "$fresh"
    if [ -e "$root/$starter" ]; then
        if cmp -s "$fresh" "$root/$starter"; then
            say "$starter unchanged"
            return
        fi
        [ "$(state_in_git "$1")" = unmodified ] || back_up "$starter"
    fi
    cp "$fresh" "$root/$starter"
    say "$starter made from solutions/$1.cu"
}

compare_one() {
    starter=starter/$1.cu
    need_kernel_file "$starter" "tools/starter.sh reset ${1%%_*}"
    pristine "$1" "$fresh"
    if cmp -s "$fresh" "$root/$starter"; then
        say "$starter is what solutions/$1.cu gives."
        return
    fi
    state=$(state_in_git "$1")
    if [ "${CI:-}" != true ] && [ "$state" != unmodified ]; then
        [ "$state" = modified ] && why="git says it was edited" || why="git does not know the file"
        say "SKIPPED: $starter is not compared with solutions/$1.cu: $why."
        exit 77
    fi
    complain "$starter is not what solutions/$1.cu gives ('<' the starter, '>' from the solution):"
    diff "$root/$starter" "$fresh" >&2 || true
    complain "next: if the solution was changed, tools/starter.sh regenerate"
    complain "      if you solved the lesson and committed it, this test has nothing more to tell you"
    exit 1
}

[ $# -ge 1 ] || usage
command=$1
shift
case $command:$# in
    reset:1) find_lesson "$1" ;;
    regenerate:0) ;;
    compare:1) ;;
    *) usage ;;
esac
fresh=$(mktemp) || fail "No temporary file could be made."
at_end 'rm -f "$fresh"'
find_maker
case $command in
    reset) reset_one "$lesson" ;;
    regenerate)
        for name in $(lessons | sed 's/ /_/'); do regenerate_one "$name"; done
        ;;
    compare) compare_one "$1" ;;
esac
