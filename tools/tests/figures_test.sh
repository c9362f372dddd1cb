#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The still figures of the lessons: they are what figures.py draws, and their text can be read on a light and on a dark
# page (a contrast of 4.5). Exit code 77: there is no Python to draw them.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
python3 -c '' 2>/dev/null || {
    echo "skipped: there is no python3"
    exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$root/lessons" "$scratch/lessons"
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
failed=0
for script in "$scratch"/lessons/*/figures.py; do
    folder=$(basename "$(dirname "$script")")
    python3 "$script"
    for figure in "$scratch/lessons/$folder"/*.svg; do
        cmp -s "$figure" "$root/lessons/$folder/$(basename "$figure")" || {
            echo "lessons/$folder/$(basename "$figure") is not what is drawn. Next: python3 lessons/$folder/figures.py"
            failed=1
        }
    done
done
python3 "$root/tools/tests/figures_contrast.py" "$root"/lessons/*/*.svg || failed=1
# A colour that is too light must be found, in both schemes.
first=$(ls "$root"/lessons/*/*.svg | head -n 1)
sed 's/\(<text [^>]*fill="\)#5c6670/\1#9aa3ad/' "$first" >"$scratch/light.svg"
sed 's/{fill:#a3adb8}/{fill:#59636e}/' "$first" >"$scratch/dark.svg"
sed '/<style>/,/<.style>/d' "$first" >"$scratch/none.svg"
for wrong in light dark none; do
    ! python3 "$root/tools/tests/figures_contrast.py" "$scratch/$wrong.svg" >/dev/null || {
        echo "a figure with too little contrast passes: $wrong"
        failed=1
    }
done
exit $failed
