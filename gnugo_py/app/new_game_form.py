"""The form for a new game: which game, who plays, the options, and a fair handicap and komi for two ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.app.common_options import CLOCK, SIDE, TEACH
from gnugo_py.app.open_games import NewGame
from gnugo_py.app.players import (
    CLASSIC_ENGINE_GAME,
    CLASSIC_ENGINE_NAME,
    DEFAULT_LEVEL,
    SEARCH_ENGINE_NAME,
    Human,
    has_search,
    installed_engines,
    opponent_name,
    parse_opponent,
)
from gnugo_py.engines.classic.classic_engine import CLASSIC_BOARD_SIZES, ClassicEngine
from gnugo_py.engines.level_ranks import (
    ADAPTS,
    MAX_LEVEL,
    AdaptedLevel,
    LevelResult,
    adapted_to,
    closest_level,
    level_rank,
    rank_number,
    ranks_per_stone,
)
from gnugo_py.games.game import Choice, Game, Option, parse_int
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.clock import TimeControl

if TYPE_CHECKING:
    from gnugo_py.app.played_game import PlayedGame

_KYU = re.compile("([0-9]+) ?kyu")
"""Matches a rank as a word: `5 kyu` means `5k`."""
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


GAME_FIELD_NAME, RANK_FIELD_NAME, LEVEL_FIELD_NAME = "game", "rank", "level"
"""The fields that are no options of a game; the level of the search engine is joined with the opponent."""
_CLASSIC_RANK, _INSTALLED_RANK = "25 kyu", "8 kyu"
"""The approximate ranks of GNU Go 1.1 and of GNU Go 3.8 at its level 10."""
_RANK_NOTE = "your rank in Go, if you know it; the form then proposes a fair handicap"
_FAIR_OPTIONS = ("handicap", "komi")
"""The options that are not kept for the next game."""
_SHARED_OPTIONS = ("opponent", LEVEL_FIELD_NAME, "side")
_FORM_HELP = (
    "Return starts the game.",
    "Or type a line and its value: size 9, level 5, handicap 4, komi 6.5, clock 10m.",
    "A value alone is enough for some: 5k, white, human, classic.",
    "A line may be typed as its number: 2 9 makes the board 9x9.",
)
_COMPUTER_CHOICE = Choice("the computer", SEARCH_ENGINE_NAME, "it plays at the level of the next line")
_CLASSIC_CHOICE = Choice(
    f"{ClassicEngine.name}, the program of 1989",
    CLASSIC_ENGINE_NAME,
    "a weak player that explains its moves",
)
_INSTALLED_NOTE = "the strong version of 2009, installed on this machine; plays at its level 10"
_ADAPTING = f"{SEARCH_ENGINE_NAME}:{ADAPTS}"
_ADAPTS_NOTE = "harder after two wins in a row, easier after two losses; if it can, by a handicap stone first"
_LEVEL_NOTE = "level 1 suits beginners, 9 is the strongest"
_SECOND_PERSON_CHOICE = Choice("another person at this keyboard", "human", "both players use this keyboard")
_FIELD_WORDS = {"color": SIDE.name, "board": "size", "your": RANK_FIELD_NAME, "teaching": TEACH.name}
"""Other words for fields than their names."""


class NewGameForm(NamedTuple):
    """The form for a new game, whose fields depend on what is chosen in the others.

    first -- the game that is selected first.
    last  -- the values that were chosen or played last time, as text, by option.
    rank  -- the rank of the person, such as `15k`; empty if it is unknown.
    level -- the level that the person's results suggest in Go, None if there are too few.
    others -- opponents that are offered first, with the value of `opponent` for each.
    results -- the person's last results against levels in Go, latest first.
    made  -- the choices made by hand, by field.
    """

    first: str
    last: Mapping[str, str] = {}
    rank: str = ""
    level: int | None = None
    others: tuple[Choice, ...] = ()
    results: tuple[LevelResult, ...] = ()
    made: Mapping[str, Choice] = {}

    @property
    def fields(self) -> tuple[Option, ...]:
        """The fields for the present choices: some of their defaults follow from other fields."""
        fields = self.fields_for({})
        values: dict[str, object] = {}
        while values != (values := {each.name: self.choice(each).value for each in fields}):
            fields = self.fields_for(values)
        return fields

    @property
    def values(self) -> dict[str, object]:
        """The chosen value of each field."""
        return {each.name: self.choice(each).value for each in self.fields}

    @property
    def opponent(self) -> object:
        """The chosen opponent, with the level, as in `search:3`; the names of two engines in a tuple."""
        values = self.values
        level = f":{values[LEVEL_FIELD_NAME]}" if LEVEL_FIELD_NAME in values else ""
        return f"{values['opponent']}{level}" if level else values["opponent"]

    @property
    def game(self) -> Game:
        """The game that is chosen."""
        return self._game(self.values)

    def _game(self, chosen: Mapping[str, object]) -> Game:
        return GAMES[str(chosen.get(GAME_FIELD_NAME, self.first))].load()

    def new_game(self) -> NewGame:
        """Return what the game begins with."""
        values, opponent, game = self.values, self.opponent, self.game
        if opponent == _ADAPTING:
            opponent = f"{SEARCH_ENGINE_NAME}:{self._adapted(values).level}"
        names = opponent if isinstance(opponent, tuple) else (str(opponent),)
        side, clock = values["side"], values["clock"]
        assert isinstance(side, Color)
        assert isinstance(clock, TimeControl | None)
        options = {each.name: values[each.name] for each in game.options(values)}
        opponents = tuple(map(parse_opponent, names))
        return NewGame(game, options, side, opponents, clock, values.get("teach") is True)

    # Changing a field

    def choice(self, field: Option) -> Choice:
        """Return the choice made by hand in a field, or else the default.

        It is found by its text or else by its value, since the default value can mean something else after a
        change in another field.  A number that the field does not offer stays as it was typed; if it is too
        large now, it is the last choice.
        """
        made = self.made.get(field.name)
        if made is None:
            return field.choices[field.default_index]
        found = [each for word in (0, 1) for each in field.choices if each[word] == made[word]]
        if found:
            return found[0]
        if isinstance(made.value, int | float) and field.values and made.value >= field.values[0]:
            return made if made.value <= field.values[-1] else field.choices[-1]
        return field.choices[field.default_index]

    def with_last_choices(self) -> NewGameForm:
        """Return the form with the choices of last time as if they were made by hand."""
        made = {
            field.name: choice
            for field in self.fields
            for choice in field.choices
            if str(choice.value) == self.last.get(field.name)
        }
        return self._replace(made={**self.made, **made})

    def with_step(self, field: Option, step: int) -> NewGameForm:
        """Return the form with the choice of a field that is some steps further."""
        chosen = self.choice(field)
        at = field.choices.index(chosen) if chosen in field.choices else -1
        return self._with(field.name, field.choices[(at + step) % len(field.choices)])

    def _with(self, name: str, choice: Choice) -> NewGameForm:
        return self._replace(made={**self.made, name: choice})

    def after_line(self, line: str, selected: int) -> tuple[NewGameForm, int]:
        """Return the form after a typed change, and the index of the field that it changes.

        line     -- in lower case: the number or the name of a field and a new value, a value alone, or the
                    number of a field, which goes on to its next value; a level chooses the search, too.
        selected -- the index of the field that was changed or selected last, which is tried first.

        Raise UserError if the line names no choice.
        """
        fields, line = self.fields, _KYU.sub(r"\1k", line)
        label = next((each for each in fields if line.startswith(f"{each.label.lower()} ")), None)
        if label is not None:
            return self._chosen(label, _parsed_choice(label, line[len(label.label) :].strip()))
        word, _, rest = line.partition(" ")
        if word == LEVEL_FIELD_NAME and not _is_search(self.values) and has_search(self.game):
            return self._with("opponent", _COMPUTER_CHOICE).after_line(line, selected)
        tried = fields[min(selected, len(fields) - 1)]
        numbered = {str(number): each for number, each in enumerate(fields, 1)}
        field = (numbered | {each.name: each for each in fields}).get(_FIELD_WORDS.get(word, word))
        if rest and field is not None:
            return self._chosen(field, _parsed_choice(field, rest.strip()))
        if line in numbered and _choice_named(tried, line) is None:
            return self.with_step(numbered[line], 1), fields.index(numbered[line])
        for named in (_choice_with_name, _choice_named):
            for each in (tried, *fields):
                if (choice := named(each, line)) is not None:
                    return self._chosen(each, choice)
        raise UserError(f"not understood: {line[:30]!r}; type a choice for the game, such as size 9, or help")

    def _chosen(self, field: Option, choice: Choice) -> tuple[NewGameForm, int]:
        form = self._with(field.name, choice)
        return form, [each.name for each in form.fields].index(field.name)

    # Its fields

    def fields_for(self, chosen: Mapping[str, object]) -> tuple[Option, ...]:
        """Return the fields for the values chosen so far."""
        game = self._game(chosen)
        known = {key: value for key, value in chosen.items() if value is not None}
        size, *rest = game.options(known)
        games = tuple(Choice(entry.title, name, entry.summary) for name, entry in GAMES.items())
        lines = [Option(GAME_FIELD_NAME, "Play", games, self.first), size]
        lines += [*self._opponent_fields(game, known.get("size", size.default), chosen), SIDE, *rest]
        if game.name == CLASSIC_ENGINE_GAME:
            ranks = (Choice(rank, rank, _RANK_NOTE) for rank in YOUR_RANK_CHOICES)
            choices = (Choice("not known", None, _RANK_NOTE), *ranks)
            lines.append(Option(RANK_FIELD_NAME, "Your rank", choices, self.rank or None))
        lines += [CLOCK, TEACH] if game.has_count else [CLOCK]
        return self._with_fair_choices([self._with_last_choice(each, game.name) for each in lines], known)

    def _with_last_choice(self, field: Option, name: str) -> Option:
        """Return a field with the choice of last time selected, if it has one for the game."""
        kind, _, level = self.last.get("opponent", "").partition(":")
        last = {**self.last, "opponent": "" if self.others else kind, LEVEL_FIELD_NAME: level}
        is_for_game = self.last.get(GAME_FIELD_NAME, CLASSIC_ENGINE_GAME) == name
        before = last.get(field.name) if is_for_game or field.name in _SHARED_OPTIONS else None
        value = next((each.value for each in field.choices if str(each.value) == before), field.default)
        if field.kind == "size" and before and str(value) != before:  # a size that was typed
            with suppress(UserError):
                choice = _parsed_choice(field, before)
                return field._replace(choices=(*field.choices, choice), default=choice.value)
        return field._replace(default=value)

    def _with_fair_choices(
        self, fields: Sequence[Option], chosen: Mapping[str, object]
    ) -> tuple[Option, ...]:
        """Return the fields with a fair color, handicap and komi selected, if both ranks are known.

        The texts say why.  If the person has the other color, handicap and komi remain what they are.
        """
        person, (opponent, rank) = chosen.get(RANK_FIELD_NAME), self._name_and_rank(chosen)
        stones = next((each.choices for each in fields if each.name == "handicap"), ())
        fair: dict[str, object] = {}
        reason = ""
        if chosen.get(LEVEL_FIELD_NAME) == ADAPTS:
            adapted = self._adapted(chosen)
            fair = {SIDE.name: Color.BLACK, "handicap": adapted.handicap, "komi": None}
            reason = adapted.reason
        elif person and rank and stones:
            fair = fair_handicap(str(person), rank, _size(chosen), len(stones) - 1)
            reason = f", because you are {person} and {opponent} is about {rank}"
        if fair and chosen.get(SIDE.name) is not fair[SIDE.name]:
            fair = {SIDE.name: fair[SIDE.name]}
        return tuple(
            _with_default(each, fair[each.name], reason) if each.name in fair else each for each in fields
        )

    def _adapted(self, chosen: Mapping[str, object]) -> AdaptedLevel:
        """Return the level that adapts to the person, for the values chosen so far."""
        return adapted_to(self.results, _size(chosen), self._suggested_level(chosen))

    def _suggested_level(self, chosen: Mapping[str, object]) -> int:
        """Return the level that the person's rank or results suggest in Go."""
        person = chosen.get(RANK_FIELD_NAME)
        return closest_level(str(person)) if person else self.level or DEFAULT_LEVEL

    def _name_and_rank(self, chosen: Mapping[str, object]) -> tuple[str, str]:
        """Return the name and the approximate rank of the opponent, such as `12k`; empty if it is unknown."""
        opponent, level, name, rank = chosen.get("opponent"), chosen.get(LEVEL_FIELD_NAME), "", ""
        if _is_search(chosen) and isinstance(level, int):
            name, rank = f"level {level}", level_rank(self._game(chosen).display_name, level)
        elif opponent == CLASSIC_ENGINE_NAME:
            name, rank = ClassicEngine.name, _CLASSIC_RANK
        for title, command in installed_engines():
            name, rank = (title, _INSTALLED_RANK) if opponent == command else (name, rank)
        return name, rank.replace(" kyu", "k").replace(" dan", "d")

    def _opponent_fields(self, game: Game, size: object, chosen: Mapping[str, object]) -> list[Option]:
        """Return the fields for the opponent, who depends on the board size, and for its level."""
        opponents = list(self.others) if game.name == self.first else []
        opponents += [_COMPUTER_CHOICE] if has_search(game) else []
        if game.name == CLASSIC_ENGINE_GAME:
            opponents += [_CLASSIC_CHOICE] if size in CLASSIC_BOARD_SIZES else []
            opponents += [Choice(title, command, _INSTALLED_NOTE) for title, command in installed_engines()]
        opponents.append(_SECOND_PERSON_CHOICE)
        opponent = Option("opponent", "Opponent", tuple(opponents), opponents[0].value)
        return [opponent, self._level_field(game, chosen)] if _is_search(chosen) else [opponent]

    def _level_field(self, game: Game, chosen: Mapping[str, object]) -> Option:
        choices, selected = [], DEFAULT_LEVEL
        for level in range(1, MAX_LEVEL + 1):
            rank = level_rank(game.display_name, level)
            note = ", as your results suggest" if level == self.level else ""
            text = f"{level} (about {rank}{note})" if rank else str(level)
            choices.append(Choice(text, level, _LEVEL_NOTE))
        if level_rank(game.display_name, selected):
            selected, adapted = self._suggested_level(chosen), self._adapted(chosen)
            text = f"adapts to you (level {adapted.level}{adapted.reason})"
            choices.append(Choice(text, ADAPTS, _ADAPTS_NOTE))
        return Option(LEVEL_FIELD_NAME, "Level", tuple(choices), selected)

    # Its texts

    @property
    def title(self) -> str:
        """The game and the players."""
        title, values = GAMES[self.game.name].title, self.values
        opponent, level = values["opponent"], values.get(LEVEL_FIELD_NAME)
        name = next(self.choice(each).text for each in self.fields if each.name == "opponent")
        if isinstance(opponent, tuple):
            return name
        if opponent == _SECOND_PERSON_CHOICE.value:
            return f"{title} for two people"
        level = self._adapted(values).level if level == ADAPTS else level
        return f"{title} against {name.partition(',')[0]}{f', level {level}' if level else ''}"

    @property
    def help(self) -> tuple[str, ...]:
        """A page that explains the fields and the kind of game chosen."""
        lines = chain.from_iterable(map(_field_help, self.fields))
        paragraphs = (" ".join(part.splitlines()) for part in self.game.how_to_play.split("\n\n"))
        return (*_FORM_HELP, "", *lines, *(line for each in paragraphs for line in ("", each)))

    @property
    def welcome(self) -> tuple[str, ...]:
        """Notes for a first-time user: how to open the lessons, and what the game is about."""
        beginning = " ".join(self.game.how_to_play.partition("\n\n")[0].splitlines())
        return f"New to {self.game.display_name}?  Press F2 for the lessons.", beginning


