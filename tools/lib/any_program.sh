# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by emulate.sh after house.sh: builds any CUDA program for the CPU device, without CMake,
# and only what changed. Lists are files with a name a line in `$work`, so that names may have spaces.

. "$root/tools/lib/link_report.sh"

# clean: nothing of a run stays behind but what the next one can use.
clean() {
    rm -rf "$work"
    # The profile is there to be looked at.
    [ -z "${run-}" ] || [ "${PROFILE:-0}" = 1 ] || rm -rf "$run"
}
work=$(mktemp -d)
at_end clean

# list TEXT FILE: writes the names in TEXT to FILE. One that exists as it stands is one name. A name that
# begins with a dash would be taken for an option.
list() {
    if [ -e "$1" ]; then
        say "$1"
    else
        say "$1" | tr -s ' \t' '\n\n' | sed '/^$/d'
    fi | sed 's|^-|./-|' >"$2"
}

# refuse_quotes FILES NAME: ends the script when NAME, which is no file, has quotes or backslashes, or FILES
# would be a file without them: they count as a part of the name.
refuse_quotes() {
    without=$(say "$1" | tr -d "\\\\'\"")
    case $2 in
        *[\'\"\\]*) ;;
        *) [ -f "$without" ] || return 0 ;;
    esac
    advice="A space is allowed in the path of one file, not in those of several."
    [ ! -f "$without" ] || advice="Next: make $target FILE=\"$without\""
    refuse "FILE is $1: there is no such file.
Likely cause: quotes and backslashes count as a part of the name. Write the path without quotes or backslashes.
$advice"
}

# check_files FILES: fills $work/sources, or says what is wrong with them.
check_files() {
    list "$1" "$work/sources"
    [ -s "$work/sources" ] || refuse "FILE is not set. It names the program:
  make $target FILE=path/to/program.cu
  make $target FILE=program.cu ARGS=\"1024 --verbose\" INCLUDE=\"folder/of/headers\" FLAGS=-DN=4"
    while IFS= read -r source; do
        [ ! -d "$source" ] || refuse "$source is a folder. FILE names a .cu file in it, or several:
  make $target FILE=\"$source/a.cu $source/b.cu\""
        [ -e "$source" ] || refuse_quotes "$1" "$source"
        [ -e "$source" ] || refuse "$source: there is no such file.
Likely cause: the path is not relative to $PWD. Next: ls $(dirname "$source")"
        [ -r "$source" ] || refuse "$source cannot be read. Next: ls -l $source"
        case $source in
            *.cu | *.cpp | *.cc | *.cxx) ;;
            *) refuse "$source is not a .cu file. FILE takes .cu files, and .cpp, .cc or .cxx beside them." ;;
        esac
    done <"$work/sources"
    twice=$(sort "$work/sources" | uniq -d)
    [ -z "$twice" ] || refuse "FILE names $(say "$twice" | head -n 1) twice. Each file is named once."
    grep -q '\.cu$' "$work/sources" || refuse "No .cu file in FILE='$1'. For a program without kernels
use the C++ compiler."
}

# check_folders FOLDERS: fills $work/folders.
check_folders() {
    list "$1" "$work/folders"
    while IFS= read -r each; do
        [ -d "$each" ] || refuse "INCLUDE: there is no folder $each."
    done <"$work/folders"
}

# is_current OBJECT COMMAND: whether the object was made by this command from files that have not
# changed since.
is_current() {
    [ -f "$1" ] && [ -f "$1.command" ] && [ -f "$1.inputs" ] &&
        [ "$(cat "$1.command")" = "$2" ] || return 1
    newer_than=$1
    inputs=$1.inputs
    set --
    while IFS= read -r input; do
        [ -e "$input" ] || return 1
        set -- "$@" "$input"
    done <"$inputs"
    [ -z "$(find "$@" -prune -newer "$newer_than")" ]
}

