# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# One text of the course, written for GitHub, as Doxygen 1.9 understands it. What differs: comments in
# front of the title, anchors of headings, links between texts and to files, formulas, figures, folded
# answers, languages of code blocks, code spans that hold a quote. Used with mathml.awk and
# tools/lib/markdown.awk.
# Variables: page (path of the text from the top folder), pages (the table that tools/docs.sh makes), project
# (its name).

function say(line) { print line }

function html(text) { return "\\htmlonly" text "\\endhtmlonly" }
function html_block(text) {
    say("")
    say("\\htmlonly[block]")
    say(text)
    say("\\endhtmlonly")
    say("")
}

# The text without code spans: what is left may hold marks.
function without_code(text) {
    gsub(/``[^`]*``|`[^`]*`/, "", text)
    return text
}

# In a cell of a table a shape, 4096 x 1024, and a number with its spread, 4.1 ± 0.1, stay on one line. The spaces
# are those that no browser breaks; bytes, as not every awk knows letters.
function unbroken(line,    done) {
    done = ""
    while (match(line, /[0-9] (x|±) [0-9]/)) {
        done = done substr(line, 1, RSTART) "\302\240" substr(line, RSTART + 2, RLENGTH - 4) "\302\240"
        line = substr(line, RSTART + RLENGTH - 1)
    }
    return done line
}

# A code span, strong words or a link that go on in the next line.
function goes_on(text,    opened, closed) {
    text = without_code(text)
    if (text ~ /`/) return 1
    if (gsub(/\*\*/, "", text) % 2) return 1
    opened = gsub(/\[/, "", text)
    closed = gsub(/\]/, "", text)
    return opened > closed || text ~ /\[[^]]*\]\([^)]*$/
}

# Where a link leads in the site: another text, or a file for the pass over the finished pages.
function address(target,    at, path, name) {
    if (target ~ /^[a-zA-Z][a-zA-Z0-9+.-]*:/) return target
    at = index(target, "#")
    path = at ? substr(target, 1, at - 1) : target
    name = at ? substr(target, at + 1) : ""
    path = path == "" ? page : resolve(path)
    # The front door on GitHub is the main page here.
    if (path == "README.md" && !(path in label_of)) return "index.html"
    if (path in label_of) return label_of[path] ".html" (name == "" ? "" : "#" name)
    if ((path "/README.md") in label_of) return label_of[path "/README.md"] ".html"
    return "workshop-file:" path
}

function code_span(content) {
    # Doxygen makes links of what looks like an address, in code too, and of the name of a kernel file: that
    # would lead to a solution where the text leads nowhere. It takes the % of %name away, and all of $(name).
    if (content ~ /(file|https?|ftp|mailto):|\.cuh?($|[^a-zA-Z0-9_])|%[a-zA-Z_]|[$][(]/) {
        gsub(/&/, "\\&amp;", content)
        gsub(/[$]/, "\\&#36;", content)
        gsub(/</, "\\&lt;", content)
        return html("<code>" content "</code>")
    }
    # Between single backticks Doxygen takes a quote for the end.
    if (content ~ /['"]/ || content ~ /^ | $/) return "``" content "``"
    return "`" content "`"
}

# One line (or several, joined) of running text.
function inline(text,    out, ch, rest, run, to, label, target, alt, bold) {
    out = ""
    while (text != "") {
        ch = substr(text, 1, 1)
        rest = text
        if (ch == "`") {
            match(text, /^`+/)
            run = substr(text, 1, RLENGTH)
            rest = substr(text, RLENGTH + 1)
            to = index(rest, run)
            if (to) {
                out = out code_span(substr(rest, 1, to - 1))
                text = substr(rest, to + length(run))
                continue
            }
        } else if (ch == "$" && match(text, /^\$[^ $][^$]*\$/)) {
            to = RLENGTH
            rest = substr(text, to + 1)
            # What cannot be broken into lines may have to scroll on a phone. No line begins with its full stop.
            run = to > 40 && match(rest, /^[.,;:?!]+/) ? substr(rest, 1, RLENGTH) : ""
            out = out html(to > 40 ? "<span class=\"wide\">" mathml(substr(text, 2, to - 2), 0) run "</span>" : \
                mathml(substr(text, 2, to - 2), 0))
            text = substr(rest, length(run) + 1)
            continue
        } else if (ch == "!" && match(text, /^!\[[^]]*\]\([^)]*\)/)) {
            to = RLENGTH
            rest = substr(text, 1, to)
            text = substr(text, to + 1)
            alt = target = rest
            sub(/^!\[/, "", alt)
            sub(/\]\([^)]*\)$/, "", alt)
            sub(/^.*\]\(/, "", target)
            sub(/\)$/, "", target)
            gsub(/&/, "\\&amp;", alt)
            gsub(/"/, "\\&quot;", alt)
            target = "workshop-file:" resolve(target)
            out = out html("<a class=\"figure\" href=\"" target "\"><img class=\"figure\" src=\"" target "\" alt=\"" alt "\"></a>")
            continue
        } else if (ch == "[" && link_length(text)) {
            label = substr(text, 2, link_close - 2)
            target = substr(text, link_close + 2, link_end - link_close - 2)
            rest = substr(text, link_end + 1)
            out = out "<a href=\"" address(target) "\">" inline(label) "</a>"
            text = rest
            continue
        } else if (ch == "\\" && length(text) > 1) {
            out = out substr(text, 1, 2)
            text = substr(text, 3)
            continue
        } else if (ch == "<" && match(text, /^<\/?[a-zA-Z][^>]*>/)) {
            out = out substr(text, 1, RLENGTH)
            text = substr(text, RLENGTH + 1)
            continue
        } else if (out !~ /[a-zA-Z0-9_]$/ && match(text, /^[a-zA-Z0-9_]+\.cuh?($|[^a-zA-Z0-9_])/)) {
            match(text, /^[a-zA-Z0-9_]+\.cuh?/)
            out = out html("<span>" substr(text, 1, RLENGTH) "</span>")
            text = substr(text, RLENGTH + 1)
            continue
        } else if (substr(text, 1, 2) == "**" && (bold || index(substr(text, 3), "**"))) {
            # Doxygen leaves the marks around a code span alone.
            bold = !bold
            out = out (bold ? "<b>" : "</b>")
            text = substr(text, 3)
            continue
        } else if (ch == "\"") ch = "&quot;" # between quotes Doxygen looks for no marks
        else if (ch == "@") ch = "\\@"
        else if (substr(text, 1, 2) == "--" && !is_rule) { ch = "\\--"; text = substr(text, 2) }
        out = out ch
        text = substr(text, 2)
    }
    return out
}

# Whether a link begins here; sets link_close (its "]") and link_end (its ")"). The text may hold code.
function link_length(text,    i, ch, depth, in_code) {
    depth = 0
    for (i = 1; i <= length(text); i++) {
        ch = substr(text, i, 1)
        if (ch == "`") in_code = !in_code
        if (in_code) continue
        if (ch == "[") depth++
        if (ch == "]" && --depth == 0) break
    }
    if (substr(text, i, 2) != "](") return 0
    link_close = i
    link_end = i + index(substr(text, i + 1), ")")
    return link_end > i
}

function language(mark) {
    if (mark ~ /^(cpp|c\+\+|cuda|cu|c)$/) return "{.cpp}"
    if (mark == "python") return "{.py}"
    return "{.unparsed}"
}

function heading(line,    text, name, depth) {
    match(line, /^#+/)
    depth = RLENGTH
    text = substr(line, depth + 2)
    sub(/ +#* *$/, "", text)
    if (!titled) {
        titled = 1
        # The tree of pages hangs on the main page only where that has the name of the project.
        if (page == main_page) {
            say("# " project " {#mainpage}")
            if (text != project) say("\n<h2 id=\"" heading_name(text) "\">" inline(text) "</h2>\n")
        } else say("# " text " {#" label_of[page] "}")
        navigation()
        return
    }
    name = heading_name(text)
    if (seen[name]++) name = name "-" (seen[name] - 1)
    say("")
    # Not as a heading of Doxygen: its tree would list these before the lessons, and its anchors are global.
    depth = "h" depth
    say("<" depth " id=\"" name "\">" inline(text) "</" depth ">")
    say("")
}

function step_link(kind, label, mark_before, mark_after) {
    if (label == "-" || label == "") return "<span></span>"
    return "<a class=\"" kind "\" rel=\"" kind "\" href=\"" label ".html\">" mark_before title_of[label] mark_after "</a>"
}

# The links to the lesson before and after. Debugging stands behind the last one.
function navigation() {
    if (!(page in before) || before[page] == "-") return
    html_block("<nav class=\"steps\">" step_link("prev", before[page], "&#8592; ", "") \
        step_link("next", after[page], "", " &#8594;") "</nav>")
}

function children(    i) {
    if (!child_count) return
    say("")
    say("<div class=\"children\">")
    say("")
    for (i = 1; i <= child_count; i++) say("- \\subpage " child[i])
    say("")
    say("</div>")
}

# What the folded answers are made of.
function details(line) {
    if (line ~ /<\/details>/) { html_block("</details>"); return }
    sub(/^ */, "", line)
    html_block(line)
}

BEGIN {
    FS = "\t"
    while ((getline row < pages) > 0) {
        split(row, column, "\t")
        if (main_page == "") main_page = column[1]
        label_of[column[1]] = column[2]
        title_of[column[2]] = column[3]
        before[column[1]] = column[5]
        after[column[1]] = column[6]
        if (column[4] == page) child[++child_count] = column[2]
    }
    folder = page
    if (!sub(/[^\/]*$/, "", folder)) folder = ""
}

# Comments: what GitHub does not show.
in_comment { if (/-->/) in_comment = 0; next }
!fence && /^ *<!--/ { if (!/-->/) in_comment = 1; next }

/^ *(```|~~~)/ {
    mark = $0
    sub(/^ */, "", mark)
    indent = substr($0, 1, length($0) - length(mark))
    if (!fence) {
        fence = substr(mark, 1, 3)
        mark = substr(mark, 4)
        formula = mark == "math"
        formula_text = ""
        if (!formula) say(indent fence language(mark))
    } else if (substr(mark, 1, 3) == fence) {
        if (formula) html_block("<div class=\"formula\">" mathml(formula_text, 1) "</div>")
        else say(indent fence)
        fence = ""
    } else say($0)
    next
}
fence { if (formula) formula_text = formula_text " " $0; else say($0); next }

/^#+ / { heading($0); next }
/^\$\$.*\$\$ *$/ {
    sub(/^\$\$ */, "")
    sub(/ *\$\$ *$/, "")
    html_block("<div class=\"formula\">" mathml($0, 1) "</div>")
    next
}
/^ *<\/?details/ { details($0); next }
/^ *<summary/ {
    text = $0
    sub(/^ */, "", text)
    html_block(text)
    next
}
{
    line = $0
    while (line !~ /^ *\|/ && goes_on(line) && (getline more) > 0) {
        if (more ~ /^ *$/) { say(inline(line)); line = ""; break }
        sub(/^ */, "", more)
        line = line " " more
    }
    is_rule = line ~ /^[ |:-]+$/
    if (line ~ /^ *\|/) line = unbroken(line)
    say(is_rule ? line : inline(line))
}
END {
    children()
    navigation()
    if (math_failed) exit 1
}
