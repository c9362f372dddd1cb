#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The hints of every lesson: each TODO has three, none is empty, none gives away a line of the
# solution, and their code has gaps. Usage: hints_test.sh
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
code=0
: >"$output"

# todos_of FILE MARK: lines "NUMBER: TEXT".
todos_of() { sed -n "s|^ *// $2 \([0-9][0-9]*: .*\)|\1|p" "$1"; }

# given_away SOLUTION HINTS: the lines of fill regions that stand in the hints, blanks aside.
given_away() {
    awk '
        NR == FNR {
            if ($0 ~ /^ *\/\/ FILL [0-9]+: /) { inside = 1; next }
            if ($0 ~ /^ *\/\/ END FILL/) inside = 0
            if (!inside || $0 ~ /^ *(\/\/|#pragma)/) next
            sub(/ +\/\/.*$/, "")
            line = $0
            gsub(/[ \t]/, "")
            # A brace is no statement, and neither is an else between two.
            if ($0 ~ /[;{,]$/ && $0 !~ /^}?(else)?{?$/) { statement[$0] = line; lines++ }
            next
        }
        {
            shown = $0
            gsub(/[ \t]/, "")
            for (one in statement) if (index($0, one)) print FNR ": " shown
        }
        END { if (lines < 1) print "no statement was found in the solution" }' "$1" "$2"
}

# without_gap HINTS: blocks of code that have no gap. They would be code that no test compiles or compares.
without_gap() {
    awk '
        /^```/ && !inside { inside = 1; line = FNR; code = $0 ~ /cpp|cuda|c\+\+/; gap = 0; next }
        /^```/ { if (code && !gap) print line; inside = 0 }
        index($0, "/*") { gap = 1 }' "$1"
}

# look_at LESSON SOLUTION HINTS
look_at() {
    name=$1
    todos_of "$2" FILL >"$scratch/todos"
    [ -s "$scratch/todos" ] || failed "no TODO was found in $2"
    sed -n 's/^## TODO \([0-9].*\)/\1/p' "$3" >"$scratch/titles"
    cmp -s "$scratch/todos" "$scratch/titles" ||
        failed "the TODOs are not those of the solution: $(diff "$scratch/todos" "$scratch/titles")"
    for todo in $(sed 's/:.*//' "$scratch/todos"); do
        wanted="### Step 1: a nudge|### Step 2: where to look|### Step 3: nearly the code|"
        steps=$(awk -v todo="$todo:" '/^## / { inside = $2 == "TODO" && $3 == todo }
            inside && /^### /' "$3" | tr '\n' '|')
        [ "$steps" = "$wanted" ] || failed "TODO $todo has the steps $steps"
        for step in 1 2 3; do
            words=$(awk -v todo="$todo" -v step=$step -v folder=lessons/x -f "$root/tools/lib/hint_text.awk" "$3" | wc -w)
            [ "$words" -ge 5 ] || failed "TODO $todo, step $step: only $words words"
        done
    done
    whole=$(without_gap "$3")
    [ -z "$whole" ] || failed "a block of code without a gap (/* ... */), line $whole"
    given=$(given_away "$2" "$3")
    [ -z "$given" ] || failed "hints with a line of the solution:
$given"
}

for lesson in $(awk -F '|' '/^[0-9]/ { gsub(/ /, ""); print $1 "_" $2 }' "$root/lessons/lessons.txt"); do
    look_at "$lesson" "$root/solutions/$lesson.cu" "$root/lessons/$(echo "$lesson" | tr _ -)/hints.md"
done

# The test itself: a line given away, an empty step and a step too many are found.
real=$failures
solution=$root/solutions/01_serial_softmax.cu
hints=$root/lessons/01-serial-softmax/hints.md
sed 's|^    /\* no |&|; s|^float maximum = .*|float  maximum = -INFINITY;|' "$hints" >"$scratch/given.md"
sed '/^### Step 2/,/^### Step 3/{/^###/!d}' "$hints" >"$scratch/empty.md"
sed 's/^### Step 2: where to look/&\n\nWords.\n\n&/' "$hints" >"$scratch/twice.md"
sed 's/^## TODO 4/## TODO 5/' "$hints" >"$scratch/other.md"
sed '0,/^sum += .*/s||sum += 1.0F;|' "$hints" >"$scratch/whole.md"
for bad in given empty twice other whole; do
    before=$failures
    look_at "control $bad" "$solution" "$scratch/$bad.md" >"$scratch/told"
    [ "$failures" -gt "$before" ] || {
        real=$((real + 1))
        echo "FAILED control: $bad.md was not found out"
    }
done
failures=$real
finish
