# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# From profile.json of a program with one kernel to lines "quantity requests units", where units are
# sectors of global memory or waves of shared memory.

{ text = text $0 }

# The number behind a name in an object; "none" when it is not there.
function number_of(object, name) {
    if (!match(object, "\"" name "\":[0-9]+")) return "none"
    return substr(object, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
}

END {
    if (gsub(/"kernel":"/, "&", text) != 1) { print "not one kernel"; exit }
    if (text !~ /"complete":true/) { print "not complete"; exit }
    # The first object of this name is that of the kernel; those of its lines follow.
    start = index(text, "\"requests\":{")
    if (start == 0) { print "no requests"; exit }
    text = substr(text, start + 12)
    text = substr(text, 1, index(text, "\"global_bytes_by_width\""))
    while (match(text, /"(global|shared)_[a-z]+":\{[^}]*\}/)) {
        object = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        kind = substr(object, 2, index(object, ":") - 3)
        print kind, number_of(object, "requests"), \
            number_of(object, kind ~ /^shared/ ? "waves" : "sectors")
    }
}
