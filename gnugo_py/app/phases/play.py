"""The phases in which a game is played: moves and commands, an offer to resign, and a failed engine."""

from __future__ import annotations

from typing import Any

from gnugo_py.app.context import (
    PhaseContext,
    choose_move,
    end_game,
    play,
    play_decision,
    set_player,
)
from gnugo_py.app.phases.base import (
    ILLEGAL_MOVE_PREFIX,
    EngineTask,
    MoveInputPhase,
    Phase,
    parse_yes_or_no,
    save_and_end,
    with_points_added,
)
from gnugo_py.app.phases.count import show_finished_game, start_count
from gnugo_py.app.play_commands import find_command, move_announcement, unknown_input_message
from gnugo_py.core.types import RESIGN, Color, IllegalMove, Move, Outcome, Play, Point, Resign, UserError
from gnugo_py.engines.engine import Decision
from gnugo_py.storage.resume import OpenedGame


class PlayPhase(MoveInputPhase):
    """The phase that takes moves and commands, one per line; the points of a move may come one by one.

    chosen -- the points of a partial move.
    """

    accepts_moves = True
    runs_clock = True

    def __init__(self, context: PhaseContext, chosen: tuple[Point, ...] = ()) -> None:
        self.context = context
        self.chosen_points = chosen
        self.escape_line = "back" if chosen else ""
        self._position = context.position
        asked = context.game.point_prompts[len(chosen)]
        self.prompt = asked if context.players else f"{context.position.to_move}, {asked}"

    @property
    def engine_task(self) -> EngineTask | None:
        """The task to choose the engine's move, None if it is a person's turn or the game is over."""
        context, player = self.context, self.context.engine_to_move
        if player is None or context.position.is_over:
            return None
        return EngineTask(
            player,
            lambda: choose_move(context),
            self._play_decision,
            lambda why: EngineErrorPhase(context, why),
            is_move=True,
        )

    def handle_line(self, line: str) -> Phase:
        """Handle a move, some points of a move, or a command."""
        word, _, rest = line.partition(" ")
        context, command = self.context, find_command(word)
        hinted, context.hinted_move = context.hinted_move, None
        if command is not None:
            reason = command.why_refused(rest.strip(), context.game)
            return command.action(self, rest.strip()) if reason is None else self.refuse(reason)
        if not line:
            if hinted is None or hinted.position is not context.position:
                return self
            return self.play_move(hinted.move)
        try:
            move = context.position.parse_partial_move(line)
        except IllegalMove as error:
            context.emit("refusal", f"{ILLEGAL_MOVE_PREFIX} {error}.")
        except UserError as error:
            context.emit("refusal", unknown_input_message(line, str(error)))
        else:
            return self._choose_points(move.points) if isinstance(move, Play) else self.play_move(move)
        return self

    def _choose_points(self, points: tuple[Point, ...]) -> Phase:
        """Add points to the partial move, or start a new move with them if only that is legal."""
        position = self.context.position
        chosen, refusal = with_points_added(position, self.chosen_points, points)
        if len(chosen) == len(self.context.game.point_prompts):
            return self.play_move(Play(chosen))
        if refusal is not None:
            self.context.emit("refusal", f"{ILLEGAL_MOVE_PREFIX} {refusal}.")
            return self.prompt_again()
        return self._show_partial_move(chosen)

    def _show_partial_move(self, chosen: tuple[Point, ...]) -> Phase:
        """Show a partial move and the points that may continue it."""
        context = self.context
        if chosen:
            context.show_partial_move(context.position, chosen)
        else:
            context.show_board("No point is chosen.")
        return PlayPhase(context, chosen)

    def remove_last_point(self) -> Phase:
        """Remove the point that was chosen last from the partial move."""
        return self._show_partial_move(self.chosen_points[:-1])

    def prompt_again(self) -> Phase:
        """Ask for a move again; if the position is unchanged, the chosen points are kept."""
        if self.context.position is not self._position:
            return phase_for_game_state(self.context)
        return self._show_partial_move(self.chosen_points) if self.chosen_points else self

    def switch_to_game(self, opened: OpenedGame) -> Phase:
        """Play another game."""
        return start_play(self.context, opened)

    def stop_and_count(self) -> Phase:
        """Stop play and start the count."""
        return start_count(self.context, self.prompt_again)

    def play_move(self, move: Move) -> Phase:
        """Play a person's move, or show why it is illegal."""
        try:
            play(self.context, move)
        except IllegalMove as error:
            self.context.emit("refusal", f"{ILLEGAL_MOVE_PREFIX} {error}.")
            return self.prompt_again()
        return self._after_move()

    def resign(self) -> Phase:
        """Resign for the person, even out of turn; if two people play, for the color to move."""
        color = self.context.position.to_move
        return self._after_resignation(color if self.context.engine_to_move is None else color.opponent)

    def _play_decision(self, decision: Decision[Any]) -> Phase:
        """Play the move that the engine chose; if it wants to resign, ask the person first."""
        context = self.context
        player = context.engine_to_move
        assert player is not None
        is_offer = context.services.offers_resignation and not context.is_engine_match
        if is_offer and not context.resignation_declined and player.wants_to_resign(decision):
            return AcceptResignationPhase(context, self, decision)
        return self.play_and_announce_decision(decision)

    def play_and_announce_decision(self, decision: Decision[Any]) -> Phase:
        """Play the move that the engine chose."""
        before = self.context.position
        announced = move_announcement(self.context, before, decision.move)
        if isinstance(decision.move, Resign):
            return self._after_resignation(before.to_move, announced)
        play_decision(self.context, decision)
        return self._after_move(announced)

    def _after_move(self, *announced: str) -> Phase:
        """Save a move, announce it and its effects, and return the next phase."""
        context, position = self.context, self.context.position
        context.emit("move", *announced)
        context.save_game()
        context.emit("news", *position.effects())
        if position.outcome_without_count is not None:
            context.show_board()
            context.emit("result", position.outcome_without_count.sentence)
            return save_and_end(context)
        if position.is_over:
            context.show_board()
            context.emit("news", "The game is over.")
            return self.stop_and_count()
        if context.engine_to_move is None or context.is_engine_match:
            context.show_board()
        else:
            context.diagram = position.diagram()
        return self.prompt_again()

    def _after_resignation(self, color: Color, *announced: str) -> Phase:
        """End the game by the resignation of a color, save and announce it, and return the next phase."""
        context = self.context
        end_game(context, Outcome(color.opponent, "resignation"))
        context.emit("move", *announced)
        context.save_game()
        context.show_board()
        context.emit("result", f"{color} resigns; {color.opponent} wins.")
        return save_and_end(context)


