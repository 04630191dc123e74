"""The form for a new game: which game, who plays, the options, and a fair handicap and komi for two ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from gnugo_py.app.common_options import CLOCK, SIDE
from gnugo_py.app.players import (
    CLASSIC_ENGINE_GAME,
    CLASSIC_ENGINE_NAME,
    DEFAULT_LEVEL,
    HUMAN,
    SEARCH_ENGINE_NAME,
    is_gtp_engine,
    level_in_engine_name,
)
from gnugo_py.engines.classic.classic_engine import CLASSIC_BOARD_SIZES, ClassicEngine
from gnugo_py.engines.engine import Engine
from gnugo_py.engines.level_ranks import MAX_LEVEL, level_rank, rank_number, ranks_per_stone
from gnugo_py.games.game import Choice, Option
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color

if TYPE_CHECKING:
    from gnugo_py.app.played_game import PlayedGame
    from gnugo_py.storage.saved_games import SavedGame

_LOW_KOMI = 0.5
"""The komi for a difference of one stone: the weaker player gets only the first move."""
YOUR_RANK_CHOICES = tuple(
    [f"{number}k" for number in range(30, 0, -1)] + [f"{number}d" for number in range(1, 10)]
)


def fair_handicap(person: str, opponent: str, size: int, max_handicap: int) -> dict[str, object]:
    """Return the options that are fair for two ranks on a board; the weaker player plays Black.

    >>> fair_handicap("15k", "12 kyu", 19, 9)
    {'side': <Color.BLACK: 0>, 'handicap': 3, 'komi': None}
    """
    difference = rank_number(opponent) - rank_number(person)
    color = Color.BLACK if difference >= 0 else Color.WHITE
    stones = round(abs(difference) / ranks_per_stone(size))
    komi = _LOW_KOMI if stones == 1 else None
    return {"side": color, "handicap": min(stones, max_handicap) if stones > 1 else 0, "komi": komi}


RESUME_FIELD_NAME, GAME_FIELD_NAME, RANK_FIELD_NAME, MORE_FIELD_NAME = "resume", "game", "rank", "more"
NON_OPTION_FIELD_NAMES = (RESUME_FIELD_NAME, GAME_FIELD_NAME, RANK_FIELD_NAME, MORE_FIELD_NAME)
"""The fields that are not options of a game."""
_CLASSIC_RANK, _INSTALLED_RANK = "25 kyu", "8 kyu"
"""The approximate ranks of GNU Go 1.1 and of GNU Go 3.8 at its level 10."""
_CLOCK_NOTE, _RARE_NOTE = (
    "a clock for both players",
    "a clock, a handicap of one stone, and rarely used rules",
)
_RANK_NOTE = "your rank in Go, if you know it; the form then proposes a fair handicap"
_SHARED_OPTIONS = ("opponent", "side")
LESSONS_CHOICE = Choice("lessons for beginners", "\0lessons")
"""The entry for the lessons; its value cannot be the name of a saved game."""
_NEW_GAME_CHOICE = Choice("a new game", None)
_MAX_GAMES_OFFERED = 5
_FORM_HELP = "Up and down select a line, left and right change it; clicks work too. Return starts the game."
_CLASSIC_NOTE = "the program of 1989, a weak player that explains its moves"
_INSTALLED_NOTE = "the strong version of 2009, installed on this machine; plays at its level 10"
_LEVEL_NOTE = "the computer: level 1 suits beginners, 9 is the strongest"
_SECOND_PERSON_CHOICE = Choice("another person at this keyboard", HUMAN, "both players use this keyboard")

FormFieldsFunction: TypeAlias = Callable[[Mapping[str, object]], tuple[Option, ...]]
"""A function that returns the fields of a form for the values chosen so far."""


class NewGameOptions(NamedTuple):
    """What the command line says about new games.

    name    -- the game, by its key in `GAMES`.
    options -- the options that plain mode does not ask for.
    given   -- the choices that the first form does not ask for.
    lasting -- the names of those among `given` that later forms do not ask for, either.
    size    -- the board size that the form selects if none was chosen before; empty for the default.
    is_new  -- whether no unfinished game is offered.
    is_any_game -- whether any game can be offered, because no option belongs to a particular game.
    has_menu -- whether a menu asks what to do first.
    """

    name: str = CLASSIC_ENGINE_GAME
    options: Mapping[str, object] = {}
    given: Mapping[str, object] = {}
    lasting: tuple[str, ...] = ()
    size: str = ""
    is_new: bool = False
    is_any_game: bool = False
    has_menu: bool = False


class NewGameForm(NamedTuple):
    """The data for the forms of one run.

    name      -- the game that was requested on the command line; the opponents in `others` play it.
    others    -- the opponents that were named, as `named` of `Players`.
    last      -- the values that were chosen or played last time, as text, by option.
    installed -- returns the Go engines on this machine: the name and the command of each.
    first     -- the game that is selected first, empty for `name`.
    rank      -- the rank of the person, such as `15k`; empty if it is unknown.
    asks_rank -- whether to ask for the rank.
    """

    name: str
    others: tuple[Engine | None, ...]
    last: Mapping[str, str] = {}
    installed: Callable[[], tuple[tuple[str, str], ...]] = tuple
    first: str = ""
    rank: str = ""
    asks_rank: bool = False

    def fields(self, given: Mapping[str, object], left: Sequence[SavedGame]) -> FormFieldsFunction:
        """Return the function for the form's fields: the unfinished games, then the options not given.

        given -- the options from the command line; if there are any, a new game is selected first.
        left  -- the unfinished games to offer.
        """
        games = tuple(
            Choice(f"resume {each.name} ({describe_saved_game(each)})", each.name)
            for each in left[:_MAX_GAMES_OFFERED]
        )

        def fields(chosen: Mapping[str, object]) -> tuple[Option, ...]:
            ways = (*games, _NEW_GAME_CHOICE, LESSONS_CHOICE)
            usual_way = _NEW_GAME_CHOICE.value if given else ways[0].value
            first = (Option(RESUME_FIELD_NAME, "Game", ways, usual_way),) if games else ()
            if isinstance(chosen.get(RESUME_FIELD_NAME), str):
                return first
            name = str(chosen.get(GAME_FIELD_NAME, self.first or self.name))
            mine = options_applying_to_game(given, name == self.name)
            known = {**mine, **{key: value for key, value in chosen.items() if value is not None}}
            size, *rest = GAMES[name].load().options(known)
            lines = [size, *self._opponent_fields(name, known.get("size", size.default)), *rest]
            asked = (self._which_game(), *(each for each in lines if each.name not in mine))
            shown = tuple(self._with_last_choice(each, name) for each in asked)
            fair = self._with_fair_choices(shown, name, chosen)
            more = self._more_fields(fair, name, given, chosen)
            usual = fair if chosen.get(MORE_FIELD_NAME) else tuple(each.with_basic_choices() for each in fair)
            return (*first, *usual, *self._rank_field(name), *more)

        return fields

    @property
    def is_gtp_engine_named(self) -> bool:
        """Whether exactly one opponent was named and it is a GTP engine."""
        return len(self.others) == 1 and is_gtp_engine(self.others[0])

    def with_last_game_settings(self, game: PlayedGame | None) -> NewGameForm:
        """Return the data for the next form after a game, with that game's settings selected.

        game -- the game that was played, None if there was none.
        """
        if game is None:
            return self
        name = game.tree.name
        last = {option: word for option, word in self.last.items() if self._is_known_of(option, name)}
        last |= {GAME_FIELD_NAME: name, "size": str(game.position.size)}
        if not game.players:
            last["opponent"] = HUMAN
        if len(game.players) == 1:
            ((color, player),) = game.players.items()
            last["side"] = str(color.opponent)
            config = player.config()
            if config.kind in (CLASSIC_ENGINE_NAME, SEARCH_ENGINE_NAME):
                last["opponent"] = f"{config.kind}:{config.level}" if config.level else config.kind
        return self._replace(first=name, last=last)

    def _is_known_of(self, option: str, name: str) -> bool:
        """Return whether the value that an option had last time applies to a game."""
        return option in _SHARED_OPTIONS or self.last.get(GAME_FIELD_NAME, CLASSIC_ENGINE_GAME) == name

    def _with_last_choice(self, field: Option, name: str) -> Option:
        """Return a field with the choice made last time selected, if the field has that choice."""
        before = self.last.get(field.name) if self._is_known_of(field.name, name) else None
        values = (each.value for each in field.choices if str(each.value) == before)
        return field._replace(default=next(values, field.default))

    def _with_fair_choices(
        self, fields: tuple[Option, ...], name: str, chosen: Mapping[str, object]
    ) -> tuple[Option, ...]:
        """Return the fields with a fair color, handicap and komi selected, if both ranks are known."""
        person = str(chosen.get(RANK_FIELD_NAME) or self.rank)
        by_name = {each.name: each for each in fields}
        opponent = _rank_of(chosen.get("opponent"))
        if name != CLASSIC_ENGINE_GAME or not (person and opponent and "handicap" in by_name):
            return fields
        stones = by_name["handicap"].choices
        size = chosen.get("size")
        assert isinstance(size, int | None)
        values = fair_handicap(person, opponent, size or 19, len(stones) - 1)
        return tuple(each._replace(default=values.get(each.name, each.default)) for each in fields)

    def _more_fields(
        self,
        fields: Sequence[Option],
        name: str,
        given: Mapping[str, object],
        chosen: Mapping[str, object],
    ) -> tuple[Option, ...]:
        """Return the field that shows more options, if there are any, and the clock if they are shown."""
        clock = () if "clock" in given else (self._with_last_choice(CLOCK, name),)
        has_rare = any(not choice.is_basic for each in fields for choice in each.choices)
        if not (clock or has_rare):
            return ()
        is_set = any(each.default is not None for each in clock) or None
        note = _RARE_NOTE if has_rare else _CLOCK_NOTE
        ways = (Choice("hidden", None, note), Choice("shown", True, note))
        more = Option(MORE_FIELD_NAME, "More options", ways, is_set)
        return (more, *clock) if chosen.get(MORE_FIELD_NAME, is_set) else (more,)

    def _rank_field(self, name: str) -> tuple[Option, ...]:
        """Return the field for the person's rank, or no field if the form does not ask for it."""
        if not self.asks_rank or name != CLASSIC_ENGINE_GAME:
            return ()
        ranks = (Choice(rank, rank, _RANK_NOTE) for rank in YOUR_RANK_CHOICES)
        choices = (Choice("not known", None, _RANK_NOTE), *ranks)
        return (Option(RANK_FIELD_NAME, "Your rank", choices),)

    def _which_game(self) -> Option:
        """Return the field for the game."""
        choices = tuple(Choice(entry.title, name, entry.summary) for name, entry in GAMES.items())
        return Option(GAME_FIELD_NAME, "Play", choices, self.first or self.name)

    def _opponent_fields(self, name: str, size: object) -> tuple[Option, ...]:
        """Return the fields for the opponent, if there is a choice, and for the person's color.

        size -- the board size, which decides whether the classic engine is offered.
        """
        if name == self.name and self.is_gtp_engine_named:
            return (SIDE,)
        opponents: list[Choice] = []
        if name == CLASSIC_ENGINE_GAME:
            if size in CLASSIC_BOARD_SIZES:
                opponents.append(Choice(ClassicEngine.name, CLASSIC_ENGINE_NAME, _CLASSIC_NOTE))
            opponents += [Choice(title, command, _INSTALLED_NOTE) for title, command in self.installed()]
        title = GAMES[name].load().display_name
        opponents += [
            Choice(_level_with_rank(title, level), f"{SEARCH_ENGINE_NAME}:{level}", _LEVEL_NOTE)
            for level in range(1, MAX_LEVEL + 1)
        ]
        opponents.append(_SECOND_PERSON_CHOICE)
        return (Option("opponent", "Opponent", tuple(opponents), self._default_opponent(opponents)), SIDE)

    def _default_opponent(self, opponents: Sequence[Choice]) -> object:
        """Return the opponent that is selected first.

        This is the classic engine if it is available and no opponent was named; else a second person if one
        was named; else search at the level of the named engine, or at `DEFAULT_LEVEL`.
        """
        named = self.others[0] if len(self.others) == 1 else None
        level = DEFAULT_LEVEL if named is None else named.config().level or DEFAULT_LEVEL
        wanted = HUMAN if self.others == (None,) else f"{SEARCH_ENGINE_NAME}:{level}"
        is_classic = opponents[0].value == CLASSIC_ENGINE_NAME and not self.others
        return CLASSIC_ENGINE_NAME if is_classic else wanted

    def help(self, chosen: Mapping[str, object]) -> tuple[str, ...]:
        """Return a page that explains the fields and the kind of game chosen."""
        game = GAMES[str(chosen.get(GAME_FIELD_NAME, self.name))].load()
        lines = []
        for field in self.fields({}, ())({**chosen, MORE_FIELD_NAME: True}):
            lines += _field_help(field)
        return (_FORM_HELP, "", *lines, *_paragraphs(game.how_to_play))

    def welcome(self, chosen: Mapping[str, object]) -> tuple[str, ...]:
        """Return notes for a first-time user: how to open the lessons, and what the game is about."""
        game = GAMES[str(chosen.get(GAME_FIELD_NAME, self.name))].load()
        beginning = game.how_to_play.partition("\n\n")[0]
        return (f"New to {game.display_name}?  Press F2 for the lessons.", *_paragraphs(beginning))

    def title(self, chosen: Mapping[str, object]) -> str:
        """Return the title of the form: the game chosen so far and the players."""
        if isinstance(chosen.get(RESUME_FIELD_NAME), str):
            return "Lessons" if chosen[RESUME_FIELD_NAME] == LESSONS_CHOICE.value else "Unfinished game"
        name, opponent = str(chosen.get(GAME_FIELD_NAME, self.name)), chosen.get("opponent")
        is_asked_for = name == self.name
        names = [player.name for player in self.others if player is not None and is_asked_for]
        if len(names) == 2:
            return " against ".join(names)
        if (self.others == (None,) and is_asked_for) or opponent == HUMAN:
            return f"{GAMES[name].title} for two people"
        level = level_in_engine_name(opponent) if isinstance(opponent, str) else None
        installed = next((called for called, command in self.installed() if command == opponent), None)
        if installed is not None:
            return f"{GAMES[name].title} against {installed}"
        usual = ClassicEngine.name if name == CLASSIC_ENGINE_GAME else _level_in_words(DEFAULT_LEVEL)
        other = _level_in_words(level) if level is not None else names[0] if names else usual
        return f"{GAMES[name].title} against {other}"


