"""Games of Go in SGF files that this program or other programs wrote.

In files, a color may move twice in a row, the game may continue after two passes, and setup properties may
change the board during the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice

from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import (
    MAX_KOMI,
    PRESETS,
    IllegalReason,
    fixed_handicap_points,
    preset,
    rules_from_options,
)
from gnugo_py.games.go.vertex import GO_BOARD_SIZES, MAX_GO_BOARD_SIZE, MIN_GO_BOARD_SIZE
from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.sgf import COLOR_LETTERS, SgfFunctions, SgfProperties, first_value, without_white_space
from gnugo_py.games.text import format_number, truncate
from gnugo_py.games.types import PASS, PLAYS, Color, IllegalMove, Move, Play, UserError

_MAX_PRISONERS = 10_000
_MAX_SIZE_WITH_TT_PASS = 19
"""The largest board on which `tt` is a pass; on larger boards it is a point."""
_BROKEN_RULES = {
    IllegalReason.KO: "retakes a ko immediately",
    IllegalReason.SUICIDE: "is a suicide, which the rules forbid",
}


class GoSgf(SgfFunctions[GoPosition]):
    """The SGF properties of Go."""

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the size, the handicap, the rules and, if the file specifies it, the komi.

        Missing or unknown rules are read as Japanese.
        """
        named, komi, _ = _rules_and_komi(root)
        options: dict[str, object] = {
            "size": _size(root),
            "handicap": handicap_in_file(root),
            "rules": named,
        }
        return options if komi is None else options | {"komi": komi}

    def read_warnings(self, root: SgfProperties) -> tuple[str, ...]:
        return _rules_and_komi(root)[2]

    def implied_setup(
        self, root: SgfProperties, moves: Sequence[tuple[Color, str]]
    ) -> tuple[dict[str, list[str]], str]:
        """Return the handicap stones that a file names but does not set up, and a warning about them.

        They are on the customary points, unless Black moves first or a player moves to one of these points.
        Black's first moves can be the handicap stones themselves.
        """
        count, first = handicap_in_file(root), [color for color, _ in moves]
        is_set_up = any(root.get(name) for name in ("AB", "AW", "AE"))
        if count < 2 or is_set_up or _is_own(root) or first[:count] == [Color.BLACK] * count:
            return {}, ""
        problem = f"The file names {count} handicap stones, but sets up none"
        start = GoPosition.start(_size(root))
        try:
            stones = [self.format_point(point, start) for point in fixed_handicap_points(count, start.size)]
        except UserError:
            return {}, f"{problem}; none are placed."
        played = {without_white_space(value) for _, value in moves[:_MOVES_SEARCHED]}
        if first[:1] == [Color.BLACK] or not played.isdisjoint(stones):
            return {}, f"{problem}; none are placed, because the moves do not allow for them."
        return {"AB": stones}, f"{problem}; they are placed on the customary points."

    def read_start(self, root: SgfProperties, private: Mapping[str, object] | None) -> GoPosition:
        """Return the position that the root sets up. White moves first if only Black has stones.

        Raise UserError if the size is not supported, if a point is not on the board, or if a file of this
        program names unknown rules.
        """
        if private is not None:
            preset(first_value(root, "RU"))
        rules = rules_from_options(self.read_options(root))
        position = GoPosition.from_board(Board.empty(_size(root)), Color.BLACK, rules)
        try:
            position = self.apply_setup(position, root)
        except UserError as error:
            raise UserError(f"setup after move 0: {error}") from None
        position = position.replace(prisoners=_prisoners(private or {}))
        is_handicap = position.board.black and not position.board.white
        return position.with_to_move(Color.WHITE) if is_handicap else position

    def apply_setup(self, position: GoPosition, node: SgfProperties) -> GoPosition:
        """Return the position with the stones that a node adds or removes. Nothing is captured.

        A chain without liberties stays on the board until the opponent's next stone. Raise UserError if a
        point is not on the board.
        """
        empty, black, white = (self.parse_points(node.get(name, ()), position) for name in ("AE", "AB", "AW"))
        if not empty | black | white:
            return position
        cleared = position.board.without_stones(empty | black | white)
        board = Board(cleared.geometry, cleared.black | black & ~white, cleared.white | white)
        return position if board == position.board else _restarted(position, board, position.to_move)

    def setup_problems(self, node: SgfProperties, position: GoPosition) -> tuple[str, ...]:
        """Return the points that the node sets twice, and the chains that it leaves without liberties."""
        chains = position.chains_without_liberties if position.previous is None else 0
        problems = [
            f"the chain at {position.format_point(point)} has no liberties"
            for point in islice(iter_points(chains), 1)
        ]
        return (*super().setup_problems(node, position), *problems)

    def with_turn(self, position: GoPosition, color: Color) -> GoPosition:
        return _restarted(position, position.board, color)

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse the value of a move property. Raise UserError if it is not a move.

        `[]` is a pass, and so is `[tt]` on boards up to 19x19.
        """
        word = text if len(text) == 2 else without_white_space(text)
        is_pass = not word or (word == "tt" and position.size <= _MAX_SIZE_WITH_TT_PASS)
        return PASS if is_pass else PLAYS[self.parse_point(word, position)]

    def with_move_point_cleared(self, position: GoPosition, move: Move) -> GoPosition:
        board, point = position.board, move.points[0] if isinstance(move, Play) else -1
        if point < 0 or not (board.black | board.white) >> point & 1:
            return position
        return _restarted(position, board.without_stones(1 << point), position.to_move)

    def execute(self, position: GoPosition, move: Move) -> GoPosition:
        """Return the position after a move. Raise IllegalMove if there is a stone on its point."""
        before = _reopened(position)
        if isinstance(move, Play) and not before.board.empty_points >> move.points[0] & 1:
            raise IllegalMove(IllegalReason.OCCUPIED)
        return _executed(before, move)

    def broken_rule(self, position: GoPosition, move: Move) -> str:
        simple = position.replace(rules=position.rules.replace(ko="simple", move_limit=None))
        reason = _reopened(simple).why_illegal(move)
        return _BROKEN_RULES.get(reason, "") if reason is not None else ""

    def under_rules(self, positions: Sequence[GoPosition], options: Mapping[str, object]) -> list[GoPosition]:
        """Return the positions of a game, replayed under other rules.

        The moves are not checked: the game may contain moves that the new rules forbid, such as the immediate
        recapture of a ko or a suicide. Raise UserError if the moves lead to other boards.
        """
        rules = rules_from_options(options)
        first, *later = positions
        start = GoPosition.from_board(first.board, first.to_move, rules)
        replayed = [start.replace(prisoners=first.prisoners)]
        for position in later:
            assert position.last_move is not None
            assert position.last_color is not None
            before = _reopened(replayed[-1]).with_to_move(position.last_color)
            after = _executed(before, position.last_move)
            if after.board != position.board and rules.ko != "1989":
                raise UserError(
                    f"move {position.move_number} leads to another board under {rules.name} rules"
                )
            replayed[-1] = replayed[-1].with_to_move(position.last_color)
            replayed.append(after)
        return [*replayed[:-1], replayed[-1].with_to_move(positions[-1].to_move)]

    def start_properties(self, start: GoPosition) -> dict[str, list[str]]:
        """Return the size, rules, komi, stones, color to move and handicap."""
        return {
            "SZ": [str(start.size)],
            "RU": [start.rules.name],
            "KM": [format_number(start.rules.komi)],
            **self.stone_properties(start),
            "PL": [COLOR_LETTERS[start.to_move]],  # GNU Go 3.8 expects PL after the stones.
            **({"HA": [str(start.rules.handicap)]} if start.rules.handicap else {}),
        }

    def extra_start_data(self, start: GoPosition) -> dict[str, object]:
        """Return the number of prisoners before the first move."""
        return {"prisoners": list(start.prisoners)}


def _restarted(position: GoPosition, board: Board, color: Color) -> GoPosition:
    """Return a new start with another board; the prisoners and the move number are kept."""
    start = GoPosition.from_board(board, color, position.rules)
    return start.replace(prisoners=position.prisoners, move_number=position.move_number)


def _executed(before: GoPosition, move: Move) -> GoPosition:
    """Return the position after a move, even if the rules forbid it.

    A suicide removes the chain. Under the rules of the original, it stays until the opponent's next stone.
    """
    after = before.play_unchecked(move)
    if (
        before.rules.ko != "1989"
        and isinstance(move, Play)
        and after.chains_without_liberties >> move.points[0] & 1
    ):
        suicidal = before.replace(rules=before.rules.replace(suicide=True))
        after = suicidal.play_unchecked(move).replace(rules=before.rules, previous=before)
    return after


def _size(root: SgfProperties) -> int:
    """Return the board size, by default 19. Raise UserError if the size is not supported."""
    word = first_value(root, "SZ") or "19"
    columns, _, rows = word.partition(":")
    word = columns if columns == rows else word
    if word not in map(str, GO_BOARD_SIZES):
        raise UserError(
            f"the board size is {word[:10]}; supported sizes are {MIN_GO_BOARD_SIZE} to {MAX_GO_BOARD_SIZE}"
        )
    return int(word)


def _is_own(root: SgfProperties) -> bool:
    """Return whether this program wrote the file."""
    return first_value(root, "AP").startswith("gnugo-py")


def _prisoners(private_data: Mapping[str, object]) -> tuple[int, int]:
    """Return the numbers of prisoners before the first move, each limited to 10,000, from private data."""
    match private_data.get("prisoners"):
        case [black, white] if type(black) is type(white) is int and min(black, white) >= 0:
            return min(black, _MAX_PRISONERS), min(white, _MAX_PRISONERS)
    return 0, 0


def _reopened(position: GoPosition) -> GoPosition:
    """Return the position without earlier passes if the game is over."""
    return position.without_passes() if position.is_over else position


_PREFIXES_BY_PRESET = {
    "japanese": ("jap", "kor", "\u65e5\u672c", "\u97e9\u56fd", "\u97d3\u570b"),
    "chinese": ("chi", "goe", "ing", "\u4e2d\u56fd", "\u4e2d\u570b", "\u5e94\u6c0f", "\u61c9\u6c0f"),
    "aga": ("aga", "bga"),
    "tromp-taylor": ("tromp", "nz", "new zealand"),
}
"""The presets for the rules in other programs' files, with the beginnings of their names there.

