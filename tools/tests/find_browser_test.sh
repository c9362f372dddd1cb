#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The tests that need Chromium are skipped, and do not fail, where there is none, where it cannot start, and
# where a font is missing with which texts were placed.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
cat >"$scratch/try.sh" <<END
set -eu
. "$root/tools/tests/find_browser.sh"
find_browser
[ "\${FONTS-no}" = no ] || need_fonts
echo "found \$browser"
END
shows_pages() { # NAME: a browser
    fake "$1" <<'END'
echo '<html><body data-seen="42"></body></html>'
END
}

run "no browser" sh "$scratch/try.sh"
expect_code 77
expect_line "skipped: Chromium is not installed (package chromium)"

fake chromium-browser <<'END'
echo "Command '/usr/bin/chromium-browser' requires the chromium snap to be installed." >&2
exit 1
END
run "a command that asks for a snap" sh "$scratch/try.sh"
expect_code 77
expect_line "skipped: chromium-browser is installed and shows no page: Command '/usr/bin/chromium-browser' requires"
# Each test that opens pages.
printf '<html></html>\n' >"$scratch/page.html"
fake fc-list <<'END'
echo "DejaVu Sans,DejaVu Sans Light"
END
run "pictures" "$root/checks/tests/pictures_page_test.sh" true
expect_code 77
run "the profile" "$root/emulator/tests/profile/page_test.sh" "$scratch/page.html"
expect_code 77
run "the site" "$root/tools/tests/docs_browser_test.sh" "$scratch"
expect_code 77

fake chromium <<'END'
cat "$(printf '%s\n' "$@" | sed -n 's|^file://||p')" # the page as it was, without its script
END
run "a browser that runs no script" sh "$scratch/try.sh"
expect_code 77
fake chromium <<'END'
exec sleep 30
END
run "a browser that hangs" env WORKSHOP_BROWSER_SECONDS=1 sh "$scratch/try.sh"
expect_code 77
shows_pages google-chrome
run "the second one works" env WORKSHOP_BROWSER_SECONDS=1 sh "$scratch/try.sh"
expect_code 0
expect_line "found google-chrome"
shows_pages chromium
run "the first one works" sh "$scratch/try.sh"
expect_line "found chromium"

fake fc-list <<'END'
echo "DejaVu Sans Mono"
echo "Liberation Sans"
END
run "no DejaVu Sans" env FONTS=yes sh "$scratch/try.sh"
expect_code 77
expect_line "skipped: the font DejaVu Sans is not installed"
run "pictures without the font" "$root/checks/tests/pictures_page_test.sh" true
expect_code 77
expect_line "skipped: the font DejaVu Sans is not installed"
remove fc-list
run "no fc-list" env FONTS=yes sh "$scratch/try.sh"
expect_code 77
finish
