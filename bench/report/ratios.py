# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Ratios inside a run: to the copy, to the data sheet, to the best other library."""
from __future__ import annotations

from dataclasses import dataclass, replace

from model import COPY, Key, Run
from spread import Summary, summary
from verdicts import Verdict, judge
from works import same_work

# FP32 operations a byte at which arithmetic becomes the limit, where the data sheet is not known.
USUAL_RIDGE = 16.0


def figures(run: Run, key: Key) -> Summary | None:
    """The summary of one series. What is faster than the data sheet allows is marked, whoever says so.

    Only cold launches are held against the memory: warm ones may find everything in the cache."""
    series = run.series.get(key)
    found = summary(series) if series is not None else None
    if found is None:
        return None
    memory, arithmetic = share_of_memory(run, key.mode, found), share_of_arithmetic(run, found)
    over = (memory is not None and memory > 1) or (arithmetic is not None and arithmetic > 1)
    return replace(found, above_limit=found.above_limit or over)


def share_of_memory(run: Run, mode: str, figure: Summary) -> float | None:
    """Bytes a second, as a share of what the data sheet promises of cold launches."""
    limit = run.number("data_sheet_bytes_per_second")
    if limit is None or figure.bytes is None or mode == "warm":
        return None
    return figure.bytes / figure.median / limit


def share_of_arithmetic(run: Run, figure: Summary) -> float | None:
    """Operations a second, as a share of what the data sheet promises in FP32."""
    limit = run.number("data_sheet_flops")
    if limit is None or figure.operations is None:
        return None
    return figure.operations / figure.median / limit


@dataclass(frozen=True)
class CopyShare:
    """`value` is ours divided by the copy's bytes a second."""

    value: float
    same_bytes: bool  # else the copy beside it moved another number of bytes
    doubtful: bool = False  # the copy was throttled throughout


def share_of_copy(run: Run, key: Key) -> CopyShare | None:
    """Our bytes a second divided by those of a copy of as many bytes, in the same run and mode."""
    ours = figures(run, key)
    if ours is None or ours.bytes is None:
        return None
    beside: Summary | None = None
    for other in run.series:
        if other.function != COPY or other.mode != key.mode:
            continue
        copy = figures(run, other)
        if copy is None or copy.bytes is None or copy.above_limit:
            continue  # what is above the physical limit is no yardstick
        if abs(copy.bytes / ours.bytes - 1) < 1e-6 and (beside is None or other.shape == key.shape):
            beside = copy
    if beside is not None:
        return CopyShare(beside.median / ours.median, True, beside.all_throttled)
    told = run.series[key].told_percent_of_copy  # older files have no such copy, but this figure
    if told is not None:
        return CopyShare(told / 100, True)
    copy = figures(run, Key(COPY, key.shape, key.mode))
    if copy is None or copy.bytes is None or copy.above_limit:
        return None
    return CopyShare(ours.bytes / ours.median / (copy.bytes / copy.median), False, copy.all_throttled)


@dataclass(frozen=True)
class PeerResult:
    """How a series does against the fastest library of a run that does the same work."""

    peer: str
    seconds: float
    verdict: Verdict
    run: Run


def peers_at(run: Run, key: Key) -> list[tuple[str, Summary]]:
    """All libraries that do the same work, at the shape and in the mode of key; the fastest first.

    What cannot be true (above the physical limit) is no yardstick."""
    found = []
    for other, series in run.series.items():
        if (series.is_peer and other.shape == key.shape and other.mode == key.mode
                and same_work(key.function, other.function)):
            figure = figures(run, other)
            if figure is not None and not figure.above_limit:
                found.append((other.function, figure))
    return sorted(found, key=lambda pair: pair[1].median)


def best_peer(run: Run, key: Key) -> PeerResult | None:
    """The fastest library of this run that does the work of one of our functions."""
    ours = figures(run, key)
    if ours is None or run.series[key].is_peer or key.function == COPY:
        return None
    others = peers_at(run, key)
    if not others:
        return None
    name, figure = others[0]
    return PeerResult(name, figure.median, judge(ours, figure), run)


def best_peer_anywhere(own: Run, runs: list[Run], key: Key) -> PeerResult | None:
    """As best_peer: in the run itself, else in the newest other run that has both of them."""
    for run in [own] + sorted((r for r in runs if r is not own), key=lambda r: r.date, reverse=True):
        if key in run.series and (found := best_peer(run, key)) is not None:
            return found
    return None


def limited_by_arithmetic(run: Run, figure: Summary) -> bool:
    """Whether the roof over this function is that of the arithmetic, so that operations count, not bytes."""
    if figure.bytes is None or figure.operations is None:
        return figure.bytes is None
    memory, arithmetic = run.number("data_sheet_bytes_per_second"), run.number("data_sheet_flops")
    ridge = arithmetic / memory if memory and arithmetic else USUAL_RIDGE
    return figure.operations / figure.bytes > ridge
