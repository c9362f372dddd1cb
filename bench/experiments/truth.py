# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks report beside what is true: a copy timed by plain events, a kernel of a known time."""
from __future__ import annotations

import json
from pathlib import Path
from statistics import median

from model import COPY, Key, Run, Shape
from ratios import figures
from table import Table
from words import microseconds

GIB = Shape(16384, 16384)  # of float32
SPIN_SECONDS = 0.01
COPY_ALLOWED, SPIN_ALLOWED = 0.02, 0.01


def plain_file(results: Path) -> Path:
    """Where the program that has nothing of the benchmarks leaves its output."""
    return results.with_name(f"{results.stem}-plain.json")


def plain_seconds(document: dict, gpu: str) -> float:
    """The median of the rounds of bench_plain_copy. ValueError when it is of something else."""
    if document["gpu"] != gpu:
        raise ValueError(f"the plain copy was measured on '{document['gpu']}', the benchmark on '{gpu}'")
    if document["bytes"] != 4 * GIB.rows * GIB.cols:
        raise ValueError(f"the plain copy was of {document['bytes']} bytes")
    rounds = [float(one) for one in document["microseconds"]]
    if len(rounds) < 3 or not all(one > 0 for one in rounds):
        raise ValueError("the plain copy has no three times above 0")
    return median(rounds) * 1e-6


def reported(run: Run, function: str) -> float:
    """The median that the benchmark reports."""
    figure = figures(run, Key(function, GIB, "cold"))
    if figure is None:
        raise ValueError(f"{function} was not measured at {GIB.text()}")
    return figure.median


def compare(run: Run, plain: dict) -> tuple[Table, bool]:
    """The table, and whether everything is as near to the truth as it has to be."""
    table = Table(["what", "reported µs:", "true µs:", "difference:", "allowed:", "within"])
    all_within = True
    for what, function, true, allowed in (
            ("copy of 1 GiB, beside plain events", COPY, plain_seconds(plain, run.gpu), COPY_ALLOWED),
            ("kernel of 10 ms, by `%globaltimer`", "spin_10_ms", SPIN_SECONDS, SPIN_ALLOWED)):
        told = reported(run, function)
        difference = told / true - 1
        within = abs(difference) <= allowed
        all_within = all_within and within
        table.add(what, microseconds(told), microseconds(true), f"{100 * difference:+.2f} %",
                  f"{100 * allowed:.0f} %", "yes" if within else "**no**")
    return table, all_within


def ways(plain: dict) -> Table:
    """The same copies in a stream and in a graph, as the plain program has timed them."""
    table = Table(["MiB of a copy:", "in a stream µs:", "GB/s:", "in a graph µs:", "GB/s:"])
    for one in plain.get("ways", []):
        cells = []
        for way in ("stream", "graph"):
            seconds = float(one[way]) * 1e-6
            if not seconds > 0:
                raise ValueError(f"a copy of {one['bytes']} bytes in a {way} took no time above 0")
            # Each byte is read and written.
            cells += [microseconds(seconds), f"{2 * one['bytes'] / seconds / 1e9:.0f}"]
        table.add(f"{one['bytes'] / 2**20:g}", *cells)
    return table


def read(run: Run, results: Path) -> tuple[Table, bool, Table]:
    """As compare(), with the output of the plain program beside the results; then ways() of that."""
    plain = json.loads(plain_file(results).read_text(encoding="utf-8"))
    return (*compare(run, plain), ways(plain))