def _choice_with_name(field: Option, word: str) -> Choice | None:
    """Return the choice of a field whose value or text a word is; `the` may be left out."""
    for each in field.choices:
        text = each.text.lower()
        if word in (str(each.value).lower(), text, text.removeprefix("the ")):
            return each
    return None


def _choice_named(field: Option, word: str) -> Choice | None:
    """Return the choice of a field that a word names: its value, its text, or the beginning of its text."""
    begun = (each for each in field.choices if each.text.lower().startswith(f"{word} "))
    return _choice_with_name(field, word) or next(begun, None)


def _parsed_choice(field: Option, text: str) -> Choice:
    """Return the choice of a field that a text names, or one with a value that the form does not offer.

    Raise UserError, which names the choices, if there is no such value.
    """
    if (choice := _choice_named(field, text)) is not None:
        return choice
    if field.kind in ("size", "count", "number", "color") and field.values:
        is_count = field.kind == "count"
        value = parse_int(text, field.values[0], field.values[-1]) if is_count else field.parse(text)
        shown = f"{value}x{value}" if field.kind == "size" else text
        return _choice_named(field, str(value).lower()) or Choice(shown, value)
    known = ", ".join(each.text for each in field.choices[:12])
    raise UserError(f"{field.label}: {text[:30]!r} is not one of {known}")


