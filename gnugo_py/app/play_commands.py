"""The commands that a person can type instead of a move, in one table; the help page is made from it."""

from __future__ import annotations

from gnugo_py.app.advice import hint, show_best_moves, show_likely_owners, show_score_or_estimate, why
from gnugo_py.app.context import PhaseContext, restore, take_back
from gnugo_py.app.phases.arrange import NEW_GAME_FROM_SETUP_MESSAGE, PREVIOUS_GAME_SAVED_MESSAGE, ArrangePhase
from gnugo_py.app.phases.base import (
    MoveInputPhase,
    Phase,
    PhaseCommand,
    command_named,
    confirm_if_unsaved_then_act,
    confirm_then_act,
    has_count,
    save_and_end,
)
from gnugo_py.app.phases.choose_game import SavedGamesPhase
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import PASS, Move, Pass, Play, UserError
from gnugo_py.record.engine_moves import new_game
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.save_store import normalize_save_name

_MAX_WORD_LENGTH = 30


def _pass(turns: MoveInputPhase, _: str) -> Phase:
    return turns.play_move(PASS)


def _undo(turns: MoveInputPhase, words: str) -> Phase:
    context = turns.context
    if words and not (words.isascii() and words.isdigit() and len(words) < 5 and int(words)):
        context.emit("refusal", "type undo, or undo N to take back N of your moves.")
        return turns.prompt_again()
    if turns.chosen_points and not words:
        return turns.remove_last_point()
    back = [take_back(context) for _ in range(int(words or 1))]
    context.save_game()
    whose = " of yours" if context.is_engine_match else ""
    context.show_board("Move taken back." if any(back) else f"There is no move{whose} to take back.")
    return turns.prompt_again()


def _redo(turns: MoveInputPhase, _: str) -> Phase:
    context = turns.context
    forward = restore(context)
    context.save_game()
    context.show_board("Move restored." if forward else "There is no move to restore.")
    return turns.prompt_again()


def _review(turns: MoveInputPhase, _: str) -> Phase:
    from gnugo_py.app.phases.mistakes import review_running_game

    return review_running_game(turns.context, turns.switch_to_game, turns).show()


def _learn(turns: MoveInputPhase, name: str) -> Phase:
    from gnugo_py.app.phases.lesson import lesson_phase  # imported here because it is rarely needed

    return lesson_phase(turns.context, name, turns)


def _diagram(turns: MoveInputPhase, name: str) -> Phase:
    from gnugo_py.app.node_display import write_position_picture

    node = turns.context.required_cursor.node
    write_position_picture(turns.context, node.position, node.number, name)
    return turns.prompt_again()


def _arrange(turns: MoveInputPhase, _: str) -> Phase:
    context = turns.context

    def start(position: Position) -> Phase:
        tree = new_game(position, context.players)
        tree.clock = context.required_cursor.tree.clock
        is_saved = context.has_content and not context.save_error
        context.services.autosave.detach_game()
        context.emit(
            "news", NEW_GAME_FROM_SETUP_MESSAGE, *([PREVIOUS_GAME_SAVED_MESSAGE] if is_saved else [])
        )
        return turns.switch_to_game(OpenedGame(tree, context.players, has_setup=True))

    return ArrangePhase(context, context.game, context.position, start, turns).start()


def _list_mistakes(turns: MoveInputPhase, words: str) -> Phase:
    from gnugo_py.app.phases.mistakes import list_mistakes

    return list_mistakes(turns, words)


def _next_mistake(turns: MoveInputPhase, words: str) -> Phase:
    from gnugo_py.app.phases.mistakes import review_largest_mistake

    return review_largest_mistake(turns, words)


def _train(turns: MoveInputPhase, words: str) -> Phase:
    from gnugo_py.app.phases.train import train_on_current_game

    return train_on_current_game(turns.context, words, turns)


def _back(turns: MoveInputPhase, _: str) -> Phase:
    return turns.remove_last_point()


def save(context: PhaseContext, name: str) -> None:
    """Save the game and report the result.

    name -- the new name of the saved game, or empty to keep its name.
    """
    saved_as = normalize_save_name(name) or None
    context.emit("news", context.save_game_as(saved_as))


def _save(turns: MoveInputPhase, name: str) -> Phase:
    save(turns.context, name)
    return turns.prompt_again()


def _games(turns: MoveInputPhase, _: str) -> Phase:
    context = turns.context

    def leave() -> Phase:
        context.show_board()
        return turns.prompt_again()

    return SavedGamesPhase(context, leave, turns.switch_to_game).show_list()


def _new(turns: MoveInputPhase, _: str) -> Phase:
    def begin() -> Phase:
        return save_and_end(turns.context, wants_new=True, before=turns)

    return confirm_if_unsaved_then_act(turns.context, begin, turns)


def _resign(turns: MoveInputPhase, _: str) -> Phase:
    return confirm_then_act(turns.context, "Resign the game", turns.resign, turns)


def _load(turns: MoveInputPhase, name: str) -> Phase:
    context = turns.context
    if not name:
        context.emit("refusal", "load needs a name: type load NAME or load FILE, or games for the list.")
        return turns.prompt_again()

    def load() -> Phase:
        try:
            opened = context.services.open_game(name)
        except UserError as error:
            context.emit("refusal", f"{error}.")
            return turns.prompt_again()
        after = turns.switch_to_game(opened)
        context.emit("news", f"Loaded {name}.")
        return after

    return confirm_if_unsaved_then_act(context, load, turns)


