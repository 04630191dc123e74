"""The form for a new game: which game, who plays, the options, and a fair handicap and komi for two ranks."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.app.common_options import CLOCK, SIDE, TEACH
from gnugo_py.app.players import (
    CLASSIC_ENGINE_GAME,
    CLASSIC_ENGINE_NAME,
    DEFAULT_LEVEL,
    HUMAN,
    SEARCH_ENGINE_NAME,
    Players,
    has_search,
    installed_engines,
    level_in_engine_name,
)
from gnugo_py.engines.classic.classic_engine import CLASSIC_BOARD_SIZES, ClassicEngine
from gnugo_py.engines.level_ranks import MAX_LEVEL, closest_level, level_rank, rank_number, ranks_per_stone
from gnugo_py.games.game import Choice, Game, Option
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color

if TYPE_CHECKING:
    from gnugo_py.app.played_game import PlayedGame
    from gnugo_py.storage.save_store import SavedGame

_MAX_FAIR_HANDICAP, _LOW_KOMI = 9, 0.5
"""The maximum fair handicap, and the komi for a difference of one stone: the first move alone is enough."""
YOUR_RANK_CHOICES = tuple(
    [f"{number}k" for number in range(30, 0, -1)] + [f"{number}d" for number in range(1, 10)]
)


def fair_handicap(person: str, opponent: str, size: int, max_handicap: int) -> dict[str, object]:
    """Return the options that are fair for two ranks on a board; the weaker player plays Black.

    >>> fair_handicap("15k", "12 kyu", 19, 17)
    {'side': <Color.BLACK: 0>, 'handicap': 3, 'komi': None}
    """
    difference = rank_number(opponent) - rank_number(person)
    color = Color.BLACK if difference >= 0 else Color.WHITE
    stones = round(abs(difference) / ranks_per_stone(size))
    komi = _LOW_KOMI if stones == 1 else None
    most = min(_MAX_FAIR_HANDICAP, max_handicap)
    return {"side": color, "handicap": min(stones, most) if stones > 1 else 0, "komi": komi}


GAME_FIELD_NAME, RANK_FIELD_NAME, MORE_FIELD_NAME = "game", "rank", "more"
NON_OPTION_FIELD_NAMES = (GAME_FIELD_NAME, RANK_FIELD_NAME, MORE_FIELD_NAME)
"""The fields that are not options of a game."""
_LEVEL_FIELD_NAME = "level"
"""The field for the level of the search engine, which is joined with the field `opponent`."""
_CLASSIC_RANK, _INSTALLED_RANK = "25 kyu", "8 kyu"
"""The approximate ranks of GNU Go 1.1 and of GNU Go 3.8 at its level 10."""
_CLOCK_NOTE, _RARE_NOTE = (
    "a clock for both players",
    "a clock, a handicap of one stone, and rarely used rules",
)
_RANK_NOTE = "your rank in Go, if you know it; the form then proposes a fair handicap"
_FAIR_OPTIONS = ("handicap", "komi")
"""The options that are not kept for the next game."""
_SHARED_OPTIONS = ("opponent", _LEVEL_FIELD_NAME, "side")
_FORM_HELP = "Up and down select a line, left and right change it; clicks work too. Return starts the game."
_COMPUTER_CHOICE = Choice("the computer", SEARCH_ENGINE_NAME, "it plays at the level of the next line")
_CLASSIC_CHOICE = Choice(
    f"{ClassicEngine.name}, the program of 1989",
    CLASSIC_ENGINE_NAME,
    "a weak player that explains its moves",
)
_INSTALLED_NOTE = "the strong version of 2009, installed on this machine; plays at its level 10"
_LEVEL_NOTE = "level 1 suits beginners, 9 is the strongest"
_SECOND_PERSON_CHOICE = Choice("another person at this keyboard", HUMAN, "both players use this keyboard")


class NewGameOptions(NamedTuple):
    """What the command line says about new games.

    name    -- the game, by its key in `GAMES`.
    options -- the options that plain mode does not ask for.
    given   -- the choices that the first form does not ask for.
    lasting -- the choices that no form asks for.
    is_any_game -- whether any game can be offered, because no option belongs to a particular game.
    """

    name: str = CLASSIC_ENGINE_GAME
    options: Mapping[str, object] = {}
    given: Mapping[str, object] = {}
    lasting: Mapping[str, object] = {}
    is_any_game: bool = False


class NewGameForm(NamedTuple):
    """The form for a new game, whose fields depend on the values chosen so far.

    name    -- the game that was requested on the command line; the players that were named play it.
    players -- who was named.
    given   -- the options that the form does not ask for.
    last    -- the values that were chosen or played last time, as text, by option.
    first   -- the game that is selected first, empty for `name`.
    rank    -- the rank of the person, such as `15k`; empty if it is unknown.
    level   -- the level that the person's results suggest in Go, None if there are too few.
    """

    name: str
    players: Players
    given: Mapping[str, object] = {}
    last: Mapping[str, str] = {}
    first: str = ""
    rank: str = ""
    level: int | None = None

    def _game(self, chosen: Mapping[str, object]) -> Game:
        """Return the game that is chosen."""
        return GAMES[str(chosen.get(GAME_FIELD_NAME, self.first or self.name))].load()

    def fields(self, chosen: Mapping[str, object]) -> tuple[Option, ...]:
        """Return the fields for the values chosen so far."""
        game = self._game(chosen)
        mine = options_applying_to_game(self.given, game.name == self.name)
        known = {**mine, **{key: value for key, value in chosen.items() if value is not None}}
        size, *rest = game.options(known)
        opponent = self._opponent_fields(game, known.get("size", size.default), chosen)
        lines = [size, *opponent, SIDE, *rest]
        asked = (self._which_game(), *(each for each in lines if each.name not in mine))
        shown = tuple(self._with_last_choice(each, game.name) for each in asked)
        fair = self._with_fair_choices(shown, known)
        usual = fair if chosen.get(MORE_FIELD_NAME) else tuple(each.with_basic_choices() for each in fair)
        return (*usual, *self._rank_field(game.name), *self._more_fields(fair, game, chosen))

    def with_last_game_settings(self, game: PlayedGame | None) -> NewGameForm:
        """Return the data for the next form after a game, with that game's settings selected.

        game -- the game that was played, None if there was none.
        """
        if game is None:
            return self
        name = game.tree.name
        last = {option: word for option, word in self.last.items() if self._is_known_of(option, name)}
        start = game.position.start_options().items()
        last |= {option: str(value) for option, value in start if option not in _FAIR_OPTIONS}
        last[GAME_FIELD_NAME] = name
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
        kind, _, level = self.last.get("opponent", "").partition(":")
        last = {**self.last, "opponent": kind, _LEVEL_FIELD_NAME: level}
        before = last.get(field.name) if self._is_known_of(field.name, name) else None
        values = (each.value for each in field.choices if str(each.value) == before)
        return field._replace(default=next(values, field.default))

    def _with_fair_choices(
        self, fields: tuple[Option, ...], chosen: Mapping[str, object]
    ) -> tuple[Option, ...]:
        """Return the fields with a fair color, handicap and komi selected, if both ranks are known.

        The texts say why.  If the person has the other color, handicap and komi remain what they are.
        """
        person, (opponent, rank) = chosen.get(RANK_FIELD_NAME), self._name_and_rank(chosen)
        stones = next((each.choices for each in fields if each.name == "handicap"), ())
        if not (person and rank and stones):
            return fields
        size = chosen.get("size", 19)
        assert isinstance(size, int)
        fair = fair_handicap(str(person), rank, size, len(stones) - 1)
        if chosen.get(SIDE.name) is not fair[SIDE.name]:
            fair = {SIDE.name: fair[SIDE.name]}
        reason = f", because you are {person} and {opponent} is about {rank}"
        return tuple(
            _with_default(each, fair[each.name], reason) if each.name in fair else each for each in fields
        )

    def _name_and_rank(self, chosen: Mapping[str, object]) -> tuple[str, str]:
        """Return the name and the approximate rank of the opponent, such as `12k`; empty if it is unknown."""
        opponent = str(with_level(chosen).get("opponent"))
        level, name = level_in_engine_name(opponent), _engine_names().get(opponent, "")
        rank = _CLASSIC_RANK if opponent == CLASSIC_ENGINE_NAME else _INSTALLED_RANK if name else ""
        if level is not None:
            name, rank = f"level {level}", level_rank(self._game(chosen).display_name, level)
        return name, rank.replace(" kyu", "k").replace(" dan", "d")

    def _more_fields(
        self, fields: tuple[Option, ...], game: Game, chosen: Mapping[str, object]
    ) -> tuple[Option, ...]:
        """Return the field that shows more options, if there are any, and clock and teaching if shown."""
        offered = (CLOCK, TEACH) if game.has_count else (CLOCK,)
        asked = (each for each in offered if each.name not in self.given)
        extra = tuple(self._with_last_choice(each, game.name) for each in asked)
        has_rare = any(not choice.is_basic for each in fields for choice in each.choices)
        if not (extra or has_rare):
            return ()
        is_set = any(each.default is not None for each in extra) or None
        note = _RARE_NOTE if has_rare else _CLOCK_NOTE
        ways = (Choice("hidden", None, note), Choice("shown", True, note))
        more = Option(MORE_FIELD_NAME, "More options", ways, is_set)
        return (more, *extra) if chosen.get(MORE_FIELD_NAME, is_set) else (more,)

    def _rank_field(self, name: str) -> tuple[Option, ...]:
        """Return the field for the person's rank in Go, or no field for another game."""
        if name != CLASSIC_ENGINE_GAME:
            return ()
        ranks = (Choice(rank, rank, _RANK_NOTE) for rank in YOUR_RANK_CHOICES)
        choices = (Choice("not known", None, _RANK_NOTE), *ranks)
        return (Option(RANK_FIELD_NAME, "Your rank", choices, self.rank or None),)

    def _which_game(self) -> Option:
        """Return the field for the game."""
        choices = tuple(Choice(entry.title, name, entry.summary) for name, entry in GAMES.items())
        return Option(GAME_FIELD_NAME, "Play", choices, self.first or self.name)

    def _opponent_fields(self, game: Game, size: object, chosen: Mapping[str, object]) -> tuple[Option, ...]:
        """Return the fields for the opponent and its level, if there is a choice.

        size -- the board size, which decides whether the classic engine is offered.
        """
        if game.name == self.name and self.players.is_gtp_engine_named:
            return ()
        opponents = [_COMPUTER_CHOICE] if has_search(game) else []
        if game.name == CLASSIC_ENGINE_GAME:
            opponents += [_CLASSIC_CHOICE] if size in CLASSIC_BOARD_SIZES else []
            opponents += [Choice(title, command, _INSTALLED_NOTE) for title, command in installed_engines()]
        opponents.append(_SECOND_PERSON_CHOICE)
        opponent = Option("opponent", "Opponent", tuple(opponents), opponents[0].value)
        return (opponent, self._level_field(game, chosen)) if _is_search(chosen) else (opponent,)

    def _level_field(self, game: Game, chosen: Mapping[str, object]) -> Option:
        """Return the field for the level: in Go, the one that the person's rank or results suggest."""
        person, choices, selected = chosen.get(RANK_FIELD_NAME), [], DEFAULT_LEVEL
        for level in range(1, MAX_LEVEL + 1):
            rank = level_rank(game.display_name, level)
            note = ", as your results suggest" if level == self.level else ""
            text = f"{level} (about {rank}{note})" if rank else str(level)
            choices.append(Choice(text, level, _LEVEL_NOTE))
        if level_rank(game.display_name, selected):
            selected = closest_level(str(person)) if person else self.level or selected
        return Option(_LEVEL_FIELD_NAME, "Level", tuple(choices), selected)

    def help(self, chosen: Mapping[str, object]) -> tuple[str, ...]:
        """Return a page that explains the fields and the kind of game chosen."""
        fields = self._replace(given={}).fields({**chosen, MORE_FIELD_NAME: True})
        lines = chain.from_iterable(map(_field_help, fields))
        return (_FORM_HELP, "", *lines, *_paragraphs(self._game(chosen).how_to_play))

    def welcome(self, chosen: Mapping[str, object]) -> tuple[str, ...]:
        """Return notes for a first-time user: how to open the lessons, and what the game is about."""
        game = self._game(chosen)
        beginning = game.how_to_play.partition("\n\n")[0]
        return (f"New to {game.display_name}?  Press F2 for the lessons.", *_paragraphs(beginning))

    def title(self, chosen: Mapping[str, object]) -> str:
        """Return the title of the form: the game chosen so far and the players."""
        name, opponent = self._game(chosen).name, str(chosen.get("opponent"))
        named = [player.name for player in self.players.named if player is not None and name == self.name]
        if len(named) == 2:
            return " against ".join(named)
        if opponent == HUMAN:
            return f"{GAMES[name].title} for two people"
        level = level_in_engine_name(opponent)
        other = f"the computer, level {level}" if level is not None else _engine_names().get(opponent)
        return f"{GAMES[name].title} against {other or named[0]}"


