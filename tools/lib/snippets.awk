# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads one Markdown text (variable `page`) and looks at its blocks of code. Variables: root, write (1: print
# the text with fresh blocks), library (snippet.awk). Lines about what is wrong go to stderr. POSIX awk.

function wrong(line, what) {
    print page ":" line ": " what > "/dev/stderr"
    bad = 1
}
function out(line) { if (write) print line }

# As one word of the shell.
function quote(text) {
    gsub(/'/, "'\\''", text)
    return "'" text "'"
}

# The lines of the region, or 0 when there is none.
function fetch(source, region,    command, line, count) {
    gsub(/\\/, "&&", region) # awk reads escapes in -v
    command = "awk -v region=" quote(region) " -f " quote(library) " " quote(root "/" source)
    count = 0
    while ((command | getline line) > 0) fresh[++count] = line
    return close(command) == 0 ? count : 0
}

# The ``` or ~~~ at the beginning of a line, in a list or a quotation as well; "" where there is none.
function fence_of(line) {
    sub(/^[ >]*/, "", line)
    if (!match(line, /^(```+|~~~+)/)) return ""
    return substr(line, 1, RLENGTH)
}
# The language behind it, in small letters: of "``` C++ title" it is c++.
function language_of(line) {
    sub(/^[ >]*(```+|~~~+) */, "", line)
    sub(/[ \t,{].*$/, "", line)
    return tolower(line)
}
# A line that only C++ has: it ends like a statement, or has a word of CUDA. Quoted lines of a report begin
# with their number, and a debugger's with its prompt.
function reads_like_code(line) {
    if (line ~ /^ *[0-9]+[ \t]|^ *[0-9]+ \||^\(gdb\)|^[^ ]*:[0-9]+: /) return 0
    return line ~ /^[ \t]*[A-Za-z_}(*&:].*[A-Za-z0-9_)\]}"'\''];[ \t]*(\/\/.*)?$/ || line ~ /__global__|__device__|__shared__|<<<.*>>>/
}
# A block ends at a fence of its own kind that is as long and has nothing behind it.
function closes(line,    mark) {
    mark = fence_of(line)
    if (length(mark) < length(opened) || substr(mark, 1, 1) != substr(opened, 1, 1)) return 0
    return language_of(line) == "" && line ~ /[`~][ \t]*$/
}

BEGIN {
    count_of_languages = split("c c++ cc cpp cu cuda cuh cxx h hh hpp", languages, " ")
    for (i = 1; i <= count_of_languages; i++) is_code[languages[i]] = 1
}

{ last_line = this_line; this_line = $0 }

inside && closes($0) {
    inside = 0
    if (source == "") {
        if (!length_of_body) wrong(start, "a block of code with nothing in it")
        else wrong(start, "a block of code without a source. Take it from one, and mark it: " body[1])
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
other && closes($0) { other = 0; this_line = ""; out($0); next }
other {
    if (bare && !hidden && reads_like_code($0)) {
        hidden = 1
        wrong(FNR, "this reads like code, in a block without a language. Take it from a source, and mark it: " $0)
    }
    this_line = ""
    out($0)
    next
}
# Under a mark a block without a language is compared as well: a .mutant file, say.
(opened = fence_of($0)) != "" && !(language_of($0) in is_code) && !(last_line ~ /^<!-- snippet:/ && language_of($0) == "") {
    if (last_line ~ /^<!-- snippet:/) wrong(FNR - 1, "no block of code follows this mark")
    other = 1
    bare = language_of($0) ~ /^(text|txt|plain)?$/ && last_line !~ /^<!-- output of /
    hidden = 0
    start = FNR
    out($0)
    next
}

opened != "" {
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
        # It becomes part of a command.
        if (source !~ /^[A-Za-z0-9_.\/-]+$/ || source ~ /^[-\/]|\.\./) {
            wrong(FNR - 1, "no name of a file in this folder: " source)
            stopped = 1
            exit
        }
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
    if (inside || other) wrong(start, "this block never closes")
    if (bad) exit 1
    if (!write) print marks + 0
}
