"""Playing a game: moves and commands, an offer to resign, and an engine that failed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.commands import BOARD_COMMANDS, Command, command_named, help_lines, quit_command
from gnugo_py.app.display import DISPLAY_COMMANDS, keys_and_signs
from gnugo_py.app.finished_games import end_game, show_finished_game
from gnugo_py.app.game_screens import game_screen
from gnugo_py.app.line_analysis import LineAnalysis, analyze_up_to, list_mistakes
from gnugo_py.app.mode import HOW_TO_READ, NEW_GAME_FROM_SETUP, Mode, Question, Task, yes_or_no
from gnugo_py.app.move_mode import Answer, MoveMode
from gnugo_py.app.node_display import comment_lines
from gnugo_py.app.open_games import load_game
from gnugo_py.app.played_game import move_announcement
from gnugo_py.app.screen import Screen
from gnugo_py.app.training import train_on_current_game
from gnugo_py.app.unknown_words import unknown_input_message
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.games.board_words import new_atari_in_words, removed_in_words
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.types import (
    PASS,
    RESIGN,
    Color,
    IllegalMove,
    Mark,
    Move,
    Outcome,
    Play,
    Resign,
    UserError,
)
from gnugo_py.record.engine_moves import choose_move, engine_memory, new_game, play_decision
from gnugo_py.record.node import Node
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.training import current_training_date
from gnugo_py.study.exercises import TeachingLoss, find_teaching_loss
from gnugo_py.study.game_analysis import counts_points
from gnugo_py.study.mistakes import addressed, no_mistakes_message

_TEACHING = "Teaching is on: after a move that loses a lot, you are asked whether to take it back."
_TAKE_BACK = "Take it back (y or n)?"
_ABOUT_TAKING_BACK = (
    "y takes your move back, so that you can play another one. n, Return and Esc keep it;"
    " so does your next move or a command, which then follows."
)
_ENDS_AT_CAPTURE = "Whoever captures first wins."
_HOW_TO_COUNT = "This is an estimate. The game is counted when both have passed, or after stop."
_NO_TEACHING = "Teaching is off; type teach on to be asked after a move that loses a lot."


class PlayMode(MoveMode):
    """A game that is played: moves and commands, one per line.

    notices -- what to show after the board when play begins.

    game    -- the game.
    line_after_reply -- a line to handle after the engine's next move; empty for none.
    """

    is_played = True

    commands: tuple[Command, ...] = (
        Command("pass", "F6", "pass; two passes in a row end the game", is_move=True, needs="pass"),
        Command("back", "", "remove the point you chose last", is_move=True, needs="points"),
        Command("undo", "F4", "take back your last move, or N of them, with the replies", "[N]",
                while_thinking="interrupt"),
        Command("hint", "F2", "show what the engine suggests and why, at level LEVEL", "[LEVEL]"),
        Command("why", "F3", "show why the computer made its last move, or move N", "[N|more]"),
        Command("score", "F7", "estimate the score and who is likely to win"),
        Command("resign", "", "resign the game", while_thinking="interrupt"),
        Command("help", "F1", "show this help", aliases=("?",)),
        quit_command("leave; the game stays saved"),
        Command("redo", "F5", "restore a move that you took back", subject="The game"),
        Command("stop", "F9", "end the game and count it", needs="count", subject="The game"),
        Command("new", "", "start a new game; this one stays saved", subject="The game",
                while_thinking="interrupt"),
        Command("setup", "", "set up a position and play from there", subject="The game"),
        Command("show", "", "show the best moves on the board", "candidates", subject="Analysis"),
        Command("influence", "F12", "show who is likely to own each point", needs="count",
                subject="Analysis"),
        Command("mistakes", "", "list the moves that lost the most points", "[all]", needs="count",
                subject="Analysis"),
        Command("next", "", "review the game before its largest mistake", "mistake", needs="count",
                subject="Analysis"),
        Command("review", "", "go through the game; no moves are undone", subject="Learning"),
        Command("train", "", "look for better moves where you lost points", "[COLOR]", needs="count",
                subject="Learning"),
        Command("teach", "", "offer to take back a move that loses a lot", "[on|off]", needs="count",
                subject="Learning"),
        Command("learn", "", "open the lessons; quit returns to the game", "[NAME]", subject="Learning"),
        Command("save", "F8", "show where the game is saved; NAME: rename it", "[NAME]", subject="Files"),
        Command("load", "", "load a saved game or an SGF file", "NAME", subject="Files"),
        Command("games", "", "list the saved games: open, search, rename or delete", subject="Files"),
        Command("diagram", "", "write a picture of the board", "NAME", subject="Files"),
        Command("html", "", "write a web page of the game", "NAME", subject="Files"),
        *BOARD_COMMANDS,
    )  # fmt: skip

    def __init__(self, app: App, notices: tuple[str, ...] = ()) -> None:
        self.game = app.required_game
        super().__init__(app, self.game)
        self.how_to_count = (_HOW_TO_COUNT,) if self.counts_points else ()
        self._notices = notices
        self._judged, self.line_after_reply = set[Node](), ""

    @property
    def runs_clock(self) -> bool:
        """Whether a move is awaited, and no move is being judged by the teacher."""
        is_stopped = self.game.is_over or self.game.count_progress is not None
        return self.request is None and not is_stopped

    def start(self) -> None:
        """Show the board, and go on with what fits the state of the game: play, count or end."""
        self._show_game()
        game = self.game
        self.app.emit("legend", game.game.legend, words=lambda: (*game.start_in_words(), HOW_TO_READ))
        self.app.emit("news", *self._notices, *([_ENDS_AT_CAPTURE] if self.ends_at_capture else []))
        self.go_on()

    def go_on(self) -> None:
        """Ask for the next move, continue a count, or show the result of a game that is over."""
        outcome = self.game.outcome
        if outcome is not None:
            show_finished_game(self.app, outcome)
        elif self.position.is_over or self.game.count_progress is not None:
            self.do_stop()

    def resume(self, left: Mode) -> None:
        """Ask for a move again; show the board if another one was shown meanwhile."""
        if left.has_own_board:
            self._show_game()
        if self.chosen:
            self.choose_points(self.chosen)

    def screen(self) -> Screen:
        return self.with_controls(game_screen(self.app, self.game))

    def current_prompt(self) -> str:
        """Return the prompt, which names the color if two people play."""
        prompt = self.game.game.point_prompts[len(self.chosen)]
        return prompt if self.game.players else f"{self.position.to_move}, {prompt}"

    @property
    def task(self) -> Task | None:
        """The request of a command, or the task to choose the engine's move if it is an engine's turn."""
        node, player = self.game.node, self.game.engine_to_move
        if self.request is not None or player is None:
            return self.request
        if node.position.is_over or self.game.count_progress is not None:
            return None
        choose = _choose_for_capture if self.ends_at_capture else choose_move
        return Task(self, player, lambda: choose(node, player), self._play_decision, is_move=True)

    def fail_task(self, task: Task, reason: str) -> None:
        """Ask what to do if the engine to move has failed."""
        if task.is_move:
            navigation.engine_failed(self.app, reason)
        else:
            super().fail_task(task, reason)

    def handle(self, line: str) -> None:
        hinted, self.hinted = self.hinted, None
        chosen, position = self.chosen, self.position
        if not line:
            if hinted is not None:
                self.play_move(hinted)
        elif self.run_command(line, self.game.game):
            is_unchanged = self.chosen == chosen and self.position is position and self.app.task is None
            if chosen and is_unchanged and self.app.mode is self and not self.app.is_over:
                self.choose_points(chosen)
        else:
            try:
                move = position.parse_partial_move(line)
            except IllegalMove:
                raise
            except UserError as error:
                self.refuse(unknown_input_message(line, str(error), self.commands, self.game.game))
            else:
                self.enter(move)

    def show_unchosen(self) -> None:
        """Show the board without the points that were chosen."""
        self._show_game("No point is chosen.")

    def question_before_leaving(self, act: Any) -> Mode | None:
        """Save the game; return a question if that is not possible."""
        self.app.save_game()
        if not self.app.autosave.error:
            return None
        self.refuse(f"The game could not be saved: {self.app.autosave.error}.")
        return yes_or_no(self.app, "Leave without saving", act) if self.app.asks_before_leaving else None

    def play_from_setup(self, position: Position) -> None:
        """Play a new game from a position that was set up; this one stays saved."""
        app, game = self.app, self.game
        tree = new_game(position, game.players)
        tree.clock = game.tree.clock
        is_saved = game.has_content and not app.autosave.error
        app.autosave.detach_game()
        app.emit("news", NEW_GAME_FROM_SETUP, *(["The previous game remains saved."] if is_saved else []))
        navigation.play(app, OpenedGame(tree, game.players, has_setup=True))

    # Moves

    def play_move(self, move: Move) -> None:
        self.game.play(move)
        self._after_move()
        node = self.game.node
        if self.game.has("teach") and node not in self._judged and self.app.mode is self:
            self._judged.add(node)
            self._judge_last_move(node)

    def _judge_last_move(self, node: Node) -> None:
        """Judge the last move, and offer to take it back if it loses too much."""
        analyst = self.app.analysts.of_game(self.game.game)

        def offer(loss: TeachingLoss | None) -> None:
            if loss is not None:
                self._offer_take_back(loss)

        counts, at = counts_points(node.tree), (node.position, node.number)
        self.ask(analyst, lambda: find_teaching_loss(*at, analyst, counts), offer)

    def _offer_take_back(self, loss: TeachingLoss) -> None:
        """Ask whether to take back a move; a move or a command of the game means no, and is then handled."""
        app, after, reply = self.app, self.position, loss.reply
        exercise, words = loss.exercise, addressed(loss.exercise.words, loss.exercise.color)
        answer = f": {after.to_move} answers at {after.format_move(reply)}" if reply and not words else ""
        lost = f"That loses about {exercise.points_lost:.0f} points{answer}."
        reason = " ".join(filter(None, (lost, words)))

        def take_back(_: str) -> None:
            today = current_training_date()
            app.report_unsaved_result(app.training_store.record_result(exercise, False, today))
            self.do_undo()

        def go_on(line: str) -> None:
            command = command_named(self.commands, line.partition(" ")[0])
            if line and command is None:
                self._check_is_move(line)
            if self.game.engine_to_move is not None and (command is None or command.is_move):
                self.line_after_reply = line
            else:
                self.handle(line)

        if isinstance(reply, Play) and app.draws_board:
            marks = tuple((row_and_column(point, after.size), Mark("1")) for point in reply.points)
            app.emit("choice", diagram=after.diagram(), marks=marks)
        acts = {"y": take_back, "n": None}
        question, news = (_TAKE_BACK, (reason,)) if app.has_screen else (f"{reason} {_TAKE_BACK}", ())
        app.push(Question(app, question, acts, *news, otherwise=go_on, explanation=_ABOUT_TAKING_BACK))

    def _check_is_move(self, line: str) -> None:
        """Raise UserError if a line after the offer to take back a move is no move."""
        try:
            self.position.parse_partial_move(line)
        except IllegalMove:
            raise
        except UserError:
            raise UserError(f"not understood: {line[:20]!r}; type y or n, a move or a command") from None

    def _offer_resignation(self, decision: Decision[Any]) -> None:
        """Ask whether the engine resigns; if not, it plays its move, and does not ask again in this game."""

        def decline(_: str) -> None:
            self.game.resignation_declined = True
            self._play_decision(decision)

        accepted = Decision(RESIGN, decision.reasons, decision.memory)
        question = f"{self.position.to_move} resigns. Accept (y or n)?"
        acts = {"y": lambda _: self._play_decision(accepted), "n": decline}
        self.app.show_board()
        self.app.push(Question(self.app, question, acts, stops_clock=True))

    def _play_decision(self, decision: Decision[Any]) -> None:
        """Play the move that the engine chose; if it wants to resign, ask the person first."""
        game, before, player = self.game, self.position, self.game.engine_to_move
        assert player is not None
        asks = self.app.offers_resignation and not (game.is_engine_match or game.resignation_declined)
        if asks and decision.would_resign:
            self._offer_resignation(decision)
            return
        announced = move_announcement(before, decision.move, game.is_engine_match)
        if isinstance(decision.move, Resign):
            self._end_by_resignation(before.to_move, announced)
            return
        play_decision(game, player, decision)
        self._after_move(announced)
        has_passed = before.last_move is PASS and not game.is_engine_match
        if has_passed and isinstance(decision.move, Play) and self.counts_points:
            self.app.emit("news", f"{before.to_move} plays on; to count the game now, type stop.")
        line, self.line_after_reply = self.line_after_reply, ""
        if line and self.app.mode is self:
            self.handle(line)

    def _after_move(self, *announced: str) -> None:
        """Save a move, announce it and its effects, and go on."""
        app, game, position = self.app, self.game, self.position
        self.chosen = ()
        app.emit("move", *announced)
        app.emit("comment", *(self._comment() if announced else ()))
        app.save_game()
        if app.has_screen:
            app.analysts.prepare(position.game)
        effects = words_of(position).effects()
        app.emit("news", *effects, words=lambda: (*effects, *removed_in_words(position)))
        outcome = game.outcome
        if outcome is not None:
            first = "First capture: " if self.ends_at_capture and outcome.winner is not None else ""
            self._end(f"{first}{outcome.sentence}")
        elif position.is_over:
            app.show_board()
            app.emit("news", "The game is over.")
            self.do_stop()
        elif game.engine_to_move is None or game.is_engine_match:
            app.show_board()
        else:
            app.diagram = position.diagram()
            app.emit("news", words=lambda: new_atari_in_words(position))

    def _show_game(self, *news: str) -> None:
        """Show some notices, the board, and what is said about the last move."""
        self.app.show_board(*news)
        self.app.emit("comment", *self._comment())

    def _comment(self) -> tuple[str, ...]:
        """Return what is said about the last move: by the engine that made it, or in the file."""
        node, kind = self.game.node, self.app.comments
        if kind == "none" or self.ends_at_capture:
            return ()
        if node.engine is None or node.decision is None or node.parent is None:
            return comment_lines(node) if kind == "numbers" or node.engine is None else ()
        explain = node.engine.explain if kind == "numbers" else node.engine.explain_in_words
        return explain(node.parent.position, node.decision)

    def _end(self, sentence: str) -> None:
        """Show the board and the result, and end play."""
        self.app.show_board()
        self.app.emit("result", sentence)
        end_game(self.app)

    def _end_by_resignation(self, color: Color, *announced: str) -> None:
        """End the game by the resignation of a color."""
        self.game.tree.result = Outcome(color.opponent, "resignation")
        self.app.emit("move", *announced)
        self.app.save_game()
        self._end(f"{color} resigns; {color.opponent} wins.")

    def end_on_time(self) -> None:
        """End the game because the color to move has used all its time."""
        color = self.position.to_move
        self.game.tree.result = outcome = Outcome(color.opponent, "time")
        self.app.save_game()
        self._end(f"{color} has run out of time. {outcome.sentence}")

    # Commands

    def do_pass(self) -> None:
        self.play_move(PASS)

    def do_undo(self, wanted: int | None = None) -> None:
        if self.chosen and wanted is None:
            self.choose_points(self.chosen[:-1])
            return
        number = sum(self.game.take_back() for _ in range(1 if wanted is None else wanted))
        whose = " of yours" if self.game.is_engine_match else ""
        done = "Move taken back." if number == 1 else f"{number} moves taken back."
        self._show_changed(number > 0, done if number else f"There is no move{whose} to take back.")

    def do_redo(self) -> None:
        is_changed = self.game.restore()
        self._show_changed(is_changed, "Move restored." if is_changed else "There is no move to restore.")

    def _show_changed(self, is_changed: bool, news: str) -> None:
        """Save the game and show the board, then what fits the state of the game now."""
        self.app.save_game()
        self._show_game(news)
        if is_changed:
            self.chosen = ()
            self.go_on()

    def do_teach(self, switch: str | None) -> None:
        if switch:
            self.game.set_flag("teach", switch == "on")
            self.app.save_game()
        self.app.emit("news", _TEACHING if self.game.has("teach") else _NO_TEACHING)

    def do_back(self) -> None:
        self.choose_points(self.chosen[:-1])

    def second_opinion(self, position: Position) -> Answer | None:
        """Return what an opponent with a memory would play, that is, the classic engine."""
        for color, player in self.game.players.items():
            if not player.is_external and player.initial_memory() is not None:
                memory = engine_memory(self.game.node, player, color)
                return Answer(player, position, player.choose(position, memory))
        return None

    def do_resign(self) -> None:
        """Resign for the person, even out of turn; if two people play, for the color to move."""
        color = self.position.to_move
        loser = color if self.game.engine_to_move is None else color.opponent
        self.confirm("Resign the game", lambda: self._end_by_resignation(loser))

    def do_review(self) -> None:
        navigation.review_of_current_game(self.app)

    def do_mistakes(self, all_: str | None) -> None:
        list_mistakes(self, bool(all_))

    def do_next(self, _mistake: str) -> None:
        def show(analysis: LineAnalysis) -> None:
            losses = analysis.largest_mistakes()
            if losses:
                worst = max(losses, key=lambda each: each.size)
                navigation.review_of_current_game(self.app, (analysis, worst))
            else:
                self.app.emit("news", no_mistakes_message(analysis.losses))

        analyze_up_to(self, self.game.node, show)

    def do_train(self, color: Color | None) -> None:
        train_on_current_game(self, color)

    def do_save(self, name: str) -> None:
        self.app.save_as(name)

    def do_games(self) -> None:
        navigation.saved_games(self.app)

    def do_new(self) -> None:
        self.app.leave_for_game(lambda: navigation.new_game(self.app))

    def do_load(self, name: str) -> None:
        if not name:
            raise UserError("load needs a name: type load NAME or load FILE, or games for the list")
        self.app.leave_for_game(lambda: load_game(self.app, name))

    def do_stop(self) -> None:
        navigation.count(self.app)

    def do_help(self) -> None:
        app, game, example = self.app, self.game.game, words_of(self.position).example_move()
        if len(game.point_prompts) == 1:
            first = f"Type a point, such as {example}, to play there, or one of these commands:"
        else:
            first = f"Type a move, such as {example}, or its points one by one, or one of these commands:"
        if app.has_screen:
            lines = help_lines((*self.commands, *DISPLAY_COMMANDS), game, has_keys=True)
            app.emit("page", first, *lines, "", *keys_and_signs(game, app.display))
        else:
            app.emit("page", first, *help_lines(self.commands, game, has_keys=False))

    def do_quit(self) -> None:
        self.app.leave_for_game(self.app.save_and_leave_game)


def _choose_for_capture(node: Node, player: Engine) -> Decision[Any]:
    """Return the decision of an engine in a game that the first capture wins; engines play for points."""
    from gnugo_py.games.go.first_capture import move_for_first_capture

    decision = choose_move(node, player)
    return replace(decision, move=move_for_first_capture(node.position, decision.move), reasons=())
