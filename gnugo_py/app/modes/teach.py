"""Teaching during a game: after a move that loses too much, its refutation, and an offer to take it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnugo_py.app.mode import Mode, command_named, parse_yes_or_no
from gnugo_py.games.points import row_and_column
from gnugo_py.games.types import Play, UserError
from gnugo_py.storage.training import current_training_date
from gnugo_py.study.exercises import TeachingLoss, find_teaching_loss

if TYPE_CHECKING:
    from gnugo_py.app.modes.play import PlayMode


def judge_last_move(play: PlayMode) -> None:
    """Judge the last move of a game, and offer to take it back if it loses too much."""
    node = play.game.cursor.node
    try:
        analyst = play.app.analysts.of_game(play.game.game)
    except UserError as error:
        play.refuse(f"{error}.")
        return

    def offer(loss: TeachingLoss | None) -> None:
        if loss is not None:
            play.app.push(TakeBackOffer(play, loss))

    play.ask(analyst, lambda: find_teaching_loss(node.position, node.number, analyst), offer)


class TakeBackOffer(Mode):
    """The offer to take back a move; any line but yes means no, and is then handled by the game.

    play -- the game.
    loss -- what the move lost.
    """

    escape_line = "n"
    is_question = True

    def __init__(self, play: PlayMode, loss: TeachingLoss) -> None:
        super().__init__(play.app)
        self._play, self._loss = play, loss
        after, reply = play.position, loss.reply
        answer = "" if reply is None else f": {after.to_move} answers at {after.format_move(reply)}"
        self.prompt = (
            f"That loses about {loss.exercise.points_lost:.0f} points{answer}. Take it back (y or n)?"
        )

    def start(self) -> None:
        """Mark the opponent's answer on the board if it is drawn; the prompt names it, too."""
        after, reply = self._play.position, self._loss.reply
        if isinstance(reply, Play) and self.app.settings.settings.draws_board:
            marks = tuple((row_and_column(point, after.size), "1") for point in reply.points)
            self.app.emit("choice", diagram=after.diagram(), marks=marks)

    def handle(self, line: str) -> None:
        """Handle the answer."""
        app, play = self.app, self._play
        answer = parse_yes_or_no(line) if line else False
        app.pop(self)
        if answer:
            exercise, today = self._loss.exercise, current_training_date()
            app.report_unsaved_result(app.training_store.record_result(exercise, False, today))
            play.do_undo("")
        elif answer is None:
            command = command_named(play.commands, line.partition(" ")[0])
            if play.game.engine_to_move is not None and (command is None or command.is_move):
                play.line_after_reply = line
            else:
                play.handle(line)
