#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# How far you are: a line for each lesson, from the records of the latest runs of your files. The last
# line is the next thing to do. `make progress` calls it. It builds and runs nothing.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/records.sh"

notes=$(mktemp)
at_end 'rm -f "$notes"'
changed=no
untimed=no
next=

# note_bad COMMAND: the record that was read is of no use.
note_bad() {
    say "Ignored: ${record#"$root"/}, which is cut off or no record of this workshop. \`$1\` writes it again." >>"$notes"
}

# older TEXT: a figure of the file as it was before the last change, in parentheses.
older() {
    if [ "$record_state" = changed ]; then say "($1)"; else say "$1"; fi
}

# Sets `checks`, `state`, `run_at` and `backend_name` of the lesson, and `next` when this lesson is what
# comes next.
look_at_checks() {
    checks=- state="not checked yet" run_at=- backend_name=-
    read_record "$lesson" checks
    case $record_state in
        bad) note_bad "make check-lesson$number" ;;
        none)
            # Part of the checks is better than nothing, and no pass of all of them.
            read_record "$lesson" checks-part
            [ "$record_state" != bad ] || note_bad "make check-lesson$number CHECK=..."
            ;;
    esac
    case $record_state in
        good | changed) tell_checks ;;
        none) : "${next:=read lessons/$(say "$lesson" | tr _ -)/README.md, then: make check-lesson$number}" ;;
        *) : "${next:=make check-lesson$number}" ;;
    esac
}

tell_checks() {
    checks="$(fact passed) of $(fact total)"
    run_at=$(fact time)
    backend_name="CPU device"
    [ "$(fact backend)" != cuda ] || backend_name=GPU
    skipped=$(fact skipped)
    bad=$(($(fact failed) + $(fact not-run)))
    if [ "$record_state" = changed ]; then
        state="changed since"
        : "${next:=make check-lesson$number}"
    elif [ "$(fact kind)" = checks-part ]; then
        state="only a part run"
        : "${next:=make check-lesson$number}"
    elif [ "$bad" -gt 0 ]; then
        state="$bad to go"
        [ "$skipped" -eq 0 ] || state="$state, $skipped skipped"
        # A TODO has hints. Without one, the report of the first failure is the best hint.
        if grep -q '// TODO [0-9]*:' "$root/starter/$lesson.cu" 2>/dev/null; then
            : "${next:=make hint-lesson$number}"
        else
            : "${next:=make check-lesson$number}"
        fi
    else
        state="all pass"
        [ "$skipped" -eq 0 ] || state="$state, $skipped skipped"
    fi
}

# Sets `reads`: those of the last function of the lesson, which the functions before it lead to.
look_at_profile() {
    reads=-
    read_record "$lesson" profile
    case $record_state in
        good | changed) reads=$(older "$(say "$facts" | awk '/^reads / { last = $3 } END { print last }')") ;;
        bad) note_bad "make profile-lesson$number" ;;
    esac
    [ "$record_state" != changed ] || changed=yes
}

# Sets `best`: of all shapes the one at which the kernel moves or computes most in a second.
look_at_times() {
    best=-
    read_record "$lesson" bench
    case $record_state in
        good | changed)
            best=$(say "$facts" | awk '/^rate / && $5 + 0 > most { most = $5 + 0; line = $4 " us " $2 " " $3 }
                END { print line }')
            best=$(older "$best")
            ;;
        bad) note_bad "make bench-lesson$number" ;;
    esac
    [ "$record_state" != changed ] || changed=yes
    [ "$best" != - ] || untimed=yes
}

# When every lesson passes: what has not been counted, then what has not been measured.
look_further() {
    [ -n "$next" ] || [ "$reads" != - ] || unread=${unread:-make profile-lesson$number}
    [ -n "$next" ] || [ "$best" != - ] || unmeasured=${unmeasured:-make bench-lesson$number}
}

row() { printf '  %-20s  %-9s  %-20s  %-16s  %-10s  %7s  %s\n' "$@"; }

choose_backend run
unread='' unmeasured='' number=1
row lesson passed checks when on reads "best time"
for lesson in $(lessons | tr ' ' '_'); do
    number=${lesson%%_*}
    number=${number#0}
    look_at_checks
    look_at_profile
    look_at_times
    look_further
    row "$number $(say "${lesson#*_}" | tr _ ' ')" "$checks" "$state" "$run_at" "$backend_name" "$reads" "$best"
done
say ""
say "passed:    checks that pass, of all checks of your file (make check-lessonN)"
say "reads:     of each input element from global memory, by the lesson's last function (make profile-lessonN)"
say "best time: of a launch on a GPU (make bench-lessonN)"
if [ $untimed = yes ] && [ "$chosen" != cuda ]; then
    say "           - where there is none. None can be measured here ($reason)."
elif [ $untimed = yes ]; then
    say "           - where none was measured yet."
fi
[ $changed = no ] || say "( )        counted or measured before your last change of the file"
[ ! -s "$notes" ] || { say "" && cat "$notes"; }
say ""
[ -n "$next" ] || next=$unread
[ -n "$next" ] || [ "$chosen" != cuda ] || next=$unmeasured
say "Next: ${next:-make diff-lesson$number}"
