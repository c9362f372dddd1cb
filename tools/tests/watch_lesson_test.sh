#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# make watch-lessonN: when it checks, what it says, and how it ends. The checks are a script that
# answers as the content of the starter says.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
unset ROUNDS EVERY IMPL CHECK MAKEFLAGS MAKELEVEL 2>/dev/null || true

mv "$copy" "$scratch/a workshop"
copy="$scratch/a workshop"
mkdir -p "$copy/starter"
starter=$copy/starter/01_serial_softmax.cu
cat >"$copy/tools/check-lesson.sh" <<'END'
#!/bin/sh
root=$(cd "$(dirname "$0")/.." && pwd)
echo "$IMPL $1" >>"$root/called"
case $(cat "$root/starter/01_serial_softmax.cu") in
    good) printf '  one  ok    2 of 3 checks passed, 1 skipped (0.1 s)\n  two  ok    4 of 4 checks passed (0.1 s)\n'
        printf '  skipped: Rare needs more\n\nNext: read on\n' ;;
    wrong) printf '  one  FAIL  2 of 3 checks passed, 1 failed (0.1 s)\n  two  ok    4 of 4 checks passed (0.1 s)\n'
        printf '\nFirst failure: one.Two\n  likely cause: it is wrong\n\n'
        printf 'Also failing (1 check):\n  one.Three\n\nNext: edit\n      The text: a page\n'
        printf '      A hint for TODO 1, the first that is left: make hint-lesson1\n'; exit 1 ;;
    *) echo "starter/01_serial_softmax.cu:1:1: error: no"; exit 1 ;;
esac
END

# watch ROUNDS: in the background; its output is $output.
watch() {
    name="watch, $1 checks"
    code=0
    rm -f "$copy/called"
    (
        code=0
        timeout 60 env PATH="$scratch/bin" ROUNDS="$1" EVERY=0.1 \
            make --no-print-directory -C "$copy" watch-lesson1 >"$output" 2>&1 </dev/null || code=$?
        echo $code >"$scratch/code"
    ) &
    watcher=$!
}
# After: waits until so many checks were made.
after() {
    turn=0
    while [ "$(grep -c . "$copy/called" 2>/dev/null)" != "$1" ] && [ $turn -lt 200 ]; do
        turn=$((turn + 1))
        sleep 0.1
    done
    # Time to look again and find nothing new.
    sleep 0.7
}
ended() {
    wait $watcher
    code=$(cat "$scratch/code")
}

# Saved in place, saved by a rename, taken away and put back; without a change no check.
echo good >"$starter"
watch 3
after 1
touch "$starter"
cp "$starter" "$scratch/same" && mv "$scratch/same" "$starter"
after 1
echo wrong >"$starter"
after 2
rm "$starter"
sleep 1.5
echo broken >"$scratch/new" && mv "$scratch/new" "$starter"
ended
expect_code 0
[ "$(cat "$copy/called")" = "starter 1
starter 1
starter 1" ] || failed "three checks of the starter are wanted: $(cat "$copy/called")"
expect_line "all 6 checks passed (1 skipped)"
expect_line "6 of 7 checks passed"
expect_line "First failure: one.Two"
expect_line "likely cause: it is wrong"
expect_no "one.Three"
expect_no "The text: a page"
expect_line "  A hint for TODO 1, the first that is left: make hint-lesson1"
expect_line "01_serial_softmax.cu is not there"
expect_line "starter/01_serial_softmax.cu:1:1: error: no"
expect_no "Next: read on"
expect_no "No such file"
[ "$(cat "$starter")" = broken ] || failed "the starter was edited"

# Ctrl-C.
name="interrupt"
env --default-signal=INT true 2>/dev/null && {
    code=0
    env --default-signal=INT timeout --preserve-status -s INT 2 "$copy/tools/watch-lesson.sh" 1 \
        >"$output" 2>&1 </dev/null || code=$?
    expect_code 0
    expect_line "The watch has ended."
}

run "ROUNDS" make -C "$copy" watch-lesson1 ROUNDS=some
expect_code 2
expect_line "ROUNDS is 'some'"
run "EVERY" make -C "$copy" watch-lesson1 EVERY=-1
expect_code 2
expect_line "EVERY is '-1'"
run "IMPL" make -C "$copy" watch-lesson1 IMPL=solution
expect_code 2
expect_line "IMPL is 'solution'. The watch is for your starter."
finish
