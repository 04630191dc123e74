"""The command `gnugo-py match`."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from gnugo_py.app.players import check_time_and_resigns_options
from gnugo_py.cli.match_runner import MatchGame, MatchSetup, match_store, play_in_parallel
from gnugo_py.cli.options import (
    NETWORK_OPTION,
    PATTERNS_OPTION,
    RESIGNS_OPTION,
    SEED_OPTION,
    TIME_PER_MOVE_OPTION,
    CommandWithGameOptions,
    add_game_option,
)
from gnugo_py.cli.output import (
    STATUS_BAD_INPUT,
    STATUS_FAILED,
    STATUS_INTERRUPTED,
    exit_on_interrupt,
    print_json,
    print_lines,
    print_on_stderr,
    print_to_terminal_stderr,
    print_warning,
)
from gnugo_py.engines.engine import Engine, EngineCannotPlayGame, EngineError, clock_seed
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.text import format_percent, format_table, pluralize
from gnugo_py.record.engine_moves import FORFEIT_REASON
from gnugo_py.record.properties import parse_result


@click.command(
    cls=CommandWithGameOptions,
    epilog='Example: gnugo-py match classic "gnugo --mode gtp --level 1" --games 20 --size 9',
)
@add_game_option
@click.argument("black", metavar="BLACK")
@click.argument("white", metavar="WHITE")
@click.option("--games", type=click.IntRange(1, 100000), default=1, show_default=True, metavar="N")
@click.option("--alternate", is_flag=True, help="Alternate colors after every game.")
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Play N games at the same time."
)
@SEED_OPTION
@RESIGNS_OPTION
@TIME_PER_MOVE_OPTION
@click.option(
    "--sgf",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder to which the games are written.",
)
@PATTERNS_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON instead of the table.")
@NETWORK_OPTION
def match(setup: MatchSetup, games: int, jobs: int, folder: Path | None, as_json: bool) -> None:
    """Play games between two engines and show the results.

    BLACK and WHITE are each `classic` (GNU Go 1.1), `search:LEVEL`, or the command of a GTP engine. gnugo-py
    scores the games and estimates which stones are dead. An engine that crashes, hangs or breaks the rules
    forfeits the game. With --jobs, several games are played at the same time, each with its own engines;
    with --seed, they are the same games as without --jobs.
    """
    setup = setup._replace(first_seed=clock_seed() if setup.seed is None else setup.seed)
    start = setup.start
    store = match_store(folder, games)
    entries: list[MatchGame] = []
    status, failure = 0, ""
    check_time_and_resigns_options((setup.black, setup.white), setup.seconds, setup.resigns)
    with exit_on_interrupt(), closing(setup.engines(print_to_terminal_stderr)) as engines:
        players = setup.players(engines)
        for player in players:
            _check_supported(player, start)
        if jobs == 1:
            played = (setup.play_game(number, players, store) for number in range(1, games + 1))
        else:
            engines.stop_unused(())  # each worker process starts its own
            played = play_in_parallel(setup, jobs, games, store)
        try:
            with closing(played), click.progressbar(length=games, label="Playing", file=sys.stderr) as bar:
                for entry in played:
                    entries.append(entry)
                    bar.update(1)
        except KeyboardInterrupt:
            status = STATUS_INTERRUPTED
        except BrokenProcessPool:
            status, failure = STATUS_FAILED, "a worker process ended unexpectedly; run the match again"
        _print_results(setup, players, sorted(entries, key=lambda each: each.number), as_json)
        if failure:
            print_warning(failure)
    if not all(entry.is_written for entry in entries):
        status = status or STATUS_BAD_INPUT
    sys.exit(status)


def _print_results(setup: MatchSetup, players: list[Engine], entries: list[MatchGame], as_json: bool) -> None:
    """Print the results of the match on stdout, and its forfeits on stderr."""
    if not entries:
        print_on_stderr("no game was completed")
        return
    names = [player.name for player in players]
    if names[0] == names[1]:
        names = [f"{name} ({number})" for number, name in enumerate(names, 1)]
    start = setup.start
    results = [_results_of_engine(name, player, entries) for player, name in enumerate(names)]
    if as_json:
        print_json(
            {
                "game": start.game.display_name,
                **start.start_options(),
                "players": results,
                "games": [_game_data(entry, names) for entry in entries],
            }
        )
    else:
        games = f"{pluralize(len(entries), 'game')} of {start.game.display_name}"
        details = [detail.lower() for detail in words_of(start).detail_lines()[1:]]
        print_lines(", ".join([f"{games} on {start.size}x{start.size}", *details]), "")
        print_lines(*_table(results), *_agreement(entries, names))
    for entry in entries:
        if entry.error:
            print_on_stderr(f"game {entry.number} was forfeited: {entry.error}")


def _check_supported(player: Engine, start: Position) -> None:
    """Prepare an engine. Raise ClickException if it does not support the game or the board size."""
    try:
        player.prepare(start)
    except EngineCannotPlayGame as error:
        raise click.ClickException(str(error)) from None
    except EngineError:
        return  # the engine forfeits its games


_CONFIDENCE_LEVEL = 1.96
"""Number of standard deviations around the mean that include 95 % of a normal distribution."""


def _results_of_engine(name: str, player: int, games: Sequence[MatchGame]) -> dict[str, Any]:
    """Return the results of one of the two engines, 0 or 1, as plain data. A tie is half a win."""
    black = [each for each in games if each.black == player]
    white = [each for each in games if each.black != player]
    won, won_white = (sum(each.winning_engine == player for each in some) for some in (black, white))
    ties = sum(each.winning_engine is None for each in games)
    lost = [each for each in games if each.winning_engine == 1 - player]
    rate = (won + won_white + ties / 2) / len(games) if games else 0.0
    return {
        "name": name,
        "wins": won + won_white,
        "ties": ties,
        "as_black": [won, len(black)],
        "as_white": [won_white, len(white)],
        "forfeits": sum(each.outcome.reason == FORFEIT_REASON for each in lost),
        "rate": rate,
        "interval": list(wilson_interval(rate, len(games))),
    }


def wilson_interval(rate: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a rate after a number of games.

    This is the score interval of E. B. Wilson (1927), which stays within 0 and 1. If there are no games,
    it is (0, 1).

    >>> low, high = wilson_interval(0.5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    """
    if not games:
        return 0.0, 1.0
    square = _CONFIDENCE_LEVEL * _CONFIDENCE_LEVEL
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = _CONFIDENCE_LEVEL * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    half = spread / (1 + square / games)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _table(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the table of the results of both engines, with confidence intervals."""
    rows = [("player", "wins", "as Black", "as White", "ties", "forfeits", "rate", "95 % interval")]
    rows += [
        (
            each["name"],
            str(each["wins"]),
            "{} of {}".format(*each["as_black"]),
            "{} of {}".format(*each["as_white"]),
            str(each["ties"]),
            str(each["forfeits"]),
            format_percent(each["rate"]),
            " to ".join(map(format_percent, each["interval"])),
        )
        for each in results
    ]
    return format_table(rows)


def _agreement(entries: list[MatchGame], names: list[str]) -> list[str]:
    """Return, for each engine that scores games itself, how often its results agree with this program's."""
    lines = []
    for player, name in enumerate(names):
        claims = [
            (entry, entry.engine_results[color])
            for entry in entries
            if (color := "black" if entry.black == player else "white") in entry.engine_results
        ]
        same = sum(_is_result_of(entry, claim) for entry, claim in claims)
        if claims:
            lines.append(
                f"{name} agrees with gnugo-py on the result of {same} of {pluralize(len(claims), 'game')}."
            )
    return ["", *lines] if lines else []


def _is_result_of(entry: MatchGame, claim: str) -> bool:
    """Return whether an engine's result for a game is the same as this program's."""
    ours, theirs = entry.outcome, parse_result(claim)
    return theirs is not None and (theirs.winner, theirs.margin) == (ours.winner, ours.margin)


def _game_data(entry: MatchGame, names: list[str]) -> dict[str, object]:
    """Return a game as plain data."""
    return {
        "number": entry.number,
        "black": names[entry.black],
        "white": names[1 - entry.black],
        "result": entry.outcome.sgf_result,
        "reason": entry.error or entry.outcome.reason,
        "moves": entry.moves,
        "seed": entry.seed,
        "claims": entry.engine_results,
    }
