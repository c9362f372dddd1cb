#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the runner makes of checks that pass, fail, crash, hang and print.
# Usage: runner_test.sh PROGRAM
set -eu
program=$1
status=0
export WORKSHOP_CHECK_SECONDS=2

# run WANTED-CODE ARGUMENT...: sets `text`, and complains when the exit code is another one.
run() {
    wanted=$1
    shift
    code=0
    text=$("$program" "$@" 2>&1) || code=$?
    [ $code -eq "$wanted" ] || complain "exit code $code, wanted $wanted: $*"
}
complain() {
    echo "FAIL: $*"
    printf '%s\n' "$text" | sed 's/^/    /'
    status=1
}
has() {
    printf '%s\n' "$text" | grep -qF -- "$1" || complain "not there: $1"
}
has_not() {
    ! printf '%s\n' "$text" | grep -qF -- "$1" || complain "must not be there: $1"
}
is() {
    [ "$text" = "$1" ] || complain "wanted exactly: $1"
}

run 0 --list
[ "$(printf '%s\n' "$text" | wc -l)" -eq 27 ] || complain "27 checks are to be listed"

run 0 --plain --filter='good.*'
is "PASS good.One
PASS good.Two
SKIP good.Rare: needs a rare machine"

run 1 --plain --filter='bad.*'
is "PASS bad.Before
FAIL bad.Fails
FAIL bad.Prints
FAIL bad.PrintsToo
FAIL bad.Throws
PASS bad.After"

run 1 --plain --filter='crash.*'
is "PASS crash.Before
FAIL crash.Segfault
FAIL crash.Abort
FAIL crash.Exit
PASS crash.After"

# A part of a name is enough, where no name is just that.
run 0 --plain --filter=Rare
is "SKIP good.Rare: needs a rare machine"
run 1 --plain --filter=both
is "FAIL both.FailsAndSkips"

# After an endless loop the rest of the function is left out, after two of them everything.
run 1 --plain --filter='hang.*:good.One'
is "PASS good.One
PASS hang.Before
FAIL hang.Once
NOTRUN hang.Never"
run 1 --plain --filter='hang*:after_hangs.*'
is "PASS hang.Before
FAIL hang.Once
FAIL hang2.Once
NOTRUN hang.Never
NOTRUN hang2.Never
NOTRUN after_hangs.Never"

# A failure stays one, whatever the check does after it.
run 1 --plain --filter='both.*'
is "FAIL both.FailsAndSkips"
run 1 --plain --filter='late.*'
is "FAIL late.FailsAndHangs"
run 1 --filter='late.*'
has "wrong value"
has "Stopped after 2 s"

# A worker that does not end by itself has done its checks all the same.
run 0 --plain --filter='stays.*'
is "PASS stays.One"

# What takes long is named meanwhile for a person who looks on, and is no line of a log.
WORKSHOP_CHECK_SECONDS=20
run 0 --filter='slow.*:good.One'
has_not "running "
if command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1; then
    # The report goes into a pipe, and the messages to a terminal.
    text=$(TERM=xterm script -qec "$program --filter=slow.*:good.One | cat >/dev/null" /dev/null) ||
        complain "exit code $?, wanted 0"
    has "running slow.Ends ..."
    has_not "running good.One ..."
    erase=$(printf '\r\033[K')
    [ "${text%"$erase"}" != "$text" ] || complain "the line about a long check remains"
fi
WORKSHOP_CHECK_SECONDS=2

run 0 --filter='good.*'
has "Lesson 9. A lesson that does not exist"
has "starter/09_fake.cu on "
has "2 of 3 checks passed, 1 skipped"
has "skipped: Rare needs a rare machine"
has "| from a good check"
has "Next: all checks: make check-lesson9"
has_not "First failure"

run 1 --filter='bad.*:good.*'
has "First failure: bad.Fails"
has "  first line"
has "  second line"
has "2 of 6 checks passed, 4 failed"
has "Also failing (3 checks"
has "To see one of them: make check-lesson9 CHECK=bad.Prints"
has_not "note from the device" # it belongs to a check that is folded
has "Next: edit starter/09_fake.cu, then: make check-lesson9"
has "make check-lesson9 IMPL=solution"

