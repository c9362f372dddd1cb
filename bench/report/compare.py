# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Two runs of the same programs: which ratios came out the same, and which are unsettled."""
from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from model import COPY, Key, Run
from ratios import figures, peers_at, share_of_copy

AGREE = 0.05


class Name(NamedTuple):
    """What a ratio is of, and what it is to."""

    run: str
    key: Key
    against: str


class Ratio(NamedTuple):
    """A ratio inside a run; doubtful when one of its times is above the physical limit or throttled."""

    value: float
    doubtful: bool


def ratios_of(runs: list[Run]) -> dict[Name, Ratio]:
    """Every ratio to the copy and to another library. Of what was measured twice, the newest."""
    found: dict[Name, Ratio] = {}
    for run in sorted(runs, key=lambda one: one.date, reverse=True):
        where = run.lesson if run.implementation == "solution" else f"{run.lesson} ({run.implementation})"
        for key, series in run.series.items():
            ours = figures(run, key)
            if key.function == COPY or ours is None:
                continue
            doubtful = ours.above_limit or ours.all_throttled
            copy = share_of_copy(run, key)
            if copy is not None:
                found.setdefault(Name(where, key, COPY), Ratio(copy.value, doubtful or copy.doubtful))
            for peer, figure in [] if series.is_peer else peers_at(run, key):
                found.setdefault(Name(where, key, peer), Ratio(
                    figure.median / ours.median, doubtful or figure.all_throttled))
    return found


def agree(first: Ratio, second: Ratio) -> bool:
    """Whether two ratios are within 5 % of each other, whichever is the larger, and can be relied on."""
    low, high = sorted((first.value, second.value))
    return high <= low * (1 + AGREE) and not first.doubtful and not second.doubtful


def line(name: Name, first: Ratio, second: Ratio) -> str:
    """A row of the table of unsettled ratios."""
    apart = max(first.value, second.value) / min(first.value, second.value) - 1
    note = ", above the physical limit or throttled" if first.doubtful or second.doubtful else ""
    return (f"| {name.run} | `{name.key.function}` | {name.key.shape.text()} | {name.key.mode} "
            f"| `{name.against}` | {first.value:.3f} | {second.value:.3f} | {apart:.1%}{note} |")


def alone(title: str, names: list[Name]) -> list[str]:
    """What is in one run only, by function."""
    if not names:
        return []
    counts = Counter((name.run, name.key.function, name.key.mode) for name in names)
    return [f"\n## Only in the {title} run\n\nThese are unsettled as well: nothing repeats them.\n"] + [
        f"- {run}: `{function}`, {mode}: {count} ratios" for (run, function, mode), count in counts.items()]


def comparison(first: list[Run], second: list[Run]) -> tuple[str, bool]:
    """The report in Markdown, and whether every ratio is there twice and agrees."""
    one, two = ratios_of(first), ratios_of(second)
    both = [name for name in one if name in two]
    apart = [name for name in both if not agree(one[name], two[name])]
    text = [f"# Two runs compared\n\n{len(both) - len(apart)} of the {len(both)} ratios that are in both "
            f"agree within {AGREE:.0%}.\nA ratio is the other's time divided by ours, inside one run.\n"]
    gpus = sorted({run.gpu for run in first + second})
    if len(gpus) > 1:
        text.append(f"The runs are of different GPUs: {', '.join(gpus)}.\n")
    if apart:
        text += ["## Unsettled\n\nMeasure these again before a text relies on them.\n",
                 "| run | function | shape | mode | against | first | second | apart |",
                 "|---|---|---|---|---|--:|--:|--:|"]
        text += [line(name, one[name], two[name]) for name in apart]
    only_one, only_two = [n for n in one if n not in two], [n for n in two if n not in one]
    text += alone("first", only_one) + alone("second", only_two)
    return "\n".join(text).rstrip() + "\n", bool(both) and not (apart or only_one or only_two)
