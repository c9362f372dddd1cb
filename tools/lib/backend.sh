# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced after house.sh: finds the CUDA Toolkit, the driver and GPUs, and chooses the backend.

# Sets `nvcc` (its path, or empty) and `nvcc_release` (such as 13.0).
# WORKSHOP_TOOLKIT_FOLDERS replaces the usual places; the tests of the scripts use it.
find_toolkit() {
    nvcc=
    nvcc_release=
    set -- ${CUDA_HOME:+"$CUDA_HOME"} ${CUDA_PATH:+"$CUDA_PATH"}
    for folder_of_toolkit in "$@" ${WORKSHOP_TOOLKIT_FOLDERS-/usr/local/cuda /opt/cuda}; do
        [ -n "$nvcc" ] || [ ! -x "$folder_of_toolkit/bin/nvcc" ] ||
            nvcc=$folder_of_toolkit/bin/nvcc
    done
    nvcc=${CUDACXX:-$(command -v nvcc || printf '%s' "$nvcc")}
    [ -n "$nvcc" ] || return 0
    nvcc_release=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p')
    [ -n "$nvcc_release" ] || nvcc=
    # CMake looks for nvcc in PATH and CUDACXX only.
    [ -z "$nvcc" ] || export CUDACXX="$nvcc"
}

# Sets `gpus` (lines "index, name, driver, compute capability, MiB"), `driver`, `driver_cuda` (the
# newest CUDA release that the driver runs), `gpu_capabilities`, and `gpu_problem`: why no kernel can
# run on a GPU here, or empty. Needs find_toolkit first.
find_gpus() {
    gpus='' driver='' driver_cuda='' gpu_capabilities='' gpu_problem=''
    smi=$(command -v nvidia-smi || true)
    [ -n "$smi" ] || [ ! -x /usr/lib/wsl/lib/nvidia-smi ] || smi=/usr/lib/wsl/lib/nvidia-smi
    if [ -z "$smi" ]; then
        gpu_problem="no NVIDIA driver: nvidia-smi was not found"
        return
    fi
    query=index,name,driver_version,compute_cap,memory.total
    if ! gpus=$("$smi" --query-gpu=$query --format=csv,noheader 2>&1); then
        gpu_problem="the NVIDIA driver does not answer: $(say "$gpus" | head -n 1)"
        gpus=
        return
    fi
    gpus=$(say "$gpus" | grep '^[0-9]' || true)
    if [ -z "$gpus" ]; then
        gpu_problem="no GPU: nvidia-smi lists none"
        return
    fi
    driver=$(say "$gpus" | awk -F ', ' 'NR == 1 { print $3 }')
    gpu_capabilities=$(say "$gpus" | awk -F ', ' '{ print $4 }' | sort -u | tr '\n' ' ')
    driver_cuda=$("$smi" 2>/dev/null | sed -n 's/.*CUDA[A-Z ]* Version: *\([0-9.]*\).*/\1/p' | head -n 1)
    if [ "${CUDA_VISIBLE_DEVICES-unset}" = "" ] || [ "${CUDA_VISIBLE_DEVICES-unset}" = -1 ]; then
        gpu_problem="CUDA_VISIBLE_DEVICES=${CUDA_VISIBLE_DEVICES} hides every GPU"
    elif [ -n "$nvcc" ]; then
        check_driver_and_toolkit
    fi
}

# The rules between toolkit, driver and GPU. Within one major release any driver runs programs
# of any toolkit (minor version compatibility, since CUDA 11).
check_driver_and_toolkit() {
    if [ -n "$driver_cuda" ] && [ "${driver_cuda%%.*}" -lt "${nvcc_release%%.*}" ]; then
        gpu_problem="the driver is too old: driver $driver runs CUDA up to $driver_cuda, the \
toolkit is CUDA $nvcc_release; update the driver, or use a toolkit of CUDA ${driver_cuda%%.*}"
        return
    fi
    old=
    known=$("$nvcc" --list-gpu-code 2>/dev/null) || return 0
    for capability in $gpu_capabilities; do
        code=sm_$(say "$capability" | tr -d .)
        say "$known" | grep -qx "$code" || continue
        case $capability in
            [0-6].* | 7.[0-4]) old=$capability ;;
            *) return 0 ;;
        esac
    done
    gpu_problem="nvcc $nvcc_release does not compile for this GPU (compute capability \
${gpu_capabilities% })"
    # Older toolkits know older GPUs, but the kernels are written and tested for later ones.
    [ -z "$old" ] ||
        gpu_problem="the GPU is too old: compute capability $old, the workshop needs 7.5 or later"
}

toolkit_problem="no nvcc: no CUDA Toolkit in PATH, CUDA_HOME or /usr/local/cuda"

# choose_backend PURPOSE: sets `chosen` from BACKEND (default: auto) and `reason`, one line for the
# person. PURPOSE is run, measure or compile: compiling for the GPU needs no GPU, and what measures time has no use
# for the CPU device.
choose_backend() {
    find_toolkit
    find_gpus
    requested=${BACKEND:-auto}
    case $requested in
        emulator) chosen=emulator reason="as asked" ;;
        auto)
            chosen=emulator
            if [ -z "$nvcc" ]; then
                reason=$toolkit_problem
            elif [ -n "$gpu_problem" ]; then
                reason=$gpu_problem
            else
                chosen=cuda
                reason="nvcc $nvcc_release and $(first_gpu) found"
            fi
            ;;
        cuda) choose_cuda "$1" ;;
        *)
            complain "BACKEND=$requested is not known. Valid values:"
            complain "  BACKEND=auto      cuda with nvcc and a usable GPU, else emulator (the default)"
            complain "  BACKEND=cuda      the GPU"
            complain "  BACKEND=emulator  the CPU device: kernels run on this machine's processor"
            exit 2
            ;;
    esac
}

choose_cuda() {
    chosen=cuda reason="as asked"
    [ -n "$nvcc" ] || [ "$1" != compile ] || fail "BACKEND=cuda: $toolkit_problem."
    if [ "$1" = compile ]; then return; fi
    if [ -z "$nvcc" ] || [ -n "$gpu_problem" ]; then
        complain "BACKEND=cuda cannot run here. Missing:"
        [ -n "$nvcc" ] || complain "  $toolkit_problem"
        [ -z "$gpu_problem" ] || complain "  $gpu_problem"
        [ "$1" = measure ] || complain "Without it: BACKEND=emulator runs the same kernels on the processor, for example
  BACKEND=emulator make check-lesson1"
        [ "$1" != measure ] || complain "An experiment measures time. What came out on an NVIDIA H200: docs/experiments/${NAME-}.md"
        [ -z "$nvcc" ] || complain "make compile-cuda still compiles every kernel with nvcc."
        exit 1
    fi
}

first_gpu() { say "$gpus" | awk -F ', ' 'NR == 1 { print $2 }'; }

backend_line() { say "Backend: $chosen ($reason)"; }
