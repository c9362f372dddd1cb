# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by compare-lesson.sh after submissions.sh: the two ways to compare. POSIX sh.

# must_build TARGET...: what belongs to the workshop itself.
must_build() {
    build_targets "$@" && return
    show_compiler_messages
    fail "The reference was not built. Whole log: ${log#"$root"/}"
}

# ---- Counts of the CPU device ----

# check_size NAME VALUE: ends the script unless the value is empty or a whole number from 1 on. The programs
# that count and measure have limits of their own; this costs no build.
check_size() {
    case $2 in
        '') return 0 ;;
        *[!0-9]*) ;;
        *[1-9]*)
            digits=$(say "$2" | sed 's/^0*//')
            [ ${#digits} -gt 10 ] || return 0
            complain "$1 is '$2', which is more than any of the programs takes. Next: a smaller number, such as $1=256"
            exit 2
            ;;
    esac
    complain "$1 is '$2'. It is a whole number, 1 or more, such as $1=256."
    exit 2
}

# check_shape: the sizes that were asked for.
check_shape() {
    check_size ROWS "${ROWS-}"
    check_size COLS "${COLS-}"
    check_size THREADS "${THREADS-}"
}

# The shape that was asked for, as options of a profile program.
shape_options() {
    [ -z "${ROWS-}" ] || printf ' --rows=%s' "$ROWS"
    [ -z "${COLS-}" ] || printf ' --cols=%s' "$COLS"
    [ -z "${THREADS-}" ] || printf ' --threads=%s' "$THREADS"
}

# The first problem that a program of counts has told, or that it told none.
problem_of() {
    problem=$(awk -F '\t' '$2 == "problem" { print $1 ": " $3; exit }' "$counts/$1")
    # On a full disk there is no line to read it from.
    ! grep -q 'is the disk full' "$counts/message" || problem="the counts could not be written (disk full?); next: df -h $counts"
    say "${problem:-it ended without saying why; what it printed: ${counts#"$root"/}/message}"
}

start_counts() {
    must_build "profile_${lesson}_solution"
    # Words by intention: the options have no spaces.
    # shellcheck disable=SC2046
    "$folder/bin/profile_${lesson}_solution" --counts $(shape_options) >"$counts/0" \
        2>"$counts/message" 9>&- && return
    case $(cat "$counts/0" "$counts/message") in
        *LaunchTimeout*)
            # What the device says of an endless loop is not true of the reference.
            fail "The reference cannot be counted at this shape: a launch may take ten seconds, and this one needs longer.
Next: a smaller shape, such as ROWS=256 COLS=1024; or more time: WORKSHOP_KERNEL_SECONDS=60 make compare-lesson$number ..."
            ;;
        *"too many to count"* | *"a whole number from"*)
            refuse "The reference cannot be counted at this shape: $(head -n 1 "$counts/message").
Next: a smaller shape, such as ROWS=256 COLS=1024; THREADS is 1024 at most"
            ;;
    esac
    cat "$counts/message" >&2
    fail "The reference cannot be counted at this shape. $(problem_of 0)
Next: another shape, such as ROWS=256 COLS=1024, or without ROWS, COLS and THREADS"
}

add_counts() {
    if ! build_targets "profile_${lesson}_submission_$1"; then
        leave_out "$(submission_name "$1")" "the program that counts was not built; whole log: ${log#"$root"/}"
        return
    fi
    # shellcheck disable=SC2046
    "$folder/bin/profile_${lesson}_submission_$1" --counts $(shape_options) >"$counts/$1" \
        2>"$counts/message" 9>&- && return
    why=$(problem_of "$1")
    case $why in
        *": the output is wrong at this shape: "*)
            # The checks have other shapes. On a GPU the measuring program compares as well.
            leave_out "$(submission_name "$1")" "all checks pass, but at this shape it is wrong: $(say "$why" |
                sed 's/: the output is wrong at this shape: /: /')"
            ;;
        *) leave_out "$(submission_name "$1")" "its accesses could not be counted: $why" ;;
    esac
    # What is left out has no line in any table, not even for a function that is right.
    rm -f "$counts/$1"
}

show_counts() {
    awk -v folder="$kept" -v title="Lesson $number: $(lesson_title "$number")" \
        -f "$root/tools/lib/compare_counts.awk"
}

# tell_interrupted: after Ctrl-C what is counted by then is shown all the same; nothing is measured before all
# files are checked. `i` is the number of the file that was being looked at.
tell_interrupted() {
    [ "$finished" = no ] || return 0
    finished=yes
    rm -f "$counts/$i"
    [ "$chosen" = cuda ] || [ "$i" -lt 2 ] || show_counts
    complain "
Interrupted at $(submission_name "$i"), file $i of $submissions. Not compared, from this one on:"
    printf '%s' "$files" | sed -n "$i,\$s/^/  /p" >&2
}

# ---- Times on a GPU ----

start_times() {
    must_build bench_compare bench_submission_0
    libraries=" submission_0=$(library_of 0)"
}

library_of() { find "$folder" -name "libbench_submission_$1.so" | head -n 1; }

add_time() {
    if ! build_targets "bench_submission_$1"; then
        leave_out "$(submission_name "$1")" "the library to measure was not built; whole log: ${log#"$root"/}"
        return
    fi
    libraries="$libraries submission_$1=$(library_of "$1")"
}

# show_times [options of the benchmark]
show_times() {
    [ -z "${ROWS-}${COLS-}" ] || set -- "--shapes=${ROWS:-4096}x${COLS:-1024}" "$@"
    [ -z "${THREADS-}" ] || set -- "--threads=$THREADS" "$@"
    results=$kept/times.json
    status=0
    # Words by intention: names and paths of the build folder; a clone in a folder with a space cannot
    # be compared here.
    # shellcheck disable=SC2086
    "$folder/bin/bench_compare" $libraries "$@" --benchmark_out="$results" \
        --benchmark_out_format=json >"$kept/times.txt" 9>&- || status=$?
    [ "$status" -ne 2 ] || exit 2
    [ "$status" -lt 2 ] || fail "The measuring program ended with exit code $status. What it printed: ${kept#"$root"/}/times.txt"
    say "Lesson $number: $(lesson_title "$number")"
    if command -v python3 >/dev/null; then
        python3 "$root/bench/compare/verdict_table.py" "$results" "$kept/labels" || status=1
    else
        cat "$kept/times.txt"
        say "For verdicts this needs python3: apt-get install python3"
    fi
    show_key
    show_left_out
    say "
Raw results: ${results#"$root"/}. How a figure comes about: bench/README.md"
    [ "$status" -eq 0 ] || exit 1
}

# show_key: the names of the files whose rows have numbers.
show_key() {
    grep -q '^key ' "$kept/labels" || return 0
    say ""
    sed -n 's/^key \([0-9]*\) /  \1: /p' "$kept/labels"
}

show_left_out() {
    [ ! -s "$counts/remarks" ] || { say ""; cat "$counts/remarks"; }
    [ -s "$left_out" ] || return 0
    say "
Left out:"
    sed 's/^/  /; s/\t/: /' "$left_out"
}
