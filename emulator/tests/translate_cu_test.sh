#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What a person sees of the translator: exit codes, files, and the compiler's messages.
# Arguments: translate_cu, the include folder of the CPU device, a C++ compiler.
set -u
translate=$1 include=$2 compiler=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# expect NAME: reads the text on stdin; $text must be part of it
expect() {
    if ! grep -qF -- "$2" "$folder/messages"; then
        echo "FAILED: $1: expected '$2' in:"
        cat "$folder/messages"
        failures=$((failures + 1))
    fi
}
# compile FILE: translates and compiles; messages go to $folder/messages, the result is the exit code
compile() {
    "$translate" "$folder/$1" "$folder/out.cpp" >"$folder/messages" 2>&1 &&
        "$compiler" -std=c++17 -fsyntax-only -Wall -Wextra -Werror -isystem "$include" \
            "$folder/out.cpp" >"$folder/messages" 2>&1
}
check() {
    if ! "$@"; then
        echo "FAILED: $*"
        failures=$((failures + 1))
    fi
}

check test "$("$translate" >/dev/null 2>&1; echo $?)" = 2
check test "$("$translate" "$folder/none.cu" "$folder/out.cpp" 2>"$folder/messages"; echo $?)" = 2
expect "a missing file" "$folder/none.cu: error: cannot be read"

# A source that cannot be translated: a message like a compiler's, and no output.
printf '__global__ void k();\nvoid f() { k<<<1, 1(); }\n' >"$folder/open.cu"
check test "$("$translate" "$folder/open.cu" "$folder/out.cpp" 2>"$folder/messages"; echo $?)" = 1
expect "an open launch" "$folder/open.cu:2:13: error: this '<<<' of a launch has no matching '>>>'"
check test ! -e "$folder/out.cpp"

# A known limit: a macro that turns a launch into a text gives the translated one. If this test fails, the launch
# is shown as it was written: then take the limit out of emulator/README.md.
printf '%s\n%s\n%s\n%s\n' '#include <cuda_runtime.h>' '#define TEXT(call) #call' \
    '__global__ void k() {}' 'const char* text() { return TEXT(k<<<1, 64>>>()); }' >"$folder/text.cu"
check compile text.cu
check test -n "$("$compiler" -std=c++17 -E -P -isystem "$include" "$folder/out.cpp" |
    grep -F 'return "' | grep -F 'configure(1, 64)')"

# The compiler's first message names the person's own line and column, and no file of ours.
first_message() {
    if ! head -n 1 "$folder/messages" | grep -q "^$folder/$1:"; then
        echo "FAILED: the first line should name $1:"
        cat "$folder/messages"
        failures=$((failures + 1))
    fi
    expect "$1" "$2"
    if grep -q "emulator/launch.h" "$folder/messages"; then
        echo "FAILED: $1: a message names a header of the CPU device:"
        cat "$folder/messages"
        failures=$((failures + 1))
    fi
}
include_line='#include <cuda_runtime.h>'
printf '%s\n__global__ void k(int* p) { *p = undeclared; }\n' "$include_line" >"$folder/name.cu"
check test "$(compile name.cu; echo $?)" != 0
first_message name.cu "$folder/name.cu:2:34: error:"

printf '%s\n__global__ void k(int*) {}\nvoid f(float* p) {\n    k<<<1, 1>>>(p, 2);\n}\n' "$include_line" \
    >"$folder/arguments.cu"
check test "$(compile arguments.cu; echo $?)" != 0
first_message arguments.cu "$folder/arguments.cu:4:"

# CUDA forbids it, and nvcc does not notice: a kernel cannot reach a variable of the host.
reference="a parameter of a __global__ function cannot be a reference"
printf '%s\n__global__ void k(int& n) { n = 7; }\nvoid f(int n) { k<<<1, 1>>>(n); }\n' "$include_line" \
    >"$folder/reference.cu"
check test "$(compile reference.cu; echo $?)" != 0
expect reference.cu "$reference"
expect reference.cu "$folder/reference.cu:3:"
printf '%s\n__global__ void k(const int& n) {}\nvoid f(void** a) { cudaLaunchKernel((void*)k, 1, 1, a); }\n' \
    "$include_line" >"$folder/by_address.cu"
check test "$(compile by_address.cu; echo $?)" != 0
expect by_address.cu "$reference"

printf '%s\nvoid f() {\n    missing<<<1, 1>>>();\n}\n' "$include_line" >"$folder/kernel.cu"
check test "$(compile kernel.cu; echo $?)" != 0
first_message kernel.cu "$folder/kernel.cu:3:5: error:"

