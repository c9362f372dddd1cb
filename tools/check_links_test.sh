#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Proves that check_links.sh can fail: a small tree with one dead link of every kind, each of which
# must be reported at its line, and nothing else. Then the same tree mended, which must pass.

script=$(cd "$(dirname "$0")" && pwd)/check_links.sh
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/lessons/01-a-b" "$tree/docs" "$tree/checks/mutants/01_a_b" || exit 2

cat > "$tree/lessons/01-a-b/README.md" << 'END'
# A `title`, with *marks*: 2^31
[up](../../docs/page.md#two-words) and [here](#a-title-with-marks-231), ![figure](figure.svg)
[second of the same name](../../docs/page.md#twice-1) and [a folder](../../docs)
[outside](https://example.org/none.md) and `[code](none.md)`
<a id="by-hand"></a> [by hand](#by-hand "a title")
```
[in a block](none.md)
```
END
printf '<svg/>\n' > "$tree/lessons/01-a-b/figure.svg"
cat > "$tree/docs/page.md" << 'END'
## Two words
## Twice
## Twice
[root](../lessons/01-a-b/README.md)
END
printf 'misconception: none.\nlesson: by-hand\n---- replace\n' > "$tree/checks/mutants/01_a_b/good.mutant"
printf 'question: a\nread: by-hand\n' > "$tree/lessons/01-a-b/predict.txt"

if ! output=$("$script" "$tree" 2>&1); then
    echo "FAIL: a tree without dead links was refused:"
    echo "$output"
    exit 1
fi

cat >> "$tree/docs/page.md" << 'END'
[no file](none.md)
[no anchor](#none)
[no anchor there](../lessons/01-a-b/README.md#none) [good](#twice)
![no figure](none.svg)
<img src="none.png">
[label]: none.txt
[third of two](#twice-2)
END
printf 'misconception: none.\nlesson: none\n---- replace\n' > "$tree/checks/mutants/01_a_b/dead.mutant"
printf 'misconception: none.\n---- replace\nlesson: by-hand\n' > "$tree/checks/mutants/01_a_b/none.mutant"
printf 'question: a\nread: by-hand\nquestion: b\nread: none\nread:\n' > "$tree/lessons/01-a-b/predict.txt"

wanted='checks/mutants/01_a_b/dead.mutant:2: no such anchor: lessons/01-a-b/README.md#none
checks/mutants/01_a_b/none.mutant:1: no such anchor: lessons/01-a-b/README.md#(no lesson: line)
docs/page.md:10: no such file: docs/none.txt
docs/page.md:11: no such anchor: docs/page.md#twice-2
docs/page.md:5: no such file: docs/none.md
docs/page.md:6: no such anchor: docs/page.md#none
docs/page.md:7: no such anchor: lessons/01-a-b/README.md#none
docs/page.md:8: no such file: docs/none.svg
docs/page.md:9: no such file: docs/none.png
lessons/01-a-b/predict.txt:4: no such anchor: lessons/01-a-b/README.md#none
lessons/01-a-b/predict.txt:5: no such anchor: lessons/01-a-b/README.md#(no heading)'
output=$("$script" "$tree" 2> /dev/null)
code=$?
if [ "$code" -ne 1 ] || [ "$output" != "$wanted" ]; then
    printf 'FAIL: exit code %s (wanted 1), output:\n%s\nwanted:\n%s\n' "$code" "$output" "$wanted"
    exit 1
fi
echo "check_links_test: passed"
