# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""A line in a kept plot that says from which data it was drawn, so that one that is out of date is noticed
without drawing it again: what draws plots is not on every machine, and its versions differ in details."""
from __future__ import annotations

import hashlib
import re

STAMP = re.compile(r"<!-- data ([0-9a-f]{16}), drawing ([0-9a-f]{16}) -->\n")


def digest(text: str) -> str:
    """A few digits that stand for a text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def told(facts: dict[str, str], panels: dict) -> str:
    """What a plot shows, as text: its title, and each line of each panel with its points."""
    lines = [f"{key} {facts[key]}" for key in ("title", "x", "y")]
    for title, series in panels.items():
        lines.append(f"panel {title}")
        for one in series:
            lines.append(f"line {one.name} {one.mode}")
            lines += [f"{x:.9g} {one.points[x]:.9g} {one.kinds.get(x, '')}" for x in sorted(one.points)]
    return "\n".join(lines)


def stamped(svg: str, facts: dict[str, str], panels: dict) -> str:
    """The plot with its stamp, behind the title."""
    plain = STAMP.sub("", svg)
    stamp = f"<!-- data {digest(told(facts, panels))}, drawing {digest(plain)} -->\n"
    head, end, rest = plain.partition("</title>\n")
    return head + end + stamp + rest


def fault(svg: str, facts: dict[str, str], panels: dict) -> str:
    """What is wrong with a kept plot; empty when it shows these data."""
    found = STAMP.search(svg)
    if found is None:
        return "the plot does not say from which data it was drawn"
    if found[1] != digest(told(facts, panels)):
        return "the plot was drawn from other data"
    if found[2] != digest(STAMP.sub("", svg)):
        return "the plot was changed after it was drawn"
    return ""
