# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What a series says in a few figures: median, spread, and how sure the median is."""
from __future__ import annotations

import statistics
from dataclasses import dataclass
from math import comb

from model import Series

# Of the median of one series. Both of a pair hold with 0.975 * 0.975 = 95 %.
CONFIDENCE = 0.975


@dataclass(frozen=True)
class Summary:
    """A series in figures. Times are in seconds."""

    median: float
    half_iqr: float | None  # half of the inter-quartile range
    low: float | None       # the median of all launches lies in low..high, with CONFIDENCE
    high: float | None
    count: int              # samples that the figures come from
    dropped: int            # samples that were left out because the GPU was throttled
    all_throttled: bool     # then they are kept: a slow figure that is marked is better than none
    above_limit: bool       # no GPU of this kind can be so fast: something is wrong with the figure
    bytes: float | None     # of a launch
    operations: float | None


def outermost_needed(count: int) -> int | None:
    """How many of the sorted samples may be cut off at either end so that the median of all
    launches still lies between the rest with CONFIDENCE. None: the samples are too few.

    A sample lies below the true median with probability 1/2, so the number of samples below
    it is binomial. That holds for every distribution of times."""
    outside, cut = 0.0, None
    for k in range((count + 1) // 2):
        outside += 2 * comb(count, k) / 2**count
        if outside > 1 - CONFIDENCE:
            break
        cut = k
    return cut


def interval(values: list[float]) -> tuple[float | None, float | None]:
    """Where the true median lies, from sorted samples."""
    cut = outermost_needed(len(values))
    return (None, None) if cut is None else (values[cut], values[len(values) - 1 - cut])


def half_iqr(values: list[float]) -> float | None:
    """Half of the distance between the quartiles: as much as the middle half lies around."""
    if len(values) < 2:
        return None
    first, _, third = statistics.quantiles(values, n=4, method="inclusive")
    return (third - first) / 2


def summary(series: Series) -> Summary | None:
    """The figures of a series; None when it has no time."""
    if series.error or not series.samples:
        return None
    cool = [sample for sample in series.samples if not sample.throttled]
    used = cool or series.samples
    values = sorted(sample.seconds for sample in used)
    low, high = interval(values)
    count, spread = len(values), half_iqr(values)
    outer = series.range
    if outer is not None and outermost_needed(outer.count) is not None:
        # The file keeps the outermost samples only: the median lies between them all the more.
        low, high, count = outer.lowest, outer.highest, outer.count
    return Summary(median=statistics.median(values), half_iqr=spread, low=low, high=high, count=count,
                   dropped=len(series.samples) - len(used), all_throttled=not cool,
                   above_limit=any(sample.above_physical_limit for sample in used),
                   bytes=used[0].bytes, operations=used[0].operations)
