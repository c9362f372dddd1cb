# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What each function computes. Times of different work say nothing about each other."""
from __future__ import annotations

import re
from pathlib import Path

LIST = Path(__file__).with_name("works.txt")
SUBMISSION = re.compile(r"__submission_\d+$")  # as bench_compare calls the functions of several files


def works(path: Path = LIST) -> dict[str, str]:
    """function -> what it computes, from works.txt."""
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            work, functions = (part.strip() for part in line.split("|"))
            for function in functions.split():
                if function in found:
                    raise ValueError(f"{path}: {function} stands there twice")
                found[function] = work
    return found


WORKS = works()


def same_work(one: str, other: str) -> bool:
    """Whether two functions compute the same. Of one that is not listed that is not known."""
    work = WORKS.get(SUBMISSION.sub("", one))
    return work is not None and work == WORKS.get(SUBMISSION.sub("", other))
