#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The gate: what a lesson needs is compared with the machine before anything is built. A table of
# made-up lessons, fake nvcc and nvidia-smi.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

unset CUDA_HOME CUDA_PATH CUDACXX CUDA_VISIBLE_DEVICES BACKEND IMPL MAKEFLAGS MAKELEVEL 2>/dev/null || true
export WORKSHOP_TOOLKIT_FOLDERS="$scratch/toolkit"
cat >"$copy/lessons/lessons.txt" <<'END_OF_TABLE'
# number | slug | title | needs
01 | anywhere | Anywhere
02 | hopper | For Hopper | compute_capability>=9.0
03 | pair | Two GPUs | gpus>=2, compute_capability>=8.0
04 | either | Tensor cores | tensor_cores or cpu_device
05 | large | Large | gpu_memory_gib>=24
06 | shared | Much shared memory | shared_memory_kib>=200
END_OF_TABLE
for lesson in hopper pair either large shared; do mkdir -p "$copy/lessons/0-$lesson"; done
# What comes after the gate: this stands for the build.
cat >"$copy/tools/setup.sh" <<'END_OF_SETUP'
#!/bin/sh
echo "the build begins, on the backend that was chosen"
exit 9
END_OF_SETUP
chmod +x "$copy/tools/setup.sh"

lesson() { # lesson TARGET NUMBER [VARIABLE=VALUE...]
    script=$1-lesson given=$2
    shift 2
    run "$script$given $*" env "$@" "$copy/tools/$script.sh" "$given"
}
expect_build() {
    expect_code 9
    expect_line "the build begins"
}
expect_gate() {
    expect_code 3
    expect_no "the build begins"
    expect_line "What runs without it:"
    expect_line "make env"
}
toolkit() {
    fake nvcc <<'END_OF_NVCC'
case $1 in
    --list-gpu-code) printf 'sm_61\nsm_75\nsm_80\nsm_86\nsm_90\nsm_120\n' ;;
    *) echo "Cuda compilation tools, release 12.8, V12.8.88" ;;
esac
END_OF_NVCC
}
gpus() { # gpus LINE...: "name, capability, MiB" of each
    index=0
    : >"$scratch/list"
    for gpu in "$@"; do
        printf '%s\n' "$gpu" | awk -F ', ' -v i=$index '{ print i ", " $1 ", 580.65, " $2 ", " $3 " MiB" }' \
            >>"$scratch/list"
        index=$((index + 1))
    done
    fake nvidia-smi <<END_OF_SMI
case "\$*" in
    *--query*) cat "$scratch/list" ;;
    *) echo "| NVIDIA-SMI 580.65   Driver Version: 580.65   CUDA Version: 13.0  |" ;;
esac
END_OF_SMI
}

# Nothing there: what needs nothing runs, and a benchmark says whose times it gives.
echo "// not empty" >"$copy/file.cu"
FILES=file.cu
export FILES
for target in check profile bench compare; do
    lesson $target 1
    expect_build
    lesson $target 4 # the CPU device is enough
    expect_build
    for number in 2 3 5 6; do
        lesson $target $number
        expect_gate
        expect_line "no NVIDIA driver"
        expect_line "these lessons:        1, 4"
        expect_no "make compile-cuda"
    done
done
lesson check 2
expect_line "Lesson 2 cannot run on the CPU device."
expect_line "needed: a GPU of compute capability 9.0 or later"
expect_line "lessons/02-hopper/README.md"
lesson profile 2
expect_line "only the CPU device counts accesses"
lesson bench 1
expect_line "these will be times of the CPU device"
expect_line "make profile-lesson1"
expect_line "make compare-lesson1 FILES=starter/01_"
lesson check 1
expect_no "times of the CPU device"
lesson compare 1 # it counts, and takes no times
expect_no "times of the CPU device"
lesson compare 2
expect_line "only the CPU device counts accesses"

# A mistake in the table is told, not taken for a need that is met.
cp "$copy/lessons/lessons.txt" "$scratch/table"
echo '07 | unknown | Not a need | quantum_cores>=2' >>"$copy/lessons/lessons.txt"
lesson check 7
expect_code 1
expect_line "'quantum_cores>=2' is not a need that is known"
expect_no "the build begins"
cp "$scratch/table" "$copy/lessons/lessons.txt"

