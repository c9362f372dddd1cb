# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# awk -f agreement_counts.awk part=counts counts.txt part=waiting waiting.txt part=raw ncu.csv: the table
# of counts in Markdown. Exit code 1, with the reason on stderr, when a figure differs by more than 2 %
# and counts.txt does not say why, when ncu counted what counts.txt has no line for, and when a case was not
# counted that waiting.txt does not name, or was though it does.

function complain(text) { print text >"/dev/stderr"; failed = 1 }
function per_request(units, requests) { return requests == 0 ? 0 : units / requests }
function percent(a, b) { return b == 0 ? (a == 0 ? 0 : 100) : 100 * (a - b) / b }
function size(x) { return x < 0 ? -x : x }

BEGIN {
    global = "pipe_lsu_mem_global_op_"
    split("load ld store st", names, " ")
    for (i = 1; i <= 3; i += 2) {
        requests_of["global_" names[i]] = "l1tex__t_requests_" global names[i + 1]
        units_of["global_" names[i]] = "l1tex__t_sectors_" global names[i + 1]
        requests_of["shared_" names[i]] = "smsp__inst_executed_op_shared_" names[i + 1]
        units_of["shared_" names[i]] = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" names[i + 1]
    }
}

part != "raw" && (/^#/ || /^ *$/) { next }
part == "counts" {
    if (split($0, field, / *[|] */) < 4) next
    cases[++count] = field[1]
    kind[count] = field[2]
    requests[count] = field[3]
    units[count] = field[4]
    why[count] = field[5]
    wanted[field[1]] = 1
    listed[field[1], field[2]] = 1
    next
}
part == "waiting" {
    split($0, field, / *[|] */)
    if (field[1] != "ncu") next
    waits[field[2]] = 1
    if (!(field[2] in wanted)) complain("waiting.txt: " field[2] " is not in counts.txt")
    next
}

# "### CASE", then ncu's table: names, units, values. Fields are quoted; numbers have commas.
/^### exit code/ { next }
/^### / {
    current = substr($0, 5)
    row = 0
    if (!(current in wanted)) complain(current ": raw output of a case that counts.txt has no more")
    if (current in waits) complain(current ": ncu has counted it. Next: take it out of waiting.txt")
    next
}
/^"/ {
    fields = split(substr($0, 2, length($0) - 2), field, /","/)
    ++row
    if (row == 1) { for (i = 1; i <= fields; ++i) name[i] = field[i]; columns = fields }
    if (row == 3) for (i = 1; i <= columns; ++i) {
        sub(/\.sum$/, "", name[i])
        gsub(/,/, "", field[i])
        value[current, name[i]] = field[i]
    }
    if (row == 4) complain(current ": more than one kernel")
}

function there(case_name, metric) {
    if (!((case_name, metric) in value)) {
        complain(case_name ": ncu gave no " metric)
        return 0
    }
    return value[case_name, metric] + 0
}

# What ncu has counted has to be in counts.txt as well.
function look_for_more(case_name,   k) {
    for (k in requests_of) look_for(case_name, k, requests_of[k])
    look_for(case_name, "global_atomic", "l1tex__t_requests_" global "atom")
    look_for(case_name, "global_atomic", "l1tex__t_requests_" global "red")
}
function look_for(case_name, kind_name, metric,   n) {
    if ((case_name, kind_name) in listed || !((case_name, metric) in value)) return
    n = value[case_name, metric] + 0
    if (n > 0) complain(case_name ": ncu counted " n " requests of " kind_name ", counts.txt has none")
}

END {
    head = "| program | quantity | requests: CPU device | ncu | per request: CPU device | ncu | difference |"
    rule = "|---|---|--:|--:|--:|--:|--:|"
    for (i = 1; i <= count; ++i) {
        c = cases[i]
        label = kind[i]
        sub(/_/, " ", label)
        label = label (kind[i] ~ /^shared/ ? ", waves" : ", sectors")
        if (c in waits) {
            ++waiting_rows
            if (!(c in waiting_seen)) { waiting_seen[c] = 1; ++waiting_cases }
            if (why[i] != "") complain(c ", " kind[i] ": a reason for what nobody has seen yet")
            all = all sprintf("| `%s` | %s | %d | not run on a GPU yet | %.2f | | |\n", c, label, requests[i], \
                per_request(units[i], requests[i]))
            continue
        }
        if (kind[i] == "global_atomic") {
            # With the result used it is `atom`, else `red`.
            n = there(c, "l1tex__t_requests_" global "atom") + there(c, "l1tex__t_requests_" global "red")
            u = there(c, "l1tex__t_sectors_" global "atom") + there(c, "l1tex__t_sectors_" global "red")
        } else {
            n = there(c, requests_of[kind[i]])
            u = there(c, units_of[kind[i]])
        }
        difference = percent(per_request(units[i], requests[i]), per_request(u, n))
        ++rows
        if (size(difference) <= 2) ++within
        if (requests[i] == n) ++same_requests
        if ((size(difference) > 2 || requests[i] != n) && why[i] == "")
            complain(c ", " kind[i] ": differs, and counts.txt does not say why")
        row = sprintf("| `%s` | %s | %d | %d | %.2f | %.2f | %.1f %% |", c, label, requests[i], n, \
            per_request(units[i], requests[i]), per_request(u, n), difference)
        all = all row "\n"
        if (why[i] != "" || requests[i] != n || size(difference) > 2) told = told row " " why[i] " |\n"
    }
    for (c in wanted) look_for_more(c)
    printf "%d figures: %d within 2 %% per request, the number of requests equal for %d.\n\n", \
        rows, within, same_requests
    if (waiting_rows > 0) printf "Not run on a GPU yet: %d cases with %d figures more.\n\n", waiting_cases, waiting_rows
    else print "Not run on a GPU yet: none.\n"
    if (told != "")
        printf "Where the two differ, or where there is something to say:\n\n%s why |\n%s---|\n%s\n", head, rule, told
    printf "All of them:\n\n%s\n%s\n%s", head, rule, all
    exit failed
}
