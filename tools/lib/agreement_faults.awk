# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# awk -f agreement_faults.awk part=faults faults.txt part=calls solution_calls.txt part=waiting waiting.txt
#     part=raw sanitizer.txt: the table of faults in Markdown. Exit code 1, with the reason on stderr,
# when compute-sanitizer found a fault that the CPU device misses, when the two differ and no reason is
# given, when it said something else than faults.txt expects, when it reported something in a solution,
# and when a run is missing that waiting.txt does not name, or is there though it does.

function complain(text) { print text >"/dev/stderr"; failed = 1 }

part != "raw" && (/^#/ || /^ *$/) { next }
part == "faults" {
    if (split($0, field, / *[|] */) < 3) next
    programs[++count] = field[1]
    here[field[1]] = field[2]
    expected[field[1]] = field[3]
    why[field[1]] = field[4]
    wanted[field[1]] = 1
    next
}
part == "calls" { calls[++call_count] = $0; wanted[$0] = 1; next }
part == "waiting" {
    split($0, field, / *[|] */)
    if (field[1] != "compute-sanitizer") next
    waits[field[2]] = 1
    if (field[2] !~ /^solution_call / || !(field[2] in wanted))
        complain("waiting.txt: " field[2] " is not in solution_calls.txt")
    next
}

# "### PROGRAM | TOOL" begins a run; calls of the solutions are counted together.
/^### exit code / { if ($4 == 124 || $4 == 137) stopped[program, tool] = 1; next }
/^### / {
    split(substr($0, 5), field, / *[|] */)
    program = field[1]
    tool = field[2]
    run[program, tool] = 1
    if (!(program in wanted)) complain(program ": raw output of a program that no list has any more")
    next
}
(tool == "memcheck" && /^========= (Invalid|Misaligned|Leaked|Program hit|Fatal)/) ||
(tool == "racecheck" && /^========= (Error|Warning): (Race|Potential)/) ||
(tool == "initcheck" && /^========= Uninitialized/) ||
(tool == "synccheck" && /^========= (Barrier|Divergent)/) {
    found[program, tool] = 1
}

# Counts the runs of a call and the reports in them.
function look_at_call(call,   t, runs) {
    for (t = 1; t <= tools; ++t) {
        if ((call, names[t]) in run) ++runs
        else if (!(call in waits)) complain(call ": no run of " names[t])
        if ((call, names[t]) in found) {
            ++solution_findings
            complain(call ": " names[t] " of compute-sanitizer reports something in a solution")
        }
    }
    solution_runs += runs
    if (!(call in waits)) return
    if (runs > 0) complain(call ": compute-sanitizer has run it. Next: take it out of waiting.txt")
    waiting_calls = waiting_calls (waiting_count++ ? ", " : "") "`" substr(call, 15) "`"
}

END {
    head = "| program | CPU device | compute-sanitizer | same? |"
    rule = "|---|---|---|---|"
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
        row = sprintf("| `%s` | %s | %s | %s |", program, here[program], there, verdict)
        all = all row "\n"
        if (why[program] != "" || verdict != "yes") told = told row " " why[program] " |\n"
    }
    for (i = 1; i <= call_count; ++i) look_at_call(calls[i])
    printf "%d programs: the same verdict for %d, %d found only by the CPU device, %d reported only by " \
        "compute-sanitizer. The solutions of the lessons, %d runs of the four tools: %d with a report.\n\n", \
        count, summary["yes"], summary["only here"], summary["only there"], solution_runs, solution_findings
    if (waiting_count > 0)
        printf "Not run on a GPU yet: %d of %d calls of the solutions. %s.\n\n", waiting_count, call_count, \
            waiting_calls
    else print "Not run on a GPU yet: none.\n"
    if (told != "") printf "Where the two differ, or where there is something to say:\n\n%s why not |\n%s---|\n%s\n", head, rule, told
    printf "All of them:\n\n%s\n%s\n%s", head, rule, all
    exit failed
}
