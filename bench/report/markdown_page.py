# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The report as Markdown, with the plots in files beside it."""
from __future__ import annotations

from sections import Section


def markdown_page(title: str, headline: str, parts: list[Section]) -> str:
    """The page."""
    text = [f"# {title}", headline]
    for part in parts:
        text.append(f"## {part.title}")
        text += part.paragraphs
        for plot in part.plots:
            text.append(f"![{plot.title}]({plot.name}.svg)" if plot.svg else plot.why_not)
        text += [table.markdown().rstrip() for table in part.tables if table.rows]
    return "\n\n".join(text) + "\n"
