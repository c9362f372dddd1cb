#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make help`: the targets of a Makefile with the comments after ##, and the lessons.
# With --unknown: what to say of a target that is not there. Exit code 1.
# Usage: tools/help.sh MAKEFILE
#        tools/help.sh --unknown TARGET
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"

if [ "${1-}" = --unknown ]; then
    # The word before -lesson, so that hint, hint-lesson and hint-1 find hint-lessonN.
    word=${2%%[-_0-9]*}
    near=$(awk -F ':.*## ' -v word="$word" 'word != "" && /^[a-z-]+%?:.*## / && index($1, word) {
        sub(/%$/, "N", $1); printf "  make %-16s%s\n", $1, $2 }' "$root/Makefile")
    complain "there is no target '$2'."
    [ -z "$near" ] || complain "Near to it (N is the number of a lesson):
$near"
    fail "Next: make help, which lists all"
fi
say "Usage: make TARGET [BACKEND=auto|cuda|emulator] [IMPL=starter|solution]"
say ""
# targets MARK: those whose comment begins with it.
targets() { awk -F ":.*$1 " -v mark=":.*$1 " '$0 ~ "^[a-z-]+%?" mark { sub(/%$/, "N", $1); printf "  %-16s%s\n", $1, $2 }' "$2"; }
targets '##' "$1"
say ""
say "To change the workshop itself:"
targets '##!' "$1"
say ""
say "Lessons (N):"
awk -F '|' '/^[0-9]/ { gsub(/^ +| +$/, "", $3); printf "  %-16d%s\n", $1, $3 }' "$root/lessons/lessons.txt"
