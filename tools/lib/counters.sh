# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced after house.sh by scripts that call ncu: what to do when the driver keeps the GPU's counters from
# it. WORKSHOP_PROC_VERSION replaces /proc/version; the tests of the scripts use it.

# Whether a file with the output of ncu says that the counters may not be read.
counters_refused() { grep -q ERR_NVGPUCTRPERM "$1"; }

# tell_counters_refused COMMAND: the cause, and how to get on. COMMAND is what to run again then.
tell_counters_refused() {
    say "ncu may not read the performance counters of this GPU (ERR_NVGPUCTRPERM)."
    if grep -qi microsoft "${WORKSHOP_PROC_VERSION-/proc/version}" 2>/dev/null; then
        say "  cause: under WSL, Windows decides who may read them, and allows it to nobody here.
  next:  in Windows, NVIDIA Control Panel: Desktop, Enable Developer Settings; then Developer,
         Manage GPU Performance Counters, Allow access to all users. Then: wsl --shutdown
         and here again: $1"
    else
        say "  cause: the driver lets only the administrator read them.
  next:  sudo -E $1
         or for all users: load the driver with NVreg_RestrictProfilingToAdminUsers=0 (docs/set-up.md).
         In a container only its host can allow it."
    fi
    say "  What needs no counters of the GPU: make profile-lesson1 counts the same on the CPU device."
}
