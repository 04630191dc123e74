"""Entering moves in a game or a review, and what an engine thinks: hint, show, score, influence and why."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.candidates import compared_moves
from gnugo_py.app.commands import parse_number
from gnugo_py.app.mode import BoardMode
from gnugo_py.app.node_display import write_diagram, write_page
from gnugo_py.app.screen import BoardMarks, Screen
from gnugo_py.engines.analysis import Analysis, describe_lead, values_for_black
from gnugo_py.engines.engine import Decision, Engine, EngineError
from gnugo_py.engines.judge import dead_stones
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.board_words import continuation_in_words, owners_in_words, points_in_words
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.text import describe_move
from gnugo_py.games.types import CHOICE, HIGHLIGHT, IllegalMove, Mark, Move, Pass, Play, Point, UserError
from gnugo_py.games.variations import leading_legal_moves
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.engine_moves import engine_memory
from gnugo_py.record.node import Node
from gnugo_py.study.graph import LeadAndWinRate

_ABOUT_POINTS = ("score", "show", "why", "graph")
"""The commands that a game of the first capture lacks, besides those that need a count."""
_MAX_MOVES_SAID = 9
_UNEXPLAINED = "No reasons were recorded."
_SURE, _LEANING = 0.7, 0.25
"""The minimum ownership at which a point is marked as owned by a color, and as leaning toward a color."""
_OWNERSHIP_LEGEND = "B W: points of Black and White; b w: leaning toward them; x o: stones likely to be lost."


class Answer(NamedTuple):
    """The decision of an adviser in a position, which the person asked for."""

    adviser: Engine
    position: Position
    decision: Decision[Any]

    def paragraph(self, is_past: bool = False) -> tuple[str, ...]:
        """Return the adviser and the move, which may be past, in a line, and the reasons for the move."""
        move = self.decision.move
        verb = "would have played" if is_past else "would play"
        doing = f"{verb} {self.position.format_move(move)}"
        if isinstance(move, Pass):
            doing = "would have passed" if is_past else "would pass"
        return (f"{self.adviser.name} {doing}:", *self.adviser.explain(self.position, self.decision))


class MoveMode(BoardMode):
    """A mode in which moves are entered, and engines can be asked for their opinion.

    cursor -- the place in the tree of the game.
    chosen -- the points of a move that is not complete.
    hinted -- the move of the hint on the screen, which an empty line plays; any line ends that.
    how_to_count -- what is said below an estimate about the count of the game.
    ends_at_capture -- whether the first capture wins the game, as in a lesson.
    counts_points -- whether points decide the game.
    """

    accepts_moves = True
    escape_line = "quit"
    chosen: tuple[Point, ...] = ()
    hinted: Move | None = None
    how_to_count: tuple[str, ...] = ()

    def __init__(self, app: App, cursor: Cursor) -> None:
        super().__init__(app)
        self.cursor, root = cursor, cursor.tree.root
        self.ends_at_capture = (root.private or {}).get("capture") is True
        self.counts_points = cursor.tree.game.has_count and not self.ends_at_capture
        if self.ends_at_capture:
            has = (each for each in self.commands if each.needs != "count" and each.name not in _ABOUT_POINTS)
            self.commands = tuple(has)

    @property
    def position(self) -> Position:
        return self.cursor.node.position

    @abstractmethod
    def play_move(self, move: Move) -> None:
        """Play a move.  Raise IllegalMove, with the reason, if it is illegal."""

    @abstractmethod
    def play_from_setup(self, position: Position) -> None:
        """Play a new game from a position that was set up."""

    @abstractmethod
    def show_unchosen(self) -> None:
        """Show the position again, after the last point of a move was removed."""

    def with_controls(self, screen: Screen) -> Screen:
        """Return a screen as other modes do; Return plays a hint, and Escape removes the last point."""
        screen = super().with_controls(screen)
        if self.chosen:
            screen = screen._replace(escape_line="back")
        if self.hinted is not None:
            move = self.position.format_move(self.hinted)
            screen = screen._replace(offer=describe_move("Return", move))
        return screen

    def enter(self, move: Move) -> None:
        """Play a move, or add its points to those chosen already.  Raise IllegalMove, with the reason."""
        number = len(self.cursor.tree.game.point_prompts)
        if isinstance(move, Play) and (self.chosen or len(move.points) < number):
            chosen, refusal = with_points_added(self.position, self.chosen, move.points)
            if len(chosen) < number:
                if refusal is not None:
                    raise IllegalMove(refusal)
                self.choose_points(chosen)
                return
            move = Play(chosen)
        self.play_move(move)

    def fail(self, error: UserError) -> None:
        """Show why a line was refused, as GNU Go 1.1 does below a drawn board, and the points chosen."""
        is_as_in_gnugo = self.app.draws_board and not self.app.has_screen
        prefix = "illegal move !" if is_as_in_gnugo else "illegal move:"
        self.refuse(f"{prefix} {error}." if isinstance(error, IllegalMove) else f"{error}.")
        if self.chosen:
            self.choose_points(self.chosen)

    def choose_points(self, points: tuple[Point, ...]) -> None:
        """Show the first points of a move and those that may come next, or the position for no points."""
        self.chosen = points
        if not points:
            self.show_unchosen()
            return
        position = self.position
        self.app.diagram = position.partial_move_diagram(points)
        marked = {points[-1]: HIGHLIGHT, **dict.fromkeys(position.next_points(points), CHOICE)}
        marks = tuple((row_and_column(point, position.size), mark) for point, mark in marked.items())
        chosen = position.format_move(Play(points))
        text = f"{chosen}: + marks the points that can come next."
        words = f"{chosen}: next, {points_in_words(position, position.next_points(points), 'or')}."
        self.app.emit("choice", text, diagram=self.app.diagram, marks=marks, words=lambda: [words])

    def do_setup(self) -> None:
        navigation.setup(self.app, self.position, self.play_from_setup)

    def do_learn(self, name: str) -> None:
        navigation.lesson(self.app, name)

    def do_diagram(self, name: str) -> None:
        write_diagram(self.app, self.cursor.node, name)

    def do_html(self, name: str) -> None:
        write_page(self.app, self.cursor.tree, name)

    def clear(self) -> None:
        self.hinted = None

    # What an engine thinks

    def consult(self, position: Position, level: int | None, show: Callable[[Answer], None]) -> None:
        """Let the adviser choose a move in a position, and show the answer.

        level -- the level of the adviser, None for the best move that it finds at the highest level.

        Raise UserError if that is not possible.
        """
        if position.outcome_without_count is not None:
            raise UserError("the game is over at this point")
        adviser = self.app.adviser(position.game, level or MAX_LEVEL)
        if adviser is None:
            raise UserError(f"there is no engine that can give hints in {position.game.display_name}")
        at = position.with_play_resumed(position.to_move)
        choose = adviser.choose if level else adviser.recommend

        def keep_and_show(decision: Decision[Any]) -> None:
            analysis = decision.analysis
            if level is None and analysis is not None and analysis.candidates:
                best = analysis.candidates[0]
                known = analysis._replace(score_lead=best.score_lead, win_rate=best.win_rate)
                self.app.analysts.keep(position, known)
            show(Answer(adviser, at, decision))

        self.ask(adviser, lambda: choose(at), keep_and_show, at)

    def second_opinion(self, position: Position) -> Answer | None:
        """Return the answer of another engine, which a hint without a level shows as well; None for none."""
        return None

    def do_hint(self, level: int | None) -> None:
        """Show the move that the adviser would play, with its reasons; on a screen, Return plays it.

        If the first capture wins, show what can be captured.
        """
        position = self.position
        if self.ends_at_capture:
            self.app.emit("why", *words_of(position).capture_lines())
            return

        def show(answer: Answer) -> None:
            lines = answer.paragraph()
            with suppress(EngineError):
                if level is None and (second := self.second_opinion(answer.position)) is not None:
                    lines = (*lines, "", *second.paragraph())
            if self.app.has_screen:
                self.hinted = answer.decision.move
            self.show_decision(lines, *answer)

        self.consult(position, level, show)

    def show_better_move(self, position: Position, is_detailed: bool) -> None:
        """Show what the adviser would have played, and why; on a page with the moves compared if detailed."""

        def show(answer: Answer) -> None:
            lines = answer.paragraph(is_past=True)
            if is_detailed:
                details = _details(answer.adviser, answer.position, answer.decision)
                self.app.emit("page", *lines, *details)
            else:
                self.show_decision(lines, *answer)

        self.consult(position, None, show)

    def do_show(self, _candidates: str) -> None:
        self.consult(self.position, None, self._show_candidates)

    def _show_candidates(self, answer: Answer) -> None:
        at = answer.position
        shown = compared_moves(answer.adviser, at, answer.decision, has_lines=not self.app.has_screen)
        self.app.emit("why", *shown.lines, *shown.legend, diagram=at.diagram(), marks=shown.marks)

    def show_decision(
        self, lines: tuple[str, ...], player: Engine, position: Position, decision: Decision[Any] | None
    ) -> None:
        """Show a decision: the reasons as text, and marks over the board of the position."""
        overlay = player.decision_marks(position, decision) if decision is not None else ()
        marks = tuple((row_and_column(point, position.size), Mark(sign)) for point, sign in overlay)
        analysis = None if decision is None else decision.analysis
        line = () if analysis is None else leading_legal_moves(position, analysis.pv[:_MAX_MOVES_SAID])
        known, now = self.app.analysts.kept(self.position), self.position.to_move
        self.app.emit(
            "why",
            *lines,
            diagram=position.diagram(),
            marks=marks,
            standing=None if known is None else LeadAndWinRate(*values_for_black(known, now)),
            words=lambda: (*lines, *continuation_in_words(position, line)),
        )

    def do_score(self) -> None:
        """Show an estimate of the position or, if the game is over there, the score."""
        position = self.position

        def show(judged: Analysis | None) -> None:
            if judged is None:
                self._show_score(position)
            else:
                self._show_ownership(position, judged, f"{describe_lead(judged, position.to_move)}.")
                self.app.emit("signs", *self.how_to_count)

        if position.is_over:
            self._show_score(position)
        else:
            self._estimate(position, show)

    def do_influence(self) -> None:
        """Show on the board who is likely to own each point."""
        position = self.position

        def show(judged: Analysis | None) -> None:
            if judged is None:
                raise UserError(f"the command influence is not available in {position.game.display_name}")
            shares = judged.ownership.values()
            black, white = (sum(1 for share in shares if sign * share >= _LEANING) for sign in (1, -1))
            open_points = len(shares) - black - white
            areas = (
                f"Black is likely to own {black} points and White {white};"
                f" {open_points} {'is' if open_points == 1 else 'are'} open."
            )
            self._show_ownership(position, judged, areas, names_owners=True)

        self._estimate(position, show)

    def _estimate(self, position: Position, show: Callable[[Analysis | None], None]) -> None:
        """Estimate a position, and show it; an external analyst, which may be slow, runs as a task."""
        analysts = self.app.analysts
        other = analysts.external(position.game)
        if other is None:
            show(analysts.estimate(position))
        else:
            self.ask(other, lambda: analysts.estimate(position), show)

    def _show_score(self, position: Position) -> None:
        dead = dead_stones(position)
        lines, settled = position.score_lines(dead), position.score_diagram(dead)
        if settled is None:
            self.app.emit("news", *lines)
            return
        diagram = position.diagram()
        marks = tuple(
            ((row, column), owner_mark(sign))
            for row, line in enumerate(settled.rows)
            for column, sign in enumerate(line)
            if sign != diagram.rows[row][column]
        )
        self.app.emit("estimate", *lines, diagram=diagram, marks=marks)

    def _show_ownership(
        self, position: Position, judged: Analysis, sentence: str, names_owners: bool = False
    ) -> None:
        """Show a sentence about an estimate, and the owner of each point, in words if wanted."""
        diagram, marks = position.diagram(), _ownership_marks(position, judged.ownership)
        self.app.emit(
            "estimate",
            sentence,
            *filter(None, [self.app.analysts.slowness_notice()]),
            diagram=diagram,
            marks=marks,
            standing=LeadAndWinRate(*values_for_black(judged, position.to_move)),
            words=lambda: (sentence, *(owners_in_words(diagram, marks) if names_owners else ())),
        )
        if marks and self.app.draws_board:
            self.app.emit("signs", _OWNERSHIP_LEGEND)

    def do_why(self, words: str) -> None:
        """Show the reasons for an engine's move in the game.

        words -- the number of the move, or empty for the last move of an engine; a final `more` shows the
                 reasons on a page, with the moves that a search compared.
        """
        is_page = words.endswith("more")
        node = _engine_move_asked_for(self.cursor.node, words.removesuffix("more").strip())
        player, color, before = node.engine, node.color, node.parent
        assert player is not None and color is not None and before is not None
        memory = engine_memory(before, player, color)
        can_repeat = memory is not None or (not player.is_external and player.initial_memory() is None)
        if node.decision is None and can_repeat:
            self.ask(
                player,
                lambda: player.choose(before.position, memory),
                lambda decision: self._show_reasons(node, player, decision, is_page),
            )
        else:
            self._show_reasons(node, player, node.decision, is_page)

    def _show_reasons(
        self, node: Node, player: Engine, decision: Decision[Any] | None, is_page: bool
    ) -> None:
        """Show the reasons for the move of a node; the decision counts only if it is this move."""
        assert node.parent is not None
        before, move = node.parent.position, node.move_text
        done = "passed" if move == "pass" else f"played {move}"
        title = f"Why {node.color} {done} as move {node.number}:"
        same = decision if decision is not None and decision.move == node.move else None
        explanation = player.explain(before, same) if same is not None else node.comment.splitlines()
        reasons = (title, *(explanation or (_UNEXPLAINED,)))
        if is_page:
            self.app.emit("page", *reasons, *_details(player, before, same))
            return
        if self.app.has_screen:
            self.app.emit("choice", f"The board shows the position before move {node.number}.")
        self.show_decision(reasons, player, before, same)


def _details(player: Engine, position: Position, decision: Decision[Any] | None) -> tuple[str, ...]:
    """Return the moves that were compared for a decision, one per line; empty if it needed no search."""
    if decision is None or decision.analysis is None or decision.analysis.note:
        return ()
    return compared_moves(player, position, decision, has_lines=True).lines


def with_points_added(
    position: Position, chosen: tuple[Point, ...], points: tuple[Point, ...]
) -> tuple[tuple[Point, ...], str | None]:
    """Return the points of a move after some were added, and why they are no part of a legal move, or None.

    chosen -- the points so far; if only that is legal, the added points begin a new move.
    points -- the points to add.
    """
    ways = [chosen + points, points] if chosen else [points]
    fitting = [way for way in ways if len(way) <= len(position.game.point_prompts)]
    refusals = [position.why_partial_move_illegal(Play(way)) for way in fitting]
    best = refusals.index(None) if None in refusals else 0
    return fitting[best], refusals[best]


def _engine_move_asked_for(current: Node, words: str) -> Node:
    """Return the node of the engine's move to explain.  Raise UserError if there is none."""
    moves = [node for node in current.path() if node.has_move]
    if not moves:
        raise UserError("no move has been made yet")
    last = moves[-1].number
    number = parse_number(words)
    if words and not (number and number <= last):
        raise UserError(f"type why N with a move number from 1 to {last}")
    made = [node for node in moves if node.engine is not None and (not words or node.number == number)]
    if not made:
        raise UserError("a person made that move" if words else "the computer has not moved yet")
    return made[-1]


def _ownership_marks(position: Position, ownership: Mapping[Point, float]) -> BoardMarks:
    cells = position.cells()
    return tuple(
        (row_and_column(point, position.size), owner_mark(mark))
        for point, share in ownership.items()
        if (mark := _ownership_mark(cells.get(point, "-"), share))
    )


def owner_mark(sign: str) -> Mark:
    """Return the mark of an owner or of a dead stone, by its sign."""
    return Mark(sign, "dead" if sign in "xo" else "owner")


def _ownership_mark(sign: str, share: float) -> str:
    """Return the mark for a share of a point; empty if it is open or holds a living stone."""
    if sign in "XO":
        return sign.lower() if (share if sign == "O" else -share) > _LEANING else ""
    if abs(share) < _LEANING:
        return ""
    mark = "B" if share > 0 else "W"
    return mark if abs(share) >= _SURE else mark.lower()
