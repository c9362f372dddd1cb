# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What the report says, in the order in which it is read. Markdown and HTML are made from this."""
from __future__ import annotations

from dataclasses import dataclass, field

from ladder import Rung
from ladder_table import ladder_table
from lesson_tables import lesson_table, peers_table
from model import Run
from plot import Plot
from problem import Problem
from table import Table

READING = [
    "**Time** is device time of one launch: the median over the repetitions. **±** is half of the "
    "inter-quartile range, in µs as well: half of all repetitions lie about that close.",
    "**cold**: no launch finds its input in the cache. **warm**: every launch works on the same buffers. "
    "**eager**: plain launches, with what they cost the host.",
    "**rate** counts each element as read once and written once, whatever the kernel did; for products, the "
    "operations. **% of copy** compares it with a device-to-device copy of as many bytes in the same run. It "
    "can pass 100. ≈: the copy at that shape moved another number of bytes.",
    "**verdict**: the time of the fastest library that does the same work divided by ours, in one run, with an "
    "interval that holds the ratio of the true medians with 95 %. –: no library there does the same work. SAME: the whole interval is within 2 % of 1. FAST: ours is "
    "faster, and all of the interval says so. SLOW: the same for slower. AMBIGUOUS: neither, or too few "
    "samples (7 are needed), or a figure that cannot be relied on.",
    "Samples during which the GPU was throttled are left out. Where all were, they are kept and marked. A "
    "figure above the physical limit of the GPU is a mistake of the measurement, never a win.",
]


@dataclass
class Section:
    """A heading with what belongs under it."""

    title: str
    paragraphs: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    warning: bool = False


def problems_section(problems: list[Problem]) -> Section:
    """What the report is made without."""
    lines = [f"**{one.file}**: {one.what}. Likely cause: {one.cause}. Next: {one.next_step}" for one in problems]
    return Section("Left out", ["These inputs could not be used. The rest of the report is made without them."]
                   + lines, warning=True)


def runs_section(runs: list[Run]) -> Section:
    """Where the figures come from."""
    table = Table(["run", "implementation", "date", "revision", "driver", "toolkit", "flags", "clocks read by",
                   "other load", "file"])
    for run in runs:
        told = [str(run.context.get(name, "")) for name in
                ("git_revision", "driver", "toolkit", "flags", "nvml", "other_load")]
        table.add(run.title(), run.implementation, run.date[:16].replace("T", " "), *told, f"`{run.file}`")
    return Section("Where the figures come from", tables=[table.without_empty_columns()])


def warnings_of(run: Run) -> list[str]:
    """What disturbed a run, or could not be seen."""
    found = []
    load, clocks = str(run.context.get("other_load", "none")), str(run.context.get("nvml", "NVML"))
    if load not in ("none", "unknown"):
        found.append(f"**Others used the GPU at the same time: {load}.** Measure again on an idle GPU.")
    if clocks.startswith("not available"):
        found.append(f"Clocks: {clocks}. A throttled sample looks like any other here.")
    return found


def run_section(run: Run, runs: list[Run]) -> Section:
    """All figures of a run."""
    paragraphs = warnings_of(run)
    tables = [lesson_table(run, runs)]
    if run.lesson == "peers":
        paragraphs.append("The first table holds our functions. The second has everybody: in bold the fastest "
                          "of each line, the copy aside, and those that are not clearly slower.")
        tables.append(peers_table(run))
    again = sum(other.title() == run.title() for other in runs) > 1
    return Section(run.title() + (f", {run.date[:16].replace('T', ' ')}" if again else ""), paragraphs, tables)


def sections(runs: list[Run], problems: list[Problem], rungs: list[Rung], plots: dict[str, Plot]) -> list[Section]:
    """The whole report."""
    found = [problems_section(problems)] if problems else []
    pictures = [plot for name, plot in plots.items() if name != "ladder"]
    missing = [one.step.function for one in rungs if one.figure is None]
    words = ["The kernel of each lesson at one shape, as far as it was measured there, with cold caches."]
    if missing:
        words.append("Not measured: " + ", ".join(f"`{name}`" for name in missing) + ".")
    found.append(Section("The ladder", words, [ladder_table([one for one in rungs if one.figure is not None])],
                         [plots["ladder"]]))
    # The reason why there are no pictures at all is said once.
    found += [Section(plot.title, plots=[plot]) for plot in pictures
              if plot.svg or plot.why_not != plots["ladder"].why_not]
    ordered = sorted(runs, key=lambda run: (run.lesson == "peers", run.lesson, run.implementation != "solution",
                                            run.date))
    found += [run_section(run, runs) for run in ordered]
    return found + [runs_section(ordered), Section("How to read this", list(READING))]


def headline(runs: list[Run]) -> str:
    """The GPU, and what is known of it."""
    if not runs:
        return "Nothing was read."
    newest = max(runs, key=lambda run: (run.number("data_sheet_bytes_per_second") is not None, run.date))
    parts = [newest.gpu]
    capability = newest.context.get("compute_capability")
    if capability:
        parts.append(f"compute capability {capability}")
    memory, arithmetic = newest.number("data_sheet_bytes_per_second"), newest.number("data_sheet_flops")
    if memory is not None:
        parts.append(f"{memory / 1e9:.0f} GB/s")
    if arithmetic is not None:
        parts.append(f"{arithmetic / 1e12:.1f} TFLOP/s in FP32 by its data sheet")
    cache = newest.number("l2_bytes")
    if cache is not None:
        parts.append(f"{cache / 2**20:.0f} MiB of L2 cache")
    return ", ".join(parts)
