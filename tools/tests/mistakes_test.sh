#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The lists of common mistakes are complete (tools/mistakes.sh), and the tool notices and mends one that is not.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
text=$scratch/lessons/01-one/README.md
mkdir -p "$scratch/lessons/01-one"
lesson() { # LIST...: a text with this list
    {
        printf '# One\n### Not one\n## Common mistakes\n\nSome.\n\n'
        printf '%s\n' '<!-- list of the mistakes: make snippets writes it -->' "$@"
        printf '\n### No `a`\n\nText.\n\n### A NaN, lost\n\n## Questions\n### Nor this\n'
    } >"$text"
}
right='[No `a`](#no-a) · [A NaN, lost](#a-nan-lost)'
lesson "$right"
expect_success "$root/tools/mistakes.sh" "$scratch/lessons"
cp "$text" "$scratch/right"
for wrong in '[No `a`](#no-a)' '[A NaN, lost](#a-nan-lost) · [No `a`](#no-a)' "$right · [Old](#old)"; do
    lesson "$wrong"
    expect_exit 1 "$root/tools/mistakes.sh" "$scratch/lessons"
    expect_said "the list of the common mistakes is out of date. Next: make snippets"
    expect_success "$root/tools/mistakes.sh" --write "$scratch/lessons"
    expect_same "$text" "$scratch/right"
done
lesson
expect_success "$root/tools/mistakes.sh" --write "$scratch/lessons"
expect_same "$text" "$scratch/right"
grep -v '<!--' "$scratch/right" >"$text"
expect_exit 1 "$root/tools/mistakes.sh" "$scratch/lessons"
expect_said "there is no line <!-- list of the mistakes"

expect_success "$root/tools/mistakes.sh"
[ "$(grep -l '^<!-- list of the mistakes' "$root"/lessons/*/README.md | wc -l)" -ge 7 ] || failed "where are the lists?"
finish
