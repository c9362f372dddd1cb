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

# program NAME CODE [COMMAND]: prints its options and leaves a file as a benchmark does, with a brace at its end.
program() {
    cat >"$scratch/programs/bench_$1" <<END
#!/bin/sh
echo "table of $1: \$*"
for argument; do
    case \$argument in --benchmark_out=*) printf 'times of $1 %s\n}\n' "\$RUN" >"\${argument#*=}" ;; esac
done
${3:-}
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
    [ "$(head -n 1 "$results/$kept.json")" = "times of $kept first" ] || failed "$kept.json is not kept"
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
    [ "$(head -n 1 "$results/${lesson}_starter.json")" = "times of ${lesson}_starter ${wanted#* }" ] ||
        failed "${lesson}_starter.json is to be that of the ${wanted#* } run"
done
[ -z "$(find "$results" -name '*.new')" ] || failed "unfinished files are left behind"

# A result that was not written, or not to its end, replaces none, whatever the exit code; nor does one whose
# table cannot be written or that cannot take its place.
export RUN=third
program 01_serial_softmax_starter 0 ': >"$(echo "$*" | sed "s/.*out=\([^ ]*new\).*/\1/")"'
program 02_block_reduction_starter 0 'echo "{" >"$(echo "$*" | sed "s/.*out=\([^ ]*new\).*/\1/")"'
program 03_online_softmax_starter 0 'rm "$(echo "$*" | sed "s/.*out=\([^ ]*new\).*/\1/")"'
program 04_vector_loads_starter 0
program 05_persistent_grid_starter 2
program 06_compensated_sum_starter 0
for tool in mv tee; do
    real=$(readlink "$scratch/bin/$tool")
    fake $tool <<END
case "$tool \$*" in
    mv*06_comp*.json) echo "mv: Operation not permitted" >&2; exit 1 ;;
    tee*04_vec*) cat; exit 1 ;;
esac
exec $real "\$@"
END
done
run "results that cannot be written" make --no-print-directory -C "$copy" bench
[ "$code" -ne 0 ] || failed "the exit code is to tell"
for tool in mv tee; do ln -sf "$(command -v $tool)" "$scratch/bin/$tool"; done
expect_no "not permitted"
for lesson in 01_serial_softmax 02_block_reduction 03_online_softmax 04_vector_loads; do
    expect_line "$lesson: the result could not be written (disk full?). What was kept before is as it was."
done
expect_line "Next: df -h build/emulator/bench; ls -l build/emulator/bench/01_serial_softmax_starter.json"
expect_line "06_compensated_sum: the result could not be written"
expect_line "Without a result, or with a wrong output: 01_serial_softmax 02_block_reduction 03_online_softmax 04_vector_loads 05_persistent_grid 06_compensated_sum"
expect_line "Measured in this run: 07_tiled_gemm"
for wanted in "01_serial_softmax second" "02_block_reduction second" "03_online_softmax first" \
    "04_vector_loads first" "06_compensated_sum second" "07_tiled_gemm third"; do
    lesson=${wanted% *}
    [ "$(head -n 1 "$results/${lesson}_starter.json")" = "times of ${lesson}_starter ${wanted#* }" ] ||
        failed "${lesson}_starter.json is to be that of the ${wanted#* } run"
    grep -q table "$results/${lesson}_starter.txt" || failed "${lesson}_starter.txt is to stay"
done
[ -z "$(find "$results" -name '*.new')" ] || failed "unfinished files are left behind"
for lesson in $names; do program "${lesson}_starter" 2; done
run "no result at all" env ROWS=3 "$copy/tools/bench-all.sh"
expect_line "ROWS does nothing in make bench."
expect_code 1
expect_line "No result was kept in this run. What lies in build/emulator/bench is of earlier runs."
expect_no "Results: "

# Ctrl-C: what is finished stays, and is named.
program 01_serial_softmax_starter 0
program 02_block_reduction_starter 0 'kill -INT "$(cat "$(dirname "$0")/script")"; sleep 1'
run "interrupted" sh -c "echo \$\$ >'$scratch/programs/script'; exec '$copy/tools/bench-all.sh'"
[ "$code" -ne 0 ] || failed "the exit code is to tell"
expect_line "Measured in this run: 01_serial_softmax"
expect_no "03_online_softmax"
[ -z "$(find "$results" -name '*.new*')" ] || failed "unfinished files are left behind"

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
    [ "$(head -n 1 "$results/$kept.json")" = "times of $kept third" ] ||
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
