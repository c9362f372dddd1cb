# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes files so that one that cannot be written leaves the earlier one as it was."""
from __future__ import annotations

import errno
import shlex
from pathlib import Path

from problem import Problem

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


class CannotWrite(Exception):
    """With what to tell a person."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text())
        self.problem = problem


def fault(path: Path, error: OSError, instead: str) -> CannotWrite:
    """What became of an attempt to write. `instead`: another way, for the next step; may be empty."""
    folder = shlex.quote(str(path.parent))
    if error.errno in FULL:
        cause, look = "the disk is full", f"df -h {folder}"
    elif error.errno in FORBIDDEN:
        cause, look = "the folder belongs to another user, or is there to be read only", f"ls -ld {folder}"
    else:
        cause, look = "the name is mistyped, or no folder can be made there", f"ls -ld {folder}"
    return CannotWrite(Problem(str(path), f"it cannot be written: {error.strerror}; an earlier one is left as it was",
                               cause, f"{look}, or {instead}" if instead else look))


def unfinished(path: Path) -> Path:
    """Where a file grows: beside the one that it will replace, so that a rename is all that is left to do."""
    return path.with_name(path.name + ".unfinished")


def write_files(texts: dict[Path, str], instead: str = "") -> None:
    """Writes all files or none: they take their names when all of them are whole."""
    # What a link points to is replaced, not the link.
    whole = {path.resolve(): text for path, text in texts.items()}
    path = Path()
    try:
        for path, text in whole.items():
            unfinished(path).write_text(text, encoding="utf-8")
        for path in whole:
            unfinished(path).replace(path)
    except OSError as error:
        raise fault(path, error, instead) from error
    finally:
        for path in whole:
            try:
                unfinished(path).unlink(missing_ok=True)
            except OSError:
                pass  # the fault that is told says enough


def make_folder(folder: Path, instead: str) -> None:
    """A folder for files, with those above it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise CannotWrite(Problem(str(folder), "it is a file, and a folder is needed",
                                  "the name is that of something else", instead)) from error
    except OSError as error:
        raise fault(folder, error, instead) from error
