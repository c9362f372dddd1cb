#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Asks NVIDIA's tools about the small programs of emulator/agreement and about the lessons'
# solutions, and keeps their raw output, for a comparison with the CPU device (docs/agreement.md):
# compute-sanitizer's four tools on the programs with a fault, ncu on the access patterns. Needs a
# GPU, nvcc, compute-sanitizer and ncu; no network. One program that fails or hangs does not stop
# the rest.
# Usage: tools/agreement.sh FOLDER
# Files in FOLDER: environment.txt, sanitizer.txt, ncu.csv. The programs are built in
# build/agreement. Exit code 0: every program compiled, and each tool gave its output.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/counters.sh"

programs=$root/emulator/agreement
bin=$root/build/agreement
seconds_for_program=${WORKSHOP_AGREEMENT_SECONDS:-30}
at_a_time=8

# The metrics of the comparison: requests and sectors of global memory, instructions and waves of
# shared memory. The names are those of ncu for GPUs since Volta.
metrics() {
    for operation in ld st atom red; do
        say l1tex__t_requests_pipe_lsu_mem_global_op_"$operation"
        say l1tex__t_sectors_pipe_lsu_mem_global_op_"$operation"
    done
    for operation in ld st; do
        say l1tex__data_pipe_lsu_wavefronts_mem_shared_op_"$operation"
        say l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_"$operation"
        say smsp__inst_executed_op_shared_"$operation"
        say smsp__inst_executed_op_global_"$operation"
    done
}

# The first column of a table, without comments; each entry once, in the order of the file.
entries() { awk -F ' *[|]' '!/^#/ && NF > 1 && !seen[$1]++ { print $1 }' "$programs/$1"; }

# A tool of the toolkit: in PATH, or beside nvcc.
find_tool() {
    command -v "$1" 2>/dev/null && return
    if [ -x "$(dirname "$nvcc")/$1" ]; then say "$(dirname "$nvcc")/$1"; fi
}

# --- inner modes: one job in a process of its own, so that several run side by side --------------

# compile_one FILE: of the folder of the programs. solution_call is linked with all solutions.
compile_one() {
    name=$(basename "$1")
    name=${name%.c*}
    set -- "$programs/$1"
    [ "$name" != solution_call ] || set -- -x cu "$@" "$root"/solutions/*.cu
    rm -f "$bin/$name"
    "$nvcc" "$architecture" -std=c++17 -lineinfo -I "$root/include" -o "$bin/$name" "$@" \
        >"$bin/$name.log" 2>&1 || rm -f "$bin/$name"
}

# Raw output names files from the folder of the workshop on, wherever that lies.
without_root() { sed "s|$root/||g"; }

# sanitize_one TOOL PROGRAM [ARGUMENTS]: the output goes to a file of its own, with a header line.
sanitize_one() {
    tool=$1
    shift
    log=$bin/sanitizer.$tool.$(say "$*" | tr ' ' .)
    options=
    [ "$tool" != memcheck ] || options="--leak-check full"
    code=0
    {
        printf '\n### %s | %s\n' "$*" "$tool"
        program=$1
        shift
        # shellcheck disable=SC2086
        timeout -k 5 "$seconds_for_program" "$sanitizer" --tool "$tool" $options --print-limit 5 \
            --show-backtrace no --error-exitcode 86 "$bin/$program" "$@" 2>&1 || code=$?
        say "### exit code $code"
    } >"$log"
}

case ${1-} in
    --compile) shift; compile_one "$@"; exit ;;
    --sanitize) shift; sanitize_one "$@"; exit ;;
esac

# --- the steps -----------------------------------------------------------------------------------

step_environment() {
    "$root/tools/env.sh" || true
    nvidia-smi || true
    nvidia-smi -q | grep -i 'addressing mode' || true
    "$nvcc" --version
    "$sanitizer" --version || true
    "$ncu" --version || true
    say "compiled with: nvcc $architecture -std=c++17 -lineinfo"
}

step_compile() {
    mkdir -p "$bin"
    rm -f "$bin"/*.log
    # The one that takes longest first.
    (cd "$programs" && printf '%s\n' solution_call.cpp faults/*.cu patterns/*.cu) |
        xargs -P "$jobs" -n 1 "$root/tools/agreement.sh" --compile
    missing=0
    for log in "$bin"/*.log; do
        [ -x "${log%.log}" ] && continue
        missing=$((missing + 1))
        say "${log%.log} did not compile:" && cat "$log"
    done
    [ "$missing" -eq 0 ]
}

step_sanitizer() {
    for tool in memcheck racecheck initcheck synccheck; do
        entries faults.txt | sed "s/^/$tool /"
        grep -v '^#' "$programs/solution_calls.txt" | sed "s/^/$tool /"
    done | xargs -P "$at_a_time" -L 1 "$root/tools/agreement.sh" --sanitize
    cat "$bin"/sanitizer.*.* | without_root >"$out/sanitizer.txt"
    rm -f "$bin"/sanitizer.*.*
    runs=$(grep -c '^### .*|' "$out/sanitizer.txt" || true)
    ended=$(grep -c ' SUMMARY: ' "$out/sanitizer.txt" || true)
    stopped=$(grep -cE '^### exit code (124|137)$' "$out/sanitizer.txt" || true)
    say "$runs runs of compute-sanitizer, $ended with a summary, $stopped stopped by the time limit"
    # A few programs may hang. If most runs have no summary, the tool itself does not work here.
    [ "$ended" -gt $((runs / 2)) ] || {
        say "Likely cause: compute-sanitizer does not work on this machine. See sanitizer.txt"
        return 1
    }
}

# The names that ncu knows on this GPU: what is asked for, and all that look alike.
step_metric_names() {
    timeout -k 5 60 "$ncu" --query-metrics >"$bin/metric_names" 2>&1 || true
    metrics | while read -r name; do
        if grep -q "^$name " "$bin/metric_names"; then say "known:   $name"; else say "unknown: $name"; fi
    done
    say "Names of ncu --query-metrics that are about the same:"
    grep -E '^(l1tex__(t_requests|t_sectors|data_pipe|data_bank)_|smsp__inst_executed_op_(shared|global))' \
        "$bin/metric_names" || cat "$bin/metric_names"
}

# The known names, with .sum, as ncu wants them; all of them where ncu gave no list.
metric_list() {
    sed -n 's/^known: *//p' "$out/environment.txt" | grep . >"$bin/known" || metrics >"$bin/known"
    sed 's/$/.sum/' "$bin/known" | paste -s -d , -
}

