#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# A result that cannot be written is told, and replaces none. A limit on the size of files stands for a
# full disk. Usage: full_disk_test.sh PROGRAM, the benchmark bench_fake_lesson.
set -eu
program=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
fails() {
    failures=$((failures + 1))
    printf 'FAILED %s\n' "$1"
    sed 's/^/    /' "$scratch/said"
}
# measure BLOCKS [options]: BLOCKS of 512 bytes are the most that a file may have.
measure() {
    blocks=$1
    shift
    code=0
    # Ignored, so that the write fails and the program is not ended by the signal.
    { { (trap '' XFSZ; [ "$blocks" = all ] || ulimit -f "$blocks"; exec "$program" --benchmark_min_time=0.0001 \
        --benchmark_repetitions=4 --benchmark_filter=honest "$@") 2>&1 || echo "code $?"; } | cat; } >"$scratch/said"
    code=$(sed -n 's/^code //p' "$scratch/said")
    code=${code:-0}
}
expect() { grep -qF -- "$1" "$scratch/said" || fails "'$1' is wanted"; }
expect_code() { [ "$code" -eq "$1" ] || fails "exit code $1 is wanted, not $code"; }
expect_file() { [ "$(cat "$scratch/x.json")" = "$1" ] || fails "x.json is to be: $1"; }
expect_only() { [ "$(cd "$scratch" && echo *)" = "$1" ] || fails "in the folder: $(cd "$scratch" && echo *), not $1"; }

measure all "--benchmark_out=$scratch/x.json"
expect_code 0
grep -q '^}' "$scratch/x.json" || fails "the result is to be whole"
expect_only "said x.json"

for blocks in 0 1; do # nothing fits, not all fits
    echo old >"$scratch/x.json"
    measure $blocks "--benchmark_out=$scratch/x.json"
    expect_code 2
    expect "error: $scratch/x.json could not be written: "
    expect "The earlier result of that name is left as it was."
    expect "next: df -h $scratch"
    expect_file old
    expect_only "said x.json"
done

measure all "--benchmark_out=$scratch/absent/x.json"
expect_code 2
expect "error: $scratch/absent/x.json could not be written: No such file or directory"

# A filter without a match measures nothing: no result, and not a good one.
measure all --benchmark_filter=zzz "--benchmark_out=$scratch/x.json"
expect_code 2
expect "error: nothing was measured. Functions of this program: device_to_device_copy honest library skipping"
expect_file old
expect_only "said x.json"
measure all --benchmark_list_tests "--benchmark_out=$scratch/x.json"
expect_code 0
expect_file old

# What is no ordinary file is written as it is.
ln -s "$scratch/x.json" "$scratch/link"
measure all "--benchmark_out=$scratch/link"
expect_code 0
[ -L "$scratch/link" ] || fails "the link is to stay one"
grep -q '^}' "$scratch/x.json" || fails "the result is to be where the link points"
if [ -c /dev/full ]; then
    measure all --benchmark_out=/dev/full
    expect_code 2
    expect "error: /dev/full could not be written: "
    for format in json console csv; do
        code=0
        "$program" --benchmark_min_time=0.0001 --benchmark_filter=honest "--benchmark_format=$format" \
            >/dev/full 2>"$scratch/said" || code=$?
        expect_code 2
        expect "error: standard output could not be written: "
    done
fi
[ "$failures" -eq 0 ] || exit 1
echo "All expectations hold."
