#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The commands of the workshop for the file that is open in an editor; .vscode calls it.
# Usage: tools/open-file.sh VERB FILE [THREADS]   FILE: relative to the workshop
#   check, watch, hint, profile   make VERB-lessonN, where FILE is the starter of lesson N, or its text
#   emulate                       make emulate FILE=FILE
#   debugger                      builds the check program of a starter, and writes the breakpoints for
#                                 gdb into build/debugger/NN_slug.gdb; THREADS is their condition
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/debugger.sh"

verb=${1-}
file=${2-}
# The lesson: starter/04_vector_loads.cu, lessons/04-vector-loads/README.md and the like.
name=${file#lessons/}
[ "$name" = "$file" ] || name=${name%%/*}
name=$(basename "$name" | tr - _)
case $verb in
    check | watch | hint | profile | debugger)
        found=$(lessons | awk -v name="$name" '{ if (index(name, $1 "_" $2) == 1) print $1 + 0 }')
        [ -n "$found" ] || fail "$file belongs to no lesson. Open a file of starter/ first: starter/01_serial_softmax.cu"
        ;;
esac
cd "$root"
case $verb in
    check | watch | hint | profile) exec make "$verb-lesson$found" ;;
    emulate) exec make emulate FILE="$file" ;;
    debugger)
        lesson=$(lessons | awk -v number="$found" '$1 + 0 == number { print $1 "_" $2 }')
        [ "$file" = "starter/$lesson.cu" ] || fail "$file is no starter. The debugger starts from starter/$lesson.cu"
        BACKEND=emulator tools/build.sh "check_${lesson}_debug_starter"
        mkdir -p build/debugger
        write_breakpoints "$file" "${3-}" >"build/debugger/$lesson.gdb"
        ;;
    *) fail "Usage: tools/open-file.sh check|watch|hint|profile|emulate|debugger FILE [THREADS]" ;;
esac
