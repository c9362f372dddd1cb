# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by tools/docs.sh after house.sh: the parts of making the site. `folder` is where it goes.

# The version that the pages were tried with. Others say other things, so their warnings are no failure.
docs_doxygen=1.9.4


# The headers of the CPU device that the site leaves out: they declare functions under the names of CUDA, and
# NVIDIA describes these. Every other header has a page.
names_of_cuda='barriers conversions groups_tile half_arithmetic half_pair half_type integer_intrinsics
    math_functions occupancy_api rounded_arithmetic runtime_api runtime_templates warp'

docs_install_command() {
    if command -v apt-get >/dev/null; then
        if [ "$(id -u)" -eq 0 ]; then say "apt-get install doxygen doxygen-awesome-css"
        else say "sudo apt-get install doxygen doxygen-awesome-css"; fi
    else
        say "install doxygen with the package manager of this system"
    fi
}

# The texts that may be in the site, with paths from the top folder.
all_texts() {
    (cd "$root" && for place in README.md CONTRIBUTING.md lessons docs debugging emulator bench checks data; do
        [ ! -e "$place" ] || find "$place" -name '*.md' ! -name hints.md ! -path 'docs/site/*' -type f -print
    done) | sort
}

# label_of_page PATH: the name of its page, which is the name of the file in the site as well.
label_of_page() {
    if [ "$1" = "${main_page-}" ]; then say index; return; fi
    say "$1" | sed -e 's|\.md$||' -e 's|/README$||' -e 's|^docs/||' -e 's|[/.]|-|g' | tr A-Z a-z
}

# The first heading, without code marks.
title_of_page() { sed -n '/^# /{ s/^# *//; s/`//g; s/&/\&amp;/g; s/</\&lt;/g; p; q; }' "$root/$1"; }

# "page parent" lines: the main page first, then docs/site/pages.txt, then what is listed nowhere. The README
# is a page only where it is the main one.
ordered_pages() {
    main=README.md
    [ ! -f "$root/docs/start-here.md" ] || main=docs/start-here.md
    say "$main -"
    sed -e '/^#/d' -e 's/ *| */ /' "$root/docs/site/pages.txt" | while read -r page parent; do
        if [ "$page" = LESSONS ]; then
            lessons | while read -r number slug; do
                say "lessons/$number-$(say "$slug" | tr _ -)/README.md $parent"
            done
        else
            say "$page $parent"
        fi
    done
    all_texts | while read -r page; do
        [ "$page" != README.md ] || continue
        above=$(dirname "$page")
        case $page in */README.md) above=$(dirname "$above") ;; esac
        while [ "$above" != . ] && [ ! -f "$root/$above/README.md" ]; do above=$(dirname "$above"); done
        if [ "$above" = . ]; then say "$page -"; else say "$page $above/README.md"; fi
    done
}

# A line for each page: path, label, title, path of the page it stands below, label before, label after.
make_page_table() {
    ordered_pages | awk '!seen[$1]++' | while read -r page parent; do
        [ -f "$root/$page" ] || continue
        : "${main_page:=$page}"
        [ -f "$root/$parent" ] || parent=$main_page
        printf '%s\t%s\t%s\t%s\n' "$page" "$(label_of_page "$page")" "$(title_of_page "$page")" "$parent"
    done | awk -F '\t' -v OFS='\t' '
        { line[NR] = $0; label[NR] = $2; step[NR] = $1 ~ /^lessons\/[0-9]/; last[NR] = $1 == "debugging/README.md" }
        END {
            for (i = 1; i <= NR; i++) {
                before = after = "-"
                if (last[i] && step[i - 1]) before = label[i - 1]
                if (step[i]) { before = label[i - 1]; after = i < NR ? label[i + 1] : "-" }
                print line[i], before, after
            }
        }'
}

find_theme() {
    theme=
    for place in ${WORKSHOP_DOCS_THEME-/usr/share/doxygen-awesome-css /usr/local/share/doxygen-awesome-css}; do
        [ ! -f "$place/doxygen-awesome.css" ] || { theme=$place && break; }
    done
}

# The style sheets of the site, in their order.
style_sheets() {
    [ -z "$theme" ] || printf '%s\n' "$theme/doxygen-awesome.css" "$theme/doxygen-awesome-sidebar-only.css" \
        "$theme/doxygen-awesome-sidebar-only-darkmode-toggle.css"
    say "$root/docs/site/site.css"
    [ -n "$theme" ] || say "$root/docs/site/plain.css"
}

