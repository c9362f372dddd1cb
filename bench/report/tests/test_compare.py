# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Two runs compared."""
from __future__ import annotations

import unittest

from synthetic import around, rows, run

from compare import Ratio, agree, comparison
from model import Run


def measured(ours: float, peer: float = 2000, copy: float = 1000, **changes: object) -> Run:
    """A run of f beside a library and the copy."""
    return run(rows("device_to_device_copy", around(copy)) + rows("f", around(ours), **changes)
               + rows("g", around(peer), is_peer=1.0))


class Comparison(unittest.TestCase):
    def test_ratios_within_5_percent_agree(self) -> None:
        text, settled = comparison([measured(1500)], [measured(1560)])
        self.assertTrue(settled)
        self.assertIn("3 of the 3 ratios", text)  # f to the copy, f to g, g to the copy
        self.assertNotIn("Unsettled", text)

    def test_ratios_count_and_times_do_not(self) -> None:
        _, settled = comparison([measured(1500)], [measured(3000, 4000, 2000)])
        self.assertTrue(settled)

    def test_the_rest_is_listed(self) -> None:
        text, settled = comparison([measured(1500)], [measured(1600)])
        self.assertFalse(settled)
        self.assertIn("1 of the 3 ratios", text)
        self.assertIn("| `f` | 4096 x 4096 | cold | `g` | 1.333 | 1.250 | 6.7% |", text)

    def test_agreement_does_not_depend_on_the_order(self) -> None:
        for first, second, wanted in ((1.0, 1.05, True), (1.0, 1.051, False)):
            self.assertEqual(agree(Ratio(first, False), Ratio(second, False)), wanted)
            self.assertEqual(agree(Ratio(second, False), Ratio(first, False)), wanted)

    def test_what_is_in_one_run_only_is_unsettled(self) -> None:
        more = run(rows("device_to_device_copy", around(1000)) + rows("f", around(1500))
                   + rows("g", around(2000), is_peer=1.0) + rows("h", around(1500)))
        for first, second, word in ((more, measured(1500), "first"), (measured(1500), more, "second")):
            text, settled = comparison([first], [second])
            self.assertFalse(settled)
            self.assertIn(f"Only in the {word} run", text)
            self.assertIn("`h`, cold: 2 ratios", text)

    def test_a_figure_above_the_limit_settles_nothing(self) -> None:
        text, settled = comparison([measured(1500)], [measured(1500, above_physical_limit=1.0)])
        self.assertFalse(settled)
        self.assertIn("above the physical limit", text)

    def test_nothing_in_common_is_not_settled(self) -> None:
        self.assertFalse(comparison([run(rows("f", [1000]))], [run(rows("f", [1000]))])[1])

    def test_of_two_the_newest_counts(self) -> None:
        old = measured(3000)
        new = measured(1500)
        new.date = "2031-01-01"
        self.assertTrue(comparison([old, new], [measured(1500)])[1])

    def test_different_gpus_are_named(self) -> None:
        other = measured(1500)
        other.gpu = "Another GPU"
        self.assertIn("of different GPUs: Another GPU, Synthetic", comparison([measured(1500)], [other])[0])


if __name__ == "__main__":
    unittest.main()
