#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Counts how the kernels of one lesson use memory, on the CPU device. `make profile-lesson1` calls it.
# Usage: tools/profile-lesson.sh NUMBER
# Environment: IMPL (starter or solution), ROWS, COLS, THREADS (of a block), JOBS.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/gate.sh"
. "$root/tools/lib/records.sh"

find_lesson "${1-}"
number=$1
find_implementation

# whole_number NAME VALUE MOST EXAMPLE: ends the script when the value is set and is no such number.
whole_number() {
    case $2 in
        '') return 0 ;;
        *[!0-9]* | 0* | ??????????*) ;;
        *) [ "$2" -gt "$3" ] || return 0 ;;
    esac
    complain "$1 is '$2'; it has to be a whole number from 1 to $3."
    complain "Next: make profile-lesson$number $1=$4"
    exit 2
}
most=67108864
whole_number ROWS "${ROWS-}" $most 100
whole_number COLS "${COLS-}" $most 1000
whole_number THREADS "${THREADS-}" 1024 128
# Those of parse_profile_options(), where nothing is set.
if [ $((${ROWS:-256} * ${COLS:-1024})) -gt $most ]; then
    complain "${ROWS:-256} x ${COLS:-1024} elements are too many to count; at most $most."
    complain "Next: make profile-lesson$number ROWS=100 COLS=1000"
    exit 2
fi
# Accesses are counted on the CPU device only.
BACKEND=emulator
choose_backend run
check_needs profile
"$root/tools/setup.sh"
find_libraries
keep_records "$implementation" "$root/starter/$lesson.cu"
configure_build emulator emulator
program=profile_${lesson}_$implementation
if ! build_targets "$program"; then
    show_compiler_messages
    fail "The profile was not built. Whole log: ${log#"$root"/}"
fi
set --
[ -z "${ROWS-}" ] || set -- "$@" "--rows=$ROWS"
[ -z "${COLS-}" ] || set -- "$@" "--cols=$COLS"
[ -z "${THREADS-}" ] || set -- "$@" "--threads=$THREADS"
cd "$root"
exec "$folder/bin/$program" "--folder=build/profile/lesson$number-$implementation" "$@" 9>&-
