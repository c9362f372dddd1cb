# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Prints a text of a lesson with the list of its common mistakes as it should be: a link to each, in their order,
# between the mark and the next empty line. The text is read twice: awk -f markdown.awk -f mistakes.awk TEXT TEXT
# Exit code 1: a text with such a section has no mark. POSIX awk.
/^## / { inside = /^## Common mistakes/ }
NR == FNR {
    if (inside && /^### /) {
        title = substr($0, 5)
        link[++count] = "[" title "](#" heading_name(title) ")"
    }
    next
}
skipping && /^$/ { skipping = 0 }
skipping { next }
{ print }
inside && /^<!-- list of the mistakes: make snippets writes it -->$/ {
    written = skipping = 1
    line = link[1]
    for (i = 2; i <= count; i++) {
        line = line " ·"
        if (length(line) + length(link[i]) < 125) line = line " " link[i]
        else { print line; line = link[i] }
    }
    print line
}
END { exit count > 0 && !written }
