# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the tests of the tools: a scratch folder, and expectations that count their failures.

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failures=0

failed() {
    printf 'FAIL: %s\n' "$*"
    failures=$((failures + 1))
}

# expect_success COMMAND...: runs it; its output goes to $scratch/output.
expect_success() {
    "$@" >"$scratch/output" 2>&1 || failed "'$*' gave exit code $?: $(cat "$scratch/output")"
}

# expect_exit CODE COMMAND...
expect_exit() {
    expected=$1
    shift
    code=0
    "$@" >"$scratch/output" 2>&1 || code=$?
    [ "$code" -eq "$expected" ] ||
        failed "'$*' gave exit code $code, not $expected: $(cat "$scratch/output")"
}

# expect_said TEXT: the last output holds the text.
expect_said() {
    grep -qF -- "$1" "$scratch/output" || failed "'$1' is not in: $(cat "$scratch/output")"
}

# expect_same FILE FILE
expect_same() {
    diff "$1" "$2" >"$scratch/diff" || failed "$1 and $2 differ: $(cat "$scratch/diff")"
}

finish() {
    [ "$failures" -eq 0 ] || exit 1
    echo "passed"
}
