# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the scripts in tools/: messages, the table of lessons, quiet builds. POSIX sh.
# The script that sources it has set `root` to the folder of the workshop.

export LC_ALL=C.UTF-8

say() { printf '%s\n' "$*"; }
complain() { printf '%s\n' "$*" >&2; }
fail() {
    complain "$@"
    exit 1
}

# at_end COMMAND: runs it when the script ends, by Ctrl-C too. A shell need not run what EXIT asks for
# when a signal ends it. The signal then ends the script after all, so that make does not go on.
at_end() {
    # shellcheck disable=SC2064
    trap "$1" EXIT
    for each_signal in HUP INT TERM; do
        # shellcheck disable=SC2064
        trap "trap - EXIT HUP INT TERM; $1; kill -$each_signal $$" "$each_signal"
    done
}

jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
case $jobs in
    *[!0-9]* | 0*) fail "JOBS is '$jobs'. It is the number of compiles at a time: 1 or more." ;;
esac

# The lessons, one "NN slug" a line.
lessons() {
    awk -F '|' '/^[0-9]/ { gsub(/ /, ""); print $1, $2 }' "$root/lessons/lessons.txt"
}

# lesson_column NUMBER COLUMN: 3 the title, 4 what the lesson needs, mostly nothing.
lesson_column() {
    awk -F '|' -v wanted="$1" -v column="$2" '/^[0-9]/ && $1 + 0 == wanted + 0 {
        gsub(/^ +| +$/, "", $column)
        print $column
    }' "$root/lessons/lessons.txt"
}
lesson_title() { lesson_column "$1" 3; }

# Sets `lesson` to NN_slug for a number such as 1 or 01, or lists the lessons and ends the script.
find_lesson() {
    case $1 in
        '' | *[!0-9]*) lesson= ;;
        *) lesson=$(lessons | awk -v wanted="$1" '$1 + 0 == wanted + 0 { print $1 "_" $2 }') ;;
    esac
    [ -n "$lesson" ] && return
    complain "There is no lesson '$1'. Lessons:"
    awk -F '|' '/^[0-9]/ { gsub(/^ +| +$/, "", $3); printf "  %d  %s\n", $1, $3 }' \
        "$root/lessons/lessons.txt" >&2
    exit 2
}

# need_kernel_file FILE RESET: ends the script unless FILE, in the workshop, is a file; RESET brings it back.
need_kernel_file() {
    [ ! -d "$root/$1" ] || fail "$1 is a folder, and has to be a file.
Next: move it away (mv $1 $1.folder), then $2"
    [ -f "$root/$1" ] || fail "$1 is missing. To get it back: $2"
}

# Ends the script unless IMPL (default: starter) is a valid value; sets `implementation`.
find_implementation() {
    implementation=${IMPL:-starter}
    case $implementation in
        starter | solution) ;;
        *)
            complain "IMPL=$implementation is not known. Valid values:"
            complain "  IMPL=starter   your file in starter/ (the default)"
            complain "  IMPL=solution  the reference in solutions/"
            exit 2
            ;;
    esac
}

# tell_unused COMMAND NAME...: names the variables that a person has set and that the command does not read.
tell_unused() {
    unused_in=$1
    shift
    for each_name; do
        # make gives IMPL its usual value.
        case $each_name-$(eval "say \"\${$each_name-}\"") in
            *- | IMPL-starter) ;;
            *) complain "$each_name does nothing in make $unused_in." ;;
        esac
    done
}

# What a build folder depends on and CMake does not notice: a change makes it configure afresh.
toolchain_fingerprint() {
    say "root $root"
    say "compiler $compiler $($compiler -dumpfullversion -dumpversion 2>&1)"
    say "boost $boost_found"
    if [ "$1" = cuda ]; then
        say "nvcc $nvcc $nvcc_release host ${CUDAHOSTCXX:-}"
        say "gpu $gpu_capabilities"
    fi
}

