"""The engine as the command line asks for it."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

import click

from gnugo_py import resources
from gnugo_py.classic.genmove import Knowledge
from gnugo_py.classic.pattern_file import parse_opening, parse_patterns
from gnugo_py.classic.player import ClassicPlayer
from gnugo_py.cli.failing import undisturbed
from gnugo_py.games.player import Player, PlayerError
from gnugo_py.gtp.client import Patience
from gnugo_py.gtp.player import GtpPlayer

SLACK, GRACE = 1.5, 2.0


def classic(seed: int, patterns: str | None) -> ClassicPlayer:
    """The engine of 1989.

    patterns -- the folder of its pattern files, `none`, or None for the program's own.

    Raises ValueError naming file, place and remedy.
    """
    if patterns not in (None, "none"):
        patterns = str(Path(patterns).absolute())
    return ClassicPlayer(knowledge(patterns), seed, patterns)


class Engines:
    """The GTP engines of one run of the program; `close` ends them all.

    A saved game names its engine's command line, and a file can come from anywhere.  So only
    commands that were once given by the person, kept in a file beside the games, are run for it.

    folder  -- of the saved games, None where none are resumed.
    seconds -- what each engine may take for a move, None for its own idea.
    seed    -- for their random numbers, None for their own idea.
    """

    def __init__(self, folder: Path | None, seconds: int | None = None, seed: int | None = None) -> None:
        self._given = None if folder is None else folder / "engines.txt"
        self._seconds, self._seed = seconds, seed
        self._players: list[GtpPlayer] = []

    def named(self, command: str) -> GtpPlayer:
        """The engine of a command the person gave, running.  Raises ValueError if it does not work."""
        player = self._made(command, is_allowed=True)
        started(player, self._seed)
        if self._given is not None and command not in self._known():
            with suppress(OSError):
                self._given.parent.mkdir(parents=True, exist_ok=True)
                with self._given.open("a", encoding="utf-8", errors="surrogateescape") as file:
                    file.write(f"{command}\n")
        return player

    def player_of(self, settings: Mapping[str, object]) -> Player:
        """The player that a saved game names.  Raises ValueError with the remedy if there is none such."""
        command = settings.get("command")
        if settings.get("player") == "gtp" and isinstance(command, str):
            return self._made(command, is_allowed=command in self._known())
        return classic_of(settings)

    def rest(self, seated: Collection[Player]) -> None:
        """End the engines that are not among some players, until they are needed again."""
        for player in self._players:
            if player not in seated:
                player.close()

    def close(self) -> None:
        """End all engines."""
        with undisturbed():
            self.rest(())

    def _made(self, command: str, is_allowed: bool) -> GtpPlayer:
        player = GtpPlayer(command, patience(self._seconds), self._seconds, is_allowed)
        self._players.append(player)
        return player

    def _known(self) -> list[str]:
        """The commands that were given before."""
        try:
            text = self._given.read_text(encoding="utf-8", errors="surrogateescape") if self._given else ""
            return text.splitlines()
        except OSError:
            return []


def started(player: GtpPlayer, seed: int | None) -> None:
    """Start an engine, telling a person at a terminal that it may take a while.

    seed -- for its random numbers, None for its own idea.

    Raises ValueError if it does not work.
    """
    if sys.stderr is not None and sys.stderr.isatty():
        click.echo(f"Starting {player.name} ...", err=True)
    try:
        player.start()
        if seed is not None:
            player.reseed(seed)
    except PlayerError as error:
        raise ValueError(str(error)) from None


def patience(seconds: int | None) -> Patience:
    """How long an engine is waited for that was told to take some seconds for a move, or was told nothing."""
    return Patience() if seconds is None else Patience(move=seconds * SLACK + GRACE)


def classic_of(settings: Mapping[str, object]) -> ClassicPlayer:
    """The engine of 1989 as it is named in a saved game.  Raises ValueError if it is not."""
    seed, patterns = settings.get("seed"), settings.get("patterns")
    if settings.get("player") != "classic" or type(seed) is not int or not 0 <= seed < 2**31:
        raise ValueError("its opponent is not one this program has; open it with --load")
    if patterns is not None and not isinstance(patterns, str):
        raise ValueError("its patterns are not named soundly; open it with --load")
    return classic(seed, patterns)


def knowledge(patterns: str | None) -> Knowledge:
    """The pattern files of a folder, `none`, or None for the program's own.

    Raises ValueError naming file, place and remedy.
    """
    if patterns == "none":
        return Knowledge()
    folder = resources.patterns_folder() if patterns is None else Path(patterns)
    if not folder.is_dir():
        remedy = "name one with local.txt and opening.txt, or none"
        raise ValueError(f"--patterns: no folder {folder}; {remedy}")
    local, opening = folder / resources.LOCAL, folder / resources.OPENING
    return Knowledge(
        parse_patterns(resources.read_text(local), str(local)),
        parse_opening(resources.read_text(opening), str(opening)),
    )
