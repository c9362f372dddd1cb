# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Which of two sets of samples is faster, and whether that can be told."""
from __future__ import annotations

from dataclasses import dataclass

from spread import Summary

SAME, FAST, SLOW, AMBIGUOUS = "SAME", "FAST", "SLOW", "AMBIGUOUS"
ALIKE = 0.02  # a ratio whose whole range is as near to 1 is as good as 1


@dataclass(frozen=True)
class Verdict:
    """`ratio` is the other's time divided by ours: above 1, ours is faster."""

    word: str
    ratio: float
    low: float | None
    high: float | None
    why: str = ""

    def text(self) -> str:
        """As a table shows it. Three places, so that an end beside 1 is not shown as 1."""
        inside = "" if self.low is None or self.high is None else f" [{self.low:.3f}, {self.high:.3f}]"
        return f"{self.word} {self.ratio:.3f}{inside}" + (f" ({self.why})" if self.why else "")


def judge(ours: Summary, other: Summary) -> Verdict:
    """The verdict on ours. Both ends of the interval are those of the two medians."""
    ratio = other.median / ours.median
    if ours.low is None or ours.high is None or other.low is None or other.high is None:
        return Verdict(AMBIGUOUS, ratio, None, None, "too few samples")
    low, high = other.low / ours.high, other.high / ours.low
    if ours.above_limit or other.above_limit:
        return Verdict(AMBIGUOUS, ratio, low, high, "above the physical limit")
    if ours.all_throttled or other.all_throttled:
        return Verdict(AMBIGUOUS, ratio, low, high, "throttled")
    if low >= 1 - ALIKE and high <= 1 + ALIKE:
        return Verdict(SAME, ratio, low, high)
    if low > 1:
        return Verdict(FAST, ratio, low, high)
    if high < 1:
        return Verdict(SLOW, ratio, low, high)
    return Verdict(AMBIGUOUS, ratio, low, high)
