# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Which program wrote a document, on which GPU, and whether its context says all that it must."""
from __future__ import annotations

import re

from model import Run
from problem import Problem

# Every benchmark of this workshop writes these. The values are texts: Google Benchmark makes them so.
REQUIRED = ("gpu", "compute_capability", "driver", "toolkit", "sm_mhz_max", "memory_mhz", "l2_bytes",
            "data_sheet_bytes_per_second", "data_sheet_flops", "git_revision", "flags", "lesson",
            "implementation", "modes", "nvml", "other_load", "date")
PEERS_REQUIRED = ("date",)
PROGRAM = re.compile(r"bench_(\d\d_[a-z0-9_]+?)_(solution|starter|generated_starter|further)$")


def is_old(context: dict) -> bool:
    """Written before the context named the GPU under `gpu`; such rows have no flags either."""
    return "gpu" not in context and isinstance(context.get("device"), str)


def is_peers(context: dict) -> bool:
    """Written by bench/peers/softmax.py, today or in its older form."""
    return "torch" in context


def without_capability(device: str) -> str:
    """NVIDIA H200 of "NVIDIA H200 (compute capability 9.0)"."""
    return re.sub(r" \(compute capability [^)]*\)$", "", device.strip())


def origin(context: dict) -> tuple[str, str]:
    """Lesson and implementation."""
    if is_peers(context):
        return "peers", "solution"
    if not is_old(context):
        return str(context["lesson"]), str(context["implementation"])
    match = PROGRAM.search(str(context.get("executable", "")))
    if match is None:
        return "", ""
    return match[1], match[2]


def missing_keys(context: dict) -> list[str]:
    """What the context must have and has not."""
    if is_old(context):
        return [name for name in PEERS_REQUIRED if is_peers(context) and name not in context]
    return [name for name in REQUIRED if name not in context]


def check(document: object, file: str) -> Problem | None:
    """Why a document cannot be used, or None."""
    if not (isinstance(document, dict) and isinstance(document.get("context"), dict)
            and isinstance(document.get("benchmarks"), list)):
        return Problem(file, "this JSON is not the result of a benchmark: it has no context with benchmarks",
                       "a file of another program lies in the folder",
                       "name the files to read, or keep other files in a folder of their own")
    context = document["context"]
    if not is_old(context) and "gpu" not in context:
        return Problem(file, "the context does not name a GPU",
                       "a benchmark that is not one of this workshop",
                       "make the file with a benchmark of this workshop: bench/README.md")
    absent = missing_keys(context)
    if absent:
        return Problem(file, "the context has no " + ", ".join(absent),
                       "another revision of the benchmark wrote the file, or it was edited",
                       "build the benchmarks of this revision and measure again")
    if not origin(context)[0]:
        return Problem(file, "nothing says which lesson was measured",
                       "the program has been renamed", "run build/cuda/bin/bench_NN_slug_solution")
    if any("CPU device" in str(context.get(name)) for name in ("gpu", "device", "nvml")):
        return Problem(file, "the times are those of the CPU device, and say nothing about a GPU",
                       "the benchmark was built with BACKEND=emulator",
                       "on a machine with an NVIDIA GPU: make bench, then make report RESULTS=build/cuda/bench")
    return None


def run_of(context: dict, file: str) -> Run:
    """The run that a checked context describes, still without series."""
    lesson, implementation = origin(context)
    gpu = without_capability(str(context.get("gpu", context.get("device"))))
    return Run(file, lesson, implementation, gpu, str(context.get("date", "")), context)
