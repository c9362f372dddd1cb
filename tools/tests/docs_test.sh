#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Proves that `make docs` can fail, on a copy of the workshop: what Doxygen warns of, and what it does not
# notice by itself. Then what it says where Doxygen is missing.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

fake id <<'END'
echo 1000
END
fake apt-get </dev/null
run "no Doxygen" "$copy/tools/docs.sh"
expect_code 1
expect_line "Doxygen is missing."
expect_line "Next: tools/setup.sh --docs (or sudo apt-get install doxygen doxygen-awesome-css), then: make docs"
[ ! -e "$copy/build/docs" ] || failed "nothing is to be made"

tried=$(sed -n 's/^docs_doxygen=//p' "$root/tools/lib/docs.sh")
version=$({ doxygen --version 2>/dev/null || echo none; } | sed 's/ .*//')
[ "$version" = "$tried" ] || {
    finish
    echo "skipped: doxygen $version, so the rest was not run. The pages were tried with $tried. Next: tools/setup.sh --docs"
    exit 77
}
ln -s "$(command -v doxygen)" "$scratch/bin/doxygen"

# A small workshop: two lessons are enough. Its folder has a name that a shell and an expression read in
# another way.
mv "$copy" "$scratch/my work (1) [x]+"
copy="$scratch/my work (1) [x]+"
mkdir -p "$copy/docs" "$copy/include/workshop" "$copy/solutions" "$copy/checks/support" "$copy/bench/support" \
    "$copy/emulator/include"
cp -R "$root/emulator/include/emulator" "$copy/emulator/include/"
cp -R "$root/docs/site" "$copy/docs/"
rm "$copy/docs/site/other_names.txt"
rm -rf "$copy"/lessons/0*
printf '01 | one | One\n' >"$copy/lessons/lessons.txt"
mkdir -p "$copy/lessons/01-one" "$copy/debugging"
printf '# Top\nSee [the lessons](lessons/README.md).\n' >"$copy/README.md"
printf '# Debugging\n' >"$copy/debugging/README.md"
printf '# The lessons\n[One](01-one/README.md#the-task)\n' >"$copy/lessons/README.md"
text=$copy/lessons/01-one/README.md
header=$copy/include/workshop/01_one.hpp
solution=$copy/solutions/01_one.cu
fresh() {
    printf '# Lesson 1\n## The task\n[solution](../../solutions/01_one.cu), [tool](../../Makefile)\n' >"$text"
    printf '/// @file\n/// @brief A contract.\n/// @namespace workshop\n/// @brief All.\nnamespace workshop {\n/// @brief Does one.\nint one(int a);\n}\n' >"$header"
    printf '// SPDX\n//\n// One: @odd <text>\nint one(int a) { return a; }\nint helper();\n' >"$solution"
}
make_site() { run "$1" "$copy/tools/docs.sh"; }

fresh
make_site "without a fault"
expect_code 0
expect_line "The course as pages: $copy/build/docs/html/index.html"
grep -q '{text:"The course",url:"pages.html",children:\[$' "$copy/build/docs/html/menudata.js" ||
    failed "the menu is to have the pages of the course"
grep -q '{text:"Lesson 1",url:"lessons-01-one.html"}' "$copy/build/docs/html/menudata.js" || failed "the menu is to have the lesson"
grep -q '<li><a href="lessons-01-one.html">Lesson 1</a></li>' "$copy/build/docs/html/pages.html" ||
    failed "the page of the course is to list the lesson"
run "without a fault, checked" "$root/tools/check_site.sh" "$copy/build/docs/html" "$copy/lessons/lessons.txt"
expect_code 0
[ -f "$copy/build/docs/html/files/Makefile.txt" ] || failed "a linked file without a page is to be copied"

# The list of a folder leads to the pages of sources, where they have one.
printf '[solutions](../../solutions), [lessons](../../lessons/01-one/figures)\n' >>"$text"
mkdir -p "$copy/lessons/01-one/figures"
echo none >"$copy/lessons/01-one/figures/note"
make_site "a list of a folder"
expect_code 0
grep -qF '<a href="../../01__one_8cu_source.html">01_one.cu</a>' "$copy/build/docs/html/files/solutions/index.html" ||
    failed "the page of the source is wanted"
