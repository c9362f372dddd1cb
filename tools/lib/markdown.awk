# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What every reader of the Markdown texts needs: the anchors that GitHub makes, and where a relative link
# leads. `folder` is the folder of the page, with a slash at the end, or empty. POSIX awk.

# The name that GitHub gives a heading: lower case, punctuation dropped, blanks to hyphens.
function heading_name(text) {
    gsub(/!?\[/, "", text)               # a link in a heading counts by its text
    gsub(/\]\([^)]*\)/, "", text)
    gsub(/<[^>]*>/, "", text)
    text = tolower(text)
    gsub(/[!-,.\/:-@\[-^`{-~]/, "", text) # ASCII punctuation except "-" and "_"
    gsub(/ /, "-", text)
    return text
}

# Joins a link to the folder of the page and resolves "." and "..".
function resolve(path,    parts, count, kept, depth, i, joined) {
    joined = substr(path, 1, 1) == "/" ? substr(path, 2) : folder path
    count = split(joined, parts, "/")
    depth = 0
    for (i = 1; i <= count; i++) {
        if (parts[i] == "" || parts[i] == ".") continue
        if (parts[i] == ".." && depth > 0 && kept[depth] != "..") depth--
        else kept[++depth] = parts[i]
    }
    joined = depth ? kept[1] : "."
    for (i = 2; i <= depth; i++) joined = joined "/" kept[i]
    return joined
}
