"""`gnugo-py play`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import click

from gnugo_py.app.application import Conversation
from gnugo_py.app.launcher import Lobby
from gnugo_py.app.new_game_form import GAME, RESUME, Fields, Forms
from gnugo_py.app.opponents import (
    CLASSIC_GAME,
    HUMAN,
    SEARCH,
    Engines,
    installed,
    is_engine_named,
    refuse_unheeded,
)
from gnugo_py.app.phases.setup import leaves_nothing_open
from gnugo_py.cli.interfaces import fail_if_unsaved, has_screen, looking, remembering, show_plainly
from gnugo_py.cli.options import NUMBER, RESIGNS, SEED, TIME, GameCommand, game_option, is_game_named
from gnugo_py.cli.terminal import announce, checked, interruptible, warn, warn_named
from gnugo_py.core.files import saves_folder
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Mistake, Side
from gnugo_py.engines.classic.engine import ClassicPlayer
from gnugo_py.engines.classic.factory import classic_player, clock_seed
from gnugo_py.engines.engine import Player
from gnugo_py.engines.levels import LEVELS
from gnugo_py.engines.search.engine import search_for
from gnugo_py.play.session import Session
from gnugo_py.tui.themes import THEMES

LOADED = ("side", "komi", "rules", "opponent")
"""The options that go with a loaded game."""


@click.command(cls=GameCommand, epilog="Example: gnugo-py --size 9 --handicap 2 --color black")
@game_option
@click.option("--color", type=click.Choice(["black", "white"]), help="Your colour.")
@click.option("--seed", type=SEED, metavar="N", help="For the same game again.")
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    metavar="classic|search|human|COMMAND",
    help="The program of 1989 (the default in Go), the one that searches (in other games), a second person"
    " here, or a GTP engine by its command; given twice, the first plays Black against the second and you"
    " watch.",
)
@click.option("--level", type=click.IntRange(1, LEVELS), metavar="1-9", help="Of search; 3.")
@RESIGNS
@TIME
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[NAME]", help="Go on with a saved game; the latest."
)
@click.option("--new", is_flag=True, help="Begin a new game without offering an unfinished one.")
@click.option(
    "--load", type=click.Path(path_type=Path), metavar="FILE", help="Begin from an SGF file or a gnugo.dat."
)
@NUMBER
@click.option("--ascii", "use_ascii", is_flag=True, help="Letters instead of round stones.")
@click.option(
    "--theme", type=click.Choice(list(THEMES)), help="The colours of the screen; else the usual ones."
)
@click.option("--plain", is_flag=True, help="Line by line, without a screen.  So it is in a pipe, too.")
@click.option("--patterns", metavar="DIR|none", help="The engine's knowledge of shapes and openings.")
@click.option("--saves", type=click.Path(path_type=Path), metavar="DIR", help="Where games are saved.")
def play(**words: Any) -> None:
    """Play a game.  What is not given here is asked.

    Every move is saved at once; a game that was left goes on with --resume.
    """
    wanted = Wanted(**words)
    if [wanted.resume is not None, wanted.new, wanted.load is not None].count(True) > 1:
        raise click.UsageError("--resume, --new and --load exclude one another; give one of them")
    if wanted.game_number is not None and wanted.load is None:
        raise click.UsageError("--number goes with --load FILE")
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("a game needs an open input and an open output")
    options = wanted.options
    checked(lambda: _fit_together(wanted))
    if wanted.resume is not None:
        _tell_unused({**wanted.given, **_given(color=wanted.color)})
    if wanted.load is not None:
        _tell_unused({name: value for name, value in wanted.given.items() if name not in LOADED})
    checked(lambda: CATALOG[wanted.game].load().start(options))
    if wanted.game == CLASSIC_GAME:
        checked(lambda: classic_player(0, wanted.patterns))
    on_screen = not wanted.plain and has_screen()
    with interruptible(), ExitStack() as stack:
        engines = stack.enter_context(closing(Engines(wanted.seconds, wanted.seed, wanted.resigns, announce)))
        others = checked(lambda: _others(wanted, engines))
        lobby = Lobby(
            name=wanted.game,
            given=options,
            patterns=wanted.patterns,
            others=others,
            engines=engines,
            folder=saves_folder(wanted.saves),
            on_screen=on_screen,
            confirms=on_screen or sys.stdin.isatty(),
            seed=wanted.next_seed,
            warn=warn_named,
        )
        stack.enter_context(closing(lobby.saver))
        talk = checked(lambda: _first_game(lobby, wanted, options))
        if on_screen:
            _play_on_screen(lobby, wanted, talk)
        else:
            assert talk is not None
            show_plainly(talk, lobby, options)
        fail_if_unsaved(lobby)


def _fit_together(wanted: Wanted) -> None:
    """Raises Mistake for an option of players none of whom was named."""
    if wanted.level is not None and wanted.opponents and SEARCH not in wanted.opponents:
        level = f"--opponent {SEARCH} --level {wanted.level}"
        raise Mistake(f"--level is of search alone, and search:5 has its own; type {level}, or leave it out")
    refuse_unheeded(wanted.names, wanted.seconds, wanted.resigns)


class Wanted(NamedTuple):
    """What was asked for on the command line.

    given -- the game's own options.  The others are the options of the same names.
    """

    game: str
    given: dict[str, object]
    color: str | None
    seed: int | None
    opponents: tuple[str, ...]
    level: int | None
    resigns: bool
    seconds: int | None
    resume: str | None
    new: bool
    load: Path | None
    game_number: int | None
    use_ascii: bool
    theme: str | None
    plain: bool
    patterns: str | None
    saves: Path | None

    @property
    def options(self) -> dict[str, object]:
        """The options of a game, those that were given."""
        named = self.names[0] if len(self.names) == 1 else self.names or None
        if named is None and self.game != CLASSIC_GAME and search_for(CATALOG[self.game].load()) is None:
            named = HUMAN
        return {**self.given, **_given(side=_side(self.color, named), opponent=named)}

    @property
    def is_open(self) -> bool:
        """Whether nothing was said that goes with one game, so that any may be offered."""
        said = (self.given, self.color, self.opponents, self.level, self.seconds, self.resigns, self.patterns)
        return not any(said) and self.seed is None and not is_game_named()

    @property
    def names(self) -> tuple[str, ...]:
        """Who was named to play; a level alone means the search."""
        names = self.opponents or ((SEARCH,) if self.level is not None else ())
        level = f":{self.level}" if self.level is not None else ""
        return tuple(f"{name}{level}" if name == SEARCH else name for name in names)

    def next_seed(self) -> int:
        """The seed of another game."""
        return clock_seed() if self.seed is None else self.seed


def _first_game(lobby: Lobby, wanted: Wanted, options: dict[str, object]) -> Conversation | None:
    """The conversation of the first game; None if the screen's form is to be filled in first.

    Raises Mistake naming what cannot be and the remedy.
    """
    if wanted.resume is not None:
        return _of_game(lobby.resume(wanted.resume), wanted)
    if wanted.load is not None:
        kept = {name: options[name] for name in LOADED if name in options}
        return _of_game(lobby.load(wanted.load, kept, wanted.game_number), wanted)
    if lobby.on_screen and not leaves_nothing_open(CATALOG[wanted.game].load(), options):
        return None
    return lobby.new(options, offers=not wanted.new and sys.stdin.isatty())


def _of_game(talk: Conversation, wanted: Wanted) -> Conversation:
    """A conversation about the game that was asked for, if one was.  Raises Mistake for another."""
    if is_game_named() and talk.game is not CATALOG[wanted.game].load():
        name = next(name for name, entry in CATALOG.items() if entry.title == talk.game.name)
        what = wanted.load or wanted.resume or "that"
        raise Mistake(f"{what}: this is a game of {talk.game.name}; type --game {name}, or leave it out")
    return talk


def _given(**options: object) -> dict[str, object]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _play_on_screen(lobby: Lobby, wanted: Wanted, talk: Conversation | None) -> None:
    """Play on the screen, game after game."""
    from gnugo_py.tui.form import Start
    from gnugo_py.tui.interface import run

    given = {**wanted.given, **_given(side=_side(wanted.color, None))}
    if wanted.names:
        given["opponent"] = wanted.options["opponent"]
    if len(wanted.names) == 2 or wanted.names == (HUMAN,):
        given["side"] = Side.BLACK
    engine_named = is_engine_named(lobby.others)
    stay = ("opponent", "side") if len(wanted.names) == 2 else ("opponent",) if engine_named else ()
    memory = remembering()
    last = memory.known.last
    first = last.get(GAME, "") if wanted.is_open and last.get(GAME) in CATALOG else ""
    forms = Forms(wanted.game, ClassicPlayer.name, lobby.others, last, installed, first)

    def again(session: Session | None) -> Fields:
        known = forms._replace(last=memory.known.last)
        return known.after(session).lines({name: given[name] for name in stay}, ())

    form = again(None)
    if talk is None:
        form = forms.lines(given, () if wanted.new else checked(lobby.unfinished))
    is_newcomer = talk is None and not lobby.has_games

    def begin(values: Mapping[str, object]) -> Conversation:
        talk = lobby.chosen(values)
        memory.chose({name: value for name, value in values.items() if name != RESUME})
        return talk

    look = looking(memory, wanted.use_ascii, wanted.theme)
    start = Start(forms.title, form, again, begin, talk, forms.help, memory.looked, lambda: lobby.teach(""))
    run(start._replace(below=forms.welcome) if is_newcomer else start, look)


def _tell_unused(options: dict[str, object]) -> None:
    """Say that options were given that a game of a file has no use for."""
    if options:
        unused = " ".join(f"--{name}" for name in options)
        warn(f"gnugo-py: not used, the game goes on as it was: {unused}")


def _others(wanted: Wanted, engines: Engines) -> tuple[Player | None, ...]:
    """Who was named to play besides the person, None for a second person; engines are started.

    Raises Mistake for what cannot play.
    """
    names = wanted.names
    if len(names) > 2 or (len(names) == 2 and HUMAN in names):
        raise Mistake("--opponent is given once, or twice for two programs to watch")
    return tuple(
        None if name == HUMAN else engines.player(name, wanted.game, wanted.patterns) for name in names
    )


def _side(color: str | None, opponent: object) -> Side | None:
    """The person's side, None if it is to be asked; with two people or none it does not matter."""
    if color is None and opponent != HUMAN and not isinstance(opponent, tuple):
        return None
    return Side.WHITE if color == "white" else Side.BLACK
