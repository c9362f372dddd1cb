#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Checks that every relative link and anchor in the Markdown files leads somewhere, and that the
# heading named by every mutant's "lesson:" line exists in the text of its lesson, and the heading
# named by every "read:" line of the questions in lessons/NN-slug/predict.txt.
#
#   tools/check_links.sh [ROOT]        ROOT is the top folder; without it, the parent of tools/
#
# Prints one line "file:line: what is wrong" for each dead link. Exit code 0: no dead link;
# 1: dead links; 2: the script could not run. Needs only sh, awk, find and sort; uses no network, so
# links to other sites are not followed.

LC_ALL=C
export LC_ALL
root=${1:-$(dirname "$0")/..}
here=$(cd "$(dirname "$0")" && pwd) || exit 2
cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

find . -name .git -prune -o -path ./build -prune -o -path ./.workshop -prune -o \
    -name '*.md' -type f -print | sed 's|^\./||' | sort > "$work/pages"
if [ ! -s "$work/pages" ]; then
    echo "check_links: no Markdown file under $(pwd)" >&2
    exit 2
fi

# Line by line through every page: "anchor<TAB>page#name" and "link<TAB>page:line<TAB>path<TAB>name".
while IFS= read -r page; do
    awk -v page="$page" -f "$here/lib/markdown.awk" -f "$here/markdown_links.awk" "$page" || exit 2
done < "$work/pages" > "$work/found" || exit 2

# A mutant in checks/mutants/01_serial_softmax/ points into lessons/01-serial-softmax/README.md.
find checks/mutants -name '*.mutant' -type f 2> /dev/null | sort > "$work/mutants"
while IFS= read -r mutant; do
    awk -v mutant="$mutant" '
        /^----/ { exit }
        /^lesson:/ { anchor = $2; sub(/^#/, "", anchor); line = FNR; exit }
        END {
            part = split(mutant, folders, "/")
            lesson = folders[part - 1]
            gsub(/_/, "-", lesson)
            printf "link\t%s:%d\tlessons/%s/README.md\t%s\n", mutant, line ? line : 1, lesson,
                anchor == "" ? "(no lesson: line)" : anchor
        }' "$mutant" || exit 2
done < "$work/mutants" >> "$work/found" || exit 2

# The questions of make predict-lessonN point into the text beside them.
for questions in lessons/*/predict.txt; do
    [ -f "$questions" ] || continue
    awk -v page="$questions" '/^read:/ {
        text = page
        sub(/predict\.txt$/, "README.md", text)
        printf "link\t%s:%d\t%s\t%s\n", page, FNR, text, $2 == "" ? "(no heading)" : $2
    }' "$questions" || exit 2
done >> "$work/found" || exit 2

tab=$(printf '\t')
while IFS="$tab" read -r kind where path name; do
    [ "$kind" = link ] || continue
    if [ ! -e "$path" ]; then
        echo "$where: no such file: $path"
    elif [ -n "$name" ] && [ "$name" != - ]; then
        printf '%s\t%s\t%s\n' "$where" "$path" "$name" >> "$work/named"
    fi
done < "$work/found" > "$work/dead"

if [ -s "$work/named" ]; then
    awk -F '\t' '
        NR == FNR { if ($1 == "anchor") known[$2] = 1; next }
        # An anchor of a file that is not Markdown (a source line, #L10) is not for us to judge.
        $2 ~ /\.md$/ && !(($2 "#" $3) in known) { print $1 ": no such anchor: " $2 "#" $3 }
    ' "$work/found" "$work/named" >> "$work/dead" || exit 2
fi

links=$(grep -c '^link' "$work/found")
if [ -s "$work/dead" ]; then
    sort "$work/dead"
    echo "check_links: $(($(wc -l < "$work/dead"))) dead of $links links" >&2
    exit 1
fi
echo "check_links: $links links in $(($(wc -l < "$work/pages"))) pages and" \
    "$(($(wc -l < "$work/mutants"))) mutants, none dead"
