#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# A C++ compiler newer than nvcc allows: an early message, or an older compiler that nvcc accepts.
# A fake nvcc refuses every compiler whose name has "new" in it; where the real nvcc is there, it
# also meets a g++ that claims to be version 99.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

unset CUDAHOSTCXX 2>/dev/null || true
real_nvcc=${CUDACXX:-$(command -v nvcc || true)}
fake nvcc <<'END'
case "$*" in
    *new* | *99* | *"$REFUSES_DEFAULT"*)
        echo "#error -- unsupported GNU version! gcc versions later than 15 are not supported!" >&2
        exit 1
        ;;
esac
END
configure() { # configure NAME NVCC OPTIONS...
    name=$1
    nvcc=$2
    shift 2
    code=0
    rm -rf "$scratch/build"
    env CUDACXX="$nvcc" cmake -S "$root/tools/tests/cuda_host_compiler" -B "$scratch/build" \
        -DWORKSHOP_ROOT="$root" "$@" >"$output" 2>&1 || code=$?
    tr '\n' ' ' <"$output" | tr -s ' ' >"$output.line" # CMake wraps long messages
    mv "$output.line" "$output"
}

export REFUSES_DEFAULT=nothing
configure "accepted" "$scratch/bin/nvcc"
expect_code 0
expect_no "unsupported"
expect_line "chosen: /"

configure "asked for one that is too new" "$scratch/bin/nvcc" \
    -DCMAKE_CUDA_HOST_COMPILER="$scratch/bin/g++-new"
expect_code 1
expect_line "nvcc does not accept this machine's C++ compiler."
expect_line "gcc versions later than 15 are not supported"
expect_line "-DCMAKE_CUDA_HOST_COMPILER=/path/to/g++"
expect_no "The CUDA compiler identification"

real_cxx=$(command -v c++)
fake c++new <<END
exec "$real_cxx" "\$@"
END
configure "nvcc's own choice is older" "$scratch/bin/nvcc" -DCMAKE_CXX_COMPILER="$scratch/bin/c++new"
expect_code 0
expect_line "nvcc does not accept $scratch/bin/c++new"
expect_line "Host compiler of nvcc instead: nvcc_default"

if [ -n "$real_nvcc" ]; then
    fake g++-99 <<END
exec "$real_cxx" -U__GNUC__ -D__GNUC__=99 "\$@"
END
    configure "the real nvcc" "$real_nvcc" -DCMAKE_CUDA_HOST_COMPILER="$scratch/bin/g++-99"
    expect_code 1
    expect_line "unsupported GNU version"
    expect_line "-DCMAKE_CUDA_HOST_COMPILER=/path/to/g++"
    expect_no "The CUDA compiler identification"
fi

# Where the system has no nvcc in the usual places, that is said too.
if [ ! -x /usr/bin/nvcc ] && [ ! -x /usr/local/cuda/bin/nvcc ] && [ ! -x /opt/cuda/bin/nvcc ]; then
    unset CUDA_HOME CUDA_PATH 2>/dev/null || true
    PATH=$(dirname "$(command -v cmake)"):/usr/bin:/bin
    configure "no nvcc" "$scratch/none/nvcc"
    expect_code 1
    expect_line "The cuda backend needs nvcc of the CUDA Toolkit"
fi
finish
