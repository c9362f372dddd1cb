# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads a solution, then a student's file. For each comment "// TODO n:" in the latter, one line:
#   open n      what follows is as in the starter
#   written n   there is other code below it: it was written, and only the comment was left
# What the starter has below a TODO are the STARTER lines of the solution's region n, and the line of
# code after the region. Comments, empty lines and indentation do not count.
function trimmed(line) {
    sub(/^[ \t]+/, "", line)
    sub(/[ \t\r]+$/, "", line)
    return line
}
# The number in "// FILL 2: title" or "// TODO 2: title".
function number_in(line) {
    sub(/^\/\/ [A-Z]+ /, "", line)
    sub(/:.*/, "", line)
    return line
}
function tell() {
    if (todo != "") print (differs ? "written " : "open ") todo
    todo = ""
}
{ line = trimmed($0) }
line == "" { next }
FILENAME != ARGV[2] {
    if (line ~ /^\/\/ FILL [0-9]+:/) {
        region = number_in(line)
        inside = 1
        wants_next = 0
    } else if (line == "// END FILL") {
        inside = 0
        wants_next = 1
    } else if (inside && line ~ /^\/\/ STARTER: /) {
        left[region, ++count[region]] = trimmed(substr(line, length("// STARTER: ") + 1))
    } else if (wants_next && line !~ /^\/\//) {
        left[region, ++count[region]] = line
        wants_next = 0
    }
    next
}
line ~ /^\/\/ TODO [0-9]+:/ {
    tell()
    todo = number_in(line)
    differs = 0
    at = 0
    next
}
line ~ /^\/\// || todo == "" || differs { next }
# All of it is as it came: what stands further down belongs to no TODO.
at > 0 && at == count[todo] { next }
{ if (left[todo, ++at] != line) differs = 1 }
END { tell() }
