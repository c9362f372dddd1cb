# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by tools/docs.sh: what is done to the pages after Doxygen has written them. `folder` is where the
# site is.

# "path address" lines from what Doxygen says of itself: the pages of sources and folders.
made_pages() {
    awk -v root="$root/" '
        function value(line) { gsub(/^ *<[a-z]*>|<\/[a-z]*>.*$/, "", line); return line }
        /<compound kind="(file|dir)">/ { kind = /"dir"/ ? "dir" : "file"; named = 0 }
        /^    <name>/ && !named++ { name = value($0) }
        /^    <path>/ { path = value($0) }
        /^    <filename>/ && kind != "" {
            address = value($0)
            if (address !~ /\.html$/) address = address ".html"
            path = substr(path, length(root) + 1)
            if (kind == "dir") sub(/\/$/, "", path)
            else path = path name
            if (path ~ /\.cu$/) sub(/\.html$/, "_source.html", address)
            if (path !~ /\.md$/) print path, address
            kind = ""
        }' "$folder/work/tags"
}

# made_page PATH: the page that Doxygen has made of a file; nothing where there is none.
made_page() { awk -v path="$1" '$1 == path { print $2; exit }' "$folder/work/made"; }

# "path address" lines: where the contract of a header of include/workshop begins, which is what it says of its first
# function. The page of the header itself is a list of names.
contracts() {
    awk -v root="$root/" '
        function value(line) { gsub(/^ *<[a-z]*>|<\/[a-z]*>.*$/, "", line); return line }
        /<compound kind=/ { file = /"file"/; done = 0; name = path = "" }
        file && /^    <name>/ && name == "" { name = value($0) }
        file && /^    <path>/ { path = substr(value($0), length(root) + 1) }
        file && /<member kind=/ { member = /"function"/ }
        file && /^      <anchorfile>/ { address = value($0) }
        file && member && /^      <anchor>/ && !done && path == "include/workshop/" && name ~ /^[0-9]/ {
            print path name, address "#" value($0)
            done = 1
        }' "$folder/work/tags"
}

# A page that lists a folder. A file that has a page of its own is linked there; others are copied.
list_folder() {
    mkdir -p "$folder/html/files/$1"
    up=$(say "$1/x" | sed 's|[^/]*/|../|g; s|x$||')
    {
        say "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>$1</title>"
        look_of_the_site "$up../"
        say "</head><body class=\"list\"><div class=\"contents\">"
        say "<p><a href=\"$up../index.html\">${WORKSHOP_PROJECT-}</a></p>"
        say "<h1>$1</h1><ul>"
        (cd "$root/$1" && find . -maxdepth 1 -type f -size -1000k | sed 's|^\./||' | sort) | while read -r file; do
            page=$(made_page "$1/$file")
            if [ -n "$page" ]; then
                page=$up../$page
            else
                page=$file.txt
                cp "$root/$1/$file" "$folder/html/files/$1/$page"
            fi
            say "<li><a href=\"$page\">$file</a></li>"
        done
        say "</ul></div></body></html>"
    } >"$folder/html/files/$1/index.html"
}

