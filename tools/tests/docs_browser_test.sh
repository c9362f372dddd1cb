#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Opens the course's pages in Chromium, at the width of a desktop and of a phone, light and dark, and as paper
# has them: no error in the console, no page that scrolls sideways and no part that does so without a sign, figures that are there,
# text that can be read, the colours that were chosen, lessons that lead to each other, a search that finds.
# Usage: docs_browser_test.sh [SITE or --make [without-theme]]   SITE: a folder made by make docs; --make makes
# one, as on a machine without the theme when told so; without either, small sites with one fault each prove
# that it is found
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
. "$root/tools/tests/docs_browser/visit.sh"
. "$root/tools/tests/find_browser.sh"
find_browser

if [ $# -eq 0 ]; then # the control

# A site of three pages, without a fault.
small=$scratch/small
fresh() {
    rm -rf "$small"
    mkdir -p "$small"
    printf '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="9" height="9"/></svg>' \
        >"$small/figure.svg"
    # A switch as that of the theme: what was chosen in the site counts more than what the system prefers.
    switch='<style>html.dark-mode{color-scheme:dark;color:#ddd;background:#222}html.light-mode{color-scheme:light;color:#222;background:#fff}</style><script>function see(){const dark=matchMedia("(prefers-color-scheme: dark)").matches,other=localStorage.getItem(dark?"prefers-light-mode-in-dark-mode":"prefers-dark-mode-in-light-mode");document.documentElement.className=dark===!other?"dark-mode":"light-mode"}see();document.addEventListener("visibilitychange",see)</script>'
    for page in index lessons-01-one lessons-02-two; do
        cat >"$small/$page.html" <<'END'
<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">SWITCH<style>
html { color: #222; background: #fff }
@media (prefers-color-scheme: dark) { html { color: #ddd; background: #222 } }
</style></head><body><h1>A page</h1><p>Text.</p><img src="figure.svg" alt="">
<doxygen-awesome-dark-mode-toggle onclick="localStorage.setItem(matchMedia('(prefers-color-scheme: dark)').matches
  ? 'prefers-light-mode-in-dark-mode' : 'prefers-dark-mode-in-light-mode', true)">switch</doxygen-awesome-dark-mode-toggle>
<input id="MSearchField"><div id="found" class="SRResult" hidden>Bank conflict</div>
<script>document.getElementById('MSearchField').onkeyup =
  () => { document.getElementById('found').hidden = false; };</script>
LINK</body></html>
END
    done
    for page in index lessons-01-one lessons-02-two; do
        awk -v look="$switch" '(at = index($0, "SWITCH")) { $0 = substr($0, 1, at - 1) look substr($0, at + 6) } { print }' \
            "$small/$page.html" >"$scratch/page" && cp "$scratch/page" "$small/$page.html"
    done
    link='s|^LINK|<a style="color: inherit" rel="'
    sed -i "${link}next\" href=\"lessons-02-two.html\">on</a>|" "$small/lessons-01-one.html"
    sed -i "${link}prev\" href=\"lessons-01-one.html\">back</a>|" "$small/lessons-02-two.html"
    sed -i '/^LINK/d; s|^</body>||' "$small/index.html"
    # A picture of two steps, whose captions are longer than a phone is wide.
    mkdir "$small/pictures"
    long='A caption that is longer than a phone is wide, so that it stands below the picture'
    awk -v long="$long" -v look="$switch" '/^PICTURE-(ABOUT|LESSON)$/ { next }
        /^PICTURE-LOOK$/ { print look; next }
        /^PICTURE-SVG$/ {
            print "<svg width=\"720\" height=\"60\" viewBox=\"0 0 720 60\"><style>.ink { fill: #222 }"
            print "@media (prefers-color-scheme: dark) { .ink { fill: #ddd } }</style><text class=\"ink\" x=\"20\" y=\"40\">A</text>"
            for (i = 0; i < 2; ++i)
                printf "<g data-first=\"%d\" data-last=\"%d\"><text x=\"16\" y=\"20\" class=\"ink\" font-weight=\"bold\">%s</text></g>\n", i, i, long
            print "</svg>"
            next
        }
        { print }' "$root/checks/pictures/page.html" >"$small/pictures/a.html"
}
see_small() { # WIDTH light|dark
    visit "$small" "$1" "$2" 2 "bank=Bank conflict;conflict=conflict" index.html lessons-01-one.html lessons-02-two.html \
        pictures/a.html
}
# spoiled NAME PAGE SED-COMMAND WANTED [WIDTH SCHEME]
spoiled() {
    fresh
    cp "$small/$2" "$scratch/whole"
    sed -i "$3" "$small/$2"
    ! cmp -s "$scratch/whole" "$small/$2" || failed "$1: the control changes nothing"
    ! see_small "${5:-1280}" "${6:-light}" >"$scratch/output" || failed "$1: not found"
    expect_said "$4"
}
fresh
for scheme in light dark; do
    see_small 1280 $scheme >"$scratch/output" || failed "without a fault: $(cat "$scratch/output")"
    see_small 390 $scheme >"$scratch/output" || failed "without a fault: $(cat "$scratch/output")"
done
see_small 717 paper >"$scratch/output" || failed "without a fault on paper: $(cat "$scratch/output")"
spoiled "an error" index.html 's|<h1>|<script>nothing_of_that_name()</script><h1>|' "nothing_of_that_name is not defined"
spoiled "a word on the console" index.html 's|<h1>|<script>console.error("oh")</script><h1>|' '"oh"'
spoiled "too wide" lessons-02-two.html 's|<p>|<p style="width: 500px">|' "scrolls sideways" 390
spoiled "a wide table" index.html 's|<p>|<table class="markdownTable" style="display: block; width: 90px; overflow: auto"><tr><td style="min-width: 200px">a</td></tr></table><p>|' "wide in 90"
spoiled "a cut formula" index.html 's|<p>|<div class="formula" style="height: 9px; overflow: hidden">a<br>b</div><p>|' "a formula is cut"
spoiled "faint text" lessons-01-one.html 's|<p>|<p style="color: #888">|' "contrast 3.54, wanted 4.5"
spoiled "faint large text" lessons-01-one.html 's|<h1>|<h1 style="color: #aaa">|' "wanted 3:"
spoiled "faint where it is dark" index.html 's|<p>|<p style="color: #666">|' "contrast" 1280 dark
spoiled "white where it is dark" index.html 's/background: *#222/background: #fff; color: #222/g' "the paper" 1280 dark
spoiled "text half there" index.html 's|<p>|<p style="opacity: 0.4">|' "contrast"
spoiled "no switch" index.html 's|doxygen-awesome-dark-mode-toggle|b|g' "no switch for light and dark"
spoiled "no words for a figure" index.html 's| alt=""||' "nothing is said in place of a figure: figure.svg"
spoiled "no figure" lessons-01-one.html 's|figure.svg|figures.svg|' "a figure is missing: figures.svg"
spoiled "no next lesson" lessons-01-one.html 's|rel="next"|rel="up"|' "no link to the next lesson"
spoiled "the next lesson is the same" lessons-01-one.html 's|href="lessons-02-two|href="lessons-01-one|' "is not where next leads"
spoiled "no way back" lessons-02-two.html 's|rel="prev"|rel="up"|' "no link to the prev lesson"
spoiled "a step that a phone cuts off" pictures/a.html 's|#told{display:block|#told{display:none|' \
    "what happens in step 1 cannot be read at a width of 390" 390
spoiled "a step without words" pictures/a.html '0,/>A caption[^<]*</s//></' "what happens in step 1 cannot be read"
spoiled "a caption twice" pictures/a.html 's|\.said{display:none}||' "what happens in step 1 is said twice" 390
spoiled "a picture that scrolls silently" pictures/a.html '/class="narrow"/d' "nothing says that a figure scrolls" 390
spoiled "said where it does not scroll" pictures/a.html 's|#told,.narrow{display:none}|#told{display:none}|' "a figure does not scroll, and it is said"
spoiled "a picture that scrolls without a shadow" pictures/a.html 's|no-repeat local|no-repeat|' "it scrolls without a sign: div.picture" 390
spoiled "code that scrolls without a shadow" index.html 's|<p>Text|<div class="contents"><pre style="overflow-x: auto">A line that is longer than a phone is wide, and is not broken anywhere</pre></div><p>Text|' \
    "it scrolls without a sign: pre" 390
spoiled "a link that looks like text" index.html 's|<p>Text|<div class="contents"><p>See <a href="index.html" style="text-decoration: none"><code style="color: #222">a.cu</code></a></p></div>&|' \
    "a link looks like text: a.cu"
spoiled "a link in code that looks like text" index.html 's|<p>Text|<div class="contents"><p>See <code><a href="index.html" style="text-decoration: none; color: inherit">a.cu</a></code></p></div>&|' \
    "a link looks like text: a.cu"
wide='linear-gradient(#fff, #fff) local, linear-gradient(#fff, #fff) local, linear-gradient(#fff, #fff) scroll, linear-gradient(#fff, #fff) scroll'
for fault in 'a first column scrolls away|' 'what scrolls shines through a first column|position: sticky; left: 0' \
    'a first column leaves too little of a phone|position: sticky; left: 0; background: #fff; min-width: 250px'; do
    spoiled "a table: ${fault%%|*}" index.html \
        "s~<p>Text~<div class=\"contents\"><table class=\"markdownTable\" style=\"display: block; overflow-x: auto; background: $wide\"><tr><td style=\"${fault#*|}\">a</td><td>b</td><td>c</td><td><p style=\"width: 500px\">d</p></td></tr></table></div><p>Text~" \
        "${fault%%|*}: a" 390
done
spoiled "a picture in the colours of the system" pictures/a.html '/^recolour();$/d; /MutationObserver/d' "the picture has not the chosen colours"
spoiled "the same where it is dark" pictures/a.html '/^recolour();$/d; /MutationObserver/d' "the picture has not the chosen colours" 1280 dark
spoiled "a page in the colours of the system" pictures/a.html 's|localStorage.getItem|void|' "the paper has not the chosen colour"
spoiled "faint text on a shadow" index.html "s~<p>Text~<p style=\"color: #888; background: linear-gradient(#fff, #fff) local, linear-gradient(#fff, #fff) local, linear-gradient(#fff, #fff) scroll, linear-gradient(#fff, #fff) scroll\">Text~" \
    "contrast 3.54"
for fault in 'it is cut off|<table style="width: 800px"><tbody><tr><td>A</td></tr></tbody></table>' \
    'it is cut off|<pre>A line that is longer than paper is wide, and is not broken anywhere: as it stands in a block of code, this one</pre>' \
    'a box that scrolls|<table style="display: block; overflow-x: auto"><tbody><tr><td>A</td></tr></tbody></table>' \
    'a table that stays in one piece|<table class="markdownTable" style="display: block"><tbody><tr><td>A</td></tr></tbody></table>' \
    'a name in two pieces|<table class="markdownTable"><tbody><tr><td style="display: block; width: 90px; overflow-wrap: anywhere"><code>softmax_in_registers</code></td></tr></tbody></table>' \
    'the shadow of an edge|<a class="figure" style="background: linear-gradient(red, blue)">A</a>' \
    'what only a screen needs|<nav class="steps">A</nav>' \
    'a picture that moves|<img class="moves" src="figure.svg" alt="">'; do
    spoiled "paper: ${fault%%|*}" index.html "s~<p>Text~<div class=\"contents\">${fault#*|}</div><p>Text~" "on paper ${fault%%|*}" 717 paper
done
spoiled "paper: no picture for it" index.html 's|<p>Text|<a class="figure" href="pictures/a.html">A</a>&|' "no picture for paper" 717 paper
spoiled "a search without an answer" index.html 's|Bank conflict|Nothing|' 'the search for "bank" does not find "Bank conflict" first, but "Nothing"'
frame='<iframe id="MSearchResults" style="border: 0; height: 300px" srcdoc="<body style=\x27margin: 0; height: HIGHpx\x27><div class=SRResult>Bank conflict</div>"></iframe><i id="found"></i>'
for fault in '90|90 high in 300' '800|800 high in 300, with room below'; do
    spoiled "a panel of one height" index.html "s~<div id=\"found\".*</div>~$(printf '%s' "$frame" | sed "s/HIGH/${fault%%|*}/")~" "${fault#*|}"
done
spoiled "a panel below the window" index.html "s~<div id=\"found\".*</div>~$(printf '%s' "$frame" | sed 's/HIGH/1800/; s/300px/1700px/')~" "ends below the window"
spoiled "nothing found" index.html 's|hidden = false|hidden = true|' 'the search for "conflict" does not find "conflict" first, but nothing'
[ "$failures" -eq 0 ] || exit 1
echo "Each fault of the small sites is found."

exit 0
fi

if [ "$1" = --make ]; then
    command -v doxygen >/dev/null || { echo "skipped: no doxygen. Next: tools/setup.sh --docs"; exit 77; }
    if [ "${2-}" = without-theme ]; then export WORKSHOP_DOCS_THEME=; fi
    "$root/tools/docs.sh" "$scratch/docs"
    set -- "$scratch/docs/html"
fi
site=$(cd "$1" && pwd) || exit 1
# Titles by any word, other names, marks, the beginnings of words, and texts before code.
questions='bank conflict=Bank conflict;decisions=Design decisions;assistants=AI assistants;fast-math=Fast-math;-inf=Special values'
questions="$questions;results=Measured results;float4=float4;measuring=Measur;GEMM=GEMM;false negative=CPU device"
questions="$questions;add a lesson=Adding a lesson;vscode=In VS Code;gaps=gap;GuardedMatrix=GuardedMatrix"
# Commands as a whole, with and without a number; what a thing is called elsewhere; words that every text has.
several="Several solutions beside the reference"
questions="$questions;compare-lesson=$several;make compare-lesson3=$several;compare students=$several;compare two students=$several"
questions="$questions;check-lesson=How to work through a lesson;hint-lesson2=How to work;watch-lesson=How to work;diff-lesson=How to work"
questions="$questions;reset-lesson=How to work;predict-lesson=Predict, then measure;profile-lesson=The profile;bench-lesson=Benchmarks"
questions="$questions;debug-lesson=Look inside with gdb;make emulate=Any program;kill-table=Kill table;make demo=Start here"
questions="$questions;data race=Race;race condition=Race;deadlock=Barriers and shuffles;out of bounds=Addresses;uninitialized=Uninitialised"
questions="$questions;two stages=Two stages;the figures=The figures"
questions="$questions;infinite loop=When a loop does not end;timeout=When a loop does not end;race detection=What orders two accesses"
questions="$questions;how long=How to work;duration=How to work;syllabus=The ladder;compute capability 7.5=With a GPU;7.5=With a GPU"
questions="$questions;add lesson=Adding a lesson;add lesson 8=Adding a lesson;grade=$several;license=Contributing;pascal=Three rules"
lessons=$(grep -c '^[0-9]' "$root/lessons/lessons.txt")
# All texts; of the pages about the code one of each kind.
pages=$(cd "$site" && ls ./*.html | sed 's|^\./||' |
    grep -v -e '__' -e '_8' -e '^\(class\|struct\|namespace\|dir_\|union\|concept\|functions\|globals\)' -e '_dup')
pages="$pages $(cd "$site" && ls 01__*.html pictures/*.html) files/solutions/index.html"
for width in 1280 390; do
    for scheme in light dark; do
        # shellcheck disable=SC2086
        visit "$site" $width $scheme "$lessons" "$questions" $pages || failed "$width $scheme"
    done
done
# A4 with the margins of Chromium. The pages of pictures are for a screen.
# shellcheck disable=SC2046,SC2086
visit "$site" 717 paper 0 "" $(printf '%s\n' $pages | grep -v '^pictures/') || failed paper
finish
