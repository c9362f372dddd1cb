#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# A build that takes long says how far it is, and of the first one that only this one does. The build
# is made up: it waits until the report has been seen.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

unset JOBS 2>/dev/null || true
cat >"$copy/tools/build_it.sh" <<'END'
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
folder=$root/build/emulator log=$root/build/emulator/log
mkdir -p "$folder"
build_targets "$@"
END
# Where the report waits 15 s, two rounds pass at once; the third does not come.
fake sleep <<END
echo >>"$scratch/rounds"
[ "\$(wc -l <"$scratch/rounds")" -lt 3 ] || exec /bin/sleep 3
END
fake cmake <<END
while [ "\$(wc -l <"$scratch/rounds")" -lt 3 ]; do :; done
exit "\$(cat "$scratch/code")"
END
hint="Only the first time takes this long: later, what changed is built."
build() { # build NAME CODE TARGET...
    build_name=$1
    echo "$2" >"$scratch/code"
    : >"$scratch/rounds"
    shift 2
    run "$build_name" sh "$copy/tools/build_it.sh" "$@"
    expect_line "Building: 30 s"
}

build "one that fails" 1 check_one
expect_code 1
expect_line "$hint"
build "the first one" 0 check_one
expect_code 0
[ "$(grep -cF "$hint" "$output")" -eq 1 ] || failed "the line is wanted once"
build "the second one" 0 check_one
expect_no "$hint"
build "one more target" 0 check_one check_two
expect_line "$hint"
build "both again" 0 check_two check_one
expect_no "$hint"
finish
