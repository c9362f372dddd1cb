#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The settings for editors: tasks call commands that exist, their patterns find the messages of the
# compiler and of the CPU device, clangd reads every starter without an error, and gdb stops in the
# kernel of a starter with what launch.json says.
# Usage: editor_test.sh BUILD-FOLDER   a build of the CPU device
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
. "$root/tools/tests/as_tracked.sh"
build=$1
cd "$root" || exit 2

as_tracked "$root" "$scratch/tracked" .vscode || failed "git does not give the files of .vscode"
for name in tasks launch settings extensions; do
    cmake -DFILE="$scratch/tracked/.vscode/$name.json" -P tools/tests/json_lines.cmake >"$scratch/$name" 2>&1 ||
        failed "$(cat "$scratch/$name")"
    ! grep -E '	(.*[ =:])?(/|~|[A-Z]:\\)' "$scratch/$name" || failed "$name.json names an absolute path"
done

# Every verb of a task leads to a target of the Makefile.
mkdir "$scratch/bin"
printf '#!/bin/sh\necho "make $*"\n' >"$scratch/bin/make"
chmod +x "$scratch/bin/make"
sed -n 's/^tasks\.\([0-9]*\)\.command	\(.*\)$/\1 \2/p' "$scratch/tasks" >"$scratch/commands"
[ "$(wc -l <"$scratch/commands")" -ge 8 ] || failed "there are fewer than 8 tasks"
calls=$scratch/calls
while read -r task command; do
    first=$(sed -n "s/^tasks\.$task\.args\.0	//p" "$scratch/tasks")
    case $command,$first in
        make,*) echo "make $first" >>"$calls" ;;
        tools/open-file.sh,debugger) continue ;; # below
        tools/open-file.sh,*)
            grep -qxF "tasks.$task.args.1	\${relativeFile}" "$scratch/tasks" || failed "$first: of no file"
            PATH="$scratch/bin:$PATH" tools/open-file.sh "$first" starter/02_block_reduction.cu >>"$calls" ||
                failed "tools/open-file.sh does not know $first" ;;
        *) failed "task $task calls $command" ;;
    esac
done <"$scratch/commands"
while read -r _ target rest; do
    case $target in *-lesson2) target=${target%2}% ;; esac
    grep -q "^$target:" Makefile || failed "make $target is no target"
done <"$calls"
for call in "check-lesson2" "watch-lesson2" "hint-lesson2" "profile-lesson2" \
    "emulate FILE=starter/02_block_reduction.cu"; do
    grep -qx "make $call" "$calls" || failed "no task calls make $call"
done
expect_success env PATH="$scratch/bin:$PATH" tools/open-file.sh check lessons/04-vector-loads/README.md
expect_said "make check-lesson4"
expect_exit 1 tools/open-file.sh check README.md
expect_said "README.md belongs to no lesson"
expect_exit 1 tools/open-file.sh debugger solutions/01_serial_softmax.cu
expect_exit 1 tools/open-file.sh dance starter/01_serial_softmax.cu

# What the editor asks for is described, in the file that asks.
for name in tasks launch; do
    grep -o '\${input:[a-z]*}' "$scratch/tracked/.vscode/$name.json" | sort -u | sed 's/.*:\(.*\)}/\1/' >"$scratch/asked"
    sed -n 's/^inputs\.[0-9]*\.id	//p' "$scratch/$name" | sort >"$scratch/inputs"
    [ -s "$scratch/asked" ] || failed "$name.json asks for nothing"
    expect_same "$scratch/asked" "$scratch/inputs"
done

# Patterns: what they find in messages, as file, line and text. They use no more than grep -E knows.
compiler=$(sed -n 's/^tasks\.0\.problemMatcher\.0\.pattern\.regexp	//p' "$scratch/tasks")
device=$(sed -n 's/^tasks\.0\.problemMatcher\.1\.pattern\.regexp	//p' "$scratch/tasks")
[ "$(sed -n 's/^tasks\.4\.problemMatcher\.[01]\.pattern\.regexp	//p' "$scratch/tasks")" = "$compiler
$device" ] || failed "the task that emulates has other patterns"
place() { # PATTERN LINE: FILE:LINE as the editor would see it
    printf '%s\n' "$2" | sed -nE "s#$1#\\1:\\2#p"
}
expect_place() {
    [ "$(place "$1" "$2")" = "$3" ] || failed "the place '$3' is not found in: $2"
}
# In "s#..#" a | stands for alternatives, as in the editor.
expect_place "$compiler" "starter/x.cu:33:9: error: expected ';' before 'y'" starter/x.cu:33
expect_place "$compiler" "starter/x.cu:3:10: fatal error: a.h: No such file" starter/x.cu:3
expect_place "$compiler" "    33 |     float x y" ""
expect_place "$device" "  | starter/02_block_reduction.cu:68: error: racecheck: Race reported" \
    starter/02_block_reduction.cu:68
expect_place "$device" "starter/x.cu:33:9: error: expected ';'" ""
"$build/bin/check_01_serial_softmax_generated_starter" >"$scratch/report" 2>&1 </dev/null || true
! grep -qE "$compiler" "$scratch/report" || failed "a report without a message of the compiler has one"

# What a student opens, in a folder of its own: a starter may have any state, those made of the solutions have
# that of the first day.
place=$scratch/opened
mkdir -p "$place/starter" "$place/debugging"
for solution in solutions/[0-9][0-9]_*.cu; do
    case $solution in *_further.cu) continue ;; esac
    expect_success "$build/bin/starter_from_solution" "$solution" "$place/starter/${solution#solutions/}"