def _stop(turns: MoveInputPhase, _: str) -> Phase:
    return turns.stop_and_count()


def _help(turns: MoveInputPhase, _: str) -> Phase:
    game = turns.context.game
    turns.context.emit("page", *play_help_page(game, turns.context.position.example_move()))
    return turns.prompt_again()


def _quit(turns: MoveInputPhase, _: str) -> Phase:
    return confirm_if_unsaved_then_act(turns.context, lambda: save_and_end(turns.context), turns)


def _has_passes(game: Game) -> bool:
    return game.can_pass


def _has_steps(game: Game) -> bool:
    return len(game.point_prompts) > 1


PLAY_COMMANDS: tuple[PhaseCommand[MoveInputPhase], ...] = (
    PhaseCommand(
        "pass", "F6", "pass; two passes in a row end the game", _pass, is_move=True, is_available=_has_passes
    ),
    PhaseCommand("back", "", "remove the point you chose last", _back, is_move=True, is_available=_has_steps),
    PhaseCommand("undo", "F4", "take back your last move and the reply; undo N: N moves", _undo, "[N]"),
    PhaseCommand("redo", "F5", "restore a move that you took back", _redo),
    PhaseCommand("hint", "F2", "show the engine's suggestion and why; hint N: at level N", hint, "[N]"),
    PhaseCommand("why", "F3", "show why the computer made its last move; why N: move N", why, "[N]"),
    PhaseCommand("show", "", "show candidates: the best moves, on the board", show_best_moves, "candidates"),
    PhaseCommand("score", "F7", "estimate the score and who is likely to win", show_score_or_estimate),
    PhaseCommand(
        "influence", "F12", "show who is likely to own each point", show_likely_owners, is_available=has_count
    ),
    PhaseCommand("resign", "", "resign the game", _resign),
    PhaseCommand("review", "", "review the game; no moves are undone", _review),
    PhaseCommand(
        "mistakes",
        "",
        "list the moves that lost the most points",
        _list_mistakes,
        is_available=has_count,
    ),
    PhaseCommand(
        "next",
        "",
        "next mistake: review the game before its largest mistake",
        _next_mistake,
        "mistake",
        is_available=has_count,
    ),
    PhaseCommand(
        "train", "", "look for better moves where you lost points", _train, "[COLOR]", is_available=has_count
    ),
    PhaseCommand("learn", "", "open the lessons; quit returns to the game", _learn, "[NAME]"),
    PhaseCommand("setup", "", "set up a position and play from there", _arrange),
    PhaseCommand("save", "F8", "show where the game is saved; save NAME: rename it", _save, "[NAME]"),
    PhaseCommand("diagram", "", "write a picture of the board: diagram NAME", _diagram, "NAME"),
    PhaseCommand("load", "", "load a saved game or an SGF file: load NAME or load FILE", _load, "NAME"),
    PhaseCommand("games", "", "list the saved games: open, search, rename or delete one", _games),
    PhaseCommand("new", "", "start a new game; this one stays saved", _new),
    PhaseCommand("stop", "F9", "end the game and count it", _stop, is_available=has_count),
    PhaseCommand("help", "F1", "show this help", _help, aliases=("?",)),
    PhaseCommand("quit", "F10", "leave; the game stays saved", _quit, aliases=("exit",)),
)


def find_command(word: str) -> PhaseCommand[MoveInputPhase] | None:
    """Return the command with a name or alias; None if there is none."""
    return command_named(PLAY_COMMANDS, word)


def suggest_command(line: str) -> str | None:
    """Return the name of the command that a mistyped line resembles, or None."""
    from difflib import get_close_matches

    words = line[:_MAX_WORD_LENGTH].split()
    near = (
        get_close_matches(words[0].lower(), [command.name for command in PLAY_COMMANDS], 1, 0.6)
        if words
        else []
    )
    return near[0] if near and len(words[0]) > 2 else None


def unknown_input_message(line: str, reason: str) -> str:
    """Return the message for a line that is neither a move nor a command.

    reason -- why it is not a move.
    """
    near = suggest_command(line)
    return f"not understood: {reason}; " + (
        f"did you mean {near}?" if near else "type help for a list of commands."
    )


def move_announcement(context: PhaseContext, before: Position, move: Move) -> str:
    """Return the announcement of an engine's move."""
    written = before.format_move(move)
    if context.is_engine_match:
        return f"{before.to_move}: {written}"
    if isinstance(move, Play):
        return f"my move: {written}"
    return "I pass." if isinstance(move, Pass) else "I resign."


def help_line(name: str, key: str, text: str) -> str:
    """Return one line of the help page."""
    return f"  {name:<11} {key:<4}{text}"


def play_help_page(game: Game, example: str) -> tuple[str, ...]:
    """Return the help page: a line for each command that the game has.

    example -- a move to show as an example.
    """
    return (
        f"Type a point, such as {example}, to play there, or one of these commands:"
        if len(game.point_prompts) == 1
        else f"Type a move, such as {example}, or its points one by one, or one of these commands:",
        *(help_line(each.name, each.key, each.help) for each in PLAY_COMMANDS if each.is_available(game)),
    )