def _field_help(field: Option) -> list[str]:
    """Return the notes of a field, each after the text of its choice if every choice has its own note."""
    notes = list(dict.fromkeys(each.note for each in field.choices if each.note))
    if len(notes) == len(field.choices):
        notes = [f"{each.text}: {each.note}" for each in field.choices]
    return [f"{'' if number else field.label:<14}{note}" for number, note in enumerate(notes)]


def _rank_of(opponent: object) -> str:
    """Return the approximate rank of an opponent in the form, empty if it is unknown."""
    level = level_in_engine_name(opponent) if isinstance(opponent, str) else None
    if level is not None:
        return level_rank(GAMES[CLASSIC_ENGINE_GAME].load().display_name, level)
    if opponent == CLASSIC_ENGINE_NAME:
        return _CLASSIC_RANK
    return _INSTALLED_RANK if isinstance(opponent, str) and opponent != HUMAN else ""


def options_applying_to_game(given: Mapping[str, object], is_asked_for: bool) -> Mapping[str, object]:
    """Return the given options that apply to a game.

    is_asked_for -- whether the game is the one that was requested; if so, all options apply, otherwise only
                    `side`.
    """
    return given if is_asked_for else {option: given[option] for option in ("side",) if option in given}


def _paragraphs(text: str) -> tuple[str, ...]:
    """Return, for each paragraph, an empty line and one long line that can be wrapped to any width."""
    return tuple(line for part in text.split("\n\n") for line in ("", " ".join(part.splitlines())))


def _level_in_words(level: int) -> str:
    return f"the computer, level {level}"


def _level_with_rank(game: str, level: int) -> str:
    """Return a level with its approximate rank, if the levels of the game have ranks."""
    rank, title = level_rank(game, level), f"computer, level {level}"
    return f"{title} (about {rank})" if rank else title


def describe_saved_game(each: SavedGame) -> str:
    """Return a description of a saved game: its game (unless Go), its board size and its number of moves."""
    title = "" if each.game == CLASSIC_ENGINE_GAME else f"{GAMES[each.game].title}, "
    return f"{title}{each.size}x{each.size}, {pluralize(each.moves, 'move')}"
