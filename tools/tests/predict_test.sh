#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# make predict-lessonN: the file of predictions is made from the questions, is never overwritten, and
# nothing is built before something is predicted.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

unset CUDA_HOME CUDA_PATH CUDACXX BACKEND IMPL MAKEFLAGS MAKELEVEL 2>/dev/null || true
export WORKSHOP_TOOLKIT_FOLDERS="$scratch/none"
# A folder whose name has blanks; what comes after the choice stands for the build.
spaced="$scratch/my workshop"
mv "$copy" "$spaced"
cat >"$spaced/tools/setup.sh" <<'END_OF_SETUP'
#!/bin/sh
echo "the build begins"
exit 9
END_OF_SETUP
chmod +x "$spaced/tools/setup.sh"
predict() { run "predict-lesson$1" "$spaced/tools/predict-lesson.sh" "$1"; }

run "make" make -C "$spaced" predict-lesson1
expect_code 0
expect_line "predictions/01_serial_softmax.txt"
expect_line "make predict-lesson1"
run "make, no number" make -C "$spaced" predict-lesson
expect_code 2
expect_line "Lessons:"
predict 99
expect_code 2
run "IMPL=x" env IMPL=x "$spaced/tools/predict-lesson.sh" 1
expect_code 2
expect_line "IMPL=solution"

for lesson in $(awk -F '|' '/^[0-9]/ { gsub(/ /, ""); print $1 "_" $2 }' "$root/lessons/lessons.txt"); do
    number=${lesson%%_*}
    number=${number#0}
    questions=$root/lessons/$(echo "$lesson" | tr _ -)/predict.txt
    file="$spaced/predictions/$lesson.txt"
    rm -f "$file"
    predict "$number"
    expect_code 0
    expect_line "predictions/$lesson.txt"
    expect_no "the build begins"

    # Every question with its text, in order, and no answer.
    sed -n 's/^question: *//p' "$questions" >"$scratch/asked"
    sed -n 's/^\([a-z_]*\) =$/\1/p' "$file" >"$scratch/blank"
    cmp -s "$scratch/asked" "$scratch/blank" || failed "not the questions of $questions"
    ! grep -v '^#' "$file" | grep -q '[0-9]' || failed "there is a number outside of the comments"
    ! grep -q '.\{101\}' "$file" || failed "a line is too long"
    said=$(grep '^#' "$file" | sed 's/^# *//' | tr '\n' ' ')
    awk '/^ / { sub(/^ */, ""); if (asking) printf " %s", $0; next }
        { if (asking) print ""; asking = 0 }
        /^ask: / { sub(/^ask: /, ""); printf "%s", $0; asking = 1 }
        END { if (asking) print "" }' "$questions" >"$scratch/texts"
    while IFS= read -r text; do
        case $said in *"$text"*) ;; *) failed "this is not asked: $text" ;; esac
    done <"$scratch/texts"

    # Untouched, it is refused before anything is built.
    cp "$file" "$scratch/kept"
    predict "$number"
    expect_code 2
    expect_line "There is no prediction in predictions/$lesson.txt yet"
    expect_no "the build begins"
    cmp -s "$file" "$scratch/kept" || failed "the file was changed"
done

# With anything in it, right or wrong, it goes on, and the file stays.
for line in "reads = 3" "reads = three" "reads" "reads=.5 # half"; do
    echo "$line" >"$spaced/predictions/01_serial_softmax.txt"
    predict 1
    expect_code 9
    expect_line "the build begins"
    [ "$(cat "$spaced/predictions/01_serial_softmax.txt")" = "$line" ] || failed "the file was changed"
done
: >"$spaced/predictions/01_serial_softmax.txt"
predict 1
expect_code 2

rm "$spaced/lessons/01-serial-softmax/predict.txt"
predict 1
expect_code 1
expect_line "lessons/01-serial-softmax/predict.txt is missing"
rm -r "$spaced/predictions"
: >"$spaced/predictions"
predict 2
expect_code 1
expect_line "The folder predictions cannot be written."
finish
