# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced after house.sh by compare-lesson.sh: the files to compare, their copies and their checks.
# POSIX sh.

. "$root/tools/lib/words.sh"

refuse() {
    complain "$@"
    exit 2
}

# Sets `files`, a line a file, from FILES: words, in which shell patterns such as submissions/*.cu
# are allowed; the starter when it is empty. What cannot be compared is named and left out (`refused`: a line
# for each, as leave_out() writes it). Ends the script when nothing is left. Paths count from the root.
find_submissions() {
    files=
    refused=
    if [ -z "$(say "${FILES-}" | tr -d ' \t\n')" ]; then
        FILES=starter/$lesson.cu
        complain "FILES is empty: your $FILES is compared with the reference of lesson $number. Several files:"
        complain "  make compare-lesson$number FILES=\"$FILES other.cu\""
    fi
    paths_of FILES "$FILES"
    eval "set -- $paths"
    for file; do look_at_file "$file"; done
    case $refused in
        *"there is no such file"*)
            complain "Paths count from $root. A name with a space stands in quotes: FILES=\"'my file.cu' other.cu\""
            ;;
    esac
    submissions=$(printf '%s' "$files" | grep -c .) || refuse "There is no file to compare."
}

# look_at_file FILE: adds it to `files`, or to `refused` with the reason.
look_at_file() {
    case $1 in
        /*) path=$1 ;;
        *) path=$root/$1 ;;
    esac
    if [ -d "$path" ]; then
        complain "$1 is a folder, not a file. All files in it: FILES=\"$1/*.cu\""
        refuse_file "$1" "it is a folder"
    elif [ ! -f "$path" ]; then
        complain "There is no file $1."
        refuse_file "$1" "there is no such file"
    elif [ ! -r "$path" ]; then
        complain "$1 cannot be read. Next: ls -l $1"
        refuse_file "$1" "it cannot be read"
    elif ! grep -q '[^[:space:]]' "$path"; then
        complain "$1 is empty, so there is nothing to compare."
        [ ! "$path" -ef "$root/starter/$lesson.cu" ] ||
            complain "To get the starter of lesson $number back: make reset-lesson$number"
        refuse_file "$1" "it is empty"
    else
        first=$(same_file_in_list "$path")
        if [ -z "$first" ]; then
            files="$files$1
"
        elif [ "$first" != "$1" ]; then
            # A pattern often names again what was named before it; another spelling is worth a word.
            complain "$first and $1 are the same file: it is compared once, as $first."
        fi
    fi
}
refuse_file() {
    refused="$refused$(printf '%s\t%s' "$1" "$2")
"
}

# same_file_in_list PATH: what `files` calls the file already, by whatever spelling or link; or nothing.
same_file_in_list() {
    printf '%s' "$files" | while IFS= read -r listed; do
        case $listed in /*) other=$listed ;; *) other=$root/$listed ;; esac
        if [ "$1" -ef "$other" ]; then
            say "$listed"
            break
        fi
    done
}

# What messages and tables call a file.
submission_name() { printf '%s' "$files" | sed -n "$1p"; }

# Copies the files into the build folder, and lets CMake know them. Only copies are compiled: the
# files themselves are never written to. Needs configure_build first.
register_submissions() {
    kept=$folder/submissions
    counts=$kept/counts
    left_out=$counts/left_out
    rm -rf "$counts"
    mkdir -p "$counts"
    printf '%s' "$refused" >"$left_out"
    : >"$counts/remarks"
    copied=0
    while [ "$copied" -lt "$submissions" ]; do
        copied=$((copied + 1))
        file=$(submission_name "$copied")
        case $file in /*) path=$file ;; *) path=$root/$file ;; esac
        mkdir -p "$kept/$copied"
        # The same content is not copied again, so that it is not built again.
        cmp -s "$path" "$kept/$copied/$lesson.cu" || cp "$path" "$kept/$copied/$lesson.cu"
    done
    new_list="lesson $lesson
$(printf '%s' "$files" | awk '{ print NR, $0 }')"
    say "$new_list" | awk -v width=22 -f "$root/tools/lib/submission_labels.awk" >"$kept/labels"
    if [ ! -f "$kept/list" ] || [ "$(cat "$kept/list")" != "$new_list" ]; then
        say "$new_list" >"$kept/list"
        cmake "$folder" >"$log" 2>&1 || fail "Configuring ${folder#"$root"/} failed. Everything CMake said: ${log#"$root"/}"
    fi
}

# leave_out NAME WHY: the file is not compared, and the exit code will be 1.
leave_out() {
    complain "$1 is left out: $2"
    printf '%s\t%s\n' "$1" "$2" >>"$left_out"
}

# keep_build_messages NUMBER: what the compiler said about a file, under the name that a person knows it by; told,
# and kept with the whole log of the build.
keep_build_messages() {
    show_compiler_messages 2>&1 | sed "s|[^ ]*submissions/$1/$lesson.cu|$(say "$checked" |
        sed 's/[&|\\]/\\&/g')|g" >"$kept/$1/build.txt"
    cat "$kept/$1/build.txt" >&2
    printf '\nThe whole log of the build:\n' | cat - "$log" >>"$kept/$1/build.txt"
}

# build_cause: why the latest build failed, where its log shows one of the usual mistakes; else nothing.
build_cause() {
    absent=$(sed -n -e "s/.*undefined reference to [\`']\([^(\`']*\)[(\`'].*/\1/p" \
        -e 's/.*undefined symbol: \([^(]*\).*/\1/p' "$log" | sed 's/.*:://' | sort -u | tr '\n' ' ')
    header=$(sed -n -e 's/.*fatal error: \(.*\): No such file or directory.*/\1/p' \
        -e "s/.*fatal error: '\(.*\)' file not found.*/\1/p" "$log" | head -n 1)
    if grep -q -e 'multiple definition of .main' -e 'duplicate symbol: main$' "$log"; then
        printf ': it has a main() of its own, and only the functions of lesson %s belong into it' "$number"
    elif [ -n "$absent" ]; then
        printf ': it does not define %s, so it may be a file of another lesson' "${absent% }"
    elif [ -n "$header" ]; then
        printf ': it includes %s, and a copy of the file alone is built; put what is in it into the file' "$header"
    fi
}