# about_picture TEXT PICTURE: two lines, the way back to the heading above it and to the first page, and what the text says
# is seen there.
about_picture() {
    page=$(awk -F '\t' -v text="$1" '$1 == text { print $2 ".html" }' "$folder/work/pages.tsv")
    awk -v picture="](figures/$2)" -v page="$page" -v project="${WORKSHOP_PROJECT-}" "$(cat "$root/tools/lib/markdown.awk")"'
        function plain(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
        FNR == 1 && /^<!--/ { next }
        /^# / { title = substr($0, 3) }
        /^##+ / { heading = $0; sub(/^#+ */, "", heading) }
        /^!\[/ && (at = index($0, picture)) {
            print "<nav><a href=\"../" page (heading == "" ? "" : "#" heading_name(heading)) "\">&#8592; " plain(title) "</a>" \
                "<a href=\"../index.html\">" project "</a></nav>"
            print "<p class=\"about\">" plain(substr($0, 3, at - 3)) ".</p>"
            exit
        }' "$root/$1"
}

# link_picture PATH: a moving picture of a lesson leads to a page where the same frames have buttons.
link_picture() {
    case $1 in lessons/*/figures/*.svg) ;; *) return 0 ;; esac
    grep -q ' data-first="' "$root/$1" || return 0
    slug=${1#lessons/}
    name=$(basename "$1" .svg)
    name=$(say "${slug%%/*}" | tr - _)-$name.html
    mkdir -p "$folder/html/pictures"
    about_picture "lessons/${slug%%/*}/README.md" "$(basename "$1")" >"$folder/work/about"
    look_of_the_site ../ | grep -v 'name="viewport"' >"$folder/work/look"
    awk -v about="$folder/work/about" -v look="$folder/work/look" 'NR == FNR { svg = svg $0 "\n"; if (match($0, /<title>.*<\/title>/)) title = substr($0, 8, RLENGTH - 15); next }
        /^PICTURE-SVG$/ { printf "%s", svg; next }
        /^PICTURE-LOOK$/ { while ((getline line < look) > 0) print line; next }
        /^PICTURE-(LESSON|ABOUT)$/ { if ((getline line < about) > 0) print line; next }
        (at = index($0, "PICTURE-TITLE")) { $0 = substr($0, 1, at - 1) title substr($0, at + 13) }
        { print }' "$root/$1" "$root/checks/pictures/page.html" >"$folder/html/pictures/$name"
    say "s|class=\"figure\" href=\"workshop-file:$(quoted "$1")\"|class=\"figure\" href=\"pictures/$name\"|g"
    # Paper has its last step: whatever moves is printed as it happens to be.
    still=${name%.html}-still.svg
    sed 's/<svg /<svg class="still" /' "$root/$1" >"$folder/html/pictures/$still"
    say "s|<img class=\"figure\"\( src=\"workshop-file:$(quoted "$1")\"[^>]*>\)|<img class=\"figure moves\"\1<img class=\"figure still\" src=\"pictures/$still\" alt=\"\">|g"
}

# A path as sed looks for it.
quoted() { say "$1" | sed 's/[].[*^$]/\\&/g'; }

# The links of the texts to files, which the filter has left as "workshop-file:PATH". A file without a
# page of its own is copied: figures as they are, others as text, so that a browser shows them.
finish_pages() {
    # Doxygen links to a section that it has left out, where the only nested class is private.
    grep -l 'href="#nested-classes"' "$folder"/html/*.html | while read -r page; do
        ! grep -q 'name="nested-classes"' "$page" || continue
        sed 's|<a href="#nested-classes">[^<]*</a> &#124;||' "$page" >"$folder/work/page"
        cat "$folder/work/page" >"$page"
    done
    made_pages >"$folder/work/made"
    contracts >"$folder/work/contracts"
    grep -l 'workshop-file:' "$folder"/html/*.html >"$folder/work/open" || true
    [ -s "$folder/work/open" ] || return 0
    while read -r page; do grep -o 'workshop-file:[^"]*' "$page"; done <"$folder/work/open" |
        sort -u | sed 's/^workshop-file://' |
        while read -r path; do
            address=$(awk -v path="$path" '$1 == path { print $2; exit }' "$folder/work/contracts")
            [ -n "$address" ] || address=$(made_page "$path")
            if [ -z "$address" ]; then
                [ -e "$root/$path" ] || fail "A text links to $path, which is not there."
                mkdir -p "$folder/html/files/$(dirname "$path")"
                case $path in *.svg | *.png | *.html) address=files/$path ;; *) address=files/$path.txt ;; esac
                if [ -d "$root/$path" ]; then
                    list_folder "$path"
                    address=files/$path/index.html
                else
                    cp "$root/$path" "$folder/html/$address"
                fi
            fi
            link_picture "$path"
            say "s|\"workshop-file:$(quoted "$path")\"|\"$address\"|g"
        done >"$folder/work/replace"
    while read -r page; do
        sed -f "$folder/work/replace" "$page" >"$folder/work/page"
        cat "$folder/work/page" >"$page"
    done <"$folder/work/open"
}

# make_search: the search of docs/site/search in place of Doxygen's, with the same field. Doxygen's script looks for the
# first letter of a question in a string and opens a page by its place: here every question has page 0.
make_search() {
    names=$root/docs/site/other_names.txt
    [ -f "$names" ] || names=/dev/null
    # shellcheck disable=SC2046
    (cd "$folder/html" && awk -v glossary=glossary -f "$root/docs/site/search.awk" "$folder/work/pages.tsv" "$names" \
        $(cut -f 2 "$folder/work/pages.tsv" | sed 's/$/.html/')) >"$folder/work/texts.js" ||
        fail "The search was not made: docs/site/other_names.txt names what the site does not have."
    # Names of the code, without the pages of the texts.
    {
        say "var code = ["
        awk -F "\t" 'FILENAME ~ /pages\.tsv$/ { text["../" $2 ".html"] = 1; next }
            /^  \[/ {
                address = $0
                sub(/^[^,]*,\[.[^,]*.,\[./, "", address)
                sub(/[#\047].*/, "", address)
                sub(/,$/, "")
                if (!(address in text)) print $0 ","
            }' "$folder/work/pages.tsv" "$folder"/html/search/all_*.js
        say "];"
    } >"$folder/work/code.js"
    find "$folder/html/search" -name '*_*.html' -o -name '*_*.js' -o -name 'nomatches.html' | while read -r old; do rm "$old"; done
    cp "$folder/work/texts.js" "$folder/work/code.js" "$root/docs/site/search/find.js" "$root/docs/site/search/panel.js" \
        "$root/docs/site/search/find.css" "$folder/html/search/"
    {
        say "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Search</title>"
        look_of_the_site ../
        say "<link rel=\"stylesheet\" href=\"find.css\">"
        for script in search texts code; do say "<script src=\"$script.js\"></script>"; done
        say "</head><body><div id=\"SRResults\"></div><p id=\"Count\"></p><script src=\"find.js\"></script></body></html>"
    } >"$folder/html/search/all_0.html"
    cp "$folder/html/search/all_0.html" "$folder/html/search/texts_0.html"
    cp "$folder/html/search/all_0.html" "$folder/html/search/code_0.html"
    cat >"$folder/html/search/searchdata.js" <<'END'
