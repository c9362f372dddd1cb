# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of a run: a line for each function and shape."""
from __future__ import annotations

from model import COPY, MODES, Key, Run, Shape
from ratios import (best_peer_anywhere, figures, limited_by_arithmetic, share_of_arithmetic, share_of_copy,
                    share_of_memory)
from spread import Summary
from table import ABSENT, Table
from verdicts import SLOW, judge
from words import called, doubts, gigabytes, microseconds, percent, spread, teraflops

COLUMNS = ["function", "shape", "cold µs:", "± µs:", "rate:", "% of copy:", "% of data sheet:", "warm µs:",
           "eager µs:", "best other:", "verdict", "notes"]


def functions_and_shapes(run: Run) -> list[tuple[str, Shape]]:
    """In the order of the file, each once."""
    return list(dict.fromkeys((key.function, key.shape) for key in run.series))


def copy_cell(run: Run, key: Key) -> str:
    """Percent of the copy, marked where that copy moved another number of bytes."""
    share = share_of_copy(run, key)
    if share is None:
        return ABSENT
    return percent(share.value) if share.same_bytes else f"≈ {percent(share.value)}"


def error_of(run: Run, function: str, shape: Shape) -> str:
    """Why there is no time, in any mode."""
    modes: dict[str, list[str]] = {}
    for key, one in run.series.items():
        if (key.function, key.shape) == (function, shape) and one.error:
            modes.setdefault(one.error, []).append(key.mode)
    return "; ".join(f"no {', '.join(names)} time: {error}" for error, names in modes.items())


def remarks(run: Run, function: str, shape: Shape) -> list[str]:
    """What the benchmark says about these figures, with the mode that it says it of."""
    return [f"{mode}: {text}" for mode in MODES if (one := run.series.get(Key(function, shape, mode)))
            for text in one.remarks]


def lesson_row(run: Run, runs: list[Run], function: str, shape: Shape) -> list[str]:
    """One line. Where nothing was measured cold, the first mode that there is is named."""
    key = Key(function, shape, "cold")
    figure = figures(run, key)
    rate = sheet = copy = peer = verdict = ABSENT
    notes = [error_of(run, function, shape), doubts(figure)]
    if figure is not None:
        arithmetic = limited_by_arithmetic(run, figure)
        rate = teraflops(figure) if arithmetic else gigabytes(figure)
        sheet = percent(share_of_arithmetic(run, figure) if arithmetic
                        else share_of_memory(run, key.mode, figure))
        if not arithmetic:
            copy = copy_cell(run, key)
        best = best_peer_anywhere(run, runs, key)
        if best is not None:
            peer = f"{called(best.peer)} {microseconds(best.seconds)}"
            verdict = best.verdict.text()
            if best.run is not run:
                notes.append(f"verdict from a run where ours took {ours_in(best.run, key)} µs")
    others = [figures(run, Key(function, shape, mode)) for mode in ("warm", "eager")]
    notes += [f"{mode}: {doubts(other)}" for mode, other in zip(("warm", "eager"), others) if doubts(other)]
    notes += remarks(run, function, shape)
    return [called(function), shape.text(), microseconds(figure.median if figure else None), spread(figure),
            rate, copy, sheet, *(microseconds(other.median if other else None) for other in others),
            peer, verdict, "; ".join(note for note in notes if note)]


def ours_in(run: Run, key: Key) -> str:
    """Our time in another run."""
    figure = figures(run, key)
    return ABSENT if figure is None else microseconds(figure.median)


def lesson_table(run: Run, runs: list[Run]) -> Table:
    """All of a run; of the comparison of libraries only what is ours, as peers_table shows the rest."""
    table = Table(COLUMNS)
    for function, shape in functions_and_shapes(run):
        is_peer = any(one.is_peer for key, one in run.series.items()
                      if (key.function, key.shape) == (function, shape))
        if run.lesson == "peers" and (is_peer or function == COPY):
            continue
        table.add(*lesson_row(run, runs, function, shape))
    return table.without_empty_columns()


def slower(figure: Summary, best: Summary) -> bool:
    """Whether a figure is slower than the best one; without enough samples its median decides."""
    verdict = judge(figure, best)
    return figure is not best and (verdict.low is None or verdict.word == SLOW)


def peers_table(run: Run, mode: str = "cold") -> Table:
    """Times of everybody: a line a shape, a column a function. In bold, of all but the copy, the
    fastest, and those of which it cannot be said that they are slower."""
    names = list(dict.fromkeys(key.function for key in run.series if key.mode == mode))
    table = Table(["shape"] + [f"{called(name)} µs:" for name in names])
    for shape in dict.fromkeys(key.shape for key in run.series if key.mode == mode):
        found = {name: figures(run, Key(name, shape, mode)) for name in names}
        sound = [figure for name, figure in found.items()
                 if figure is not None and not figure.above_limit and name != COPY]
        best = min(sound, key=lambda figure: figure.median, default=None)
        cells = []
        for name, figure in found.items():
            text = microseconds(figure.median if figure else None)
            if figure is not None and figure.above_limit:
                text += " (above the physical limit)"
            elif figure is not None and best is not None and name != COPY and not slower(figure, best):
                text = f"**{text}**"
            cells.append(text)
        table.add(shape.text(), *cells)
    return table
