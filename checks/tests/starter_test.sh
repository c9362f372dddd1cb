#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# A starter as the solution gives it must fail, and the first thing it says must be "never written".
# Usage: starter_test.sh PROGRAM
set -eu
program=$1

code=0
text=$("$program" 2>&1) || code=$?
if [ $code -ne 1 ]; then
    printf '%s\n' "$text" "exit code $code, wanted 1: the checks must fail on a starter" >&2
    exit 1
fi
case $text in
    *"well-known mistake"*)
        printf '%s\n' "$text" "an untouched starter is taken for a known mistake" >&2
        exit 1
        ;;
esac
# The report of the first failure ends at the first empty line.
first=$(printf '%s\n' "$text" | awk '/^First failure: / { on = 1 } on && /^$/ { exit } on')
case $first in
    *"never written"*) ;;
    *)
        printf '%s\n' "$text" "the first failure does not say 'never written'" >&2
        exit 1
        ;;
esac
