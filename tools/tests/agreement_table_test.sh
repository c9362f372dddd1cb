#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# tools/agreement_table.sh on raw output that agrees with the tables in emulator/agreement/, and on
# raw output that does not: a fault that the CPU device misses, a count that differs, a case that is
# missing, a document that somebody edited. And with cases that wait for a GPU: they are told as such, and
# waiting.txt has to name them, no others, and none of which there is raw output.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
programs=$folder/programs
export AGREEMENT_RESULTS="$folder/results" AGREEMENT_DOCUMENT="$folder/agreement.md"
export AGREEMENT_PROGRAMS="$programs"

# Tables in which two cases wait for a GPU, one of each tool, and raw output as the tools print it, with what
# the tables expect of all others.
waiting_call="solution_call persistent_softmax 5 200 0"
waiting_case="solution_call compensated_softmax 4 1024 256"
make_results() {
    rm -rf "$folder/results" "$programs"
    mkdir "$folder/results" "$programs"
    cp "$root"/emulator/agreement/*.txt "$programs/"
    printf '%s\n' "# tool | case" "compute-sanitizer | $waiting_call" "ncu | $waiting_case" >"$programs/waiting.txt"
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
    grep -v '^#' "$programs/solution_calls.txt" | grep -vxF "$waiting_call" | while read -r call; do
        for tool in memcheck racecheck initcheck synccheck; do
            printf '\n### %s | %s\n### exit code 0\n' "$call" "$tool"
        done
    done >>"$folder/results/sanitizer.txt"
    awk -v waiting="$waiting_case" '!/^#/ && split($0, field, / *[|] */) >= 4 && field[1] != waiting {
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
calls=$(grep -vc '^#' "$programs/solution_calls.txt")
for line in "Not run on a GPU yet: 1 of $calls calls of the solutions. \`persistent_softmax 5 200 0\`." \
    "The solutions of the lessons, $(((calls - 1) * 4)) runs of the four tools: 0 with a report." \
    "Not run on a GPU yet: 1 cases with 4 figures more." \
    "| \`$waiting_case\` | shared store, waves | 108 | not run on a GPU yet | 1.00 | | |"; do
    grep -qF "$line" "$AGREEMENT_DOCUMENT" && continue
    echo "missing: $line"
    failures=$((failures + 1))
done

# What the tables say stands above them, and a line with a reason twice: in the table of these, and among all.
awk -v call='`solution_call row_sum_tree 4 1024 256` | shared load' '
    /^<!-- (faults|counts): begin/ { part = $2; tables = 0 }
    /^\|---/ { ++tables }
    /^[0-9]+ (programs|figures): / { if (tables == 0) ++above }
    /^Not run on a GPU yet: / { if (tables == 0) ++above }
    /^\| `global_write_into_neighbour` \| memcheck \| silent \| only here \|/ { seen = seen part tables (/touch \|$/ ? "+" : "") " " }
    index($0, "| " call) == 1 { seen = seen part tables (/nvcc/ ? "+" : "") " " }
    END { exit !(above == 4 && seen == "faults:1+ faults:2 counts:1+ counts:2 ") }' "$AGREEMENT_DOCUMENT" || {
    echo "the summaries above the tables, and what differs before all, are wanted"
    failures=$((failures + 1))
}
change 's/^| `copy_stride 8` /| `copy_stride 9` /' agreement.md
expect "an edited document" 1 "not what the raw output gives" --check
expect "written again" 0 "has new tables"
change 's/"256"/"264"/' results/ncu.csv
expect "another count" 1 "copy_stride 8, global_load: differs" --check
# A quantity that the CPU device has not counted at all: a column more in the three lines of a case.
for metric in smsp__inst_executed_op_shared_ld l1tex__t_requests_pipe_lsu_mem_global_op_red; do
    make_results
    change "/^### copy_stride 1\$/,/^\$/{s/^\"ID.*/&,\"$metric.sum\"/;s/^\"\".*/&,\"\"/;s/^\"0.*/&,\"7\"/}" \
        results/ncu.csv
    expect "a quantity more, $metric" 1 "copy_stride 1: ncu counted 7 requests of" --check
done
make_results
change '/^### shared_double$/,/^$/d' results/ncu.csv
expect "a case that was not counted" 1 "shared_double: ncu gave no" --check
make_results
change '/^### clean_guarded_copy | racecheck/a ========= Error: Race reported between' results/sanitizer.txt
expect "another verdict" 1 "clean_guarded_copy: compute-sanitizer: 'racecheck'" --check
make_results
change '/^### leak | memcheck/,/^$/d' results/sanitizer.txt
expect "a run that is missing" 1 "leak: no run of memcheck" --check
make_results
change '/^### solution_call gemm_naive .* | memcheck/a ========= Invalid __global__ read of size 4 bytes' results/sanitizer.txt
expect "a report in a solution" 1 "memcheck of compute-sanitizer reports something in a solution" --check

# What waits, in both directions.
make_results
for tool in memcheck racecheck initcheck synccheck; do
    printf '\n### %s | %s\n### exit code 0\n' "$waiting_call" $tool
done >>"$folder/results/sanitizer.txt"
change '/^compute-sanitizer/d' programs/waiting.txt
expect "no call that waits" 0 ""
[ "$(grep -c '^Not run on a GPU yet: none\.$' "$AGREEMENT_DOCUMENT")" -eq 1 ] || {
    echo "that no call waits is not said"
    failures=$((failures + 1))
}
make_results
change '/^compute-sanitizer/d' programs/waiting.txt
expect "a call without a run that does not wait" 1 "$waiting_call: no run of memcheck" --check
make_results
change '/^ncu/d' programs/waiting.txt
expect "a case without a count that does not wait" 1 "$waiting_case: ncu gave no" --check
make_results
echo "compute-sanitizer | solution_call serial_softmax 40 100 128" >>"$programs/waiting.txt"
expect "a call that waits and has been run" 1 \
    "serial_softmax 40 100 128: compute-sanitizer has run it. Next: take it out of waiting.txt" --check
make_results
echo "ncu | copy_stride 8" >>"$programs/waiting.txt"
expect "a case that waits and has been counted" 1 \
    "copy_stride 8: ncu has counted it. Next: take it out of waiting.txt" --check
# ncu was asked, and gave nothing.
make_results
printf '\n### %s\n### exit code 1\n' "$waiting_case" >>"$folder/results/ncu.csv"
expect "a case that waits and was asked for" 1 "$waiting_case: ncu has counted it" --check
make_results
echo "ncu | solution_call no_such_function 1 2 3" >>"$programs/waiting.txt"
expect "a case that waits and is none" 1 "no_such_function 1 2 3 is not in counts.txt" --check
make_results
echo "compute-sanitizer | copy_stride 8" >>"$programs/waiting.txt"
expect "a call that waits and is none" 1 "copy_stride 8 is not in solution_calls.txt" --check
make_results
change "/^$waiting_case /s/|\$/| as everybody knows/" programs/counts.txt
expect "a reason before the count" 1 "$waiting_case, global_load: a reason for what nobody has seen" --check

# Raw output that nothing is compared with any more.
make_results
change '/^copy_stride 8 /d' programs/counts.txt
expect "a count of what was taken away" 1 "copy_stride 8: raw output of a case that counts.txt has no more" --check
make_results
change '/^solution_call gemm_tiled /d' programs/solution_calls.txt
expect "a run of what was taken away" 1 "beta=2: raw output of a program that no list has any more" --check
[ "$failures" -eq 0 ]
