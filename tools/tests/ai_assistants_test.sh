#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs/ai-assistants.md, for people, and AGENTS.md, for assistants, have the same rules and modes.
# Folders and commands that AGENTS.md names exist, and the files of other names lead to it.
# Usage: ai_assistants_test.sh [FOLDER]   FOLDER: where the files are, the workshop if not given
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
cd "${1:-$root}" || exit 2
page=docs/ai-assistants.md

# One rule a line: "kind name: what".
sed -n 's/^| `\([a-z-]*\)` | \(may\|must-not\|when-passed\) | \([^|]*\) |.*/\2 \1: \3/p' $page \
    >"$scratch/page"
sed -n 's/^- \(may\|must-not\|when-passed\) `\([a-z-]*\)`: \(.*\)/\1 \2: \3/p' AGENTS.md \
    >"$scratch/file"
[ "$(wc -l <"$scratch/file")" -ge 3 ] || failed "AGENTS.md has no rules"
expect_same "$scratch/page" "$scratch/file"
for kind in may must-not when-passed; do
    grep -q "^$kind " "$scratch/file" || failed "no rule says $kind"
done
twice=$(sed 's/:.*//; s/.* //' "$scratch/file" | sort | uniq -d)
[ -z "$twice" ] || failed "two rules are called $twice"

# The modes: those of the table, and the one that is set.
sed -n '/^| mode |/,/^$/s/^| `\([a-z]*\)` |.*/\1/p' $page | sort >"$scratch/modes"
sed -n 's/^Mode: *//p' AGENTS.md >"$scratch/mode"
[ "$(wc -l <"$scratch/mode")" -eq 1 ] || failed "AGENTS.md does not set one mode"
grep -qxF -- "$(cat "$scratch/mode")" "$scratch/modes" ||
    failed "the mode '$(cat "$scratch/mode")' is not in the table of $page"
while IFS= read -r mode; do
    grep -q "\`$mode\`" AGENTS.md || failed "AGENTS.md does not know the mode $mode"
done <"$scratch/modes"
# The page names the rules of a mode; so does the file.
for mode in explain open; do
    sed -n "s/^| \`$mode\` | //p" $page | grep -o '`[a-z-]*`' | sort >"$scratch/page_mode"
    grep "^In mode \`$mode\`" AGENTS.md | grep -o '`[a-z-]*`' | grep -vx "\`$mode\`" | sort \
        >"$scratch/file_mode"
    [ -s "$scratch/page_mode" ] || failed "$page says nothing of the mode $mode"
    expect_same "$scratch/page_mode" "$scratch/file_mode"
    tr -d '`' <"$scratch/page_mode" | while IFS= read -r rule; do
        grep -q " $rule:" "$scratch/file" || echo "$rule"
    done >"$scratch/unknown"
    [ ! -s "$scratch/unknown" ] || failed "mode $mode names rules that are none: $(cat "$scratch/unknown")"
done

# What is named exists; build/ is made when it is needed.
grep -o '`[A-Za-z_./-]*/`' AGENTS.md | tr -d '`' | sort -u >"$scratch/folders"
while IFS= read -r folder; do
    [ "$folder" = build/ ] || [ -d "$root/$folder" ] || failed "AGENTS.md names $folder, which is not there"
done <"$scratch/folders"
grep -o '`[A-Za-z_./-]*\.md`' AGENTS.md | tr -d '`' | sort -u >"$scratch/files"
while IFS= read -r file; do
    [ -f "$root/$file" ] || failed "AGENTS.md names $file, which is not there"
done <"$scratch/files"
grep -o '`make [a-z-]*' AGENTS.md | sed 's/.* //' | sort -u >"$scratch/targets"
[ -s "$scratch/targets" ] || failed "AGENTS.md names no command"
while IFS= read -r target; do
    grep -q "^$target%*:" "$root/Makefile" || failed "AGENTS.md names make $target, which is no target"
done <"$scratch/targets"

for pointer in CLAUDE.md GEMINI.md .github/copilot-instructions.md; do
    grep -q 'AGENTS\.md' $pointer || failed "$pointer does not lead to AGENTS.md"
    [ "$(wc -l <$pointer)" -le 5 ] || failed "$pointer says more than where to read: it would drift"
done
for reader in README.md CONTRIBUTING.md; do
    grep -q 'ai-assistants\.md' "$root/$reader" || failed "$reader does not link to $page"
done

# The control: a copy with one difference fails, for each kind of difference.
if [ $# -eq 0 ]; then
    spoil() {
        rm -rf "$scratch/copy"
        mkdir -p "$scratch/copy/docs" "$scratch/copy/.github"
        cp "$root"/AGENTS.md "$root"/CLAUDE.md "$root"/GEMINI.md "$scratch/copy"
        cp "$root/$page" "$scratch/copy/docs"
        cp "$root/.github/copilot-instructions.md" "$scratch/copy/.github"
        sed "$2" "$root/$1" >"$scratch/copy/$1"
        if cmp -s "$root/$1" "$scratch/copy/$1"; then failed "the control '$2' changes nothing in $1"; fi
        expect_exit 1 "$0" "$scratch/copy"
    }
    spoil AGENTS.md '/`fill-starters`:/d'
    spoil AGENTS.md 's/^- must-not `paste-solutions`/- may `paste-solutions`/'
    spoil $page 's/smallest one that helps/smallest/'
    spoil AGENTS.md 's/^Mode: coach/Mode: anything/'
    spoil AGENTS.md 's/^\(In mode `open`.*\)`claim-unseen`/\1`run-commands`/'
    spoil AGENTS.md 's/`make profile-lesson1`/`make profiles`/'
    spoil CLAUDE.md 's/AGENTS/AGENT/g'
fi
finish