# compile SOURCE OBJECT
compile() {
    source=$1
    object=$2
    messages=$object.messages
    copies=$object.includes
    # The options, and as text for the comparison with the last time.
    set -- -c -std=gnu++17 -fmax-errors=20 -iquote "$(dirname "$source")"
    while IFS= read -r each; do set -- "$@" "-I$each"; done <"$work/folders"
    # shellcheck disable=SC2086
    case $source in
        *.cu) set -- "$@" -isystem "$emulate_headers" $emulate_flags -include emulator/as_nvcc.h ;;
        *) set -- "$@" -isystem "$emulate_headers" -O1 -g ;;
    esac
    eval "set -- \"\$@\" $flags"
    command="$emulate_compiler $* $source${relaxed_constexpr:+ $relaxed_constexpr}"
    if is_current "$object" "$command"; then return 0; fi
    rm -rf "$object" "$copies"
    mkdir -p "$copies"
    input=$source
    say "$source" >"$object.inputs"
    [ ! -t 2 ] || printf 'Building %s ...\r' "$source" >&2
    case $source in
        *.cu)
            input=$object.cpp
            translate "$source" "$input" "$copies" >"$messages" 2>&1 || cannot_build "$source"
            ;;
    esac
    "$emulate_compiler" "$@" -MD -MF "$object.make" -o "$object" "$input" >"$messages" 2>&1 ||
        cannot_build "$source"
    [ ! -t 2 ] || printf '%*s\r' $((${#source} + 13)) '' >&2
    cat "$messages" >&2
    # Of the compiler's list: one name a line; what the system owns does not change.
    sed -e '1s/^[^:]*://' -e 's/\\$//' "$object.make" | tr -s ' ' '\n' |
        grep -v -e '^$' -e '^/usr/' -e "^$place/" >>"$object.inputs" || true
    say "$emulate_translator" >>"$object.inputs"
    say "$command" >"$object.command"
}

# translate SOURCE OUTPUT COPIES: with the files that it includes.
translate() {
    source=$1
    output=$2
    set -- --includes "$3" --dependencies "$object.inputs" $relaxed_constexpr
    while IFS= read -r each; do set -- "$@" -I "$each"; done <"$work/folders"
    "$emulate_translator" "$@" "$source" "$output"
}

# What went wrong, and what of it is a feature that the CPU device does not have.
cannot_build() {
    [ ! -t 2 ] || printf '%*s\r' $((${#1} + 13)) '' >&2
    unknown=$(sed -n -e "s/.*unrecognized command-line option [‘'\"]\([^’'\"]*\).*/\1/p" \
        -e "s/.*unknown argument: '\([^']*\).*/\1/p" "$messages" | tr '\n' ' ')
    [ -z "$unknown" ] || refuse "FLAGS holds ${unknown% }, which the C++ compiler does not know.
Likely cause: a word that is misspelt, or an option of another compiler. Next: take it out of FLAGS."
    cat "$messages" >&2
    complain ""
    awk -f "$root/tools/lib/missing_features.awk" "$messages" >&2
    fail "$1 was not built."
}

# build_program: makes $run/program from $work/sources. Needs the settings of CMake.
build_program() {
    first=$(head -n 1 "$work/sources")
    name=$(basename "$first" .cu | tr -c 'A-Za-z0-9_\n' '_')
    key=$({ pwd; cat "$work/sources"; } | cksum | cut -d ' ' -f 1)
    place=$programs/$name-$key
    mkdir -p "$place"
    lock_program
    number=0
    : >"$work/objects"
    while IFS= read -r each_source; do
        number=$((number + 1))
        compile "$each_source" "$place/$number.o" </dev/null
        say "$place/$number.o" >>"$work/objects"
    done <"$work/sources"
    link_program
    take_run
    exec 9>&-
}

# Two runs of one program build it one after the other. Held until take_run has its copy.
lock_program() {
    command -v flock >/dev/null || return 0
    exec 9>"$place/lock"
    flock -n 9 || {
        complain "Waiting for another build of $first."
        flock 9
    }
}

# take_run: sets `run`, a folder that no other run of the program uses, and puts the program there: the
# other may build it anew meanwhile, with other FLAGS say. The first one that is free, so that a program
# that prints its own path prints the same in every run.
take_run() {
    slot=$$
    if command -v flock >/dev/null; then
        slot=1
        while exec 8>"$place/run$slot.lock" && ! flock -n 8; do slot=$((slot + 1)); done
    fi
    run=$place/run$slot
    mkdir -p "$run"
    ln -f "$place/program" "$run/program" 2>/dev/null || cp -f "$place/program" "$run/program"
}

link_program() {
    set -- -o "$place/program.new"
    while IFS= read -r each; do set -- "$@" "$each"; done <"$work/objects"
    # shellcheck disable=SC2086
    set -- "$@" $emulate_link_flags "$emulate_hooks" "$emulate_library" "-Wl,-rpath,$(dirname "$emulate_library")" -pthread
    eval "set -- \"\$@\" $flags"
    if [ -f "$place/program" ] && [ "$(cat "$place/linked" 2>/dev/null)" = "$*" ] &&
        [ -z "$(find "$place" "$emulate_hooks" -name '*.[ao]' -newer "$place/program")" ]; then
        return
    fi
    rm -f "$place/linked"
    messages=$place/messages
    if "$emulate_compiler" "$@" >"$messages" 2>&1; then
        mv -f "$place/program.new" "$place/program"
        say "$*" >"$place/linked"
        return
    fi
    explain_link "$messages"
}

# tell_summary FILE CODE: the closing line; sets `findings`. FILE.error is there when the program, or a
# process that it started, has reported an error.
tell_summary() {
    findings=0
    if [ ! -s "$1" ]; then
        [ ! -e "$1.error" ] || findings=1
        how="with exit code $2"
        [ "$2" -le 128 ] || how="by signal $(($2 - 128))"
        told=
        [ "$findings" -eq 0 ] || told=" Errors were reported."
        complain "emulate: the program was ended $how, before the CPU device could sum up.$told"
        return
    fi
    read -r findings warnings launches <"$1"
    told="nothing reported"
    [ "$findings" -eq 0 ] && [ "$warnings" -eq 0 ] ||
        told="$(count "$findings" error) and $(count "$warnings" warning) reported"
    if [ "$findings" -eq 0 ] && [ -e "$1.error" ]; then
        findings=1
        told="$told by this process; another one of the program has reported errors"
    fi
    watched="every access watched"
    [ "$emulate_watched" = yes ] || watched="accesses not watched"
    [ "${WORKSHOP_WATCH:-}" = "" ] || watched="WORKSHOP_WATCH=$WORKSHOP_WATCH"
    complain "emulate: $(count "$launches" launch es), $watched: $told. Exit code of the program: $2."
}

# count NUMBER NAME [PLURAL ENDING]
count() {
    if [ "$1" -eq 1 ]; then say "1 $2"; else say "$1 $2${3:-s}"; fi
}
