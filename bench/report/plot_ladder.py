# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The ladder of lessons as bars: percent of the copy, and percent of the library."""
from __future__ import annotations

from typing import Any

from ladder import Rung
from ladder_table import lesson_name
from plot import Plot
from plot_style import colour, svg_of
from words import NAMES


ROOM_BESIDE = 86  # percent: a longer bar carries its figure inside, off the line at 100


def label(one: Rung) -> str:
    """What stands left of a bar."""
    return f"{lesson_name(one)}   {one.step.function}"


def bars(axes: Any, rungs: list[Rung], shares: list[float], name: str, title: str) -> None:
    """One panel, the first lesson on top."""
    # What cannot be true is no bar, and does not stretch the scale of the others.
    sound = [one.figure is None or not one.figure.above_limit for one in rungs]
    for place, (share, true) in enumerate(zip(shares, sound)):
        if not true:
            axes.annotate(f"{share:.1f} %: above the physical limit, not a result", (0, place), (5, 0),
                          textcoords="offset points", va="center")
            continue
        axes.barh(place, share, height=0.62, color=colour(name))
        inside = share > ROOM_BESIDE
        axes.annotate(f"{share:.1f} %", (share, place), (-5 if inside else 5, 0), textcoords="offset points",
                      va="center", ha="right" if inside else "left", color=colour("ground" if inside else "ink"))
    axes.set_yticks(list(range(len(rungs))), [label(one) for one in rungs])
    axes.set_ylim(len(rungs) - 0.4, -0.6)
    axes.set_xlim(0, max([100.0] + [share for share, true in zip(shares, sound) if true]) * 1.12)
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


def draw(rungs: list[Rung]) -> Plot:
    """The bars of everything that was measured."""
    import matplotlib.pyplot as plt

    title = "The ladder of lessons"
    moved = [(one, 100 * one.copy.value) for one in rungs
             if one.copy is not None and not one.counts_operations()]
    computed = [(one, 100 * one.peer.verdict.ratio) for one in rungs
                if one.peer is not None and one.counts_operations()]
    libraries = sorted({NAMES.get(one.peer.peer, one.peer.peer) for one, _ in computed if one.peer is not None})
    panels = [panel for panel in ((moved, "blue", "percent of the copy"),
                                  (computed, "orange", "percent of " + " or ".join(libraries))) if panel[0]]
    if not panels:
        return Plot("ladder", title, why_not="There are no bars: nothing of the ladder has been measured.")
    heights = [len(group) + 0.2 for group, *_ in panels]
    figure, grid = plt.subplots(len(panels), 1, figsize=(8.2, 0.36 * sum(heights) + 0.75 * len(panels)),
                                squeeze=False, gridspec_kw={"height_ratios": heights})
    for axes, (group, name, text) in zip(grid[:, 0], panels):
        group_rungs = [one for one, _ in group]
        bars(axes, group_rungs, [share for _, share in group], name, f"{text}, {shapes_of(group_rungs)}, cold")
    svg = svg_of(figure, "ladder", title)
    plt.close(figure)
    return Plot("ladder", title, svg)
