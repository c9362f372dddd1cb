# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads the scripts of the site that lead to pages, the menu, the tree and what the search knows, by their paths from the
# folder of the site. Prints as site_links.awk
#   link<TAB>script<TAB>path<TAB>anchor   for every text in quotes that is the address of a page.
# POSIX awk.
FNR == 1 {
    folder = FILENAME
    if (!sub(/[^\/]*$/, "", folder)) folder = ""
}
/^var NAVTREEINDEX/ { names_only = FILENAME } # from here on names to look up, and no links
names_only == FILENAME { next }
{
    rest = $0
    while (match(rest, /["'][^"' <>]+\.html(#[^"' <>]*)?["']/)) {
        value = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH - 1)
        if (value ~ /^[a-z]+:/) continue
        at = index(value, "#")
        path = at ? substr(value, 1, at - 1) : value
        # What the search finds is named from its folder, or from the one of the site.
        if (folder != "") sub(/^\.\.\//, "", path)
        print "link\t" FILENAME "\t" path "\t" (at ? substr(value, at + 1) : "-")
    }
}
