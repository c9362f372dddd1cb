#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Builds and runs one lesson's benchmark. `make bench-lesson1` calls it.
# Usage: tools/bench-lesson.sh NUMBER [options of Google Benchmark]
# Environment: IMPL (starter or solution), BACKEND (auto, cuda or emulator), JOBS.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/gate.sh"
. "$root/tools/lib/records.sh"

find_lesson "${1-}"
number=${lesson%%_*}
number=${number#0}
shift
tell_unused "bench-lesson$number" ROWS COLS THREADS CHECK FILES NAME
[ -z "${ROWS-}${COLS-}${THREADS-}" ] ||
    complain "Other shapes and blocks: tools/bench-lesson.sh $number --shapes=4096x1024 --threads=128"
find_implementation
choose_backend run
check_needs bench
"$root/tools/setup.sh"
find_libraries
keep_records "$implementation" "$root/starter/$lesson.cu"
configure_build "$chosen" "$chosen"
if ! build_targets "bench_${lesson}_$implementation"; then
    show_compiler_messages
    fail "The benchmark was not built. Whole log: ${log#"$root"/}"
fi
backend_line
status=0
# Times on a GPU are kept for make progress. A person who asks for a file gets that one instead.
json=
case "$chosen $implementation $*" in
    *--benchmark_out*) ;;
    "cuda starter "*)
        json=$(mktemp)
        at_end 'rm -f "$json" "$json.unfinished"'
        set -- "$@" "--benchmark_out=$json" --benchmark_out_format=json
        ;;
esac
"$folder/bin/bench_${lesson}_$implementation" "$@" 9>&- || status=$?
[ -z "$json" ] || record_times "$lesson" "$json" || true
text=lessons/$(say "$lesson" | tr _ -)/README.md
if [ $status -eq 1 ] && [ "$implementation" = starter ]; then
    say "
Next: what is wrong is no use when it is fast; find it with: make check-lesson$number"
elif [ $status -eq 0 ]; then
    if [ "$implementation" = starter ]; then
        next="yours beside the reference, in one run: make compare-lesson$number"
        [ "$chosen" = cuda ] || next="counts, which say more than these times: make compare-lesson$number"
    else
        next="the same for the starter: make bench-lesson$number"
    fi
    say "
Next: $next
      What to expect, and why: $text, section What to measure
      How a figure comes about: bench/README.md"
fi
exit $status
