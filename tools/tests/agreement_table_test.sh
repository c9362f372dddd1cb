#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# tools/agreement_table.sh on raw output that agrees with the tables in emulator/agreement/, and on
# raw output that does not: a fault that the CPU device misses, a count that differs, a case that is
# missing, a document that somebody edited.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
programs=$root/emulator/agreement
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
export AGREEMENT_RESULTS="$folder/results" AGREEMENT_DOCUMENT="$folder/agreement.md"

# Raw output as the tools print it, with what the tables expect.
make_results() {
    rm -rf "$folder/results"
    mkdir "$folder/results"
    awk '!/^#/ && split($0, field, / *[|] */) >= 3 {
        split("memcheck racecheck initcheck synccheck", tools, " ")
        line["memcheck"] = "========= Invalid __global__ write of size 4 bytes"
        line["racecheck"] = "========= Error: Race reported between Write access and Read access"
        line["initcheck"] = "========= Uninitialized __global__ memory read of size 4 bytes"
        line["synccheck"] = "========= Barrier error detected. Divergent thread(s) in warp."
        for (t = 1; t <= 4; ++t) {
            print "\n### " field[1] " | " tools[t]
            if (index(field[3], tools[t]) > 0) print line[tools[t]]
            print "### exit code 0"
        }
    }' "$programs/faults.txt" >"$folder/results/sanitizer.txt"
    awk '!/^#/ && split($0, field, / *[|] */) >= 4 {
        if (field[1] != last) {
            end_case()
            last = field[1]
            print "\n### " field[1]
            names = "\"ID\",\"Kernel Name\""; units = "\"\",\"\""; values = "\"0\",\"kernel(int, int)\""
        }
        operation = field[2] ~ /load/ ? "ld" : field[2] ~ /store/ ? "st" : "atom"
        if (field[2] ~ /^shared/) {
            add("smsp__inst_executed_op_shared_" operation, field[3])
            add("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" operation, field[4])
        } else {
            add("l1tex__t_requests_pipe_lsu_mem_global_op_" operation, field[3])
            add("l1tex__t_sectors_pipe_lsu_mem_global_op_" operation, field[4])
        }
        if (operation == "atom") {
            add("l1tex__t_requests_pipe_lsu_mem_global_op_red", 0)
            add("l1tex__t_sectors_pipe_lsu_mem_global_op_red", 0)
        }
    }
    function add(name, number) {
        if (number >= 1000) number = int(number / 1000) "," sprintf("%03d", number % 1000)
        names = names ",\"" name ".sum\""; units = units ",\"\""; values = values ",\"" number "\""
    }
    function end_case() { if (last != "") print names "\n" units "\n" values }
    END { end_case() }' "$programs/counts.txt" >"$folder/results/ncu.csv"
}

# expect NAME CODE TEXT ARGUMENT...: exit code and a part of the output of the tool.
expect() {
    name=$1 code=$2 text=$3
    shift 3
    output=$("$root/tools/agreement_table.sh" "$@" 2>&1)
    got=$?
    case $output in
        *"$text"*) [ "$got" -eq "$code" ] && return ;;
    esac
    echo "$name: exit code $got instead of $code, or '$text' is missing:"
    echo "$output"
    failures=$((failures + 1))
}
change() { sed -i "$1" "$folder/$2"; }

cp "$root/docs/agreement.md" "$AGREEMENT_DOCUMENT"
expect "no raw output" 77 "Skipped: no raw output" --check
make_results
expect "raw output that agrees" 0 ""
expect "written before" 0 "" --check
grep -q '^| `clean_syncwarp` | silent | silent | yes' "$AGREEMENT_DOCUMENT" &&
    grep -q '^| `copy_stride 8` | global load, sectors | 8 | 8 | 32.00 | 32.00 | 0.0 %' \
        "$AGREEMENT_DOCUMENT" || {
    echo "a row of a table is missing"
    failures=$((failures + 1))
}

change 's/^| `copy_stride 8` /| `copy_stride 9` /' agreement.md
expect "an edited document" 1 "not what the raw output gives" --check
expect "written again" 0 "has new tables"
change 's/"256"/"264"/' results/ncu.csv
expect "another count" 1 "copy_stride 8, global_load: differs" --check
make_results
change '/^### shared_double$/,/^$/d' results/ncu.csv
expect "a case that was not counted" 1 "shared_double: ncu gave no" --check
make_results
change '/^### clean_guarded_copy | racecheck/a ========= Error: Race reported between' results/sanitizer.txt
expect "another verdict" 1 "clean_guarded_copy: compute-sanitizer: 'racecheck'" --check
make_results
change '/^### leak | memcheck/,/^$/d' results/sanitizer.txt
expect "a run that is missing" 1 "leak: no run of memcheck" --check
[ "$failures" -eq 0 ]
