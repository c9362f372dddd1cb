# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Doxygen's search in the browser knows the titles of pages and the names of the code. This adds what a
# reader of a course looks for: the headings of the texts and the words of the glossary, by each word in
# them. Reads pages.tsv, search/searchdata.js and the finished pages of the texts, in this order; appends
# to search/all_*.js (variable `search`: that folder). POSIX awk.

BEGIN { split("a an and are as at be by do for from how in is it not of on one or that the to what with your you", list, " ")
    for (i in list) dull[list[i]] = 1
}

FILENAME ~ /pages\.tsv$/ { split($0, column, "\t"); gsub(/'/, "\\&#39;", column[3]); title[column[2] ".html"] = column[3]; next }
FILENAME ~ /searchdata\.js$/ {
    if (!letters && /^ *0: "/) { letters = $0; gsub(/^ *0: "|".*$/, "", letters) }
    next
}
FNR == 1 { page = FILENAME; sub(/^.*\//, "", page) }
/<h[234] id="/ {
    text = $0
    while (match(text, /<h[234] id="[^"]*">/)) {
        anchor = substr(text, RSTART + 8, RLENGTH - 10)
        text = substr(text, RSTART + RLENGTH)
        end = match(text, /<\/h[234]>/) ? RSTART - 1 : length(text)
        add(substr(text, 1, end), anchor)
    }
}

# Under each word that is not dull, with the words that follow it.
function add(text, anchor,    plain, key, word, begin, found) {
    gsub(/<[^>]*>/, "", text)
    gsub(/'/, "\\&#39;", text)
    plain = tolower(text)
    gsub(/&[a-z#0-9]*;/, "", plain)
    gsub(/[^a-z0-9]+/, " ", plain)
    gsub(/^ | $/, "", plain)
    while (plain != "") {
        word = plain
        sub(/ .*/, "", word)
        if (!(word in dull)) {
            key = plain
            gsub(/ /, "_20", key)
            begin = substr(key, 1, 1)
            found = sprintf(",\n  ['%s_h%d',['%s',['../%s#%s',1,'%s']]]", \
                key, ++count, text, page, anchor, title[page])
            # What a word means comes before the places where it is used.
            if (page == "glossary.html") entries[begin] = found entries[begin]
            else entries[begin] = entries[begin] found
        }
        if (!sub(/^[^ ]* /, "", plain)) plain = ""
    }
}

END {
    for (i = 1; i <= length(letters); i++) {
        begin = substr(letters, i, 1)
        if (!(begin in entries)) continue
        file = search "/all_" sprintf("%x", i - 1) ".js"
        body = ""
        while ((getline line < file) > 0) {
            if (line == "];") { sub(/\n$/, "", body); body = body entries[begin] "\n" }
            body = body line "\n"
        }
        close(file)
        printf "%s", body > file
        close(file)
    }
}
