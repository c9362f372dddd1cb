#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# make bench: every lesson is measured whatever becomes of the others, and what was measured is kept.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
unset WORKSHOP_RECORDS BACKEND IMPL CUDA_HOME CUDA_PATH CUDACXX MAKEFLAGS MAKELEVEL 2>/dev/null || true
export WORKSHOP_TOOLKIT_FOLDERS="$scratch/none"
export WORKSHOP_BENCH_PROGRAMS="$scratch/programs"
mkdir -p "$scratch/programs" "$copy/starter" "$copy/solutions"
results=$copy/build/emulator/bench

# program NAME CODE: prints its options and leaves a file as a benchmark does.
program() {
    cat >"$scratch/programs/bench_$1" <<END
#!/bin/sh
echo "table of $1: \$*"
for argument; do
    case \$argument in --benchmark_out=*) echo "times of $1 \$RUN" >"\${argument#*=}" ;; esac
done
exit $2
END
    chmod +x "$scratch/programs/bench_$1"
}
names=$(awk -F '|' '/^[0-9]/ { gsub(/ /, ""); print $1 "_" $2 }' "$root/lessons/lessons.txt")
for lesson in $names; do program "${lesson}_starter" 0; done
for lesson in $names; do program "${lesson}_solution" 0; done

mkdir -p "$results"
touch "$results/01_serial_softmax.json" "$results/01_serial_softmax.txt"
export RUN=first
run "all right" make --no-print-directory -C "$copy" bench
expect_code 0
expect_line "table of 01_serial_softmax_starter: --benchmark_out="
expect_line "table of 07_tiled_gemm_starter: --benchmark_out="
expect_line "Results: build/emulator/bench/*_starter.json"
expect_line "They say nothing about the time on a GPU"
for lesson in $names; do
    kept=${lesson}_starter
    [ "$(cat "$results/$kept.json")" = "times of $kept first" ] || failed "$kept.json is not kept"
    grep -q "table of" "$results/$kept.txt" || failed "$kept.txt is not kept"
done

[ ! -e "$results/01_serial_softmax.json" ] && [ ! -e "$results/01_serial_softmax.txt" ] ||
    failed "files of the older names are to go"

# A wrong output (1) has its file; what ends otherwise keeps the file of the run before.
export RUN=second
program 02_block_reduction_starter 1
program 03_online_softmax_starter 139
rm "$scratch/programs/bench_04_vector_loads_starter"
run "some fail" make --no-print-directory -C "$copy" bench
[ "$code" -ne 0 ] || failed "the exit code is to tell"
expect_line "Without a result, or with a wrong output: 02_block_reduction 03_online_softmax 04_vector_loads"
expect_line "ended with exit code 139"
expect_line "Not built"
expect_line "table of 07_tiled_gemm_starter"
for wanted in "02_block_reduction second" "03_online_softmax first" "04_vector_loads first" \
    "07_tiled_gemm second"; do
    lesson=${wanted% *}
    [ "$(cat "$results/${lesson}_starter.json")" = "times of ${lesson}_starter ${wanted#* }" ] ||
        failed "${lesson}_starter.json is to be that of the ${wanted#* } run"
done
[ -z "$(find "$results" -name '*.new')" ] || failed "unfinished files are left behind"

# The references, with the second kernel file of a lesson.
: >"$copy/solutions/05_persistent_grid_further.cu"
program 05_persistent_grid_further 0
run "references" "$copy/tools/bench-all.sh" --shapes=2x3
expect_code 1
IMPL=solution
export IMPL
run "references" "$copy/tools/bench-all.sh" --shapes=2x3
expect_code 0
expect_line "table of 05_persistent_grid_further: --shapes=2x3 --benchmark_out="
expect_line "Results: build/emulator/bench/*_solution.json"
[ -f "$results/05_persistent_grid_further.json" ] || failed "the second kernel file has no result"
for implementation in starter solution; do
    kept=01_serial_softmax_$implementation
    [ "$(cat "$results/$kept.json")" = "times of $kept second" ] ||
        failed "$kept.json is to be that of the $implementation"
    [ -f "$results/$kept.txt" ] || failed "$kept.txt is wanted"
done

# Three runs of the references on a GPU: what an earlier run of the starters has left is no part of them.
fake nvcc <<'END'
case "$*" in
    *--version*) echo "Cuda compilation tools, release 13.0, V13.0.88" ;;
    *) printf 'sm_75\nsm_90\n' ;;
esac
END
fake nvidia-smi <<'END'
case "$*" in
    *--query*) echo "0, NVIDIA H200, 580.65, 9.0, 143771" ;;
    *) echo "| NVIDIA-SMI 580.65   Driver Version: 580.65   CUDA Version: 13.0  |" ;;
esac
END
fake python3 <<'END'
echo "python3 $*"
exit 3
END
mkdir -p "$copy/build/cuda/bench" "$copy/bench/experiments"
echo "a starter" >"$copy/build/cuda/bench/01_serial_softmax_starter.json"
NAME=stability
export NAME
unset IMPL
run "stability" "$copy/tools/experiment.sh" --shapes=2x3
expect_code 0
expect_line "Round 3 of 3"
expect_line "table of 07_tiled_gemm_solution: --shapes=2x3"
kept=$copy/build/cuda/experiments/stability
expect_line "python3 $copy/bench/report --compare $kept/run1 $kept/run2"
expect_line "python3 $copy/bench/report --compare $kept/run2 $kept/run3"
[ "$(find "$kept" -name '*_solution.json' | wc -l)" -eq "$(($(echo "$names" | wc -w) * 3))" ] ||
    failed "three results of each lesson are wanted"
[ -f "$kept/run3/05_persistent_grid_further.json" ] || failed "the second kernel file is wanted"
[ -z "$(find "$kept" -name '*_starter*')" ] || failed "a starter is no part of the runs"
finish
