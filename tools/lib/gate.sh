# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced after house.sh and backend.sh: compares what a lesson needs (the fourth column of
# lessons/lessons.txt) with the machine, before anything is built. Says what is needed, what was
# found, and what runs without it.

# The exit code when the hardware is missing; check programs without a device give the same.
gate_exit=3

# unmet_needs NEEDS: one line "needed<TAB>found" for each need that the GPUs do not meet. Needs
# find_gpus first. A need that is not known ends the script.
unmet_needs() {
    say "$gpus" | awk -v needs="${1% or cpu_device}" -v visible="${CUDA_VISIBLE_DEVICES-all}" \
        -v problem="$gpu_problem" -f "$root/tools/lib/gpu_needs.awk"
}

# needs_of NUMBER: sets `needs` (as in the table), `runs_on_cpu_device` (yes or no), and `unmet`.
needs_of() {
    needs=$(lesson_column "$1" 4)
    runs_on_cpu_device=no
    case $needs in '' | *" or cpu_device") runs_on_cpu_device=yes ;; esac
    unmet=
    [ -n "$needs" ] || return 0
    unmet=$(unmet_needs "$needs") || fail "lessons/lessons.txt, lesson $1: $unmet"
}

# The text of the unmet needs, indented.
tell_unmet() {
    say "$unmet" | awk -F '\t' '{ printf "  needed: %s\n  found:  %s\n", $1, $2 }'
}

# The lessons that the chosen backend can run, as "1, 2, 5".
lessons_that_run() {
    for entry in $(lessons | sed 's/ .*//'); do
        needs_of "${entry#0}"
        if [ "$chosen" = cuda ]; then [ -z "$unmet" ] || continue; fi
        if [ "$chosen" = emulator ]; then [ $runs_on_cpu_device = yes ] || continue; fi
        printf '%s ' "${entry#0}"
    done | sed -e 's/ $//' -e 's/ /, /g'
}

# tell_alternatives PURPOSE: what runs without the hardware, each with its command.
tell_alternatives() {
    say "What runs without it:"
    [ $runs_on_cpu_device = no ] ||
        say "  on the CPU device:    BACKEND=emulator make $1-lesson$gate_number"
    [ -z "$nvcc" ] || say "  compiled by nvcc:     make compile-cuda"
    say "  to read:              lessons/$(say "$lesson" | tr _ -)/README.md"
    others=$(lessons_that_run)
    [ -z "$others" ] || say "  these lessons:        $others"
    say "What this machine has: make env"
}

# check_needs PURPOSE: ends the script when the lesson cannot run on the chosen backend. PURPOSE is
# check, bench, compare, profile or predict; the last two count accesses, which only the CPU device does,
# and compare counts them where it cannot measure. With
# BACKEND=auto a lesson that the GPU cannot run moves to the CPU device, if that can. Needs
# find_lesson and choose_backend first.
check_needs() {
    gate_number=${lesson%%_*}
    gate_number=${gate_number#0}
    needs_of "$gate_number"
    if [ "$chosen" = emulator ] && [ $runs_on_cpu_device = no ]; then
        refuse_on_cpu_device "$1"
    elif [ "$chosen" = cuda ] && [ -n "$unmet" ]; then
        if [ $runs_on_cpu_device = yes ] && [ "$requested" = auto ]; then
            complain "Lesson $gate_number runs on the CPU device here:"
            tell_unmet >&2
            chosen=emulator
            reason="the GPU does not have what lesson $gate_number needs"
        else
            complain "Lesson $gate_number cannot run on the GPU here."
            tell_unmet >&2
            tell_alternatives "$1" >&2
            exit $gate_exit
        fi
    fi
    if [ "$1" = bench ] && [ "$chosen" = emulator ]; then
        say "No GPU is used ($reason): these will be times of the CPU device.
They say nothing about the time on a GPU. What holds for both is counted, and that works here:
  make profile-lesson$gate_number    the accesses of your kernel, line by line
  make compare-lesson$gate_number FILES=starter/$lesson.cu    its counts beside the reference's"
    fi
}

refuse_on_cpu_device() {
    case $1 in
        profile | predict | compare)
            complain "Lesson $gate_number cannot be counted: only the CPU device counts accesses, and
it does not run what this lesson uses."
            ;;
        *) complain "Lesson $gate_number cannot run on the CPU device." ;;
    esac
    if [ -n "$unmet" ]; then
        tell_unmet >&2
    else
        complain "  needed: $needs
  found:  a GPU that has it"
        if [ -n "$nvcc" ]; then
            complain "On the GPU: BACKEND=cuda make check-lesson$gate_number"
        else
            complain "Missing to use it: $toolkit_problem"
        fi
    fi
    tell_alternatives "$1" >&2
    exit $gate_exit
}
