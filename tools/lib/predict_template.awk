# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a student's file of predictions from the questions in lessons/NN-slug/predict.txt.
# Variables: title and command, for the head of the file.

function wrapped(text,    words, count, i, line) {
    count = split(text, words, " ")
    line = "#"
    for (i = 1; i <= count; i++) {
        if (length(line) + 1 + length(words[i]) > 98 && line != "#") {
            print line
            line = "#"
        }
        line = line " " words[i]
    }
    print line
}

function write_question() {
    if (name == "") return
    printf "\n"
    wrapped(ask)
    print name " ="
    name = ""
}

BEGIN {
    print "# Predict, then measure. " title
    wrapped("Work each number out on paper and write it behind its =. A fraction such as 2/32 is \
allowed, a unit is not. What you leave empty is not compared.")
    print "# Then: " command
}

/^#/ { next }
/^ +[^ ]/ {
    if (field == "ask") { sub(/^ +/, ""); ask = ask " " $0 }
    next
}
/^[a-z]+:/ {
    field = $0
    sub(/:.*/, "", field)
    text = $0
    sub(/^[a-z]+: */, "", text)
    if (field == "question") { write_question(); name = text; ask = "" }
    if (field == "ask") ask = text
}
END { write_question() }
