#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The pages of docs/ agree with the repository: every check and test that the page about numerics names
# exists, every function of the ladder has its heading, the terms of the glossary are in the order of the alphabet and
# none is empty, and the index lists every page. Usage: pages_test.sh [FOLDER]
set -eu
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

for page in docs/*.md docs/*/README.md; do
    name=${page#docs/}
    [ "$name" = README.md ] || grep -qF "]($name)" docs/README.md || complain "docs/README.md does not list $name"
done
exit $status
