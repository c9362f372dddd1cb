#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Whether the text of figures can be read: a contrast of 4.5 (WCAG 2) on white and on the grounds of dark pages.

Usage: figures_contrast.py FIGURE.svg...   Exit code 1: some text cannot be read.
White text stands in filled boxes, which must be dark enough for it.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

LIGHT, DARK = ["#ffffff"], ["#0d1117", "#1c1d1f", "#22272e"]  # GitHub's pages, and those of the site
WANTED = 4.5
WHITE = "#ffffff"


def luminance(colour):
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """From 1, the same, to 21, black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def faults(path):
    """What cannot be read in a figure."""
    root = ElementTree.parse(path).getroot()
    style = "".join(element.text or "" for element in root.findall(".//{*}style"))
    found = set()
    for element in root.findall(".//{*}text"):
        colour = element.get("fill")
        if colour == WHITE:
            continue
        on_dark = re.search(r'text\[fill="%s"\][^{]*\{fill:(#[0-9a-f]{6})\}' % colour, style)
        for drawn, grounds in ((colour, LIGHT), (on_dark[1] if on_dark else colour, DARK)):
            found |= {f"text of {drawn} on {ground}: {contrast(drawn, ground):.2f}"
                      for ground in grounds if contrast(drawn, ground) < WANTED}
    for element in root.findall(".//{*}rect"):
        fill = element.get("fill")
        if fill != "none" and contrast(WHITE, fill) < WANTED:
            found.add(f"white text in a box of {fill}: {contrast(WHITE, fill):.2f}")
    return sorted(found)


def main():
    """All figures of the command line."""
    bad = [(path, fault) for path in sys.argv[1:] for fault in faults(path)]
    for path, fault in bad:
        print(f"{path}: {fault}, and {WANTED} is wanted. Next: the colours in lessons/svg.py")
    return 1 if bad else 0


sys.exit(main())
