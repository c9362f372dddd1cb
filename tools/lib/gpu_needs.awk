# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Input: GPUs, as "index, name, driver, compute capability, memory MiB". Prints a line
# "needed<TAB>found" for each need that they do not meet. Exit code 1, with the reason as the only
# line: a need that is not known.
# Variables: needs (as in lessons/lessons.txt, without "or cpu_device"), visible (the value of
# CUDA_VISIBLE_DEVICES, or "all"), problem (why no GPU can be used, or empty).

# "9.0" as 90: as text 10.0 would come before 9.0, and 12.10 is not 12.1.
function version(text,    parts) {
    split(text, parts, ".")
    return parts[1] * 100 + parts[2]
}

# KiB of shared memory that a block may opt in to, by compute capability (CUDA programming guide).
function shared_kib(capability) {
    if (capability < 800) return 64
    if (capability == 806 || capability == 809 || capability >= 1200) return 99
    if (capability < 900) return 163
    return 227
}

# Since Volta. The small Turing chips were made without.
function has_tensor_cores(name, capability) {
    return capability >= 700 && !(capability == 705 && name ~ /GTX 16|MX[45]|T[4-6]00|T1[02]00/)
}

# What GPU i has of a need, as a number.
function value(need, i) {
    if (need == "compute_capability") return capability[i]
    if (need == "gpu_memory_gib") return memory[i] / 1024
    if (need == "shared_memory_kib") return shared_kib(capability[i])
    return has_tensor_cores(name[i], capability[i])
}

function in_words(need, least) {
    if (need == "compute_capability") return "a GPU of compute capability " least " or later"
    if (need == "gpu_memory_gib") return "a GPU with " least " GiB of memory"
    if (need == "shared_memory_kib") return "a GPU that gives a block " least " KiB of shared memory"
    if (need == "tensor_cores") return "a GPU with tensor cores"
    return least + 0 == 1 ? "a GPU" : least " GPUs" (each_has == "" ? "" : " that have all of this")
}

function what_it_has(need, i) {
    if (need == "compute_capability") return name[i] ", compute capability " as_text[i]
    if (need == "gpu_memory_gib") return sprintf("%s, %.1f GiB", name[i], memory[i] / 1024)
    if (need == "shared_memory_kib") return name[i] ", " shared_kib(capability[i]) " KiB"
    return name[i] ", without them"
}

function all_gpus(need,    i, text) {
    if (problem != "") return problem
    if (gpus == 0) return "no GPU"
    for (i = 1; i <= gpus; i++) text = text (i == 1 ? "" : "; ") what_it_has(need, i)
    return text
}

# By index. Of a list of UUIDs only the number is known here: the first ones are taken, since the
# GPUs of a machine are mostly alike.
function is_visible(gpu,    parts, count, i) {
    if (visible == "all") return 1
    count = split(visible, parts, ",")
    if (visible ~ /^(GPU|MIG)-/) return NR <= count
    for (i = 1; i <= count; i++) if (parts[i] == gpu) return 1
    return 0
}

BEGIN { FS = ", *" }
/^[0-9]/ && is_visible($1) {
    name[++gpus] = $2
    as_text[gpus] = $4
    capability[gpus] = version($4)
    memory[gpus] = $5 + 0
    fits[gpus] = 1
}
END {
    if (problem != "") gpus = 0
    wanted_gpus = 1
    count = split(needs, list, / *, */)
    for (n = 1; n <= count; n++) {
        if (list[n] !~ /^((compute_capability|gpu_memory_gib|gpus|shared_memory_kib)>=[0-9]+(\.[0-9]+)?|tensor_cores)$/) {
            print "'" list[n] "' is not a need that is known; the first lines of the table list them"
            exit 1
        }
        need = list[n]
        sub(/>=.*/, "", need)
        least = list[n]
        if (!sub(/.*>=/, "", least)) least = 1
        if (need == "gpus") { wanted_gpus = least + 0; continue }
        each_has = "yes"
        met = 0
        for (i = 1; i <= gpus; i++) {
            good = value(need, i) >= (need == "compute_capability" ? version(least) : least + 0)
            met += good
            fits[i] = fits[i] && good
        }
        if (met == 0) unmet[++problems] = in_words(need, least) "\t" all_gpus(need)
    }
    fitting = 0
    for (i = 1; i <= gpus; i++) fitting += fits[i]
    if (problems == 0 && fitting < wanted_gpus || wanted_gpus > 1 && gpus < wanted_gpus) {
        unmet[++problems] = in_words("gpus", wanted_gpus) "\t" \
            (problem != "" ? problem : fitting == gpus ? gpus : fitting " of " gpus)
    }
    for (n = 1; n <= problems; n++) print unmet[n]
}
