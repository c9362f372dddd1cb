#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Builds and runs the demo: the kernels of the lessons on real attention scores, weights and
# activations, compared with a reference in double precision. Usage: tools/demo.sh [options of the demo program]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"

choose_backend run
"$root/tools/setup.sh"
find_libraries
backend_line
configure_build "$chosen" "$chosen"
if ! build_targets workshop_demo; then
    show_compiler_messages
    fail "The demo was not built. Whole log: ${log#"$root"/}"
fi
exec "$folder/bin/workshop_demo" "$@" 9>&-
