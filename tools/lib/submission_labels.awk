# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads the list of tools/lib/submissions.sh, `NUMBER NAME` a line, and prints `NUMBER LABEL`: what the
# tables call the files, in `width` columns, each in another way. What all names have in common, in front and
# at the end, is left out: of anna/x.cu and bob/x.cu, anna and bob are left. Where that is still too long to be
# told apart, the rows have numbers, and the names follow as `key NUMBER NAME`.

function common_parts(from_end,    count, at, i, part) {
    count = parts_of[1] - 1
    for (i = 2; i <= files; ++i)
        if (parts_of[i] - 1 < count) count = parts_of[i] - 1
    for (at = 0; at < count; ++at)
        for (i = 2; i <= files; ++i) {
            part = from_end ? parts_of[i] - at : at + 1
            if (parts[i, part] != parts[1, from_end ? parts_of[1] - at : at + 1]) return at
        }
    return count
}
function middle(i, front, behind,    text, at) {
    text = ""
    for (at = front + 1; at <= parts_of[i] - behind; ++at) text = text (text == "" ? "" : "/") parts[i, at]
    return text
}
function short(text, room) { return length(text) <= room ? text : "..." substr(text, length(text) - room + 4) }

/^[0-9]/ {
    number[++files] = $1
    sub(/^[0-9]+ /, "")
    name[files] = $0
    parts_of[files] = split($0, words, "/")
    for (at = 1; at <= parts_of[files]; ++at) parts[files, at] = words[at]
}

END {
    front = behind = 0
    if (files > 1) {
        front = common_parts(0)
        behind = common_parts(1)
        # Of each name a part is left, of the shortest as well.
        for (i = 1; i <= files; ++i)
            if (parts_of[i] - front - 1 < behind) behind = parts_of[i] - front - 1
    }
    clear = 1
    for (i = 1; i <= files; ++i) {
        label[i] = short(middle(i, front, behind), width)
        if (label[i] in seen) clear = 0
        seen[label[i]] = 1
    }
    for (i = 1; i <= files; ++i)
        print number[i], clear ? label[i] : number[i] ": " short(middle(i, front, 0), width - length(number[i]) - 2)
    if (!clear)
        for (i = 1; i <= files; ++i) print "key", number[i], name[i]
}
