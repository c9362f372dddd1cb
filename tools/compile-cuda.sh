#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Compiles every .cu file with nvcc for all architectures of the lessons. Needs no GPU.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"

BACKEND=cuda
choose_backend compile
"$root/tools/setup.sh"
find_libraries
configure_build cuda cuda
if ! build_targets compile_all_architectures; then
    show_compiler_messages
    fail "Not every kernel compiles with nvcc. Whole log: ${log#"$root"/}"
fi
architectures=$("$root/tools/cuda-architectures.sh" "$folder")
say "nvcc $nvcc_release compiled every kernel file for the architectures $architectures."
