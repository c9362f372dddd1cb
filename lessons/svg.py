# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""A small SVG writer for the figures of the lessons.

The background is transparent. Colours are those of a light page; a reader whose page is dark gets
lighter text and lines, as in the pictures that move. Filled boxes stay: the text in them is white.
tools/tests/figures_test.sh holds all text to a contrast of 4.5.
"""

import os
from xml.sax.saxutils import escape

INK = "#5c6670"     # text and lines on the page
FAINT = "#9aa3ad"   # outlines of cells that do not matter
BLUE = "#2f6db8"
GREEN = "#277a50"
ORANGE = "#b95412"
PURPLE = "#7a52bd"
RED = "#c4323e"
GREY = "#66707a"
ON_DARK = {INK: "#a3adb8", FAINT: "#59636e", BLUE: "#6ea8e8", GREEN: "#5fbf8f", ORANGE: "#e8935a",
           PURPLE: "#b79aea", RED: "#f0808a", GREY: "#a3adb8"}
FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"


def dark_style():
    """What changes on a dark page: text, tips, lines and outlines, told by the colour that they have."""
    rules = [f'text[fill="{light}"],path[fill="{light}"]{{fill:{dark}}}'
             f'line[stroke="{light}"],rect[fill="none"][stroke="{light}"]{{stroke:{dark}}}'
             for light, dark in ON_DARK.items()]
    return "<style>@media (prefers-color-scheme:dark){\n" + "\n".join(rules) + "\n}</style>"


class Figure:
    """Collects shapes and writes them to a file. Sizes are in pixels."""

    def __init__(self, width, height, title):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" font-family="{FONT}" font-size="13">',
            "<!-- SPDX-FileCopyrightText: the CUDA kernel workshop contributors -->",
            "<!-- SPDX-License-Identifier: Apache-2.0 -->",
            f"<title>{escape(title)}</title>",
            dark_style(),
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            f'markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="{INK}"/></marker>'
            "</defs>",
        ]

    def text(self, x, y, text, size=13, anchor="middle", colour=INK, bold=False):
        """One line of text; y is its middle."""
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y + size * 0.36:.1f}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="{colour}"{weight}>{escape(text)}</text>')

    def cell(self, x, y, width, height, text="", fill=None, stroke=FAINT, size=13, dashed=False):
        """A box with text in it: white on a filled box, ink on an empty one."""
        dash = ' stroke-dasharray="3 3"' if dashed else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" '
            f'fill="{fill or "none"}" stroke="{fill or stroke}"{dash}/>')
        if text:
            self.text(x + width / 2, y + height / 2, text, size, colour="#ffffff" if fill else INK)

    def line(self, x1, y1, x2, y2, arrow=False, colour=INK, dashed=False, width=1.4):
        """A straight line, with a tip at its end when `arrow` is set."""
        tip = ' marker-end="url(#tip)"' if arrow else ""
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" '
            f'stroke-width="{width}"{dash}{tip}/>')

    def save(self, path):
        # Written beside and renamed: a full disk leaves the earlier figure.
        with open(f"{path}.unfinished", "w", encoding="utf-8") as file:
            file.write("\n".join(self.parts + ["</svg>"]) + "\n")
        os.replace(f"{path}.unfinished", path)
