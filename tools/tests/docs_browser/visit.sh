# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced: opens pages of a site in Chromium. The sourcing script has set `root`, `scratch` and
# `browser`.

# visit SITE WIDTH light|dark|paper LESSONS SEARCH PAGE...: prints a line for each fault; LESSONS is their
# number, 0 for no walk through them; SEARCH is "QUESTION=WANTED;...". Fails when there is a fault, or nothing was seen.
visit() {
    site=$1 width=$2 scheme=$3 lessons=$4 search=$5
    shift 5
    dark=false paper=false shown=light options=
    case $scheme in
        dark) dark=true shown=dark options=--blink-settings=preferredColorScheme=0 ;;
        paper) paper=true ;;
    esac
    listed=$(printf '"%s",' "$@")
    first=$(cd "$site" && ls lessons-01-*.html lessons-1-*.html 2>/dev/null | head -n 1)
    {
        printf '<!DOCTYPE html><html style="color-scheme: %s"><meta charset="utf-8"><body style="margin:0"><script>const job = ' $shown
        printf '{site: "file://%s", pages: [%s], width: %s, dark: %s, paper: %s, lessons: %s, first: "%s", search: "%s"};' \
            "$site" "$listed" "$width" "$dark" "$paper" "$lessons" "$first" "$search"
        printf '</script><script src="file://%s"></script></body>' "$root/tools/tests/docs_browser/visitor.js"
    } >"$scratch/visit.html"
    rm -rf "$scratch/user"
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --allow-file-access-from-files \
        --user-data-dir="$scratch/user" --enable-logging=stderr --window-size=1400,1000 $options \
        --virtual-time-budget=240000 --dump-dom "file://$scratch/visit.html" \
        >"$scratch/dom" 2>"$scratch/log" || { cat "$scratch/log"; return 1; }
    awk '/data-faults="/ { sub(/.*data-faults="/, ""); open = 1 } open { if (sub(/".*/, "")) open = 0; print }' \
        "$scratch/dom" | sed 's/&quot;/"/g; s/&amp;/\&/g; s/&lt;/</g; s/&gt;/>/g' >"$scratch/faults"
    sed -n 's/.*\(CONSOLE.*\)/the console: \1/p' "$scratch/log" >"$scratch/console"
    # Without its last word the visit did not come to its end.
    tail -n 1 "$scratch/faults" | grep -qx end || echo "the visit did not end" >>"$scratch/console"
    grep -vx -e end -e '' "$scratch/faults" >>"$scratch/console" || true
    echo "$width $scheme: $(sed -n 's/.*data-seen="\([^"]*\)".*/\1/p' "$scratch/dom" | sed 's/&quot;//g')"
    [ -s "$scratch/console" ] || return 0
    cat "$scratch/console"
    return 1
}