step_ncu() {
    list=$(metric_list)
    # Until it is complete it has another name: what a run before has counted is not lost to a refusal.
    csv=$bin/ncu.csv
    {
        entries counts.txt | while read -r program arguments; do
            printf '\n### %s\n' "$program${arguments:+ $arguments}"
            # shellcheck disable=SC2086
            timeout -k 5 "$seconds_for_program" "$ncu" --csv --page raw --print-units base \
                --clock-control none --metrics "$list" "$bin/$program" $arguments >"$bin/ncu.one" 2>&1 \
                </dev/null || say "### exit code $?" >>"$bin/ncu.one"
            cat "$bin/ncu.one"
            # Nobody will allow the next one either.
            ! counters_refused "$bin/ncu.one" || break
        done
    } | without_root >"$csv"
    if counters_refused "$csv"; then
        # To the person as well: everything else that a step says goes to the file only.
        refused=$(tell_counters_refused "tools/agreement.sh $out"
            [ ! -f "$out/ncu.csv" ] || say "  $out/ncu.csv is still that of an earlier run.")
        say "$refused"
        say "$refused" >&3
        return 1
    fi
    mv "$csv" "$out/ncu.csv"
    counted=$(grep -c '^"ID"' "$out/ncu.csv" || true)
    wanted=$(entries counts.txt | wc -l)
    say "ncu counted $counted of $wanted cases"
    [ "$counted" -eq "$wanted" ]
}

[ $# -eq 1 ] || fail "usage: tools/agreement.sh FOLDER"
find_toolkit
[ -n "$nvcc" ] || fail "$toolkit_problem. Next: install it, or run this on a machine that has it"
sanitizer=$(find_tool compute-sanitizer) || true
ncu=$(find_tool ncu) || true
[ -n "$sanitizer" ] || fail "compute-sanitizer was not found in PATH or beside $nvcc"
[ -n "$ncu" ] || fail "ncu was not found in PATH or beside $nvcc"
find_gpus
[ -z "$gpu_problem" ] || fail "No kernel can run on a GPU here: $gpu_problem"
architecture=-arch=sm_$(say "$gpu_capabilities" | awk '{ gsub(/\./, "", $1); print $1 }')
mkdir -p "$1" "$bin"
out=$(cd "$1" && pwd)
export nvcc sanitizer ncu architecture seconds_for_program

status=0
exec 3>&1
: >"$out/environment.txt"
for step in environment compile metric_names sanitizer ncu; do
    started=$(date +%s)
    verdict=PASS
    # In a shell of its own: a step that fails does not end the script.
    ("step_$step") >>"$out/environment.txt" 2>&1 || { verdict=FAIL status=1; }
    printf '%s  %-13s %3s s\n' $verdict $step $(($(date +%s) - started)) |
        tee -a "$out/environment.txt"
done
if [ $status -eq 0 ]; then
    say "Raw output: $out. Next: tools/agreement_table.sh"
else
    say "Raw output: $out. What failed, and why: $out/environment.txt"
fi
exit $status
