#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make demo` and `make test` on machines that have nothing: bare Debian systems in a folder, made
# by debootstrap. Needs root, debootstrap and, except where it is taken away on purpose, network.
# Not part of `make test`: it takes about half an hour; COMMANDS=demo leaves `make test` out. Tests
# what is committed.
# Usage: tools/tests/fresh_machine.sh FOLDER [online] [offline] [user]   (default: all three)
#   online   git, make and apt only; root: everything missing gets installed
#   offline  compiler, CMake, GoogleTest and Google Benchmark, no network, no Boost
#   user     git, make and apt only; no root, no sudo: the exact command is printed
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -ge 1 ] || { echo "usage: $0 FOLDER [online] [offline] [user]" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "$0 needs root, for debootstrap and chroot" >&2; exit 2; }
folder=$1
shift
[ $# -gt 0 ] || set -- online offline user
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
suite=${SUITE:-bookworm}
commands=${COMMANDS:-demo test}
base=$folder/base-$suite
failures=0

if [ ! -e "$base/complete" ]; then
    debootstrap --variant=minbase --include=git,make,ca-certificates "$suite" "$base" \
        >"$folder/debootstrap.log" 2>&1
    touch "$base/complete"
fi

# machine NAME: a fresh copy of the bare system with a clone of the workshop in /workshop.
machine() {
    name=$1
    system=$folder/$name
    rm -rf "$system"
    cp -a "$base" "$system"
    cp /etc/resolv.conf "$system/etc/resolv.conf"
    git clone -q --no-hardlinks "$root" "$system/workshop"
}

# inside COMMAND: runs it in the machine, as that machine's root, in /workshop. A namespace of its
# own, so that nothing stays mounted; pseudo-terminals are there as on a real machine. `network` is
# empty or -n (none).
network=
inside() {
    unshare -m $network chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root TERM=dumb sh -c "mount -t proc proc /proc; mkdir -p /dev/pts
        mount -t devpts -o ptmxmode=0666,newinstance devpts /dev/pts
        ln -sf pts/ptmx /dev/ptmx; cd /workshop; $1"
}

# step LABEL COMMAND: runs and records.
step() {
    log=$folder/$name.$1.log
    started=$(date +%s)
    if inside "$2" >"$log" 2>&1; then code=0; else code=$?; fi
    printf '%-8s %-12s exit code %s, %s s   %s\n' "$name" "$1" "$code" \
        "$(($(date +%s) - started))" "$log"
}
expect_success() { [ "$code" -eq 0 ] || { failures=$((failures + 1)); tail -n 20 "$log"; }; }
expect_line() {
    grep -qF -- "$1" "$log" || { failures=$((failures + 1)); echo "  not printed: $1"; }
}

test_all() {
    case " $commands " in *" test "*) ;; *) return ;; esac
    step test "make test"
    expect_success
}

for which in "$@"; do
    case $which in
        online)
            machine online
            step demo "make demo"
            expect_success
            step again "make demo"
            expect_success
            ! grep -q 'apt-get' "$log" || { failures=$((failures + 1)); echo "  installed twice"; }
            test_all
            step lesson "make check-lesson1 IMPL=solution && ! make check-lesson1"
            expect_success
            ;;
        offline)
            machine offline
            step packages "apt-get -qq update && apt-get -qq -y --no-install-recommends install \
                g++ cmake libgtest-dev libbenchmark-dev"
            expect_success
            network=-n
            step demo "make demo"
            expect_success
            expect_line ucontext
            test_all
            network=
            ;;
        user)
            machine user
            step demo "useradd -m student && chown -R student /workshop &&
                su student -c 'make demo'"
            [ "$code" -ne 0 ] || { failures=$((failures + 1)); echo "  exit code 0"; }
            expect_line "apt-get update && apt-get install -y g++ cmake libgtest-dev libbenchmark-dev"
            ;;
        *)
            echo "not known: $which" >&2
            exit 2
            ;;
    esac
done
[ "$failures" -eq 0 ] || { echo "$failures expectations failed"; exit 1; }
echo "All fresh machines do what they should."