# report_checks NAME FILE: every 15 s how many checks are done, for people who wait. An endless loop takes its time.
report_checks() {
    elapsed=0
    while sleep 15 </dev/null >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        elapsed=$((elapsed + 15))
        complain "$1: checking for $elapsed s, $(grep -c . "$2") checks done"
    done
}

# what_failed FIRST NUMBER: how many checks failed, and how many were not run because of it.
what_failed() {
    count=$(say "$failing" | grep -c .)
    if [ "$count" -eq 1 ]; then say "1 check fails: $1"; else say "$count checks fail, the first is $1"; fi
    not_run=$(grep -c '^NOTRUN ' "$kept/$2/checks" || true)
    [ "$not_run" -eq 0 ] || say ", and $not_run were not run: it did not come to an end, or crashed"
}

# check_submission NUMBER: builds a file and runs all its checks. Leaves it out and returns 1 when it
# does not build, or when one of them fails that is not about how the kernel works: such a file has the
# right results, and how it compares is what one wants to know.
check_submission() {
    checked=$(submission_name "$1")
    program=check_${lesson}_submission_$1
    if ! build_targets "$program"; then
        keep_build_messages "$1"
        leave_out "$checked" "it does not build$(build_cause); why: ${kept#"$root"/}/$1/build.txt"
        return 1
    fi
    : >"$kept/$1/checks"
    report_checks "$checked" "$kept/$1/checks" 9>&- &
    reporter=$!
    passes=yes
    run_checks "$1" || passes=no
    kill $reporter 2>/dev/null || true
    wait $reporter 2>/dev/null || true
    [ "$passes" = yes ]
}

# run_checks NUMBER: the checks of a file that was built.
run_checks() {
    "$folder/bin/$program" --plain >"$kept/$1/checks" 2>"$kept/$1/messages" 9>&- && return 0
    failing=$(sed -n 's/^FAIL \([^ :]*\).*/\1/p' "$kept/$1/checks")
    right=$(say "$failing" | grep -v '\.Idea' || true)
    first=$(say "${right:-$failing}" | head -n 1)
    if [ -n "$failing" ] && [ -z "$right" ]; then
        say "$checked has the right results and works in another way: $(say "$failing" | tr '\n' ' ')" |
            tee -a "$counts/remarks" >&2
        return 0
    fi
    report=$kept/$1/report.txt
    "$folder/bin/$program" ${first:+"--filter=$first"} >"$report" 2>&1 9>&- || true
    leave_out "$checked" "$(if [ -n "$first" ]; then
        what_failed "$first" "$1" | tr -d '\n'
    else
        say "its checks ended without a result"
    fi); why: ${report#"$root"/}"
    return 1
}
