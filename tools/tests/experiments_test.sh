#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The experiments: the tables of the pages are those of the kept results, each experiment has a program,
# a page and results, and make experiment says what it needs.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v python3 >/dev/null || { echo "SKIPPED: python3 is missing"; exit 77; }
. "$root/tools/tests/expect.sh"
unset NAME BACKEND MAKEFLAGS MAKELEVEL 2>/dev/null || true
python=$(command -v python3)

# The third column of the table says whether an experiment has a plot: `truth` has none.
column() { # FOLDER NAME NUMBER
    awk -F '|' -v name="$2" -v number="$3" '
        !/^#/ && NF > 5 { gsub(/ /, "", $1); if ($1 == name) { gsub(/ /, "", $number); print $number } }' \
        "$1/bench/experiments/experiments.txt"
}

# look_at_page FOLDER NAME: what is wrong with the page of an experiment, a line each.
look_at_page() {
    page=$1/docs/experiments/$2.md
    results=$1/docs/results/h200/experiments/$2.json
    cp "$page" "$scratch/page.md" || { echo "a page is wanted"; return; }
    if [ ! -f "$results" ]; then
        # Prepared, and nobody has measured it yet: then the page says so, shows no figure, and is not listed.
        table=$(awk '/^<!-- table:/ { inside = 1; next } /^<!-- end of table -->/ { inside = 0 } inside && NF' "$page")
        [ "$table" = "Not measured yet." ] || echo "no table is wanted without results: $results"
        ! grep -q "]($2.md)" "$1/docs/experiments/README.md" || echo "no line without results is wanted"
        [ ! -f "$1/docs/experiments/$2.svg" ] || echo "no plot is wanted without results"
        return
    fi
    "$python" "$root/bench/experiments/show.py" "$2" "$results" --page "$scratch/page.md" >"$scratch/shown" 2>&1 || {
        echo "exit code 0 of show.py is wanted: $(cat "$scratch/shown")"
        return
    }
    cmp -s "$page" "$scratch/page.md" ||
        echo "another table than the data; next: python3 bench/experiments/show.py $2 $results --page $page"
    grep -q "]($2.md)" "$1/docs/experiments/README.md" || echo "a line in docs/experiments/README.md is wanted"
    [ "$(column "$1" "$2" 3)" != truth ] || return 0
    [ -f "$1/docs/experiments/$2.svg" ] || { echo "a plot is wanted"; return; }
    "$python" "$root/bench/experiments/show.py" "$2" "$results" --check-plot "$1/docs/experiments/$2.svg" 2>&1 >/dev/null || true
}

names=$(awk -F '|' '!/^#/ && NF > 5 { gsub(/ /, "", $1); print $1 }' "$root/bench/experiments/experiments.txt")
[ "$(echo "$names" | grep -c .)" -ge 9 ] || { name=names; code=; failed "nine experiments are wanted"; }
for name in $names; do
    code=0
    look_at_page "$root" "$name" >"$output" 2>&1
    [ ! -s "$output" ] || failed "the page of a measured or prepared experiment is wanted"
done

# The same with faults, in a copy: of an experiment that has a plot, and of one whose column says truth.
tree=$scratch/tree
fresh_tree() {
    rm -rf "$tree"
    mkdir -p "$tree/bench/experiments" "$tree/docs/results/h200"
    cp "$root/bench/experiments/experiments.txt" "$tree/bench/experiments/"
    cp -R "$root/docs/experiments" "$tree/docs/"
    cp -R "$root/docs/results/h200/experiments" "$tree/docs/results/h200/"
}
see_tree() { # NAME EXPERIMENT
    name=$1
    code=0
    look_at_page "$tree" "$2" >"$output" 2>&1
}
unmeasured() { # EXPERIMENT: as it was before it was measured
    rm -f "$tree/docs/results/h200/experiments/$1.json" "$tree/docs/experiments/$1.svg"
    grep -v "]($1.md)" "$root/docs/experiments/README.md" >"$tree/docs/experiments/README.md"
    awk '/^<!-- end of table -->/ { print "Not measured yet."; inside = 0 } !inside { print } /^<!-- table:/ { inside = 1 }' \
        "$root/docs/experiments/$1.md" >"$tree/docs/experiments/$1.md"
}
for each in fused harness; do
    fresh_tree
    unmeasured $each
    see_tree "prepared: $each" $each
    expect_silence
    echo "[x]($each.md)" >>"$tree/docs/experiments/README.md"
    see_tree "prepared and listed: $each" $each
    expect_line "no line without results is wanted"
