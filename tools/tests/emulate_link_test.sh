#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make emulate` of programs that compile and cannot be linked: what is defined twice or nowhere, where,
# and what to do. Usage: emulate_link_test.sh BUILD_FOLDER
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_emulate.sh"

# not_linked FILE: the program is not linked, and no text of the linker is shown.
not_linked() {
    emulate 1 FILE="$1"
    expect_said "The program was not linked."
    expect_not_said "/usr/bin/ld"
    expect_not_said "collect2"
    expect_not_said ".o.cpp"
}

# Defined twice: in a header, by naming a file that is included, and two programs.
cat >both.cuh <<'END'
#pragma once
void helper(int*) {}
__global__ void fill(int* p) { *p = 1; }
inline void run(int* p) { fill<<<1, 1>>>(p); }
END
printf '#include "both.cuh"\nint main() { run(nullptr); }\n' >one.cu
printf '#include "both.cuh"\nint counter;\n\nint main() { helper(nullptr); }\n' >two.cu
not_linked "one.cu two.cu"
expect_said "both.cuh:2: error: helper(int*) is defined twice: one.cu and two.cu both include this file"
expect_said "both.cuh:3: error: fill(int*) is defined twice"
expect_said "next: write inline before it (static before a kernel)"
expect_said "two.cu:4: error: main is defined twice: here and at one.cu:2"
expect_said 'next: name the files of one program: FILE="one.cu"'
printf '#include "two.cu"\n' >whole.cu
not_linked "whole.cu two.cu"
expect_said "two.cu:4: error: main is defined twice: FILE names two.cu, and another of its files includes it"
expect_said 'next: name it once: FILE="whole.cu"'
printf 'int counter = 2;\n' >three.cu
not_linked "two.cu three.cu"
expect_said "three.cu:1: error: counter is defined twice: here and at two.cu:2"
emulate 2 FILE="one.cu two.cu one.cu"
expect_said "FILE names one.cu twice"

# Used and defined nowhere.
cat >uses.cuh <<'END'
#pragma once
template <class T> T doubled(T value);
__global__ void store(float* p);
inline void start(float* p) { store<<<1, 1>>>(p); }
END
cat >uses.cu <<'END'
#include "uses.cuh"
void missing(float* p, int n);
void other_type(float* p);
void hidden();
extern "C" int from_library(const char* name);
void plain(int);
struct Shape { virtual ~Shape(); };
int main() {
    start(nullptr);
    missing(nullptr, doubled(3));
    other_type(nullptr);
    hidden();
    plain(from_library("x"));
    Shape shape;
}
END
cat >beside.cpp <<'END'
void other_type(double*) {}
static void hidden() {}
void (*used)() = hidden;
extern "C" void plain(int) {}
END
not_linked "uses.cu beside.cpp"
expect_said "uses.cuh:4: error: store(float*) is used here and defined in none of the files"
expect_said "uses.cu:10: error: missing(float*, int) is used here and defined in none of the files"
expect_said "likely cause: the file that defines it is not named, or its body was never written"
expect_said 'next: name the missing files: FILE="uses.cu beside.cpp other.cu"'
expect_said "the body of a template must be seen where it is used"
expect_said "uses.cu:11: error: other_type(float*) is used here"
expect_said "likely cause: other_type(double*) is defined at beside.cpp:1: other parameters"
expect_said "likely cause: it is static in beside.cpp:2, so no other file sees it"
expect_said 'extern "C" stands at one of the two, the declaration here or the function at beside.cpp:4'
expect_said "uses.cu:13: error: from_library is used here"
expect_said "for a library: FLAGS=-lNAME"
expect_said "the first virtual function of Shape has no body in these files"

printf 'int main() {}\n' >empty.cu
emulate 1 FILE=empty.cu FLAGS=-lnowhere
expect_said "there is no library nowhere for FLAGS=-lnowhere"
expect_not_said "collect2"

# Beyond ten the rest is counted.
awk 'BEGIN {
    for (i = 1; i <= 13; i++) print "void f" i "();"
    print "int main() {"
    for (i = 1; i <= 13; i++) print "f" i "();"
    print "}"
}' >many.cu
not_linked many.cu
expect_said "and 3 more that are missing"
finish
