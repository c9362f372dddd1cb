# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads the log of a build and prints what the compiler, nvcc or the translator said: without the
# lines of make and ninja, with paths relative to the workshop (variable root, ending in /).
# Messages about a kernel file come first: that is where a student can do something. A message
# about one of our headers that a line of the kernel file led to is put under that line.

BEGIN { kernel_file = "^(starter|solutions)/" }

function flush_block() {
    if (block != "" && !(block in seen)) {
        seen[block] = 1
        if (own) first = first block
        else if (leads_from != "") second = second leads_from ": error: this line led to:\n" block
        else rest = rest block
    }
    block = ""
    leads_from = ""
    own = 0
    placed = 0
}

/^\[ *[0-9]+(%|\/)/ || /^(g?make|ninja)(\[[0-9]+\])?: / || /^FAILED: / || /^(.*\/)?(c\+\+|g\+\+|clang\+\+|nvcc)(-[0-9]+)? .*-o / { next }
/^(Scanning|Consolidate|Dependencies|Dependee) / || /all warnings being treated as errors/ { next }
/^[ \t]*$/ || /^-- / || /^[0-9]+ errors? (generated|detected in)/ { next }

{
    line = $0
    # Paths are made relative wherever they stand in the line.
    while ((at = index(line, root)) > 0) line = substr(line, 1, at - 1) substr(line, at + length(root))

    # A new message begins where g++ names the file or function, or directly with the error.
    introduction = line ~ /^In file included from / || line ~ /^[^ ]+: (In|At) /
    primary = line ~ /^[^ ]+[:(][0-9]+.*(error|warning|fatal)( #[0-9]+-?[A-Z]*)?:/
    if (introduction && !(introduced && block != "")) flush_block()
    if (primary && placed) flush_block()
    if (introduction) introduced = 1
    if (primary) {
        introduced = 0
        placed = 1
    }
    if (line ~ kernel_file) {
        if (primary) own = 1
        else if (line ~ /required from here/) leads_from = substr(line, 1, match(line, /: +required/) - 1)
    }
    block = block line "\n"
}

END {
    flush_block()
    printf "%s%s%s", first, second, rest
}
