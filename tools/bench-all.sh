#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Builds and runs the benchmarks of all lessons, one after the other. `make bench` calls it. Of each
# lesson build/BACKEND/bench/LESSON_starter.json and the table LESSON_starter.txt are kept, or
# LESSON_solution.*, and of a second kernel file LESSON_further.*; a lesson that fails stops no other.
# Usage: tools/bench-all.sh [options of the benchmark programs]
# Environment: IMPL (starter or solution), BACKEND (auto, cuda or emulator), JOBS.
# WORKSHOP_BENCH_PROGRAMS: a folder with programs that are built already; the tests use it.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/gate.sh"
. "$root/tools/lib/records.sh"

tell_unused bench ROWS COLS THREADS CHECK FILES NAME
find_implementation
choose_backend run
[ "$chosen" = cuda ] || say "No GPU is used ($reason): these will be times of the CPU device.
They say nothing about the time on a GPU."

# The programs, one a line: "NN_slug program".
programs() {
    lessons | while read -r number slug; do
        needs_of "${number#0}"
        if [ "$chosen" = cuda ]; then
            [ -z "$unmet" ] || { complain "Lesson ${number#0} is left out: the GPU does not have what it needs."; continue; }
        elif [ "$runs_on_cpu_device" = no ]; then
            complain "Lesson ${number#0} is left out: it does not run on the CPU device."
            continue
        fi
        say "${number}_$slug bench_${number}_${slug}_$implementation"
        [ "$implementation" = starter ] || [ ! -f "$root/solutions/${number}_${slug}_further.cu" ] ||
            say "${number}_${slug}_further bench_${number}_${slug}_further"
    done
}
list=$(programs)
# What is built now; a student may go on writing while earlier lessons are measured.
contents=$(say "$list" | while read -r name _; do say "$name $(content_of "$root/starter/$name.cu")"; done)

failed_builds=
if [ -n "${WORKSHOP_BENCH_PROGRAMS:-}" ]; then
    bin=$WORKSHOP_BENCH_PROGRAMS
    folder=$root/build/$chosen
    log=$folder/log
else
    "$root/tools/setup.sh"
    find_libraries
    configure_build "$chosen" "$chosen"
    bin=$folder/bin
    for program in $(say "$list" | cut -d ' ' -f 2); do rm -f "$bin/$program"; done
    # shellcheck disable=SC2046
    if ! build_targets $(say "$list" | cut -d ' ' -f 2); then
        show_compiler_messages
        failed_builds=yes
    fi
fi
backend_line
results=$folder/bench
mkdir -p "$results"

# not_written NAME: the result is dropped, and the earlier one stays.
not_written() {
    rm -f "$kept.json.new" "$kept.txt.new"
    say "$1: the result could not be written (disk full?). What was kept before is as it was.
Next: df -h ${results#"$root"/}; ls -l ${kept#"$root"/}.json"
}

# keep_result: the new result takes the place of the earlier one. Only a whole one does: the programs end
# theirs with a brace.
keep_result() {
    [ "$table_code" -eq 0 ] && [ "$(tail -n 1 "$kept.json.new" 2>/dev/null)" = "}" ] || return 1
    mv -f "$kept.json.new" "$kept.json" 2>/dev/null && mv -f "$kept.txt.new" "$kept.txt" 2>/dev/null
}

# measure LESSON PROGRAM [options]: runs one program; its results replace the last ones only when it
# came to its end. Starter and solution have files of their own, so that neither replaces the other.
measure() {
    name=$1
    program=$bin/$2
    kept=$results/${2#bench_}
    shift 2
    say "
$name"
    if [ ! -x "$program" ]; then
        say "Not built. Whole log: ${log#"$root"/}"
        return 1
    fi
    keep_records "$implementation" "$root/starter/$name.cu"
    [ "$implementation" != starter ] ||
        WORKSHOP_RECORD_CONTENT=$(say "$contents" | awk -v name="$name" '$1 == name { print $2 }')
    table_code=0
    rm -f "$kept.json.new" "$kept.txt.new"
    # The exit code of the program goes around tee by descriptor 3, what it prints to the screen by 4.
    { code=$({ { "$program" "$@" --benchmark_out="$kept.json.new" --benchmark_out_format=json \
        3>&- 4>&- 9>&- && say 0 >&3 || say $? >&3; } | tee "$kept.txt.new" >&4; } 3>&1) || table_code=$?; } 4>&1
    case $code in
        0 | 1) # 1: an output is wrong; the file says which, and has the other times
            keep_result || { not_written "$name"; return 1; }
            fresh="$fresh $name"
            # Of an earlier revision, which had one name for both: a report would take it for a third run.
            [ "$kept" = "$results/$name" ] || rm -f "$results/$name.json" "$results/$name.txt"
            [ "$chosen $implementation" != "cuda starter" ] ||
                record_times "$name" "$kept.json" || true
            ;;
        *)
            rm -f "$kept.json.new" "$kept.txt.new"
            say "The program ended with exit code $code; nothing of it is kept."
            ;;
    esac
    return "$code"
}

fresh=
# What an interrupted run has measured is kept; the rest is of earlier runs.
tell_results() {
    if [ -n "$fresh" ]; then
        say "
Results: ${results#"$root"/}/*_$implementation.json, and the tables beside them as .txt
Measured in this run:$fresh
How a figure comes about: bench/README.md"
    else
        say "
No result was kept in this run. What lies in ${results#"$root"/} is of earlier runs."
    fi
}
unfinished() {
    rm -f "$results"/*.new "$results"/*.new.unfinished
    [ "$ended" = yes ] || tell_results
}
ended=no
at_end unfinished

bad=
while read -r name program; do
    measure "$name" "$program" "$@" </dev/null || bad="$bad $name"
done <<END
$list
END

ended=yes
tell_results
[ -z "$failed_builds" ] || say "Some programs were not built; the compiler's messages are above."
if [ -n "$bad" ]; then
    say "Without a result, or with a wrong output:$bad"
    [ "$implementation" != starter ] || say "The references: make bench IMPL=solution"
    exit 1
fi
