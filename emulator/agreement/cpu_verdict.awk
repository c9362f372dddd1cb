# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# From what a program prints on the CPU device to its verdict: the checkers that reported something,
# in a fixed order; "API error", "warning" or "silent".

# After a fault no call works until the device is reset, so cudaFree frees nothing. What leakcheck
# then says follows from the fault.
/^kernel: cudaError/ { failed = 1 }

/error: (memcheck|racecheck|initcheck|synccheck|leakcheck): / {
    match($0, /error: [a-z]+check/)
    found[substr($0, RSTART + 7, RLENGTH - 7)] = 1
    next
}
# A null pointer ends the kernel at the access itself.
/error: the kernel crashed: access to address/ { found["memcheck"] = 1; next }
/(^|:[0-9]+: )error: cuda[A-Z][A-Za-z]*: / { found["API error"] = 1; next }
/warning: .* without reaching this / { found["warning"] = 1; next }
/error: / { found["another error"] = 1 }

END {
    if (failed) delete found["leakcheck"]
    count = split("memcheck,racecheck,initcheck,synccheck,leakcheck,API error,warning,another error", \
        names, ",")
    verdict = ""
    for (i = 1; i <= count; ++i)
        if (names[i] in found) verdict = verdict (verdict == "" ? "" : ", ") names[i]
    print verdict == "" ? "silent" : verdict
}