Ing rules count area; New Zealand rules allow suicide; the British association uses the rules of the AGA.
"""
_PRESETS_BY_ABBREVIATION = {"cn": "chinese", "jp": "japanese", "kr": "japanese", "tt": "tromp-taylor"}
_GROUP_TAX_PREFIXES = ("old chi", "ancient", "stone")
"""The beginnings of the names of rules like the Chinese, which also subtract points for each group."""

_KATAGO_RULES = re.compile(
    r"ko(?P<ko>simple|positional|situational|spight)score(?P<scoring>area|territory)"
    r"(?:tax(?P<tax>none|seki|all))?(?:sui(?P<suicide>[01]))?(?P<rest>\w*)"
)
_EXACT_KATAGO_RULES = {
    ("positional", "area", "none", "0"): "chinese",
    ("positional", "area", "none", "1"): "tromp-taylor",
    ("situational", "area", "none", "0"): "aga",
    ("simple", "territory", "seki", "0"): "japanese",
}
"""The presets that equal KataGo's rules, by ko rule, scoring, tax and suicide."""

_FOX = "foxwq"
_FOX_KOMI = {"japanese": 6.5, "chinese": 7.5}
_WHOLE_MARGIN = re.compile(r"[BW]\+\d+(?:\.0*)?")
_MIN_KOMI_IN_HUNDREDTHS, _MAX_KOMI_IN_STONES = 100, 500
_MOVES_SEARCHED = 20
"""Number of moves that show whether handicap stones were on the board: then nobody can play on them."""