grep -q '<link rel="stylesheet" href="../../site.css">' "$copy/build/docs/html/files/solutions/index.html" ||
    failed "the style sheet of the site is wanted"
grep -qF '<a href="note.txt">note</a>' "$copy/build/docs/html/files/lessons/01-one/figures/index.html" ||
    failed "a copy of a file without a page is wanted"
run "a list of a folder, checked" "$root/tools/check_site.sh" "$copy/build/docs/html" "$copy/lessons/lessons.txt"
expect_code 0
rm -r "$copy/lessons/01-one/figures"

# A link to a contract leads to what it says of its first function.
fresh
printf '[contract](../../include/workshop/01_one.hpp)\n' >>"$text"
make_site "a link to a contract"
expect_code 0
grep -q '<a href="namespaceworkshop.html#a[0-9a-f]*">contract</a>' "$copy/build/docs/html/lessons-01-one.html" ||
    failed "a link to the function is wanted"
run "a link to a contract, checked" "$root/tools/check_site.sh" "$copy/build/docs/html" "$copy/lessons/lessons.txt"
expect_code 0

# A moving picture leads to a page with buttons, and one that does not move to itself.
fresh
mkdir -p "$copy/lessons/01-one/figures" "$copy/checks/pictures"
cp "$root/checks/pictures/page.html" "$copy/checks/pictures/"
figure=$copy/lessons/01-one/figures/a-b.svg
echo '<svg/>' >"$figure"
printf '![Steps: 1 < 2](figures/a-b.svg)\n' >>"$text"
page=$copy/build/docs/html/lessons-01-one.html
make_site "a picture that does not move"
expect_code 0
grep -q '<a class="figure" href="files/lessons/01-one/figures/a-b.svg"><img class="figure" src="files/lessons/01-one/figures/a-b.svg"' \
    "$page" || failed "the picture leads to itself"
printf '<svg >\n<title>A &amp; B</title>\n<g data-first="0" data-last="1"></g></svg>\n' >"$figure"
make_site "a picture that moves"
expect_code 0
grep -q '<a class="figure" href="pictures/01_one-a-b.html"><img class="figure moves" src="files/lessons/01-one/figures/a-b.svg"' \
    "$page" || failed "the picture leads to its page"
grep -q '<img class="figure still" src="pictures/01_one-a-b-still.svg" alt="">' "$page" || failed "a picture for paper is wanted"
grep -qx '<svg class="still" >' "$copy/build/docs/html/pictures/01_one-a-b-still.svg" || failed "it is not to move"
sed -n '/^<svg/,/<\/svg>/p' "$copy/build/docs/html/pictures/01_one-a-b.html" | cmp -s - "$figure" ||
    failed "the picture is to be in its page"
[ "$(grep -c 'A &amp; B\|id="forward"\|PICTURE' "$copy/build/docs/html/pictures/01_one-a-b.html")" = 4 ] ||
    failed "a page with a title and buttons is wanted"
grep -qxF '<p class="about">Steps: 1 &lt; 2.</p>' "$copy/build/docs/html/pictures/01_one-a-b.html" ||
    failed "the page is to say what is seen"
grep -qxF '<nav><a href="../lessons-01-one.html#the-task">&#8592; Lesson 1</a><a href="../index.html">CUDA kernel workshop</a></nav>' \
    "$copy/build/docs/html/pictures/01_one-a-b.html" || failed "the page is to lead back, and to the first page"
grep -qxF '<link rel="stylesheet" href="../site.css">' "$copy/build/docs/html/pictures/01_one-a-b.html" ||
    failed "the style sheet of the site is wanted"

fresh
sed -i 's|^/// @brief Does one.||' "$header"
make_site "a function without a comment"
expect_code 1
expect_line "include/workshop/01_one.hpp:7: warning: Member one(int a) (function) of namespace workshop is not documented."

fresh
printf 'lessons-01-one.html#none | nothing\n' >"$copy/docs/site/other_names.txt"
make_site "another name for what is not there"
expect_code 1
expect_line "other_names.txt, line 1: there is no lessons-01-one.html#none"
rm "$copy/docs/site/other_names.txt"

