"""The interface that a game provides to screens, files, engines and the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from gnugo_py.core.diagram import Diagram
from gnugo_py.core.options import CommandLineOption, FormField, OptionQuestion
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import SgfCodec
from gnugo_py.core.types import Color, Move, Outcome, Play, Point, UserError

_ItemT = TypeVar("_ItemT")


class InteractiveCount(Protocol):
    """The count after play has stopped, as a series of questions that are answered with points.

    Go asks for dead stones and for neutral points. Most games have no count. Instances are immutable.
    """

    @property
    def prompt(self) -> str | None:
        """The current question, or None if there are no more questions."""

    @property
    def introduction(self) -> str:
        """A sentence that explains the first question; empty if there is none."""

    @property
    def help(self) -> tuple[str, ...]:
        """The lines of the help page about the answers and the signs on the board."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines to show with the board before the current question; usually empty."""

    def with_point_entered(self, point: Point) -> InteractiveCount:
        """Return the count after a point is entered.

        Raise IllegalMove, with the reason, if the point is not a valid answer to the current question.
        """

    def at_next_stage(self) -> InteractiveCount:
        """Return the count after the current question is closed."""

    def diagram(self) -> Diagram:
        """Return the board at the present stage of the count."""

    @property
    def outcome(self) -> Outcome:
        """The outcome of the game when there are no more questions."""

    def summary(self) -> tuple[str, ...]:
        """Return the result as sentences when there are no more questions."""


class Estimate(NamedTuple):
    """An estimate of how an unfinished game stands.

    lead      -- the points by which Black is ahead, after komi; negative if White is ahead.
    stdev     -- the standard deviation of the final score, in points.
    win_rate  -- the probability that Black wins, 0 to 1.
    ownership -- for each point, the expected owner at the end, from 1 (Black) to -1 (White).
    """

    lead: float
    stdev: float
    win_rate: float
    ownership: Mapping[Point, float]

    @property
    def sentence(self) -> str:
        """The estimate as a sentence, from the point of view of the leader."""
        leader = Color.BLACK if self.lead >= 0 else Color.WHITE
        rate = 1 - self.win_rate if leader else self.win_rate
        return (
            f"{leader} leads by about {abs(self.lead):.1f} points (\u00b1 {self.stdev:.0f}),"
            f" {leader}'s win rate {rate:.0%}"
        ).removesuffix("%") + " %"


class PositionMarks(NamedTuple):
    """Points to mark on a board.

    last_move -- the points of the last move.
    captured  -- points whose stones the last move captured.
    ko        -- empty points that are forbidden for this move only: by ko in Go, by the rule for the first
                 move in Hex.
    winning   -- the stones that decided the game.
    in_atari  -- the stones of chains that have only one liberty.
    in_ladder -- the stones of chains that are caught in a ladder.
    """

    last_move: tuple[Point, ...] = ()
    captured: tuple[Point, ...] = ()
    ko: tuple[Point, ...] = ()
    winning: tuple[Point, ...] = ()
    in_atari: tuple[Point, ...] = ()
    in_ladder: tuple[Point, ...] = ()


GtpCommandSequence: TypeAlias = tuple[str, ...]
"""GTP commands to send in sequence."""


class GameSetup(Protocol):
    """How a game is set up: its options, the questions and the form that set them, and the start."""

    @property
    def how_to_play(self) -> str:
        """A page that explains to a beginner how to play the game in this program."""

    @property
    def command_line_options(self) -> tuple[CommandLineOption, ...]:
        """The command line options of the game."""

    @property
    def default_match_options(self) -> Mapping[str, object]:
        """The default options of a game between two engines."""

    def board_size_question(self) -> OptionQuestion:
        """Return the question about the board size, which is shown with the introduction.

        Its prompt is a full sentence. An empty answer selects the default.
        """

    def questions(self, options: Mapping[str, object]) -> tuple[OptionQuestion, ...]:
        """Return the questions to ask before a game, in order.

        options -- the options that are already set.
        """

    def form_fields(self, options: Mapping[str, object]) -> tuple[FormField, ...]:
        """Return the fields of the form for a new game, which cover more options than `questions`.

        options -- the options chosen so far, on which the choices may depend.
        """

    def start(self, options: Mapping[str, object]) -> Position:
        """Return the starting position. Raise UserError if the options are invalid."""

    def with_move_limit(self, start: Position) -> Position:
        """Return the same start with rules under which every game ends."""

    def options_of_position(self, position: Position) -> dict[str, object]:
        """Return the options of `start` that describe this game, such as its board size and rules."""

    def start_from_board(self, position: Position, cells: Mapping[Point, str], color: Color) -> Position:
        """Return the start of a game from any board, with the rules of `position`.

        cells -- the sign of each occupied point, as in a diagram; all other points are empty.
        color -- the color to move.

        Raise UserError if the board is impossible in this game.
        """

    def gtp_setup(self, start: Position) -> tuple[tuple[GtpCommandSequence, ...], ...]:
        """Return the commands that prepare a GTP engine for a new game.

        The result is a sequence of steps. Each step is a sequence of alternatives, the best one first. An
        alternative is used if the engine accepts its first command. If the last alternative is empty, the
        step is optional.
        """