var indexSectionNames = ["all", "texts", "code"];
var indexSectionLabels = ["Everything", "Texts", "Code"];
var indexSectionsWithContent = indexSectionNames.map(() => ({indexOf: () => 0}));
END
}

# rename_scripts: Doxygen makes the name of a variable of a file's name, and one that begins with a digit
# is none: the tree would not open there, and the console has an error.
rename_scripts() {
    for script in "$folder"/html/[0-9]*.js; do
        [ -f "$script" ] || continue
        name=$(basename "$script" .js)
        sed "s/^var $name /var file_$name /" "$script" >"$folder/html/file_$name.js"
        rm "$script"
        grep -lF ", \"$name\" ]" "$folder"/html/*.js | while read -r tree; do
            sed "s/, \"$name\" \]/, \"file_$name\" ]/" "$tree" >"$folder/work/tree"
            cat "$folder/work/tree" >"$tree"
        done
    done
}

# mend_tree: below a file the tree names what it declares, and Doxygen leads to an anchor of the page of the file, also where
# the anchor is on the page of the namespace, or where only the type of a value has one.
mend_tree() {
    (cd "$folder/html" && awk -f "$root/tools/lib/site_links.awk" ./*.html) >"$folder/work/anchors"
    for script in "$folder"/html/*_8*.js "$folder"/html/*namespace*.js "$folder"/html/*class*.js "$folder"/html/*struct*.js; do
        [ ! -f "$script" ] || say "$script"
    done | sort -u >"$folder/work/scripts"
    [ -s "$folder/work/scripts" ] || return 0
    rm -rf "$folder/work/mended"
    mkdir -p "$folder/work/mended"
    # shellcheck disable=SC2046
    (cd "$folder/html" && awk -F '\t' -v mended="$folder/work/mended/" '
        FILENAME ~ /\/work\/anchors$/ {
            if ($1 != "name") next
            there[$2] = 1
            at = index($2, "#")
            page_of[substr($2, at + 1)] = substr($2, 1, at - 1)
            next
        }
        FNR == 1 { if (out != "") close(out); out = mended FILENAME }
        match($0, /"[^" ]*\.html#[^"]*"/) {
            address = substr($0, RSTART + 1, RLENGTH - 2)
            at = index(address, "#")
            page = substr(address, 1, at - 1)
            anchor = substr(address, at + 1)
            if (!(address in there)) {
                if (!(anchor in page_of)) anchor = substr(anchor, 1, 33) # of a value, its type
                if (!((page "#" anchor) in there) && anchor in page_of) page = page_of[anchor]
                address = (page "#" anchor) in there ? page "#" anchor : page
                $0 = substr($0, 1, RSTART) address substr($0, RSTART + RLENGTH - 1)
            }
        }
        { print > out }' "$folder/work/anchors" $(sed "s|^.*/||" "$folder/work/scripts"))
    cp "$folder"/work/mended/* "$folder/html/"
}

# fill_menu: the pages of the course in the menu and on the page that the menu leads to.
fill_menu() {
    awk -v as=menu -f "$root/docs/site/course.awk" "$folder/work/pages.tsv" >"$folder/work/menu"
    awk -v as=list -f "$root/docs/site/course.awk" "$folder/work/pages.tsv" >"$folder/work/list"
    for page in menudata.js pages.html; do
        awk -v menu="$folder/work/menu" -v list="$folder/work/list" '
            function put(file,    line, text) {
                while ((getline line < file) > 0) text = text (text == "" ? "" : "\n") line
                return text
            }
            FILENAME ~ /menudata/ && (at = index($0, "url:\"pages.html\"}")) {
                $0 = substr($0, 1, at + 15) put(menu) substr($0, at + 16)
                ++filled
            }
            FILENAME ~ /pages.html/ && (at = index($0, "Here is a list of all related documentation pages:")) {
                $0 = substr($0, 1, at - 1) put(list) substr($0, at + 50)
                ++filled
            }
            { print }
            END { exit filled != 1 }' "$folder/html/$page" >"$folder/work/page" ||
            fail "$page is not as tools/lib/docs_pages.sh expects it from Doxygen: the menu of the course was not put in."
        cat "$folder/work/page" >"$folder/html/$page"
    done
}
