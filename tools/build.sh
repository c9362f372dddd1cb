#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Builds targets on the chosen backend, quietly unless something fails; with --show, the output of
# the build is shown at the end as well. Usage: tools/build.sh [--show] TARGET...
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"

show=no
if [ "${1-}" = --show ]; then
    show=yes
    shift
fi
choose_backend run
"$root/tools/setup.sh"
find_libraries
backend_line
configure_build "$chosen" "$chosen"
if ! build_targets "$@"; then
    show_compiler_messages
    fail "The build failed. Whole log: ${log#"$root"/}"
fi
[ $show = no ] || grep -vE '^\[ *[0-9]+%\] (Building|Linking|Built)|^make|^$' "$log" || true
