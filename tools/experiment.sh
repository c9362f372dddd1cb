#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Builds and runs one experiment of bench/experiments, and makes its table and plot.
# `make experiment NAME=reads` calls it.
# Usage: tools/experiment.sh [options of the benchmark; they win over those of the experiment]
# Environment: NAME, BACKEND (auto, cuda or emulator), JOBS.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"

table=$root/bench/experiments/experiments.txt
# experiment_column NAME COLUMN
experiment_column() {
    awk -F '|' -v wanted="$1" -v column="$2" '!/^#/ {
        for (i = 1; i <= NF; ++i) gsub(/^ +| +$/, "", $i)
        if ($1 == wanted) print $column
    }' "$table"
}
# not_kept FILE: what was measured could not be written; an earlier result stays.
not_kept() {
    fail "${1#"$root"/} could not be written (disk full?). What was kept before is as it was.
Next: df -h ${1%/*}"
}
# The solutions of all lessons three times, and which ratios came out the same in each two of the runs.
run_stability() {
    kept=$root/build/cuda/experiments/stability
    for round in 1 2 3; do
        say "Round $round of 3"
        IMPL=solution BACKEND=cuda "$root/tools/bench-all.sh" "$@"
        rm -rf "$kept/new"
        # Not what earlier runs have left there: the starters, which would agree with themselves.
        { mkdir -p "$kept/new" &&
            cp "$root"/build/cuda/bench/*_solution.json "$root"/build/cuda/bench/*_further.json "$kept/new/"; } ||
            not_kept "$kept/run$round"
        rm -rf "$kept/run$round"
        mv "$kept/new" "$kept/run$round"
    done
    command -v python3 >/dev/null || fail "To compare the runs in ${kept#"$root"/} this needs python3: apt-get install python3"
    for pair in "1 2" "1 3" "2 3"; do
        # shellcheck disable=SC2086
        set -- $pair
        say "
Runs $1 and $2"
        # Exit code 3: some ratios are unsettled, and the table says which.
        python3 "$root/bench/report" --compare "$kept/run$1" "$kept/run$2" || [ $? -eq 3 ]
    done
}

tell_unused experiment IMPL ROWS COLS THREADS CHECK FILES
if [ "${NAME-}" = stability ]; then
    choose_backend measure
    [ "$chosen" = cuda ] || fail "An experiment measures time, and this machine has no GPU that can: ${gpu_problem:-BACKEND=emulator}.
What came out on an NVIDIA H200: docs/experiments/stability.md"
    run_stability "$@"
    exit
fi
if [ -z "${NAME-}" ] || [ -z "$(experiment_column "$NAME" 1)" ]; then
    if [ -n "${NAME-}" ]; then complain "There is no experiment '$NAME'. Experiments:"
    else complain "NAME is empty. Experiments:"; fi
    awk -F '|' '!/^#/ && NF > 5 { gsub(/ /, "", $1); printf "  make experiment NAME=%-16s %s\n", $1, $6 }' "$table" >&2
    complain "  make experiment NAME=stability         Three runs of all lessons: which ratios agree"
    exit 2
fi
programs=$(experiment_column "$NAME" 2)
programs=${programs:-bench_experiment_$NAME}
program=${programs%% *}
choose_backend measure
if [ "$chosen" = emulator ]; then
    fail "An experiment measures time, and this machine has no GPU that can: ${gpu_problem:-BACKEND=emulator}.
What came out on an NVIDIA H200, and what was expected: docs/experiments/$NAME.md"
fi
"$root/tools/setup.sh"
find_libraries
configure_build "$chosen" "$chosen"
# Words by intention: a program, and for some experiments a second one.
# shellcheck disable=SC2086
if ! build_targets $programs; then
    show_compiler_messages
    fail "The experiment was not built. Whole log: ${log#"$root"/}"
fi
results=$folder/experiments
mkdir -p "$results"
# Words by intention: the options of the table have no spaces in them.
# shellcheck disable=SC2046
"$folder/bin/$program" $(experiment_column "$NAME" 5) --benchmark_out="$results/$NAME.json" \
    --benchmark_out_format=json "$@" 9>&-
if [ "$program" != "$programs" ]; then
    plain=$results/$NAME-plain.json
    if ! "$folder/bin/${programs#* }" >"$plain.new" 9>&-; then
        rm -f "$plain.new"
        fail "${programs#* } did not come to its end, so ${plain#"$root"/} is as it was."
    fi
    mv -f "$plain.new" "$plain" || not_kept "$plain"
fi
say "
Raw results: ${results#"$root"/}/$NAME.json"
if command -v python3 >/dev/null; then
    python3 "$root/bench/experiments/show.py" "$NAME" "$results/$NAME.json" --folder "$results"
else
    say "The table and the plot need python3: apt-get install python3 python3-matplotlib"
fi
say "What was expected, and what came out on an NVIDIA H200: docs/experiments/$NAME.md"
