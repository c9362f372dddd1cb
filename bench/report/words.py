# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Figures as people read them."""
from __future__ import annotations

from spread import Summary
from table import ABSENT


# Libraries, as their makers write them.
NAMES = {"cublas": "cuBLAS", "cudnn": "cuDNN", "torch": "PyTorch", "torch_compile": "torch.compile",
         "triton": "Triton", "device_to_device_copy": "copy"}


def called(function: str) -> str:
    """A function of ours is code, another's has a name."""
    return NAMES.get(function, f"`{function}`")


def digits(value: float, count: int = 4) -> str:
    """A positive figure with so many digits that count, without an exponent: 3.895, 60.00, 48360."""
    if not value > 0:
        return "0"
    power = int(f"{value:.{count - 1}e}".partition("e")[2])  # after rounding: 999.96 is 1000
    return f"{value:.{max(count - 1 - power, 0)}f}"


def microseconds(seconds: float | None) -> str:
    """A time without its unit."""
    return ABSENT if seconds is None else digits(seconds * 1e6)


def spread(figure: Summary | None) -> str:
    """Half of the inter-quartile range, to as many places as the median has."""
    if figure is None or figure.half_iqr is None:
        return ABSENT
    places = len(microseconds(figure.median).partition(".")[2])
    return f"{figure.half_iqr * 1e6:.{places}f}"


def percent(share: float | None) -> str:
    """A share of 1 as percent, without the sign."""
    return ABSENT if share is None else f"{100 * share:.1f}"


def gigabytes(figure: Summary | None) -> str:
    """Bytes a second."""
    if figure is None or figure.bytes is None:
        return ABSENT
    return digits(figure.bytes / figure.median / 1e9, 3) + " GB/s"


def teraflops(figure: Summary | None) -> str:
    """Operations a second."""
    if figure is None or figure.operations is None:
        return ABSENT
    return digits(figure.operations / figure.median / 1e12, 3) + " TFLOP/s"


def doubts(figure: Summary | None) -> str:
    """What a reader must know before believing a figure."""
    if figure is None:
        return ""
    found = []
    if figure.above_limit:
        found.append("**above the physical limit: not a result**")
    if figure.all_throttled:
        found.append("**throttled in every sample**")
    elif figure.dropped:
        of = figure.count + figure.dropped
        found.append(f"{figure.dropped} of {of} samples left out: throttled")
    return "; ".join(found)
