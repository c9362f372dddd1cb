#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The profile program of a lesson: its figures, its files, and what it says about a wrong command
# line. Usage: profile_test.sh PROGRAM NAMES TEXT... (NAMES are those of all buffers, in order; each
# TEXT has to be in the report)
set -eu
program=$1
names=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
problems=0
complain() {
    echo "$*" >&2
    problems=1
}

"$program" --rows=64 --cols=96 --threads=32 --folder="$folder/reports" >"$folder/out"
# One line, so that no break of a line is in the way.
report=$(tr -s ' \n' ' ' <"$folder/out")
for text in "ncu --metrics l" "$@"; do
    case $report in
        *"$text"*) ;;
        *) complain "the report does not say: $text" ;;
    esac
done
case $report in
    *"not complete"*) complain "the counts are not complete" ;;
esac
for file in profile.txt profile.json profile.html; do
    [ -s "$folder/reports/$file" ] || complain "$file was not written"
done

# The page holds the same figures as the file for programs.
for file in profile.json profile.html; do
    found=$(tr -d '\n' <"$folder/reports/$file" | grep -o '"buffers":\[[^]]*\]' |
        grep -o '"name":"[^"]*"' | sed -e 's/^"name":"//' -e 's/"$//' | LC_ALL=C sort -u | tr '\n' ' ')
    [ "$found" = "$names " ] || complain "$file names the buffers '$found', wanted: $names"
done

refused() { # TEXT, OPTION...
    text=$1
    shift
    code=0
    message=$("$program" "$@" 2>&1) || code=$?
    [ $code -eq 2 ] || complain "$* ended with code $code, not 2"
    case $message in
        *"$text"*) ;;
        *) complain "$*: the message does not say '$text': $message" ;;
    esac
}
refused "the number of rows is '0'" --rows=0
refused "the number of columns is 'many'" --cols=many
refused "from 1 to 1024" --threads=1025
refused "too many to count" --rows=100000 --cols=100000
refused "unknown option --row" --row=1
"$program" --help >/dev/null || complain "--help failed"
exit $problems
