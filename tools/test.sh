#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make test`: everything that this machine can test, and a summary. A failing part does not stop
# the next one. Exit code 0 only when every part that ran has passed.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"

summary=
status=0
record() { summary="$summary
$(printf '%-7s %-34s %s' "$1" "$2" "$3")"; }
passed() { record PASS "$1" "$2"; }
failed() { status=1; record FAIL "$1" "$2"; }
skipped() { record skip "$1" "$2"; }
heading() { printf '\n== %s\n' "$*"; }

# run_part TITLE FUNCTION: runs one part and records how it ended; a part leaves a note in `note`.
run_part() {
    heading "$1"
    started=$(date +%s)
    # A part runs in a subshell, so that neither a failure nor its lock outlives it. Not as the
    # condition of an if: there, set -e has no effect, and a part would go on after a failure.
    set +e
    (set -e; "$2") 2>&1
    part_status=$?
    set -e
    took="$(($(date +%s) - started)) s"
    if [ "$part_status" -eq 0 ]; then passed "$1" "$took"; else failed "$1" "$took"; fi
}

# build_all FOLDER-NAME TARGET...: builds, and on failure shows the compiler's messages.
build_all() {
    if ! build_targets "$@"; then
        show_compiler_messages
        fail "The build failed. Whole log: ${log#"$root"/}"
    fi
}

# Without the line that ctest prints when a test starts; the one about its end says it all.
run_ctest() {
    {
        ctest_status=0
        ctest --test-dir "$folder" --output-on-failure -j "$jobs" "$@" 9>&- || ctest_status=$?
        echo $ctest_status >"$folder/ctest_status"
    } | grep -v '^ *Start *[0-9]*: ' || true
    return "$(cat "$folder/ctest_status")"
}

emulator_build() {
    configure_build emulator emulator
    build_all all
}
emulator_tests() {
    folder=$root/build/emulator
    run_ctest
}
clang_checks() {
    # A folder of its own; only the solutions' checks: the rest does not depend on the compiler.
    compiler=clang++
    configure_build emulator emulator-clang -DCMAKE_CXX_COMPILER=clang++
    # shellcheck disable=SC2046
    build_all $(lessons | awk '{ print "check_" $1 "_" $2 "_solution" }')
    lessons | while read -r number slug; do
        "$folder/bin/check_${number}_${slug}_solution" 9>&- || exit 1
    done
}
cuda_compile() { JOBS=$jobs "$root/tools/compile-cuda.sh"; }
cuda_tests() {
    configure_build cuda cuda
    build_all all
    run_ctest -LE house
}

"$root/tools/setup.sh"
find_libraries
choose_backend compile
say "Testing the CPU device$([ -z "$nvcc" ] || say ", compiling with nvcc $nvcc_release")$(
    [ -z "$nvcc" ] || [ -n "$gpu_problem" ] || say ", testing on $(first_gpu)")."

run_part "CPU device: build" emulator_build
if [ -f "$root/build/emulator/configured" ]; then
    # Also after a failed build: what was built is tested.
    run_part "CPU device: tests" emulator_tests
else
    failed "CPU device: tests" "not configured"
fi

if command -v clang++ >/dev/null; then
    run_part "CPU device with clang++: solutions" clang_checks
else
    skipped "CPU device with clang++: solutions" "no clang++"
fi

if [ -n "$nvcc" ]; then
    run_part "nvcc: every kernel compiles" cuda_compile
else
    skipped "nvcc: every kernel compiles" "$toolkit_problem"
fi
if [ -n "$nvcc" ] && [ -z "$gpu_problem" ]; then
    run_part "GPU: tests" cuda_tests
else
    skipped "GPU: tests" "$([ -n "$nvcc" ] || say "no nvcc; ")$gpu_problem"
fi

heading "Summary"
say "$summary" | sed 1d
exit $status
