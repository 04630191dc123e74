"""`gnugo-py play`."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import click

from gnugo_py.classic.player import ClassicPlayer
from gnugo_py.cli.engine import SEED, classic, clock_seed
from gnugo_py.cli.engines import TIME, Engines
from gnugo_py.cli.failing import BAD_INPUT, KOMI, checked, fail, interruptible, warn
from gnugo_py.cli.opening import Opening
from gnugo_py.cli.resources import saves_folder
from gnugo_py.dialogue.conversation import Conversation
from gnugo_py.games.catalog import CATALOG
from gnugo_py.games.contract import Side
from gnugo_py.go.rules import PRESETS
from gnugo_py.plain.game import play as play_text
from gnugo_py.players.player import Player
from gnugo_py.tui.state import Look
from gnugo_py.tui.themes import THEMES

GAME = CATALOG["go"]()
LOADED = ("side", "komi", "opponent")
"""The options that go with a loaded game."""


@click.command(epilog="Example: gnugo-py --size 9 --handicap 2 --color black")
@click.option("--size", type=click.Choice(["9", "13", "19"]), help="Lines a side; 19.")
@click.option("--handicap", type=int, metavar="N", help="Stones for Black: to 17 on 19x19, else to 9.")
@click.option("--color", type=click.Choice(["black", "white"]), help="Your colour.")
@click.option("--komi", type=KOMI, metavar="F", help="Points for White; else what the rules say.")
@click.option(
    "--rules", type=click.Choice(list(PRESETS)), help="gnugo-1.1 on 19x19 against classic, else japanese."
)
@click.option("--seed", type=SEED, metavar="N", help="For the same game again.")
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    metavar="classic|human|COMMAND",
    help="The program of 1989 (the default), a second person here, or a GTP engine by its command;"
    " given twice, the first plays Black against the second and you watch.",
)
@TIME
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[NAME]", help="Go on with a saved game; the latest."
)
@click.option("--new", is_flag=True, help="Begin a new game without offering an unfinished one.")
@click.option(
    "--load", type=click.Path(path_type=Path), metavar="FILE", help="Begin from an SGF file or a gnugo.dat."
)
@click.option("--ascii", "use_ascii", is_flag=True, help="Letters instead of round stones.")
@click.option(
    "--theme", type=click.Choice(list(THEMES)), default="classic", help="The colours of the screen."
)
@click.option("--plain", is_flag=True, help="Line by line, without a screen.  So it is in a pipe, too.")
@click.option("--patterns", metavar="DIR|none", help="The engine's knowledge of shapes and openings.")
@click.option("--saves", type=click.Path(path_type=Path), metavar="DIR", help="Where games are saved.")
def play(
    size: str | None,
    handicap: int | None,
    color: str | None,
    komi: float | None,
    rules: str | None,
    seed: int | None,
    opponents: tuple[str, ...],
    seconds: int | None,
    resume: str | None,
    new: bool,
    load: Path | None,
    use_ascii: bool,
    theme: str,
    plain: bool,
    patterns: str | None,
    saves: Path | None,
) -> None:
    """Play a game.  What is not given here is asked.

    Every move is saved at once; a game that was left goes on with --resume.
    """
    if [resume is not None, new, load is not None].count(True) > 1:
        raise click.UsageError("--resume, --new and --load exclude one another; give one of them")
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("a game needs an open input and an open output")
    options = _given(
        size=int(size) if size else None,
        handicap=handicap,
        side=_side(color, opponents),
        opponent=opponents[0] if len(opponents) == 1 else opponents or None,
        rules=rules,
        komi=komi,
    )
    if resume is not None:
        _tell_unused(_given(size=size, handicap=handicap, color=color, komi=komi, rules=rules))
    next_seed = clock_seed if seed is None else lambda: seed
    engine = checked(lambda: classic(next_seed(), patterns))
    checked(lambda: GAME.start(options))
    on_screen = not plain and _has_screen()
    folder = saves_folder(saves)
    engines = Engines(seconds, seed)

    def ready() -> Conversation | None:
        """The conversation, unless the screen's form is to be filled in first."""
        if resume is not None:
            return opening.resume(resume)
        if load is not None:
            kept: dict[str, object] = {name: options[name] for name in LOADED if name in options}
            return opening.load(load, kept, rules)
        if on_screen and not {"handicap", "side"} <= set(options):
            return None
        return opening.new(options, offers=not new and sys.stdin.isatty())

    confirms = on_screen or sys.stdin.isatty()
    look = Look(ascii=use_ascii or not _has_round_stones(), theme=theme)
    with interruptible(), ExitStack() as stack:
        stack.enter_context(closing(engines))
        others = checked(lambda: _others(opponents, engine, engines))
        opening = Opening.of(GAME, engine, others, engines, folder, on_screen, confirms, next_seed)
        stack.enter_context(closing(opening.saver))
        talk = checked(ready)
        if on_screen:
            _play_on_screen(opening, options, talk, not new, look)
        else:
            assert talk is not None
            _play_plainly(opening, options, talk)
        trouble = opening.saver.trouble or opening.saver.lost
        if trouble:
            fail(f"the game is not saved: {trouble}", BAD_INPUT)


