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
