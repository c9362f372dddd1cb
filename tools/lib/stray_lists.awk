# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Finds a line of a paragraph that begins like an item of a list, because the line was broken there: "...is"
# and then "1. One is enough". GitHub and the site make a list of it. A list that is meant begins behind an
# empty line, or goes on from an item that is indented as far. Prints FILE:LINE and the line; exit code 1: there is one.
# Usage: awk -f stray_lists.awk FILE...   POSIX awk.
FNR == 1 { before = ""; fence = item = "" }
/^ *(```|~~~)/ {
    mark = $0
    sub(/^ */, "", mark)
    mark = substr(mark, 1, 3)
    if (fence == "") fence = mark
    else if (fence == mark) fence = ""
    before = ""
    next
}
fence != "" { next }
/^ *([-+*]|[0-9]+[.)]) / {
    match($0, /^ */)
    if (before !~ /^ *$/ && before !~ /^ *<!--.*-->$/ && (item == "" || RLENGTH > item + 0)) {
        print FILENAME ":" FNR ": " $0
        found = 1
    } else item = RLENGTH ""
    before = $0
    next
}
/^[^ ]/ && before ~ /^ *$/ { item = "" }
{ before = $0 }
END { exit found }
