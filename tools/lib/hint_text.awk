# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# One hint of a hints.md as text for a terminal: paragraphs wrapped at 96 columns and indented, code
# blocks as they are, links as the place they lead to. A hint is what stands below "### Step S" below
# "## TODO N". Variables: todo, step, folder (of the lesson, as a person calls it).

function place(target) {
    if (target ~ /^#/) return folder "/README.md" target
    if (target ~ /^\.\.\/\.\.\//) return substr(target, 7)
    if (target ~ /^\.\.\//) return "lessons/" substr(target, 4)
    return target ~ /:\/\// ? target : folder "/" target
}

# [text](target) becomes: "text" (place)
function links(line,    words, target, start, size) {
    while (match(line, /\[[^]]*\]\([^)]*\)/)) {
        start = RSTART
        size = RLENGTH
        words = target = substr(line, start, size)
        sub(/^\[/, "", words)
        sub(/\]\(.*$/, "", words)
        sub(/^.*\]\(/, "", target)
        sub(/\)$/, "", target)
        line = substr(line, 1, start - 1) "\"" words "\" (" place(target) ")" substr(line, start + size)
    }
    return line
}

function flush_paragraph(    words, count, i, line) {
    count = split(links(paragraph), words, " ")
    for (i = 1; i <= count; i++) {
        if (line != "" && length(line) + length(words[i]) > 93) {
            print "  " line
            line = ""
        }
        line = line == "" ? words[i] : line " " words[i]
    }
    if (line != "") print "  " line
    paragraph = ""
}

# A blank line stands between what is shown, not before or after it.
function gap() {
    flush_paragraph()
    if (wanted_gap) print ""
    wanted_gap = 0
}

/^## / && !code { flush_paragraph(); inside = $2 == "TODO" && $3 == todo ":"; shown = 0; next }
/^### / && !code { flush_paragraph(); shown = inside && $2 == "Step" && $3 == step ":"; next }
!shown { next }
/^```/ { if (!code) gap(); code = !code; if (!code) wanted_gap = 1; next }
code { print "      " $0; next }
/^ *$/ { if (paragraph != "") { flush_paragraph(); wanted_gap = 1 } next }
{ if (paragraph == "") gap(); paragraph = paragraph " " $0 }
END { flush_paragraph() }