# configure_build BACKEND FOLDER [CMake options]: configures build/FOLDER unless it is up to date.
# Prints nothing when all is well. Needs find_libraries and choose_backend first.
configure_build() {
    backend=$1
    folder=$root/build/$2
    shift 2
    log=$folder/log
    mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ] || fail "The folder ${folder#"$root"/} cannot be written.
Likely cause: the clone belongs to another user. Next: ls -ld $root, or clone it to a folder of yours"
    lock_build
    wanted=$(toolchain_fingerprint "$backend"; say "options $*")
    if [ -f "$folder/configured" ] && [ "$(cat "$folder/configured")" = "$wanted" ]; then
        rules_changed || return 0
        # A newer revision of the workshop. What is there stays; make knows no new targets by itself.
        if cmake "$folder" >"$log" 2>&1; then
            touch "$folder/configured"
            return 0
        fi
    fi
    # Another compiler, GPU or place: nothing that was built before can be relied on.
    find "$folder" -mindepth 1 -maxdepth 1 ! -name lock -exec rm -rf {} +
    complain "First build in build/${folder##*/}: several minutes on a slow or busy machine."
    complain "To follow it: tail -f ${log#"$root"/}"
    if cmake -S "$root" -B "$folder" -DWORKSHOP_BACKEND="$backend" "$@" >"$log" 2>&1; then
        say "$wanted" >"$folder/configured"
        # What CMake chose that a person would want to know.
        sed -n -e 's/^-- \(CPU device: .*slower.*\)/\1/p' -e 's/^-- \(nvcc does not accept .*\)/\1/p' \
            -e 's/^-- \(Host compiler of nvcc .*\)/\1/p' "$log" >&2
    else
        # The error itself, without the lines about what CMake was doing meanwhile.
        awk '/^CMake Error/ { shown = 1 } /^-- / { shown = 0 } shown' "$log" >&2
        fail "Configuring build/${folder##*/} failed. Everything CMake said: ${log#"$root"/}"
    fi
}

# Whether a file that says what is built is newer than the configured build.
rules_changed() {
    [ -n "$(find "$root" -path "$root/build" -prune -o \( -name CMakeLists.txt -o -name '*.cmake' \
        -o -name lessons.txt \) -newer "$folder/configured" -print)" ]
}

# own_command: what a person types to run this script, for others who wait for it.
own_command() {
    script=${0##*/}
    case $script in
        *-lesson.sh) say "make ${script%.sh}${number-}" ;;
        test.sh | demo.sh | bench-all.sh) script=${script%.sh} && say "make ${script%-all}" ;;
        *) say "tools/$script" ;;
    esac
}

# tell_wait: which build is in the way, and that nothing has to be done.
tell_wait() {
    read -r since holder <"$folder/lock" 2>/dev/null || since='' holder=''
    complain "Waiting for another build in build/${folder##*/}${holder:+: $holder, which has it since $since}."
    complain "This goes on by itself when the other one is done."
}

# Two makes in two terminals build one after the other. Held until the script ends.
lock_build() {
    if command -v flock >/dev/null; then
        # >>, because > would empty what the one that has the lock wrote into it.
        exec 9>>"$folder/lock"
        flock -n 9 || { tell_wait; flock 9; }
        say "$(date +%H:%M) $(own_command)" >"$folder/lock"
    fi
}

