# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the tests that open pages in Chromium. A browser that is there need not be one: Ubuntu's
# chromium-browser asks for a snap, a snap cannot read /tmp, and a container may forbid what Chromium needs.

# find_browser: sets `browser` to the first one that shows a page of the scratch folders and runs its script,
# or ends the test with exit code 77, which means skipped.
find_browser() {
    browser=
    found_but=
    probe=$(mktemp -d)
    echo '<!DOCTYPE html><body><script>document.body.dataset.seen = 6 * 7</script></body>' >"$probe/page.html"
    for each in chromium chromium-browser google-chrome; do
        command -v "$each" >/dev/null || continue
        if timeout -k 5 "${WORKSHOP_BROWSER_SECONDS:-60}" "$each" --headless --no-sandbox --disable-gpu \
            --user-data-dir="$probe/user" --dump-dom "file://$probe/page.html" \
            >"$probe/dom" 2>"$probe/log" </dev/null && grep -q 'data-seen="42"' "$probe/dom"; then
            browser=$each
            break
        fi
        found_but="$each is installed and shows no page: $(tail -n 1 "$probe/log")"
    done
    rm -rf "$probe"
    [ -n "$browser" ] || {
        echo "skipped: ${found_but:-Chromium is not installed (package chromium)}"
        exit 77
    }
}

# need_fonts: ends the test with exit code 77 where the font is missing with which texts were placed. With
# another one they are wider.
need_fonts() {
    fc-list : family 2>/dev/null | tr ',' '\n' | grep -qx 'DejaVu Sans' || {
        echo "skipped: the font DejaVu Sans is not installed (packages fontconfig and fonts-dejavu-core)"
        exit 77
    }
}
