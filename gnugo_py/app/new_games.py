"""How a new game begins: the form with the person's choices, and the games that start without it."""

from __future__ import annotations

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.course import LESSON, lesson_place
from gnugo_py.app.new_game_form import (
    GAME_FIELD_NAME,
    LEVEL_FIELD_NAME,
    RANK_FIELD_NAME,
    NewGameForm,
    settings_of_game,
)
from gnugo_py.app.open_games import NewGame, level_results, start_game
from gnugo_py.app.players import SEARCH_ENGINE_NAME, installed_engines, opponent_name
from gnugo_py.engines.engine import EngineConfig
from gnugo_py.engines.level_ranks import estimate_rank
from gnugo_py.games.game import Choice, Game
from gnugo_py.games.registry import GAMES

_FOLLOWING_FROM_RANKS = ("side", "handicap", "komi")


def filled_form(app: App) -> NewGameForm:
    """Return the form with the choices of last time, or the settings of the current game, selected."""
    settings = app.settings.settings
    last = settings.last if app.current is None else settings_of_game(app.current, settings.last)
    played = last.get(GAME_FIELD_NAME, "")
    first = played if played in GAMES else next(iter(GAMES))
    results = level_results(app.store)
    rank = estimate_rank((each.even_rank, each.is_won) for each in results)
    level = None if rank is None else rank.level
    return NewGameForm(first, last, settings.rank, level, _others(app), results)


def _others(app: App) -> tuple[Choice, ...]:
    """Return the opponents that only this run has: engines of other commands, or two engines."""
    players = {} if app.current is None else app.current.players
    engines = [players[color] for color in sorted(players)]
    if len(engines) == 2:
        values = tuple(opponent_name(each.config()) for each in engines)
        return (Choice(" against ".join(each.name for each in engines), values, "two engines; you watch"),)
    named = {each.command: str(each.command) for each in app.players.named if isinstance(each, EngineConfig)}
    named |= {each.config().command: each.name for each in engines}
    usual = {None, *(command for _, command in installed_engines())}
    return tuple(Choice(name, command) for command, name in named.items() if command not in usual)


def play_new(app: App, new: NewGame) -> None:
    """Start a new game.  Raise UserError if it cannot be started."""
    app.draw_seed()
    navigation.play(app, start_game(app, new))


def start_filled_form(app: App, filled: NewGameForm) -> None:
    """Start the game of a form, and save its choices.

    A color, a handicap and a komi that follow from the ranks are not saved: they are no choice of the person.

    Raise UserError if the game cannot be started.
    """
    play_new(app, filled.new_game())
    values = filled.values
    usual = {each.name: each.default for each in filled._replace(last={}).fields_for(values)}
    follow = dict.fromkeys(each for each in _FOLLOWING_FROM_RANKS if values.get(each, "") == usual.get(each))
    kept = {**values, "opponent": filled.opponent, **follow}
    rank = kept.pop(RANK_FIELD_NAME, "")
    kept.pop(LEVEL_FIELD_NAME, None)
    app.settings.save_choices(kept)
    if rank != "":
        app.settings.save_rank(str(rank or "none"))


def start_easy_game(
    app: App, game: Game, size: int, teach: bool = False, ends_at_capture: bool = False
) -> None:
    """Start a game for a beginner: with Black against level 1.  Raise UserError if that is not possible.

    teach, ends_at_capture -- as in `NewGame`; the choices for a game that ends at a capture are not saved.
    """
    easy = (EngineConfig(SEARCH_ENGINE_NAME, 1),)
    play_new(app, NewGame(game, {"size": size}, opponents=easy, teach=teach, ends_at_capture=ends_at_capture))
    if ends_at_capture:
        return
    app.settings.save_choices(
        {GAME_FIELD_NAME: game.name, "size": size, "side": None, "opponent": f"{SEARCH_ENGINE_NAME}:1"}
    )


def play_capture_game_again(app: App) -> None:
    """Start a game like the current one, which ends at the first capture, for the same lesson."""
    game = app.required_game
    start_easy_game(app, game.game, game.position.size, ends_at_capture=True)
    app.required_game.tree.root.set_private(LESSON, lesson_place(game))
