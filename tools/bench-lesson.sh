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

find_lesson "${1-}"
shift
find_implementation
choose_backend run
"$root/tools/setup.sh"
find_libraries
configure_build "$chosen" "$chosen"
if ! build_targets "bench_${lesson}_$implementation"; then
    show_compiler_messages
    fail "The benchmark was not built. Whole log: ${log#"$root"/}"
fi
backend_line
[ "$chosen" = cuda ] ||
    say "These are times of the CPU device. They say nothing about the time on a GPU."
exec "$folder/bin/bench_${lesson}_$implementation" "$@" 9>&-
