#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Two builds in one folder: the second one waits, says for which one, and goes on by itself.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
command -v flock >/dev/null || {
    echo "skipped: no flock here"
    exit 77
}

# A command of the workshop that has the lock until a file says that it may end.
cat >"$copy/tools/test.sh" <<'END'
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
folder=$root/build/emulator
mkdir -p "$folder"
lock_build
touch "$1.locked"
while [ ! -e "$1.end" ]; do /bin/sleep 0.05; done
END
cp "$copy/tools/test.sh" "$copy/tools/check-lesson.sh"
sed -i '2i number=3' "$copy/tools/check-lesson.sh"
until_there() {
    rounds=0
    while [ ! -e "$1" ] && [ $rounds -lt 400 ]; do rounds=$((rounds + 1)) && /bin/sleep 0.05; done
    [ -e "$1" ] || failed "$1 did not come"
}

name="the one that waits"
output=$scratch/waits.out
sh "$copy/tools/test.sh" "$scratch/first" 2>"$scratch/first.err" &
until_there "$scratch/first.locked"
sh "$copy/tools/check-lesson.sh" "$scratch/second" >"$output" 2>&1 &
rounds=0
while [ ! -s "$output" ] && [ $rounds -lt 400 ]; do rounds=$((rounds + 1)) && /bin/sleep 0.05; done
grep -q 'Waiting for another build in build/emulator: make test, which has it since [0-9][0-9]:[0-9][0-9]\.' "$output" ||
    failed "it is not said which build has the lock: $(cat "$output")"
[ ! -e "$scratch/second.locked" ] || failed "both have the lock"
touch "$scratch/first.end"
until_there "$scratch/second.locked"
# What the second one wrote is what a third one reads.
grep -q 'make check-lesson3$' "$copy/build/emulator/lock" || failed "the lock says $(cat "$copy/build/emulator/lock")"
[ ! -s "$scratch/first.err" ] || failed "the first one has nothing to say: $(cat "$scratch/first.err")"
touch "$scratch/second.end"
wait
finish
