#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Everything that needs a GPU, in one command, with the raw output kept: builds the cuda backend and
# runs the checks of solutions (plain and with --use_fast_math) and starters, the mutants,
# compute-sanitizer, the demo and the benchmarks. Installs nothing and needs no network. A step that
# fails or takes too long does not stop the next. Ends within WORKSHOP_VALIDATION_SECONDS
# (default 1200). To run a part: WORKSHOP_VALIDATION_STEPS names the steps (default: all), and
# WORKSHOP_VALIDATION_LESSONS the lessons whose solutions and starters are run (default: all).
# Exit code 0: every step has passed.
# Usage: tools/gpu_validation.sh FOLDER
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"

[ $# -ge 1 ] || fail "usage: tools/gpu_validation.sh FOLDER"
mkdir -p "$1"
out=$(cd "$1" && pwd)
BACKEND=cuda
export BACKEND
programs=$root/build/cuda/bin
fast_programs=$root/build/cuda-fast-math/bin

all_steps="environment build solutions fast_math starters demo sanitizer mutants bench tests"
steps=${WORKSHOP_VALIDATION_STEPS:-$all_steps}
for step in $steps; do
    case " $all_steps " in
        *" $step "*) ;;
        *) fail "WORKSHOP_VALIDATION_STEPS: there is no step '$step'. The steps: $all_steps" ;;
    esac
done
chosen_lessons=
for number in ${WORKSHOP_VALIDATION_LESSONS:-}; do
    find_lesson "$number"
    chosen_lessons="$chosen_lessons ${lesson%%_*} "
done

prepare() {
    choose_backend run
    find_libraries
}
# each_program PREFIX KIND: one program a lesson, and that of a second kernel file where there is one.
each_program() {
    lessons | while read -r number slug _; do
        case "${chosen_lessons:- $number} " in *" $number "*) ;; *) continue ;; esac
        say "$1_${number}_${slug}_$2"
        [ "$2" != solution ] || [ ! -f "$root/solutions/${number}_${slug}_further.cu" ] ||
            say "$1_${number}_${slug}_further"
    done
}
each_check() { each_program check "$1"; }

step_environment() {
    "$root/tools/env.sh"
    nvidia-smi
    nvcc --version 2>/dev/null || "$CUDACXX" --version
    "$(command -v c++)" --version | head -n 1
}

step_build() {
    prepare
    configure_build cuda cuda
    build_targets all || { show_compiler_messages; return 1; }
    configure_build cuda cuda-fast-math -DWORKSHOP_FAST_MATH=ON
    # shellcheck disable=SC2046
    build_targets $(each_check solution) || { show_compiler_messages; return 1; }
}

# run_checks FOLDER KIND: every lesson's checks; fails when one of them does.
run_checks() {
    result=0
    for check in $(each_check "$2"); do
        printf '\n$ %s\n' "$check"
        "$1/$check" || { result=1; echo "exit code not 0"; }
    done
    return $result
}
step_solutions() { run_checks "$programs" solution; }
step_fast_math() { run_checks "$fast_programs" solution; }

# A starter has to fail, and to say "never written" first.
step_starters() {
    result=0
    for check in $(each_check starter); do
        printf '\n$ %s\n' "$check"
        text=$("$programs/$check" 2>&1) && { result=1; echo "It passed, and it must not."; }
        say "$text"
        say "$text" | grep -q "never written" || { result=1; echo "'never written' is not there."; }
    done
    return $result
}

# Besides the tests' verdict, collect_mutants() tells which checks failed for which mutant.
step_mutants() { ctest --test-dir "$root/build/cuda" --output-on-failure -j "$(nproc)" -L mutants; }
step_tests() { ctest --test-dir "$root/build/cuda" --output-on-failure -j "$(nproc)" -LE 'house|mutants'; }
step_demo() { "$programs/workshop_demo"; }

