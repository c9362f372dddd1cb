# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The experiment about the measuring itself: what is near enough to the truth, and what is not."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

import synthetic
from synthetic import GPU, rows

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "experiments"))

import truth

COPY = "device_to_device_copy"


def run(copy_us: float, spin_us: float):
    return synthetic.run(rows(COPY, [copy_us] * 9, shape="16384x16384") +
                         rows("spin_10_ms", [spin_us] * 9, shape="16384x16384", bytes=131072.0),
                         data_sheet_bytes_per_second="unknown")


def plain(*us: float, **changes: object) -> dict:
    return {"gpu": GPU, "bytes": 1 << 30, "microseconds": list(us or (500.0, 500.0, 501.0)), **changes}


class Truth(unittest.TestCase):
    def test_within(self) -> None:
        table, within = truth.compare(run(509.9, 10099), plain())
        self.assertTrue(within)
        self.assertEqual(table.rows[0][1:], ["509.9", "500.0", "+1.98 %", "2 %", "yes"])
        self.assertEqual(table.rows[1][1:], ["10099", "10000", "+0.99 %", "1 %", "yes"])

    def test_each_of_them_may_be_too_far_off(self) -> None:
        for copy_us, spin_us, wrong in ((510.1, 10000, 0), (489.9, 10000, 0), (500, 10101, 1), (500, 9899, 1)):
            table, within = truth.compare(run(copy_us, spin_us), plain())
            self.assertFalse(within)
            self.assertEqual([row[-1] for row in table.rows], ["**no**" if i == wrong else "yes" for i in (0, 1)])

    def test_what_cannot_be_compared(self) -> None:
        for document in (plain(gpu="Another"), plain(bytes=1 << 20), plain(500.0, 500.0), plain(1.0, 2.0, float("nan")),
                         plain(1.0, 2.0, 0.0)):
            with self.assertRaises(ValueError):
                truth.compare(run(500, 10000), document)
        with self.assertRaises(ValueError):
            truth.compare(synthetic.run(rows(COPY, [500.0] * 9, shape="16384x16384")), plain())
        with self.assertRaises(KeyError):
            truth.compare(run(500, 10000), {"gpu": GPU})

    def test_ways(self) -> None:
        both = [{"bytes": 1 << 30, "stream": 500.0, "graph": 800.0}]
        self.assertEqual(truth.ways(plain(ways=both)).rows, [["1024", "500.0", "4295", "800.0", "2684"]])
        self.assertEqual(truth.ways(plain()).rows, [])
        both[0]["graph"] = 0.0
        with self.assertRaises(ValueError):
            truth.ways(plain(ways=both))


if __name__ == "__main__":
    unittest.main()
