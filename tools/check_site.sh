#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Checks the pages that `make docs` has made: every relative link leads to a file, and to an anchor of it, also what the
# menu, the tree and the search lead to; every lesson has a page that names the lesson before and the one after, at its top and at its bottom; the page about
# debugging names the last one; no list stands in another one under letters, which no text means.
#
#   tools/check_site.sh FOLDER [LESSONS]    the folder of index.html; the table of lessons to compare with
#
# Prints a line for each thing that is wrong. Exit code 0: none; 1: some; 2: the script could not run.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
[ -f "${1-}/index.html" ] || { complain "check_site: no index.html in '${1-}'"; exit 2; }
table=${2:-$root/lessons/lessons.txt}
work=$(mktemp -d)
at_end 'rm -rf "$work"'

cd "$1"
find . -name '*.html' ! -path './search/*' -type f | sort >"$work/pages"
xargs awk -f "$root/tools/lib/site_links.awk" <"$work/pages" >"$work/found"
# What Doxygen and the theme bring along has no addresses in it, and an index of the tree has only names to look up.
find . -name '*.js' -type f | sed 's|^\./||' |
    grep -v -E '^((jquery|dynsections|menu|navtree|navtreeindex[0-9]*|resize|doxygen-.*)|search/(search|searchdata|find|panel))\.js$' |
    sort >"$work/scripts" || true
[ ! -s "$work/scripts" ] || xargs awk -f "$root/tools/lib/site_script_links.awk" <"$work/scripts" >>"$work/found"
find . -type f | sed 's|^\./||' >"$work/files"

awk -F '\t' '
    FILENAME ~ /\/files$/ { file[$0] = 1; next }
    FILENAME ~ /\/found$/ && $1 == "name" { anchor[$2] = 1; next }
    $1 == "link" && second {
        if (!($3 in file)) print $2 ": no such file: " $3
        else if ($4 != "-" && $3 ~ /\.html$/ && !(($3 "#" $4) in anchor)) print $2 ": no such anchor: " $3 "#" $4
    }' "$work/files" "$work/found" second=1 "$work/found" | sort -u >"$work/wrong"

# The links of a page before and after, in the order in which they stand there.
steps_of() { sed -n 's/.*<nav class="steps">\(.*\)<\/nav>.*/\1/p' "$1" |
    sed -e 's/<span><\/span>/- /g' -e 's/<a class="\([a-z]*\)"[^>]*href="\([^"]*\)"[^>]*>[^<]*<\/a>/\1:\2 /g' -e 's/ $//'; }

# check_steps PAGE WANTED
check_steps() {
    steps_of "$1" >"$work/steps"
    [ "$(cat "$work/steps")" = "$2
$2" ] || say "$1: the links to the lessons around it are '$(tr '\n' ';' <"$work/steps")', wanted at top and bottom: '$2'"
}

before=lessons.html
awk -F '|' '/^[0-9]/ { gsub(/ /, ""); gsub(/_/, "-", $2); print "lessons-" $1 "-" $2 ".html" }' "$table" >"$work/lessons"
while read -r page; do
    after=$(awk -v page="$page" 'found { print; exit } $0 == page { found = 1 }' "$work/lessons")
    if [ ! -f "$page" ]; then
        say "$page: no such page of a lesson"
    else
        check_steps "$page" "prev:$before next:${after:-debugging.html}"
    fi
    before=$page
done <"$work/lessons" >>"$work/wrong"
# The last one leads to the page about debugging, and that leads back.
check_steps debugging.html "prev:$(tail -n 1 "$work/lessons") -" >>"$work/wrong"

# A line of a text that happens to begin with a number becomes a list under letters inside the list.
xargs grep -l '<ol type="[^1]' <"$work/pages" | while read -r page; do
    say "${page#./}: a list under letters inside another one: a line of its text begins with a number by accident"
done >>"$work/wrong"

links=$(grep -c '^link' "$work/found")
if [ -s "$work/wrong" ]; then
    cat "$work/wrong"
    complain "check_site: $(($(wc -l <"$work/wrong"))) things wrong in $(($(wc -l <"$work/pages"))) pages"
    exit 1
fi
say "check_site: $links links in $(($(wc -l <"$work/pages"))) pages, none dead; $(($(wc -l <"$work/lessons"))) lessons in order"
