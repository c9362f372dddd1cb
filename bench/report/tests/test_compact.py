# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Smaller results say the same."""
from __future__ import annotations

import json
import unittest

from synthetic import around, document, row, rows

from compact import compact, shorter
from rows import series_of


class Compact(unittest.TestCase):
    def test_every_repetition_stays(self) -> None:
        before = document(rows("f", around(1000)) + rows("g", around(2000), mode="warm")
                          + [row("f", 1.0, run_type="aggregate", aggregate_name="median")])
        after = json.loads(compact(before))
        old, _ = series_of(before["benchmarks"], "before", False)
        new, faults = series_of(after["benchmarks"], "after", False)
        self.assertEqual(faults, [])
        self.assertEqual(set(old), set(new))
        for key, series in old.items():
            for one, other in zip(series.samples, new[key].samples, strict=True):
                self.assertAlmostEqual(one.seconds, other.seconds, delta=1e-5 * one.seconds)
                self.assertEqual(one.throttled, other.throttled)
        self.assertEqual(before["context"], after["context"])
        self.assertNotIn("run_name", after["benchmarks"][0])
        self.assertEqual(len(after["benchmarks"]), 18)

    def test_errors_stay(self) -> None:
        text = compact(document([row("f", 0.0, error_occurred=True, error_message="the output is wrong")]))
        self.assertIn("the output is wrong", text)

    def test_digits(self) -> None:
        self.assertEqual(shorter(32.84383316834767), 32.8438)
        self.assertEqual(shorter(134217728.0), 134217728)
        self.assertEqual(shorter(7), 7)
        self.assertEqual(shorter("text"), "text")


if __name__ == "__main__":
    unittest.main()
