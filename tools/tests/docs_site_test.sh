#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the site: Doxygen has nothing to say about any text or public header, and no link is dead. Without
# Doxygen the test is skipped.
# Usage: docs_site_test.sh [without-theme]: as on a machine that has Doxygen and no theme for it
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v doxygen >/dev/null || { echo "skipped: no doxygen. Next: tools/setup.sh --docs"; exit 77; }
tried=$(sed -n 's/^docs_doxygen=//p' "$root/tools/lib/docs.sh")
version=$(doxygen --version | sed 's/ .*//')
[ "$version" = "$tried" ] || { echo "skipped: doxygen $version, and the pages were tried with $tried"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ "${1-}" = without-theme ]; then export WORKSHOP_DOCS_THEME=; fi

"$root/tools/docs.sh" "$scratch/docs"
"$root/tools/check_site.sh" "$scratch/docs/html"

# Every text of the course has a page, the README that of docs/start-here.md, and no page knows where it was made.
status=0
for text in "$root"/lessons/README.md "$root"/lessons/*/README.md "$root"/docs/*.md \
    "$root"/docs/*/*.md "$root"/emulator/README.md "$root"/debugging/README.md "$root"/bench/README.md; do
    [ "${text#"$root"/docs/site/}" = "$text" ] || continue
    page=$(awk -F '\t' -v text="${text#"$root"/}" '$1 == text { print $2 }' "$scratch/docs/work/pages.tsv")
    [ -f "$scratch/docs/html/$page.html" ] || { echo "no page of ${text#"$root"/}"; status=1; }
done
if grep -rlF "$root/" "$scratch/docs/html" >"$scratch/found"; then
    sed "s|^$scratch/docs/html/|the path of this folder stands in |" "$scratch/found" | head -n 5
    status=1
fi
# The lessons come first in the tree, right below the root.
tr -d '\n' <"$scratch/docs/html/navtreedata.js" |
    grep -q 'NAVTREE *= *\[ *\[ "CUDA kernel workshop", "index.html", \[ *\[ "The lessons", "lessons.html"' ||
    { echo "the lessons are not the first thing in the tree of pages"; status=1; }
# No text leads to a solution by the name of a file alone. The links of the texts lead to its source.
cut -f 2 "$scratch/docs/work/pages.tsv" | while read -r page; do
    grep -l '_8cu.html"' "$scratch/docs/html/$page.html" || true
done >"$scratch/found"
sed 's|^.*/|a link that Doxygen has made leads to a kernel file: |' "$scratch/found"
[ ! -s "$scratch/found" ] || status=1
# The search knows a heading by a word inside it.
grep -q '^\[2,"Two stages","Lesson 2[^"]*","lessons-02-block-reduction.html#two-stages"' "$scratch/docs/html/search/texts.js" ||
    { echo "the search does not know the heading Two stages"; status=1; }
exit $status
