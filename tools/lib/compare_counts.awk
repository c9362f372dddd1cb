# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The table of compare-lesson.sh, within 100 columns: for each function a line for the reference and
# one for each file, from the lines "function <tab> quantity <tab> value" of the profile programs.
# Variables: folder (with labels, counts/NUMBER and counts/left_out), title.

function grouped(value,    text, head) {
    # 1234567 -> 1,234,567; a value with decimals is small and stays.
    if (value !~ /^[0-9]+$/) return value
    text = ""
    while (length(value) > 3) {
        text = "," substr(value, length(value) - 2) text
        value = substr(value, 1, length(value) - 3)
    }
    return value text
}
function plain(value) { gsub(/,/, "", value); return value }
function read_counts(number,    path, fields, line) {
    path = folder "/counts/" number
    while ((getline line < path) > 0) {
        split(line, fields, "\t")
        if (number == 0 && !(fields[1] in known)) {
            known[fields[1]] = 1
            functions[++function_count] = fields[1]
        }
        counts[number, fields[1], fields[2]] = fields[2] == "sizes" ? fields[3] : plain(fields[3])
        if (fields[2] != "problem") counted[number, fields[1]] = 1
    }
    close(path)
}
function verdict(number, name,    mine, reference, text) {
    if (number == 0) return ""
    for (q = 1; q <= quantity_count; ++q) {
        if (counts[number, name, quantities[q]] != counts[0, name, quantities[q]]) break
    }
    if (q > quantity_count) return "  SAME"
    mine = counts[number, name, "sectors"] + 0
    reference = counts[0, name, "sectors"] + 0
    if (mine == reference) text = "same sectors"
    else if (reference == 0) text = "MORE"
    else text = sprintf("%s %s x", mine > reference ? "MORE" : "FEWER", times(mine / reference))
    return "  " text differences(number, name)
}
# What differs beside the sectors, as ", LOADS 2.5 x": a table that tells of sectors only would call a kernel with
# bank conflicts alike.
function differences(number, name,    q, text, mine, reference) {
    text = ""
    for (q = 2; q <= quantity_count; ++q) {
        mine = counts[number, name, quantities[q]] + 0
        reference = counts[0, name, quantities[q]] + 0
        if (mine == reference) continue
        text = text ", " words[q] (reference == 0 ? " " grouped(mine) " for 0" : " " times(mine / reference) " x")
    }
    return text
}
# More digits where two of them would say 1.00, which is no other figure.
function times(ratio) {
    if (ratio > 0.995 && ratio < 1.005) return sprintf("%.5f", ratio)
    return ratio >= 9.95 ? sprintf("%.0f", ratio) : sprintf("%.2f", ratio)
}

# What does not fit beside the figures goes below them, from the second column on.
function folded(text,    lines, count, parts, p) {
    if (length(text) <= room) return text
    lines = ""
    sub(/^ +/, "", text)
    count = split(text, parts, ", ")
    text = ""
    for (p = 1; p <= count; ++p) {
        if (p > 1) text = text ","
        if (length(text) + length(parts[p]) > 74) {
            lines = lines "\n" sprintf("%-24s", "") text
            text = ""
        }
        text = text (text == "" ? "" : " ") parts[p]
    }
    return lines "\n" sprintf("%-24s", "") text
}

BEGIN {
    room = 100 - 84
    quantity_count = split("sectors load_requests store_requests reads_per_element barriers_per_block shared_waves", quantities, " ")
    split("SECTORS LOADS STORES READS BARRIERS WAVES", words, " ")
    names[0] = "the reference"
    path = folder "/labels"
    while ((getline line < path) > 0) {
        if (line ~ /^key /) {
            sub(/^key /, "", line)
            sub(/ /, ": ", line)
            key = key "  " line "\n"
            continue
        }
        if (line !~ /^[0-9]/) continue
        number = line
        sub(/ .*/, "", number)
        sub(/^[0-9]+ /, "", line)
        names[number] = line
        last = number + 0
    }
    for (number = 0; number <= last; ++number)
        read_counts(number)

    print title
    print "counts of the CPU device for one call of each function: no times"
    for (f = 1; f <= function_count; ++f) {
        name = functions[f]
        # A function that all files leave to its host side, or whose counts nobody has, has no table.
        if (!counted[0, name]) continue
        if (counts[0, name, "sizes"] != "") printf "\n%s, %s", name, counts[0, name, "sizes"]
        printf "\n%-22s %11s %10s %9s %8s %8s %10s\n", "", "sectors", "load", "store", "reads an", "barriers", "waves of"
        printf "%-22s %11s %10s %9s %8s %8s %10s\n", "", "moved", "requests", "requests", "element", "a block", "shared m."
        for (number = 0; number <= last; ++number) {
            if (!counted[number, name]) continue
            printf "%-22s %11s %10s %9s %8s %8s %10s%s\n", names[number],
                grouped(counts[number, name, "sectors"]), grouped(counts[number, name, "load_requests"]),
                grouped(counts[number, name, "store_requests"]), counts[number, name, "reads_per_element"],
                counts[number, name, "barriers_per_block"], grouped(counts[number, name, "shared_waves"]),
                folded(verdict(number, name))
        }
    }
    print ""
    if (key != "") print key
    path = folder "/counts/remarks"
    while ((getline line < path) > 0)
        print line
    path = folder "/counts/left_out"
    heading = "Left out:"
    while ((getline line < path) > 0) {
        if (heading != "") print heading
        heading = ""
        split(line, fields, "\t")
        print "  " fields[1] ": " fields[2]
    }
    print "SAME: every figure is that of the reference. MORE, FEWER: sectors moved, as a multiple of the"
    print "reference's; same sectors: as many. LOADS, STORES (requests), READS (of an element), BARRIERS,"
    print "WAVES (of shared memory): what else differs, as a multiple. Less of each is mostly faster; only a"
    print "GPU says by how much."
}
