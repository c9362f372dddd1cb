#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What a student reads when a kernel file compiles and cannot be linked with the checks. The programs
# are small ones in the same form, linked by the compiler that is here.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
code=0
cxx=${CXX:-c++}
command -v "$cxx" >/dev/null || exit 77

cat >"$scratch/checks.cpp" <<'END'
#include <cstdint>
namespace workshop {
int scale(std::int64_t rows, float* y);
}
int main() { return workshop::scale(1, nullptr); }
END
mkdir -p "$scratch/starter"
cat >"$scratch/show.sh" <<END
root=$root
. "$root/tools/lib/house.sh"
root=$scratch log=$scratch/log folder=$scratch file=starter/kernel.cu
mkdir -p "$scratch/tools/lib"
cp "$root"/tools/lib/*.awk "$scratch/tools/lib/"
show_compiler_messages
END

# link NAME: what is said about the kernel file on stdin.
link() {
    name=$1
    { echo '#include <cstdint>' && cat; } >"$scratch/starter/kernel.cu"
    ! "$cxx" -o "$scratch/program" "$scratch/checks.cpp" -x c++ "$scratch/starter/kernel.cu" \
        >"$scratch/log" 2>&1 || failed "it was linked"
    sh "$scratch/show.sh" >"$output" 2>&1
}

link "another type" <<'END'
namespace workshop {

int scale(int rows, float* y) { return y == nullptr ? rows : 0; }

}  // namespace workshop
END
expect_line "starter/kernel.cu:4: error: scale is here with other parameters than the checks call it with"
expect_line "  likely cause: a type is changed, as int for std::int64_t"
expect_line "Wanted is workshop::scale(long, float*)"
expect_no "ld returned"

link "no namespace" <<'END'
namespace workshop::lesson1 {
int twice(int number) { return 2 * number; }
}  // namespace workshop::lesson1

int scale(std::int64_t rows, float* y) { return y == nullptr ? (int)rows : 0; }
END
expect_line "starter/kernel.cu:6: error: scale is here in no namespace, and the checks call workshop::scale"
expect_no "ld returned"

link "the lesson's own namespace" <<'END'
namespace workshop::lesson1 {
int scale(std::int64_t rows, float* y) { return y == nullptr ? (int)rows : 0; }
}  // namespace workshop::lesson1
END
expect_line "starter/kernel.cu:3: error: scale is here in namespace workshop::lesson1, and"

link "deleted" <<'END'
namespace workshop {
int scale_rows(std::int64_t rows) { return (int)rows; }
}  // namespace workshop
END
expect_line "starter/kernel.cu: error: scale is not in this file, and the checks call it"
expect_no "reset-lesson"
awk -v file=starter/07_x.cu -f "$root/tools/lib/starter_link.awk" "$scratch/starter/kernel.cu" "$scratch/log" \
    >"$output" || failed "awk"
expect_line "starter back: make reset-lesson7, which keeps yours as a backup"

link "a main" <<'END'
namespace workshop {
int scale(std::int64_t rows, float* y) { return y == nullptr ? (int)rows : 0; }
}  // namespace workshop
int main() { return 0; }
END
expect_line "starter/kernel.cu:5: error: the function main is here, and the program that runs this file has one"
expect_no "ld returned"

# What is not known is told as the linker says it.
link "something else" <<'END'
void elsewhere();
namespace workshop {
int scale(std::int64_t rows, float*) { return elsewhere(), (int)rows; }
}  // namespace workshop
END
expect_line "undefined reference to"
expect_line "elsewhere()"
expect_no "likely cause"
finish
