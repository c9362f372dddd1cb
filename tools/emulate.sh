#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Builds CUDA programs of any kind and runs them on the CPU device, watched. `make emulate` calls it.
# Usage: FILE=program.cu tools/emulate.sh [--debugger]
# With --debugger (`make debug`) it starts gdb on the program, with a breakpoint in every kernel.
# Environment: FILE (one .cu file, or several source files), ARGS (the program's arguments), INCLUDE
# (folders of headers), FLAGS (options for g++), PROFILE (1: count how the kernels use memory), JOBS,
# IF (the condition of the breakpoints).
# Exit code: the program's; 1 when it is 0 and something was reported; 2 for a wrong call.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/any_program.sh"
. "$root/tools/lib/words.sh"
. "$root/tools/lib/debugger.sh"

refuse() {
    complain "$@"
    exit 2
}

target=emulate  # what messages tell the person to type
case ${1-} in
    '') ;;
    --debugger) target=debug ;;
    *) refuse "Usage: FILE=program.cu tools/emulate.sh [--debugger]" ;;
esac
check_files "${FILE-}"
[ "$target" = emulate ] || find_debugger
check_folders "${INCLUDE-}"
case ${PROFILE-} in '' | 0 | 1) ;; *) refuse "PROFILE is '$PROFILE'. Valid values: 0, 1." ;; esac
read_flags "${FLAGS-}"
words ARGS "${ARGS-}"
arguments=$quoted

# WORKSHOP_BUILD_FOLDER: a build of the CPU device that is there already; the tests use it.
if [ -n "${WORKSHOP_BUILD_FOLDER-}" ]; then
    folder=$WORKSHOP_BUILD_FOLDER
    programs=$folder/emulate
    . "$folder/emulate_settings.sh"
else
    # Not on a GPU, which has no such checkers.
    BACKEND=emulator
    choose_backend run
    "$root/tools/setup.sh"
    find_libraries
    configure_build emulator emulator
    if ! build_targets workshop_emulator workshop_fast_hooks translate_cu; then
        show_compiler_messages
        fail "The CPU device was not built. Whole log: ${log#"$root"/}"
    fi
    . "$folder/emulate_settings.sh"
    programs=$root/build/emulate
    exec 9>&- # the lock was for that build
fi

build_program
if [ "$emulate_watched" = no ]; then
    complain "warning: accesses are not watched: that needs g++, and this is $emulate_compiler."
fi

if [ "${1-}" = --debugger ]; then
    kernels=$(while IFS= read -r each; do kernels_of "$each"; done <"$work/sources")
    eval "set -- $arguments"
    debug_program "$kernels" "$run/program" "$@" 8>&-
    exit
fi

summary=$run/summary
rm -f "$summary" "$summary.error"
export WORKSHOP_SUMMARY="$summary"
export WORKSHOP_KERNEL_SECONDS="${WORKSHOP_KERNEL_SECONDS:-60}"
if [ "${PROFILE:-0}" = 1 ]; then
    export WORKSHOP_PROFILE="$run/profile"
    WORKSHOP_PROFILE_NAME="$(paste -s -d ' ' "$work/sources")${ARGS:+ $ARGS}"
    export WORKSHOP_PROFILE_NAME
fi
eval "set -- $arguments"
code=0
rm -rf "$work" # even when all of this is killed
# A signal is for the program. What comes of it is told below.
trap : HUP INT TERM
"$run/program" "$@" 8>&- || code=$?
[ -z "${WORKSHOP_PROFILE-}" ] || [ ! -f "$WORKSHOP_PROFILE/profile.txt" ] ||
    cat "$WORKSHOP_PROFILE/profile.txt"
tell_summary "$summary" "$code"
[ "$code" -eq 0 ] && [ "$findings" -gt 0 ] && code=1
exit "$code"
