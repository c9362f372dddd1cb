# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Prints one region of a source file without its indentation. Variable `region`:
#   FILL 2              what a student writes: between "// FILL 2:" and "// STARTER:" or "// END FILL"
#   [name]              between two lines "//! [name]"
#   "first" to "last"   from the line that holds the one text to the next line that holds the other
#   name                a function, a declaration or a type
# Exit code 1: there is no such region, or it is not whole. POSIX awk.

function take(line) { lines[++count] = line }

BEGIN {
    if (region ~ /^FILL [0-9]+$/) kind = "fill"
    else if (region ~ /^\[.*\]$/) kind = "marked"
    else if (region ~ /^".*" to ".*"$/) {
        kind = "lines"
        at = index(region, "\" to \"")
        first = substr(region, 2, at - 2)
        last = substr(region, at + 6)
        last = substr(last, 1, length(last) - 1)
    } else kind = "name"
}

state == 2 { next }

kind == "fill" {
    if (!state && index($0, "// " region ":")) { state = 1; next }
    if (state && /^ *\/\/ (STARTER:|END FILL)/) { state = 2; next }
    if (state) take($0)
}
kind == "marked" {
    text = $0
    sub(/^ */, "", text)
    if (text == "//! " region) { state++; next }
    if (state) take($0)
}
kind == "lines" {
    if (!state && index($0, first)) { state = 1; take($0); if (first == last) state = 2; next }
    if (state) { take($0); if (index($0, last)) state = 2 }
}
# A name counts where it is declared: not in a comment, not as a part of another name.
kind == "name" {
    code = $0
    sub(/\/\/.*$/, "", code)
    if (!state && code !~ /return/ && (" " code) ~ ("[ *&]" region " *\\(|(struct|class|enum class|enum) " region "[ {]")) {
        state = 1
        if (before ~ /^ *template *</) take(before)
    }
    before = $0
    if (!state) next
    take($0)
    depth += gsub(/[({]/, "", code)
    depth -= gsub(/[)}]/, "", code)
    if (depth == 0 && code ~ /;[ ]*$/ || depth == 0 && $0 ~ /\} *(\/\/.*)?$/) state = 2
}

END {
    if (state != 2 || !count) exit 1
    indent = -1
    # A line of the preprocessor stands at the edge wherever it is.
    for (i = 1; i <= count; i++) if (lines[i] !~ /^ *$/ && lines[i] !~ /^#/) {
        match(lines[i], /^ */)
        if (indent < 0 || RLENGTH < indent) indent = RLENGTH
    }
    for (i = 1; i <= count; i++) print lines[i] ~ /^#/ ? lines[i] : substr(lines[i], indent + 1)
}
