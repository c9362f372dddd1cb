#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Runs every mutant and writes kills.txt and signatures.txt into the folder of the mutants:
# checks/mutants, or checks/unlisted.
# Usage: write_kill_table.sh ROW-LIST MUTANTS-FOLDER PROGRAM-FOLDER PARALLEL-RUNS
set -eu
list=$1
folder=$2
programs=$3
jobs=$4
here=$(cd "$(dirname "$0")" && pwd)

# LESSON.NAME.txt gives the program, the mutant and its row.
run_row() {
    name=$(basename "$1" .txt)
    lesson=${name%%.*}
    mutant=${name#*.}
    echo "$lesson/$mutant"
    "$here/kill_row.sh" "$programs/check_${lesson}_mutant_$mutant" "$lesson/$mutant" "$1"
}

if [ $# -eq 5 ]; then # inner mode: one row
    run_row "$5"
    exit
fi
status=0
xargs -P "$jobs" -I ROW "$0" "$list" "$folder" "$programs" "$jobs" ROW <"$list" || status=1
{
    echo "# SPDX-FileCopyrightText: the CUDA kernel workshop contributors"
    echo "# SPDX-License-Identifier: Apache-2.0"
    echo "#"
    echo "# Which checks fail for which known wrong kernel, on the CPU device. Written by: make kill-table"
    echo "# mutant | failing checks"
    while read -r row; do
        [ ! -f "$row" ] || cat "$row"
    done <"$list"
} >"$folder/kills.txt"
{
    echo "# SPDX-FileCopyrightText: the CUDA kernel workshop contributors"
    echo "# SPDX-License-Identifier: Apache-2.0"
    echo "#"
    echo "# How each known wrong kernel fails, on the CPU device. Written by: make kill-table"
    echo "# The letters follow the checks of its row in kills.txt; checks/support/signature.hpp says"
    echo "# what each one means. Numbers have three digits."
    echo "# mutant | reports of the CPU device | a letter for each failing check | the first failure"
    while read -r row; do
        [ ! -f "${row%.txt}.signature" ] || cat "${row%.txt}.signature"
    done <"$list"
} >"$folder/signatures.txt"
echo "$folder/kills.txt: $(grep -c ' | .*\.' "$folder/kills.txt") mutants"
exit $status