printf '%s\n__global__ void k(int* p) {\n    asm("mov.u32 %%0, 1;" : "=r"(*p));\n}\n' "$include_line" \
    >"$folder/asm.cu"
check test "$(compile asm.cu; echo $?)" != 0
first_message asm.cu "inline PTX (asm) is not supported by the CPU device"

printf '%s\n#include <mma.h>\n' "$include_line" >"$folder/mma.cu"
check test "$(compile mma.cu; echo $?)" != 0
expect "a header that is missing" "tensor core fragments are not supported by the CPU device"

# Functions of the device that are not there. The compiler says so when it makes the call.
refused() {
    printf '%s\n__global__ void k(int* p, unsigned long long t) {\n    %s;\n}\n' "$include_line" "$2" \
        >"$folder/$1.cu"
    "$translate" "$folder/$1.cu" "$folder/out.cpp"
    check test "$("$compiler" -std=c++17 -O1 -isystem "$include" -c "$folder/out.cpp" \
        -o "$folder/out.o" >"$folder/messages" 2>&1; echo $?)" != 0
    expect "$1" "$folder/$1.cu:3:"
    expect "$1" "$3"
}
refused surface '*p = surf2Dread<int>(t, 0, 0)' "surfaces are not supported by the CPU device"
refused texture '*p = tex2D<int>(t, 0, 0)' "textures are not supported by the CPU device"
refused simd '*p = __vadd4(*p, 1)' "__vadd4: SIMD functions of integers are not supported by the CPU device"
refused shuffle '*p = __shfl(*p, 0)' "__shfl was removed from CUDA; write __shfl_sync with a mask"

# A byte order mark, line ends of Windows, tabs, and braces around the launch's dimensions.
printf '\357\273\277%s\r\n__global__ void k(int*) {}\r\nvoid f(int* p) {\r\n\tk<<<{1}, {4, 2}>>>(p);\r\n}\r\n' \
    "$include_line" >"$folder/mark.cu"
check compile mark.cu

# Files that are included are not translated, which is said.
printf '#pragma once\n__global__ void k();\ninline void f() { k<<<1, 1>>>(); }\n' >"$folder/part.cuh"
printf '%s\n#include "part.cuh"\n' "$include_line" >"$folder/whole.cu"
check test "$(compile whole.cu; echo $?)" != 0
expect "an included launch" "$folder/whole.cu:2:10: error: \"part.cuh\" line 3 launches a kernel"

# With --includes they are: copies of those that hold CUDA code, and of those that include one.
mkdir -p "$folder/copies" "$folder/more"
printf '#pragma once\n#include "plain.h"\n#include <inner.cuh>\n' >"$folder/outer.h"
printf 'inline int plain() { return 1; }\n' >"$folder/plain.h"
printf '#pragma once\n#include "outer.h"\n__global__ void k();\ninline void f() { k<<<1, plain()>>>(); }\n' \
    >"$folder/more/inner.cuh"
printf '%s\n#include "plain_too.h"\n#include "outer.h"\n#include "outer.h"\nvoid g() { f(); }\n' \
    "$include_line" >"$folder/whole.cu"
printf '#define PLAIN\n' >"$folder/plain_too.h"
with_includes() {
    "$translate" --includes "$folder/copies" -I "$folder/more" -I "$folder" --dependencies \
        "$folder/names" "$folder/whole.cu" "$folder/out.cpp" >"$folder/messages" 2>&1 &&
        "$compiler" -std=c++17 -fsyntax-only -Wall -Wextra -Werror -isystem "$include" \
            -iquote "$folder" "$folder/out.cpp" >"$folder/messages" 2>&1
}
check with_includes
check test "$(find "$folder/copies" -type f | wc -l)" -eq 2
for name in whole.cu plain.h plain_too.h outer.h more/inner.cuh; do
    check grep -qx ".*/$name" "$folder/names"
done
# Messages are about the person's file, not about the copy.
printf '#pragma once\n__global__ void k();\ninline void f() { k<<<1, nothing>>>(); }\n' >"$folder/more/inner.cuh"
check test "$(with_includes; echo $?)" != 0
expect "an error in an included file" "more/inner.cuh:3:"
printf '#pragma once\ninline void f() { k<<<1, 1(); }\n' >"$folder/more/inner.cuh"
check test "$(with_includes; echo $?)" != 0
expect "an included file that cannot be translated" "more/inner.cuh:2:20: error: this '<<<' of a launch"

[ "$failures" -eq 0 ] && echo "all as expected"
exit "$failures"
