# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""A table that can be written as Markdown and as HTML. `code` in a cell is set as code."""
from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

ABSENT = "–"
LONG = 30  # characters of a cell that may be broken into lines
WIDE = 5   # columns from which on a table may be wider than a small screen


def inline_html(text: str) -> str:
    """A cell or a paragraph as HTML: `code`, **bold** and [links](address)."""
    escaped = html.escape(text, quote=False)
    escaped = re.sub(r"`([^`]*)`", r"<code>\1</code>", escaped)
    escaped = re.sub(r"\*\*([^*]*)\*\*", r"<strong>\1</strong>", escaped)
    return re.sub(r"\[([^\]]*)\]\(([^)\s]*)\)",
                  lambda m: f'<a href="{html.escape(m[2])}">{m[1]}</a>', escaped)


@dataclass
class Table:
    """Columns are named with what they hold; those of figures end in a colon: "cold µs:"."""

    columns: list[str]
    rows: list[list[str]] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        """One row."""
        if len(cells) != len(self.columns):
            raise ValueError(f"{len(cells)} cells for {len(self.columns)} columns")
        self.rows.append(list(cells))

    def without_empty_columns(self) -> Table:
        """The same, without columns that hold nothing at all."""
        kept = [at for at in range(len(self.columns)) if any(row[at] not in ("", ABSENT) for row in self.rows)]
        return Table([self.columns[at] for at in kept], [[row[at] for at in kept] for row in self.rows])

    def markdown(self) -> str:
        """As Markdown."""
        def line(cells: list[str]) -> str:
            return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

        names = [name.rstrip(":") for name in self.columns]
        marks = "|" + "|".join("--:" if name.endswith(":") else "---" for name in self.columns) + "|"
        return "\n".join([line(names), marks] + [line(row) for row in self.rows]) + "\n"

    def kind(self, at: int) -> str:
        """What a column holds: figures, words that fit on a line, or prose that may be broken."""
        if self.columns[at].endswith(":"):
            return "figures"
        return "prose" if any(len(row[at]) > LONG for row in self.rows) else "words"

    def html(self) -> str:
        """As HTML, in a box that scrolls when the page is narrow."""
        kinds = [self.kind(at) for at in range(len(self.columns))]
        head = "".join(f'<th scope="col" class="{kind}">{inline_html(name.rstrip(":"))}</th>'
                       for kind, name in zip(kinds, self.columns))
        body = "\n".join("<tr>" + "".join(f'<td class="{kind}">{inline_html(cell)}</td>'
                                          for kind, cell in zip(kinds, row)) + "</tr>" for row in self.rows)
        kind = "scroll wide" if len(self.columns) >= WIDE else "scroll"
        return f'<div class="{kind}"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>\n'