class GameNotation(Protocol):
    """How the moves of a game are written, and who may move."""

    @property
    def example_move(self) -> str:
        """An example of a move as a player types it."""

    @property
    def point_prompts(self) -> tuple[str, ...]:
        """The prompts for the points of a move, one per point."""

    @property
    def can_pass(self) -> bool:
        """Whether players may pass."""

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse a move, or the next points of a move.

        Raise IllegalMove if a point is not on the board, UserError if the text is not a move.
        """

    def format_move(self, move: Move, position: Position) -> str:
        """Return a move as text."""

    def format_point(self, point: Point, position: Position) -> str:
        """Return a point as text."""

    def partial_move_diagram(self, position: Position, chosen: tuple[Point, ...]) -> Diagram:
        """Return the board during the entry of a move of several points.

        chosen -- the points chosen so far.
        """

    def with_play_resumed(self, position: Position, color: Color) -> Position:
        """Return the position with `color` to move.

        Earlier passes no longer end the game; a resignation still does.
        """


class GameDisplay(Protocol):
    """What is shown next to the board of a game, and what is marked on the board."""

    @property
    def legend(self) -> str:
        """One line that explains the signs in diagrams."""

    def status_lines(self, position: Position, is_over: bool) -> tuple[str, ...]:
        """Return the lines to show next to the board.

        is_over -- whether the game has ended, even if the position does not show it.
        """

    def prisoners(self, position: Position) -> tuple[int, int] | None:
        """Return the numbers of stones captured by Black and by White; None if they do not matter."""

    def detail_lines(self, position: Position) -> tuple[str, ...]:
        """Return lines with details of the game, such as the move number and the rules."""

    def marks(self, position: Position) -> PositionMarks:
        """Return the points to mark on the board."""

    def describe_point(self, point: Point, position: Position) -> str:
        """Return one line about a point and the stone on it, or an empty string."""

    def describe_effects(self, before: Position, after: Position) -> tuple[str, ...]:
        """Return sentences about the effects of a move, such as captures; often empty.

        before, after -- the positions before and after the move.
        """


class GameScoring(Protocol):
    """How a game is scored."""

    @property
    def has_count(self) -> bool:
        """Whether a finished game is counted (see `manual_count`).

        Otherwise the position determines the winner.
        """

    def score_lines(self, position: Position, dead: int) -> tuple[str, ...]:
        """Return sentences about the standing of the game.

        If the game has a count, the board is counted as it stands.

        dead -- the set of dead stones.
        """

    def score_diagram(self, position: Position, dead: int) -> Diagram | None:
        """Return the board with dead stones and territory marked, or None if the game has no count.

        dead -- the set of dead stones.
        """

    def manual_count(self, position: Position, first: Color, dead: int) -> InteractiveCount:
        """Return the count in which the players mark the dead stones, as the rules provide.

        first -- the color that answers first.
        dead  -- the set of stones that an engine considers dead.

        Available only if `has_count` is true.
        """

    def proposed_count(self, position: Position, first: Color, dead: int) -> InteractiveCount:
        """Return a count that starts from a proposal, for screens that show it as it changes.

        first -- the color that answers first.
        dead  -- the proposed set of dead stones.

        Available only if `has_count` is true.
        """


class Game(GameSetup, GameNotation, GameDisplay, GameScoring, Protocol):
    """A board game, whose interface is divided into four parts by purpose."""

    @property
    def display_name(self) -> str:
        """The name of the game."""

    @property
    def sgf_codec(self) -> SgfCodec:
        """The codec for SGF files of this game."""


def is_complete_move(game: GameNotation, move: Move) -> bool:
    """Return whether a move has all the points that the game requires.

    Passes and resignations are complete.
    """
    return not isinstance(move, Play) or len(move.points) == len(game.point_prompts)


def why_illegal(game: GameNotation, position: Position, move: Move) -> str | None:
    """Return why a move is illegal, or None if it is legal.

    Unlike `Position.why_illegal`, this function refuses incomplete moves.
    """
    refusal = position.why_illegal(move)
    return refusal if refusal is not None or is_complete_move(game, move) else "that move is incomplete"


def format_variation(game: GameNotation, moves: Iterable[Move], position: Position) -> list[str]:
    """Return the moves of a variation as text; their legality is not checked.

    position -- the position before the first move.
    """
    words = []
    for move in moves:
        words.append(game.format_move(move, position))
        position = position.play_unchecked(move)
    return words


def longest_legal_prefix(
    items: Iterable[_ItemT], read: Callable[[_ItemT, Position], Move], position: Position
) -> tuple[Move, ...]:
    """Return the moves before the first one that is unreadable or illegal or follows the end of the game.

    items    -- representations of the moves, such as their text.
    read     -- returns the move that an item represents in a position; raises UserError if it is not a move.
    position -- the position before the first move.
    """
    moves: list[Move] = []
    for item in items:
        try:
            move = read(item, position)
        except UserError:
            break
        if position.is_over or position.why_illegal(move) is not None:
            break
        moves.append(move)
        position = position.play_unchecked(move)
    return tuple(moves)


def final_outcome(game: GameScoring, position: Position, dead: int) -> Outcome:
    """Return the outcome of a game that is over.

    dead -- the set of dead stones; used only if the game must be counted.
    """
    if position.outcome_without_count is not None:
        return position.outcome_without_count
    ending = game.proposed_count(position, Color.BLACK, dead)
    while ending.prompt is not None:
        ending = ending.at_next_stage()
    return ending.outcome
