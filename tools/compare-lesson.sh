#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Compares several files for one lesson with the reference: on a GPU by time, in one interleaved run, else
# by what the CPU device counts. `make compare-lesson3 FILES="a.cu b.cu"` calls it. Each file has to give
# right results first; one that does not, or that is no file at all, is named and left out.
# Usage: tools/compare-lesson.sh NUMBER [options of the benchmark, such as --shapes=4096x1024]
# Environment: FILES, BACKEND (auto, cuda or emulator), JOBS; ROWS, COLS, THREADS (of a block).
# Exit code: 0; 1 when a file was left out or gave a wrong output, or nothing could be measured; 2 for a
# wrong command line.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/gate.sh"
. "$root/tools/lib/submissions.sh"
. "$root/tools/lib/compare.sh"

cd "$root"
find_lesson "${1-}"
shift
number=${lesson%%_*}
number=${number#0}
tell_unused "compare-lesson$number" IMPL CHECK NAME
check_shape
find_submissions
choose_backend run
check_needs compare
"$root/tools/setup.sh"
find_libraries
configure_build "$chosen" "$chosen"
register_submissions
backend_line

if [ "$chosen" = cuda ]; then
    start_times
else
    start_counts
fi
i=0
finished=no
at_end tell_interrupted
while [ "$i" -lt "$submissions" ]; do
    i=$((i + 1))
    complain "$(submission_name "$i"): building and checking"
    check_submission "$i" || continue
    if [ "$chosen" = cuda ]; then
        add_time "$i"
    else
        add_counts "$i"
    fi
done
finished=yes
if [ "$chosen" = cuda ]; then
    show_times "$@"
else
    show_counts
fi
[ ! -s "$left_out" ] || exit 1
