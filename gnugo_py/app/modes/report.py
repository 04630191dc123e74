"""The games of one player, read from files, and the report on all of them, on a screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.commands import Command, quit_command
from gnugo_py.app.line_analysis import position_changing_nodes
from gnugo_py.app.mode import Mode, Task
from gnugo_py.app.progress import Work
from gnugo_py.app.reviewed_games import engine_colors
from gnugo_py.app.screen import Screen
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.engine_moves import PERSON_NAME
from gnugo_py.record.properties import date_in_file, property_as_int
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE
from gnugo_py.record.sgf_reader import parse_games
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import saved_engines
from gnugo_py.study.report import PlayerGame, exercises_from_costly_mistakes, report_lines
from gnugo_py.system.files import read_regular_file

_GameInFile = tuple[str, Tree]
"""A game, and the name of its file with its number there."""
_MAX_POSITIONS = 1000
_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])(?!\d)")
_HELP_PROMPT = "Press Return for the report; or type train or quit:"
_PROMPT = "Press Return to go back; or type report or train:"


class FoundGames(NamedTuple):
    """The games of a player in some files, and what was left out.

    games    -- the games, not yet analyzed, without those that occur twice or are the beginning of another
                one before them.
    unclear  -- the number of games in which it is unknown which player to report on.
    names    -- the names of the players of all games.
    problems -- why files or games could not be read, one sentence each.
    """

    games: list[PlayerGame]
    unclear: int
    names: list[str]
    problems: list[str]

    def why_empty(self, player: str | None) -> str:
        """Return why there are no games to report on, and what to do, without capital and period."""
        names = ", ".join(self.names[:20])
        if player is not None and self.names:
            return f"no game has a player named {player}; the players are {names}"
        if self.unclear:
            return f"it is unclear which player you are; use --player NAME; the players are {names}"
        return "there are no games to report on; play one, or name files with games"


def find_games(
    files: Iterable[tuple[str, bytes]],
    player: str | None,
    counted: Callable[[Iterator[_GameInFile]], Iterable[_GameInFile]],
) -> FoundGames:
    """Return the games of a player that are counted in points.

    files   -- the names and contents of the files.
    player  -- the name of the player, case ignored; None for the person who played against an engine.
    counted -- returns the same games, and shows how many were read.
    """
    found = FoundGames([], 0, [], [])
    unclear, known, results = 0, dict[object, int](), set[object]()
    names: dict[str, None] = {}
    for label, tree in counted(_games_in(files, found.problems)):
        if not tree.game.has_count or {"review", "capture"} & set(tree.root.private or ()):
            continue
        positions = [node.position for node in position_changing_nodes(tree.current.path())]
        if not 1 < len(positions) <= _MAX_POSITIONS:
            continue
        names |= dict.fromkeys(filter(None, tree.names.values()))
        color = _color_of_player(tree, player)
        number_shared, end = _add_moves(known, color, positions)
        game = None if color is None else _player_game(label, tree, color, positions, number_shared)
        result = None if game is None else game.is_won
        new = positions[number_shared + 1 :]
        has_own_moves = any(color in (None, each.last_color) for each in new)
        if not has_own_moves and (result is None or (end, result) in results):
            continue
        results.add((end, result))
        if game is not None:
            found.games.append(game)
        elif player is None:
            unclear += 1
    return found._replace(unclear=unclear, names=list(names))


def _add_moves(known: dict[object, int], color: Color | None, positions: list[Position]) -> tuple[int, int]:
    """Add the moves of a game to the known ones of its player.

    known -- a number for each place in a game, by the place before it, and the move or the stones set up.
    color -- the color of the player, None if it is unknown.

    Return the number of moves at the beginning that were known, and the number of the last place.
    """
    place, number_known, number_shared = known.setdefault(color, len(known)), len(known), 0
    for number, each in enumerate(positions):
        step = each.last_move or (each.size, each.to_move, tuple(sorted(each.cells().items())))
        place = known.setdefault((place, each.last_color, step), len(known))
        if place < number_known:
            number_shared = number
    return number_shared, place


def _games_in(files: Iterable[tuple[str, bytes]], problems: list[str]) -> Iterator[_GameInFile]:
    """Yield the games of files, each with a label, and add why others cannot be read to `problems`."""
    for file, content in files:
        try:
            games = parse_games(content)
            first = list(islice(games, 2))
            for number, tree in enumerate(chain(first, games), 1):
                if not isinstance(tree, Tree):
                    problems.append(f"{file}, game {number}: {tree}")
                    continue
                if tree.lacks_komi:
                    tree.set_rules({"komi": 0.0}, is_written=False)
                yield (file if len(first) == 1 else f"{file} (game {number})"), tree
        except UserError as error:
            problems.append(f"{file}: {error}")


def _color_of_player(tree: Tree, player: str | None) -> Color | None:
    """Return the color of the player to report on; None if it is unknown, or the player did not take part."""
    if player is not None:
        colors = [color for color, name in tree.names.items() if name.casefold() == player.casefold()]
    else:
        colors = [color.opponent for color in _saved_engines(tree) or engine_colors(tree)]
    return colors[0] if len(colors) == 1 else None


def _saved_engines(tree: Tree) -> dict[Color, int | None]:
    """Return the level of each engine in a game that this program saved, None for engines without levels."""
    try:
        engines = saved_engines(tree)
    except SgfError:
        return {}
    return {color: each.level if each.kind == "search" else None for color, each in engines.items()}


def _player_game(
    label: str, tree: Tree, color: Color, positions: list[Position], number_shared: int
) -> PlayerGame:
    month, result = _MONTH.match(date_in_file(tree.root.properties)), tree.result
    begun = (tree.root.private or {}).get("begun")
    return PlayerGame(
        file=label,
        color=color,
        month="" if month is None else month[0],
        level=_saved_engines(tree).get(color.opponent),
        handicap=property_as_int(tree.root.properties, "HA", 0),
        is_won=None if result is None or result.winner is None else result.winner is color,
        positions=positions,
        number_shared=max(number_shared, begun if isinstance(begun, int) else 0),
    )


class ReportMode(Mode):
    """The analysis of all saved games of a game, then the report on them.

    game -- the game that can be analyzed.
    """

    commands = (
        Command("train", "", "train on the kinds of mistakes that cost the most points"),
        Command("report", "", "show the report again"),
        Command("help", "F1", "show this help"),
        quit_command("go back"),
    )
    escape_line = "quit"
    has_own_board = True

    def __init__(self, app: App, game: Game) -> None:
        super().__init__(app)
        self._game = game
        self._waiting: list[PlayerGame] = []
        self._games: list[PlayerGame] = []

    def screen(self) -> Screen:
        return self.with_controls(Screen())

    def start(self) -> None:
        """Read the saved games, then analyze them."""
        self.app.analysts.of_game(self._game)  # raises UserError if no engine can analyze them
        self.prompt, work = "Reading the saved games", Work()

        def read() -> FoundGames:
            return find_games(self._contents(), None, lambda games: work.counted(games, "games read"))

        self.ask(work, read, self._begin)

    def _contents(self) -> Iterator[tuple[str, bytes]]:
        for name, path, _ in reversed(self.app.store.game_files()):
            try:
                yield name, read_regular_file(path, MAX_FILE_SIZE, "an SGF file")
            except UserError as error:
                self.app.problems.append(str(error))

    def _begin(self, found: FoundGames) -> None:
        self._waiting = found.games
        if found.games:
            self._analyze_next()
        else:
            self.prompt = _PROMPT
            reason = found.why_empty(None)
            self.app.emit("news", f"{reason[0].upper()}{reason[1:]}.")

    def _analyze_next(self) -> None:
        """Analyze the next game or, after the last one, show the report."""
        done, total = len(self._games), len(self._waiting)
        if done == total:
            self.do_report()
            return
        game = self._waiting[done]
        background = self.app.analysts.background_analysis(game.positions)

        def add(_: object) -> None:
            self._games.append(game.with_analysis(background.analysis))
            self._analyze_next()

        self.prompt = f"Analyzing game {done + 1} of {total}"
        self.ask(background, background.finish, add)

    def fail_task(self, task: Task, reason: str) -> None:
        """Report on the games that were analyzed before an engine failed or was interrupted."""
        super().fail_task(task, reason)
        self.do_report()

    def handle(self, line: str) -> None:
        """Run a command; an empty line shows the report again after the help, otherwise it goes back."""
        if not line and self.prompt == _HELP_PROMPT:
            self.do_report()
        elif not line:
            self.do_quit()
        elif not self.run_command(line, self._game):
            self.refuse("type report, train, help or quit.")

    def do_report(self) -> None:
        self.prompt = _PROMPT
        if self._games:
            draws_bars = self.app.draws_board
            self.app.emit("page", *report_lines(PERSON_NAME, self._games, draws_bars))

    def do_train(self) -> None:
        exercises = exercises_from_costly_mistakes(self._games)
        if not exercises:
            raise UserError("no move lost enough points to train on")
        navigation.train(self.app, exercises)

    def do_help(self) -> None:
        self.prompt = _HELP_PROMPT
        self.app.emit("page", *self.command_list(self._game))

    def do_quit(self) -> None:
        self.app.pop(self)
