"""The game of Go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from gnugo_py.games.game import Choice, Game, Option
from gnugo_py.games.go.rules import (
    MAX_KOMI,
    PRESETS,
    STANDARD_SIZES,
    max_handicap,
    rules_from_options,
    rules_preset,
)
from gnugo_py.games.go.vertex import MAX_GO_BOARD_SIZE, MIN_GO_BOARD_SIZE
from gnugo_py.games.position import Position
from gnugo_py.games.text import format_number

INTRODUCTION = """\
Go is played on the intersections of the lines.  Black and White take turns
placing stones, which never move.  Stones of one color that touch along a line
form a chain, and the empty points next to a chain are its liberties.  A chain
that loses its last liberty is captured and removed.  The player who holds
more of the board at the end wins.

Type learn for lessons.

Type a point to play there: a letter for the column and a number for the line,
like Q16.  There is no column I.  Type pass to skip your turn; the game ends
when both players pass.  Type help to see what else you can type.

One of the opponents is GNU Go 1.1, the free Go program of 1989, reproduced
move for move.  It likes the corners and does not look far ahead."""


_KOMI_NOTE = "komi: points for White, because Black moves first"
KOMI = Option(
    "komi",
    "Komi",
    tuple(Choice(text, float(text), _KOMI_NOTE) for text in ("0", "0.5", "3.5", "4.5", "5.5", "6.5", "7.5")),
    kind="number",
    values=(-MAX_KOMI, MAX_KOMI),
    description="Points for White (default: that of the rules).",
)
"""The komi, without the choice of the komi that the rules set."""
_SIZE_NOTES = {
    9: "9x9 is good for beginners and quick games",
    19: "19x19 is the standard board, for a long game",
}
_RULE_CHANGES = (
    Option(
        "ko",
        values=("simple", "positional", "situational"),
        description="Ko rule (default: that of the rules).",
    ),
    Option("suicide", kind="flag", description="Allow suicide (default: that of the rules)."),
)
"""The options that change the rules in the GTP server."""


def default_rules_name(options: Mapping[str, object]) -> str:
    """Return the name of the default rules.

    The default rules are gnugo-1.1 for a game against classic on 19x19, and japanese for all other games.
    """
    own = options.get("opponent", "classic") == "classic" and options.get("size", 19) == 19
    return "gnugo-1.1" if own else "japanese"


def _handicap_option(chosen: Mapping[str, object]) -> Option:
    most = max_handicap(cast(int, chosen.get("size", 19)))
    stones = "handicap: stones that Black, the weaker player, has at the start; White moves first"
    return Option(
        "handicap",
        "Handicap",
        (
            Choice("0", 0, "handicap: no stones, for players of equal strength"),
            *(Choice(str(number), number, stones) for number in range(1, most + 1)),
        ),
        0,
        kind="count",
        values=range(most + 1),
        description="Handicap stones for Black: up to 17 on 19x19, up to 9 on other boards.",
    )


def _rules_option(chosen: Mapping[str, object], command: str) -> Option:
    """Return the rules, of which the default ones have the value None in the form."""
    default = default_rules_name(chosen)
    others = [name for name in PRESETS if name != default]
    shown = "gnugo-1.1 against classic on 19x19, else japanese" if command == "play" else "chinese"
    return Option(
        "rules",
        "Rules",
        (
            Choice(PRESETS[default].title, None, PRESETS[default].note),
            *(Choice(PRESETS[name].title, name, PRESETS[name].note) for name in others),
        ),
        values=tuple(PRESETS),
        description=f"Rules (default: {shown}).",
    )


def _komi_option(chosen: Mapping[str, object]) -> Option:
    """Return the komi, of which the value None stands for that of the rules."""
    size, handicap = cast(int, chosen.get("size", 19)), max(cast(int, chosen.get("handicap") or 0), 0)
    rules = rules_preset(
        cast(str, chosen.get("rules") or default_rules_name(chosen)), size, handicap=handicap
    )
    usual = f"{format_number(rules.komi)} ({PRESETS[rules.name].title} rules)"
    return KOMI._replace(choices=(Choice(usual, None, _KOMI_NOTE), *KOMI.choices))


class Go(Game):
    """The game of Go, on boards of 2 to 25 lines."""

    def options(self, chosen: Mapping[str, object], command: str = "play") -> tuple[Option, ...]:
        """Return board size, handicap, rules and komi; in the GTP server the rules and changes of them."""
        if command == "gtp":
            return (_rules_option(chosen, command), *_RULE_CHANGES)
        (size,) = super().options(chosen, command)
        size = size._replace(
            choices=tuple(
                Choice(f"{size}x{size}", size, _SIZE_NOTES.get(size, "")) for size in STANDARD_SIZES
            ),
            description=f"Board size, {MIN_GO_BOARD_SIZE} to {MAX_GO_BOARD_SIZE} lines (default: 19).",
        )
        return (size, _handicap_option(chosen), _rules_option(chosen, command), _komi_option(chosen))

    def start(self, options: Mapping[str, object]) -> Position:
        """Return the first position of a game.

        options -- `size`, 2 to 25 (default 19); `handicap` (0); `rules`, the name of a preset, or None for
                   that of `default_rules_name`; `opponent`; and the other options of `rules_from_options`.

        Raise UserError with a remedy if the options are invalid.
        """
        size = self.size_from_options(options)
        named = options.get("rules") or default_rules_name(options)
        rules = rules_from_options({**options, "size": size, "rules": named})
        kind: Any = self.position_class
        start: Position = kind.start(size, rules)
        return start