def _rules_and_komi(root: SgfProperties) -> tuple[str, float | None, tuple[str, ...]]:
    """Return the preset for the rules of a file, its komi, None if it has none, and warnings about both."""
    named, warning = rules_in_file(root)
    if _is_own(root):
        return named, written_komi(root), (warning,) if warning else ()
    komi, komi_warning = komi_in_file(root, named)
    return named, komi, tuple(filter(None, (warning, komi_warning)))


def rules_in_file(root: SgfProperties) -> tuple[str, str]:
    """Return the preset for the rules that a file names (RU), and a warning.

    The preset is Japanese if the rules are missing or unknown. The warning is a sentence, if the preset is
    not exactly what the file names; else it is empty.
    """
    written = first_value(root, "RU").lower()
    words = re.sub(r"[\s_-]+", " ", written)
    if not words:
        return "japanese", ""
    by_prefix = next((name for name, starts in _PREFIXES_BY_PRESET.items() if words.startswith(starts)), None)
    for name in (written, _PRESETS_BY_ABBREVIATION.get(words), by_prefix):
        if name in PRESETS:
            return name, ""
    shown = truncate(first_value(root, "RU"), 30)
    katago = _KATAGO_RULES.fullmatch(words)
    if katago is not None:
        return _katago_rules(katago, shown)
    if words.startswith(_GROUP_TAX_PREFIXES):
        return "chinese", f"The rules {shown!r} are read as chinese rules, without group tax."
    return "japanese", f"The rules {shown!r} are unknown; Japanese rules are used instead."


