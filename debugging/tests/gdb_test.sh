#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# gdb_test.sh BUILD_FOLDER: `make debug` and `make debug-lessonN` stop in kernels; what is wrong with
# a call is said; the sessions that README.md shows are what gdb prints. Without a gdb that works
# here, the sessions are skipped.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
. "$root/tools/tests/quoted_output.sh"
unset FILE ARGS INCLUDE FLAGS PROFILE CHECK IF IMPL GDB WORKSHOP_WATCH WORKSHOP_SCHEDULE 2>/dev/null
page=debugging/README.md
cp "$1/emulate_settings.sh" "$scratch/" || exit 2
cd "$root" || exit 2
: >"$scratch/commands"

# debug CODE VARIABLE=VALUE...: make debug; gdb reads $scratch/commands.
debug() {
    wanted=$1
    shift
    expect_exit "$wanted" env WORKSHOP_BUILD_FOLDER="$scratch" "$@" tools/emulate.sh --debugger \
        <"$scratch/commands"
}
# debug_lesson CODE NUMBER VARIABLE=VALUE...
build=$1
debug_lesson() {
    wanted=$1
    number=$2
    shift 2
    expect_exit "$wanted" env WORKSHOP_BUILD_FOLDER="$build" IMPL=solution "$@" \
        tools/debug-lesson.sh "$number" <"$scratch/commands"
}

debug 1 GDB=no-such-debugger FILE=debugging/14_sum_192.cu
expect_said "There is no no-such-debugger on this machine."
expect_said "apt-get install gdb"
debug 2 GDB=true FILE=
expect_said "FILE is not set"
cat >"$scratch/host.cu" <<'END'
int main() {}
END
debug 1 GDB=true FILE="$scratch/host.cu"
expect_said "There is no kernel to stop in"
debug_lesson 1 1 GDB=no-such-debugger
expect_said "There is no no-such-debugger on this machine."
debug_lesson 2 99 GDB=true
expect_said "There is no lesson '99'"
debug_lesson 1 1 GDB=true CHECK=serial_softmax.Nonsense
expect_said "No check of lesson 1 is called serial_softmax.Nonsense."
# A flag that would do nothing is refused, with what is so already.
debug_lesson 1 1 GDB=true FLAGS=-O0
expect_said "FLAGS works with make debug FILE=..., not with make debug-lesson1"
expect_said "without optimization (-O0) already"

# Kernels are found however they are written.
cat >"$scratch/kernels.cu" <<'END'
// __global__ void in_a_comment(int);
template <int N>
__global__ void __launch_bounds__(128, 2) bounded(int* data) { data[0] = N; }
__launch_bounds__(64) __global__ static void
    split(float* data) { data[0] = 1; }
END
. "$root/tools/lib/debugger.sh"
[ "$(kernels_of "$scratch/kernels.cu" | tr '\n' ' ')" = "bounded split " ] ||
    failed "the kernels are not bounded and split, but: $(kernels_of "$scratch/kernels.cu")"

# A lesson stops in the first line of the body, where the file tells it; else by name.
cat >"$scratch/stops.cu" <<'END'
__global__ void declared_only(int);
template <int N>
__global__ void __launch_bounds__(128, 2)
    bounded(int* data,  // a comment {
            int count) {
    // a comment
    data[0] = N;
}
__global__ void short_one(int* data) { data[0] = 1; }
END
[ "$(stops_of "$scratch/stops.cu" | tr '\n' ' ')" = "stops.cu:6 declared_only short_one " ] ||
    failed "the stops are not line 6, declared_only and short_one, but: $(stops_of "$scratch/stops.cu")"

# Some containers do not allow gdb to run programs.
gdb -batch -nx -ex run /bin/true >"$scratch/output" 2>&1 || true
if ! grep -q 'exited normally' "$scratch/output"; then
    [ "$failures" -eq 0 ] || exit 1
    echo "skipped: no gdb that can run programs here"
    exit 77
fi

printf '%s\n' 'print threadIdx.x' 'next' 'kill' >"$scratch/commands"
debug_lesson 0 1 CHECK=serial_softmax.OrdinaryRows IF='threadIdx.x == 2'
expect_said "Breakpoint 1, "
expect_said "serial_softmax_kernel"
expect_said '$1 = 2'
# It is the first statement, not the line of the parameters.
first_statement=$(awk '/^__global__/ { kernel = 1 } kernel && /\) \{$/ { body = NR } kernel && body && NR > body &&
    !/^ *\/\// { print NR; exit }' solutions/01_serial_softmax.cu)
expect_said "01_serial_softmax.cu:$first_statement"
grep -q '^gdb stops in serial_softmax_kernel if threadIdx.x == 2$' "$scratch/output" ||
    failed "the first line does not name the kernel and the condition: $(cat "$scratch/output")"
printf '%s\n' kill >"$scratch/commands"
debug_lesson 0 1 CHECK=serial_softmax.OrdinaryRows
grep -q '^gdb stops in serial_softmax_kernel$' "$scratch/output" || failed "a blank behind the name: $(cat "$scratch/output")"

# A variable has its value on the line that uses it, and after its last use: optimized code has neither.
line_of() { awk -v text="$1" 'index($0, text) { print NR; exit }' solutions/01_serial_softmax.cu; }
printf '%s\n' "break 01_serial_softmax.cu:$(line_of 'sum += expf(') if threadIdx.x == 2 && column == 4" \
    "break 01_serial_softmax.cu:$(line_of 'y_row[column] = ') if threadIdx.x == 2 && column == 4" \
    continue 'print maximum' continue 'print maximum > 0 && maximum < 10' 'print sum >= 1' kill >"$scratch/commands"
debug_lesson 0 1 CHECK=serial_softmax.OrdinaryRows IF='threadIdx.x == 2'
! grep -q 'optimized out' "$scratch/output" || failed "a variable is gone: $(cat "$scratch/output")"
expect_said '$1 = '
expect_said '$2 = true'
expect_said '$3 = true'

# The sessions of the page: their lines "(gdb) command" are typed. Compared are the values: how gdb
# shows a place differs between compilers.
values() { sed -n -e 's/^\((gdb) \)*//' -e '/^\$[0-9]* = /p' "$1"; }
quoted "$page" | grep '^make debug ' >"$scratch/quoted" || failed "$page shows no session of gdb"
while IFS= read -r quotation; do
    shown "$page" "$quotation" >"$scratch/block"
    sed -n 's/^(gdb) //p' "$scratch/block" >"$scratch/commands"
    [ -s "$scratch/commands" ] || failed "$page: no command is shown in '$quotation'"
    echo kill >>"$scratch/commands"
    eval "debug 0 ${quotation#make debug }"
    values "$scratch/output" >"$scratch/printed"
    values "$scratch/block" >"$scratch/shown"
    [ -s "$scratch/shown" ] || failed "$page: no value is shown in '$quotation'"
    while IFS= read -r line; do
        grep -qxF -- "$line" "$scratch/printed" ||
            failed "$page shows of '$quotation' what gdb does not print: $line
The output: $(cat "$scratch/output")"
    done <"$scratch/shown"
done <"$scratch/quoted"
finish