# report_progress TARGETS IS-FIRST: every 15 s how far the build is, for people who wait and for logs.
# The percentage is that of the build tool; it starts again with each target, so only one can have it.
report_progress() {
    elapsed=0
    is_first=$2
    while sleep 15 </dev/null >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        elapsed=$((elapsed + 15))
        percent=
        [ "$1" -ne 1 ] || percent=$(awk -F '[][ %/]+' '
            /^\[ *[0-9]+%\]/ { percent = $2 }
            /^\[[0-9]+\/[0-9]+\]/ { percent = int(100 * $2 / $3) }
            END { if (percent != "") print ", " percent " %" }' "$log")
        complain "Building: $elapsed s$percent"
        [ "$is_first" = no ] || complain "Only the first time takes this long: later, what changed is built."
        is_first=no
    done
}

# build_targets TARGET...: builds quietly in the folder of configure_build; output goes to its log.
# One file that does not compile does not keep the others from being built.
build_targets() {
    if [ -t 2 ]; then printf 'Building ...\r' >&2; fi
    first_time=no
    for each_target; do [ -e "$folder/built/$each_target" ] || first_time=yes; done
    # In the background is the report, not the build: there, Ctrl-C would not reach the build.
    report_progress $# $first_time 9>&- &
    reporter=$!
    built=0
    keep_going=
    [ ! -f "$folder/build.ninja" ] || keep_going=0 # ninja wants a number, make none
    cmake --build "$folder" -j "$jobs" --target "$@" -- -k $keep_going >"$log" \
        2>&1 9>&- || built=$?
    kill $reporter 2>/dev/null || true
    wait $reporter 2>/dev/null || true
    if [ -t 2 ]; then printf '            \r' >&2; fi
    # Which targets were built before: a folder of files without content, named after them.
    if [ "$built" -eq 0 ] && mkdir -p "$folder/built"; then
        for each_target; do : >"$folder/built/$each_target"; done
    fi
    return "$built"
}

# Says why a kernel file was not linked, where that is all that was wrong and is known. The file is `file`,
# or that of `lesson` and `implementation`.
explain_link_of_kernel() {
    kernel=${file-}
    [ -n "$kernel" ] || case ${implementation-} in
        solution) kernel=solutions/${lesson-}.cu ;;
        *) kernel=starter/${lesson-}.cu ;;
    esac
    [ -f "$root/$kernel" ] || return 1
    ! grep -v 'ld returned' "$log" | grep -qE '^[^ ]+[:(][0-9]+.*error' || return 1
    awk -v file="$kernel" -f "$root/tools/lib/starter_link.awk" "$root/$kernel" "$log" >"$log.link" ||
        return 1
    [ -s "$log.link" ] || return 1
    cat "$log.link" >&2
}

# The compiler's messages in the log, without the build tool's lines around them.
show_compiler_messages() {
    explain_link_of_kernel || awk -v root="$root/" -f "$root/tools/lib/compiler_messages.awk" "$log" >&2
    # Each of many tools says so in its own way; none says what to do.
    ! grep -q 'No space left on device' "$log" || complain "The disk is full: the build could not write its files.
Next: df -h $folder, make room, and call it again. What make built: make clean"
}

# show_compiler_warnings FILE: the same after a build that went well, when it warned of this file, or
# when the latest build did that compiled it: the next run of the same file shows the warning again.
# Sets `unset_value`: the first warning of a value that may be unset, as "line 5: WORDS", or empty.
show_compiler_warnings() {
    unset_value=
    kept_log=$folder/warnings.$(basename "$1" .cu)
    if grep -F "$root/$1" "$log" | grep -q 'warning'; then
        cp "$log" "$kept_log"
    elif grep -q "Building .*starter_$(basename "$1" .cu)[_.]" "$log"; then
        rm -f "$kept_log"
    fi
    [ -f "$kept_log" ] || return 0
    awk -v root="$root/" -f "$root/tools/lib/compiler_messages.awk" "$kept_log" >&2
    unset_value=$(grep -F "$root/$1" "$kept_log" | sed -n \
        -e 's/.*[:(]\([0-9][0-9]*\):[0-9]*: warning: \(.*\) \[-W[a-z-]*uninitialized\]$/line \1: \2/p' \
        -e 's/.*(\([0-9][0-9]*\)): warning #[0-9]*-D: \(.* is used before its value is set\)$/line \1: \2/p' |
        head -n 1)
}
