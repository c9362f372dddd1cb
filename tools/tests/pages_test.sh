#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The pages of docs/ agree with the repository: every check and test that the page about numerics names
# exists, every function of the ladder has its heading, the terms of the glossary are in the order of the alphabet and
# none is empty, its letters lead to them, every kept result is linked, the shares of cuBLAS that lesson 7 tells of its variants
# were measured, and the index lists every page. Lessons say
# multiprocessor or CPU, and never processor, which can be either. Usage: pages_test.sh [FOLDER]
set -eu
awk=$(cd "$(dirname "$0")/../lib" && pwd)/markdown.awk
cd "${1:-$(dirname "$0")/../..}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
complain() { echo "$1"; status=1; }

# "serial_softmax.NanInRow" of the kill table, and "Suite.Name" of the tests of the checks.
{
    grep -o '[a-z_0-9]*\.[A-Z][A-Za-z0-9]*' checks/mutants/kills.txt
    cat checks/tests/*.cpp | sed -n 's/^TEST(\([A-Za-z0-9]*\), \([A-Za-z0-9]*\)).*/\1.\2/p'
} | sort -u >"$scratch/known"
grep -o '`[*A-Za-z_0-9]*\.[A-Z][A-Za-z0-9]*`' docs/numerics.md | tr -d '`' | sort -u >"$scratch/named"
[ "$(wc -l <"$scratch/named")" -gt 20 ] || complain "docs/numerics.md names hardly any check"
while IFS= read -r name; do
    case $name in
        \*.*) grep -q "^[a-z].*\.${name#\*.}\$" "$scratch/known" ;;
        *) grep -qx "$name" "$scratch/known" ;;
    esac || complain "docs/numerics.md names $name, and there is no such check or test"
done <"$scratch/named"

grep -v '^#' bench/report/ladder.txt | awk -F '|' 'NF > 3 { gsub(/ /, "", $2); print $2 }' >"$scratch/functions"
while IFS= read -r function; do
    grep -q "^## .* $function\$" docs/ladder.md || complain "docs/ladder.md has no heading for $function"
done <"$scratch/functions"

sed -n 's/^## //p' docs/glossary.md | tr 'A-Z' 'a-z' >"$scratch/terms"
LC_ALL=C sort "$scratch/terms" | cmp -s - "$scratch/terms" || complain "the terms of docs/glossary.md are not in order"
awk '/^## / { if (term && !text) print term; term = $0; text = 0; next } NF { text = 1 }
    END { if (!text) print term }' docs/glossary.md >"$scratch/empty"
while IFS= read -r term; do complain "docs/glossary.md says nothing about '$term'"; done <"$scratch/empty"

# A letter of the alphabet leads to the first term that begins with it.
sed -n 's/^## //p' docs/glossary.md | awk "$(cat "$awk")"'{ letter = toupper(substr($0, 1, 1))
    if (!seen[letter]++) print "[" letter "](#" heading_name($0) ")" }' >"$scratch/letters"
sed '/^## /,$d' docs/glossary.md | grep -o '\[[A-Z]\](#[^)]*)' >"$scratch/linked" || true
cmp -s "$scratch/letters" "$scratch/linked" ||
    complain "the letters at the top of docs/glossary.md should be: $(tr '\n' ' ' <"$scratch/letters")"

# What a GPU gave can be read: each file of it is linked, or its folder.
find docs/results -mindepth 2 -type f | sort | sed 's|^docs/results/||' >"$scratch/results"
while IFS= read -r file; do
    grep -qF "]($file)" docs/results/README.md || grep -qF "]($(dirname "$file"))" docs/results/README.md ||
        complain "docs/results/README.md does not link $file"
done <"$scratch/results"

# The shares in this part of lesson 7 stand in the file that it names; those of tables are compared elsewhere.
sed -n '/^## How far from cuBLAS/,/^## Common mistakes/p' lessons/07-tiled-gemm/README.md | tr '\n' ' ' |
    grep -oE '[0-9]+\.[0-9]+ (to [0-9.]+ )?%' | grep -oE '[0-9]+\.[0-9]+' | sort -u >"$scratch/shares"
[ "$(wc -l <"$scratch/shares")" -ge 5 ] || complain "lesson 7 tells hardly any share of cuBLAS"
while IFS= read -r share; do
    grep -qF " $share % of cuBLAS" docs/results/h200/gemm_variants.txt ||
        complain "lesson 7 tells of $share % of cuBLAS, and docs/results/h200/gemm_variants.txt has no such share"
done <"$scratch/shares"

for page in docs/*.md docs/*/README.md; do
    name=${page#docs/}
    [ "$name" = README.md ] || grep -qF "]($name)" docs/README.md || complain "docs/README.md does not list $name"
done

grep -rniE '(^|[^a-z])processors?([^a-z]|$)' lessons --include='*.md' --include='*.txt' --include='*.svg' >"$scratch/processors" || true
while IFS= read -r line; do
    complain "$(echo "$line" | cut -d : -f 1,2): 'processor' can be two things; say multiprocessor, or CPU"
done <"$scratch/processors"
exit $status
