#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the filter of the site makes of a text: each thing that GitHub and Doxygen write differently.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
tab=$(printf '\t')
printf '%s\n' "README.md${tab}index${tab}Top${tab}README.md${tab}-${tab}-" \
    "lessons/README.md${tab}lessons${tab}The lessons${tab}README.md${tab}-${tab}-" \
    "lessons/01-a/README.md${tab}lessons-01-a${tab}Lesson 1. A & B${tab}lessons/README.md${tab}lessons${tab}lessons-02-b" \
    "lessons/02-b/README.md${tab}lessons-02-b${tab}Lesson 2${tab}lessons/README.md${tab}lessons-01-a${tab}-" \
    >"$scratch/pages"
# filter PAGE: the text on standard input as the page
filter() {
    code=0
    awk -v page="$1" -v pages="$scratch/pages" -v project=Course -f "$root/tools/lib/markdown.awk" -f "$root/docs/site/mathml.awk" \
        -f "$root/docs/site/markdown.awk" >"$output" 2>&1 || code=$?
}
# becomes NAME LINE WANTED: a line of a lesson, and what must be in the result
becomes() {
    name=$1
    printf '# T\n%s\n' "$2" >"$scratch/text"
    filter lessons/01-a/README.md <"$scratch/text"
    expect_code 0
    expect_line "$3"
}

space=$(printf '\302\240')
becomes "a shape in a table" '| 4096 x 1024 x 2 | 4.117 ± 0.084 | 2 x y |' \
    "| 4096${space}x${space}1024${space}x${space}2 | 4.117${space}±${space}0.084 | 2 x y |"
becomes "a shape in a sentence" 'At 4096 x 1024 it is 4.1 ± 0.1.' 'At 4096 x 1024 it is 4.1 ± 0.1.'

name="a page"
filter lessons/01-a/README.md <<'END'
<!-- SPDX-License-Identifier: Apache-2.0 -->
# Lesson 1. A & B

<!-- a comment
over lines -->
Text.
END
expect_code 0
[ "$(head -n 1 "$output")" = "# Lesson 1. A & B {#lessons-01-a}" ] || failed "the title comes first, with its label"
expect_no "comment"
expect_no "SPDX"
[ "$(grep -c '<nav class="steps"><a class="prev" rel="prev" href="lessons.html">&#8592; The lessons</a><a class="next" rel="next" href="lessons-02-b.html">Lesson 2 &#8594;</a></nav>' "$output")" = 2 ] ||
    failed "the links to the lessons around are wanted at top and bottom"

name="a page with pages below it"
echo '# The lessons' >"$scratch/text"
filter lessons/README.md <"$scratch/text"
expect_line '- \subpage lessons-01-a'
expect_line '- \subpage lessons-02-b'
expect_no '<nav'

name="the main page"
echo '# Start here' >"$scratch/text"
filter README.md <"$scratch/text"
[ "$(head -n 1 "$output")" = "# Course {#mainpage}" ] || failed "the tree needs the name of the project"
expect_line '<h2 id="start-here">Start here</h2>'
expect_line '- \subpage lessons'
echo '# Course' >"$scratch/text"
filter README.md <"$scratch/text"
expect_no '<h2'

name="the README beside another main page"
mv "$scratch/pages" "$scratch/all"
sed -e '1s/^README/docs\/start/' "$scratch/all" >"$scratch/pages"
becomes "link to the README" '[top](../../README.md#part)' '<a href="index.html">top</a>'
mv "$scratch/all" "$scratch/pages"
becomes "link to the README as the main page" '[top](../../README.md#part)' '<a href="index.html#part">top</a>'

