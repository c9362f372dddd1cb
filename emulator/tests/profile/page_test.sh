#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Opens the profile's page in Chromium, at the width of a desktop and of a phone: every kernel and
# every line is chosen once. No error may reach the console, and nothing may be wider than the window.
# Usage: page_test.sh PAGE
set -eu
page=$1
[ -f "$page" ] || { echo "there is no page $page" >&2; exit 1; }
. "$(dirname "$0")/../../../tools/tests/find_browser.sh"
find_browser

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The page with a visitor in it, who writes down what happens.
visitor='<script>
const seen = {errors: [], kernels: 0, pictures: 0, lanes: 0, widest: 0};
window.addEventListener("error", event => seen.errors.push(event.message));
window.addEventListener("load", () => {
  try {
    const tabs = [...document.querySelectorAll(".kernels button")];
    for (const tab of tabs.length ? tabs : [null]) {
      if (tab) tab.click();
      ++seen.kernels;
      document.querySelectorAll(".fold").forEach(fold => fold.click());
      document.querySelectorAll(".row.open-able").forEach(row => row.click());
      document.querySelectorAll("details").forEach(details => { details.open = true; });
      for (const button of [...document.querySelectorAll(".picture .choices button")]) button.click();
      seen.pictures += document.querySelectorAll(".picture svg").length;
      seen.lanes += document.querySelectorAll(".picture svg .wire").length;
      seen.widest = Math.max(seen.widest, document.documentElement.scrollWidth - window.innerWidth);
    }
  } catch (error) { seen.errors.push(String(error)); }
  document.body.dataset.seen = JSON.stringify(seen);
});
</script>'
awk -v visitor="$visitor" '{ print } /<head>/ { print visitor }' "$page" >"$folder/page.html"

visit() { # WIDTH, COLOUR SCHEME
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/user" \
        --enable-logging=stderr --window-size="$1,1000" $2 --virtual-time-budget=5000 --dump-dom \
        "file://$folder/page.html" >"$folder/dom" 2>"$folder/log" || {
        cat "$folder/log" >&2
        echo "Chromium failed" >&2
        exit 1
    }
    if grep CONSOLE "$folder/log" >&2; then
        echo "width $1: the page wrote to the console" >&2
        exit 1
    fi
    seen=$(grep -o 'data-seen="[^"]*"' "$folder/dom" | sed 's/&quot;/"/g')
    echo "width $1: $seen"
    value() { printf '%s' "$seen" | sed -n "s/.*\"$1\":\([^,}]*\).*/\1/p"; }
    [ "$(value errors)" = '[]' ] || { echo "width $1: an error in the page" >&2; exit 1; }
    [ "$(value widest)" = 0 ] || { echo "width $1: the page is wider than the window" >&2; exit 1; }
    for what in kernels pictures lanes; do
        [ "$(value $what)" -gt 0 ] || { echo "width $1: no $what" >&2; exit 1; }
    done
}
visit 1280 ''
visit 500 ''
visit 390 '--force-dark-mode'
visit 320 ''
