# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The ladder: what each lesson gains, at one shape as far as the data allow."""
from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from model import Key, Run, Shape
from ratios import CopyShare, PeerResult, best_peer, figures, limited_by_arithmetic, share_of_copy
from spread import Summary

PREFERRED = Shape(4096, 4096)
LIST = Path(__file__).with_name("ladder.txt")


@dataclass(frozen=True)
class Step:
    """A line of ladder.txt."""

    lesson: str
    function: str
    operations: float | None  # of an element, where the benchmark counts bytes only
    adds: str


@dataclass(frozen=True)
class Rung:
    """A step with what was measured of it; without figures where nothing was."""

    step: Step
    run: Run | None = None
    key: Key | None = None
    figure: Summary | None = None
    copy: CopyShare | None = None
    peer: PeerResult | None = None

    def operations(self) -> float | None:
        """Of a launch, for the roofline."""
        if self.figure is None or self.key is None or self.figure.operations is not None:
            return None if self.figure is None else self.figure.operations
        if self.step.operations is None:
            return None
        return self.step.operations * self.key.shape.rows * self.key.shape.cols

    def counts_operations(self) -> bool:
        """Whether it is compared with a library, not with the copy."""
        return self.run is not None and self.key is not None and counts_operations(self.run, self.key)


def counts_operations(run: Run, key: Key) -> bool:
    """Whether operations are what limits this function."""
    figure = figures(run, key)
    return figure is not None and limited_by_arithmetic(run, figure)


def steps(path: Path = LIST) -> list[Step]:
    """The lines of ladder.txt."""
    found = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if text.strip() and not text.startswith("#"):
            lesson, function, operations, adds = (part.strip() for part in text.split("|"))
            found.append(Step(lesson, function, None if operations == "-" else float(operations), adds))
    return found


def candidates(step: Step, runs: list[Run]) -> list[tuple[Run, Key]]:
    """Every cold measurement of the step's function. First those of its own lesson, then the newest."""
    def own(run: Run) -> bool:
        return step.lesson in (run.lesson, f"{run.lesson}_{run.implementation}")

    ordered = sorted(runs, key=lambda run: run.date, reverse=True)
    ordered.sort(key=lambda run: (run.implementation.endswith("starter"), not own(run)))
    return [(run, key) for run in ordered for key in run.series
            if key.function == step.function and key.mode == "cold" and figures(run, key) is not None]


def distance(shape: Shape) -> float:
    """How far a shape is from the preferred one."""
    return (abs(math.log(shape.rows / PREFERRED.rows)) + abs(math.log(shape.cols / PREFERRED.cols)))


def common_shape(shapes: list[set[Shape]]) -> Shape:
    """The shape that most functions were measured at; of several, the nearest to the preferred one."""
    counts = Counter(shape for some in shapes for shape in some)
    return min(counts, key=lambda shape: (-counts[shape], distance(shape)), default=PREFERRED)


def rung(step: Step, found: list[tuple[Run, Key]], shape: Shape) -> Rung:
    """The measurement of a step at a shape, or at the nearest one that there is."""
    if not found:
        return Rung(step)
    # min keeps the order of candidates among equals: the step's own lesson first.
    run, key = min(found, key=lambda one: (one[1].shape != shape, distance(one[1].shape)))
    return Rung(step, run, key, figures(run, key), share_of_copy(run, key), best_peer(run, key))


def ladder(runs: list[Run]) -> list[Rung]:
    """All rungs. The functions that bytes limit share a shape, and so do those that operations limit."""
    found = {step: candidates(step, runs) for step in steps()}
    arithmetic = {step: any(counts_operations(*one) for one in found[step]) for step in found}
    shapes = {kind: common_shape([{key.shape for _, key in found[step]} for step in found
                                  if arithmetic[step] == kind]) for kind in (False, True)}
    return [rung(step, found[step], shapes[arithmetic[step]]) for step in found]