fresh
printf 'A formula: $\\unknown$.\n' >>"$text"
make_site "a formula that cannot be shown"
expect_code 1
expect_line 'unknown command in a formula: \unknown'

fresh
printf '[gone](../../solutions/none.cu)\n' >>"$text"
make_site "a link to a file that is not there"
expect_code 1
expect_line "A text links to solutions/none.cu, which is not there."

# Doxygen takes a name that begins with :: for a link, in code as well.
fresh
printf 'The text has `::one::two(1)` in it.\n' >>"$text"
make_site "a name that Doxygen takes for a link"
expect_code 1
expect_line "warning: explicit link request to 'one::two(1)' could not be resolved"

fresh
printf '/// @param[in] b no such parameter\nint two(int a);\n' >>"$header"
make_site "a comment about a parameter that is not there"
expect_code 1
expect_line "warning: argument 'b'"

# A header of the CPU device is there unless it is listed, and a list of what is gone is noticed.
fresh
device=$copy/emulator/include/emulator
printf '/// @file\n/// @brief New.\n\n/// @brief Does it.\nint fresh_function(int a);\n' >"$device/fresh.h"
make_site "a new header of the CPU device"
expect_code 0
grep -q fresh_function "$copy/build/docs/html/fresh_8h.html" || failed "a page of the new header is wanted"
[ -f "$copy/build/docs/html/step__trace_8h.html" ] || failed "a page of step_trace.h is wanted"
[ ! -f "$copy/build/docs/html/warp_8h.html" ] || failed "no page of functions of CUDA is wanted"
printf 'int other_function(int a);\n' >>"$device/fresh.h"
make_site "a new header with a function without a comment"
expect_code 1
expect_line "emulator/include/emulator/fresh.h:6: warning: Member other_function"
rm "$device/fresh.h"
mv "$device/warp.h" "$scratch/warp.h"
make_site "a listed header that is gone"
expect_code 1
expect_line "emulator/include/emulator/warp.h is not there. tools/lib/docs.sh names it."
mv "$scratch/warp.h" "$device/warp.h"

# What make docs has not made is not deleted.
fresh
mkdir -p "$scratch/site/html"
echo mine >"$scratch/site/html/index.html"
run "somebody's folder" "$copy/tools/docs.sh" "$scratch/site"
expect_code 1
expect_line "$scratch/site/html was not made by make docs, so it is left alone."
[ "$(cat "$scratch/site/html/index.html")" = mine ] || failed "the page of somebody else is to be left"
[ ! -e "$scratch/site/work" ] || failed "nothing is to be made"
rm -r "$scratch/site/html"
run "an empty folder" "$copy/tools/docs.sh" "$scratch/site"
expect_code 0
echo old >"$scratch/site/html/old.html"
run "a folder of an earlier run" "$copy/tools/docs.sh" "$scratch/site"
expect_code 0
[ ! -e "$scratch/site/html/old.html" ] || failed "the old page is to be gone"

# The word What in a comment is no link to the type of that name; POSIX sed has no \< and no \|.
printf '/// What it is.\n/// So What\n/// %%What Whatever SoWhat\nWhat what;\n' >"$scratch/what.hpp"
run "the filter of headers" env WORKSHOP_ROOT="$copy" "$copy/docs/site/filter.sh" "$scratch/what.hpp"
printf '/// %%What it is.\n/// So %%What\n/// %%What Whatever SoWhat\nWhat what;\n' >"$scratch/wanted"
cmp -s "$scratch/wanted" "$output" || failed "a sign before the word is wanted, once"

# A version that was not tried may say what it likes.
printf '/// @param[in] b no such parameter\nint two(int a);\n' >>"$header"
doxygen=$(command -v doxygen)
fake doxygen <<END
if [ "\$1" = --version ]; then echo "1.12.0 (somewhere)"; else exec $doxygen "\$@"; fi
END
make_site "another version with warnings"
expect_code 0
expect_line "This is Doxygen 1.12.0, with warnings. The pages were tried with 1.9.4 only."
expect_line "The course as pages:"
finish
