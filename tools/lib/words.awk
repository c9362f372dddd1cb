# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Splits the text of the environment variable WORDS as people expect of a command line, and evaluates
# nothing: no $, no `, no *. Blanks separate words. '...' and "..." keep what is between them. A backslash
# takes a blank, a quote or a backslash as it is. Prints the words for the shell's eval, each in single
# quotes. Exit code 1: a quote is left open.

function finish() {
    if (begun) printf "'%s' ", word
    word = ""
    begun = 0
}
function add(character) {
    # A single quote cannot stand in single quotes: end them, \', begin them again.
    word = word (character == "'" ? "'\\''" : character)
    begun = 1
}

BEGIN {
    text = ENVIRON["WORDS"]
    open = ""
    for (i = 1; i <= length(text); i++) {
        character = substr(text, i, 1)
        following = substr(text, i + 1, 1)
        if (open != "'" && character == "\\" && following != "" &&
            index(open == "" ? " \t\n'\"\\" : "\"\\", following)) {
            add(following)
            i++
        } else if (open != "") {
            if (character == open) open = ""
            else add(character)
        } else if (character == "'" || character == "\"") {
            open = character
            begun = 1
        } else if (index(" \t\n", character)) {
            finish()
        } else {
            add(character)
        }
    }
    finish()
    exit open != ""
}
