#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# make check-lessonN: what follows the report of the check program. Checks that fail lead to a hint;
# checks that pass, a file that does not compile, and an answer for programs do not.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

unset BACKEND IMPL CHECK MAKEFLAGS MAKELEVEL 2>/dev/null || true
export WORKSHOP_TOOLKIT_FOLDERS="$scratch/none"
# In a folder whose name has a blank. The build is made up: its exit code is in the file `builds`.
mv "$copy" "$scratch/a workshop"
copy="$scratch/a workshop"
printf '#!/bin/sh\n' >"$copy/tools/setup.sh"
printf 'find_libraries() { :; }\n' >"$copy/tools/lib/libraries.sh"
cat >>"$copy/tools/lib/house.sh" <<'END'
configure_build() { folder=$root log=$root/log; }
build_targets() { say "[ 10%] Building a program" >"$log"; cat "$root/warnings" >>"$log"; return "$(cat "$root/builds")"; }
END
mkdir -p "$copy/starter" "$copy/solutions" "$copy/bin"
starter=$copy/starter/01_serial_softmax.cu
solution=$copy/solutions/01_serial_softmax.cu
# The check program: it ends with the exit code in the file `code`, or by its own signal.
for kind in starter solution; do
    cat >"$copy/bin/check_01_serial_softmax_$kind" <<'END'
#!/bin/sh
root=$(cd "$(dirname "$0")/.." && pwd)
echo "the report${1+ with} $*"
code=$(cat "$root/code")
[ "$code" != signal ] || kill -KILL $$
exit "$code"
END
    chmod +x "$copy/bin/check_01_serial_softmax_$kind"
done
cp "$root/solutions/01_serial_softmax.cu" "$solution"
sed -n 's|// FILL \([0-9]*: \)|// TODO \1|p' "$solution" >"$starter"
echo 0 >"$copy/builds"
: >"$copy/warnings"

check() { # check CODE OF THE PROGRAM [VARIABLE=VALUE...]
    echo "$1" >"$copy/code"
    shift
    run "check-lesson1 $*" env "$@" make --no-print-directory -C "$copy" check-lesson1
}
last_line() { tail -n 1 "$output" | grep -qxF -- "$1" || failed "the last line '$1' is wanted"; }

# make adds a line about the exit code; the line before it is the last of the script.
script() { # script CODE OF THE PROGRAM [OPTIONS OF THE PROGRAM]
    echo "$1" >"$copy/code"
    shift
    run "check-lesson.sh 1 $*" "$copy/tools/check-lesson.sh" 1 "$@"
}

script 1
expect_code 1
expect_line "the report"
last_line "      A hint for TODO 1, the first that is left: make hint-lesson1"
check 1 CHECK=one.Two
expect_code 2
expect_line "the report with --filter=one.Two"
expect_line "TODO 1, the first that is left: make hint-lesson1"
# The first that is left is another one, and then there is none.
sed '/TODO [12]:/d' "$starter" >"$scratch/edited" && cp "$scratch/edited" "$starter"
script 1
expect_code 1
last_line "      A hint for TODO 3, the first that is left: make hint-lesson1"
echo "// All done, no TODO 1 any more." >"$starter"
script 1
last_line "      To read the hints of a TODO again: make hint-lesson1 TODO=1"

# A folder in place of the file.
rm "$starter" && mkdir "$starter"
script 0
expect_code 1
expect_line "starter/01_serial_softmax.cu is a folder, and has to be a file."
expect_line "Next: move it away (mv starter/01_serial_softmax.cu starter/01_serial_softmax.cu.folder), then make reset-lesson1"
rmdir "$starter"
script 0
expect_code 1
expect_line "starter/01_serial_softmax.cu is missing. To get it back: make reset-lesson1"
echo "// All done, no TODO 1 any more." >"$starter"

# Nothing for checks that pass, for the reference, for programs, and where no check failed.
script 0
expect_code 0
expect_no hint
check 1 IMPL=solution
expect_code 2
expect_no hint
for option in --plain --in-process; do
    script 1 $option
    expect_code 1
    expect_no hint
done
for code_of_program in 2 3; do
    script $code_of_program
    expect_code $code_of_program
    expect_no hint
done
script signal
expect_code 137
expect_no hint

# A warning is told in front of the report, and does not stop it. Nothing of the reference's is told.
printf '%s:3:9: warning: it may be used uninitialized\n' "$starter" >"$copy/warnings"
script 1
expect_code 1
[ "$(head -n 1 "$output")" = "starter/01_serial_softmax.cu:3:9: warning: it may be used uninitialized" ] ||
    failed "the warning is to come first"
expect_line "the report"
compiled='[ 50%] Building CXX object starter/CMakeFiles/starter_01_serial_softmax_watched.dir/x.o'
printf '%s\n%s:3:9: warning: it may be used uninitialized\n' "$compiled" "$solution" >"$copy/warnings"
script 1
expect_no warning
: >"$copy/warnings"
# A build that does not compile the file says nothing of it: what the one before said is told again, and
# the check program hears of a value that may be unset.
cat >"$copy/bin/check_01_serial_softmax_starter" <<'END'
#!/bin/sh
echo "unset: ${WORKSHOP_UNSET_VALUE-nothing}"
END
printf "%s:3:9: warning: 'sum' may be used uninitialized [-Wmaybe-uninitialized]\n" "$starter" >"$copy/warnings"
script 0
expect_line "unset: line 3: 'sum' may be used uninitialized"
expect_line "next: give it a value where it is declared"
: >"$copy/warnings"
script 0
expect_line "starter/01_serial_softmax.cu:3:9: warning: 'sum' may be used uninitialized"
expect_line "unset: line 3: 'sum' may be used uninitialized"
echo "$compiled" >"$copy/warnings"
script 0
expect_no warning
expect_line "unset: nothing"
printf '%s(7): warning #549-D: variable "sum" is used before its value is set\n' "$starter" >"$copy/warnings"
script 0
expect_line 'unset: line 7: variable "sum" is used before its value is set'
# Another warning than that.
printf '%s:3:9: warning: it is odd [-Wsign-compare]\n' "$starter" >"$copy/warnings"
script 0
expect_line "it is odd"
expect_line "unset: nothing"
echo "$compiled" >"$copy/warnings"
script 0
: >"$copy/warnings"

# What does not compile has the compiler's message in front and no hint behind.
echo 2 >"$copy/builds"
printf '%s:1: error: no\n' "$starter" >"$copy/warnings"
script 1
expect_code 1
[ "$(head -n 1 "$output")" = "starter/01_serial_softmax.cu:1: error: no" ] || failed "the compiler's message is to come first"
expect_no "the report"
expect_no hint
finish
