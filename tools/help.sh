#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make help`: the targets of a Makefile with the comments after ##, and the lessons.
# Usage: tools/help.sh MAKEFILE
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"

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
