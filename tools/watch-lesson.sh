#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Checks a lesson again each time its starter is saved, and says in short what came of it. It edits
# nothing. `make watch-lesson1` calls it; Ctrl-C ends it.
# Usage: tools/watch-lesson.sh NUMBER
# Environment: EVERY (seconds between two looks at the file, default 1), ROUNDS (end after so many
# checks; default: never), and those of check-lesson.sh, which does the work.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/records.sh"

find_lesson "${1-}"
number=${lesson%%_*}
number=${number#0}
file=starter/$lesson.cu
every=${EVERY:-1}
rounds=${ROUNDS:-0}
case $every in
    '' | *[!0-9.]* | *.*.* | .) fail "EVERY is '$every'. It is the number of seconds between two looks: 1, or 0.5." ;;
esac
case $rounds in
    '' | *[!0-9]*) fail "ROUNDS is '$rounds'. It is the number of checks after which the watch ends; 0 is never." ;;
esac
case ${IMPL:-starter} in
    starter) ;;
    *) fail "IMPL is '$IMPL'. The watch is for your starter. Next: make check-lesson$number IMPL=$IMPL" ;;
esac
# Only the starter is watched, and only its own checks are run.
IMPL=starter
export IMPL

# On a terminal the watch runs in a process group of its own, so that Ctrl-C ends it and not the make
# that started it: make would call it an error.
if [ -t 0 ] && [ -t 1 ] && [ -z "${WORKSHOP_WATCH_STARTED:-}" ]; then
    export WORKSHOP_WATCH_STARTED=yes
    set -m
    code=0
    "$0" "$@" || code=$?
    exit $code
fi
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
trap 'say ""; say "The watch has ended. All of the last report: make check-lesson$number"; exit 0' INT TERM

now() { date +%H:%M:%S; }

# Waits until the file is there and two looks in a row see the same content: an editor may be writing.
# Sets `content`.
settle() {
    missing=0
    while :; do
        content=$(content_of "$root/$file")
        if [ "$content" = none ]; then
            missing=$((missing + 1))
            [ $missing -ne 4 ] || say "$(now)  $file is not there. Waiting for it; to get it back: make reset-lesson$number"
        else
            sleep 0.1
            [ "$content" != "$(content_of "$root/$file")" ] || return 0
        fi
        sleep "$every"
    done
}

# The answer in short: what does not compile, the first failure, or that all is well.
tell() {
    if [ "$1" -eq 0 ]; then
        passed=$(sed -n 's/^  [a-z_0-9]*  *ok .*  \([0-9]*\) of [0-9]* checks* passed.*/\1/p' "$answer" |
            awk '{ sum += $1 } END { print sum + 0 }')
        told="all $passed checks passed"
        [ "$passed" -ne 1 ] || told="1 check passed"
        say "$(now)  $told$(sed -n 's/^  skipped: .*/./p' "$answer" |
            awk 'END { if (NR) print " (" NR " skipped)" }')"
        [ -n "${CHECK:-}" ] || say "  Next: make diff-lesson$number shows yours beside the reference."
    elif grep -q '^First failure: ' "$answer"; then
        say "$(now)  $(awk '$2 == "FAIL" || $2 == "ok" {
            for (i = 3; i < NF; i++) if ($i == "of") { passed += $(i - 1); all += $(i + 1) }
        } END { print passed + 0 " of " all + 0 " checks passed" }' "$answer")"
        # The report of the first failure, up to the list of the others.
        awk '/^First failure: / { shown = 1 }
            /^(Also failing|To see one of them|Not run:|Next:)/ { shown = 0 }
            shown && NF { print }' "$answer"
        # The way to a hint, as the last line of the answer has it.
        sed -n 's/^      \(.*make hint-lesson[0-9].*\)$/  \1/p' "$answer"
    else
        # The compiler's messages, or why no check could run.
        say "$(now)  no check was run"
        awk 'NF { lines[++count] = $0 }
            END { for (i = 1; i <= count; i++) if (i <= 25 || i > count - 1) print lines[i]
                else if (i == 26) print "  ..." }' "$answer"
    fi
    say ""
}

say "Watching $file: it is checked each time you save it. Ctrl-C ends the watch."
done_rounds=0
checked=
while :; do
    settle
    if [ "$content" != "$checked" ]; then
        checked=$content
        say "$(now)  checking ..."
        code=0
        "$root/tools/check-lesson.sh" "$number" >"$answer" 2>&1 </dev/null || code=$?
        tell $code
        done_rounds=$((done_rounds + 1))
        [ "$done_rounds" -ne "$rounds" ] || exit 0
    fi
    sleep "$every"
done
