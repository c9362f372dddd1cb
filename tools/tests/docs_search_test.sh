#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What docs/site/search.awk adds to the search of the site: headings by each word in them, the glossary first.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
site=$scratch/site
mkdir -p "$site/search"
tab=$(printf '\t')
printf '%s\n' "a.md${tab}lesson${tab}The lesson's title" "b.md${tab}glossary${tab}Glossary" >"$scratch/pages.tsv"
printf 'var indexSectionsWithContent =\n{\n  0: "bst",\n  1: "x"\n};\n' >"$site/search/searchdata.js"
for number in 0 1 2; do
    printf "var searchData=\n[\n  ['key_%s',['key',['../x.html',1,'']]]\n];\n" "$number" >"$site/search/all_$number.js"
done
printf '<h2 id="the-two-stages">The two <code>stages</code></h2> <h3 id="its">It'"'"'s a barrier &amp; more</h3>\n' >"$site/lesson.html"
printf '<h1 id="top">Skipped</h1>\n<h2 id="barrier">Barrier</h2>\n' >"$site/glossary.html"
code=0
(cd "$site" && awk -v search=search -f "$root/docs/site/search.awk" "$scratch/pages.tsv" search/searchdata.js \
    lesson.html glossary.html) || code=$?
expect() { # expect NAME LETTER-FILE WANTED
    name=$1
    output=$site/search/$2
    printf '%s\n' "$3" | cmp -s - "$output" || failed "this is wanted: $3"
}
name="the script"
output=$site/search/all_0.js
expect_code 0
expect "the glossary first, then the text" all_0.js "var searchData=
[
  ['key_0',['key',['../x.html',1,'']]],
  ['barrier_h6',['Barrier',['../glossary.html#barrier',1,'Glossary']]],
  ['barrier_20more_h4',['It&#39;s a barrier &amp; more',['../lesson.html#its',1,'The lesson&#39;s title']]]
];"
expect "a word inside a heading" all_1.js "var searchData=
[
  ['key_1',['key',['../x.html',1,'']]],
  ['stages_h2',['The two stages',['../lesson.html#the-two-stages',1,'The lesson&#39;s title']]]
];"
expect "all words from there on" all_2.js "var searchData=
[
  ['key_2',['key',['../x.html',1,'']]],
  ['two_20stages_h1',['The two stages',['../lesson.html#the-two-stages',1,'The lesson&#39;s title']]]
];"
finish
