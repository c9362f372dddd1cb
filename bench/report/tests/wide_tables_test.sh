#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The tables of the report in a browser: on an ordinary screen nobody has to scroll to read a verdict, and on a
# phone it is told that the tables scroll. Exit code 77: there is no browser, or no Python.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
. "$root/tools/tests/find_browser.sh"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
find_browser
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
problems=0
complain() {
    echo "$*" >&2
    problems=1
}
PYTHONDONTWRITEBYTECODE=1 python3 "$root/bench/report" "$root/docs/results/h200" --out "$scratch" >/dev/null
cat >>"$scratch/report.html" <<'END'
<script>
addEventListener('load', () => {
    const lines = [];
    for (const box of document.querySelectorAll('.scroll')) {
        const heads = [...box.querySelectorAll('th')];
        const verdict = heads.find((one) => one.textContent === 'verdict');
        const seen = (verdict || heads[heads.length - 1]).getBoundingClientRect().right <= box.getBoundingClientRect().right + 1;
        const hint = getComputedStyle(box, '::before').content;
        const scrolls = box.scrollWidth > box.clientWidth;
        lines.push(`${verdict ? 'verdict' : 'other'} seen=${seen} scrolls=${scrolls} hint=${hint !== 'none' && hint !== 'normal'}`);
    }
    document.body.innerHTML = `<pre>body=${document.documentElement.scrollWidth <= innerWidth}\n${lines.join('\n')}\n</pre>`;
});
</script>
END
look() { # WIDTH
    timeout -k 5 60 "$browser" --headless --no-sandbox --disable-gpu --window-size="$1,900" --user-data-dir="$scratch/user" \
        --dump-dom "file://$scratch/report.html" 2>/dev/null </dev/null | sed -n '/<pre>/,/<\/pre>/p' >"$scratch/seen"
    grep -q '^verdict ' "$scratch/seen" || complain "$1 px: the page has no verdicts"
    grep -q 'body=true' "$scratch/seen" || complain "$1 px: the page itself scrolls sideways"
}
look 1280
! grep '^verdict seen=false' "$scratch/seen" || complain "1280 px: a verdict is cut off"
look 500
grep -q '^verdict .* scrolls=true hint=true' "$scratch/seen" || complain "500 px: a hint is wanted"
! grep 'scrolls=true hint=false' "$scratch/seen" || complain "500 px: a table scrolls and does not say so"
exit $problems
