# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Says in words why a program of make emulate was not linked. Reads two files: the symbols of its objects,
# a line each, "NUMBER of the object|KIND as nm gives it|NAME|PLACE", and what the linker said.
# Variable: sources, the names of the source files, a line each. Prints nothing when it knows nothing.

BEGIN { FS = "|"; source_count = split(sources, source, "\n") }

function say(place, what, cause, next_step) {
    if (reports++) print ""
    print (place == "" ? "" : place ": ") "error: " what
    if (cause != "") print "  likely cause: " cause
    print "  next: " next_step
}
# The name of a function without types: "int twice<int>(int)" is twice. `of` keeps "S::".
function base(name) {
    sub(/\(.*/, "", name)
    sub(/<.*/, "", name)
    sub(/^.* /, "", name)
    return name
}
function file_of(place) { sub(/:[0-9]+$/, "", place); return place }
function is_source(file,    i) {
    for (i = 1; i <= source_count; i++) if (source[i] == file) return 1
    return 0
}
# The file names of FILE without those of one of them.
function others(file,    i, text) {
    for (i = 1; i <= source_count; i++)
        if (source[i] != file) text = text (text == "" ? "" : " ") source[i]
    return text
}
function all_files(    i, text) {
    for (i = 1; i <= source_count; i++) text = text source[i] " "
    return text
}

function tell_twice(name,    first, second, i, cause, next_step) {
    first = second = 0
    for (i = 1; i <= symbols; i++) {
        if (symbol[i] != name || kind[i] !~ /^[TDBRCS]$/) continue
        if (!first) first = i
        else if (!second && object[i] != object[first]) second = i
    }
    if (!first) { # no nm here, or a name that it writes in another way
        say("", name " is defined twice", "", "keep one of them")
        return
    }
    if (!second) {
        say(place[first], name " is defined here, and in a library or the CPU device as well", \
            "it has the name of a function that is there already", "give it another name")
        return
    }
    if (place[first] == place[second] && is_source(file_of(place[first]))) {
        say(place[first], name " is defined twice: FILE names " file_of(place[first]) \
            ", and another of its files includes it", \
            "a file with functions is both named and included", \
            "name it once: FILE=\"" others(file_of(place[first])) "\"")
    } else if (place[first] == place[second] && place[first] != "") {
        say(place[first], name " is defined twice: " source[object[first]] " and " \
            source[object[second]] " both include this file", \
            "a function or variable in a header, without inline", \
            "write inline before it (static before a kernel), or keep the declaration here and move the " \
            "rest to one .cu file")
    } else {
        cause = "the same function in two files that were one program before, or two programs in FILE"
        next_step = "keep one of them, or make both static"
        if (name == "main") {
            cause = "FILE names two programs; it takes the files of one"
            next_step = "name the files of one program: FILE=\"" others(source[object[second]]) "\""
        }
        say(place[second], name " is defined twice: here and at " \
            (place[first] == "" ? source[object[first]] : place[first]), cause, next_step)
    }
}

function tell_missing(name,    i, used, like, hidden, what, where, cause, next_step) {
    for (i = symbols; i >= 1; i--) {
        if (kind[i] == "U") {
            if (symbol[i] == name) used = i
        } else if (symbol[i] == name) {
            hidden = i
        } else if (base(symbol[i]) == base(name) && kind[i] ~ /[TWVi]/) {
            like = i
        }
    }
    cause = "the file that defines it is not named, or its body was never written"
    next_step = "name the missing files: FILE=\"" all_files() "other.cu\""
    where = like ? (place[like] == "" ? source[object[like]] : place[like]) : ""
    what = name " is used here and defined in none of the files"
    if (name ~ /^vtable for /) {
        cause = "the first virtual function of " substr(name, 12) " has no body in these files"
    } else if (hidden) {
        cause = "it is static in " (place[hidden] == "" ? source[object[hidden]] : place[hidden]) \
            ", so no other file sees it"
        next_step = "take the word static away there"
    } else if (like && (name !~ /\(/) != (symbol[like] !~ /\(/)) {
        cause = "extern \"C\" stands at one of the two, the declaration here or the function at " where
        next_step = "write extern \"C\" at both, or at none"
    } else if (like) {
        cause = symbol[like] " is defined at " where ": other parameters, so another function"
        next_step = "make the declaration and the definition the same"
    } else if (name ~ /</) {
        cause = "the body of a template must be seen where it is used"
        next_step = "move the body into the header, or include the file that holds it"
    } else if (name !~ /\(/) {
        cause = "a library that is not named, a file that is not, or a variable that is only declared"
        next_step = "for a library: FLAGS=-lNAME; for a file, name the missing files: FILE=\"" \
            all_files() "other.cu\""
    }
    say(used ? place[used] : "", what, cause, next_step)
}

FILENAME == ARGV[1] {
    symbols++
    object[symbols] = $1
    kind[symbols] = $2
    symbol[symbols] = $3
    place[symbols] = $4
    next
}

{ gsub(/‘|’/, "'") }
match($0, /multiple definition of [`'].*'/) {
    name = substr($0, RSTART + 24)
    sub(/'.*/, "", name)
    if (!(("twice " name) in told)) twice[++twices] = name
    told["twice " name] = 1
}
match($0, /undefined reference to [`'].*'/) {
    name = substr($0, RSTART + 24, RLENGTH - 25)
    if (!(("missing " name) in told)) missing[++missings] = name
    told["missing " name] = 1
}
match($0, /cannot find -l[^ :]*/) {
    name = substr($0, RSTART + 14, RLENGTH - 14)
    say("", "there is no library " name " for FLAGS=-l" name, \
        "it is not installed, or in a folder where the linker does not look", \
        "install it, or name its folder: FLAGS=\"-L/path/to/folder -l" name "\"")
}

END {
    most = 10
    for (n = 1; n <= twices && n <= most; n++) tell_twice(twice[n])
    for (n = 1; n <= missings && n <= most; n++) tell_missing(missing[n])
    for (n = 1; n <= 2; n++) {
        left = (n == 1 ? twices : missings) - most
        if (left > 0) print "\nand " left " more that are " (n == 1 ? "defined twice" : "missing")
    }
}