class AcceptResignationPhase(Phase):
    """The question of whether to accept the engine's resignation; if not, the engine plays its move.

    The question is asked at most once per game.
    """

    def __init__(self, context: PhaseContext, before: PlayPhase, decision: Decision[Any]) -> None:
        self.context, self._before, self._decision = context, before, decision
        self.prompt = f"{context.position.to_move} resigns. Accept (y or n)?"
        context.show_board()

    def handle_line(self, line: str) -> Phase:
        """Handle the answer; ask again if it is neither yes nor no."""
        answer, decision = parse_yes_or_no(line), self._decision
        if answer is None:
            return self.refuse("type y or n.")
        self.context.resignation_declined = not answer
        if answer:
            decision = Decision(RESIGN, decision.reasons, decision.memory)
        return self._before.play_and_announce_decision(decision)


def end_game_lost_on_time(context: PhaseContext) -> Phase:
    """End the game because the color to move has used all its time, and return the next phase."""
    color = context.position.to_move
    outcome = Outcome(color.opponent, "time")
    end_game(context, outcome)
    context.save_game()
    context.show_board()
    context.emit("result", f"{color} has run out of time. {outcome.sentence}")
    return save_and_end(context)


class EngineErrorPhase(PlayPhase):
    """The choices after an engine failed to move: retry, another engine, or a command that is not a move.

    reason -- the error message.
    """

    runs_clock = False

    def __init__(self, context: PhaseContext, reason: str) -> None:
        super().__init__(context)
        self._player = context.engine_to_move
        other = context.services.opponents.default_opponent(context.position)
        self._stand_in, self._word = other, ""
        if other is not None and self._player is not None and other.name != self._player.name:
            self._word = other.config().kind
        self.prompt = (
            f"Press Return to retry, or type {self._word} or a command:"
            if self._word
            else "Press Return to retry, or type a command:"
        )
        context.show_board()
        context.emit("trouble", f"{reason}.")
        self._report()

    def _report(self) -> None:
        """Show the choices."""
        context = self.context
        name = "" if self._stand_in is None else self._stand_in.name
        command = "why" if context.is_engine_match else "undo"
        instead = f", type {self._word} to let {name} take over" if self._word else ""
        context.emit(
            "news", f"Press Return to try again{instead}, or type a command such as {command}, save or quit."
        )

    @property
    def engine_task(self) -> None:
        """None, until the person decides."""

    def prompt_again(self) -> Phase:
        """Ask the same question, unless it is another player's turn now."""
        return self if self.context.engine_to_move is self._player else PlayPhase(self.context)

    def show_again(self) -> Phase:
        """Ask and show the choices again, unless it is another player's turn now."""
        phase = self.prompt_again()
        if phase is self:
            self._report()
        return phase

    def handle_line(self, line: str) -> Phase:
        """Handle the answer."""
        context, word = self.context, line.lower()
        command = find_command(line.partition(" ")[0])
        if not word:
            assert self._player is not None
            self._player.recover()
            return PlayPhase(context)
        if word == self._word and self._stand_in is not None:
            set_player(context, context.position.to_move, self._stand_in)
            context.emit("news", f"{self._stand_in.name} now plays {context.position.to_move}.")
            return PlayPhase(context)
        if command is None or command.is_move:
            other = f"{self._word} or " if self._word else ""
            return self.refuse(f"press Return, or type {other}a command other than a move.")
        return super().handle_line(line)


def start_play(context: PhaseContext, opened: OpenedGame) -> Phase:
    """Start or resume a game: show its board, and return the phase that fits its state."""
    context.begin(opened)
    context.show_board()
    context.emit("legend", context.game.legend)
    context.emit("news", *opened.notices)
    return phase_for_game_state(context)


def phase_for_game_state(context: PhaseContext) -> Phase:
    """Return the phase that fits the state of the game: play, count or end."""
    if context.outcome is not None:
        return show_finished_game(context, context.outcome)
    if context.position.is_over or context.count_progress is not None:
        return start_count(context, lambda: PlayPhase(context))
    return PlayPhase(context)
