# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Turns the rows of one document into series, and refuses rows that say too little."""
from __future__ import annotations

import math
import re
from collections import Counter

from model import MODES, Key, Range, Sample, Series, Shape
from problem import Problem

NAME = re.compile(r"([A-Za-z_]\w*)/([1-9]\d*)x([1-9]\d*)(?:/(\w+))?/manual_time(?:/repeats:\d+)?")
UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
SAID_ANYWAY = re.compile(r"physical limit|throttled|left out|kept: is the clock|FLOP/s|GB/s")
FLAGS = ("throttled", "above_physical_limit", "is_peer")
# Before rows had is_peer.
OLD_PEERS = ("cublas", "cudnn", "torch", "torch_compile", "triton")


class BadRow(ValueError):
    """What is wrong with a row; many rows of a file have the same fault, so it names none of them."""


def key_of(name: object) -> Key:
    """function/ROWSxCOLS/mode/manual_time; names without a mode are older, and of cold caches."""
    match = NAME.fullmatch(str(name))
    if match is None or (match[4] or "cold") not in MODES:
        raise BadRow("a name that is not function/ROWSxCOLS/mode/manual_time")
    return Key(match[1], Shape(int(match[2]), int(match[3])), match[4] or "cold")


def number(row: dict, name: str) -> float | None:
    """A figure of a row; None where there is none."""
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value)


def flag(row: dict, name: str) -> bool | None:
    """A flag of a row, 0 or 1 or a JSON truth; None where it says neither."""
    value = row.get(name)
    return bool(value) if value in (0, 1) else None


def seconds_of(row: dict, name: str = "real_time") -> float:
    """A time of a row. NaN, infinite, zero and negative times are no times."""
    if row.get("time_unit") not in UNITS:
        raise BadRow("no time_unit of ns, us, ms or s")
    value = number(row, name)
    if value is None:
        raise BadRow(f"no {name}")
    if not (value > 0 and math.isfinite(value)):
        raise BadRow(f"a {name} that is no time: {value:g}")
    return value * UNITS[str(row["time_unit"])]


def per_launch(row: dict, name: str, seconds: float) -> float | None:
    """Bytes or operations of a launch; older rows have only their rate."""
    value = number(row, name)
    if value is None:
        rate = number(row, f"{name}_per_second")
        value = None if rate is None else rate * seconds
    return value if value is not None and value > 0 and math.isfinite(value) else None


def sample_of(row: dict, old: bool) -> Sample:
    """One repetition."""
    seconds = seconds_of(row)
    missing = [name for name in FLAGS if flag(row, name) is None]
    if missing and not old:
        raise BadRow("no " + ", ".join(missing))
    sample = Sample(seconds, flag(row, "throttled") is True, flag(row, "above_physical_limit") is True,
                    per_launch(row, "bytes", seconds), per_launch(row, "operations", seconds))
    if sample.bytes is None and sample.operations is None:
        raise BadRow("neither bytes nor operations")
    return sample


def remarks_of(row: dict) -> list[str]:
    """What the benchmark says about a sample, without what the report says itself."""
    texts = [text.strip() for text in str(row.get("label", "")).split(";")]
    return [text for text in texts if text and not SAID_ANYWAY.search(text)]


def add_row(series: dict[Key, Series], row: dict, old: bool) -> None:
    """Adds one row to the series it belongs to."""
    key = key_of(row.get("run_name") or row.get("name"))
    if row.get("error_occurred"):
        one = series.setdefault(key, Series(key))
        one.error = str(row.get("error_message") or "no reason was given")
        one.is_peer = one.is_peer or key.function in OLD_PEERS or flag(row, "is_peer") is True
        return
    sample = sample_of(row, old)
    one = series.setdefault(key, Series(key))
    one.is_peer = flag(row, "is_peer") is True or ("is_peer" not in row and key.function in OLD_PEERS)
    one.samples.append(sample)
    if old:  # newer ones take any copy at the same shape
        one.told_percent_of_copy = number(row, "percent_of_copy")
    else:
        one.remarks += [text for text in remarks_of(row) if text not in one.remarks]
    if "lowest" in row and "highest" in row:
        one.range = Range(int(number(row, "repetitions") or 0), seconds_of(row, "lowest"),
                          seconds_of(row, "highest"))


def series_of(rows: list, file: str, old: bool) -> tuple[dict[Key, Series], list[Problem]]:
    """All series of a document, and one problem for each kind of faulty row."""
    series: dict[Key, Series] = {}
    faults: Counter[str] = Counter()
    first: dict[str, str] = {}
    aggregates = 0
    for row in rows:
        try:
            if not isinstance(row, dict):
                raise BadRow("no names in them")
            if row.get("run_type") == "aggregate":
                aggregates += 1  # ours are made from the repetitions
            else:
                add_row(series, row, old)
        except BadRow as bad:
            faults[str(bad)] += 1
            first.setdefault(str(bad), str(row.get("name") if isinstance(row, dict) else row)[:80])
    problems = [Problem(file, f"left out {count} of {len(rows)} rows, with {fault}; the first is {first[fault]}",
                        "another revision of the benchmark wrote them, or the run was disturbed",
                        "build the benchmarks of this revision and measure again")
                for fault, count in faults.items()]
    if aggregates and not series and not problems:
        problems.append(Problem(file, "there are aggregates only, and no repetitions",
                                "--benchmark_report_aggregates_only was given",
                                "measure again without that option"))
    return series, problems
