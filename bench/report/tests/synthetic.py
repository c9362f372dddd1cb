# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Results that no GPU gave: every figure here was made up for the tests."""
from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from contexts import check, is_old, run_of
from model import Key, Run, Shape
from rows import series_of
from works import WORKS

# Made up as the figures are, and beside libraries that are not.
WORKS.update(dict.fromkeys(("f", "g", "h", "odd", "slow", "quick"), "softmax"))

GPU = "Synthetic GPU (figures made up for tests)"
# So large that 1 us a launch is a round figure: 1e9 bytes in 1000 us are 1000 GB/s.
BYTES, OPERATIONS = 1e9, 1e8
SHEET_BYTES, SHEET_FLOPS = 2e12, 20e12


def context(**changes: object) -> dict:
    """The context of a benchmark. Google Benchmark writes every value as a text."""
    usual = {"date": "2030-01-01T00:00:00+00:00", "gpu": GPU, "compute_capability": "9.9", "driver": "1.0",
             "toolkit": "99.0", "sm_mhz_max": "1000", "memory_mhz": "500", "l2_bytes": "50000000",
             "data_sheet_bytes_per_second": f"{SHEET_BYTES:g}", "data_sheet_flops": f"{SHEET_FLOPS:g}",
             "git_revision": "synthetic", "flags": "-O3", "lesson": "05_persistent_grid",
             "implementation": "solution", "modes": "cold,warm,eager", "nvml": "NVML", "other_load": "none"}
    usual.update(changes)
    return {name: value for name, value in usual.items() if value is not None}


def row(function: str, us: float, repetition: int = 0, shape: str = "4096x4096", mode: str = "cold",
        **changes: object) -> dict:
    """One repetition. A change to None leaves a key out."""
    name = f"{function}/{shape}/{mode}/manual_time"
    usual = {"name": name, "run_name": name, "run_type": "iteration", "repetition_index": repetition,
             "real_time": us, "time_unit": "us", "bytes": BYTES, "operations": 0.0,
             "throttled": 0.0, "above_physical_limit": 0.0, "is_peer": 0.0, "sm_mhz_before": 1000.0,
             "sm_mhz_after": 1000.0, "temperature_c": 40.0}
    usual.update(changes)
    return {name: value for name, value in usual.items() if value is not None}


def rows(function: str, times: list[float], **changes: object) -> list[dict]:
    """A row for each time, in microseconds."""
    return [row(function, us, at, **changes) for at, us in enumerate(times)]


def around(us: float, width: float = 0.001) -> list[float]:
    """Nine times about a median, the outermost `width` of it away."""
    return [us * (1 + width * step / 4) for step in range(-4, 5)]


def document(benchmarks: list[dict], **changes: object) -> dict:
    """A whole document."""
    return {"context": context(**changes), "benchmarks": benchmarks}


def write(path: Path, *documents: dict) -> str:
    """A file of documents, one after the other, as programs write them."""
    path.write_text("".join(json.dumps(one, indent=1) + "\n" for one in documents), encoding="utf-8")
    return str(path)


def run(benchmarks: list[dict], **changes: object) -> Run:
    """A run as the reader gives it. Fails when the reader has something to say."""
    whole = document(benchmarks, **changes)
    assert check(whole, "synthetic.json") is None
    found = run_of(whole["context"], "synthetic.json")
    found.series, problems = series_of(benchmarks, "synthetic.json", is_old(whole["context"]))
    assert not problems, problems[0].text()
    return found


def key(function: str, shape: tuple[int, int] = (4096, 4096), mode: str = "cold") -> Key:
    """A key."""
    return Key(function, Shape(*shape), mode)
