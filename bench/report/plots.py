# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The three kinds of plots. Without matplotlib there are none, and the report says how to get it."""
from __future__ import annotations

from ladder import Rung
from model import Run
from plot import Plot
from plot_style import MISSING, settings


def have_matplotlib() -> bool:
    """Whether there can be plots."""
    try:
        import matplotlib
        matplotlib.use("svg")
    except ImportError:
        return False
    return True


def all_plots(runs: list[Run], rungs: list[Rung]) -> dict[str, Plot]:
    """Every plot by its name."""
    if not have_matplotlib():
        reason = f"There are no plots: matplotlib is not installed. Next: {MISSING}"
        return {name: Plot(name, "", why_not=reason) for name in ("ladder", "roofline", "width")}
    import matplotlib

    import plot_ladder
    import plot_roofline
    import plot_width

    with matplotlib.rc_context(settings()):
        return {"ladder": plot_ladder.draw(rungs), "roofline": plot_roofline.draw(rungs),
                **plot_width.draw(runs, rungs)}
