"""The original's random numbers."""

from __future__ import annotations

MULTIPLIER = 137
MODULUS = 3833


def draw(value: int, seed: int) -> int:
    """The random number after `value`.  The draw is also the next state.

    A state of 0 starts again from the seed.  The product wraps to a signed 32-bit integer, and
    the remainder truncates toward zero, as in C.
    """
    if value == 0:
        return seed
    product = (value * MULTIPLIER + 2**31) % 2**32 - 2**31
    return abs(product) % MODULUS
