# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Says in words why a kernel file was not linked with the checks. Reads the kernel file, and then the log
# of the build. Variable: file, the name of the kernel file. Prints nothing when it knows nothing.

function base(name) {
    sub(/\(.*/, "", name)
    sub(/^.*::/, "", name)
    return name
}
function say(line, what, cause, next_step) {
    if (reports++) print ""
    print file (line ? ":" line : "") ": error: " what
    print "  likely cause: " cause
    print "  next: " next_step
}

# What else helps where the whole file is a wrong one.
function put_back(    number) {
    if (!match(file, /^starter\/[0-9]+/)) return ""
    number = substr(file, 9, RLENGTH - 8)
    sub(/^0+/, "", number)
    return "; or put the\n    starter back: make reset-lesson" number ", which keeps yours as a backup"
}

FILENAME == ARGV[1] {
    # Where a function of that name begins: its type, its name, and a parenthesis.
    if (match($0, /^[ \t]*[A-Za-z_][A-Za-z_0-9:<> *&]*[ *&][A-Za-z_][A-Za-z_0-9]*\(/)) {
        name = substr($0, RSTART, RLENGTH - 1)
        sub(/^.*[ *&]/, "", name)
        if (!(name in begins)) begins[name] = FNR
    }
    # Only what stands at the margin: a lesson's functions are in namespace workshop itself.
    if ($0 ~ /^namespace [a-z0-9_:]+ *\{/) {
        inside = $2
        sub(/\{.*/, "", inside)
    } else if ($0 ~ /^\}/ && $0 ~ /namespace/) {
        inside = ""
    }
    if (name != "" && !(name in where)) where[name] = inside
    name = ""
    next
}

{ gsub(/‘|’/, "'") }
match($0, /undefined (reference to|symbol:) [`']?workshop::[^']*/) {
    name = substr($0, RSTART, RLENGTH)
    sub(/^undefined (reference to|symbol:) [`']?/, "", name)
    if (name in told) next
    told[name] = 1
    short = base(name)
    if (name ~ /^workshop::[a-z0-9_]+\(/) missing[++missings] = name
}
/multiple definition of [`']main'/ || /duplicate symbol: main$/ { has_main = 1 }

END {
    for (i = 1; i <= missings; i++) {
        short = base(missing[i])
        if (!(short in begins)) {
            say(0, short " is not in this file, and the checks call it", \
                "it was deleted, or given another name, or this is another file", \
                "write it as the header in include/workshop/ declares it, in namespace workshop" put_back())
        } else if (where[short] != "workshop") {
            say(begins[short], short " is here in " \
                (where[short] == "" ? "no namespace" : "namespace " where[short]) ", and the checks call workshop::" short, \
                "the lines \"namespace workshop {\" and \"}\" around it are gone or elsewhere", \
                "put the function between them, as it was when the file came")
        } else {
            say(begins[short], short " is here with other parameters than the checks call it with", \
                "a type is changed, as int for std::int64_t: C++ takes that for another function", \
                "copy its first lines from the header in include/workshop/. Wanted is " missing[i])
        }
    }
    if (has_main)
        say(begins["main"], "the function main is here, and the program that runs this file has one", \
            "a lesson's file has kernels and functions only; the checks call them", \
            "delete main. A whole program runs with: make emulate FILE=name.cu")
}
