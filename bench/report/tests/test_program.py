# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The program as people call it: exit codes, files, messages; with and without matplotlib."""
from __future__ import annotations

import importlib.util
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

from synthetic import around, document, rows, write

REPORT = Path(__file__).resolve().parents[1]
HAVE_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None


def ladder_documents() -> list[dict]:
    """Two lessons at four widths, and the products."""
    found = []
    for slug, function, us in (("01_serial_softmax", "serial_softmax", 9000),
                               ("02_block_reduction", "block_softmax", 1500)):
        benchmarks = []
        for width in (256, 1024, 1025, 4096):
            for name, time in ((function, us), ("device_to_device_copy", 1000)):
                benchmarks += rows(name, around(time * width / 4096), shape=f"4096x{width}",
                                   bytes=1e9 * width / 4096, operations=5e8 * width / 4096)
        found.append(document(benchmarks, lesson=slug))
    product = {"operations": 1e10, "bytes": 1e8}
    found.append(document(rows("gemm_naive", around(2000), **product)
                          + rows("cublas", around(1000), is_peer=1.0, **product), lesson="07_tiled_gemm"))
    return found


class Program(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        self.out = self.folder / "out"
        self.good = write(self.folder / "good.json", *ladder_documents())
        (self.folder / "without").mkdir()
        (self.folder / "without/matplotlib.py").write_text("raise ImportError('not here')\n")

    def tearDown(self) -> None:
        self.scratch.cleanup()

    def call(self, *arguments: str, plots: bool = False) -> subprocess.CompletedProcess:
        """Runs the program, mostly in a world without matplotlib."""
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "MPLCONFIGDIR": str(self.folder / "mpl")}
        if not plots:
            environment["PYTHONPATH"] = str(self.folder / "without")
        return subprocess.run([sys.executable, str(REPORT), *arguments], env=environment, text=True,
                              capture_output=True, check=False, encoding="utf-8")

    def test_without_matplotlib_there_is_a_report_that_says_so(self) -> None:
        done = self.call(self.good, "--out", str(self.out))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(sorted(file.name for file in self.out.iterdir()), ["report.html", "report.md"])
        for text in (done.stdout, (self.out / "report.md").read_text(encoding="utf-8"),
                     (self.out / "report.html").read_text(encoding="utf-8")):
            self.assertEqual(text.count("pip install matplotlib, or apt-get install python3-matplotlib"), 1)
        self.assertIn("| 2 | `block_softmax` |", (self.out / "report.md").read_text(encoding="utf-8"))

    @unittest.skipUnless(HAVE_MATPLOTLIB, "matplotlib is not installed")
    def test_with_matplotlib_each_plot_is_a_sound_svg_for_both_schemes(self) -> None:
        done = self.call(self.good, "--out", str(self.out), plots=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        names = sorted(file.name for file in self.out.glob("*.svg"))
        self.assertEqual(names, ["ladder.svg", "roofline.svg", "width.svg"])
        for name in names:
            text = (self.out / name).read_text(encoding="utf-8")
            xml.etree.ElementTree.fromstring(text)
            self.assertIn("prefers-color-scheme: dark", text)
            # No colour that stays as it is when the page turns dark, but white and black of masks.
            for style in re.findall(r'style="([^"]*)"', text):
                self.assertNotRegex(style, r"(?<!, )#(?!ffffff|000000)[0-9a-f]{6}")
        again = {name: (self.out / name).read_bytes() for name in names}
        self.call(self.good, "--out", str(self.out), plots=True)
        self.assertEqual(again, {name: (self.out / name).read_bytes() for name in names})

    @unittest.skipUnless(HAVE_MATPLOTLIB, "matplotlib is not installed")
    def test_what_cannot_be_true_is_no_bar(self) -> None:
        flagged = write(self.folder / "flagged.json", document(
            rows("device_to_device_copy", around(1000)) + rows("serial_softmax", around(300)),
            lesson="01_serial_softmax"))
        self.call(flagged, "--out", str(self.out), plots=True)
        self.assertIn("333.3 %: above the physical limit, not a result",
                      (self.out / "ladder.svg").read_text(encoding="utf-8"))

    def test_the_page_needs_nothing_else(self) -> None:
        self.call(self.good, "--out", str(self.out), plots=True)
        page = (self.out / "report.html").read_text(encoding="utf-8")
        self.assertNotRegex(page, r"<(script|link|img|iframe)\b")
        self.assertNotRegex(page, r"(src|href)=[\"'](?!#)")
        self.assertNotRegex(page, r"@import|url\((?!#)")
        ids = re.findall(r'\bid="([^"]+)"', page)
        self.assertEqual(len(ids), len(set(ids)))
        for name in re.findall(r'href="#([^"]+)"', page):
            self.assertIn(name, ids)

    def test_a_bad_file_does_not_lose_the_good_one(self) -> None:
        bad = self.folder / "bad.json"
        bad.write_text(json.dumps(document(rows("f", [1.0])))[:100], encoding="utf-8")
        done = self.call(str(bad), self.good, "--out", str(self.out))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"{re.escape(str(bad))}: .*has no end\n  likely cause: .*\n  next: ")
        page = (self.out / "report.md").read_text(encoding="utf-8")
        self.assertIn("## Left out", page)
        self.assertIn("`block_softmax`", page)

    def test_text_of_a_file_is_not_taken_for_html(self) -> None:
        evil = write(self.folder / "evil.json", document(
            rows("f", [1], real_time=None, error_occurred=True, error_message="<script>alert(1)</script>"),
            gpu="<b>GPU</b>"))
        self.call(evil, "--out", str(self.out))
        page = (self.out / "report.html").read_text(encoding="utf-8")
        self.assertNotIn("<script", page)
        self.assertNotIn("<b>", page)

    def test_nothing_to_report_on(self) -> None:
        done = self.call(str(self.folder / "absent.json"), "--out", str(self.out))
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing to report on", done.stderr)
        self.assertFalse(self.out.exists())

    def full(self, *arguments: str) -> subprocess.CompletedProcess:
        """As call(), where no file may grow beyond 1000 bytes: the disk is full."""
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(self.folder / "without")}
        return subprocess.run([sys.executable, str(REPORT), *arguments], env=environment, text=True,
                              capture_output=True, check=False, encoding="utf-8",
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))

    def test_on_a_full_disk_the_last_report_stays(self) -> None:
        self.call(self.good, "--out", str(self.out))
        (self.out / "width.svg").write_text("of an earlier report\n", encoding="utf-8")
        before = {file.name: file.read_bytes() for file in self.out.iterdir()}
        done = self.full(self.good, "--out", str(self.out))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"^{self.out}/report.html: it cannot be written: File too large; an earlier one "
                         rf"is left as it was\n  likely cause: the disk is full\n  next: df -h {self.out}, or "
                         r"another folder: make report REPORT=another/folder\n$")
        self.assertEqual(before, {file.name: file.read_bytes() for file in self.out.iterdir()})
        self.call(self.good, "--out", str(self.out))
        self.assertFalse((self.out / "width.svg").exists())

    def test_on_a_full_disk_the_pages_stay(self) -> None:
        page = self.folder / "README.md"
        text = ("<!-- ladder: generated by make report -->\n<!-- end of ladder -->\n" + 1000 * "-")
        page.write_text(text, encoding="utf-8")
        done = self.full(self.good, "--ladder", str(page))
        self.assertEqual(done.returncode, 1)
        self.assertIn("README.md: it cannot be written", done.stderr)
        self.assertEqual(page.read_text(encoding="utf-8"), text)
        self.assertFalse(list(self.folder.glob("*.unfinished")))

    def test_where_no_folder_can_be(self) -> None:
        (self.folder / "file").write_text("kept", encoding="utf-8")
        for where, cause in (("/proc/x", "the name is mistyped, or no folder can be made there"),
                             (str(self.folder / "file"), "the name is that of something else"),
                             (str(self.folder / "file/below"), "the name is mistyped")):
            done = self.call(self.good, "--out", where)
            self.assertEqual(done.returncode, 1, where)
            self.assertRegex(done.stderr, rf"^{where}: [^\n]*\n  likely cause: {cause}[^\n]*\n  next: "
                             r"[^\n]*make report REPORT=another/folder\n$")
        self.assertEqual((self.folder / "file").read_text(encoding="utf-8"), "kept")

    def test_comparing(self) -> None:
        other = ladder_documents()
        for one in other[0]["benchmarks"]:
            if one["name"].startswith("serial_softmax/4096x256/"):
                one["real_time"] *= 1.2
        changed = write(self.folder / "changed.json", *other)
        self.assertEqual(self.call("--compare", self.good, self.good).returncode, 0)
        done = self.call("--compare", self.good, changed)
        self.assertEqual(done.returncode, 3)
        self.assertIn("| 01_serial_softmax | `serial_softmax` | 4096 x 256 |", done.stdout)
        self.assertEqual(self.call("--compare", self.good, str(self.folder / "absent")).returncode, 1)

    def test_the_ladder_of_a_page(self) -> None:
        page = self.folder / "README.md"
        page.write_text("<!-- ladder: generated by make report -->\n<!-- end of ladder -->\n", encoding="utf-8")
        self.assertEqual(self.call(self.good, "--check-ladder", str(page)).returncode, 1)
        self.assertEqual(self.call(self.good, "--ladder", str(page)).returncode, 0)
        self.assertEqual(self.call(self.good, "--check-ladder", str(page)).returncode, 0)
        page.write_text("nothing\n", encoding="utf-8")
        self.assertEqual(self.call(self.good, "--ladder", str(page)).returncode, 1)
        self.assertEqual(page.read_text(encoding="utf-8"), "nothing\n")

    def test_the_ladder_of_several_pages(self) -> None:
        pages = [self.folder / name for name in ("one.md", "two.md")]
        for page in pages:
            page.write_text("<!-- ladder: generated by make report -->\n<!-- end of ladder -->\n", encoding="utf-8")
        both = [text for page in pages for text in ("--ladder", str(page))]
        self.assertEqual(self.call(self.good, *both).returncode, 0)
        self.assertEqual(*(page.read_text(encoding="utf-8") for page in pages))
        checked = [text.replace("--ladder", "--check-ladder") for text in both]
        self.assertEqual(self.call(self.good, *checked).returncode, 0)
        pages[1].write_text(pages[1].read_text(encoding="utf-8").replace("9000", "8999"), encoding="utf-8")
        done = self.call(self.good, *checked)
        self.assertEqual(done.returncode, 1)
        self.assertIn("two.md", done.stderr)
        self.assertNotIn("one.md", done.stderr)

    def test_without_matplotlib_a_kept_plot_stays(self) -> None:
        plot = self.folder / "ladder.svg"
        plot.write_text("kept\n", encoding="utf-8")
        done = self.call(self.good, "--ladder-plot", str(plot))
        self.assertEqual(done.returncode, 0)
        self.assertIn("ladder.svg stays as it is", done.stdout)
        both = self.call(self.good, "--ladder-plot", str(plot), "--out", str(self.out))
        for text in (done.stdout, both.stdout):  # once
            self.assertEqual(text.count("matplotlib is not installed"), 1, text)
        self.assertIn("ladder.svg stays as it is", both.stdout)
        self.assertEqual(plot.read_text(encoding="utf-8"), "kept\n")
        self.assertEqual(self.call(self.good, "--check-ladder", str(plot)).returncode, 1)
        self.assertEqual(self.call(self.good, "--check-ladder", str(self.folder / "absent.svg")).returncode, 1)

    @unittest.skipUnless(HAVE_MATPLOTLIB, "matplotlib is not installed")
    def test_the_plot_of_the_ladder(self) -> None:
        plot = self.folder / "ladder.svg"
        self.assertEqual(self.call(self.good, "--ladder-plot", str(plot), plots=True).returncode, 0)
        # Comparing it needs no matplotlib.
        self.assertEqual(self.call(self.good, "--check-ladder", str(plot)).returncode, 0)
        text = plot.read_text(encoding="utf-8")
        swapped = text.replace("11.1 %", "?").replace("66.7 %", "11.1 %").replace("?", "66.7 %")
        for changed in (text.replace("11.1 %", "11.2 %"), swapped, text.replace("serial_softmax", "other_softmax"),
                        text.replace("percent of cuBLAS", "percent of CUB")):
            self.assertNotEqual(changed, text)
            plot.write_text(changed, encoding="utf-8")
            done = self.call(self.good, "--check-ladder", str(plot))
            self.assertEqual(done.returncode, 1)
            self.assertIn("the plot of the ladder is not what the results say", done.stderr)

    def test_wrong_options(self) -> None:
        for arguments in ((), (self.good,), (self.good, "--compare", "a", "b"), ("--out", "x"), ("--no",)):
            self.assertEqual(self.call(*arguments).returncode, 2, arguments)


if __name__ == "__main__":
    unittest.main()
