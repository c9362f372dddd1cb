# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the search of the site knows of the texts: each page by its title, each heading, each term of the
# glossary, with its other names and with the words of the text below it. Doxygen's own search knows names of
# the code and the first words of titles. Reads pages.tsv, other_names.txt and the finished pages of the texts, in
# this order; prints the script that docs/site/search/find.js searches. An other name for what is not there is an
# error. Of a command, "make compare-lesson3", the text keeps the parts and the whole. Variable `glossary`: the label of
# the glossary. POSIX awk.

BEGIN {
    dull_words = "a an and are as at be by can do does for from has have how i if in into is it its my no not of on one " \
        "or so that the then there they this to two what when where which who why will with you your"
    split(dull_words, list, " ")
    for (i in list) dull[list[i]] = 1
}

function trimmed(text) { gsub(/^ +| +$/, "", text); return text }
function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); return "\"" text "\"" }
function without_tags(text) { gsub(/<[^>]*>/, " ", text); gsub(/  +/, " ", text); return trimmed(text) }

FILENAME ~ /pages\.tsv$/ { split($0, column, "\t"); title[column[2] ".html"] = column[3]; next }
FILENAME ~ /other_names\.txt$/ {
    if (/^#/ || !/\|/) next
    at = index($0, "|")
    address = trimmed(substr($0, 1, at - 1))
    other[address] = other[address] " " trimmed(substr($0, at + 1))
    wanted[address] = FNR
    next
}
FNR == 1 {
    page = FILENAME
    sub(/^.*\//, "", page)
    reading = 0
    add(1, title[page], page)
}
/<div class="contents">/ { reading = 1 }
!reading { next }
{
    text = $0
    gsub(/<nav class="steps">.*<\/nav>/, "", text)
    if (sub(/<\/div><!-- contents -->.*/, "", text)) reading = 0
    while (match(text, /<h[234] id="[^"]*">/)) {
        before = substr(text, 1, RSTART - 1)
        anchor = substr(text, RSTART + 8, RLENGTH - 10)
        text = substr(text, RSTART + RLENGTH)
        keep_words(before)
        end = match(text, /<\/h[234]>/) ? RSTART - 1 : length(text)
        heading = substr(text, 1, end)
        gsub(/<[^>]*>/, "", heading)
        # The main page has its title as a heading.
        if (heading != title[page]) add(page == glossary ".html" ? 0 : 2, heading, page "#" anchor)
        text = substr(text, end + 1)
    }
    keep_words(text)
}

# kind: 0 a term, 1 a page, 2 a heading; the lower ones come first among equals.
function add(which, text, where) {
    kind[++count] = which
    name[count] = text
    to[count] = where
    delete wanted[where]
}

# Each word of a section once.
function keep_words(text,    i, parts, number, rest) {
    text = tolower(without_tags(text))
    gsub(/&[a-z#0-9]+;/, " ", text)
    rest = text
    while (match(rest, /[a-z0-9]+(-[a-z0-9]+)+/)) {
        keep_word(substr(rest, RSTART, RLENGTH))
        rest = substr(rest, RSTART + RLENGTH)
    }
    gsub(/[^a-z0-9]+/, " ", text)
    number = split(text, parts, " ")
    for (i = 1; i <= number; i++) {
        if (length(parts[i]) < 3 || parts[i] ~ /^[0-9]+$/ || parts[i] in dull) continue
        keep_word(parts[i])
    }
}

function keep_word(word) {
    if (length(word) > 40 || word ~ /^[0-9-]+$/ || (count, word) in seen) return
    seen[count, word] = 1
    body[count] = body[count] " " word
}

END {
    for (where in wanted) {
        print "other_names.txt, line " wanted[where] ": there is no " where > "/dev/stderr"
        failed = 1
    }
    if (failed) exit 1
    printf "%s", "var dull = ["
    number = split(dull_words, list, " ")
    for (i = 1; i <= number; i++) printf "%s%s", (i > 1 ? "," : ""), quoted(list[i])
    print "];"
    print "var texts = ["
    for (i = 1; i <= count; i++) {
        page = to[i]
        sub(/#.*/, "", page)
        printf "[%d,%s,%s,%s,%s,%s],\n", kind[i], quoted(name[i]), quoted(title[page] == name[i] ? "" : title[page]), \
            quoted(to[i]), quoted(trimmed(other[to[i]])), quoted(trimmed(body[i]))
    }
    print "];"
}