done
cp compile_flags.txt .clangd "$place"
cp debugging/mended/06_sum_in_one_launch.cu "$place/debugging/"
ln -s "$root/include" "$root/emulator" "$root/tools" "$root/solutions" "$place"
first_starter=$place/starter/01_serial_softmax.cu

# clangd, or clang with the same flags: no error in what a student opens, and one in what is wrong. Other
# versions know other warnings, so they are no failure.
tried=14
find_tried() { # NAME: sets `found` to the program of the version that was tried
    found=
    for each in "$1" "$1-$tried"; do
        "$each" --version 2>/dev/null | grep -q "version $tried\\." || continue
        found=$(command -v "$each") && return
    done
    echo "left out: no $1 of version $tried, with which the flags were tried"
}
# changed SED-COMMAND: the first starter with an edit, as $scratch/wrong.cu
changed() {
    sed "$1" "$first_starter" >"$scratch/wrong.cu"
    ! cmp -s "$first_starter" "$scratch/wrong.cu" || failed "the control '$1' changes nothing"
}
find_tried clang++
if [ -n "$found" ]; then
    grep -v '^$' compile_flags.txt >"$scratch/flags"
    for file in "$place"/starter/*.cu solutions/03_online_softmax.cu "$place"/debugging/*.cu; do
        expect_success "$found" -fsyntax-only -Werror @"$scratch/flags" "$file"
    done
    changed 's/const std::int64_t row = 0;/const std::int64_t row = undeclared;/'
    expect_exit 1 "$found" -fsyntax-only @"$scratch/flags" "$scratch/wrong.cu"
    expect_said "undeclared identifier 'undeclared'"
    changed 's/^__global__ //'
    expect_exit 1 "$found" -fsyntax-only @"$scratch/flags" "$scratch/wrong.cu"
    expect_said "kernel call to non-global function"
fi
find_tried clangd
if [ -n "$found" ]; then
    expect_success "$found" --check="$place/starter/02_block_reduction.cu"
    expect_said "All checks completed, 0 errors"
    expect_said "$place/compile_flags.txt"
fi

# gdb, with the settings of launch.json. Where there is none, or it may run nothing, this part is left out.
gdb -batch -nx -ex run /bin/true >"$scratch/output" 2>&1 || true
if grep -q 'exited normally' "$scratch/output"; then
    lesson=01_serial_softmax
    value() { sed -n "s|^configurations\.0\.$1	||p" "$scratch/launch"; }
    fill() { sed -e "s|\${workspaceFolder}/build/emulator|$build|" \
        -e "s|\${workspaceFolder}/build/debugger|$scratch/debugger|" -e "s|\${workspaceFolder}|$root|" -e "s|\${fileBasenameNoExtension}|$lesson|"; }
    program=$(value program | fill)
    # The name of the program that the tool builds: both sides are written out.
    [ "$program" = "$build/bin/check_${lesson}_debug_starter" ] || failed "the program is $program"
    grep -qF 'tools/build.sh "check_${lesson}_debug_starter"' tools/open-file.sh || failed "another one is built"
    grep -qx "tasks\.[0-9]*\.label	$(value preLaunchTask)" "$scratch/tasks" ||
        failed "there is no task '$(value preLaunchTask)'"
    . tools/lib/house.sh
    . tools/lib/debugger.sh
    mkdir -p "$scratch/debugger"
    # Of the untouched starter nobody uses threadIdx, so a condition on it has no meaning there.
    write_breakpoints "$place/starter/$lesson.cu" "blockDim.x == 128" >"$scratch/debugger/$lesson.gdb"
    program=$build/bin/check_${lesson}_generated_starter
    sed -n 's/^configurations\.0\.environment\.\([0-9]*\)\.name	\(.*\)/\1 \2/p' "$scratch/launch" |
        while read -r each variable; do
            echo "set environment $variable $(value "environment\.$each\.value")"
        done >"$scratch/commands.gdb"
    value 'setupCommands\.[0-9]*\.text' | fill >>"$scratch/commands.gdb"
    asked=$(value args.1)
    [ "$asked" = '--filter=${input:check}' ] || failed "the check that was asked for goes to '$asked'"
    printf '%s\n' "file $program" "run $(value args.0) --filter=serial_softmax.ManyRows" bt "print blockDim.x" kill \
        >>"$scratch/commands.gdb"
    # The editor starts gdb in a folder of its own choice.
    (cd / && gdb -batch -nx -x "$scratch/commands.gdb") >"$scratch/output" 2>&1 </dev/null || true
    expect_said "serial_softmax_kernel ("
    expect_said "starter/$lesson.cu:"
    expect_said " = 128"
    write_breakpoints "$place/starter/$lesson.cu" "blockDim.x == 127" >"$scratch/debugger/$lesson.gdb"
    (cd / && gdb -batch -nx -x "$scratch/commands.gdb") >"$scratch/output" 2>&1 </dev/null || true
    ! grep -q "serial_softmax_kernel (" "$scratch/output" || failed "the condition stops in another thread"
    expect_said "1 test from 1 test suite ran."
else
    echo "left out: no gdb that can run programs here"
fi
finish
