#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# watch_program_test.sh PROGRAM SOURCE: settings of the checkers, and what happens at the end of a
# process.
set -u
program=$1
source=$2
output=$(mktemp)
trap 'rm -f "$output"' EXIT
failures=0

# expect CODE TEXT SETTING... -- ARGUMENT: the exit code, and a part of the output (empty: none of
# the checkers says anything).
expect() {
    code=$1
    text=$2
    shift 2
    settings=
    while [ "$1" != -- ]; do
        settings="$settings $1"
        shift
    done
    # shellcheck disable=SC2086
    env $settings "$program" "$2" >"$output" 2>&1
    got=$?
    if [ "$got" -ne "$code" ]; then
        echo "exit code $got instead of $code:$settings $2"
        cat "$output"
        failures=$((failures + 1))
    elif [ -n "$text" ] && ! grep -qF -- "$text" "$output"; then
        echo "'$text' is missing:$settings $2"
        cat "$output"
        failures=$((failures + 1))
    elif [ -z "$text" ] && grep -q 'error' "$output"; then
        echo "says something:$settings $2"
        cat "$output"
        failures=$((failures + 1))
    fi
}

line_of() {
    grep -n -F -- "$1" "$source" | head -n 1 | cut -d : -f 1
}
fill_line=$(line_of 'out[i] = 1')
host_line=$(line_of 'data[3]')
managed_line=$(line_of 'managed[index]')

expect 0 '' X=1 -- none
expect 0 "$source:$fill_line: error: memcheck: Invalid __global__ write" X=1 -- bounds
expect 0 'cudaErrorIllegalAddress' X=1 -- bounds
expect 0 '' WORKSHOP_WATCH=off -- bounds
expect 0 '' WORKSHOP_WATCH=racecheck,initcheck -- bounds
expect 9 'error: the checkers found 1 error' WORKSHOP_WATCH_EXIT_CODE=9 -- bounds
expect 0 '' WORKSHOP_WATCH_EXIT_CODE=9 -- none
expect 139 "$source:$host_line: error: memcheck: the host follows a pointer to device memory" X=1 -- host
expect 139 'the address is element 3 of allocation 1' X=1 -- host
expect 0 '' WORKSHOP_WATCH=off -- host
expect 139 "$source:$managed_line: error: memcheck: the host uses managed memory that was freed" X=1 -- managed-freed
expect 139 'the address is element 3 of allocation 2 of the program, 64 bytes' X=1 -- managed-freed
# With protection keys all of the device's address space is open while there is managed memory.
if ! grep -qw ospke /proc/cpuinfo; then
    expect 139 "$source:$managed_line: error: memcheck: the host uses an address outside of managed memory" \
        X=1 -- managed-behind
    expect 139 'the address is 4194241 bytes behind the last byte of allocation 2 of the program' \
        X=1 -- managed-behind
fi
expect 0 'behind the last byte of the variable table (64 bytes)' X=1 -- constant
expect 0 'likely cause: an index outside the array' X=1 -- constant
expect 0 'likely cause: an index far outside the array' X=1 -- constant-far
expect 0 '' X=1 -- heap
expect 0 'racecheck: Race reported between write access here' WORKSHOP_WATCH=racecheck -- heap-race
expect 0 '' X=1 -- leak
expect 0 'leakcheck: Leaked 128 bytes in 1 allocation' WORKSHOP_WATCH=all -- leak
expect 9 'allocation 1 of the program: 128 bytes' WORKSHOP_WATCH=all WORKSHOP_WATCH_EXIT_CODE=9 -- leak
expect 0 "64 bytes that a kernel allocated at $source:$(line_of 'new int[16]')" WORKSHOP_WATCH=all -- heap-leak
expect 0 'likely cause: memory of malloc or new in a kernel' WORKSHOP_WATCH=all -- heap-leak
expect 0 '' WORKSHOP_WATCH=all -- none
expect 2 "error: WORKSHOP_WATCH is 'memchek'. Valid values: off, all" WORKSHOP_WATCH=memchek -- none
expect 2 "error: WORKSHOP_WATCH_EXIT_CODE is '300'" WORKSHOP_WATCH_EXIT_CODE=300 -- none
expect 2 "error: WORKSHOP_SCHEDULE is 'backward'" WORKSHOP_SCHEDULE=backward -- none
expect 0 '' WORKSHOP_SCHEDULE=random:5 -- none

[ "$failures" -eq 0 ]
