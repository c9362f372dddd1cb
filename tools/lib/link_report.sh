# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by any_program.sh: why a program was not linked, in words and by the lines of its sources.

# list_symbols: the symbols of all objects, for link_messages.awk: "NUMBER|KIND|NAME|PLACE" each.
list_symbols() {
    number=0
    while IFS= read -r each; do
        number=$((number + 1))
        source=$(sed -n "${number}p" "$work/sources")
        # nm puts a tab before the place. It may name what the translator made of a file, with the line of
        # that file; the first line of it says which one it was.
        nm -C -l "$each" 2>/dev/null | awk -v number="$number" -v here="$PWD/" -v made="$place/" \
            -v source="$source" '
            function original(file,    line) {
                if (index(file, made) != 1) return file
                if (!(file in known)) {
                    known[file] = file
                    if ((getline line <file) > 0 && sub(/^#line 1 "/, "", line) && sub(/"$/, "", line))
                        known[file] = line
                    close(file)
                }
                return known[file]
            }
            {
                split($0, part, "\t")
                place = part[2]
                line = place
                sub(/.*:/, "", line)
                sub(/:[0-9]+$/, "", place)
                place = original(place)
                if (index(place, here) == 1) place = substr(place, length(here) + 1)
                sub(/^\.\//, "", place)
                # A compiler cache may know the file from another folder.
                if (substr(place, length(place) - length(source)) == "/" source) place = source
                name = part[1]
                sub(/^[0-9a-f]* */, "", name)
                kind = substr(name, 1, 1)
                if (kind ~ /[TtDdBbRrWVvwiUCS]/ && substr(name, 2, 1) == " ")
                    print number "|" kind "|" substr(name, 3) "|" (place == "" ? "" : place ":" line)
            }'
    done <"$work/objects"
}

# explain_link MESSAGES: ends the script with what is known about them.
explain_link() {
    if grep -q 'undefined reference to `main'"'" "$1" && ! grep -q 'multiple definition' "$1"; then
        fail "$(tr '\n' ' ' <"$work/sources"): no main function.
make emulate runs whole programs. Next: name the file with main as well: FILE=\"main.cu kernel.cu\""
    fi
    list_symbols >"$work/symbols"
    awk -v sources="$(cat "$work/sources")" -f "$root/tools/lib/link_messages.awk" "$work/symbols" "$1" \
        >"$work/explained"
    if [ -s "$work/explained" ]; then cat "$work/explained" >&2; else cat "$1" >&2; fi
    complain ""
    awk -f "$root/tools/lib/missing_features.awk" "$1" >&2
    fail "The program was not linked."
}
