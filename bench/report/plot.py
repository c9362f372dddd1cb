# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""A plot, or why there is none."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plot:
    """A picture as the text of an SVG; without it, the reason."""

    name: str
    title: str
    svg: str = ""
    why_not: str = ""
