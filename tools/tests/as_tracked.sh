# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by tests of files that an editor writes to as well: what git has is judged, not what a person's
# editor made of it. A change counts once it is staged (git add).

# as_tracked FOLDER TO PATH...: copies these files or folders of FOLDER, as the index of git has them, to TO.
# Where git knows nothing of them, or is missing, they are copied as they are.
as_tracked() {
    from=$1 to=$2
    shift 2
    mkdir -p "$to"
    if git -C "$from" ls-files -z -- "$@" >"$to.names" 2>/dev/null && [ -s "$to.names" ]; then
        (cd "$from" && git checkout-index --prefix="$to/" -z --stdin <"$to.names") || return 1
        git -C "$from" diff --quiet -- "$@" ||
            echo "judged as git has them: $* (what differs in the folder counts after git add)"
    else
        (cd "$from" && tar -cf - "$@") | (cd "$to" && tar -xf -)
    fi
}
