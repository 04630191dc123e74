"""Rules of Go, the presets, and the placement of handicap stones.

>>> rules_preset("japanese", 19).komi
6.5
>>> rules_preset("chinese", 9, handicap=2).handicap_bonus
2
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property, lru_cache
from math import isfinite
from typing import Any, Literal, NamedTuple, TypeAlias, cast, get_args

from gnugo_py.games.checks import checked, checked_methods
from gnugo_py.games.go.vertex import GO_BOARD_SIZES
from gnugo_py.games.points import check_size, point_at, point_set_from_points
from gnugo_py.games.text import format_number
from gnugo_py.games.types import Point, UserError

KoRule: TypeAlias = Literal["simple", "positional", "situational", "1989"]
ScoringRule: TypeAlias = Literal["area", "territory", "territory-losses", "1989"]

STANDARD_SIZES = (9, 13, 19)
MAX_KOMI = 1000
"""The largest komi that a person may choose, for Black or for White."""


class IllegalReason(str, Enum):
    """Why a move is illegal. Each value is a sentence without the final period."""

    OFF_BOARD = "that point is not on the board"
    OCCUPIED = "there is a stone on that point"
    SUICIDE = "the stone would have no liberties and capture nothing"
    KO = "that would retake the ko immediately; play elsewhere first"
    SUPERKO = "that would repeat an earlier position of this game"
    NOT_ONE_POINT = "a move in Go is one point"
    GAME_OVER = "the game is over"

    def __str__(self) -> str:
        return self.value


@checked_methods()
@dataclass(frozen=True)
class Rules:
    """The rules of one game.

    name           -- the name of the preset on which the rules are based.
    ko             -- `simple`: a move may not restore the board as it was before the opponent's last
                      move; `positional`: no earlier board may be repeated; `situational`: no earlier board
                      may be repeated with the same color to move;
                      `1989`: the original's ko rule (see `GoPosition`).
    suicide        -- whether a move may leave its own chain without liberties; the chain is then removed.
    scoring        -- `area`; `territory`: a color's territory plus the stones it captured;
                      `territory-losses`: a color's territory minus the stones it lost, which gives the same
                      margin; `1989`: the original's count.
    komi           -- the points that White gets.
    handicap_bonus -- the additional points that White gets for Black's handicap stones.
    handicap       -- the number of Black's handicap stones, which komi and handicap_bonus take into account.
    move_limit     -- the number of stones and passes after which the game ends; None for no limit.

    Raise TypeError or UserError, with the name of the argument, if a value is not valid.
    """

    name: str
    ko: KoRule
    suicide: bool
    scoring: ScoringRule
    komi: float = 0.0
    handicap_bonus: int = 0
    handicap: int = 0
    move_limit: int | None = None

    def __post_init__(self) -> None:
        for name, kinds in (("ko", KoRule), ("scoring", ScoringRule)):
            if (value := getattr(self, name)) not in get_args(kinds):
                raise UserError(f"{name} must be one of {', '.join(get_args(kinds))}, not {value!r:.40}")
        if not isfinite(self.komi):
            raise UserError("komi must be a finite number")
        for name in ("handicap_bonus", "handicap", "move_limit"):
            if (getattr(self, name) or 0) < 0:
                raise UserError(f"{name} must not be negative")

    def with_komi(self, komi: float | None) -> Rules:
        """Return the rules with another komi, -1000 to 1000; None for the komi that they have."""
        if komi is not None and not abs(komi) <= MAX_KOMI:
            raise UserError(f"komi must be from -{MAX_KOMI} to {MAX_KOMI}")
        return self if komi is None else self.replace(komi=komi)

    @cached_property
    def counts_area(self) -> bool:
        """Whether stones on the board count, and not only territory."""
        return self.scoring in ("area", "1989")

    @cached_property
    def description(self) -> tuple[str, str]:
        """The name of the rules and the komi, in words."""
        extra = f" and {self.handicap_bonus} for handicap" if self.handicap_bonus else ""
        title = PRESETS[self.name].title if self.name in PRESETS else self.name
        return f"{title} rules", f"komi {format_number(self.komi)}{extra}"

    def replace(self, **changes: Any) -> Rules:
        """Return the rules with other values for some of the fields.

        With another handicap and no bonus for it, the bonus is that of the preset of the rules.
        """
        changed = replace(self, **changes)
        if "handicap" in changes and "handicap_bonus" not in changes and self.name in PRESETS:
            return replace(changed, handicap_bonus=PRESETS[self.name].bonus_for(changed.handicap))
        return changed


class RulesPreset(NamedTuple):
    """Customary rules, which `rules_preset` fits to a game.

    title          -- the name as people write it.
    note           -- a description for beginners.
    rules          -- the rules on 19x19 without handicap.
    handicap_komi  -- the komi with a handicap; None if it is the same.
    handicap_bonus -- White's points for N handicap stones, as KataGo writes them; none for one stone, which
                      is only Black's first move.
    by_size        -- what differs on boards of other sizes.
    """

    title: str
    note: str
    rules: Rules
    handicap_komi: float | None = None
    handicap_bonus: Literal["0", "N", "N-1"] = "0"
    by_size: Mapping[int, Mapping[str, Any]] = {}

    def bonus_for(self, handicap: int) -> int:
        """Return White's points for Black's handicap stones."""
        return {"0": 0, "N": handicap, "N-1": handicap - 1}[self.handicap_bonus] if handicap > 1 else 0


PRESETS = {
    each.rules.name: each
    for each in (
        RulesPreset("GNU Go 1.1", "the count of the program of 1989: territory and stones, no komi",
                    Rules("gnugo-1.1", "1989", False, "1989")),
        # Not implemented: the Nihon Ki-in's rules for positions that cannot be played out, and "no result"
        # for repeated positions.
        RulesPreset("Japanese", "territory: the points you surround and the stones you capture",
                    Rules("japanese", "simple", False, "territory", 6.5), 0.5),
        # Not implemented: the referee, who often permits repetition in practice.
        RulesPreset("Chinese", "area: your stones and the points they surround",
                    Rules("chinese", "positional", False, "area", 7.5), 0.5, "N"),
        # Not implemented: pass stones, which make the AGA's two methods of counting agree, and the rule that
        # White passes last.
        RulesPreset("AGA", "American: area and territory counting give the same result",
                    Rules("aga", "situational", False, "area", 7.5), 0.5, "N-1"),
        # In the published rules, which do not specify komi, every stone on the board counts. Here dead stones
        # are removed as under the other rules; with `--dead none` they are not.
        RulesPreset("Tromp-Taylor", "area; no position may repeat, and suicide is allowed",
                    Rules("tromp-taylor", "positional", True, "area", 7.5), 0.0),
        # Not implemented: the clocks of itsyourturn.com and its definition of a draw.
        RulesPreset("itsyourturn", "territory; the game ends after a fixed number of moves",
                    Rules("itsyourturn", "simple", False, "territory-losses", 5.5, move_limit=225),
                    by_size={9: {"komi": 3.5, "move_limit": 75}, 13: {"komi": 4.5, "move_limit": 125}}),
    )
}  # fmt: skip
"""The presets by name."""


@checked
def rules_preset(name: str, size: int = 19, komi: float | None = None, handicap: int = 0) -> Rules:
    """Return the rules of a preset.

    name     -- one of `PRESETS`.
    size     -- the board size, 2 to 25.
    komi     -- the points that White gets, -1000 to 1000; None for the customary komi.
    handicap -- the number of Black's handicap stones.

    Raise TypeError or UserError, with the name of the argument, if a value is not valid.
    """
    check_size(size, GO_BOARD_SIZES)
    if name.lower() not in PRESETS:
        raise UserError(f"no rules named {name!r}; choose from {', '.join(PRESETS)}")
    return _rules(name.lower(), size, komi, handicap)


@lru_cache(maxsize=64, typed=True)  # the games of a collection have the same rules
def _rules(name: str, size: int, komi: float | None, handicap: int) -> Rules:
    """Return the rules of a preset; the arguments are those of `rules_preset`."""
    found = PRESETS[name]
    changes = dict(found.by_size.get(size, {}))
    if handicap and found.handicap_komi is not None:
        changes["komi"] = found.handicap_komi
    return found.rules.replace(handicap=handicap, **changes).with_komi(komi)


def gtp_rules_commands(name: str) -> tuple[str, ...]:
    """Return the GTP commands of which an engine may know one to set the rules of a preset; often empty."""
    if name == "gnugo-1.1" or name not in PRESETS:
        return ()
    known = "japanese" if name == "itsyourturn" else name
    kgs = "new_zealand" if known == "tromp-taylor" else known
    return (f"kata-set-rules {known}", f"kgs-rules {kgs}")


def rules_from_options(options: Mapping[str, object]) -> Rules:
    """Return the rules that the options of a game specify.

    options -- `rules`, the name of a preset (default `japanese`); `size` (19); `handicap` (0); and `komi`,
               `ko`, `suicide`, `move_limit`, which override the values of the preset.

    Raise UserError if the preset is unknown.
    """
    size, handicap = cast(int, options.get("size", 19)), cast(int, options.get("handicap", 0))
    rules = rules_preset(cast("str | None", options.get("rules")) or "japanese", size, handicap=handicap)
    own = ("komi", "ko", "suicide", "move_limit")
    given: dict[str, Any] = {name: options[name] for name in own if options.get(name) is not None}
    return rules.replace(**given)


_Place: TypeAlias = tuple[int, int]
_CORNERS = ((3, 3), (15, 15), (3, 15), (15, 3))
_EXTRA_STONES_1989 = ((2, 2), (16, 16), (2, 16), (16, 2), (6, 6), (12, 12), (6, 12), (12, 6))
_CENTER = (9, 9)
_SIDES = ((9, 15), (9, 3), (15, 9), (3, 9))

_MAX_HANDICAP_1989 = 17
_MAX_FIXED_HANDICAP = 9
_MIN_FIXED_HANDICAP_SIZE = 7
"""The smallest board with customary handicap points."""


def _handicap_places(
    count: int, corners: tuple[_Place, ...], sides: tuple[_Place, ...], center: _Place
) -> tuple[_Place, ...]:
    """Return the places of handicap stones, as (row, column): corners, sides in pairs, center."""
    placed_sides = sides[: 4 if count >= 8 else 2 if count >= 6 else 0]
    has_center = count in (5, 7) or count >= 9
    return corners[:count] + placed_sides + ((center,) if has_center else ())


def fixed_handicap_points(count: int, size: int) -> tuple[Point, ...]:
    """Return the customary points for handicap stones, lower left first.

    The points are those of the GTP command `fixed_handicap`. Up to 9 stones are possible on boards of odd
    size from 9x9, up to 4 on 7x7 and on boards of even size from 8x8.

    Raise UserError if the board has no customary points or the count is less than 2 or too large.
    """
    most = max_fixed_handicap(size)
    if not most:
        raise UserError(f"a {size}x{size} board has no customary handicap points")
    if not 2 <= count <= most:
        raise UserError(f"handicap is 2 to {most} stones, not {count}")
    corners, middle = _corners(size), size // 2
    high, low = corners[0]
    sides = ((middle, low), (middle, high), (low, middle), (high, middle))
    places = _handicap_places(count, corners, sides, (middle, middle))
    return tuple(point_at(row, column, size) for row, column in places)


def _corners(size: int) -> tuple[_Place, ...]:
    """Return the corner star points as (row, column), lower left first.

    Boards without customary handicap points also have such points; `free_handicap_points` uses them.
    """
    low = 3 if size >= 13 else 2 if size >= _MIN_FIXED_HANDICAP_SIZE else int(size > 3)
    high = size - 1 - low
    return ((high, low), (low, high), (low, low), (high, high))


def free_handicap_points(count: int, size: int) -> tuple[Point, ...]:
    """Return the points that the program chooses for handicap stones in `place_free_handicap`.

    count -- at least 1 and less than the number of points on the board.

    The program chooses the customary points, or one corner point for a single stone. On a board without
    customary points, it chooses the center and the corner points. If there are fewer than `count` such
    points, all of them are returned.
    """
    most = max_fixed_handicap(size)
    if most and count > 1:
        return fixed_handicap_points(min(count, most), size)
    middle = size // 2
    places = _corners(size) if most else tuple(dict.fromkeys(((middle, middle), *_corners(size))))
    return tuple(point_at(row, column, size) for row, column in places[:count])


def max_fixed_handicap(size: int) -> int:
    """Return the number of customary handicap points on a board: 9, 4, or 0 if it is too small."""
    if size < _MIN_FIXED_HANDICAP_SIZE:
        return 0
    return _MAX_FIXED_HANDICAP if size % 2 and size > _MIN_FIXED_HANDICAP_SIZE else 4


def max_handicap(size: int) -> int:
    """Return the largest handicap on a board.

    It is 17 on 19x19, as in the original, else the number of customary points. A handicap of 1 is possible
    on any board.
    """
    return _MAX_HANDICAP_1989 if size == 19 else max(max_fixed_handicap(size), 1)


def new_game_handicap_points(count: int, size: int) -> tuple[Point, ...]:
    """Return the points of the handicap stones of a new game.

    On 19x19 they are those of the original, in its order (`sethand`); on other boards, those of
    `free_handicap_points`.

    Raise UserError if the count is negative or too large.
    """
    if not 0 <= count <= max_handicap(size):
        raise UserError(f"handicap on {size}x{size} is 0 to {max_handicap(size)} stones, not {count}")
    if size != 19:
        return free_handicap_points(count, size) if count else ()
    places = _handicap_places(count, _CORNERS, _SIDES, _CENTER) + _EXTRA_STONES_1989[: max(count - 9, 0)]
    return tuple(point_at(row, column, 19) for row, column in places)


@cache
def star_points(size: int) -> int:
    """Return the set of points to mark on a board; empty on boards without customary handicap points."""
    most = max_fixed_handicap(size)
    stars = fixed_handicap_points(most, size) if most else ()
    return point_set_from_points(stars if size > 13 else stars[:4] + stars[8:])
