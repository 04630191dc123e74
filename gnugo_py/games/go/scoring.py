"""Scoring of a board: by area, by territory or as in 1989, and the score in words.

>>> from gnugo_py.games.board import Board
>>> from gnugo_py.games.go.rules import rules_preset
>>> wall = Board.empty(9)
>>> for row in range(9):
...     wall = wall.with_stone(row * 10 + 4, Color.BLACK)
>>> score_board(wall, rules_preset("japanese", 9)).result
'B+65.5'
"""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.games.board import Board
from gnugo_py.games.checks import checked_methods
from gnugo_py.games.diagram import Diagram
from gnugo_py.games.go.drawings import board_diagram
from gnugo_py.games.go.life import seki_stones
from gnugo_py.games.go.rules import Rules
from gnugo_py.games.go.vertex import format_vertices
from gnugo_py.games.text import format_number, pluralize
from gnugo_py.games.types import Color, Outcome


@checked_methods("__new__")
class Score(NamedTuple):
    """The score of a board.

    rules     -- the rules by which it was counted.
    board     -- the stones, including the dead stones.
    dead      -- the set of dead stones.
    territory -- for Black and for White, the set of points that belong to that color once the dead stones
                 are removed.
    prisoners -- the numbers of stones captured by Black and by White, not counting the dead stones.
    """

    rules: Rules
    board: Board
    dead: int
    territory: tuple[int, int]
    prisoners: tuple[int, int]

    @property
    def seki(self) -> int:
        """The set of stones that live in seki."""
        cleared = self.board.without_stones(self.dead)
        return seki_stones(cleared, cleared.enclosed_points())

    @property
    def dame(self) -> int:
        """The set of empty points that belong to neither color."""
        return self.board.without_stones(self.dead).empty_points & ~(self.territory[0] | self.territory[1])

    def losses(self, color: Color) -> int:
        """Return the number of stones of a color that were captured or are dead."""
        return self.prisoners[color.opponent] + (self.board.stones(color) & self.dead).bit_count()

    def components(self, color: Color) -> tuple[tuple[float, str], ...]:
        """Return the components of a color's points: pairs of a number and its size and meaning in words."""
        stones = (self.board.stones(color) & ~self.dead).bit_count()
        points = self.territory[color].bit_count()
        parts: list[tuple[float, str]] = [(points, f"{pluralize(points, 'point')} of territory")]
        if self.rules.scoring in ("area", "1989"):
            parts.append((stones, f"{pluralize(stones, 'stone')} on the board"))
        elif self.rules.scoring == "territory":
            taken = self.losses(color.opponent)
            parts.append((taken, f"{pluralize(taken, f'{color.opponent} stone')} captured or dead"))
        else:
            lost = self.losses(color)
            parts.append((-lost, f"{pluralize(lost, 'own stone')} captured or dead"))
        if color is Color.WHITE:
            komi, bonus = self.rules.komi, self.rules.handicap_bonus
            parts += [
                (komi, f"{format_number(abs(komi))} komi"),
                (bonus, f"{bonus} for Black's handicap stones"),
            ]
        return (parts[0], *(part for part in parts[1:] if part[0]))

    def points(self, color: Color) -> float:
        """Return the points of a color; for White they include komi and the handicap bonus."""
        return sum(number for number, _ in self.components(color))

    @property
    def margin(self) -> float:
        """Black's points minus White's points."""
        return self.points(Color.BLACK) - self.points(Color.WHITE)

    @property
    def outcome(self) -> Outcome:
        """The winner and the margin."""
        margin = self.margin
        if margin == 0:
            return Outcome(None, "tie", 0)
        winner = Color.BLACK if margin > 0 else Color.WHITE
        return Outcome(winner, f"by {pluralize(abs(margin), 'point')}", abs(margin))

    @property
    def result(self) -> str:
        """The result as in SGF and GTP: `B+3.5`, `W+2`, `0` for a tie."""
        return self.outcome.sgf_result

    def explain(self) -> tuple[str, ...]:
        """Return the calculation as lines: one per color, one for dame if there are any, and the outcome."""
        lines = []
        for color in Color:
            (_, first), *others = self.components(color)
            parts = first + "".join(f" {'-' if number < 0 else '+'} {words}" for number, words in others)
            lines.append(f"{color}: {parts} = {format_number(self.points(color))}")
        if self.dame:
            number = self.dame.bit_count()
            lines.append(f"Neutral, counted for neither player: {pluralize(number, 'point')}.")
        return (*lines, self.outcome.sentence)

    def standing(self) -> tuple[str, ...]:
        """Return the score of a board as it stands, in sentences, the result first.

        Under the rules of 1989 the board is counted by area, and the count of 1989 follows.
        """
        is_old = self.rules.scoring == "1989"
        modern = self.rules.replace(scoring="area") if is_old else self.rules
        kind = "territory" if modern.scoring.startswith("territory") else "area"
        gone = format_vertices(self.dead, self.board.geometry.size) or "none"
        *parts, result = score_board(self.board, modern, self.dead, self.prisoners).explain()
        lines = [result, *parts, f"Counted by {kind}; dead stones: {gone}."]
        if is_old:
            *parts, result = self.explain()
            lines += ["By the count of 1989, with the dead stones removed:", result, *parts]
        return tuple(lines)

    def diagram(self) -> Diagram:
        """Return the scored board: `X` `O` stones, `x` `o` dead stones, `b` `w` territory, `-` neutral."""
        marks = {
            "x": self.dead & self.board.black,
            "o": self.dead & self.board.white,
            "b": self.territory[0] & self.board.empty_points,
            "w": self.territory[1] & self.board.empty_points,
            "-": self.dame & self.board.empty_points,
        }
        return board_diagram(self.board, marks)


