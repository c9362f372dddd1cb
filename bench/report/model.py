# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What was measured, in the form that all other modules use. Times are in seconds of one launch."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

COPY = "device_to_device_copy"
MODES = ("cold", "warm", "eager")


class Shape(NamedTuple):
    """A matrix of rows x cols."""

    rows: int
    cols: int

    def text(self) -> str:
        """As people read it."""
        return f"{self.rows} x {self.cols}"


class Key(NamedTuple):
    """What makes two samples samples of the same thing."""

    function: str
    shape: Shape
    mode: str


@dataclass(frozen=True)
class Sample:
    """One repetition."""

    seconds: float
    throttled: bool = False
    above_physical_limit: bool = False
    bytes: float | None = None
    operations: float | None = None


@dataclass(frozen=True)
class Range:
    """All that some files keep of their samples: how many there were, and the two outermost."""

    count: int
    lowest: float
    highest: float


@dataclass
class Series:
    """All samples of one function at one shape in one mode, from one run."""

    key: Key
    is_peer: bool = False
    samples: list[Sample] = field(default_factory=list)
    range: Range | None = None
    told_percent_of_copy: float | None = None
    remarks: list[str] = field(default_factory=list)  # of the benchmark, each once
    error: str = ""


@dataclass
class Run:
    """One JSON document: what one program measured in one go. Ratios never leave a run."""

    file: str
    lesson: str  # such as 05_persistent_grid; "peers" for bench/peers/softmax.py
    implementation: str
    gpu: str
    date: str
    context: dict[str, object] = field(default_factory=dict)
    series: dict[Key, Series] = field(default_factory=dict)

    def number(self, name: str) -> float | None:
        """A figure of the context, or None where it is absent, unknown or not positive."""
        try:
            value = float(str(self.context.get(name)))
        except ValueError:
            return None
        return value if 0 < value < float("inf") else None

    def title(self) -> str:
        """As a heading names it."""
        if self.lesson == "peers":
            return "Softmax beside other libraries"
        number, _, name = self.lesson.partition("_")
        label = f"Lesson {number.lstrip('0')}: {name.replace('_', ' ')}"
        return label if self.implementation == "solution" else f"{label} ({self.implementation})"