def _given(**options: object) -> dict[str, object]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _play_on_screen(
    opening: Opening, options: dict[str, object], talk: Conversation | None, offers: bool, look: Look
) -> None:
    """Play on the screen, game after game."""
    from gnugo_py.tui.app import run
    from gnugo_py.tui.form import Start

    names = [player.name for player in opening.others if player is not None]
    title = " against ".join(names if len(names) == 2 else [GAME.name, *(names or ["GNU Go 1.1"])])
    if opening.others == (None,):
        title = f"{GAME.name} for two people"
    engine_named = options.get("opponent") not in (None, "classic", "human")
    stay = ("opponent", "side") if len(names) == 2 else ("opponent",) if engine_named else ()
    kept = {name: options[name] for name in stay}
    again = opening.form(kept, offers=False)
    form = checked(lambda: opening.form(options, offers)) if talk is None else again
    run(Start(title, form, again, lambda values: opening.chosen(options, values), talk), look)


def _play_plainly(opening: Opening, options: dict[str, object], talk: Conversation) -> None:
    """Play line by line, game after game."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    while True:
        play_text(talk, sys.stdin, sys.stdout, echo=not sys.stdin.isatty())
        if not talk.wants_new:
            return
        talk = opening.new(options, offers=False)


def _tell_unused(options: dict[str, object]) -> None:
    """Say that options were given that a resumed game has no use for."""
    if options:
        unused = " ".join(f"--{name}" for name in options)
        warn(f"gnugo-py: not used, the game goes on as it was: {unused}")


def _others(names: tuple[str, ...], engine: ClassicPlayer, engines: Engines) -> tuple[Player | None, ...]:
    """Who was named to play besides the person, None for a second person; engines are started.

    Raises ValueError for what cannot play.
    """
    if len(names) > 2 or (len(names) == 2 and "human" in names):
        raise ValueError("--opponent is given once, or twice for two programs to watch")
    known: dict[str, Player | None] = {"classic": engine, "human": None}
    return tuple(known[name] if name in known else engines.named(name) for name in names)


def _side(color: str | None, opponents: tuple[str, ...]) -> Side | None:
    """The person's side, None if it is to be asked; with two people or none it does not matter."""
    if color is None and opponents != ("human",) and len(opponents) != 2:
        return None
    return Side.WHITE if color == "white" else Side.BLACK


def _has_screen() -> bool:
    """Whether there is a terminal that can show a board, on both ends."""
    unnamed = "windows" if os.name == "nt" else "dumb"
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", unnamed) in ("", "dumb"):
        return False
    try:
        from gnugo_py.tui.app import is_usable
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    return is_usable()


def _has_round_stones() -> bool:
    """Whether the terminal can draw round stones, one cell wide."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return "utf" in named.lower() and named[:2] not in ("ja", "ko", "zh")
