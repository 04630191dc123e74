"""Rules of Go and the presets.

>>> preset("japanese", 19).komi
6.5
>>> preset("chinese", 9, handicap=2).handicap_bonus
2
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from gnugo_py.core.types import UserError

KoRule: TypeAlias = Literal["simple", "positional", "situational", "1989"]
ScoringRule: TypeAlias = Literal["area", "territory", "territory-losses", "1989"]

STANDARD_SIZES = (9, 13, 19)


class Rules(NamedTuple):
    """The rules of one game.

    name           -- the preset that they are based on.
    ko             -- `simple`: a move may not restore the board before the opponent's last move;
                      `positional`: no earlier board may be repeated; `situational`: no earlier board may be
                      repeated with the same color to move; `1989`: the original's ko rule (see `GoPosition`).
    suicide        -- whether a move may leave its own chain without liberties; the chain is then removed.
    scoring        -- `area`; `territory`, plus the stones captured by that color; `territory-losses`, minus
                      the stones lost by that color, with the same margin; `1989`, the original's count.
    komi           -- the points that White gets.
    handicap_bonus -- the further points that White gets for Black's handicap stones.
    handicap       -- the number of Black's handicap stones, which komi and handicap_bonus take into account.
    move_limit     -- the number of stones and passes after which the game ends; None for no limit.
    """

    name: str
    ko: KoRule
    suicide: bool
    scoring: ScoringRule
    komi: float = 0.0
    handicap_bonus: int = 0
    handicap: int = 0
    move_limit: int | None = None


def gnugo_1_1(size: int, handicap: int) -> Rules:
    """Return the rules of GNU Go 1.1: its own ko rule, no suicide, its own count, no komi."""
    return Rules("gnugo-1.1", "1989", False, "1989")


def japanese(size: int, handicap: int) -> Rules:
    """Return Japanese rules: territory and prisoners, simple ko, no suicide, komi 6.5.

    With a handicap, komi is 0.5.

    Not implemented: the Nihon Ki-in's rules for positions that cannot be played out, and "no result" for
    repeated positions.
    """
    return Rules("japanese", "simple", False, "territory", 0.5 if handicap else 6.5)


def chinese(size: int, handicap: int) -> Rules:
    """Return Chinese rules: area, positional superko, no suicide, komi 7.5.

    With a handicap, komi is 0.5 and White gets a point per handicap stone. A handicap of one stone is only
    Black's first move and gives no points.

    Not implemented: the referee, who often permits repetition in practice.
    """
    compensation = handicap if handicap > 1 else 0
    return Rules("chinese", "positional", False, "area", 0.5 if handicap else 7.5, compensation)


def aga(size: int, handicap: int) -> Rules:
    """Return AGA rules: area, situational superko, no suicide, komi 7.5.

    With a handicap, komi is 0.5 and White gets a point for each handicap stone except the first.

    Not implemented: pass stones, which make the AGA's two methods of counting agree, and the rule that White
    passes last.
    """
    return Rules("aga", "situational", False, "area", 0.5 if handicap else 7.5, max(handicap - 1, 0))


def tromp_taylor(size: int, handicap: int) -> Rules:
    """Return Tromp-Taylor rules: area, positional superko, suicide allowed, komi 7.5, or 0 with a handicap.

    In the published rules every stone on the board counts. Here dead stones are removed as under the other
    rules; with `--dead none` they are not. The published rules do not specify komi.
    """
    return Rules("tromp-taylor", "positional", True, "area", 0.0 if handicap else 7.5)


def itsyourturn(size: int, handicap: int) -> Rules:
    """Return the rules of itsyourturn.com: territory minus captured and dead stones, with a move limit.

    Komi is 5.5, 4.5, 3.5 on 19x19, 13x13, 9x9. The game ends after 225, 125, 75 moves. Other sizes have the
    values of 19x19.

    Not implemented: the site's clocks and its definition of a draw.
    """
    komi, limit = {9: (3.5, 75), 13: (4.5, 125)}.get(size, (5.5, 225))
    return Rules("itsyourturn", "simple", False, "territory-losses", komi, move_limit=limit)


PRESETS: dict[str, Callable[[int, int], Rules]] = {
    "gnugo-1.1": gnugo_1_1,
    "japanese": japanese,
    "chinese": chinese,
    "aga": aga,
    "tromp-taylor": tromp_taylor,
    "itsyourturn": itsyourturn,
}


def preset(name: str, size: int = 19, handicap: int = 0) -> Rules:
    """Return the rules of a preset, with the customary komi for the size and the handicap.

    Raise UserError with the list of presets if the name is unknown.
    """
    try:
        return PRESETS[name.lower()](size, handicap)._replace(handicap=handicap)
    except KeyError:
        raise UserError(f"no rules named {name!r}; choose from {', '.join(PRESETS)}") from None


def rules_from_options(options: Mapping[str, object]) -> Rules:
    """Return the rules that the options of a game specify.

    options -- `rules`, the name of a preset (default `japanese`); `size` (19); `handicap` (0); and `komi`,
               `ko`, `suicide`, `move_limit`, which override the values of the preset.

    Raise UserError if the preset is unknown.
    """
    size, handicap = cast(int, options.get("size", 19)), cast(int, options.get("handicap", 0))
    rules = preset(cast("str | None", options.get("rules")) or "japanese", size, handicap)
    own = ("komi", "ko", "suicide", "move_limit")
    given: dict[str, Any] = {name: options[name] for name in own if options.get(name) is not None}
    return rules._replace(**given)