# The toolkit alone.
toolkit
lesson check 2
expect_gate
expect_line "make compile-cuda"

gpus "NVIDIA A100, 8.0, 81920"
lesson bench 1
expect_build
expect_no "CPU device"
lesson check 2
expect_gate
expect_line "found:  NVIDIA A100, compute capability 8.0"
expect_line "these lessons:        1, 4, 5"
expect_no "BACKEND=emulator"
lesson check 3
expect_gate
expect_line "needed: 2 GPUs"
lesson check 5
expect_build
lesson check 6
expect_gate
expect_line "found:  NVIDIA A100, 163 KiB"
lesson check 2 BACKEND=emulator
expect_gate
expect_line "compute capability 8.0"
lesson profile 5
expect_gate
expect_line "BACKEND=cuda make check-lesson5"

# The compute capability is no decimal number: 12.0 is above 9.0.
gpus "NVIDIA Blackwell, 12.0, 32000"
lesson check 2
expect_no "needed"
lesson check 6
expect_line "99 KiB"

gpus "NVIDIA H200, 9.0, 143000"
for number in 1 2 4 5 6; do
    lesson check $number
    expect_build
    lesson check $number BACKEND=cuda
    expect_build
done

# A GPU without tensor cores: the CPU device takes over, unless the GPU was asked for.
gpus "NVIDIA GeForce GTX 1650, 7.5, 4096"
lesson check 4
expect_build
expect_line "Lesson 4 runs on the CPU device here:"
expect_line "without them"
lesson check 4 BACKEND=cuda
expect_gate
expect_line "BACKEND=emulator make check-lesson4"
lesson check 5
expect_gate
expect_line "4.0 GiB"
gpus "Tesla T4, 7.5, 15360"
lesson check 4 BACKEND=cuda
expect_build

# Two GPUs: both have to be good, and visible.
gpus "NVIDIA A100, 8.0, 40000" "NVIDIA A100, 8.0, 40000"
lesson check 3
expect_build
lesson check 3 CUDA_VISIBLE_DEVICES=1
expect_gate
expect_line "found:  1"
lesson check 3 CUDA_VISIBLE_DEVICES=GPU-1234
expect_gate
lesson check 3 CUDA_VISIBLE_DEVICES=0,1
expect_build
gpus "NVIDIA A100, 8.0, 40000" "Tesla T4, 7.5, 15360"
lesson check 3
expect_gate
expect_line "needed: 2 GPUs that have all of this"
expect_line "found:  1 of 2"

# Older than the workshop, though the toolkit knows it; beside a good one it does not matter.
gpus "NVIDIA GTX 1080, 6.1, 8192"
lesson check 1 BACKEND=cuda
expect_code 1
expect_line "the GPU is too old: compute capability 6.1, the workshop needs 7.5 or later"
expect_line "BACKEND=emulator make check-lesson1"
lesson check 1
expect_build
gpus "NVIDIA GTX 1080, 6.1, 8192" "NVIDIA H200, 9.0, 143000"
lesson check 1 BACKEND=cuda
expect_build

# make env says the same, for all lessons.
gpus "NVIDIA A100, 8.0, 81920"
run "env, A100" "$copy/tools/env.sh"
expect_code 0
expect_line "run here, on the GPU: 1, 4, 5"
expect_line "2: not here; needs a GPU of compute capability 9.0 or later; found: NVIDIA A100"
expect_line "3: not here; needs 2 GPUs"
expect_no "MoreThan2To31Elements"
expect_no "times of the CPU device"
gpus "NVIDIA GeForce GTX 1650, 7.5, 4096"
run "env, GTX 1650" "$copy/tools/env.sh"
expect_line "run here, on the GPU: 1"
expect_line "4: not on this GPU, but on the CPU device"
expect_line "MoreThan2To31Elements"
remove nvidia-smi nvcc
run "env, nothing" "$copy/tools/env.sh"
expect_code 0
expect_line "run here, on the CPU device: 1, 4"
expect_line "2: not here; needs a GPU of compute capability 9.0 or later; found: no NVIDIA driver"
expect_line "times of the CPU device, not of a GPU"
expect_line "MoreThan2To31Elements"
finish
