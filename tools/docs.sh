#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The course as pages to read without a network: build/docs/html, made by Doxygen from the texts, the
# contracts and the solutions. `make docs` calls it. Usage: tools/docs.sh [FOLDER]
# What an earlier run made in FOLDER is replaced; a folder with other things of these names is left alone.
# Exit code 1: Doxygen is missing, the folder is somebody else's, or the version that was tried has warned: a page would not be right.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/docs.sh"
. "$root/tools/lib/docs_pages.sh"

command -v doxygen >/dev/null || fail "Doxygen is missing. It makes the pages from the texts and the headers.
Next: tools/setup.sh --docs (or $(docs_install_command)), then: make docs"

folder=${1:-$root/build/docs}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
mark=$folder/made-by-make-docs
if [ ! -f "$mark" ] && [ "$folder" != "$root/build/docs" ]; then
    for part in html work; do
        [ ! -e "$folder/$part" ] || fail "$folder/$part was not made by make docs, so it is left alone.
Next: give another folder, or an empty one"
    done
fi
mkdir -p "$folder/work"
say "tools/docs.sh replaces the folders html and work beside this file." >"$mark"
rm -rf "$folder/html"
make_page_table >"$folder/work/pages.tsv"
find_theme
make_header
make_settings >"$folder/work/Doxyfile"
ln -sf "$root/docs/site/filter.sh" "$folder/work/filter.sh"

export WORKSHOP_ROOT="$root" WORKSHOP_PAGES="$folder/work/pages.tsv"
WORKSHOP_PROJECT=$(sed -n 's/^PROJECT_NAME *= *"\(.*\)"/\1/p' "$root/docs/site/Doxyfile")
export WORKSHOP_PROJECT
status=0
(cd "$folder/work" && doxygen Doxyfile) >"$folder/work/log" 2>&1 || status=$?
# Doxygen wants a line at every member of a struct and every macro. Here names may speak for these.
awk '
    { root = ENVIRON["WORKSHOP_ROOT"] "/"; if (index($0, root) == 1) $0 = substr($0, length(root) + 1) }
    !/Member .*\((variable|enumvalue|enumeration|macro definition|typedef)\) .* is not documented/
' "$folder/work/log" >"$folder/work/warnings"
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
mend_tree
make_search
fill_menu
say "The course as pages: $folder/html/index.html"
