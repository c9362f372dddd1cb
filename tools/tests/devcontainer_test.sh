#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The containers for editors: what they install is what tools/setup.sh would install, so that a
# container with nothing missing stays one. Their settings are JSON, name files that are there, name
# the same extensions as .vscode, and forward no port.
# Usage: devcontainer_test.sh [FOLDER]   FOLDER: where the files are, the workshop if not given
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
. "$root/tools/tests/as_tracked.sh"
folder=${1-}
if [ -z "$folder" ]; then
    folder=$scratch/tracked
    as_tracked "$root" "$folder" .devcontainer .vscode || failed "git does not give the files"
fi
containers=$folder/.devcontainer

lines() { # FILE: its values, one a line
    cmake -DFILE="$1" -P "$root/tools/tests/json_lines.cmake" 2>&1
}
value() { sed -n "s|^$1	||p" "$scratch/values"; }
words() { tr -s ' \n' '\n' | sort; }

# setup.sh on a machine that has nothing and may install nothing prints the command.
mkdir "$scratch/bin"
for tool in sh env dirname id sed grep awk head cat tr mktemp rm; do
    ln -s "$(command -v $tool)" "$scratch/bin/$tool"
done
printf '#!/bin/sh\necho 1000\n' >"$scratch/id"
rm "$scratch/bin/id" && mv "$scratch/id" "$scratch/bin/id"
printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/apt-get"
chmod +x "$scratch/bin/id" "$scratch/bin/apt-get"
env -u CXX -u CMAKE_PREFIX_PATH PATH="$scratch/bin" WORKSHOP_GTEST_SOURCES="$scratch/none" \
    WORKSHOP_INCLUDE_FOLDER="$scratch/none" "$root/tools/setup.sh" >"$scratch/setup" 2>&1
sed -n 's/.*apt-get install -y //p' "$scratch/setup" | words >"$scratch/wanted"
[ -s "$scratch/wanted" ] || failed "setup.sh names no packages: $(cat "$scratch/setup")"
sed -n 's/^ARG build_packages="\(.*\)"/\1/p' "$containers/Dockerfile" | words >"$scratch/given"
expect_same "$scratch/wanted" "$scratch/given"
# Declared is not installed.
grep -q 'build_packages} ${work_packages}' "$containers/Dockerfile" ||
    failed "the Dockerfile does not install what it lists"
for package in git make gdb clangd; do
    sed -n 's/^ARG work_packages=//p' "$containers/Dockerfile" | grep -qw "$package" ||
        failed "the Dockerfile lacks $package"
done
grep -qx 'ARG base=debian:bookworm' "$containers/Dockerfile" || failed "the base is not plain Debian"

if ! lines "$folder/.vscode/extensions.json" >"$scratch/values"; then
    failed "$(cat "$scratch/values")"
fi
sed -n 's/^recommendations\.[0-9]*	//p' "$scratch/values" | sort >"$scratch/recommended"
for settings in "$containers/devcontainer.json" "$containers/gpu/devcontainer.json"; do
    lines "$settings" >"$scratch/values" || failed "$(cat "$scratch/values")"
    [ -f "${settings%/*}/$(value build.dockerfile)" ] || failed "$settings: there is no such Dockerfile"
    grep -q "^USER $(value remoteUser)\$" "$containers/Dockerfile" ||
        failed "$settings: the Dockerfile makes no such user"
    # Heavy work belongs to the commands that a person starts.
    [ "$(value postCreateCommand)" = "make env" ] || failed "$settings: more than make env at the start"
    ! grep -q '^forwardPorts\.' "$scratch/values" || failed "$settings forwards a port"
    [ "$(value capAdd.0)" = SYS_PTRACE ] || failed "$settings: gdb may not trace"
    sed -n 's/^customizations\.vscode\.extensions\.[0-9]*	//p' "$scratch/values" | sort >"$scratch/named"
    expect_same "$scratch/recommended" "$scratch/named"
    # Places of one machine have no business here.
    ! grep -E '	(.*[ =:])?(/|~|[A-Z]:\\)' "$scratch/values" || failed "$settings names an absolute path"
done
case $(value runArgs.0),$(value runArgs.1),$(value build.args.base) in
    --gpus,all,nvidia/cuda:*-devel-*) ;;
    *) failed "the container for a GPU has none, or no nvcc" ;;
esac

# The control: each difference is found.
if [ $# -eq 0 ]; then
    spoil() { # FILE, SED-COMMAND
        rm -rf "$scratch/copy"
        mkdir "$scratch/copy"
        cp -R "$folder/.devcontainer" "$folder/.vscode" "$scratch/copy"
        sed "$2" "$folder/$1" >"$scratch/copy/$1"
        if cmp -s "$folder/$1" "$scratch/copy/$1"; then failed "the control '$2' changes nothing in $1"; fi
        expect_exit 1 "$0" "$scratch/copy"
    }
    container=.devcontainer/devcontainer.json
    spoil .devcontainer/Dockerfile 's/ libbenchmark-dev//'
    spoil .devcontainer/Dockerfile 's/"g++ cmake/"g++ cmake ninja-build/'
    spoil .devcontainer/Dockerfile 's/ gdb//'
    spoil .devcontainer/Dockerfile 's/^USER .*/USER somebody/'
    spoil $container 's/"init": true,/"init": true/'
    spoil $container 's/\("postCreateCommand".*\)/\1 \/\/ beside/'
    spoil $container 's/"ms-vscode.cmake-tools"/"ms-vscode.cmake-tools",/'
    spoil $container 's/"ms-vscode.cpptools",//'
    spoil $container 's/make env/make test/'
    spoil $container 's/"Dockerfile"/"\/srv\/workshop\/Dockerfile"/'
    spoil $container 's/"forwardPorts": \[/"forwardPorts": [80/'
    spoil .devcontainer/gpu/devcontainer.json 's/"--gpus", "all"//'

    # What an editor wrote into a folder is not judged, what was staged is; and without git, what is there.
    mkdir -p "$scratch/edited/.vscode"
    echo new >"$scratch/edited/.vscode/settings.json"
    as_tracked "$scratch/edited" "$scratch/plain" .vscode >"$scratch/output"
    expect_same "$scratch/edited/.vscode/settings.json" "$scratch/plain/.vscode/settings.json"
    if git -C "$scratch/edited" init -q 2>/dev/null; then
        git -C "$scratch/edited" add .vscode
        echo "an editor's own" >"$scratch/edited/.vscode/settings.json"
        as_tracked "$scratch/edited" "$scratch/staged" .vscode >"$scratch/output"
        expect_same "$scratch/plain/.vscode/settings.json" "$scratch/staged/.vscode/settings.json"
        expect_said "judged as git has them: .vscode"
    else
        echo "left out: no git"
    fi
fi
finish
