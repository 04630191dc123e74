"""Numbers as people write them."""

from __future__ import annotations


def plain(number: float) -> str:
    """A number without needless decimals.

    >>> plain(7.0), plain(3.5)
    ('7', '3.5')
    """
    return str(int(number)) if number == int(number) else repr(number)


def several(number: float, one: str, many: str = "") -> str:
    """A number of things.

    many -- what they are called where there is not one of them; `one` with an s unless it is given.

    >>> several(1, "stone"), several(0.5, "point"), several(2, "liberty", "liberties")
    ('1 stone', '0.5 points', '2 liberties')
    """
    return f"{plain(number)} {one if number == 1 else many or f'{one}s'}"
