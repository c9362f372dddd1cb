#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Compares several files for one lesson with the reference. `make compare-lesson3 FILES="a.cu b.cu"`
# calls it. Each file has to give right results first; one that does not is named and left out.
# Usage: tools/compare-lesson.sh NUMBER
# Environment: FILES, ROWS, COLS, THREADS (of a block), JOBS.
# Exit code: 0, 1 when a file was left out, 2 for a wrong command line.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/gate.sh"
. "$root/tools/lib/submissions.sh"

find_lesson "${1-}"
number=${lesson%%_*}
number=${number#0}
find_submissions
# Accesses are counted on the CPU device only.
BACKEND=emulator
choose_backend run
check_needs profile
"$root/tools/setup.sh"
find_libraries
configure_build emulator emulator
register_submissions

shape=
[ -z "${ROWS-}" ] || shape="$shape --rows=$ROWS"
[ -z "${COLS-}" ] || shape="$shape --cols=$COLS"
[ -z "${THREADS-}" ] || shape="$shape --threads=$THREADS"

counts=$folder/submissions/counts
rm -rf "$counts"
mkdir -p "$counts"
build_targets "profile_${lesson}_solution" || {
    show_compiler_messages
    fail "The reference was not built. Whole log: ${log#"$root"/}"
}
# Words by intention: a shape has no spaces.
# shellcheck disable=SC2086
"$folder/bin/profile_${lesson}_solution" --counts $shape >"$counts/0" 9>&- || exit 2
: >"$counts/left_out"
: >"$counts/remarks"
i=0
while [ "$i" -lt "$submissions" ]; do
    i=$((i + 1))
    name=$(submission_name "$i")
    complain "$name: building and checking"
    check_submission "$i" || continue
    if ! build_targets "profile_${lesson}_submission_$i"; then
        leave_out "$name" "the program that counts was not built; whole log: ${log#"$root"/}"
        continue
    fi
    # shellcheck disable=SC2086
    "$folder/bin/profile_${lesson}_submission_$i" --counts $shape >"$counts/$i" 2>"$counts/message" 9>&- ||
        leave_out "$name" "its accesses could not be counted: $(awk -F '\t' '
            $2 == "problem" { print $1 ": " $3; exit }' "$counts/$i")"
done
awk -v folder="$folder/submissions" -v title="Lesson $number: $(lesson_title "$number")" \
    -v shape="${ROWS:-256} rows, ${COLS:-1024} columns" -f "$root/tools/lib/compare_counts.awk"
[ ! -s "$counts/left_out" ] || exit 1