SCORE_LEGEND = "X O stones, x o dead stones, b w territory of Black and White, - neutral"


def score_board(board: Board, rules: Rules, dead: int = 0, prisoners: tuple[int, int] = (0, 0)) -> Score:
    """Return the score of a board under the given rules.

    dead      -- the set of dead stones; they count as captured.
    prisoners -- the numbers of stones captured by Black and by White so far.

    An empty region belongs to a color if it touches stones of that color only; otherwise it is neutral. Under
    territory rules, the eyes of groups in seki are neutral, too.  Under the rules of 1989, points are colored
    one by one instead (see `color_empty_points_1989`).  Does not judge life and death.
    """
    cleared = board.without_stones(dead)
    if rules.scoring == "1989":
        colored, empty = color_empty_points_1989(cleared), cleared.empty_points
        return Score(rules, board, dead, (colored.black & empty, colored.white & empty), prisoners)
    territory = cleared.enclosed_points()
    if rules.scoring == "territory":
        near = cleared.surrounding_points(seki_stones(cleared, territory))  # without the eyes in sekis
        black, white = (own & ~board.geometry.flood_fill(near & own, own) for own in territory)
        territory = black, white
    return Score(rules, board, dead, territory, prisoners)


def color_empty_points_1989(board: Board) -> Board:
    """Return the board with the empty points colored as in the original's count (`findcolor`).

    The points are processed in board order, on the board as colored so far. From each empty point, the first
    stone to the north and the first to the south determine the color. If there is neither, the first stones
    to the west and to the east do. If the two colors differ, the point is neutral: it stays empty, and later
    searches pass through it.
    """
    geometry = board.geometry
    rows, columns = (-geometry.stride, geometry.stride), (-1, 1)
    for point in geometry.points:
        if board.color_at(point) is not None:
            continue
        seen = {_first_color_in_direction(board, point, step) for step in rows} - {None}
        if not seen:
            seen = {_first_color_in_direction(board, point, step) for step in columns} - {None}
        if len(seen) == 1:
            (color,) = seen
            assert color is not None
            board = board.with_stone(point, color)
    return board


def _first_color_in_direction(board: Board, point: int, step: int) -> Color | None:
    """Return the first color in one direction from a point, or None if there is none up to the edge."""
    full = board.geometry.full
    while (point := point + step) >= 0 and full >> point & 1:
        color = board.color_at(point)
        if color is not None:
            return color
    return None
