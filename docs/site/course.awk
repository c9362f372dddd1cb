# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The pages of the course, from pages.tsv: as a list in a list for the page "The course", which Doxygen leaves
# empty because all texts hang on the main page; and as entries of the menu, which is all that a phone shows.
# Variable `as`: list or menu. POSIX awk.

BEGIN { FS = "\t" }
{
    path[NR] = $1
    label[NR] = $2
    title[NR] = $3
    above[NR] = $4
}

function list(parent,    i, out) {
    for (i = 2; i <= NR; i++)
        if (above[i] == parent) out = out "<li><a href=\"" label[i] ".html\">" title[i] "</a>" list(path[i]) "</li>\n"
    return out == "" ? "" : "<ul>\n" out "</ul>"
}

function menu(parent,    i, name, out) {
    for (i = 2; i <= NR; i++) {
        if (above[i] != parent) continue
        name = title[i]
        gsub(/\\/, "\\\\", name)
        gsub(/"/, "\\\"", name)
        out = out (out == "" ? "" : ",\n") "{text:\"" name "\",url:\"" label[i] ".html\"" menu(path[i]) "}"
    }
    return out == "" ? "" : ",children:[\n" out "]"
}

END { printf "%s", as == "menu" ? menu(path[1]) : list(path[1]) }
