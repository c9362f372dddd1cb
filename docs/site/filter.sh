#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Doxygen calls this for each file and reads what it prints. tools/docs.sh sets the variables.
site=$WORKSHOP_ROOT/docs/site
page=${1#"$WORKSHOP_ROOT/"}
case $page in
    *.md)
        exec awk -v page="$page" -v pages="$WORKSHOP_PAGES" -v project="$WORKSHOP_PROJECT" -f "$WORKSHOP_ROOT/tools/lib/markdown.awk" \
            -f "$site/mathml.awk" -f "$site/markdown.awk" "$1"
        ;;
    *.hpp)
        # There is a type with the name What, and many a comment that begins with this word.
        exec sed -e '/^ *\/\/\//!b' -e 's/\([^%A-Za-z0-9_]\)What\([^A-Za-z0-9_]\)/\1%What\2/' \
            -e 's/\([^%A-Za-z0-9_]\)What$/\1%What/' "$1"
        ;;
    *) exec awk -f "$site/source.awk" "$1" ;;
esac
