#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# tools/agreement.sh where the driver keeps the GPU's counters from ncu, on Linux and under WSL: the cause and
# the next command are told, and everything that needs no counters is done. And where it does not.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
unset CUDA_HOME CUDA_PATH CUDACXX CUDA_VISIBLE_DEVICES 2>/dev/null || true
export WORKSHOP_TOOLKIT_FOLDERS="$scratch/none"
ln -s "$(command -v paste)" "$scratch/bin/paste"
mkdir -p "$copy/emulator" "$copy/solutions" "$copy/include"
cp -R "$root/emulator/agreement" "$copy/emulator/"

fake nvcc <<'END'
case "$*" in
    *--version*) echo "Cuda compilation tools, release 13.0, V13.0.88" ;;
    *--list-gpu-code*) printf 'sm_75\nsm_90\n' ;;
    *) while [ $# -gt 1 ]; do
        [ "$1" != -o ] || { echo "#!/bin/sh" >"$2"; chmod +x "$2"; }
        shift
    done ;;
esac
END
fake nvidia-smi <<'END'
case "$*" in
    *--query*) echo "0, NVIDIA H200, 580.65, 9.0, 143771" ;;
    *) echo "| NVIDIA-SMI 580.65   Driver Version: 580.65   CUDA Version: 13.0  |" ;;
esac
END
fake compute-sanitizer <<'END'
echo "========= ERROR SUMMARY: 0 errors"
END
cat >"$scratch/refuses" <<'END'
case "$*" in *--query-metrics* | *--version*) exit 0 ;; esac
echo "a run of ncu" >>"$NCU_RUNS"
echo "==PROF== Connected to process 4711"
echo "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target device 0. For instructions on enabling permissions and to get more information see https://developer.nvidia.com/ERR_NVGPUCTRPERM"
exit 1
END
cat >"$scratch/counts" <<'END'
case "$*" in *--query-metrics* | *--version*) exit 0 ;; esac
printf '"ID","Kernel Name"\n"","' && printf '"\n"0","kernel"\n'
END
export NCU_RUNS="$scratch/ncu_runs"

echo "Linux version 6.1.0 (gcc) #1 SMP" >"$scratch/linux"
echo "Linux version 5.15.153.1-microsoft-standard-WSL2" >"$scratch/wsl"
results=$scratch/results
for system in linux wsl; do
    fake ncu <"$scratch/refuses"
    : >"$NCU_RUNS"
    rm -rf "$results"
    run "no counters, $system" env WORKSHOP_PROC_VERSION="$scratch/$system" "$copy/tools/agreement.sh" "$results"
    expect_code 1
    expect_line "ncu may not read the performance counters of this GPU (ERR_NVGPUCTRPERM)."
    case $system in
        linux)
            expect_line "cause: the driver lets only the administrator read them."
            expect_line "next:  sudo -E tools/agreement.sh $results"
            expect_no "Windows"
            ;;
        wsl)
            expect_line "cause: under WSL, Windows decides who may read them"
            expect_line "Manage GPU Performance Counters, Allow access to all users"
            expect_line "here again: tools/agreement.sh $results"
            expect_no "sudo"
            ;;
    esac
    expect_line "make profile-lesson1"
    expect_line "FAIL  ncu"
    expect_line "What failed, and why: $results/environment.txt"
    expect_no "agreement_table.sh"
    # The rest has gone on, and one refusal was enough.
    for step in environment compile metric_names sanitizer; do expect_line "PASS  $step"; done
    grep -q "ERROR SUMMARY" "$results/sanitizer.txt" || failed "the output of compute-sanitizer is wanted"
    grep -q "ERR_NVGPUCTRPERM" "$results/environment.txt" || failed "environment.txt is to tell it as well"
    [ ! -e "$results/ncu.csv" ] || failed "a file without counts is not wanted"
    [ "$(wc -l <"$NCU_RUNS")" -eq 1 ] || failed "ncu is to be asked once"
done

fake ncu <"$scratch/counts"
run "counters" "$copy/tools/agreement.sh" "$results"
expect_code 0
expect_line "PASS  ncu"
expect_line "Next: tools/agreement_table.sh"
expect_no "ERR_NVGPUCTRPERM"
# Every call of the list by each of the four tools, with its options, and every case of the other list.
grep -v '^#' "$copy/emulator/agreement/solution_calls.txt" >"$scratch/calls"
[ "$(wc -l <"$scratch/calls")" -gt 0 ] || failed "there are no calls"
while read -r call; do
    for tool in memcheck racecheck initcheck synccheck; do
        grep -qxF "### $call | $tool" "$results/sanitizer.txt" || failed "$tool has not looked at $call"
    done
done <"$scratch/calls"
[ "$(grep -c '^### solution_call ' "$results/sanitizer.txt")" -eq $((4 * $(wc -l <"$scratch/calls"))) ] ||
    failed "a call of a solution is in no list"
awk -F ' *[|]' '!/^#/ { print "### " $1 }' "$copy/emulator/agreement/counts.txt" | sort -u >"$scratch/wanted"
grep '^### ' "$results/ncu.csv" | sort -u >"$scratch/asked"
cmp -s "$scratch/wanted" "$scratch/asked" || failed "ncu is to be asked for each case of counts.txt"
cp "$results/ncu.csv" "$scratch/counted"

# What was counted before is not lost.
fake ncu <"$scratch/refuses"
run "refused later" env WORKSHOP_PROC_VERSION="$scratch/linux" "$copy/tools/agreement.sh" "$results"
expect_code 1
expect_line "ncu.csv is still that of an earlier run"
cmp -s "$results/ncu.csv" "$scratch/counted" || failed "ncu.csv has changed"
finish
