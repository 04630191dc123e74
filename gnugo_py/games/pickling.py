"""Positions in `pickle` and `copy`: as their start and the moves, without deep recursion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Reduced: TypeAlias = tuple[Callable[..., object], tuple[object, ...]]


def reduce_position(position: Any) -> Reduced:
    """Return a position as `__reduce__` must: the fields of the start, and the moves after it.

    Where a position is not that after its move, for example with another color to move, its fields are
    kept instead of the move.
    """
    line = [position]
    while line[-1].previous is not None:
        line.append(line[-1].previous)
    before, steps = line.pop(), list[object]()
    start = _fields(before)
    while line:
        after = line.pop()
        is_plain = _fields(before.play_unchecked(after.last_move)) == _fields(after)
        steps.append(after.last_move if is_plain else _fields(after))
        before = after
    return _replayed, (type(position), start, steps)


def _fields(position: Any) -> tuple[object, ...]:
    """Return the values of the fields of a position except the previous one."""
    return tuple(getattr(position, name) for name in position.__match_args__ if name != "previous")


def _replayed(kind: Any, start: tuple[object, ...], steps: list[Any]) -> object:
    names = [name for name in kind.__match_args__ if name != "previous"]
    position = kind(**dict(zip(names, start, strict=True)))
    for step in steps:
        if isinstance(step, tuple):
            position = kind(**dict(zip(names, step, strict=True)), previous=position)
        else:
            position = position.play_unchecked(step)
    return position
