# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The ladder of lessons as bars: percent of the copy, and percent of the library."""
from __future__ import annotations

import xml.etree.ElementTree
from pathlib import Path
from typing import Any

from ladder import Rung
from ladder_table import lesson_name
from plot import Plot
from plot_style import MISSING, colour, svg_of
from problem import Problem
from words import NAMES


ROOM_BESIDE = 86  # percent: a longer bar carries its figure inside, off the line at 100


def label(one: Rung) -> str:
    """What stands left of a bar."""
    return f"{lesson_name(one)}   {one.step.function}"


def believed(one: Rung) -> bool:
    """What cannot be true is no bar, and does not stretch the scale of the others."""
    return one.figure is None or not one.figure.above_limit


def share_text(one: Rung, share: float) -> str:
    """What stands at a bar."""
    return f"{share:.1f} %" + ("" if believed(one) else ": above the physical limit, not a result")


def bars(axes: Any, group: list[tuple[Rung, float]], name: str, title: str) -> None:
    """One panel, the first lesson on top."""
    for place, (one, share) in enumerate(group):
        if not believed(one):
            axes.annotate(share_text(one, share), (0, place), (5, 0), textcoords="offset points", va="center")
            continue
        axes.barh(place, share, height=0.62, color=colour(name))
        inside = share > ROOM_BESIDE
        axes.annotate(share_text(one, share), (share, place), (-5 if inside else 5, 0),
                      textcoords="offset points", va="center", ha="right" if inside else "left",
                      color=colour("ground" if inside else "ink"))
    axes.set_yticks(list(range(len(group))), [label(one) for one, _ in group])
    axes.set_ylim(len(group) - 0.4, -0.6)
    axes.set_xlim(0, max([100.0] + [share for one, share in group if believed(one)]) * 1.12)
    axes.axvline(100, color=colour("muted"), linewidth=1, linestyle=(0, (4, 3)), zorder=0)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_title(title, pad=8)


def shapes_of(rungs: list[Rung]) -> str:
    """The shape that the bars have in common, and the functions that have another one."""
    texts = [one.key.shape.text() for one in rungs if one.key is not None]
    usual = max(texts, key=texts.count)
    others = [f"{one.step.function} {one.key.shape.text()}" for one in rungs
              if one.key is not None and one.key.shape.text() != usual]
    return usual + (f" ({', '.join(others)})" if others else "")


Panel = tuple[list[tuple[Rung, float]], str, str]  # rungs with their shares in percent, colour, title


def panels(rungs: list[Rung]) -> list[Panel]:
    """What is drawn: the functions that bytes limit, then those that operations limit."""
    moved = [(one, 100 * one.copy.value) for one in rungs
             if one.copy is not None and not one.counts_operations()]
    computed = [(one, 100 * one.peer.verdict.ratio) for one in rungs
                if one.peer is not None and one.counts_operations()]
    libraries = sorted({NAMES.get(one.peer.peer, one.peer.peer) for one, _ in computed if one.peer is not None})
    return [(group, name, f"{text}, {shapes_of([one for one, _ in group])}, cold")
            for group, name, text in ((moved, "blue", "percent of the copy"),
                                      (computed, "orange", "percent of " + " or ".join(libraries))) if group]


def wanted_texts(rungs: list[Rung]) -> list[str]:
    """Titles, then labels, then shares: what a drawn ladder says, as far as the data decide it."""
    drawn = panels(rungs)
    return ([title for *_, title in drawn] + [label(one) for group, *_ in drawn for one, _ in group]
            + [share_text(*both) for group, *_ in drawn for both in group])


def told_by(svg: str, wanted: list[str]) -> list[str]:
    """The texts of a plot in the order of wanted_texts(): those that are wanted, and every other share."""
    texts = ["".join(element.itertext()).strip() for element in xml.etree.ElementTree.fromstring(svg).iter()
             if element.tag.endswith("}text")]
    titles = [text for text in texts if text.endswith(", cold")]
    shares = [text for text in texts if " %" in text]
    return titles + [text for text in texts if text in wanted and text not in titles + shares] + shares


def plot_differs(plot: Path, rungs: list[Rung]) -> Problem | None:
    """Whether a kept plot says something else than the data. Needs no matplotlib."""
    wanted = wanted_texts(rungs)
    next_step = f"make report, with matplotlib ({MISSING})"
    try:
        told = told_by(plot.read_text(encoding="utf-8"), wanted)
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        return Problem(str(plot), f"the plot of the ladder cannot be read: {error}",
                       "it was never made, or was edited", next_step)
    if told == wanted:
        return None
    return Problem(str(plot), "the plot of the ladder is not what the results say",
                   "results were added, and matplotlib was not there when the ladder was written", next_step)


def draw(rungs: list[Rung]) -> Plot:
    """The bars of everything that was measured."""
    import matplotlib.pyplot as plt

    title = "The ladder of lessons"
    drawn = panels(rungs)
    if not drawn:
        return Plot("ladder", title, why_not="There are no bars: nothing of the ladder has been measured.")
    heights = [len(group) + 0.2 for group, *_ in drawn]
    figure, grid = plt.subplots(len(drawn), 1, figsize=(8.2, 0.36 * sum(heights) + 0.75 * len(drawn)),
                                squeeze=False, gridspec_kw={"height_ratios": heights})
    for axes, (group, name, text) in zip(grid[:, 0], drawn):
        bars(axes, group, name, text)
    svg = svg_of(figure, "ladder", title)
    plt.close(figure)
    return Plot("ladder", title, svg)
