# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""How the plots look: one set of colours for light pages and one for dark ones, in the SVG itself.

matplotlib draws with the colours of PALETTE. In the SVG each of them becomes a CSS variable, which a
page or the SVG's own style sheet gives a value that suits its background."""
from __future__ import annotations

import io
import re
from typing import Any

MISSING = "pip install matplotlib, or apt-get install python3-matplotlib"
# matplotlib brings DejaVu Sans and lays texts out with it. A reader without it gets Verdana, as wide.
FONT = "DejaVu Sans"
FONTS = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"

# name: what matplotlib draws with, which is what light pages show too; on dark pages.
# The hues are those of Okabe and Ito, which people with any colour vision tell apart; the yellow is left
# out, and the others are made darker or lighter until each can be read on its background.
PALETTE = {
    "ground": ("#fffffe", "#12161c"),  # of a text that lies on a bar
    "ink": ("#24292f", "#e6edf3"),
    "muted": ("#57606b", "#9aa5b1"),
    "line": ("#d1d6db", "#3b434c"),
    "blue": ("#0068a8", "#56b4e9"),
    "orange": ("#b35900", "#f0a24a"),
    "green": ("#00775a", "#35c79a"),
    "purple": ("#a3447a", "#e08dbb"),
    "red": ("#c03a1b", "#ff8a66"),
    "olive": ("#766800", "#d9c955"),
    "grey": ("#6e7175", "#b4bac0"),
}
SERIES = ("blue", "orange", "green", "purple", "red", "olive", "grey")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def colour(name: str) -> str:
    """What matplotlib is given."""
    return PALETTE[name][0]


def leader(tint: str) -> dict[str, object]:
    """The thin line from a label to its point: from the label's left side, short of the mark."""
    return {"arrowstyle": "-", "relpos": (0, 0.5), "color": tint, "linewidth": 0.7, "shrinkA": 1, "shrinkB": 5}


def variables(dark: bool) -> str:
    """The declarations of all colours."""
    return " ".join(f"--plot-{name}: {both[dark]};" for name, both in PALETTE.items())


def style_sheet() -> str:
    """Colours by the scheme of the reader. Paper is light."""
    return (f":root {{ color-scheme: light dark; {variables(False)} }}\n"
            f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {variables(True)} }} }}\n")


def settings() -> dict[Any, Any]:
    """What matplotlib is told: text stays text, nothing but the data is heavy."""
    return {"svg.fonttype": "none", "font.family": FONT, "font.size": 10, "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.edgecolor": colour("muted"), "axes.labelcolor": colour("ink"),
            "xtick.color": colour("muted"), "ytick.color": colour("muted"), "text.color": colour("ink"),
            "xtick.labelcolor": colour("ink"), "ytick.labelcolor": colour("ink"), "axes.titlelocation": "left",
            "axes.titlesize": 11, "grid.color": colour("line"), "grid.linewidth": 0.8,
            "axes.axisbelow": True, "lines.linewidth": 1.8, "lines.markersize": 5,
            "figure.constrained_layout.use": True, "figure.constrained_layout.hspace": 0.08,
            "savefig.transparent": True}


def svg_of(figure: Any, name: str, title: str) -> str:
    """A figure as an SVG that can stand alone or in a page, and reads well in both schemes."""
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg "):]
    for plot_name, (light, _) in PALETTE.items():
        text = re.sub(re.escape(light) + r"\b", f"var(--plot-{plot_name}, {light})", text, flags=re.I)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = text.replace(f"'{FONT}'", FONTS)
    # Names inside must differ from those of the other plots of a page.
    text = re.sub(r'\b(id=")|(url\(#)|(href="#)', lambda m: m[0] + name + "-", text)
    head, rest = text.split(">", 1)
    return (f'{head} role="img" aria-label="{title}">\n<title>{title}</title>\n'
            f"<style>{style_sheet()}</style>{rest}")
