#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The choice of the backend and its reason, with fake nvcc and nvidia-smi.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

unset CUDA_HOME CUDA_PATH CUDACXX CUDA_VISIBLE_DEVICES BACKEND 2>/dev/null || true
export WORKSHOP_TOOLKIT_FOLDERS="$scratch/toolkit"
cat >"$copy/tools/choose.sh" <<'END'
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
choose_backend "$1"
backend_line
END
choose="sh $copy/tools/choose.sh"

toolkit() { # toolkit RELEASE
    fake nvcc <<END
case \$1 in
    --list-gpu-code) printf 'sm_75\nsm_80\nsm_90\nsm_100\n' ;;
    *) echo "Cuda compilation tools, release $1, V$1.88" ;;
esac
END
}
gpu() { # gpu DRIVER CUDA CAPABILITY
    fake nvidia-smi <<END
case "\$*" in
    *--query*) echo "0, NVIDIA Model, $1, $3, 8192 MiB" ;;
    *) echo "| NVIDIA-SMI $1   Driver Version: $1   CUDA Version: $2  |" ;;
esac
END
}

run "nothing there" $choose run
expect_code 0
expect_line "Backend: emulator (no nvcc"

run "cuda asked, nothing there" env BACKEND=cuda $choose run
expect_code 1
expect_line "no nvcc: no CUDA Toolkit"
expect_line "no NVIDIA driver"

run "cuda asked to compile, nothing there" env BACKEND=cuda $choose compile
expect_code 1
expect_line "no nvcc"

toolkit 13.0
run "nvcc, no driver" $choose run
expect_code 0
expect_line "Backend: emulator (no NVIDIA driver"

run "cuda asked, no driver" env BACKEND=cuda $choose run
expect_code 1
expect_line "no NVIDIA driver"
expect_no "no nvcc"
expect_line "make compile-cuda"

run "cuda asked to compile, no driver" env BACKEND=cuda $choose compile
expect_code 0
expect_line "Backend: cuda (as asked)"

gpu 580.65 13.0 9.0
run "all there" $choose run
expect_code 0
expect_line "Backend: cuda (nvcc 13.0 and NVIDIA Model found)"

run "cuda asked, all there" env BACKEND=cuda $choose run
expect_code 0
expect_line "Backend: cuda (as asked)"

run "emulator asked, all there" env BACKEND=emulator $choose run
expect_code 0
expect_line "Backend: emulator (as asked)"

run "hidden GPU" env CUDA_VISIBLE_DEVICES= $choose run
expect_code 0
expect_line "Backend: emulator (CUDA_VISIBLE_DEVICES= hides every GPU)"

gpu 525.60 12.0 9.0
run "old driver" $choose run
expect_code 0
expect_line "Backend: emulator (the driver is too old: driver 525.60 runs CUDA up to 12.0, the toolkit is CUDA 13.0"
run "cuda asked, old driver" env BACKEND=cuda $choose run
expect_code 1
expect_line "the driver is too old"

toolkit 12.8
run "driver of the same major release" $choose run
expect_line "Backend: cuda"

gpu 580.65 13.0 6.1
run "GPU that nvcc no longer knows" $choose run
expect_code 0
expect_line "does not compile for this GPU (compute capability 6.1)"

fake nvidia-smi <<'END'
echo "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver."
exit 9
END
run "driver does not answer" $choose run
expect_code 0
expect_line "Backend: emulator (the NVIDIA driver does not answer: NVIDIA-SMI has failed"

fake nvidia-smi <<'END'
echo "No devices were found"
END
run "no device" $choose run
expect_code 0
expect_line "Backend: emulator (no GPU: nvidia-smi lists none)"

remove nvcc
gpu 580.65 13.0 9.0
run "driver, no nvcc" $choose run
expect_code 0
expect_line "Backend: emulator (no nvcc"

mkdir -p "$scratch/toolkit/bin"
toolkit 13.0
mv "$scratch/bin/nvcc" "$scratch/toolkit/bin/"
run "nvcc outside PATH" $choose run
expect_line "Backend: cuda"

run "unknown backend" env BACKEND=opencl $choose run
expect_code 2
expect_line "BACKEND=auto"
expect_line "BACKEND=cuda"
expect_line "BACKEND=emulator"
finish
