# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Files are replaced whole, or not at all."""
from __future__ import annotations

import errno
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import synthetic  # noqa: F401  finds the modules

from writing import CannotWrite, fault, write_files


class Writing(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.one, self.two = self.folder / "one", self.folder / "two"

    def texts(self) -> dict[str, str]:
        return {file.name: file.read_text(encoding="utf-8") for file in self.folder.iterdir()}

    def test_all_are_replaced(self) -> None:
        self.one.write_text("old", encoding="utf-8")
        write_files({self.one: "1", self.two: "2"})
        self.assertEqual(self.texts(), {"one": "1", "two": "2"})

    def test_when_one_cannot_be_written_none_is(self) -> None:
        self.one.write_text("old", encoding="utf-8")
        write = Path.write_text

        def half(path: Path, text: str, **options: str) -> int:
            if path.name.startswith("two"):
                write(path, text[:1], **options)
                raise OSError(errno.ENOSPC, "No space left on device")
            return write(path, text, **options)

        with mock.patch.object(Path, "write_text", half), self.assertRaises(CannotWrite) as caught:
            write_files({self.one: "new", self.two: "long"}, "elsewhere")
        self.assertEqual(self.texts(), {"one": "old"})
        problem = caught.exception.problem
        self.assertEqual((problem.file, problem.cause), (str(self.two), "the disk is full"))
        self.assertEqual(problem.next_step, f"df -h {self.folder}, or elsewhere")

    def test_a_link_stays_one(self) -> None:
        self.two.symlink_to(self.one)
        write_files({self.two: "text"})
        self.assertTrue(self.two.is_symlink())
        self.assertEqual(self.one.read_text(encoding="utf-8"), "text")

    def test_the_cause(self) -> None:
        for number, cause in ((errno.EACCES, "belongs to another user"), (errno.EROFS, "read only"),
                              (errno.EDQUOT, "disk is full"), (errno.ENOTDIR, "mistyped")):
            self.assertIn(cause, fault(self.one, OSError(number, "why"), "").problem.cause)


if __name__ == "__main__":
    unittest.main()
