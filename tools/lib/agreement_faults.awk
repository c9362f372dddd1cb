# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# awk -f agreement_faults.awk faults.txt sanitizer.txt: the table of faults in Markdown. Exit code 1,
# with the reason on stderr, when compute-sanitizer found a fault that the CPU device misses, when
# the two differ and no reason is given, or when it said something else than faults.txt expects.

function complain(text) { print text >"/dev/stderr"; failed = 1 }

FNR == NR {
    if ($0 ~ /^#/ || split($0, field, / *[|] */) < 3) next
    programs[++count] = field[1]
    here[field[1]] = field[2]
    expected[field[1]] = field[3]
    why[field[1]] = field[4]
    next
}

# "### PROGRAM | TOOL" begins a run; calls of the solutions are counted together.
/^### exit code / { if ($4 == 124 || $4 == 137) stopped[program, tool] = 1; next }
/^### / {
    split(substr($0, 5), field, / *[|] */)
    program = field[1]
    tool = field[2]
    run[program, tool] = 1
    if (program ~ /^solution_call /) ++solution_runs
    next
}
(tool == "memcheck" && /^========= (Invalid|Misaligned|Leaked|Program hit|Fatal)/) ||
(tool == "racecheck" && /^========= (Error|Warning): (Race|Potential)/) ||
(tool == "initcheck" && /^========= Uninitialized/) ||
(tool == "synccheck" && /^========= (Barrier|Divergent)/) {
    if (!((program, tool) in found) && program ~ /^solution_call /) ++solution_findings
    found[program, tool] = 1
}

END {
    print "| program | CPU device | compute-sanitizer | same? | why not |"
    print "|---|---|---|---|---|"
    tools = split("memcheck racecheck initcheck synccheck", names, " ")
    for (i = 1; i <= count; ++i) {
        program = programs[i]
        there = hung = ""
        for (t = 1; t <= tools; ++t) {
            if (!((program, names[t]) in run)) complain(program ": no run of " names[t])
            if ((program, names[t]) in found) there = there (there == "" ? "" : ", ") names[t]
        }
        if (there == "") there = "silent"
        if (there != expected[program])
            complain(program ": compute-sanitizer: '" there "', faults.txt expects '" expected[program] "'")
        is_found_here = here[program] != "silent"
        is_found_there = there != "silent"
        verdict = is_found_here == is_found_there ? "yes" : is_found_here ? "only here" : "only there"
        # What compute-sanitizer finds must be found. A program that CUDA allows is no fault.
        if (verdict == "only there" && program !~ /^clean_/) complain(program ": missed by the CPU device")
        if (verdict != "yes" && why[program] == "") complain(program ": the two differ, and nobody says why")
        summary[verdict]++
        printf "| `%s` | %s | %s | %s | %s |\n", program, here[program], there, verdict, why[program]
    }
    printf "\n%d programs: the same verdict for %d, %d found only by the CPU device, %d reported only by " \
        "compute-sanitizer. The solutions of the lessons, %d runs of the four tools: %d with a report.\n", \
        count, summary["yes"], summary["only here"], summary["only there"], solution_runs, solution_findings
    if (solution_findings > 0) complain("compute-sanitizer reports something in a solution")
    exit failed
}
