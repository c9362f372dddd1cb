#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# tools/snippets.sh: every kind of region, what it must notice, and what --write does.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
tree=$scratch/tree
snippets() { run "$1" "$root/tools/snippets.sh" "$tree"; }
# block TEXT REGION LINE...: a marked block in a text
block() {
    printf '<!-- snippet: kernel.cu %s -->\n```cpp\n' "$2" >>"$tree/$1"
    text=$1
    shift 2
    printf '%s\n' "$@" >>"$tree/$text"
    printf '```\n' >>"$tree/$text"
}

fresh() {
    rm -rf "$tree"
    mkdir -p "$tree"
    cat >"$tree/kernel.cu" <<'END'
// scale() is named here, and scaled() too.
struct Pair {
    float sum;
};
float declared(int a,
               int b);
template <typename T>
__device__ T scale(T x) {
    //! [body]
    // FILL 1: multiply
    if (x > 0) {
#pragma unroll
        x = x * 2;
    }
    // STARTER: (void)x;
    // END FILL
    //! [body]
    return unscaled(scale_of(x));  // done
}
END
    : >"$tree/text.md"
    block text.md 'FILL 1' 'if (x > 0) {' '#pragma unroll' '    x = x * 2;' '}'
    block text.md Pair 'struct Pair {' '    float sum;' '};'
    block text.md declared 'float declared(int a,' '               int b);'
    block text.md '"if (x" to "x *"' 'if (x > 0) {' '#pragma unroll' '    x = x * 2;'
    block text.md '"return" to "return"' 'return unscaled(scale_of(x));  // done'
    printf '```sh\nf <<<word;\n<!-- snippet: in an example -->\n```\n' >>"$tree/text.md"
    sed -n '/^template/,/^}/p' "$tree/kernel.cu" >"$scratch/scale"
    { echo '<!-- snippet: kernel.cu scale -->'; echo '```cuda'; cat "$scratch/scale"; echo '```'; } >>"$tree/text.md"
    printf '```cpp\nsecret\n```\n' >"$tree/hints.md"
}

fresh
snippets "all equal"
expect_code 0
expect_line "snippets: 6 blocks of code are what their sources say"

sed -i 's/x \* 2/x * 3/' "$tree/kernel.cu"
snippets "a source that has changed"
expect_code 1
expect_line 'text.md:2: the block is not what kernel.cu says under FILL 1. Next: make snippets'
run "written" "$root/tools/snippets.sh" --write "$tree"
expect_code 0
expect_line text.md
snippets "equal again"
expect_code 0
grep -q 'x \* 3' "$tree/text.md" || failed "the text has the line of before"
cp "$tree/text.md" "$scratch/before"
run "written twice" "$root/tools/snippets.sh" --write "$tree"
expect_silence
cmp -s "$tree/text.md" "$scratch/before" || failed "a second run changed the text"

fresh
block text.md 'FILL 2' 'anything'
snippets "no such region"
expect_code 1
expect_line "no region FILL 2 in kernel.cu"
for region in '[none]' '"return" to "never"' scaled 'scale_of'; do
    fresh
    block text.md "$region" 'anything'
    snippets "no region $region"
    expect_code 1
    expect_line "no region $region in kernel.cu"
done

fresh
block text.md '[body]' 'anything'
run "marked lines" "$root/tools/snippets.sh" --write "$tree"
snippets "marked lines"
expect_code 0
grep -q '^// FILL 1: multiply$' "$tree/text.md" || failed "the lines between the marks are wanted, without indentation"

fresh
printf '```cpp\ng();\n```\n' >>"$tree/text.md"
snippets "a block that nobody vouches for"
expect_code 1
expect_line "a block of code without a source"
expect_line "Take it from one, and mark it: g();"

# Code that hides in a block without a language, or says that it is text.
for line in 'float sum = 0.0F;' '    g();  // why' '__shared__ float of_warp[32]; // x' 'f<<<1, 1>>>(' \
    '} while (x);' '*p = values[3];' 'return "x";'; do
    for language in '' text; do
        fresh
        printf '```%s\nfirst\n%s\n```\n' "$language" "$line" >>"$tree/text.md"
        snippets "a block of '$language' with $line"
        expect_code 1
        expect_line "this reads like code, in a block without a language. Take it from a source, and mark it: $line"
    done
