# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the tests of `make emulate`, with the build folder as $1: programs are built in the scratch
# folder, which is the current one from here on. The test has set `root`.

. "$root/tools/tests/expect_output.sh"
cp "$1/emulate_settings.sh" "$scratch/" || exit 2
export WORKSHOP_BUILD_FOLDER="$scratch"
unset FILE ARGS INCLUDE FLAGS PROFILE IF MAKEFLAGS MAKELEVEL 2>/dev/null
cd "$scratch" || exit 2

# emulate CODE VARIABLE=VALUE...: runs it with stdin from $scratch/input and expects the exit code.
: >input
emulate() {
    wanted=$1
    shift
    expect_exit "$wanted" env "$@" "$root/tools/emulate.sh" <input
}

# expect_not_said TEXT: the last output does not hold the text.
expect_not_said() {
    ! grep -qF -- "$1" "$scratch/output" || failed "'$1' is in: $(cat "$scratch/output")"
}
