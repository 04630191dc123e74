"""The form before a game: which game, who plays whom, and the game's own questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from gnugo_py.app.opponents import (
    CLASSIC,
    CLASSIC_GAME,
    HUMAN,
    SEARCH,
    USUAL_LEVEL,
    is_engine_named,
    level_of,
)
from gnugo_py.core.options import Field
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Side
from gnugo_py.engines.classic.engine import SIZES
from gnugo_py.engines.engine import Player
from gnugo_py.engines.levels import LEVELS

if TYPE_CHECKING:
    from gnugo_py.play.session import Session
    from gnugo_py.storage.saved_games import Summary


RESUME, GAME = "resume", "game"
OF_ALL_GAMES = ("opponent", "side")
LESSONS = ("lessons for beginners", "\0lessons")
"""A choice beside the saved games, whose names hold no such sign."""
NEW_GAME: tuple[str, object] = ("a new game", None)
SECOND_PERSON = ("a second person here", HUMAN)
MOST_OFFERED = 5
EXPLAINED = "Up and down choose a line, left and right change it; a click does both. Return begins."
CLASSIC_NOTE = "the program of 1989, a weak player; it says why it moves"
INSTALLED_NOTE = "the strong one of 2009, installed here; level 10 of its own"
LEVEL_NOTE = "it thinks: level 1 for a beginner, 5 half a second a move, 9 many seconds"
HUMAN_NOTE = "you both play at this keyboard"

Fields: TypeAlias = Callable[[Mapping[str, object]], tuple[Field, ...]]
"""The lines of a form, given what is chosen so far."""


class Forms(NamedTuple):
    """What the forms of one run need.

    name   -- the game that was asked for, and `others` play.
    engine -- what the program's own player of Go is called.
    others -- who was named to play, as of `Lobby`.
    last   -- what was chosen or played before, as text, by option.
    installed -- the engines of Go on this machine: what each is called, and its command.
    first  -- the game that stands there at first, if it is another.
    """

    name: str
    engine: str
    others: tuple[Player | None, ...]
    last: Mapping[str, str] = {}
    installed: Callable[[], tuple[tuple[str, str], ...]] = tuple
    first: str = ""

    def lines(self, given: Mapping[str, object], left: Sequence[Summary]) -> Fields:
        """The form for a new game: what was not given, and first the games that were left.

        left -- those to offer; with a game's options given, a new one stands first.
        """
        games = tuple((f"go on with {_shown(each)}", each.name) for each in left[:MOST_OFFERED])

        def fields(chosen: Mapping[str, object]) -> tuple[Field, ...]:
            ways = (*games, NEW_GAME, LESSONS)
            first = (Field(RESUME, "Game", ways, len(games) if given else 0),) if games else ()
            if isinstance(chosen.get(RESUME), str):
                return first
            name = str(chosen.get(GAME, self.first or self.name))
            mine = holding(given, name == self.name)
            known = {**mine, **{key: value for key, value in chosen.items() if value is not None}}
            size, *rest = CATALOG[name].load().form(known)
            lines = [size, *self._seats(name, known.get("size", size.choices[size.default][1])), *rest]
            asked = (*self._which_game(), *(each for each in lines if each.option not in mine))
            return (*first, *(self._as_before(each, name) for each in asked))

        return fields

    def after(self, session: Session | None) -> Forms:
        """The forms once a game was played, None for none: they begin with another like it."""
        if session is None:
            return self
        name = next(name for name, entry in CATALOG.items() if entry.load() is session.game)
        last = {option: word for option, word in self.last.items() if self._is_known_of(option, name)}
        last |= {GAME: name, "size": str(session.position.size)}
        if not session.players:
            last["opponent"] = HUMAN
        if len(session.players) == 1:
            ((side, player),) = session.players.items()
            last["side"] = str(side.other)
            kind, level = (player.settings().get(option) for option in ("player", "level"))
            if kind in (CLASSIC, SEARCH):
                last["opponent"] = f"{kind}:{level}" if level else str(kind)
        return self._replace(first=name, last=last)

    def _is_known_of(self, option: str, name: str) -> bool:
        """Whether what was chosen last for an option can be taken for a game."""
        return option in OF_ALL_GAMES or self.last.get(GAME, CLASSIC_GAME) == name

    def _as_before(self, field: Field, name: str) -> Field:
        """A line that begins with what was chosen last, if there is such a choice."""
        before = self.last.get(field.option) if self._is_known_of(field.option, name) else None
        texts = [str(value) for _, value in field.choices]
        return field._replace(default=texts.index(before)) if before in texts else field

    def _which_game(self) -> tuple[Field, ...]:
        """The line for which game it is to be, where there are several."""
        names = list(CATALOG)
        choices = tuple((entry.title, name) for name, entry in CATALOG.items())
        notes = tuple(entry.summary for entry in CATALOG.values())
        return (
            (Field(GAME, "Play", choices, names.index(self.first or self.name), notes),)
            if len(names) > 1
            else ()
        )

    def _seats(self, name: str, size: object) -> tuple[Field, ...]:
        """Who plays whom, where there is anything to choose, on a board of a size."""
        side = Field("side", "You play", (("Black", Side.BLACK), ("White", Side.WHITE)))
        if name == self.name and is_engine_named(self.others):
            return (side,)
        own = ((self.engine, CLASSIC),) if name == CLASSIC_GAME and size in SIZES else ()
        mine = self.installed() if name == CLASSIC_GAME else ()
        levels = tuple((_level_in_words(level), f"{SEARCH}:{level}") for level in range(1, LEVELS + 1))
        opponents = (*own, *mine, *levels, SECOND_PERSON)
        notes = (CLASSIC_NOTE,) * len(own) + (INSTALLED_NOTE,) * len(mine) + (LEVEL_NOTE,) * LEVELS
        return (
            Field("opponent", "Opponent", opponents, self._usual(opponents), (*notes, HUMAN_NOTE)),
            side,
        )

    def _usual(self, opponents: Sequence[tuple[str, object]]) -> int:
        """Which of the opponents of a game stands there first.

        Like the one who was named for another game; where none was, the program of 1989 or a middling level.
        """
        kinds = [kind for _, kind in opponents]
        named = self.others[0] if len(self.others) == 1 else None
        level = USUAL_LEVEL if named is None else named.settings().get("level", USUAL_LEVEL)
        wanted = HUMAN if self.others == (None,) else f"{SEARCH}:{level}"
        return 0 if kinds[0] == CLASSIC and not self.others else kinds.index(wanted)

    def help(self, chosen: Mapping[str, object]) -> tuple[str, ...]:
        """A page that explains the lines, and the game chosen so far."""
        game = CATALOG[str(chosen.get(GAME, self.name))].load()
        told = []
        for field in self.lines({}, ())(chosen):
            notes = [note for note in dict.fromkeys(field.notes) if note]
            told += [f"{field.label if note is notes[0] else '':<12}{note}" for note in notes]
        return (EXPLAINED, "", *told, *_paragraphs(game.introduction))

    def welcome(self, chosen: Mapping[str, object]) -> tuple[str, ...]:
        """What somebody who has never played here is told: what the game is, and where it is taught."""
        game = CATALOG[str(chosen.get(GAME, self.name))].load()
        return (f"New to {game.name}?  F2 begins the lessons.", *_paragraphs(game.introduction))

    def title(self, chosen: Mapping[str, object]) -> str:
        """What a form begins: the game, as chosen so far, and who plays it."""
        if isinstance(chosen.get(RESUME), str):
            return "Lessons" if chosen[RESUME] == LESSONS[1] else "A game that was left"
        name, opponent = str(chosen.get(GAME, self.name)), chosen.get("opponent")
        is_asked_for = name == self.name
        names = [player.name for player in self.others if player is not None and is_asked_for]
        if len(names) == 2:
            return " against ".join(names)
        if (self.others == (None,) and is_asked_for) or opponent == HUMAN:
            return f"{CATALOG[name].title} for two people"
        level = level_of(opponent) if isinstance(opponent, str) else None
        installed = next((called for called, command in self.installed() if command == opponent), None)
        if installed is not None:
            return f"{CATALOG[name].title} against {installed}"
        usual = self.engine if name == CLASSIC_GAME else _level_in_words(USUAL_LEVEL)
        other = _level_in_words(level) if level is not None else names[0] if names else usual
        return f"{CATALOG[name].title} against {other}"


def holding(given: Mapping[str, object], is_asked_for: bool) -> Mapping[str, object]:
    """What was given that holds for a game: all of it; in another than was asked for who has which side."""
    return given if is_asked_for else {option: given[option] for option in ("side",) if option in given}


def _paragraphs(text: str) -> tuple[str, ...]:
    """A text with a line for each paragraph, for windows of any width; an empty one before each."""
    return tuple(line for part in text.split("\n\n") for line in ("", " ".join(part.splitlines())))


def _level_in_words(level: int) -> str:
    return f"computer, level {level}"


def _shown(each: Summary) -> str:
    """A saved game in a line of the form."""
    title = "" if each.game == CLASSIC_GAME else f"{CATALOG[each.game].title}, "
    return f"{each.name} ({title}{each.size}x{each.size}, {each.moves} moves)"
