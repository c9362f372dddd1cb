# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads one Markdown text (variable `page`) and looks at its blocks of C++ code. Variables: root, allowed
# (the file that lists blocks that come from no source), write (1: print the text with fresh blocks),
# library (snippet.awk). Lines about what is wrong go to stderr. POSIX awk.

function wrong(line, what) {
    print page ":" line ": " what > "/dev/stderr"
    bad = 1
}
function out(line) { if (write) print line }

# The lines of the region, or 0 when there is none.
function fetch(source, region,    command, line, count, quoted) {
    quoted = region
    gsub(/\\/, "\\\\", quoted)
    gsub(/'/, "'\\''", quoted)
    command = "awk -v region='" quoted "' -f '" library "' '" root "/" source "'"
    count = 0
    while ((command | getline line) > 0) fresh[++count] = line
    return close(command) == 0 ? count : 0
}

BEGIN {
    while ((getline line < allowed) > 0) {
        if (line ~ /^#/ || line ~ /^ *$/) continue
        at = index(line, ": ")
        known[substr(line, 1, at - 1) SUBSEP substr(line, at + 2)] = 1
    }
}

{ last_line = this_line; this_line = $0 }

inside && /^ *```/ {
    inside = 0
    if (source == "") {
        if (!((page SUBSEP body[1]) in known))
            wrong(start, "a block of code without a source. Mark it, or list it in docs/site/code_without_source.txt: " body[1])
        else used[page SUBSEP body[1]] = 1
        for (i = 1; i <= length_of_body; i++) out(body[i])
    } else {
        same = fresh_count == length_of_body
        for (i = 1; same && i <= fresh_count; i++) same = fresh[i] == body[i]
        if (!same && !write) wrong(start, "the block is not what " source " says under " region ". Next: make snippets")
        for (i = 1; i <= fresh_count; i++) out(fresh[i])
    }
    out($0)
    next
}
inside { body[++length_of_body] = $0; next }

# Any other block: shells, output, a mark shown as an example.
other && /^ *```/ { other = 0; this_line = ""; out($0); next }
other { this_line = ""; out($0); next }
/^ *```/ && !/^ *```(cpp|cuda|c\+\+)$/ {
    if (last_line ~ /^<!-- snippet:/) wrong(FNR - 1, "no block of code follows this mark")
    other = 1
    out($0)
    next
}

/^ *```(cpp|cuda|c\+\+)$/ {
    inside = 1
    start = FNR
    length_of_body = 0
    source = ""
    if (last_line ~ /^<!-- snippet: [^ ]+ .* -->$/) {
        region = last_line
        sub(/^<!-- snippet: /, "", region)
        sub(/ -->$/, "", region)
        at = index(region, " ")
        source = substr(region, 1, at - 1)
        region = substr(region, at + 1)
        fresh_count = fetch(source, region)
        marks++
        if (!fresh_count) { wrong(FNR - 1, "no region " region " in " source); stopped = 1; exit }
    }
    out($0)
    next
}
last_line ~ /^<!-- snippet:/ { wrong(FNR - 1, "no block of code follows this mark") }
{ out($0) }

END {
    if (stopped) exit 1
    for (key in known) {
        split(key, parts, SUBSEP)
        if (parts[1] == page && !(key in used)) wrong(0, "listed as code without a source, and not there: " parts[2])
    }
    if (bad) exit 1
    if (!write) print marks + 0
}
