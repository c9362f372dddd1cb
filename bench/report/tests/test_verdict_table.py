# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of several files beside the reference (bench/compare)."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

from synthetic import around, row, rows, run

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "compare"))

from verdict_table import short, table_of

NAMES = {0: "the reference", 1: "same.cu", 2: "slow.cu", 3: "wrong.cu"}


def measured(*more: dict):
    """The reference, a file that is as fast, and one that takes twice as long."""
    return run(rows("softmax__submission_0", around(1000)) + rows("softmax__submission_1", around(1001))
               + rows("softmax__submission_2", around(2000)) + rows("device_to_device_copy", around(500))
               + list(more))


class VerdictTable(unittest.TestCase):
    def test_verdicts(self) -> None:
        lines, all_right = table_of(measured(), NAMES)
        text = "\n".join(lines)
        self.assertTrue(all_right)
        self.assertIn("softmax, 4096 x 4096, cold", text)
        self.assertRegex(text, r"same\.cu +1001 .* SAME 0\.999")
        self.assertRegex(text, r"slow\.cu +2000 .* SLOW 0\.500")
        self.assertRegex(text, r"(?m)the reference +1000 +[\d.]+$")
        self.assertNotIn("copy", text)

    def test_a_wrong_output_is_named_and_has_no_time(self) -> None:
        wrong = row("softmax__submission_3", 0.0, error_occurred=True, error_message="the output is wrong: 5 elements")
        lines, all_right = table_of(measured(wrong), NAMES)
        self.assertFalse(all_right)
        self.assertRegex("\n".join(lines), r"wrong\.cu +- +-  the output is wrong: 5 elements")

    def test_modes_and_shapes_are_apart(self) -> None:
        more = rows("softmax__submission_0", around(10), mode="warm") + rows(
            "softmax__submission_1", around(5), mode="warm")
        text = "\n".join(table_of(measured(*more), NAMES)[0])
        self.assertIn("softmax, 4096 x 4096, warm", text)
        self.assertRegex(text, r"same\.cu +5\.000 .* FAST 2\.000")

    def test_long_names_keep_their_end(self) -> None:
        self.assertEqual(short("a" * 40 + "/kernel.cu", 12), "...kernel.cu")


if __name__ == "__main__":
    unittest.main()