done
fresh_tree
rm "$tree/docs/results/h200/experiments/fused.json"
see_tree "results that are gone" fused
expect_line "no table is wanted without results"
fresh_tree
rm "$tree/docs/experiments/fused.svg"
see_tree "a plot that is gone" fused
expect_line "a plot is wanted"
fresh_tree
sed -i 's/^L \([0-9]\)/L 1\1/' "$tree/docs/experiments/fused.svg"
see_tree "a plot that was changed" fused
expect_line "the plot was changed after it was drawn"
fresh_tree
cp "$root/docs/experiments/reads.svg" "$tree/docs/experiments/fused.svg"
see_tree "the plot of something else" fused
expect_line "the plot was drawn from other data"
fresh_tree
sed -i '/^<!-- data /d' "$tree/docs/experiments/fused.svg"
see_tree "a plot without its stamp" fused
expect_line "does not say from which data it was drawn"
fresh_tree
sed -i '/block_softmax.4096x256/s/"real_time":/&1/' "$tree/docs/results/h200/experiments/fused.json"
see_tree "a plot of the data of before" fused
expect_line "the plot was drawn from other data"
fresh_tree
rm "$tree/docs/experiments/fused.svg"
awk -F '|' -v OFS='|' '/^fused / { $3 = " truth " } { print }' "$root/bench/experiments/experiments.txt" \
    >"$tree/bench/experiments/experiments.txt"
see_tree "a column that wants no plot" fused
expect_silence

# A page whose table was changed is put right, and nothing else of it.
name="a changed table"
sed 's/| 256 | [0-9.]*/| 256 | 1.000/' "$root/docs/experiments/fused.md" >"$scratch/page.md"
! cmp -s "$root/docs/experiments/fused.md" "$scratch/page.md" || failed "the test changes nothing"
"$python" "$root/bench/experiments/show.py" fused "$root/docs/results/h200/experiments/fused.json" \
    --page "$scratch/page.md" >"$output" 2>&1
cmp -s "$root/docs/experiments/fused.md" "$scratch/page.md" || failed "the table of the data is wanted"

# Where the reads come from: the table of the page is that of the kept counts, and a wrong one is put right.
name="the counts of the caches"
hits() { "$python" "$root/bench/experiments/cache_hits.py" "$@" >"$output" 2>&1; }
counts=$root/docs/results/h200/experiments/cache_hits.csv
sed 's/| 1[.]64 |/| 1.63 |/' "$root/docs/experiments/reads.md" >"$scratch/page.md"
! cmp -s "$root/docs/experiments/reads.md" "$scratch/page.md" || failed "the test changes nothing"
hits "$counts" --page "$scratch/page.md" || failed "exit code 0 is wanted"
cmp -s "$root/docs/experiments/reads.md" "$scratch/page.md" || failed "the table of the data is wanted"
grep -v registers_per_thread "$counts" >"$scratch/counts.csv"
! hits "$scratch/counts.csv" || failed "a missing metric is accepted"
expect_line "the metric 'launch__registers_per_thread' is missing. Next: bench/experiments/cache_hits.sh"
sed '/^"/d' "$counts" >"$scratch/counts.csv"
! hits "$scratch/counts.csv" || failed "a file without counts is accepted"
expect_line "ncu counted nothing for: solution_call block_softmax 8192 2048 256"
: >"$scratch/counts.csv"
! hits "$scratch/counts.csv" || failed "an empty file is accepted"
! hits "$scratch/none.csv" || failed "a missing file is accepted"
echo "no place" >"$scratch/page.md"
! hits "$counts" --page "$scratch/page.md" || failed "a page without a place is accepted"
name="where the reads come from, without a GPU"
PATH="$root/tools:/usr/bin:/bin" CUDACXX=/none "$root/bench/experiments/cache_hits.sh" "$scratch/new.csv" \
    >"$output" 2>&1 && failed "a machine without nvcc is accepted"
expect_line "nvcc was not found"
[ ! -e "$scratch/new.csv" ] || failed "a file without counts was left"

# Tables are narrow enough to be read without scrolling: at most six figures a line, and numbers have all their digits.
name="wide tables"
for page in "$root"/docs/experiments/*.md; do
    sed -n '/^<!-- table:/,/^<!-- end of table/p' "$page" | awk -v page="${page##*/}" -F '|' '
        NF > 10 { print page ": a table of " NF - 2 " columns"; exit }
        /[0-9]e[+-][0-9]/ { print page ": a number with an exponent: " $0 }'
done >"$output"
expect_silence

code=0
echo '{"context": ' >"$scratch/cut.json"
"$python" "$root/bench/experiments/show.py" fused "$scratch/cut.json" >"$output" 2>&1 || code=$?
expect_code 1
expect_line "cut.json"

# What the page about several runs says of each two of them.
mkdir -p "$scratch/kept"
cp "$root"/docs/results/h200/0[0-9]_*.json "$scratch/kept/"
# expect_agreement FIRST SECOND EXIT-CODE RATIOS LINE-OF-THE-PAGE
expect_agreement() {
    name="two runs: $1, $2"
    code=0
    "$python" "$root/bench/report" --compare "$1" "$2" >"$output" 2>&1 || code=$?
    expect_code "$3"
    expect_line "$4 of the 266 ratios"
    grep -qF "$5" "$root/docs/experiments/stability.md" || failed "the same numbers in the page are wanted"
}
h200=$root/docs/results/h200
expect_agreement "$scratch/kept" "$h200/other_run" 0 266 "| kept, second | 266 | 266 |"
expect_agreement "$scratch/kept" "$h200/third_run" 3 264 "| kept, third | 266 | 264 |"
expect_agreement "$h200/other_run" "$h200/third_run" 3 264 "| second, third | 266 | 264 |"

