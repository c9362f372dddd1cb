#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make emulate` of the same file several times at once, and ended by a signal.
# Usage: emulate_runs_test.sh BUILD_FOLDER
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_emulate.sh"

cat >number.cu <<'END'
#include <cstdio>
__global__ void store(int* p) { *p = NUMBER; }
int main(int, char** words) {
    int *p, number = 0;
    cudaMalloc(&p, sizeof number);
    store<<<1, 1>>>(p);
    cudaMemcpy(&number, p, sizeof number, cudaMemcpyDeviceToHost);
    cudaFree(p);
    printf("number %d of %s\n", number, words[0]);
    return number;
}
END
# Each has other flags, so each builds the program anew while the others build or run it.
runs="1 2 3 4"
for number in $runs; do
    {
        code=0
        FILE=number.cu FLAGS=-DNUMBER=$number "$root/tools/emulate.sh" >"said$number" 2>&1 || code=$?
        echo "code $code" >>"said$number"
    } &
done
wait
for number in $runs; do
    cp "said$number" output
    expect_said "number $number of "
    expect_said "nothing reported. Exit code of the program: $number."
    expect_said "code $number"
done
grep -qF "Waiting for another build of number.cu." said* || failed "nobody has waited: $(cat said*)"

# A program that is still running while it is built anew with other flags, and runs then as well.
cat >wait.cu <<'END'
#include <cstdio>
#include <unistd.h>
__global__ void store(int* p) { *p = 1; }
int main() {
    store<<<1, 1>>>(nullptr);
    while (WAIT && access("go", F_OK) != 0) usleep(10000);
    printf("version %d\n", VERSION);
    return cudaDeviceSynchronize() == cudaSuccess;
}
END
FILE=wait.cu FLAGS="-DWAIT=1 -DVERSION=1" "$root/tools/emulate.sh" >said1 2>&1 &
first=$!
waited=0
until grep -q 'wait.cu:' said1 || [ $waited -ge 300 ]; do
    sleep 0.1
    waited=$((waited + 1))
done
emulate 1 FILE=wait.cu FLAGS="-DWAIT=0 -DVERSION=2"
expect_said "version 2"
expect_said "1 error and 0 warnings reported"
: >go
wait "$first"
cp said1 output
expect_said "version 1"
expect_said "1 error and 0 warnings reported"

# A program whose file is gone still knows its lines.
cat >gone.cu <<'END'
#include <cstdio>
#include <unistd.h>
__global__ void store(int* p) { *p = 1; }
int main(int, char** words) {
    if (unlink(words[0]) != 0) return 9;
    store<<<1, 1>>>(nullptr);
    return cudaDeviceSynchronize() == cudaSuccess;
}
END
emulate 1 FILE=gone.cu WORKSHOP_WATCH=off
expect_said "gone.cu:3: error: memcheck: the kernel crashed"

# Ended by a signal: no file is left where temporary files are, in the build or later.
mkdir temporary
cat >pause.cu <<'END'
#include <cstdio>
#include <unistd.h>
int main() {
    fprintf(stderr, "started\n");
    for (;;) pause();
}
END
# Ctrl-C is a signal for the whole group of processes, so each run has a group of its own.
# interrupt SIGNAL TEXT: sends it when the run has said the text; sets `code`.
interrupt() {
    : >output
    TMPDIR=$scratch/temporary FILE=pause.cu setsid env --default-signal=INT \
        "$root/tools/emulate.sh" >output 2>&1 <input &
    run=$!
    waited=0
    until grep -q "$2" output || [ $waited -ge 300 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
    code=0
    kill -s "$1" -- "-$run"
    wait "$run" || code=$?
    # The compiler has its own files there, and clears them away when it gets round to it.
    sleep 0.2
    [ -z "$(ls temporary)" ] || failed "$1 leaves: $(ls temporary)"
}
if command -v setsid >/dev/null && env --default-signal=INT true 2>/dev/null; then
    interrupt INT started
    [ "$code" -eq 130 ] || failed "exit code $code after Ctrl-C: $(cat output)"
    expect_said "the program was ended by signal 2, before the CPU device could sum up"
    interrupt TERM started
    [ "$code" -eq 143 ] || failed "exit code $code after TERM: $(cat output)"
    # A compiler that takes its time.
    printf '#!/bin/sh\necho compiling >>"$WORKSHOP_BUILD_FOLDER"/output\nsleep 60\n' >slow_compiler
    chmod +x slow_compiler
    echo "emulate_compiler=$scratch/slow_compiler" >>emulate_settings.sh
    for signal in INT TERM; do
        rm -rf emulate
        interrupt $signal compiling
        [ "$code" -ge 128 ] || failed "exit code $code after $signal in the build: $(cat output)"
    done
fi
finish
