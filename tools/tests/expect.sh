# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the tests of the scripts: a scratch copy of the workshop's scripts, a PATH that holds
# only what a test puts there, and expectations that say what differed. POSIX sh.
# The test that sources it has set `root`.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
shown=
output=$scratch/output

# A copy of the scripts, so that nothing a test does touches the real folder.
copy=$scratch/workshop
mkdir -p "$copy/tools" "$scratch/bin"
cp -R "$root/tools/lib" "$copy/tools/"
cp "$root"/tools/*.sh "$copy/tools/"
cp -R "$root/lessons" "$root/Makefile" "$copy/"

# The ordinary commands, by link, without compilers, package managers or GPUs.
for tool in sh dash bash awk mawk gawk cksum diff sleep script stty timeout sed grep cat cut head tail tr sort uniq wc mkdir rm mktemp \
    dirname basename date uname env nproc printf flock make touch true false ln cp mv chmod cmp find xargs tee ls; do
    for folder in /usr/bin /bin; do
        [ ! -x "$folder/$tool" ] || { ln -s "$folder/$tool" "$scratch/bin/$tool" && break; }
    done
done

# fake NAME: makes a command of that name from the script on standard input.
fake() {
    rm -f "$scratch/bin/$1"
    { printf '#!/bin/sh\n'; cat; } >"$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
}
remove() { (cd "$scratch/bin" && rm -f "$@"); }

# run NAME COMMAND...: runs a command with the scratch PATH and keeps its output and exit code.
run() {
    name=$1
    shift
    code=0
    env PATH="$scratch/bin" "$@" >"$output" 2>&1 </dev/null || code=$?
}

failed() {
    failures=$((failures + 1))
    printf 'FAILED %s: %s\n' "$name" "$1"
    if [ "$name" != "$shown" ]; then
        printf '  exit code %s, output:\n' "$code"
        sed 's/^/    /' "$output"
        shown=$name
    fi
}
expect_code() { [ "$code" -eq "$1" ] || failed "exit code $1 is wanted"; }
expect_line() { grep -qF -- "$1" "$output" || failed "'$1' is wanted"; }
expect_no() { ! grep -qF -- "$1" "$output" || failed "'$1' is not wanted"; }
expect_silence() { [ ! -s "$output" ] || failed "no output is wanted"; }

finish() {
    [ "$failures" -eq 0 ] || {
        printf '%s expectations failed\n' "$failures"
        exit 1
    }
    printf 'All expectations hold.\n'
}