# The order is that of registration, also where another function stands between two parts of one,
# and also in the record of how it failed. The function has one line all the same.
run 0 --list --filter='split.*:between.*'
is "split.One
between.One
split.Two"
run 1 --plain --filter='split.*:between.*'
is "FAIL split.One
FAIL between.One
FAIL split.Two"
run 1 --filter='split.Two:between.*'
has "First failure: between.One"
run 1 --filter='split.*:between.*'
[ "$(printf '%s\n' "$text" | grep -c '^  split  ')" -eq 1 ] || complain "one line for each function"
has "0 of 2 checks passed, 2 failed"

run 1 --filter='bad.Prints*'
has "| note from the device"
has_not "note of the next check"

run 1 --filter=bad.Throws
has "thrown"

run 1 --filter='crash.Segfault:crash.After'
has "crashed by signal 11"
has "1 of 2 checks passed, 1 failed"
has "In a debugger: gdb --args "
has " --in-process --filter=crash.Segfault"

run 1 --filter=crash.Exit
has "exit code 7"

run 1 --filter='hang.*'
has "Stopped after 2 s: an endless loop in the kernel?"
has "1 of 3 checks passed, 1 failed, 1 not run"
has "Stopped at a time limit: 1 check (hang.Once), which took "
has "Not run: 1 check, because hang did not end in another check."

run 2 --nonsense
has "unknown option --nonsense"
run 2 --filter=nothing
has "no check matches 'nothing'"
has_not "Nearest to"
run 2 --filter=bad.Fals
has "Nearest to 'bad.Fals': bad.Fails"
has "make check-lesson9 CHECK=bad.Fails"
# A word that begins with - is a bad name, and nothing is run: not an option, and not "all but this".
for word in --help -x --list -good.One; do
    run 2 --filter=$word
    has "no check matches '$word'. All names: make check-lesson9 CHECK=list"
    has "  good"
    has "    One, Two, Rare"
    has "make check-lesson9 CHECK=good.One"
    has "with or without its function and a dot"
    has_not "checks passed"
done
run 0 --plain --filter='*-bad.*:crash.*:hang*:after*:both.*:late.*:stays.*:slow.*:split.*:between.*'
has "PASS good.One"
run 0 --help
has "make check-lesson9 CHECK=NAME"
has "make check-lesson9 CHECK=list"
WORKSHOP_CHECK_SECONDS=soon
run 2 --filter=good.One
has "WORKSHOP_CHECK_SECONDS is 'soon'"
WORKSHOP_CHECK_SECONDS=2

run 0 --filter='good.*' --in-process
has "[  PASSED  ]"
run 0 --filter='good.*:-*.Rare' --plain
has_not "Rare"

# Not a terminal: no colours, no line that is written over.
run 1 --filter='bad.*'
escape=$(printf '\033')
has_not "$escape"
if command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1; then
    text=$(TERM=xterm NO_COLOR='' script -qec "$program --filter=bad.*" /dev/null) || true
    has "${escape}[1mFirst failure: bad.Fails"
    has "] bad.Before"
    text=$(TERM=xterm NO_COLOR=1 script -qec "$program --filter=bad.*" /dev/null) || true
    has_not "${escape}[1m"
fi

# Records for make progress: of all checks, or of a part, which must not pass for all.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
run 1 --filter='good.*:bad.Fails'
[ -z "$(ls "$folder")" ] || complain "a record was left though nobody asked for one"
export WORKSHOP_RECORDS="$folder/of runs" WORKSHOP_RECORD_CONTENT=12-34
run 1 --filter='good.*:bad.Fails'
[ ! -e "$folder/of runs/09_fake.checks" ] || complain "part of the checks left the record of all"
text=$(grep -v '^time ' "$folder/of runs/09_fake.checks-part")
case $text in
    *"backend emulator"*) backend=emulator ;;
    *) backend=cuda ;;
esac
is "workshop-record 1
kind checks-part
lesson 09_fake
content 12-34
backend $backend
total 4
passed 2
failed 1
skipped 1
not-run 0
end"
run 1 --plain
text=$(cat "$folder/of runs/09_fake.checks")
has "kind checks"
has "total 27"
has_not "not-run 0"
[ "$(ls "$folder/of runs" | wc -l)" -eq 2 ] || complain "other files were left beside the records"
# A record that cannot be written is told, and changes nothing else.
: >"$folder/file"
WORKSHOP_RECORDS=$folder/file
run 0 --filter=good.One
has "The record for make progress was not written"
exit $status
