#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The course as pages to read without a network: build/docs/html, made by Doxygen from the texts, the
# contracts and the solutions. `make docs` calls it. Usage: tools/docs.sh [FOLDER]
# Exit code 1: Doxygen is missing, or the version that was tried has warned: a page would not be right.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/docs.sh"
. "$root/tools/lib/docs_pages.sh"

command -v doxygen >/dev/null || fail "Doxygen is missing. It makes the pages from the texts and the headers.
Next: tools/setup.sh --docs (or $(docs_install_command)), then: make docs"

folder=${1:-$root/build/docs}
mkdir -p "$folder/work"
folder=$(cd "$folder" && pwd)
rm -rf "$folder/html"
make_page_table >"$folder/work/pages.tsv"
find_theme
make_header
make_settings >"$folder/work/Doxyfile"

export WORKSHOP_ROOT="$root" WORKSHOP_PAGES="$folder/work/pages.tsv"
WORKSHOP_PROJECT=$(sed -n 's/^PROJECT_NAME *= *"\(.*\)"/\1/p' "$root/docs/site/Doxyfile")
export WORKSHOP_PROJECT
status=0
doxygen "$folder/work/Doxyfile" >"$folder/work/log" 2>&1 || status=$?
# Doxygen wants a line at every member of a struct and every macro. Here names may speak for these.
sed -e "s|^$root/||" -e "/Member .*(\(variable\|enumvalue\|enumeration\|macro definition\|typedef\)) .* is not documented/d" "$folder/work/log" >"$folder/work/warnings"
version=$(doxygen --version | sed 's/ .*//')
if [ "$status" -ne 0 ] || { [ -s "$folder/work/warnings" ] && [ "$version" = "$docs_doxygen" ]; }; then
    complain "Doxygen has found something wrong in the texts or the comments:"
    head -n 40 "$folder/work/warnings" >&2
    fail "Everything it said: $folder/work/warnings"
fi
if [ -s "$folder/work/warnings" ]; then
    complain "This is Doxygen $version, with warnings. The pages were tried with $docs_doxygen only."
    complain "What it said: $folder/work/warnings"
fi
finish_pages
rename_scripts
extend_search
say "The course as pages: $folder/html/index.html"
