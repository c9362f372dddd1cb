#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The words of the lessons' figures can be read on a white page and on a dark one: a contrast of at least
# 4.5 : 1 (WCAG 2, level AA). White words stand in boxes, so they are compared with all boxes of the figure.
# Of the figures that lessons/svg.py writes; those that move are opened in a browser by other tests.
# Usage: figures_test.sh [FIGURE...]   the figures of all lessons if none is given
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"

look='
function channel(hex,    value) {
    value = (index(digits, substr(hex, 1, 1)) - 1) * 16 + index(digits, substr(hex, 2, 1)) - 1
    value /= 255
    return value <= 0.03928 ? value / 12.92 : exp(2.4 * log((value + 0.055) / 1.055))
}
function luminance(colour) {
    return 0.2126 * channel(substr(colour, 2, 2)) + 0.7152 * channel(substr(colour, 4, 2)) + 0.0722 * channel(substr(colour, 6, 2))
}
function contrast(one, other,    a, b) {
    a = luminance(one) + 0.05
    b = luminance(other) + 0.05
    return a > b ? a / b : b / a
}
function want(ink, behind, where,    ratio) {
    ratio = contrast(ink, behind)
    if (!(ratio >= 4.5)) printf "%s: %s: %s on %s has a contrast of %.2f\n", FILENAME, where, ink, behind, ratio
}
BEGIN { digits = "0123456789abcdef" }
match($0, /^text\[fill="#[0-9a-f]*"\]\{fill:#[0-9a-f]*/) {
    dark[substr($0, 12, 7)] = substr($0, RLENGTH - 6, 7)
}
match($0, /^<rect.* fill="#[0-9a-f]*"/) { box[substr($0, RLENGTH - 7, 7)] = 1 }
match($0, /^<text.* fill="#[0-9a-f]*"/) { word[substr($0, RLENGTH - 7, 7)] = 1 }
END {
    for (ink in word) {
        seen++
        if (ink == "#ffffff") { for (behind in box) want(ink, behind, "in a box"); continue }
        want(ink, "#ffffff", "a white page")
        want(ink in dark ? dark[ink] : ink, "#1c1d1f", "a dark page")
    }
    if (!seen) print FILENAME ": no word was found"
}'
if [ $# -eq 0 ]; then set -- "$root"/lessons/0*/*.svg; fi
[ -f "$1" ] || failed "there is no figure"
for figure; do
    awk "$look" "$figure" >"$scratch/output"
    [ ! -s "$scratch/output" ] || failed "$(cat "$scratch/output")"
done

# The control: each kind of fault is found.
if [ "$failures" -eq 0 ] && [ -z "${FIGURES_CONTROL-}" ]; then
    export FIGURES_CONTROL=done
    spoil() { # SED-COMMAND WANTED
        sed "$1" "$root/lessons/03-online-softmax/passes.svg" >"$scratch/spoiled.svg"
        expect_exit 1 "$0" "$scratch/spoiled.svg"
        expect_said "$2"
    }
    spoil 's/^text\[fill="#57606b"\].*//' "a dark page: #57606b on #1c1d1f"
    spoil 's/^\(<text.*fill="\)#57606b/\1#9aa3ad/' "a white page: #9aa3ad on #ffffff"
    spoil 's/^\(<rect.*fill="\)#277a50/\1#79c28d/' "in a box: #ffffff on #79c28d"
    spoil 's/^<text/<tspan/' "no word was found"
fi
finish
