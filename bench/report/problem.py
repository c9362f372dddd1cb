# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What is wrong with an input: where, likely why, and what to do next."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with one file. The other files are still used."""

    file: str
    what: str
    cause: str
    next_step: str

    def text(self) -> str:
        """The message in the form that all tools of the workshop use."""
        return f"{self.file}: {self.what}\n  likely cause: {self.cause}\n  next: {self.next_step}"
