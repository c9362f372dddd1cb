#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make env`: what was found on this machine, the rules that tie the parts together, and which
# backend will be used and why, and which lessons run here. Installs and builds nothing.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/gate.sh"

row() { printf '%-18s%s\n' "$1" "$2"; }
more() { printf '%-18s%s\n' '' "$1"; }

# The version of a library, from the CMake file that it installs.
library_version() {
    for version_file in /usr/local/lib/cmake/"$1"/*ConfigVersion.cmake \
        /usr/lib/*/cmake/"$1"/*ConfigVersion.cmake /usr/lib*/cmake/"$1"/*ConfigVersion.cmake; do
        [ -f "$version_file" ] || continue
        sed -n 's/^ *set *(PACKAGE_VERSION "\([^"]*\)").*/\1/p' "$version_file" | head -n 1
        return
    done
}

library_row() {
    case " $missing " in
        *" $2 "*) row "$1" "not found; make setup installs it" ;;
        *)
            version=$(library_version "$3")
            row "$1" "${version:-found}"
            ;;
    esac
}

show_machine() {
    system=$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release 2>/dev/null || uname -s)
    memory=$(awk '/^MemTotal/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo 2>/dev/null || true)
    row Machine "$system, $(uname -m), $jobs cores, $memory"
    if grep -qi microsoft /proc/version 2>/dev/null; then
        more "WSL: the GPU driver is Windows's own; install no Linux driver inside WSL."
        more "Profiling needs it allowed in the NVIDIA control panel of Windows, Developer settings."
    fi
}

show_build_tools() {
    case " $missing " in
        *" compiler "*) row "C++ compiler" "not found; make setup installs it" ;;
        *) row "C++ compiler" "$("$compiler" --version | head -n 1) ($(command -v "$compiler"))" ;;
    esac
    case " $missing " in
        *" cmake "*) row CMake "not found (3.22 or later); make setup installs it" ;;
        *) row CMake "$cmake_version" ;;
    esac
    [ -z "$old_tools" ] || row "Too old" "$(say "$old_tools" | grep .)"
    library_row GoogleTest gtest GTest
    library_row "Google Benchmark" benchmark benchmark
    if [ "$boost_found" = yes ]; then
        version=$(sed -n 's/^#define BOOST_LIB_VERSION "\(.*\)"/\1/p' /usr/include/boost/version.hpp \
            2>/dev/null | tr _ .)
        row Boost.Context "${version:-found}"
    else
        row Boost.Context "not found; the CPU device uses ucontext, which is slower"
    fi
}

show_toolkit() {
    if [ -z "$nvcc" ]; then
        row "CUDA Toolkit" "$toolkit_problem"
        return
    fi
    row "CUDA Toolkit" "$nvcc_release ($nvcc)"
    empty=$(mktemp -d)
    at_end 'rm -rf "$empty"'
    : >"$empty/empty.cu"
    set -- ${CUDAHOSTCXX:+-ccbin "$CUDAHOSTCXX"}
    if "$nvcc" "$@" -E -o /dev/null "$empty/empty.cu" >"$empty/log" 2>&1; then
        more "nvcc accepts the host compiler ${CUDAHOSTCXX:-of this machine}"
    else
        more "nvcc refuses its host compiler: $(grep -o 'unsupported .*' "$empty/log" | head -n 1)"
        more "the build then tries older g++ in PATH; to name one: CUDAHOSTCXX=/path/to/g++"
    fi
    rm -rf "$empty"
}

show_gpus() {
    if [ -z "$gpus" ]; then
        row "NVIDIA driver" "$gpu_problem"
        return
    fi
    row "NVIDIA driver" "$driver, runs CUDA up to ${driver_cuda:-?}"
    say "$gpus" | while IFS= read -r gpu; do
        row GPU "$(say "$gpu" |
            awk -F ', ' '{ print $1 ": " $2 ", compute capability " $4 ", " $5 }')"
    done
}

show_rules() {
    row Rules "driver: the CUDA release it runs must be at least the toolkit's major release;"
    more "here: driver ${driver_cuda:-none}, toolkit ${nvcc_release:-none}"
    more "host compiler: no newer than the toolkit knows; else CMAKE_CUDA_HOST_COMPILER names one"
    more "GPU: compute capability 7.5 or later, and known to nvcc"
}

show_profilers() {
    for tool in ncu compute-sanitizer; do
        path=$(command -v $tool || true)
        if [ -z "$path" ] && [ -n "$nvcc" ] && [ -x "${nvcc%/*}/$tool" ]; then
            path=${nvcc%/*}/$tool
        fi
        row "$tool" "${path:-not found; the lessons work without it}"
    done
    if grep -q 'RmProfilingAdminOnly: 1' /proc/driver/nvidia/params 2>/dev/null; then
        more "ncu: the driver lets only root read hardware counters. Use sudo ncu, or load the"
        more "driver with NVreg_RestrictProfilingToAdminUsers=0. The lessons work without it."
    fi
}

# Which lessons run here, and what of them does not. After choose_backend.
show_lessons() {
    if [ "$chosen" = cuda ] && [ -n "$gpu_problem" ]; then
        row Lessons "none runs with BACKEND=cuda; without it they run on the CPU device"
        return
    fi
    runs=$(lessons_that_run)
    place="on the CPU device"
    [ "$chosen" = emulator ] || place="on the GPU"
    row Lessons "run here, $place: ${runs:-none}"
    for entry in $(lessons | sed 's/ .*//'); do
        needs_of "${entry#0}"
        [ -n "$needs" ] || continue
        if [ "$chosen" = cuda ] && [ -z "$unmet" ]; then continue; fi
        if [ "$chosen" = emulator ] && [ $runs_on_cpu_device = yes ]; then continue; fi
        if [ $runs_on_cpu_device = yes ]; then
            more "${entry#0}: not on this GPU, but on the CPU device; $(first_unmet)"
        else
            more "${entry#0}: not here; $(first_unmet)"
        fi
    done
    [ -n "$runs" ] || return 0
    [ "$chosen" = cuda ] ||
        row Limited "make bench-lessonN gives times of the CPU device, not of a GPU"
    if [ "$chosen" = emulator ] || [ -n "$(unmet_needs 'gpu_memory_gib>=10')" ]; then
        if [ "$chosen" = cuda ]; then row Limited "$ten_gb"; else more "$ten_gb"; fi
    fi
}
ten_gb="checks named MoreThan2To31Elements are skipped: they need a GPU with 10 GB of free memory"
first_unmet() {
    [ -n "$unmet" ] || unmet=$(printf '%s\t%s' "$needs" "$reason")
    say "$unmet" | awk -F '\t' 'NR == 1 { print "needs " $1 "; found: " $2 }'
}

find_libraries
find_toolkit
find_gpus
show_machine
show_build_tools
show_toolkit
show_gpus
show_rules
show_profilers
choose_backend compile
row Backend "$chosen ($reason)"
if [ "$chosen" = cuda ] && [ -n "$gpu_problem" ]; then
    more "compiles only, no kernel can run: $gpu_problem"
fi
show_lessons
