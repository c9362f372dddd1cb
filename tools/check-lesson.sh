#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Builds one lesson's kernel file and runs its checks. `make check-lesson1` calls it.
# Usage: tools/check-lesson.sh NUMBER [options of the check program]
# Environment: IMPL (starter or solution), BACKEND (auto, cuda or emulator), JOBS, CHECK (the name
# of one check, or a pattern with *; "list" prints all names).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/gate.sh"
. "$root/tools/lib/records.sh"
. "$root/tools/lib/hints.sh"

find_lesson "${1-}"
number=$1
shift
find_implementation
case ${CHECK:-} in
    '') ;;
    list) set -- --list "$@" ;;
    *) set -- "--filter=$CHECK" "$@" ;;
esac
choose_backend run
check_needs check
"$root/tools/setup.sh"
find_libraries
file=$implementation
[ "$implementation" = starter ] || file=solutions
file=$file/$lesson.cu

need_kernel_file "$file" "make reset-lesson$number"
keep_records "$implementation" "$root/$file"
configure_build "$chosen" "$chosen"
if ! build_targets "check_${lesson}_$implementation"; then
    show_compiler_messages
    complain ""
    complain "$file was not built. After the change: make check-lesson$number$(
        [ "$implementation" = starter ] || say " IMPL=solution")   (whole log: ${log#"$root"/})"
    exit 1
fi
# A warning stops no starter, and may tell the cause of what the checks find.
if [ "$implementation" = starter ]; then
    show_compiler_warnings "$file"
    [ -z "$unset_value" ] || export WORKSHOP_UNSET_VALUE="$unset_value"
fi
backend_line
# The lock was for the build; the checks may run while another lesson builds.
code=0
"$folder/bin/check_${lesson}_$implementation" "$@" 9>&- || code=$?
# 1: checks failed. Not for the reference, and not where a program reads the answer.
case $implementation,$code,$* in
    *--plain* | *--in-process*) ;;
    starter,1,*) tell_hint "$number" "$root/$file" ;;
esac
exit $code
