#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Compares the rows that the mutants have just given with checks/mutants/kills.txt; tests that every
# mutant that was run in full fails as checks/mutants/signatures.txt says, that every lesson has at
# least 8 mutants, and that every check fails for some mutant, or is listed with a
# reason in checks/mutants/unkilled.txt.
# Usage: kill_table_test.sh ROW-LIST MUTANTS-FOLDER PROGRAM-FOLDER
set -eu
list=$1
folder=$2
programs=$3
kills=$folder/kills.txt
unkilled=$folder/unkilled.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
complain() {
    echo "$*" >&2
    status=1
}

while read -r row; do
    if [ -f "$row" ]; then cat "$row"; else complain "missing: $row"; fi
done <"$list" >"$work/now"

grep -v '^#' "$kills" >"$work/kept" || true
if ! diff "$work/kept" "$work/now" >"$work/diff"; then
    complain "The table of mutants and failing checks has changed ('<' kept, '>' now):"
    cat "$work/diff" >&2
    complain "next: look at each line; if it is right: make kill-table"
fi

# A row that was compared with the kept one in two checks only has no signature of its own.
grep -v '^#' "$folder/signatures.txt" >"$work/kept_signatures" || true
while read -r row; do
    [ -f "${row%.txt}.signature" ] || continue
    if ! grep -qxF "$(cat "${row%.txt}.signature")" "$work/kept_signatures"; then
        complain "This mutant does not fail as signatures.txt says:" "$(cat "${row%.txt}.signature")"
        complain "next: look at its report; if it is right: make kill-table"
    fi
done <"$list"
cut -d'|' -f1 "$work/kept" >"$work/names"
if ! cut -d'|' -f1 "$work/kept_signatures" | diff "$work/names" - >"$work/diff"; then
    complain "kills.txt ('<') and signatures.txt ('>') do not name the same mutants:"
    cat "$work/diff" >&2
    complain "next: make kill-table"
fi

for lesson in $(cut -d/ -f1 "$work/now" | sort -u); do
    count=$(grep -c "^$lesson/" "$work/now")
    [ "$count" -ge 8 ] || complain "$lesson has $count mutants, wanted are at least 8"
    "$programs/check_${lesson}_solution" --list >"$work/checks"
    grep "^$lesson/" "$work/now" | sed 's/^.* | //' | tr ',' '\n' | tr -d ' ' | sort -u >"$work/killing"
    while read -r check; do
        killing=no
        grep -qxF "$check" "$work/killing" && killing=yes
        # A line of unkilled.txt is "check | reason"; "*.Name" stands for Name of every function.
        listed=no
        property=${check#*.}
        grep -v '^#' "$unkilled" | sed 's/ *|.*//' | grep -qxF -e "$check" -e "*.$property" && listed=yes
        if [ $killing = no ] && [ $listed = no ]; then
            complain "$check fails for no mutant: add a mutant, or a reason to ${unkilled##*/}"
        fi
        if [ $killing = yes ] && grep -v '^#' "$unkilled" | sed 's/ *|.*//' | grep -qxF "$check"; then
            complain "$check fails for a mutant, and is listed in ${unkilled##*/} all the same"
        fi
    done <"$work/checks"
done
exit $status
