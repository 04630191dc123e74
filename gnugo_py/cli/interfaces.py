"""How a command says that it cannot go on."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import click

from gnugo_py.cli.terminal import BAD_INPUT, fail, warn
from gnugo_py.core.types import Mistake
from gnugo_py.plain.interface import play as play_text
from gnugo_py.storage.settings import Look, Memory

if TYPE_CHECKING:
    from gnugo_py.app.application import Conversation
    from gnugo_py.app.launcher import Lobby
    from gnugo_py.play.session import Session


def has_screen() -> bool:
    """Whether there is a terminal that can show a board, on both ends."""
    unnamed = "windows" if os.name == "nt" else "dumb"
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", unnamed) in ("", "dumb"):
        return False
    try:
        from gnugo_py.tui.curses_window import is_usable
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    return is_usable()


def has_round_stones() -> bool:
    """Whether the terminal can draw round stones, one cell wide."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return "utf" in named.lower() and named[:2] not in ("ja", "ko", "zh")


def remembering() -> Memory:
    """What is remembered of the person; what is wrong with it is told."""
    memory = Memory()
    for fault in memory.known.faults:
        warn(f"gnugo-py: {fault}")
    return memory


def show(talk: Conversation, lobby: Lobby, size: str, use_ascii: bool, theme: str | None) -> None:
    """Show what is no game on the screen, and let games follow.

    size -- of the board in the form, if none was chosen before; empty for the usual one.
    """
    from gnugo_py.app.new_game_form import GAME, Fields, Forms
    from gnugo_py.app.opponents import installed
    from gnugo_py.engines.classic.engine import ClassicPlayer
    from gnugo_py.tui.form import Start
    from gnugo_py.tui.interface import run

    memory = remembering()
    known = memory.known.last
    of_this_game = known if known.get(GAME, lobby.name) == lobby.name else {GAME: lobby.name}
    last = {**({"size": size} if size else {}), **of_this_game}
    forms = Forms(lobby.name, ClassicPlayer.name, (), last, installed)

    def again(session: Session | None) -> Fields:
        return forms.after(session).lines({}, ())

    teach = partial(lobby.teach, "")
    start = Start(forms.title, again(None), again, lobby.chosen, talk, forms.help, memory.looked, teach)
    run(start, looking(memory, use_ascii, theme))


def show_plainly(talk: Conversation, lobby: Lobby, options: Mapping[str, object]) -> None:
    """Hold a conversation line by line, and let games follow.

    options -- of the games that follow, those that are not to be asked.

    Ends the program, with one line, where a game cannot be as it was asked for.
    """
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        play_text(talk, sys.stdin, sys.stdout, echo=not sys.stdin.isatty())
        while talk.wants_new:
            talk = lobby.new(options, offers=False)
            play_text(talk, sys.stdin, sys.stdout, echo=not sys.stdin.isatty())
    except Mistake as error:
        raise click.ClickException(str(error)) from None


def fail_if_unsaved(lobby: Lobby) -> None:
    """End the program if a game is in no file."""
    trouble = lobby.saver.trouble or lobby.saver.lost
    if trouble:
        fail(f"the game is not saved: {trouble}", BAD_INPUT)


def looking(memory: Memory, use_ascii: bool, theme: str | None) -> Look:
    """How the screen looks: what was asked for now, what is remembered, what the terminal can do."""
    look = memory.known.on(Look())
    is_ascii = use_ascii or look.ascii or not has_round_stones()
    return look._replace(ascii=is_ascii, theme=theme or look.theme)
