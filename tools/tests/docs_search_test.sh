#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What docs/site/search.awk tells the search of the site: pages, headings and terms, each with its other names and the
# words below it. What is found of that is tested in a browser (docs_browser_test.sh).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
site=$scratch/site
mkdir -p "$site"
tab=$(printf '\t')
printf '%s\n' "a.md${tab}lesson${tab}The lesson's \"title\"" "b.md${tab}glossary${tab}Glossary" >"$scratch/pages.tsv"
cat >"$site/lesson.html" <<'END'
<h2 id="menu">Not the text</h2>
<div class="contents">
<div class="textblock"><p>First <b>words</b>, words of the page.</p> <nav class="steps">Elsewhere</nav>
<nav class="steps">Elsewhere</nav>
<h2 id="the-two-stages">The two <code>stages</code></h2> <p>Warp 0 &lt; 4096 reads</p><h3 id="its">It's a barrier &amp; more</h3>
<p>A\B</p><p>Run <code>make compare-lesson3</code>, N: compare-lessonN, in 2026-11-30</p></div></div><!-- contents -->
<p>footer</p>
END
printf '<div class="contents">\n<h2 id="barrier">Barrier</h2>\n<p>A point</p></div><!-- contents -->\n' >"$site/glossary.html"
printf '# none\nlesson.html#the-two-stages | phases, two steps\nglossary.html#barrier | __syncthreads\nglossary.html#barrier | "sync"\n' \
    >"$scratch/other_names.txt"
search() {
    name=$1
    code=0
    (cd "$site" && awk -v glossary=glossary -f "$root/docs/site/search.awk" "$scratch/pages.tsv" "$scratch/other_names.txt" \
        lesson.html glossary.html) >"$output" 2>&1 || code=$?
}
search "the script"
expect_code 0
# Its first line has the words that the texts are without: what they are is of no interest here.
sed -n 1p "$output" | grep -q '^var dull = \["a",.*"the",.*\];$' || failed "the words that are left out are wanted"
sed 1d "$output" >"$scratch/found"
cat >"$scratch/wanted" <<'END'
var texts = [
[1,"The lesson's \"title\"","","lesson.html","","first words page"],
[2,"The two stages","The lesson's \"title\"","lesson.html#the-two-stages","phases, two steps","warp reads"],
[2,"It's a barrier &amp; more","The lesson's \"title\"","lesson.html#its","","compare-lesson3 compare-lessonn run make compare lesson3 lessonn"],
[1,"Glossary","","glossary.html","",""],
[0,"Barrier","Glossary","glossary.html#barrier","__syncthreads \"sync\"","point"],
];
END
cmp -s "$scratch/wanted" "$scratch/found" || failed "this is wanted: $(cat "$scratch/wanted")"

printf 'lesson.html#none | nothing\n' >>"$scratch/other_names.txt"
search "another name for what is not there"
expect_code 1
expect_line "other_names.txt, line 5: there is no lesson.html#none"
finish
