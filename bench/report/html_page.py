# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The report as one HTML file that needs nothing else: no network, no script, no other file."""
from __future__ import annotations

import html
import re

from plot_style import variables
from sections import Section
from table import inline_html

LIGHT = ("--ground: #ffffff; --ink: #1f2328; --soft: #59636e; --edge: #d1d9e0; --band: #f6f8fa; "
         "--link: #0757ba; --warn: #fff4e5; --warn-edge: #b35900;")
DARK = ("--ground: #12161c; --ink: #e6edf3; --soft: #9da7b3; --edge: #3b434c; --band: #1a2028; "
        "--link: #6cb6ff; --warn: #2e2313; --warn-edge: #f0a24a;")

STYLE = f"""
:root {{ color-scheme: light dark; {LIGHT} {variables(False)} }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ {DARK} {variables(True)} }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; max-width: 100rem; padding: 1.5rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 15px/1.5 "DejaVu Sans", Verdana, "Segoe UI", system-ui, sans-serif; }}
h1 {{ font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }}
h2 {{ font-size: 1.2rem; margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--edge); }}
p {{ max-width: 46rem; margin: .5rem 0; }}
a {{ color: var(--link); }}
nav {{ margin: 1rem 0 0; color: var(--soft); }}
nav a {{ margin-right: 1rem; display: inline-block; }}
.head {{ color: var(--soft); margin: 0; max-width: none; }}
.scroll {{ overflow-x: auto; margin: .75rem 0 1.25rem; }}
table {{ border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }}
th, td {{ text-align: left; padding: .28rem .5rem; border-bottom: 1px solid var(--edge); vertical-align: top; }}
th {{ border-bottom-width: 2px; white-space: nowrap; font-weight: 600; }}
.figures, .words {{ white-space: nowrap; }}
.figures {{ text-align: right; }}
.prose {{ min-width: 11rem; }}
tbody tr:nth-child(even) {{ background: var(--band); }}
code {{ font: .95em "DejaVu Sans Mono", ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }}
td code {{ overflow-wrap: normal; }}
figure {{ margin: 1rem 0; }}
figure svg {{ display: block; max-width: 100%; height: auto; }}
.warning {{ background: var(--warn); border-left: 4px solid var(--warn-edge); padding: .1rem 1rem .7rem;
  margin-top: 1.5rem; }}
.warning h2 {{ border: 0; margin-top: .5rem; }}
.warning p {{ max-width: none; overflow-wrap: anywhere; }}
@media screen and (max-width: 78rem) {{
  .wide::before {{ content: "More columns to the right: scroll the table sideways."; position: sticky; left: 0;
    display: inline-block; color: var(--soft); font-size: 12px; margin-bottom: .25rem; }}
}}
@media print {{
  @page {{ size: A4 landscape; margin: 12mm; }}
  body {{ max-width: none; padding: 0; font-size: 10pt; }}
  nav {{ display: none; }}
  table {{ font-size: 7.5pt; }}
  th, td {{ padding: .15rem .4rem; }}
  .scroll {{ overflow: visible; }}
  h2, h2 + p {{ break-after: avoid; }}
  h2 {{ margin-top: 1.2rem; }}
  figure, tr {{ break-inside: avoid; }}
  thead {{ display: table-header-group; }}
  tbody tr:nth-child(even) {{ background: none; }}
  figure svg {{ max-width: 15.5cm; }}
}}
"""


def anchor(title: str, at: int) -> str:
    """A name for a heading that no other one has."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") + f"-{at}"


def in_page(svg: str) -> str:
    """An SVG without its own colours: those of the page take their place."""
    return re.sub(r"<style>:root.*?</style>", "", svg, count=1, flags=re.S)


def section_html(part: Section, at: int) -> str:
    """One section."""
    text = [f"<h2 id=\"{anchor(part.title, at)}\">{html.escape(part.title)}</h2>"]
    text += [f"<p>{inline_html(paragraph)}</p>" for paragraph in part.paragraphs]
    for plot in part.plots:
        text.append(f"<figure>{in_page(plot.svg)}</figure>" if plot.svg
                    else f"<p>{inline_html(plot.why_not)}</p>")
    text += [table.html() for table in part.tables if table.rows]
    return f"<section{' class=warning' if part.warning else ''}>\n" + "\n".join(text) + "\n</section>"


def html_page(title: str, headline: str, parts: list[Section]) -> str:
    """The page."""
    links = "".join(f'<a href="#{anchor(part.title, at)}">{html.escape(part.title)}</a>'
                    for at, part in enumerate(parts))
    body = "\n".join(section_html(part, at) for at, part in enumerate(parts))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{html.escape(title)}</h1>
<p class="head">{html.escape(headline)}</p>
<nav>{links}</nav>
<main>
{body}
</main>
</body>
</html>
"""
