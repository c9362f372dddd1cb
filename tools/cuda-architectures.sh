#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Prints the architectures that every kernel file of the source tree is compiled for in a build
# folder of the cuda backend, and fails when `native` is among them or a file lacks one. `native`
# asks a GPU, so it would break on a machine that only compiles.
# Usage: tools/cuda-architectures.sh FOLDER
set -eu
commands=$1/compile_commands.json

# One line "file architecture" for each -gencode of each nvcc call.
pairs=$(awk '
    /"command": .*-x cu / {
        file = $0
        sub(/.* -x cu -c /, "", file)
        sub(/ .*/, "", file)
        if ($0 ~ /arch=native|compute_native/) print file, "native"
        while (match($0, /code=\[[^]]*\]|code=[a-z_0-9,]+/)) {
            codes = substr($0, RSTART, RLENGTH)
            $0 = substr($0, RSTART + RLENGTH)
            while (match(codes, /sm_[0-9]+/)) {
                print file, substr(codes, RSTART + 3, RLENGTH - 3)
                codes = substr(codes, RSTART + RLENGTH)
            }
        }
    }' "$commands" | grep -E '/(starter|solutions)/[^/]*\.cu ' | sort -u)
[ -n "$pairs" ] || { echo "$commands: no nvcc call for a kernel file" >&2; exit 1; }
if printf '%s\n' "$pairs" | grep ' native$' >&2; then
    echo "compiled for 'native': fails without a GPU" >&2
    exit 1
fi

files=$(printf '%s\n' "$pairs" | cut -d ' ' -f 1 | sort -u | wc -l)
complete=$(printf '%s\n' "$pairs" | awk -v files="$files" '
    { count[$2]++ }
    END {
        for (architecture in count) {
            if (count[architecture] != files) {
                print architecture " is missing for " files - count[architecture] " files" >"/dev/stderr"
                failed = 1
            } else print architecture
        }
        exit failed
    }')
printf '%s\n' "$complete" | sort -n | tr '\n' ' ' | sed 's/ $//'
