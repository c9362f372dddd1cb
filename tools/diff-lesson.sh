#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Your starter beside the reference, once all its checks pass. `make diff-lesson1` calls it.
# Usage: tools/diff-lesson.sh NUMBER
# Environment: ANYWAY=1 shows it before they pass; WIDTH=200 sets the columns for two texts side by side.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/records.sh"

find_lesson "${1-}"
number=${lesson%%_*}
number=${number#0}
mine=starter/$lesson.cu
reference=solutions/$lesson.cu
text=lessons/$(say "$lesson" | tr _ -)/README.md
width=${WIDTH:-}
case $width in
    *[!0-9]* | 0* | [1-9] | [1-3][0-9]) fail "WIDTH is '$width'. It is the number of columns: 40 or more." ;;
esac
case ${ANYWAY:-} in
    '' | 0 | 1) ;;
    *) fail "ANYWAY is '$ANYWAY'. Valid value: ANYWAY=1 shows the reference before the checks pass." ;;
esac
command -v diff >/dev/null || fail "The command diff was not found. It is in the package diffutils."
need_kernel_file "$mine" "make reset-lesson$number"
[ -f "$root/$reference" ] || fail "$reference is missing. Next: git checkout solutions"

work=$(mktemp -d)
at_end 'rm -rf "$work"'

require_passing() {
    read_record "$lesson" checks
    if all_passed; then
        say "All $(fact passed) checks of this file passed on $(fact time)."
        return
    fi
    if [ "$record_state" != good ]; then
        complain "The checks of $mine have to pass first. Running them ..."
        # All of them, of this file, whatever the variables say.
        code=0
        env CHECK= IMPL=starter "$root/tools/check-lesson.sh" "$number" >"$work/report" 2>&1 || code=$?
        if [ $code -eq 0 ]; then
            sed -n '/ checks* passed/p' "$work/report"
            return
        fi
        read_record "$lesson" checks
        [ "$record_state" = good ] || {
            cat "$work/report" >&2
            complain ""
        }
    fi
    if [ "$record_state" = good ]; then
        complain "$(fact passed) of $(fact total) checks of $mine pass, so the reference is not shown yet."
    else
        complain "The checks of $mine did not run, so the reference is not shown yet."
    fi
    complain "You learn most from what you find yourself.

Next: what is wrong:     make check-lesson$number
      a hint:            make hint-lesson$number
      the reference now: make diff-lesson$number ANYWAY=1"
    exit 1
}

# A kernel file without what differs in every lesson and tells nothing: how it is run, the marks of the
# regions, which a student may have deleted or not, and the lines that belong to the starter.
plain() {
    sed -e '/^ *\/\/ SOLUTION ONLY: /d' -e '/^ *\/\/ STARTER: /d' -e '/^ *\/\/ END FILL$/d' \
        -e '/^ *\/\/ FILL [0-9]*: /d' -e '/^ *\/\/ TODO [0-9]*: /d' \
        -e 's|^\(// Run .*\) IMPL=solution$|\1|' "$root/$1"
}

passes=yes
if [ "${ANYWAY:-}" = 1 ]; then
    read_record "$lesson" checks
    all_passed || passes=no
else
    require_passing
fi
plain "$mine" >"$work/mine"
plain "$reference" >"$work/reference"

# Two texts of 100 columns fit side by side on a wide terminal only.
columns=0
[ ! -t 1 ] || columns=$(stty size </dev/tty 2>/dev/null | awk '{ print $2 + 0 }') || columns=0
[ -n "$width" ] || [ "${columns:-0}" -lt 200 ] || width=$columns
# Comments and blanks at the end of lines do not matter; colours only where a person looks.
colour=
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && diff --color=always /dev/null /dev/null 2>/dev/null; then
    colour=--color=always
fi
say ""
code=0
if [ -n "$width" ]; then
    # Side by side everything is shown, so without the opening comment, which both have.
    for side in mine reference; do
        awk '!/^\/\// { code = 1 } code' "$work/$side" >"$work/short" && mv "$work/short" "$work/$side"
    done
    say "left: $mine, right: $reference"
    diff -b -B --side-by-side --expand-tabs --width="$width" "$work/mine" "$work/reference" || code=$?
else
    say "Lines with - are only in your file, lines with + only in the reference."
    # shellcheck disable=SC2086
    diff -b -B -u $colour --label "yours: $mine" --label "the reference: $reference" \
        "$work/mine" "$work/reference" || code=$?
fi
# Whoever reads may have seen enough (| head): diff then ends by SIGPIPE, and says nothing about the files.
[ $code -ne 141 ] || exit 0
[ $code -le 1 ] || fail "diff failed."
[ $code -ne 0 ] || say "Yours is the reference, line for line."
if [ $passes = no ] && [ $code -ne 0 ]; then
    say "
Next: write your own in $mine, then: make check-lesson$number"
    exit 0
fi
say "
Next: the questions at the end of $text
      How fast is it? make bench-lesson$number"