def settings_of_game(game: PlayedGame, last: Mapping[str, str]) -> dict[str, str]:
    """Return the settings of a game as choices in the form; others keep their last values."""
    name = game.tree.name
    before = last.get(GAME_FIELD_NAME, CLASSIC_ENGINE_GAME)
    found = {option: word for option, word in last.items() if option in _SHARED_OPTIONS or before == name}
    start = game.position.start_options().items()
    found |= {option: str(value) for option, value in start if option not in _FAIR_OPTIONS}
    found[GAME_FIELD_NAME] = name
    if game.has("teach"):
        found[TEACH.name] = str(True)
    if not game.players:
        found["opponent"] = opponent_name(Human())
    if len(game.players) == 1:
        ((color, player),) = game.players.items()
        found["side"] = str(color.opponent)
        if game.has("adapts"):
            found["opponent"] = _ADAPTING
        elif not player.is_external and last.get("opponent") != _ADAPTING:
            found["opponent"] = opponent_name(player.config())
    return found


def _field_help(field: Option) -> list[str]:
    """Return the notes of a field, each after the text of its choice if every choice has its own note."""
    notes = list(dict.fromkeys(each.note for each in field.choices if each.note))
    if len(notes) == len(field.choices):
        named = ((f"{each.text}: ", each.note) for each in field.choices)
        notes = [f"{name}{note.removeprefix(name)}" for name, note in named]
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


def _size(values: Mapping[str, object]) -> int:
    return int(str(values.get("size", 19)))


def _is_search(values: Mapping[str, object]) -> bool:
    return values.get("opponent") == SEARCH_ENGINE_NAME
