#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Finds what a build needs and is missing, says why, and installs it through apt where it may.
# Silent and quick when nothing is missing. Exit code 1: something is missing; the message has the
# exact command. Exit code 2: an unknown option. Usage: tools/setup.sh [--again | --docs]
#   --again: try once more to get Boost.Context; --docs: what `make docs` needs, and nothing else
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/docs.sh"

# Written when Boost.Context could not be had, so that the next command does not try again.
without_boost=$root/.workshop/without-boost-context

package_of() {
    case $1 in
        compiler) say g++ ;;
        cmake) say cmake ;;
        gtest) say libgtest-dev ;;
        benchmark) say libbenchmark-dev ;;
        boost) say libboost-context-dev ;;
        doxygen) say doxygen ;;
        theme) say doxygen-awesome-css ;;
    esac
}

purpose_of() {
    case $1 in
        compiler) say "a C++20 compiler (g++ 11 or later): builds everything" ;;
        cmake) say "CMake 3.22 or later: drives the build" ;;
        gtest) say "GoogleTest: the checks and tests" ;;
        benchmark) say "Google Benchmark: the measurements" ;;
        boost) say "Boost.Context: fast switching between CUDA threads on the CPU device" ;;
        doxygen) say "Doxygen: makes pages of the texts and the headers" ;;
        theme) say "a theme for these pages: a dark scheme, and a layout for phones" ;;
    esac
}

# Sets `as_root` to the prefix that makes a command run as root; fails where there is none.
find_root() {
    as_root=
    if [ "$(id -u)" -eq 0 ]; then return 0; fi
    command -v sudo >/dev/null || return 1
    as_root=sudo
    if sudo -n true 2>/dev/null; then return 0; fi
    # sudo will ask for a password, so there must be a person to type it.
    [ -t 0 ] && [ -t 2 ]
}

install_packages() {
    quick='-o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=120'
    say "+ ${as_root:+$as_root }apt-get update"
    # A list that cannot be fetched is no reason to stop: the packages may be had all the same.
    $as_root apt-get $quick -qq update || true
    say "+ ${as_root:+$as_root }apt-get install -y --no-install-recommends $*"
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get $quick -qq -y --no-install-recommends install "$@" >"$install_log" 2>&1 || {
        tail -n 5 "$install_log" >&2
        return 1
    }
}

tell_other_systems() {
    complain "This system has no apt-get. Install these with its own package manager:"
    if [ "$asked" = --docs ]; then complain "  doxygen"; return; fi
    complain "  Fedora:   dnf install gcc-c++ cmake gtest-devel google-benchmark-devel boost-devel"
    complain "  Arch:     pacman -S gcc cmake gtest benchmark boost"
    complain "  openSUSE: zypper install gcc-c++ cmake gtest benchmark-devel libboost_context-devel"
}

# go_on_without REASON: what is missing is worth having and no more.
go_on_without() {
    if [ "$asked" = --docs ]; then
        say "The theme is not there ($1). The pages work without it, in Doxygen's own style."
    else
        go_on_without_boost "$1"
    fi
}

go_on_without_boost() {
    mkdir -p "${without_boost%/*}"
    say "$1" >"$without_boost"
    say "Boost.Context is not there ($1): the CPU device uses ucontext instead, which is slower."
    say "To try again later: make setup"
}

# Sets what find_libraries does, for what was asked for.
find_what_is_missing() {
    find_libraries
    theme_found=yes
    [ "$asked" = --docs ] || return 0
    missing='' old_tools='' boost_found=yes
    command -v doxygen >/dev/null || missing=doxygen
    find_theme
    [ -n "$theme" ] || theme_found=no
}

asked=${1-}
case $#,$asked in
    0, | 1,--again | 1,--docs) ;;
    *)
        complain "tools/setup.sh does not know: $*"
        complain "Usage: tools/setup.sh [--again | --docs]"
        exit 2
        ;;
esac
find_what_is_missing
if [ "${1-}" = --again ]; then rm -f "$without_boost"; fi
wanted=$missing
if [ "$boost_found" = no ] && [ ! -e "$without_boost" ]; then wanted="$missing boost"; fi
[ "$theme_found" = yes ] || wanted="$wanted theme"
if [ -z "$wanted" ]; then
    if [ -n "$asked" ]; then say "Nothing is missing."; fi
    exit 0
fi

packages=
required_packages=
say "Missing on this machine:"
for thing in $wanted; do
    say "  $(purpose_of "$thing")"
    packages="$packages $(package_of "$thing")"
    case $thing in boost | theme) ;; *) required_packages="$required_packages $(package_of "$thing")" ;; esac
done
[ -z "$old_tools" ] || say "Too old: $old_tools"

if ! command -v apt-get >/dev/null; then
    if [ -z "$missing" ]; then
        go_on_without "no apt-get to install it with"
        exit 0
    fi
    tell_other_systems
    exit 1
fi
if ! find_root; then
    command="apt-get update && apt-get install -y$packages"
    if command -v sudo >/dev/null; then
        command="sudo apt-get update && sudo apt-get install -y$packages"
    fi
    if [ -z "$missing" ]; then
        go_on_without "installing it needs root: $command"
        exit 0
    fi
    complain "Installing needs root, and this is neither root nor a sudo that works without a"
    complain "password. Run this as root, then the same make command again:"
    complain "  $command"
    exit 1
fi

install_log=$(mktemp)
at_end 'rm -f "$install_log"'
# Boost.Context and the theme are worth having and not worth failing for.
# shellcheck disable=SC2086
if ! install_packages $packages && [ -n "$required_packages" ] &&
    [ "$packages" != "$required_packages" ]; then
    # shellcheck disable=SC2086
    install_packages $required_packages || true
fi

find_what_is_missing
if [ -n "$missing" ]; then
    complain "apt-get did not bring everything. Still missing:"
    for thing in $missing; do complain "  $(purpose_of "$thing")"; done
    [ -z "$old_tools" ] || complain "Too old: $old_tools"
    complain "The command was: ${as_root:+$as_root }apt-get install -y$packages"
    exit 1
fi
if [ "$boost_found" = no ] || [ "$theme_found" = no ]; then go_on_without "apt-get could not install it"; fi
say "Set-up is complete."
