#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Counts with ncu where the reads of the softmax kernels come from: L1, L2 or the far memory. It belongs to
# the experiment "reads" (docs/experiments/reads.md). All shapes have 2^24 elements, so x has 67.1 MB. ncu
# empties the caches before each kernel. Needs a GPU, nvcc and ncu.
# Usage: bench/experiments/cache_hits.sh FILE.csv
# Then: python3 bench/experiments/cache_hits.py FILE.csv
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/counters.sh"

[ $# -eq 1 ] || fail "usage: bench/experiments/cache_hits.sh FILE.csv"
find_toolkit
[ -n "$nvcc" ] || fail "nvcc was not found. Next: make env"
find_gpus
[ -z "$gpu_problem" ] || fail "No kernel can run on a GPU here: $gpu_problem"
ncu=$(command -v ncu || say "$(dirname "$nvcc")/ncu")
[ -x "$ncu" ] || fail "ncu was not found in PATH or beside $nvcc"

program=$root/build/cache_hits/solution_call
mkdir -p "$root/build/cache_hits"
"$nvcc" -arch=sm_"$(say "$gpu_capabilities" | awk '{ gsub(/\./, "", $1); print $1 }')" -std=c++17 -lineinfo \
    -I "$root/include" -o "$program" -x cu "$root/emulator/agreement/solution_call.cpp" "$root"/solutions/*.cu

metrics=gpu__time_duration.sum
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum
metrics=$metrics,lts__t_sectors_op_read.sum,lts__t_sectors_op_read_lookup_hit.sum
metrics=$metrics,dram__bytes_read.sum,dram__bytes_write.sum
metrics=$metrics,launch__registers_per_thread,launch__occupancy_limit_registers
metrics=$metrics,sm__warps_active.avg.per_cycle_active,launch__shared_mem_config_size

# Until it is complete it has another name: an earlier result is not lost.
for shape in "8192 2048" "4096 4096" "2048 8192" "1024 16384"; do
    for function in "block_softmax 256" "online_softmax 256" "vector_softmax 256" "persistent_softmax 0" \
        "softmax_in_registers 0"; do
        call="${function% *} $shape ${function#* }" # FUNCTION ROWS COLS THREADS
        say "### solution_call $call"
        # shellcheck disable=SC2086
        timeout -k 5 60 "$ncu" --csv --print-units base --metrics "$metrics" "$program" $call 2>&1 |
            grep -v '^=='
    done
done >"$1.part"
if counters_refused "$1.part"; then
    tell_counters_refused "bench/experiments/cache_hits.sh $1" >&2
    exit 1
fi
mv "$1.part" "$1"
say "Raw output: $1. Next: python3 bench/experiments/cache_hits.py $1"
