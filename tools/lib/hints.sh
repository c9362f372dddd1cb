# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced after house.sh: the TODOs that are left in a starter, and the line that leads to their hints.

# todos_of FILE: a line "open N" or "written N" for each TODO whose comment is in a starter; "written"
# where there is code below it already. The lesson's solution, which has the same name, tells what came.
todos_of() {
    reference=$root/solutions/$(basename "$1")
    # Without it nobody knows what came: each TODO counts as open.
    [ -f "$reference" ] || { sed -n 's|^ *// TODO \([0-9][0-9]*\):.*|open \1|p' "$1"; return; }
    awk -f "$root/tools/lib/open_todos.awk" "$reference" "$1"
}

# open_todos FILE: the numbers of the TODOs under which nothing is written yet, one a line.
open_todos() { todos_of "$1" | sed -n 's/^open //p'; }

# written_todos FILE: those whose comment was left above code, one a line.
written_todos() { todos_of "$1" | sed -n 's/^written //p'; }

# tell_left_comments NUMBERS: says of which TODOs the comments are still there, and why they count as done.
tell_left_comments() {
    for one in $1; do
        say "TODO $one's comment is still there, but there is code below it: it counts as done."
    done
}

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
