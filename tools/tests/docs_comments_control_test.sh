#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Proves that docs_comments_test.sh finds what has no comment, wherever a header of the workshop may hide it.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
command -v doxygen >/dev/null || { echo "skipped: no doxygen. Next: tools/setup.sh --docs"; exit 77; }
ln -s "$(command -v doxygen)" "$scratch/bin/doxygen"
tree="$scratch/my tree"
mkdir -p "$tree/include/workshop" "$tree/emulator/include/emulator" "$tree/checks/support" \
    "$tree/checks/profile" "$tree/checks/pictures" "$tree/bench/support" "$tree/docs"
cp -R "$root/docs/site" "$tree/docs/"
comments() { run "$1" "$root/tools/tests/docs_comments_test.sh" "$tree"; }
# spoiled NAME HEADER WANTED LINE...: a header with these lines
spoiled() {
    header=$2 wanted=$3 named=$1
    shift 3
    printf '%s\n' '/// @file' '/// @brief New.' "$@" >"$tree/$header"
    comments "$named"
    expect_code 1
    expect_line "$wanted"
    rm "$tree/$header"
}
printf '%s\n' '/// @file' '/// @brief A contract.' 'namespace workshop {' '/// @brief One.' 'int one();' '}' \
    >"$tree/include/workshop/one.hpp"
printf '%s\n' 'int cudaThis();' 'struct cudaThat { int of(); };' >"$tree/emulator/include/cuda_this.h"
comments "without a fault"
[ "$code" != 77 ] || { cat "$output"; exit 77; } # a version of Doxygen that was not tried
expect_code 0
expect_line "comments: 2 headers, every function and type has one"

for header in include/workshop/two.hpp emulator/include/two.h emulator/include/emulator/two.h checks/support/two.hpp \
    checks/profile/two.hpp checks/pictures/two.hpp bench/support/two.hpp; do
    spoiled "a function in $header" $header "$header:4: Member two() (function) of namespace workshop" \
        'namespace workshop {' 'int two();' '}'
done
header=include/workshop/two.hpp
spoiled "a static function" $header "Member two() (function)" 'namespace workshop {' 'static inline int two() { return 2; }' '}'
spoiled "a template" $header "Member two(T a) (function)" 'namespace workshop {' 'template <class T> T two(T a);' '}'
spoiled "a type" $header "Compound workshop::Two is not documented" 'namespace workshop {' 'struct Two { int a; };' '}'
spoiled "a member" $header "Member two() (function) of class workshop::Two" 'namespace workshop {' '/// @brief Two.' \
    'class Two {' 'public:' 'int two();' '};' '}'
spoiled "a comment that Doxygen does not read" $header "Member two()" 'namespace workshop {' '// Two.' 'int two();' '}'
spoiled "behind #ifdef" $header "Member two()" 'namespace workshop {' '#ifdef __CUDACC__' 'int two();' '#endif' '}'
spoiled "behind #ifndef" $header "Member two()" 'namespace workshop {' '#ifndef __CUDACC__' 'int two();' '#endif' '}'
spoiled "a namespace of its own" $header "Member two()" 'namespace workshop::fresh {' 'int two();' '}'
echo 'int two();' >"$tree/$header"
comments "a file without a comment"
expect_code 1
expect_line "$header: no comment of the file: /// @file"
finish
