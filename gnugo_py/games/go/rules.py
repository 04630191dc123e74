"""Rules as a value, and the presets people use.

>>> preset("japanese", 19).komi
6.5
>>> preset("chinese", 9, handicap=2).compensation
2
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from gnugo_py.core.types import Mistake

Ko: TypeAlias = Literal["simple", "positional", "situational", "1989"]
Scoring: TypeAlias = Literal["area", "territory", "territory-losses", "1989"]

CUSTOMARY_SIZES = (9, 13, 19)


class Rules(NamedTuple):
    """What one game is played by.

    name         -- the preset it comes from.
    ko           -- `simple`: a move may not restore the board before the opponent's last move;
                    `positional`: no earlier board may come again; `situational`: none with the
                    same side to move; `1989`: the original's own idea (see `GoPosition`).
    suicide      -- True if a move may leave its own chain without liberties; it is then removed.
    scoring      -- `area`; `territory`, with the stones one took; `territory-losses`, less the stones
                    one lost, which gives the same margin; or the original's `1989` count.
    komi         -- points White gets.
    compensation -- further points White gets for Black's handicap stones.
    handicap     -- Black's handicap stones, which komi and compensation take into account.
    move_limit   -- stones and passes after which the game ends by itself, None for no limit.
    """

    name: str
    ko: Ko
    suicide: bool
    scoring: Scoring
    komi: float = 0.0
    compensation: int = 0
    handicap: int = 0
    move_limit: int | None = None


def gnugo_1_1(size: int, handicap: int) -> Rules:
    """GNU Go 1.1 as it was: its own ko, no suicide, its own count, no komi."""
    return Rules("gnugo-1.1", "1989", False, "1989")


def japanese(size: int, handicap: int) -> Rules:
    """Territory and prisoners, simple ko, no suicide, komi 6.5; with handicap 0.5.

    Left out: the Nihon Ki-in's rules on positions that cannot be played out, and
    "no result" when a board keeps coming back.
    """
    return Rules("japanese", "simple", False, "territory", 0.5 if handicap else 6.5)


def chinese(size: int, handicap: int) -> Rules:
    """Area, positional superko, no suicide, komi 7.5; with handicap 0.5 and a point a stone.

    A single stone is no more than Black's first move, and costs nothing.

    Left out: the referee, who in practice lets many repetitions pass.
    """
    compensation = handicap if handicap > 1 else 0
    return Rules("chinese", "positional", False, "area", 0.5 if handicap else 7.5, compensation)


def aga(size: int, handicap: int) -> Rules:
    """Area, situational superko, no suicide, komi 7.5; with handicap 0.5 and a point for each stone but one.

    Left out: pass stones, with which the AGA's two ways of counting agree, and the rule
    that White passes last.
    """
    return Rules("aga", "situational", False, "area", 0.5 if handicap else 7.5, max(handicap - 1, 0))


def tromp_taylor(size: int, handicap: int) -> Rules:
    """The ten logical rules: area, positional superko, suicide allowed; komi 7.5, without handicap.

    By the letter every stone on the board counts; here dead ones come off as under the other
    rules, and `--dead none` keeps to the letter.  The rules themselves name no komi.
    """
    return Rules("tromp-taylor", "positional", True, "area", 0.0 if handicap else 7.5)


def itsyourturn(size: int, handicap: int) -> Rules:
    """Territory less captured and dead stones, with a limit on the length of the game.

    Komi 5.5, 4.5, 3.5 on 19, 13, 9; the game ends by itself after 225, 125, 75 moves.
     Left out: the site's clocks and its own idea of a draw.
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
    """The rules of a name, with the komi customary for that size and handicap.

    Raises Mistake, naming the presets, for a name that is none.
    """
    try:
        return PRESETS[name.lower()](size, handicap)._replace(handicap=handicap)
    except KeyError:
        raise Mistake(f"no rules named {name!r}; choose from {', '.join(PRESETS)}") from None


def rules_of(options: Mapping[str, object]) -> Rules:
    """The rules that the options of a game name.

    options -- `rules`, the name of a preset (Japanese); `size` (19), `handicap` (0); and in the place of what
               the preset says `komi`, `ko`, `suicide`, `move_limit`.

    Raises Mistake for a name that is no preset's.
    """
    size, handicap = cast(int, options.get("size", 19)), cast(int, options.get("handicap", 0))
    rules = preset(cast("str | None", options.get("rules")) or "japanese", size, handicap)
    own = ("komi", "ko", "suicide", "move_limit")
    given: dict[str, Any] = {name: options[name] for name in own if options.get(name) is not None}
    return rules._replace(**given)