done
fresh
{
    printf '<!-- output of a program: a test compares it -->\n```\nsum = 1;\n```\n'
    printf '```\n   22\tvalues[thread] = 0;\n    143 |     return x;\n(gdb) print x;\n'
    printf 'a.cu:3: error: y = x;\nsum += |x| >= |y| ? x : y\nwords; and more\n```\n'
} >>"$tree/text.md"
snippets "outputs, and what only looks like code"
expect_code 0
expect_line "snippets: 6 blocks"

# A file that is no C++ is compared under a mark.
fresh
printf 'lesson: a\n---- end\n' >"$tree/a.mutant"
printf '<!-- snippet: a.mutant "lesson" to "end" -->\n```\nlesson: a\n---- end\n```\n' >>"$tree/text.md"
snippets "a block without a language under a mark"
expect_code 0
expect_line "snippets: 7 blocks"
sed -i 's/lesson: a/lesson: b/' "$tree/a.mutant"
snippets "a block without a language that differs"
expect_code 1
expect_line "the block is not what a.mutant says"

fresh
printf '<!-- snippet: kernel.cu Pair -->\nno block\n' >>"$tree/text.md"
snippets "a mark without a block"
expect_code 1
expect_line "no block of code follows this mark"
fresh
printf '<!-- snippet: kernel.cu Pair -->\n```sh\nmake\n```\n' >>"$tree/text.md"
snippets "a mark before another block"
expect_code 1
expect_line "no block of code follows this mark"

# Blocks that never close: what stands behind is not what it seems.
for language in cpp sh ''; do
    fresh
    printf '```%s\ng();\n' "$language" >>"$tree/text.md"
    snippets "a block of '$language' that never closes"
    expect_code 1
    expect_line "this block never closes"
    cp "$tree/text.md" "$scratch/before"
    run "a block of '$language' that never closes, written" "$root/tools/snippets.sh" --write "$tree"
    expect_code 1
    cmp -s "$tree/text.md" "$scratch/before" || failed "a text with a fault is to be left alone"
done
fresh
printf '````sh\n```\n~~~\n````\n~~~sh\n```\n~~~\n' >>"$tree/text.md"
snippets "a fence inside a longer one"
expect_code 0
expect_line "snippets: 6 blocks"
fresh
printf '```sh\n```cpp\n```\n' >>"$tree/text.md"
snippets "a fence with a word closes nothing"
expect_code 0

# C++ under each of its names.
for opening in '```CPP' '```c' '```cu' '```c++ ' '``` cpp' '```Cuda' '```cpp title' '```hpp' '  ```cpp' '> ```cpp' '~~~cpp' '````cpp'; do
    fresh
    mark=$(printf '%s' "$opening" | sed 's/[^`~]//g')
    printf '%s\ng();\n%s\n' "$opening" "$mark" >>"$tree/text.md"
    snippets "a block of $opening"
    expect_code 1
    expect_line "mark it: g();"
done

fresh
printf '```cpp\n```\nWords\n```cpp\n```\n' >>"$tree/text.md"
snippets "empty blocks"
expect_code 1
expect_line "text.md:49: a block of code with nothing in it"
expect_line "text.md:52: a block of code with nothing in it"

# The name of a source becomes part of a command: nothing but a name is let through.
for source in "kernel.cu';touch\${IFS}$scratch/owned;'" '$(touch${IFS}owned)' '../tree/kernel.cu' /etc/hostname -v; do
    fresh
    printf '<!-- snippet: %s Pair -->\n```cpp\nx\n```\n' "$source" >>"$tree/text.md"
    snippets "the source $source"
    expect_code 1
    expect_line "no name of a file in this folder: $source"
done
[ ! -e "$scratch/owned" ] || failed "a command in a text was run"
fresh
tree="$scratch/it's a tree"
rm -rf "$tree"
mv "$scratch/tree" "$tree"
printf '%s\n' "char quote = '\\\\'; // it's" >>"$tree/kernel.cu"
quoted="\"'\\\\'; // it's\""
block text.md "$quoted to $quoted" "char quote = '\\\\'; // it's"
snippets "quotation marks in the folder and the region"
expect_code 0
expect_line "snippets: 7 blocks"
finish
