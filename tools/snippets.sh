#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Code that the texts show comes from sources that are tested. A line
#   <!-- snippet: solutions/02_block_reduction.cu FILL 2 -->
# before a block of C++ names the source and its region (tools/lib/snippet.awk knows the kinds). There is
# no block of C++ without one. hints.md are left out: a hint is never code of a solution.
#
#   tools/snippets.sh [--write] [ROOT]
# Compares, or with --write puts the source's lines into the texts. Exit code 1: something differs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
write=0
if [ "${1-}" = --write ]; then write=1; shift; fi
root=$(cd "${1:-$here/..}" && pwd)
. "$here/lib/house.sh"
status=0
total=0
fresh=$(mktemp)
at_end 'rm -f "$fresh"'
for text in $(cd "$root" && find . -name .git -prune -o -path ./build -prune -o -path ./.workshop -prune -o \
    -name '*.md' ! -name hints.md -type f -print | sed 's|^\./||' | sort); do
    awk -v page="$text" -v root="$root" -v write=$write -v library="$here/lib/snippet.awk" \
        -f "$here/lib/snippets.awk" "$root/$text" >"$fresh" || {
        status=1
        continue
    }
    if [ $write = 0 ]; then total=$((total + $(cat "$fresh")))
    elif ! cmp -s "$fresh" "$root/$text"; then
        cat "$fresh" >"$root/$text"
        say "$text"
    fi
done
[ $write = 1 ] || [ $status -ne 0 ] || say "snippets: $total blocks of code are what their sources say"
exit $status