becomes "heading" '## The `x`, twice' '<h2 id="the-x-twice">The `x`, twice</h2>'
becomes "link to a text" '[b](../02-b/README.md)' '<a href="lessons-02-b.html">b</a>'
becomes "link to an anchor" '[b](../02-b/README.md#the-x)' '<a href="lessons-02-b.html#the-x">b</a>'
becomes "link in the page" '[`b`](#the-x)' '<a href="lessons-01-a.html#the-x">`b`</a>'
becomes "link to a folder with a text" '[up](..)' '<a href="lessons.html">up</a>'
becomes "link to a file" '[s](../../solutions/01_a.cu)' '<a href="workshop-file:solutions/01_a.cu">s</a>'
becomes "link elsewhere" '[e](https://example.org/a)' '<a href="https://example.org/a">e</a>'
becomes "link over two lines" '[two
words](../02-b/README.md)' '<a href="lessons-02-b.html">two words</a>'
becomes "figure" '![A "b"](f.svg)' '<a class="figure" href="workshop-file:lessons/01-a/f.svg"><img class="figure" src="workshop-file:lessons/01-a/f.svg" alt="A &quot;b&quot;"></a>'
becomes "code with a quote" "\`a='b'\`" "\`\`a='b'\`\`"
becomes "code with an address" '`file:line`' '<code>file:line</code>'
becomes "code with a kernel file" '`break 01_a.cu:8`' '\htmlonly<code>break 01_a.cu:8</code>\endhtmlonly'
becomes "code with a percent sign" 'by `%clock`, 5 % of `100 %`' 'by \htmlonly<code>%clock</code>\endhtmlonly, 5 % of `100 %`'
becomes "code with what looks like a variable of Doxygen" '`$(ls)` and `$HOME`' \
    '\htmlonly<code>&#36;(ls)</code>\endhtmlonly and `$HOME`'
becomes "a kernel file in a text" 'in solutions/01_a.cu, or 01_a.cu.' 'in solutions/\htmlonly<span>01_a.cu</span>\endhtmlonly, or \htmlonly<span>01_a.cu</span>\endhtmlonly.'
becomes "code is left alone" '`[a](b) $x$ **c**`' '`[a](b) $x$ **c**`'
becomes "strong code" '**`a`** b' '<b>`a`</b> b'
becomes "quotes" 'say "`a`"' 'say &quot;`a`&quot;'
becomes "at and hyphens" 'a@b --c' 'a\@b \--c'
becomes "language" '```cpp
int x;
```' '```{.cpp}'
becomes "no language" '```
@a [b](c)
```' '@a [b](c)'
becomes "folded" '<details><summary>Answer</summary>' '<details><summary>Answer</summary>'
becomes "formula" 'so $e^{x_k} \le 1$.' '<math><mrow><msup><mi>e</mi><mrow><mrow><msub><mi>x</mi><mi>k</mi></msub></mrow></mrow></msup><mo stretchy="false">&#8804;</mo><mn>1</mn></mrow></math>\endhtmlonly.'
becomes "a full stop stays with a wide formula" 'so $a + b + c + d + e + f + g + h + i + j + k + l$. So' '<mi>l</mi></mrow></math>.</span>\endhtmlonly So'
becomes "formula on its own" '$$ \frac{1}{2} $$' '<math display="block"><mrow><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac></mrow></math>'
becomes "sum with limits" '$$ \sum_{k=0}^{n} $$' '<munderover><mo>&#8721;</mo>'
becomes "cases" '```math
\begin{cases} 0 & \text{if } a \\ 1 & b \end{cases}
```' '<mtr><mtd><mn>0</mn></mtd><mtd><mtext>if&#160;</mtext><mi>a</mi></mtd></mtr>'
becomes "minus as a sign" '$-\infty - 1$' '<mo form="prefix">&#8722;</mo><mi>&#8734;</mi><mo stretchy="false">&#8722;</mo>'

name="a command that is not known"
printf '# T\n$\\wrong{x}$\n' >"$scratch/text"
filter lessons/01-a/README.md <"$scratch/text"
expect_code 1
expect_line 'unknown command in a formula: \wrong'
finish
