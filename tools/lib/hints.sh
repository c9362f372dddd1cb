# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced after house.sh: the TODOs that are left in a starter, and the line that leads to their hints.

# open_todos FILE: the numbers of the TODOs whose comments are still there, one a line.
open_todos() { sed -n 's|^ *// TODO \([0-9][0-9]*\):.*|\1|p' "$1"; }

# tell_hint NUMBER FILE: what is printed last, below "Next:", when checks of lesson NUMBER fail.
tell_hint() {
    first_todo=$(open_todos "$2" | head -n 1)
    if [ -n "$first_todo" ]; then
        say "      A hint for TODO $first_todo, the first that is left: make hint-lesson$1"
    else
        # What is wrong is in the report. A hint may still show what was misunderstood.
        say "      To read the hints of a TODO again: make hint-lesson$1 TODO=1"
    fi
}