# look_of_the_site UP: what the head of a page that is not Doxygen's needs to look like the others: their style sheets,
# and light or dark as the reader has chosen. UP leads to the folder of index.html: "../" for example.
look_of_the_site() {
    say "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    say "<meta name=\"color-scheme\" content=\"light dark\">"
    style_sheets | while read -r sheet; do
        case $sheet in *sidebar-only.css) continue ;; esac
        say "<link rel=\"stylesheet\" href=\"$1$(basename "$sheet")\">"
    done
    [ -z "$theme" ] || say "<script src=\"$1doxygen-awesome-darkmode-toggle.js\"></script>"
}

# Doxygen's own header with the scripts of the theme.
make_header() {
    (cd "$folder/work" && doxygen -w html header.plain footer.plain style.plain && doxygen -l layout.plain) >/dev/null 2>&1
    sed -e 's/type="namespaces" visible="yes" title=""/type="namespaces" visible="yes" title="Functions and contracts"/' \
        -e 's/type="classes" visible="yes" title=""/type="classes" visible="yes" title="Types"/' \
        -e 's/type="pages" visible="yes" title=""/type="pages" visible="yes" title="The course"/' \
        -e 's/type="files" visible="yes" title=""/type="files" visible="yes" title="Solutions and headers"/' \
        "$folder/work/layout.plain" >"$folder/work/layout.xml"
    scripts=
    if [ -n "$theme" ]; then
        scripts='<script type="text/javascript" src="$relpath^doxygen-awesome-darkmode-toggle.js"></script><script type="text/javascript">DoxygenAwesomeDarkModeToggle.init()</script>'
    fi
    scripts=$scripts'<script type="text/javascript" src="$relpath^search/panel.js"></script>'
    awk -v scripts="$scripts" '
        /<\/head>/ { print "<meta name=\"color-scheme\" content=\"light dark\"/>"; print scripts }
        { print }' "$folder/work/header.plain" >"$folder/work/header.html"
}

# The headers of the CPU device that have a page.
headers_of_the_device() {
    # shellcheck disable=SC2086
    for header in emulator/include/emulator/*.h; do
        case " $(say $names_of_cuda) " in *" $(basename "$header" .h) "*) ;; *) say "$header" ;; esac
    done
}

# The settings of docs/site/Doxyfile and those of this machine. Of the CPU device the input has what is its
# own: what is declared under the names of CUDA is described by NVIDIA.
make_settings() {
    for name in $names_of_cuda; do
        [ -f "$root/emulator/include/emulator/$name.h" ] || fail "emulator/include/emulator/$name.h is not there. tools/lib/docs.sh names it."
    done
    cat "$root/docs/site/Doxyfile"
    say "OUTPUT_DIRECTORY = \"$folder\""
    say "STRIP_FROM_PATH = \"$root\""
    say "STRIP_FROM_INC_PATH = \"$root/include\" \"$root/emulator/include\" \"$root\""
    say "HTML_HEADER = \"$folder/work/header.html\""
    say "LAYOUT_FILE = \"$folder/work/layout.xml\""
    say "GENERATE_TAGFILE = \"$folder/work/tags\""
    # Doxygen gives the filter to a shell as it is, so its name must be one word wherever the workshop lies.
    say "FILTER_PATTERNS = *.hpp=./filter.sh *.md=./filter.sh *.cu=./filter.sh"
    say "USE_MDFILE_AS_MAINPAGE = \"$root/$(head -n 1 "$folder/work/pages.tsv" | cut -f 1)\""
    say "HTML_EXTRA_STYLESHEET = $(style_sheets | sed 's/.*/"&"/' | tr '\n' ' ')"
    [ -z "$theme" ] || say "HTML_EXTRA_FILES = \"$theme/doxygen-awesome-darkmode-toggle.js\""
    say "INPUT = \\"
    cut -f 1 "$folder/work/pages.tsv" | while read -r page; do say "  \"$root/$page\" \\"; done
    (cd "$root" && find include/workshop checks/support bench/support \( -name '*.h' -o -name '*.hpp' \) | sort
        say docs/site/namespaces.dox
        headers_of_the_device
        find solutions -name '*.cu' | sort) | while read -r file; do
        [ -f "$root/$file" ] || fail "$file is not there. tools/lib/docs.sh names it."
        say "  \"$root/$file\" \\"
    done
    say ""
}
