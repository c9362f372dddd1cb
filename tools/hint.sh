#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# A hint for one TODO of a lesson, in three steps: a nudge, where to look, nearly the code. Each call
# goes a step further. `make hint-lesson1` calls it. The hints are in lessons/NN-slug/hints.md.
# Usage: tools/hint.sh NUMBER
# Environment: TODO (default: the first one under which nothing is written yet), STEP (1 to 3).
# How far you went is kept in .workshop/hints; WORKSHOP_HINTS names another folder.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/hints.sh"

find_lesson "${1-}"
number=${lesson%%_*}
number=${number#0}
starter=starter/$lesson.cu
text=lessons/$(say "$lesson" | tr _ -)
hints=$root/$text/hints.md
command="make hint-lesson$number"
[ -f "$hints" ] || fail "$text/hints.md is missing. To get it back: git checkout $text"

# The numbers of the TODOs that have hints, of those that are open, and of those that are written but
# whose comment was left.
with_hints=$(sed -n 's/^## TODO \([0-9]*\): .*/\1/p' "$hints")
open=
left=
if [ -f "$root/$starter" ]; then
    open=$(open_todos "$root/$starter")
    left=$(written_todos "$root/$starter")
fi

if [ -n "${TODO:-}" ]; then
    say "$with_hints" | grep -qxF -- "$TODO" || {
        complain "Lesson $number has no TODO '$TODO'. Its TODOs:"
        sed -n 's/^## TODO \([0-9]*\): \(.*\)/  TODO=\1  \2/p' "$hints" >&2
        exit 2
    }
    todo=$TODO
    again="$command TODO=$todo"
else
    need_kernel_file "$starter" "make reset-lesson$number"
    grep -q '[^[:space:]]' "$root/$starter" ||
        fail "$starter is empty. To get the starter of lesson $number back: make reset-lesson$number"
    tell_left_comments "$left"
    if [ -z "$open" ]; then
        if [ -n "$left" ]; then
            say "Nothing is left to write in $starter, so no hint is next."
        else
            say "No TODO comment is left in $starter, so no hint is next."
        fi
        say "\
What is still wrong is best told by the checks: the first failure names the likely cause.
To read the hints of one TODO all the same: $command TODO=1

Next: make check-lesson$number"
        exit 0
    fi
    todo=$(say "$open" | head -n 1)
    again=$command
    say "$with_hints" | grep -qx "$todo" || fail "$starter has a TODO $todo, which is none of the lesson's.
Its own are: $(say "$with_hints" | tr '\n' ' ')
Next: $command TODO=$(say "$with_hints" | head -n 1)"
fi

# A line "TODO STEP" for each TODO that was asked about.
folder=${WORKSHOP_HINTS:-$root/.workshop/hints}
seen=$folder/$lesson
last=$(awk -v todo="$todo" 'NF == 2 && $1 == todo && $2 ~ /^[1-3]$/ { step = $2 } END { print step + 0 }' \
    "$seen" 2>/dev/null) || last=0
case ${STEP:-} in
    '')
        step=$((last + 1))
        [ $step -le 3 ] || step=3
        ;;
    [1-3]) step=$STEP ;;
    *)
        complain "STEP is '$STEP'. Valid values:"
        complain "  STEP=1  a nudge"
        complain "  STEP=2  where to look"
        complain "  STEP=3  nearly the code"
        exit 2
        ;;
esac

say "Lesson $number, hint $step of 3 for $(sed -n "s/^## \(TODO $todo: .*\)/\1/p" "$hints")"
say ""
awk -v todo="$todo" -v step="$step" -v folder="$text" -f "$root/tools/lib/hint_text.awk" "$hints"
say ""
if [ $step -lt 3 ]; then
    say "Next: edit $starter, then: make check-lesson$number"
    say "      A hint that says more, by the same command: $again"
    [ -z "${STEP:-}" ] || say "      (without STEP it goes on from here)"
else
    say "Next: edit $starter, then: make check-lesson$number"
    say "      This was the last hint for TODO $todo. From the beginning: $again STEP=1"
    # The hints go on by themselves: code below the comment counts.
    [ -n "${TODO:-}" ] || say "      When TODO $todo is written, the hints go on with what is left."
fi

mkdir -p "$folder" 2>/dev/null &&
    { grep -v "^$todo " "$seen" 2>/dev/null; say "$todo $step"; } >"$seen.new-$$" &&
    mv -f "$seen.new-$$" "$seen" ||
    complain "(${folder#"$root"/} cannot be written, so the next call gives this hint again.)"
