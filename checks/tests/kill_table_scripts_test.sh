#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The scripts of the kill table, on made-up mutants: they notice what they must notice.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
complain() {
    echo "FAIL: $*"
    status=1
}

# A program that fails the checks named in its second argument, all in the way N.
program() {
    printf '#!/bin/sh\nif [ "$1" = --list ]; then printf "f.A\\nf.B\\nf.Rare\\n"; exit 0; fi\n' >"$1"
    cat >>"$1" <<'END'
if [ -n "${WORKSHOP_SIGNATURE-}" ]; then
    echo "$WORKSHOP_MUTANT | none | N | They are 0." >"$WORKSHOP_SIGNATURE"
fi
END
    printf 'echo "PASS f.Other"\nfor c in %s; do echo "FAIL $c"; done\nexit %s\n' "$2" "$3" >>"$1"
    chmod +x "$1"
}

mkdir -p "$work/bin" "$work/mutants" "$work/rows"
names="a b c d e f g h"
for name in $names; do
    program "$work/bin/check_01_x_mutant_$name" "f.A f.B" 1
    echo "$work/rows/01_x.$name.txt"
done >"$work/rows/list"
program "$work/bin/check_01_x_solution" "" 0
printf '# c\n*.Rare | cannot run here\n' >"$work/mutants/unkilled.txt"
table_test() {
    "$here/kill_table_test.sh" "$work/rows/list" "$work/mutants" "$work/bin" >"$work/out" 2>&1
}

"$here/write_kill_table.sh" "$work/rows/list" "$work/mutants" "$work/bin" 2 >"$work/out" ||
    complain "write_kill_table.sh failed"
grep -qx '01_x/a | f.A, f.B' "$work/mutants/kills.txt" || complain "the row of mutant a"
grep -qx '01_x/a | none | N | They are 0.' "$work/mutants/signatures.txt" ||
    complain "the signature of mutant a"
table_test || complain "a good table was refused: $(cat "$work/out")"

# A mutant that survives, and one whose checks crash.
program "$work/survivor" "" 0
"$here/kill_row.sh" "$work/survivor" 01_x/s "$work/rows/s.txt" 2>"$work/out" &&
    complain "a mutant that passes everything was accepted"
program "$work/broken" "f.A" 3
"$here/kill_row.sh" "$work/broken" 01_x/s "$work/rows/s.txt" 2>"$work/out" &&
    complain "a program that ended with code 3 was accepted"

# On a GPU: what fails of the kept row, everything else when nothing of it does, and 77 for a mutant
# of idea checks whose values are right.
printf '01_x/s | f.A, f.IdeaReads\n01_x/i | f.IdeaReads\n' >"$work/kept"
program "$work/killed" "f.A" 1
"$here/kill_row.sh" "$work/killed" 01_x/s "$work/rows/s.txt" "$work/kept" gpu >"$work/out" 2>&1 ||
    complain "on a GPU: a mutant that a kept check fails was not accepted"
grep -qx '01_x/s | f.A' "$work/rows/s.txt" || complain "on a GPU: the row"
"$here/kill_row.sh" "$work/survivor" 01_x/s "$work/rows/s.txt" "$work/kept" gpu >"$work/out" 2>&1 &&
    complain "on a GPU: a mutant that passes everything was accepted"
code=0
"$here/kill_row.sh" "$work/survivor" 01_x/i "$work/rows/s.txt" "$work/kept" gpu >"$work/out" 2>&1 ||
    code=$?
[ $code -eq 77 ] || complain "on a GPU: exit code $code for a mutant of idea checks only, wanted 77"
"$here/kill_row.sh" "$work/killed" 01_x/i "$work/rows/s.txt" "$work/kept" gpu >"$work/out" 2>&1 ||
    complain "on a GPU: a mutant of idea checks whose values are wrong there was not accepted"
grep -qx '01_x/i | f.A' "$work/rows/s.txt" || complain "on a GPU: the row of a mutant of idea checks"
rm -f "$work/rows/s.txt"

# A way to fail that changed, and a signature that is missing.
echo "01_x/a | none | N | They are 1." >"$work/rows/01_x.a.signature"
table_test && complain "a changed signature was not seen"
grep -q "does not fail as signatures.txt says" "$work/out" || complain "no word about the signature"
echo "01_x/a | none | N | They are 0." >"$work/rows/01_x.a.signature"
cp "$work/mutants/signatures.txt" "$work/all"
sed -i '/01_x\/c/d' "$work/mutants/signatures.txt"
rm "$work/rows/01_x.c.signature"
table_test && complain "a missing signature was not seen"
grep -q "do not name the same mutants" "$work/out" || complain "no word about the mutant left out"
cp "$work/all" "$work/mutants/signatures.txt"

# A row that changed.
echo "01_x/a | f.A" >"$work/rows/01_x.a.txt"
table_test && complain "a changed row was not seen"
grep -q "has changed" "$work/out" || complain "no word about the change"
echo "01_x/a | f.A, f.B" >"$work/rows/01_x.a.txt"

# A check that fails for no mutant.
: >"$work/mutants/unkilled.txt"
table_test && complain "an unkilled check was not seen"
grep -q "f.Rare fails for no mutant" "$work/out" || complain "no word about f.Rare"
printf '*.Rare | r\nf.A | r\n' >"$work/mutants/unkilled.txt"
table_test && complain "a listed check that is killed was not seen"
printf '*.Rare | r\n' >"$work/mutants/unkilled.txt"

# Too few mutants, and a missing row.
rm "$work/rows/01_x.h.txt"
table_test && complain "a missing row was not seen"
sed -i '$d' "$work/rows/list"
sed -i '/01_x\/h/d' "$work/mutants/kills.txt" "$work/mutants/signatures.txt"
table_test && complain "a lesson with 7 mutants was accepted"
grep -q "has 7 mutants" "$work/out" || complain "no word about 7 mutants"
exit $status
