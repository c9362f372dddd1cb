# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The JSON of the benchmarks, from samples: the same context, rows and judgements as bench/support writes them.

Nothing here asks a device. What the names mean, and what is left out, is told in bench/README.md.
"""
from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field

COPY = "device_to_device_copy"
# NVML's reasons for a low clock that mean "slower than it should be", as in bench/support/samples.cpp.
SLOW = 0x08 | 0x20 | 0x40 | 0x80
LOWEST_SHARE_OF_CLOCK = 0.75
AGGREGATES = (("mean", "time"), ("median", "time"), ("stddev", "time"), ("cv", "percentage"))


@dataclass(frozen=True)
class Reading:
    """A moment of the device. Unless `known`, nobody could read it."""

    known: bool = False
    sm_mhz: float = 0
    memory_mhz: float = 0
    temperature_c: float = 0
    slow_reasons: int = 0


@dataclass(frozen=True)
class Sample:
    """One repetition."""

    seconds: float  # of a launch
    launches: int
    before: Reading = Reading()
    after: Reading = Reading()


@dataclass
class Case:
    """One function at one shape. With `error` its times are not believed."""

    function: str
    rows: int
    cols: int
    is_peer: bool
    samples: list[Sample] = field(default_factory=list)
    error: str = ""

    def name(self) -> str:
        """As Google Benchmark names it; a peer is always measured with cold caches."""
        return f"{self.function}/{self.rows}x{self.cols}/cold/manual_time"

    def bytes(self) -> float:
        """Each element read once and written once."""
        return 8.0 * self.rows * self.cols


@dataclass(frozen=True)
class DeviceNumbers:
    """What a device says of itself; 0 where it does not."""

    capability: tuple[int, int] = (0, 0)
    multiprocessors: int = 0
    sm_mhz: float = 0  # the highest
    memory_khz: float = 0
    bus_bits: int = 0
    l2_bytes: int = 0

    def bytes_per_second(self) -> float:
        """Of the data sheet: the memory moves data twice in each period of its clock."""
        return 2 * self.memory_khz * 1e3 * self.bus_bits / 8

    def flops(self) -> float:
        """Of the data sheet: FP32, a fused multiply-add counted as two."""
        lanes = 64 if self.capability[0] < 8 or self.capability == (8, 0) else 128
        return 2.0 * self.multiprocessors * lanes * self.sm_mhz * 1e6


def known(value: float) -> str:
    """A figure of the context: a text, as Google Benchmark makes all of them."""
    return f"{value:.0f}" if value > 0 else "unknown"


def context_of(name: str, device: DeviceNumbers, facts: dict[str, object]) -> dict[str, object]:
    """The context.

    name: of the GPU. facts: date, driver, toolkit, git_revision, flags, nvml, other_load, and what else is to be
    kept, such as the versions of the libraries."""
    capability = f"{device.capability[0]}.{device.capability[1]}"
    return {"executable": "bench/peers/softmax.py", "device": f"{name} (compute capability {capability})",
            "gpu": name, "compute_capability": capability, "sm_mhz_max": known(device.sm_mhz),
            "memory_mhz": known(device.memory_khz / 1e3), "l2_bytes": known(device.l2_bytes),
            "data_sheet_bytes_per_second": known(device.bytes_per_second()),
            "data_sheet_flops": known(device.flops()), "lesson": "peers", "implementation": "solution",
            "modes": "cold", **facts}


def is_throttled(sample: Sample, highest_mhz: float) -> bool:
    """Whether the clock was held down, or is far below the highest one of the run."""
    if (sample.before.slow_reasons | sample.after.slow_reasons) & SLOW:
        return True
    return sample.after.known and sample.after.sm_mhz < LOWEST_SHARE_OF_CLOCK * highest_mhz


def highest_clock(cases: list[Case]) -> float:
    """The highest SM clock that was read in the run."""
    return max((reading.sm_mhz for case in cases for sample in case.samples
                for reading in (sample.before, sample.after)), default=0.0)


def statistic(name: str, values: list[float]) -> float:
    """One of the aggregates of Google Benchmark."""
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    mean = statistics.fmean(values)
    return {"mean": mean, "median": statistics.median(values), "stddev": deviation,
            "cv": deviation / mean if mean else 0.0}[name]


@dataclass
class Judged:
    """A case with what is concluded from its samples."""

    case: Case
    throttled: list[bool]
    kept: list[int]  # numbers of the samples that count
    seconds: float  # the median of those; NaN without any
    above_limit: bool = False
    percent_of_copy: float = 0

    def all_throttled(self) -> bool:
        """Then all of them count."""
        return bool(self.throttled) and all(self.throttled)

    def label(self) -> str:
        """What a person should know of the figure."""
        remarks = ["above the physical limit: not believed"] if self.above_limit else []
        if self.all_throttled():
            remarks.append("all samples throttled, and kept: is the clock locked?")
        elif any(self.throttled):
            remarks.append(f"{sum(self.throttled)} of {len(self.throttled)} samples throttled, and left out")
        return "; ".join(remarks)


def judge(case: Case, highest_mhz: float, device: DeviceNumbers) -> Judged:
    """The median of the samples that count, and whether it can be true."""
    throttled = [is_throttled(sample, highest_mhz) for sample in case.samples]
    kept = [i for i, slow in enumerate(throttled) if not slow] or list(range(len(throttled)))
    seconds = statistics.median([case.samples[i].seconds for i in kept]) if kept else math.nan
    return Judged(case, throttled, kept, seconds, above(case, seconds, device))


def above(case: Case, seconds: float, device: DeviceNumbers) -> bool:
    """Whether more bytes a second were moved than the memory can move."""
    limit = device.bytes_per_second()
    return limit > 0 and seconds > 0 and case.bytes() / seconds > limit


def judge_all(cases: list[Case], device: DeviceNumbers) -> list[Judged]:
    """All cases, with their share of the copy at the same shape."""
    highest = highest_clock(cases)
    judged = [judge(case, highest, device) for case in cases]
    copies = {(one.case.rows, one.case.cols): one for one in judged
              if one.case.function == COPY and not one.case.error and not one.above_limit}
    for one in judged:
        copy = copies.get((one.case.rows, one.case.cols))
        if copy is not None and not one.above_limit and one.seconds > 0:
            one.percent_of_copy = 100 * copy.seconds / one.seconds
    return judged


def iteration(one: Judged, index: int, device: DeviceNumbers) -> dict[str, object]:
    """The row of one repetition."""
    case, sample = one.case, one.case.samples[index]
    row: dict[str, object] = {
        "name": case.name(), "run_name": case.name(), "run_type": "iteration",
        "repetitions": len(case.samples), "repetition_index": index, "threads": 1,
        "iterations": sample.launches, "real_time": sample.seconds * 1e6, "time_unit": "us",
        "bytes": case.bytes(), "operations": 0.0, "bytes_per_second": case.bytes() / sample.seconds,
        "throttled": float(one.throttled[index]),
        "above_physical_limit": float(above(case, sample.seconds, device)), **figures(one, device)}
    if sample.after.known:
        row.update({"sm_mhz_before": sample.before.sm_mhz, "sm_mhz_after": sample.after.sm_mhz,
                    "memory_mhz": sample.after.memory_mhz, "temperature_c": sample.after.temperature_c,
                    "throttle_reasons": float(sample.before.slow_reasons | sample.after.slow_reasons)})
    if one.label():
        row["label"] = one.label()
    return row


def figures(one: Judged, device: DeviceNumbers) -> dict[str, float]:
    """What stands in every row of a case."""
    found = {"is_peer": float(one.case.is_peer)}
    if one.percent_of_copy > 0:
        found["percent_of_copy"] = one.percent_of_copy
    if device.bytes_per_second() > 0:
        found["percent_of_data_sheet"] = 100 * one.case.bytes() / one.seconds / device.bytes_per_second()
    if one.all_throttled():
        found["all_throttled"] = 1.0
    return found


def aggregate(one: Judged, name: str, unit: str, iterations: list[dict]) -> dict[str, object]:
    """The row of one aggregate, of the repetitions that count."""
    counted = [iterations[i] for i in one.kept]
    numbers = [key for key in counted[0] if key not in ("repetitions", "repetition_index", "threads", "iterations")
               and isinstance(counted[0][key], (int, float))]
    return {"name": f"{one.case.name()}_{name}", "run_name": one.case.name(), "run_type": "aggregate",
            "repetitions": len(one.case.samples), "threads": 1, "aggregate_name": name, "aggregate_unit": unit,
            "iterations": len(counted), "time_unit": "us",
            **{key: statistic(name, [float(row[key]) for row in counted]) for key in numbers},
            "throttled_samples": float(sum(one.throttled))}


def rows_of(cases: list[Case], device: DeviceNumbers) -> list[dict[str, object]]:
    """All rows: a case that is wrong has one without a time, the others their repetitions and aggregates."""
    rows: list[dict[str, object]] = []
    for one in judge_all(cases, device):
        if one.case.error or not one.case.samples:
            rows.append({"name": one.case.name(), "run_name": one.case.name(), "run_type": "iteration",
                         "repetition_index": 0, "error_occurred": True, "is_peer": float(one.case.is_peer),
                         "error_message": one.case.error or "it was not measured"})
            continue
        iterations = [iteration(one, i, device) for i in range(len(one.case.samples))]
        rows += iterations
        rows += [aggregate(one, name, unit, iterations) for name, unit in AGGREGATES]
    return rows
