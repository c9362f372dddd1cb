# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Puts labels beside each other without one lying on another."""
from __future__ import annotations


def spaced(wanted: list[float], distance: float, low: float, high: float) -> list[float]:
    """Places near the wanted ones, in the same order, at least `distance` apart, inside low..high
    where there is room for all."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    places = [wanted[at] for at in order]
    for _ in range(len(places)):  # each round settles at least one more pair
        for at in range(1, len(places)):
            lack = distance - (places[at] - places[at - 1])
            if lack > 0:
                places[at - 1] -= lack / 2
                places[at] += lack / 2
    shift = max(low - places[0], 0) if places else 0
    places = [place + shift for place in places]
    for at in range(1, len(places)):
        places[at] = max(places[at], places[at - 1] + distance)
    if places and places[-1] > high:
        places[-1] = high
        for at in range(len(places) - 2, -1, -1):
            places[at] = min(places[at], places[at + 1] - distance)
    result = [0.0] * len(wanted)
    for place, at in zip(places, order):
        result[at] = place
    return result
