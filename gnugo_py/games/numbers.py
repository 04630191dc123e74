"""Numbers as people write them."""

from __future__ import annotations


def plain(number: float) -> str:
    """A number without needless decimals.

    >>> plain(7.0), plain(3.5)
    ('7', '3.5')
    """
    return str(int(number)) if number == int(number) else repr(number)
