#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every function and type that a header of the workshop declares has a comment of Doxygen, also in the
# headers that have no page: those of the CPU device that declare what CUDA has, and those of the profile
# and the pictures. What stands there under the names of CUDA is described by NVIDIA and left out.
# Headers are read twice, since what stands behind an #if is not seen by a single reading.
# Usage: docs_comments_test.sh [ROOT]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v doxygen >/dev/null || { echo "skipped: no doxygen. Next: tools/setup.sh --docs"; exit 77; }
tried=$(sed -n 's/^docs_doxygen=//p' "$root/tools/lib/docs.sh")
version=$(doxygen --version | sed 's/ .*//')
[ "$version" = "$tried" ] || { echo "skipped: doxygen $version, and the comments were tried with $tried"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "${1:-$root}"
find include emulator/include checks/support checks/profile checks/pictures bench/support \
    \( -name '*.h' -o -name '*.hpp' \) -type f | sort >"$scratch/headers"

# Doxygen says nothing of the functions of a file that it does not know to be described.
while IFS= read -r header; do
    case $header in emulator/*) grep -q '^namespace workshop' "$header" || continue ;; esac
    grep -q '^/// @file' "$header" || echo "$header: no comment of the file: /// @file"
done <"$scratch/headers" >"$scratch/found"

for defined in "" "__CUDACC__ __CUDA_ARCH__=900 __clang__ __linux__ WORKSHOP_BACKEND_EMULATOR"; do
    {
        cat docs/site/Doxyfile
        echo "PREDEFINED += $defined"
        echo "OUTPUT_DIRECTORY = \"$scratch\""
        # Where it makes no pages at all, it complains of that.
        printf '%s\n' 'EXTRACT_STATIC = YES' 'GENERATE_HTML = NO' 'GENERATE_XML = YES' 'XML_PROGRAMLISTING = NO' \
            'SOURCE_BROWSER = NO' 'VERBATIM_HEADERS = NO' 'INPUT = docs/site/namespaces.dox \'
        sed 's/.*/    "&" \\/' "$scratch/headers"
        echo
    } >"$scratch/Doxyfile"
    doxygen "$scratch/Doxyfile" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
    sed "s|^$PWD/||" "$scratch/log" |
        grep -e '(function) of .* is not documented' -e 'Compound .* is not documented' |
        grep -e '^emulator/.* [a-zC]* workshop[ :]' -e '^[^e]' | sed 's/ warning://' >>"$scratch/found" || true
done
[ -s "$scratch/headers" ] || { echo "no headers in $PWD"; exit 1; }
if [ -s "$scratch/found" ]; then
    sort -u "$scratch/found"
    exit 1
fi
echo "comments: $(($(wc -l <"$scratch/headers"))) headers, every function and type has one"
