# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the tests of the outputs that the texts quote, after expect.sh. A quoted output is the
# block that follows the comment "output of NAME: a test compares it". Every line of it must be a
# line of the output. Masked is only what differs from run to run or from machine to machine: times,
# measured errors (the last bits of expf), and the place in a .cu file.

# Programs are quoted as they are without any settings.
unset WORKSHOP_DEVICE WORKSHOP_KERNEL_SECONDS

# shown PAGE NAME: the block, without the lines "...".
shown() {
    awk -v wanted="<!-- output of $2:" '
        index($0, wanted) == 1 { found = 1; next }
        found && /^```/ { if (inside) exit; inside = 1; next }
        inside && $0 != "..."' "$root/$1"
}
masked() {
    sed -e 's/([0-9.]* s)/(N s)/' -e 's/  *[0-9.]* ms$/ N ms/' \
        -e 's|[0-9.]*e-[0-9]* / [0-9.]*e-[0-9]*  *[0-9]*%|N / N N%|' \
        -e 's|at most [0-9.]*e-[0-9]*,|at most N,|' \
        -e 's|[^ ]*\.cu:[0-9][0-9]*|FILE:LINE|g' -e 's/ *$//'
}

# compare PAGE NAME FILE: every line that PAGE shows of NAME's output is a line of the file.
compare() {
    name="$1, output of $2"
    code=0
    masked <"$3" >"$output"
    shown "$1" "$2" | masked >"$scratch/shown"
    [ -s "$scratch/shown" ] || failed "the page shows no output of it"
    while IFS= read -r line; do
        grep -qxF -- "$line" "$output" || failed "the page shows a line that is not printed: $line"
    done <"$scratch/shown"
}

# quoted PAGE: the names of all outputs that a page quotes, one a line.
quoted() { sed -n 's/^<!-- output of \(.*\): a test compares it -->$/\1/p' "$root/$1"; }

# lesson_pages: "1 01_serial_softmax lessons/01-serial-softmax/README.md", one line a lesson.
lesson_pages() {
    awk -F '|' '/^[0-9]/ {
        gsub(/ /, "", $1); gsub(/ /, "", $2)
        lesson = folder = $1 "_" $2
        gsub(/_/, "-", folder)
        print $1 + 0, lesson, "lessons/" folder "/README.md"
    }' "$root/lessons/lessons.txt"
}