# Four tools over the solutions' checks, all side by side. A tool that reports an error makes the
# program's exit code 86. Errors that CUDA functions return are not counted: the checks provoke some
# on purpose (a launch that must be refused) and look at the codes themselves. The largest matrices are
# left out: a tool needs minutes for them.
sanitize() {
    log=$out/.sanitizer.$1.$2
    code=0
    api_errors=
    left_out=$large_checks
    [ "$1" != memcheck ] || api_errors="--report-api-errors no"
    # Every access to shared memory costs microseconds: a tiled product of 1000^3 would take hours.
    # The checks of equal results repeat launches that others make too.
    [ "$1" != racecheck ] || left_out=$left_out:*tiled.OddShapes:*tiled.Float32:*.SameSumEveryTime:*.Determinism
    # shellcheck disable=SC2086
    compute-sanitizer --tool "$1" $api_errors --error-exitcode 86 "$programs/$2" --in-process --plain \
        --filter="*-$left_out" >"$log" 2>&1 || code=$?
    echo "exit code $code" >>"$log"
}
large_checks='*.MoreThan2To31Elements:*.ManyTiles'
step_sanitizer() {
    command -v compute-sanitizer >/dev/null || {
        PATH=$PATH:$(dirname "$CUDACXX")
        command -v compute-sanitizer >/dev/null || fail "compute-sanitizer was not found"
    }
    for tool in memcheck racecheck initcheck synccheck; do
        for check in $(each_check solution); do sanitize $tool "$check" & done
    done
    wait
    result=0
    for log in "$out"/.sanitizer.*; do
        tail -n 1 "$log" | grep -qx "exit code 0" || result=1
    done
    return $result
}
# Also after a step that ran out of time: what its programs had said until then.
collect_sanitizer() {
    for log in "$out"/.sanitizer.*; do
        [ -f "$log" ] || continue
        printf '\n$ compute-sanitizer --tool %s\n' "${log##*.sanitizer.}"
        cat "$log"
        rm -f "$log"
    done
}
collect_mutants() {
    [ ! -f "$root/build/cuda/checks/kill_rows/list" ] || while read -r row; do
        [ ! -f "$row" ] || cat "$row"
    done <"$root/build/cuda/checks/kill_rows/list"
}

step_bench() {
    result=0
    for bench in $(each_program bench solution); do
        kept=${bench#bench_}
        kept=$out/${kept%_solution}.json
        "$programs/$bench" --benchmark_out="$kept.all" --benchmark_out_format=json || result=1
        [ -s "$kept.all" ] || { echo "There is no result."; result=1; continue; }
        # What follows from the repetitions is left out: the files are kept in the repository.
        python3 "$root/bench/report/compact.py" "$kept.all" "$kept" || mv "$kept.all" "$kept"
        rm -f "$kept.all"
    done
    return $result
}

# Inner mode: one step in a process of its own, so that `timeout` can end it.
if [ "${2-}" = --step ]; then
    find_toolkit
    "step_$3"
    exit
fi

deadline=$(($(date +%s) + ${WORKSHOP_VALIDATION_SECONDS:-1200}))
status=0
rm -f "$out"/.sanitizer.*
touch "$out/summary.txt"

# run_step NAME SECONDS FILE: runs a step within its time and what is left of the whole.
run_step() {
    case " $steps " in *" $1 "*) ;; *) return 0 ;; esac
    sed -i "/^[A-Z]*  $1 /d" "$out/summary.txt"
    started=$(date +%s)
    left=$((deadline - started))
    [ "$left" -gt "$2" ] || set -- "$1" "$left" "$3"
    code=124
    if [ "$2" -gt 0 ]; then
        code=0
        timeout -k 5 "$2" "$0" "$out" --step "$1" >>"$out/$3" 2>&1 || code=$?
    fi
    case $1 in sanitizer | mutants) "collect_$1" >>"$out/$3" ;; esac
    case $code in
        0) verdict=PASS ;;
        124 | 137) verdict=FAIL note=" (out of time)" ;;
        *) verdict=FAIL note=" (exit code $code)" ;;
    esac
    [ $code -eq 0 ] || status=1
    printf '%s  %-12s %4s s  %s%s\n' $verdict "$1" "$(($(date +%s) - started))" "$3" \
        "$([ $code -eq 0 ] || say "$note")" | tee -a "$out/summary.txt"
}

run_step environment 30 environment.txt
run_step build 300 environment.txt
run_step solutions 150 solutions.txt
run_step fast_math 150 solutions.txt
run_step starters 60 starters.txt
run_step demo 30 demo.txt
run_step sanitizer 420 sanitizer.txt
run_step mutants 300 mutants.txt
run_step bench 480 bench.txt
run_step tests 200 tests.txt
exit $status