def _engine_names() -> dict[str, str]:
    """Return the names of the engines other than search that the form offers, by the value of `opponent`."""
    installed = {command: title for title, command in installed_engines()}
    return {CLASSIC_ENGINE_NAME: ClassicEngine.name, **installed}


def _field_help(field: Option) -> list[str]:
    """Return the notes of a field, each after the text of its choice if every choice has its own note."""
    notes = list(dict.fromkeys(each.note for each in field.choices if each.note))
    if len(notes) == len(field.choices):
        notes = [f"{each.text}: {each.note}" for each in field.choices]
    return [f"{'' if number else field.label:<14}{note}" for number, note in enumerate(notes)]


def _with_default(field: Option, value: object, reason: str) -> Option:
    """Return a field with a value selected; a handicap and what differs from the usual say why."""
    unit = " stones" if field.name == "handicap" else ""
    if unit or value not in (None, Color.BLACK):
        choices = tuple(
            each._replace(text=f"{each.text}{unit}{reason}") if each.value == value else each
            for each in field.choices
        )
        field = field._replace(choices=choices)
    return field._replace(default=value)


def with_level(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a form with the level as a part of the opponent, as in `search:3`."""
    joined = {name: value for name, value in values.items() if name != _LEVEL_FIELD_NAME}
    if _is_search(values) and _LEVEL_FIELD_NAME in values:
        joined["opponent"] = f"{SEARCH_ENGINE_NAME}:{values[_LEVEL_FIELD_NAME]}"
    return joined


def _is_search(values: Mapping[str, object]) -> bool:
    return values.get("opponent") == SEARCH_ENGINE_NAME


def options_applying_to_game(given: Mapping[str, object], is_asked_for: bool) -> Mapping[str, object]:
    """Return the given options that apply to a game.

    is_asked_for -- whether the game is the one that was requested; if so, all options apply, otherwise only
                    `side`.
    """
    return given if is_asked_for else {name: value for name, value in given.items() if name == SIDE.name}


def _paragraphs(text: str) -> tuple[str, ...]:
    """Return, for each paragraph, an empty line and one long line that can be wrapped to any width."""
    return tuple(line for part in text.split("\n\n") for line in ("", " ".join(part.splitlines())))


def describe_saved_game(each: SavedGame) -> str:
    """Return a description of a saved game: its game (unless Go), its board size and its number of moves."""
    title = "" if each.game == CLASSIC_ENGINE_GAME else f"{GAMES[each.game].title}, "
    return f"{title}{each.size}x{each.size}, {pluralize(each.moves, 'move')}"
