# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads the log of a build and prints what the compiler, nvcc or the translator said: without the
# lines of make and ninja, with paths relative to the workshop (variable root, ending in /).
# Messages about a kernel file come first: that is where a student can do something. A message
# about one of our headers that a line of the kernel file led to is put under that line. Some messages
# about a kernel file get a sentence on what they mean and what to do, each once.

BEGIN { kernel_file = "^(starter|solutions)/" }

function flush_block() {
    if (block != "" && !(block in seen)) {
        seen[block] = 1
        if (own) first = first block advice_on(block)
        else if (leads_from != "") second = second leads_from ": error: this line led to:\n" block
        else rest = rest block
    }
    block = ""
    leads_from = ""
    own = 0
    placed = 0
}

# The marks of g++ and clang++, or the number or words of nvcc. Quotes differ, so none is looked for.
function advice_on(text) {
    if (text ~ /uninitialized[],]/ || text ~ /is used before its value is set/)
        return once("  what it means: the variable is read where nothing may have been stored in it yet. It then\n" \
            "    holds what was there before: wrong values, and others in each run.\n" \
            "  next: give it a value where it is declared: 0.0F for a sum, -INFINITY for a maximum\n")
    if (text ~ /parentheses[],]/ && text ~ /assignment/ || text ~ /using the result of an assignment as a condition/)
        return once("  what it means: = stores a value, == compares.\n  next: write == here\n")
    if (text ~ /sign-compare[],]/)
        return once("  what it means: one side can be negative and the other cannot, so -1 counts as a huge number.\n" \
            "  next: use one type for both; std::int64_t is that of rows and columns here\n")
    if (text ~ /unused-(but-set-)?variable[],]/ || text ~ /was (declared|set) but never (referenced|used)/)
        return once("  what it means: nothing reads this variable.\n" \
            "  next: use it, or delete it; where you have used another by mistake, this shows it\n")
    if (text ~ /unused-parameter[],]/)
        return once("  what it means: nothing reads this parameter.\n" \
            "  next: use it; until you do, a line (void)NAME; at the start of the body says that it is meant\n")
    if (text ~ /statement is a reference, not call/)
        return once("  what it means: without () a function is only named, and not called.\n  next: write NAME();\n")
    if (text ~ /operator ?\[\]/ && text ~ /(float|double|int)[234]/)
        return once("  what it means: float4 is no array.\n  next: its members are v.x, v.y, v.z and v.w\n")
    if (text ~ /float-conversion[],]/)
        return once("  what it means: a number with a fraction is stored as a whole number, or a double as a float.\n" \
            "  next: make the variable a float, and constants too: 0.0F\n")
    # The signature that the compiler shows has two parameters more, which the CPU device fills itself.
    if (text ~ /(no matching function|no instance of overloaded function).*__(shfl|reduce|any|all|ballot|match)/)
        return once("  what it means: the arguments do not fit. A shuffle takes the mask of the lanes that take part, the\n" \
            "    value, and the offset or the lane; a vote takes the mask and the value.\n" \
            "  next: begin with the mask: 0xffffffff for all 32 lanes\n")
    if (text ~ /calling a (constexpr )?__host__ function/)
        return once("  what it means: the function is one of the host, and a kernel cannot call it.\n" \
            "  next: fmaxf and fminf, or max and min of CUDA, for those of std; a function of your own needs __device__\n")
    if (text ~ /expected .*\}.* at end of input|error: expected .*\}[^ ]*\n|error: expected a "\}"\n/)
        return once("  what it means: somewhere a { has no }. The compiler sees that only at the end of the file.\n" \
            "  next: look where you last wrote; code that is indented too far, or not far enough, shows the place\n")
    if (text ~ /assignment of read-only|assigning to .*const|expression must be a modifiable lvalue/)
        return once("  what it means: what is stored to is const: an input, or a value that was declared so.\n" \
            "  next: store to another place; in a condition, == compares, = stores\n")
    return ""
}
function once(advice) {
    if (advice in given) return ""
    given[advice] = 1
    return advice
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
