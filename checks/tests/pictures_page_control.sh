#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# pictures_page_test.sh fails on a page with small text, on one with texts on each other, on one with
# text outside, and on one whose animation differs. Usage: pictures_page_control.sh PICTURE_PROGRAM
set -eu
program=$1
test=$(dirname "$0")/pictures_page_test.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

browser_missing=77
finds() { # WHAT, EDIT: for sed
    cat >"$scratch/edited" <<END
#!/bin/sh
set -eu
"$program" "\$1" "\$2"
rm "\$2"/*-shuffles.html # one page is enough
for page in "\$2"/*.html; do
    sed '$2' "\$page" >"\$page.new"
    mv "\$page.new" "\$page"
done
END
    chmod +x "$scratch/edited"
    code=0
    "$test" "$scratch/edited" >"$scratch/out" 2>&1 || code=$?
    [ $code != $browser_missing ] || { cat "$scratch/out"; exit $code; }
    [ $code != 0 ] || { echo "the test passes with: $1" >&2; exit 1; }
    grep -q "$1" "$scratch/out" || { cat "$scratch/out" >&2; exit 1; }
}
finds 'too small' 's/font-size="13"/font-size="9"/'
finds 'lies on' 's/<text x="16" y="[0-9.]*"/<text x="16" y="50"/'
finds 'outside' 's/<text x="16"/<text x="-9"/'
finds 'the animation shows other steps' 's/step-end/step-start/'
finds 'nothing moves' 's/{animation:f/{unmoved:f/'
