"""`gnugo-py play`."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from gnugo_py.cli.engine import classic
from gnugo_py.cli.failing import INTERRUPTED, KOMI, checked, fail
from gnugo_py.cli.opening import Opening
from gnugo_py.conversation import Conversation
from gnugo_py.games.catalog import CATALOG
from gnugo_py.games.contract import Side
from gnugo_py.go.rules import PRESETS
from gnugo_py.resources import saves_folder
from gnugo_py.text import play as play_text
from gnugo_py.tui.state import Look
from gnugo_py.tui.themes import THEMES

LARGEST_SEED = 2**31 - 1
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
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), metavar="N", help="For the same game again.")
@click.option(
    "--opponent",
    type=click.Choice(["classic", "human"]),
    help="The program of 1989 (the default), or a second person at this terminal.",
)
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
    opponent: str | None,
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
    given: dict[str, object] = {
        "size": int(size) if size else None,
        "handicap": handicap,
        "side": _side(color, opponent),
        "opponent": opponent,
        "rules": rules,
        "komi": komi,
    }
    options = {name: value for name, value in given.items() if value is not None}
    next_seed = _clock_seed if seed is None else lambda: seed
    engine = checked(lambda: classic(next_seed(), patterns))
    checked(lambda: GAME.start(options))
    on_screen = not plain and _has_screen()
    opening = Opening.of(GAME, engine, saves_folder(saves), on_screen, next_seed)

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

    look = Look(ascii=use_ascii or not _has_round_stones(), theme=theme)
    with _interruptible(opening):
        talk = checked(ready)
        if on_screen:
            _play_on_screen(opening, options, talk, not new, look)
        else:
            assert talk is not None
            _play_plainly(opening, options, talk)


def _play_on_screen(
    opening: Opening, options: dict[str, object], talk: Conversation | None, offers: bool, look: Look
) -> None:
    """Play on the screen, game after game."""
    from gnugo_py.tui.app import Start, run

    title = f"{GAME.name} against GNU Go 1.1, of 1989"
    form, again = checked(lambda: (opening.form(options, offers), opening.form({}, offers=False)))
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


def _side(color: str | None, opponent: str | None) -> Side | None:
    """The person's side, None if it is to be asked; with two people it does not matter."""
    if color is None and opponent != "human":
        return None
    return Side.WHITE if color == "white" else Side.BLACK


def _clock_seed() -> int:
    """The clock's microseconds, as in the original."""
    return time.time_ns() // 1000 % 1_000_000


def _has_screen() -> bool:
    """Whether there is a terminal that can show a board, on both ends."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") in ("", "dumb"):
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


@contextmanager
def _interruptible(opening: Opening) -> Iterator[None]:
    """While a game is played, a closed terminal or a polite kill ends it like Ctrl-C: saved, status 130."""

    def interrupt(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    except KeyboardInterrupt:
        fail("interrupted", INTERRUPTED)
    finally:
        opening.saver.close()
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