def _katago_rules(match: re.Match[str], shown: str) -> tuple[str, str]:
    """Return the preset for rules as KataGo describes them, and a warning."""
    ko, scoring, tax, suicide, rest = match.group("ko", "scoring", "tax", "suicide", "rest")
    preset = _EXACT_KATAGO_RULES.get((ko, scoring, tax or "none", suicide or "0"))
    if preset is not None and rest in ("", "button0"):
        return preset, ""
    nearest = preset or {"territory": "japanese"}.get(
        scoring, "tromp-taylor" if suicide == "1" else "chinese"
    )
    return nearest, f"The rules {shown!r} are read as {nearest} rules, which are similar."


def komi_in_file(root: SgfProperties, preset: str) -> tuple[float | None, str]:
    """Return the komi of another program's file (KM), None if it has no valid one, and a warning.

    preset -- the rules of the file.

    The warning is a sentence, if the komi is not used as it is written; else it is empty.

    The komi can be in hundredths, and under Chinese rules in stones, which are worth two points. The Fox
    server writes 0 in even games, which have the usual komi.
    """
    text = first_value(root, "KM")
    shown, written = truncate(text, 30), written_komi(root)
    if written is None:
        problem = f"The komi {shown!r} is not a valid number; the komi of the rules is used."
        return None, problem if text else ""
    if written == 0 and _lacks_fox_komi(root):
        komi = _FOX_KOMI.get(preset, _FOX_KOMI["japanese"])
        problem = f"The Fox server writes komi 0 also in games with komi; {format_number(komi)} is used."
        return komi, problem
    komi, unit = _in_points(written, preset, bool(first_value(root, "RU")))
    problem = f"The komi {shown!r} seems to be in {unit}; {format_number(komi)} is used."
    return komi, problem if unit else ""


def written_komi(root: SgfProperties) -> float | None:
    """Return the komi as it is written, or None if it is not a number from -1000 to 1000."""
    try:
        komi = float(first_value(root, "KM").replace(",", "."))
    except ValueError:
        return None
    return komi if abs(komi) <= MAX_KOMI else None


def _lacks_fox_komi(root: SgfProperties) -> bool:
    """Return whether a file is by the Fox server, and its game is even and was not counted without komi."""
    is_fox = any(value.strip().lower().startswith(_FOX) for value in root.get("AP", ()))
    is_whole = _WHOLE_MARGIN.fullmatch(first_value(root, "RE")) is not None
    return is_fox and handicap_in_file(root) == 0 and not is_whole


def _in_points(komi: float, preset: str, has_rules: bool) -> tuple[float, str]:
    """Return a komi in points, and the unit in which it is written; the unit is empty if it is points.

    Only a komi in stones is an odd number of quarters: 3.75 stones are 7.5 points.
    """
    unit = ""
    if komi >= _MIN_KOMI_IN_HUNDREDTHS and komi == int(komi):
        is_in_stones = preset == "chinese" and komi < _MAX_KOMI_IN_STONES
        komi, unit = komi / 100, "hundredths"
        if is_in_stones:
            return komi * 2, "hundredths of a stone"
    if (4 * komi) % 2 == 1 and (preset != "japanese" or not has_rules):
        return komi * 2, f"{unit} of a stone" if unit else "stones"
    return komi, unit


def handicap_in_file(root: SgfProperties) -> int:
    """Return the number of Black's handicap stones (HA), or 0 if the root has no valid number."""
    word = first_value(root, "HA")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0