mkdir -p "$copy/bench/experiments"
cp "$root/bench/experiments/experiments.txt" "$copy/bench/experiments/"
experiment() { run "experiment $*" make --no-print-directory -C "$copy" experiment "$@"; }
experiment
expect_code 2
expect_line "NAME is empty"
expect_line "make experiment NAME=reads"
experiment NAME=speed
expect_code 2
expect_line "There is no experiment 'speed'"
experiment NAME=reads BACKEND=cuda
[ "$code" -ne 0 ] || failed "another exit code than 0 is wanted"
expect_line "BACKEND=cuda cannot run here. Missing:"
expect_no "BACKEND=emulator" # which measures nothing either
expect_line "docs/experiments/reads.md"
experiment NAME=reads BACKEND=emulator
[ "$code" -ne 0 ] || failed "another exit code than 0 is wanted"
expect_line "docs/experiments/reads.md"

# An experiment with a second program: both are built and run, and its output is kept beside the results.
cat >>"$copy/tools/lib/house.sh" <<'END'
configure_build() { folder=$root/build/cuda log=$root/build/cuda/log; }
build_targets() { say "built: $*"; }
END
echo 'find_libraries() { :; }' >>"$copy/tools/lib/libraries.sh"
printf '#!/bin/sh\n' >"$copy/tools/setup.sh"
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
exit "${CODE:-0}"
END
bin=$copy/build/cuda/bin
mkdir -p "$bin"
for program in bench_experiment_harness bench_plain_copy bench_experiment_reads; do
    printf '#!/bin/sh\necho "%s: $*"\n' "$program" >"$bin/$program"
    chmod +x "$bin/$program"
done
experiment NAME=harness
expect_code 0
expect_line "built: bench_experiment_harness bench_plain_copy"
expect_line "bench_experiment_harness: --modes=cold --shapes=16384x16384 --benchmark_out="
[ "$(cat "$copy/build/cuda/experiments/harness-plain.json")" = "bench_plain_copy: " ] ||
    failed "the output of the second program is wanted"
expect_line "show.py harness $copy/build/cuda/experiments/harness.json"
printf '#!/bin/sh\necho half; exit 2\n' >"$bin/bench_plain_copy"
experiment NAME=harness # what does not come to its end replaces nothing
[ "$code" -ne 0 ] || failed "another exit code than 0 is wanted"
expect_line "bench_plain_copy did not come to its end, so build/cuda/experiments/harness-plain.json is as it was."
[ "$(cat "$copy/build/cuda/experiments/harness-plain.json")" = "bench_plain_copy: " ] || failed "the earlier result is wanted"
[ ! -e "$copy/build/cuda/experiments/harness-plain.json.new" ] || failed "an unfinished file is left behind"
printf '#!/bin/sh\necho "bench_plain_copy: $*"\n' >"$bin/bench_plain_copy"
experiment NAME=harness CODE=1 # what show.py finds untrue makes the experiment fail
[ "$code" -ne 0 ] || failed "another exit code than 0 is wanted"
experiment NAME=reads
expect_code 0
expect_line "built: bench_experiment_reads"
expect_no "bench_plain_copy"

# The verdict of show.py, and its table in the page.
"$python" - "$root" "$scratch" <<'END'
import json, sys
sys.path.insert(0, sys.argv[1] + "/bench/report/tests")
import synthetic
both = (synthetic.rows("device_to_device_copy", [500.0] * 9, shape="16384x16384")
        + synthetic.rows("spin_10_ms", [10001.0] * 9, shape="16384x16384", bytes=131072.0))
document = synthetic.document(both, data_sheet_bytes_per_second="unknown")
for name, plain in (("right", 501.0), ("wrong", 520.0)):
    with open(f"{sys.argv[2]}/{name}.json", "w") as file:
        json.dump(document, file)
    with open(f"{sys.argv[2]}/{name}-plain.json", "w") as file:
        json.dump({"gpu": synthetic.GPU, "bytes": 1 << 30, "microseconds": [plain] * 9}, file)
END
show() {
    name=$1
    code=0
    printf '%s\n\nNot measured yet.\n\n%s\n' "<!-- table: bench/experiments/show.py harness -->" \
        "<!-- end of table -->" >"$scratch/page.md"
    "$python" "$root/bench/experiments/show.py" harness "$scratch/$1.json" --page "$scratch/page.md" >"$output" 2>&1 ||
        code=$?
    cat "$scratch/page.md" >>"$output"
}
show right
expect_code 0
expect_line "| copy of 1 GiB, beside plain events | 500.0 | 501.0 | -0.20 % | 2 % | yes |"
expect_no "Not measured yet"
show wrong
expect_code 1
expect_line "| -3.85 % | 2 % | **no** |"
expect_line "report what is not true"
rm "$scratch/wrong-plain.json"
show wrong
expect_code 1
expect_line "wrong-plain.json: not the other half of this experiment"
expect_line "Not measured yet"

finish
