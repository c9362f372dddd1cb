#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# ARGS and FLAGS of `make emulate`: their words reach the program and the compiler as they were written,
# and nothing evaluates them. Usage: emulate_words_test.sh BUILD_FOLDER
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_emulate.sh"

cat >print.cu <<'END'
#include <cstdio>
#ifndef TEXT
#define TEXT "none"
#endif
int main(int count, char** words) {
    for (int i = 1; i < count; ++i) printf("[%s]", words[i]);
    printf(" text %s%s\n", TEXT, sizeof(long double) > 8 ? "" : " short");
}
END
# words TEXT WANTED: what the program gets, by the script and by make.
words() {
    emulate 0 FILE=print.cu ARGS="$1"
    expect_said "$2 text"
    expect_exit 0 make -C "$root" emulate FILE="$scratch/print.cu" ARGS="$1"
    expect_said "$2 text"
}
words '$(touch made)' '[$(touch][made)]'
words '$(shell touch made)' '[$(shell][touch][made)]'
words '`touch made` $HOME * ; touch made > made & | # {a,b} ~' \
    '[`touch][made`][$HOME][*][;][touch][made][>][made][&][|][#][{a,b}][~]'
words "one  'two words' \"three 'more' \\\"words\\\"\" '' it\\'s a\\b c\\ d" \
    "[one][two words][three 'more' \"words\"][][it's][a\\b][c d]"
[ ! -e made ] && [ ! -e "$root/made" ] || failed "something was evaluated: $(ls)"
emulate 2 FILE=print.cu ARGS="it's"
expect_said "ARGS: a quote has no end: it's"
expect_said "put a backslash before it: ARGS=\"it\\'s\""

# FLAGS: quotes, options of nvcc, what cannot be.
emulate 0 FILE=print.cu FLAGS="-DTEXT='\"\$(touch made)  *\"'"
expect_said 'text $(touch made)  *'
[ ! -e made ] || failed "FLAGS were evaluated"
# nvcc FLAGS LEFT OUT
nvcc() {
    emulate 0 FILE=print.cu FLAGS="$1"
    expect_said "FLAGS: left out $2: that is for nvcc. g++ does not know it, and it is not needed here."
    expect_said "nothing reported"
}
nvcc -arch=sm_90 -arch=sm_90
nvcc "-O3 -arch sm_90 --use_fast_math -lineinfo -G -rdc=true -lcudart" \
    "-arch sm_90 --use_fast_math -lineinfo -G -rdc=true -lcudart"
nvcc "-gencode arch=compute_90,code=sm_90 -Xptxas -v -x cu --expt-relaxed-constexpr --expt-extended-lambda" \
    "-gencode arch=compute_90,code=sm_90 -Xptxas -v -x cu --expt-extended-lambda"
emulate 0 FILE=print.cu FLAGS="-Xcompiler -DTEXT=\\\"host\\\",-mlong-double-64"
expect_said "text host short"
expect_not_said "left out"
# A standard that is too old for the headers; nvcc's ways to write one.
for standard in -std=c++11 --std=c++14 "-std c++14" "--std c++11"; do
    emulate 0 FILE=print.cu FLAGS="$standard -DN=1"
    expect_said "is raised to -std=c++17, which the CPU device needs."
    expect_said "nothing reported"
done
emulate 0 FILE=print.cu FLAGS=-std=gnu++14
expect_said "FLAGS: -std=gnu++14 is raised to -std=gnu++17"
emulate 0 FILE=print.cu FLAGS="--std c++20"
expect_not_said "raised"
emulate 2 FILE=print.cu FLAGS=-m32
expect_said "FLAGS holds -m32. The CPU device runs programs of 64 bits only"
emulate 2 FILE=print.cu FLAGS=--nonsense
expect_said "FLAGS holds --nonsense, which the C++ compiler does not know."
emulate 2 FILE=print.cu FLAGS="-o other"
expect_said "FLAGS holds -o. make emulate itself says what is built"
emulate 2 FILE=print.cu FLAGS=N=4
expect_said "FLAGS holds N=4, which is no option and no file. For a macro: FLAGS=-DN=4"
emulate 2 FILE=print.cu FLAGS="-DN='4"
expect_said "FLAGS: a quote has no end"
finish
