#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Proves that check_site.sh can fail: a small site without a fault passes, and each fault put into it is
# named. Needs no Doxygen.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
site=$scratch/site
check() { run "$1" "$root/tools/check_site.sh" "$site" "$scratch/lessons.txt"; }
lesson() { # lesson FILE STEPS-AT-TOP STEPS-AT-BOTTOM
    printf '<h1>A lesson</h1>\n<nav class="steps">%s</nav>\ntext\n<nav class="steps">%s</nav>\n' "$2" "$3" >"$site/$1"
}
step() { printf '<a class="%s" rel="%s" href="%s">&#8592; A title</a>' "$1" "$1" "$2"; }

fresh() {
    rm -rf "$site"
    mkdir -p "$site/files/figures" "$site/search"
    printf '# none\n01 | one_a | One\n02 | two | Two\n' >"$scratch/lessons.txt"
    cat >"$site/index.html" <<'END'
<a href="lessons.html#the-ladder">lessons</a> <img src="files/figures/a.svg" alt="a"/>
<a href="https://example.org/none.html">elsewhere</a> <a href="#here">here</a> <a name="here"></a>
<script>
var text = ' href="none.html"';
</script>
END
    echo '<svg/>' >"$site/files/figures/a.svg"
    echo '<h2 id="the-ladder">Ladder</h2> <a href="index.html">up</a>' >"$site/lessons.html"
    echo '<a href="../lessons.html">up</a>' >"$site/files/list.html"
    around_one="$(step prev lessons.html)$(step next lessons-02-two.html)"
    around_two="$(step prev lessons-01-one-a.html)$(step next debugging.html)"
    lesson lessons-01-one-a.html "$around_one" "$around_one"
    lesson lessons-02-two.html "$around_two" "$around_two"
    after_all="$(step prev lessons-02-two.html)<span></span>"
    lesson debugging.html "$after_all" "$after_all"
}

fresh
check "without a fault"
expect_code 0
expect_line "none dead; 2 lessons in order"
echo '{text:"Lessons",url:"lessons.html#the-ladder"}' >"$site/menudata.js"
echo '[2,"Ladder","of index.html","lessons.html#the-ladder","","words"],' >"$site/search/texts.js"
echo "['one',['one',['../lessons.html#the-ladder',1,'']]]," >"$site/search/code.js"
check "scripts without a fault"
expect_code 0
fresh

fault() { # fault NAME WANTED-LINE
    check "$1"
    expect_code 1
    expect_line "$2"
    expect_line "check_site: 1 things wrong"
    fresh
}
echo '<a href="none.html">dead</a>' >>"$site/index.html"
fault "no such page" "index.html: no such file: none.html"
echo '<a href="lessons.html#none">dead</a>' >>"$site/index.html"
fault "no such anchor" "index.html: no such anchor: lessons.html#none"
lesson debugging.html "$after_all" "$around_two"
fault "no way back from debugging" "debugging.html: the links to the lessons around it are 'prev:lessons-02-two.html -;"
echo '<a class="x" href="#none">dead</a>' >>"$site/lessons.html"
fault "no such anchor in the page itself" "lessons.html: no such anchor: lessons.html#none"
echo "<a href='none.html'>dead</a>" >>"$site/index.html"
fault "no such page, in other quotes" "index.html: no such file: none.html"
echo '{text:"None",url:"none.html"}' >"$site/menudata.js"
fault "a dead link in the menu" "menudata.js: no such file: none.html"
echo '[ "Ladder", "lessons.html#none", null ]' >"$site/navtreedata.js"
fault "a dead anchor in the tree" "navtreedata.js: no such anchor: lessons.html#none"
echo '[2,"Ladder","","lessons.html#none","","words"],' >"$site/search/texts.js"
fault "a dead anchor in the search" "search/texts.js: no such anchor: lessons.html#none"
echo "['one',['one',['../none.html#a',1,'']]]," >"$site/search/code.js"
fault "a dead link in the search of the code" "search/code.js: no such file: none.html"
echo '<script type="text/javascript" src="search/none.js"></script>' >>"$site/index.html"
fault "no such script" "index.html: no such file: search/none.js"
echo '<img src="none.svg" alt="x">' >>"$site/files/list.html"
fault "no such figure" "files/list.html: no such file: files/none.svg"
echo '<a href="workshop-file:solutions">left open</a>' >>"$site/index.html"
fault "a link that was not resolved" "index.html: no such file: workshop-file:solutions"

echo '<ol type="1"><li>is<ol type="a"><li>One</li></ol></li></ol>' >>"$site/lessons.html"
fault "a list by accident" "lessons.html: a list under letters inside another one"

lesson lessons-01-one-a.html "$around_one" ""
fault "nothing at the bottom" "lessons-01-one-a.html: the links to the lessons around it"
lesson lessons-02-two.html "$around_one" "$around_one"
fault "a wrong neighbour" "wanted at top and bottom: 'prev:lessons-01-one-a.html next:debugging.html'"
printf '03 | three | Three\n' >>"$scratch/lessons.txt"
check "a lesson without a page"
expect_code 1
expect_line "lessons-03-three.html: no such page of a lesson"

run "no site" "$root/tools/check_site.sh" "$scratch/none"
expect_code 2
finish
