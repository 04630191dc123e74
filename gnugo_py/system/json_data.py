"""JSON from files that anybody may have written."""

from __future__ import annotations

import json
from typing import Any, NoReturn

_MAX_DIGITS = 300
"""The maximum number of digits of a number; a set of points of the largest board has fewer."""


def _parse_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ValueError("a number has too many digits")
    return int(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def parse_json(text: str) -> Any:
    """Return the data of a JSON text. Raise ValueError if it is invalid, or has a number that is too long."""
    try:
        return json.loads(text, parse_int=_parse_int, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("the data is nested too deeply") from None
