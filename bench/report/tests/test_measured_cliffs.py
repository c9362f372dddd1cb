# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""No cliff just past a width at which a kernel chooses another way: in what was measured on the H200."""
from __future__ import annotations

import unittest
from pathlib import Path

import synthetic  # noqa: F401  (finds the modules of the report)
from model import Key, Run, Shape
from ratios import figures
from read_results import read_file

RESULTS = Path(__file__).resolve().parents[3] / "docs" / "results" / "h200"
MOST = 1.5  # time(N + 1) / time(N)


def steps(runs: list[Run], function: str) -> dict[tuple[int, int], float]:
    """(rows, N) -> time(N + 1) / time(N), wherever both widths were measured in one run."""
    found = {}
    for run in runs:
        for key in run.series:
            wider = key._replace(shape=Shape(key.shape.rows, key.shape.cols + 1))
            one, other = figures(run, key), figures(run, wider) if wider in run.series else None
            if key.function == function and one is not None and other is not None:
                found[key.shape.rows, key.shape.cols] = other.median / one.median
    return found


class MeasuredCliffs(unittest.TestCase):
    def test_softmax_in_registers(self) -> None:
        runs, problems = read_file(RESULTS / "peers.json")
        self.assertEqual(problems, [])
        found = steps(runs, "softmax_in_registers")
        for width in (256, 1024, 4096, 16383):
            self.assertIn((4096, width), found)
        for place, step in found.items():
            self.assertTrue(step < MOST, f"{place}: one column more takes {step:.2f} times as long")

    def test_a_cliff_would_be_seen(self) -> None:
        # What the test above asks for is not met by everybody: torch.compile has such a step.
        runs, _ = read_file(RESULTS / "peers.json")
        self.assertTrue(any(not step < MOST for step in steps(runs, "torch_compile").values()))


if __name__ == "__main__":
    unittest.main()
