#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The checks of a lesson come in the order in which its TODOs let them pass: these names are in the
# list of all checks, one after the other. Usage: order_of_checks_test.sh PROGRAM NAME...
set -eu
program=$1
shift
list=$("$program" --list)
before=0
for check in "$@"; do
    place=$(printf '%s\n' "$list" | grep -nxF -- "$check" | cut -d : -f 1)
    if [ -z "$place" ] || [ "$place" -le "$before" ]; then
        printf '%s\n' "$list" "$check is to come later than the names before it: $*" >&2
        exit 1
    fi
    before=$place
done
