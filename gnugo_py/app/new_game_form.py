"""The form for a new game: which game, who plays, the options, and a fair handicap and komi for two ranks."""

from __future__ import annotations

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
_FORM_HELP = (
    "Return starts the game. Up and down select a line, left and right change it; clicks work too.",
    "Or type a line and its value, such as size 9, level 5, handicap 4, komi 6.5 or clock 10m; the number of",
    "a line and its value, such as 2 9; or a value alone, such as 5k, white, human or classic.",
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


class NewGameForm(NamedTuple):
    """The form for a new game, whose fields depend on the values chosen so far.

    first -- the game that is selected first.
    last  -- the values that were chosen or played last time, as text, by option.
    rank  -- the rank of the person, such as `15k`; empty if it is unknown.
    level -- the level that the person's results suggest in Go, None if there are too few.
    others -- opponents that are offered first, with the value of `opponent` for each.
    results -- the person's last results against levels in Go, latest first.
    """

    first: str
    last: Mapping[str, str] = {}
    rank: str = ""
    level: int | None = None
    others: tuple[Choice, ...] = ()
    results: tuple[LevelResult, ...] = ()

    def game(self, chosen: Mapping[str, object]) -> Game:
        """Return the game that is chosen."""
        return GAMES[str(chosen.get(GAME_FIELD_NAME, self.first))].load()

    def fields(self, chosen: Mapping[str, object]) -> tuple[Option, ...]:
        """Return the fields for the values chosen so far."""
        game = self.game(chosen)
        known = {key: value for key, value in chosen.items() if value is not None}
        size, *rest = game.options(known)
        opponent = self._opponent_fields(game, known.get("size", size.default), chosen)
        lines = (self._which_game(), size, *opponent, SIDE, *rest)
        shown = tuple(self._with_last_choice(each, game.name) for each in lines)
        fair = self._with_fair_choices(shown, known)
        usual = fair if chosen.get(MORE_FIELD_NAME) else tuple(each.with_basic_choices() for each in fair)
        return (*usual, *self._rank_field(game.name), *self._more_fields(fair, game, chosen))

    def _is_known_of(self, option: str, name: str) -> bool:
        """Return whether the value that an option had last time applies to a game."""
        return option in _SHARED_OPTIONS or self.last.get(GAME_FIELD_NAME, CLASSIC_ENGINE_GAME) == name

    def _with_last_choice(self, field: Option, name: str) -> Option:
        """Return a field with the choice made last time selected, if the field has that choice."""
        kind, _, level = self.last.get("opponent", "").partition(":")
        opponent = "" if self.others else kind
        last = {**self.last, "opponent": opponent, _LEVEL_FIELD_NAME: level}
        before = last.get(field.name) if self._is_known_of(field.name, name) else None
        values = (each.value for each in field.choices if str(each.value) == before)
        value = next(values, field.default)
        if field.kind == "size" and before and str(value) != before:  # a size that was typed
            with suppress(UserError):
                _, choice = _parsed_choice(field, before)
                return field._replace(choices=(*field.choices, choice), default=choice.value)
        return field._replace(default=value)

    def _with_fair_choices(
        self, fields: tuple[Option, ...], chosen: Mapping[str, object]
    ) -> tuple[Option, ...]:
        """Return the fields with a fair color, handicap and komi selected, if both ranks are known.

        The texts say why.  If the person has the other color, handicap and komi remain what they are.
        """
        person, (opponent, rank) = chosen.get(RANK_FIELD_NAME), self._name_and_rank(chosen)
        stones = next((each.choices for each in fields if each.name == "handicap"), ())
        if chosen.get(_LEVEL_FIELD_NAME) == ADAPTS:
            adapted = self.adapted(chosen)
            fair: dict[str, object] = {SIDE.name: Color.BLACK, "handicap": adapted.handicap, "komi": None}
            reason = adapted.reason
        elif person and rank and stones:
            fair = fair_handicap(str(person), rank, _size(chosen), len(stones) - 1)
            reason = f", because you are {person} and {opponent} is about {rank}"
        else:
            return fields
        if chosen.get(SIDE.name) is not fair[SIDE.name]:
            fair = {SIDE.name: fair[SIDE.name]}
        return tuple(
            _with_default(each, fair[each.name], reason) if each.name in fair else each for each in fields
        )

    def adapted(self, chosen: Mapping[str, object]) -> AdaptedLevel:
        """Return the level that adapts to the person, for the values chosen so far."""
        person = chosen.get(RANK_FIELD_NAME)
        first = closest_level(str(person)) if person else self.level or DEFAULT_LEVEL
        return adapted_to(self.results, _size(chosen), first)

    def _name_and_rank(self, chosen: Mapping[str, object]) -> tuple[str, str]:
        """Return the name and the approximate rank of the opponent, such as `12k`; empty if it is unknown."""
        words = str(chosen.get("opponent"))
        name = _engine_names().get(words, "")
        rank = _CLASSIC_RANK if words == CLASSIC_ENGINE_NAME else _INSTALLED_RANK if name else ""
        level = chosen.get(_LEVEL_FIELD_NAME)
        if _is_search(chosen) and isinstance(level, int):
            name, rank = f"level {level}", level_rank(self.game(chosen).display_name, level)
        return name, rank.replace(" kyu", "k").replace(" dan", "d")

    def _more_fields(
        self, fields: tuple[Option, ...], game: Game, chosen: Mapping[str, object]
    ) -> tuple[Option, ...]:
        """Return the field that shows more options, if there are any, and clock and teaching if shown."""
        offered = (CLOCK, TEACH) if game.has_count else (CLOCK,)
        extra = tuple(self._with_last_choice(each, game.name) for each in offered)
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
        return Option(GAME_FIELD_NAME, "Play", choices, self.first)

    def _opponent_fields(self, game: Game, size: object, chosen: Mapping[str, object]) -> tuple[Option, ...]:
        """Return the fields for the opponent and its level, if there is a choice.

        size -- the board size, which decides whether the classic engine is offered.
        """
        opponents = list(self.others) if game.name == self.first else []
        opponents += [_COMPUTER_CHOICE] if has_search(game) else []
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
            adapted = self.adapted(chosen)
            text = f"adapts to you (level {adapted.level}{adapted.reason})"
            choices.append(Choice(text, ADAPTS, _ADAPTS_NOTE))
        return Option(_LEVEL_FIELD_NAME, "Level", tuple(choices), selected)

    def help(self, chosen: Mapping[str, object]) -> tuple[str, ...]:
        """Return a page that explains the fields and the kind of game chosen."""
        lines = chain.from_iterable(map(_field_help, self.fields({**chosen, MORE_FIELD_NAME: True})))
        return (*_FORM_HELP, "", *lines, *_paragraphs(self.game(chosen).how_to_play))

    def welcome(self, chosen: Mapping[str, object]) -> tuple[str, ...]:
        """Return notes for a first-time user: how to open the lessons, and what the game is about."""
        game = self.game(chosen)
        beginning = game.how_to_play.partition("\n\n")[0]
        return (f"New to {game.display_name}?  Press F2 for the lessons.", *_paragraphs(beginning))

    def title(self, chosen: Mapping[str, object]) -> str:
        """Return the title of the form: the game chosen so far and the players."""
        title, opponent = GAMES[self.game(chosen).name].title, chosen.get("opponent")
        if isinstance(opponent, tuple):
            return next(each.text for each in self.others if each.value == opponent)
        if opponent == "human":
            return f"{title} for two people"
        level = chosen.get(_LEVEL_FIELD_NAME)
        level = self.adapted(chosen).level if level == ADAPTS else level
        names: dict[object, str] = {each.value: each.text for each in self.others}
        names.update(_engine_names())
        other = f"the computer, level {level}" if _is_search(chosen) else names[opponent]
        return f"{title} against {other}"


class FilledForm(NamedTuple):
    """A form with the choices that were made in it.

    form -- the form.
    made -- by field, the index of the choice made by hand, and the choice.
    """

    form: NewGameForm
    made: Mapping[str, tuple[int, Choice]] = {}

    @property
    def fields(self) -> tuple[Option, ...]:
        """The fields for the present choices: some of their defaults follow from other fields."""
        fields = self.form.fields({})
        values: dict[str, object] = {}
        while values != (values := self._values(fields)):
            fields = self.form.fields(values)
        return fields

    @property
    def field_values(self) -> dict[str, object]:
        """The chosen value of each field."""
        return self._values(self.fields)

    @property
    def values(self) -> dict[str, object]:
        """The chosen values, with the level as a part of the opponent, as in `search:3`."""
        values = self.field_values
        level = values.pop(_LEVEL_FIELD_NAME, None)
        if level is not None:
            values["opponent"] = f"{SEARCH_ENGINE_NAME}:{level}"
        return values

    @property
    def game(self) -> Game:
        """The game that is chosen."""
        return self.form.game(self.values)

    @property
    def title(self) -> str:
        """The game and the players."""
        return self.form.title(self.field_values)

    def new_game(self) -> NewGame:
        """Return what the game begins with."""
        values, clock = self.values, self.values.get("clock")
        opponent, side = values["opponent"], values["side"]
        if opponent == _ADAPTING:
            opponent = f"{SEARCH_ENGINE_NAME}:{self.form.adapted(values).level}"
        names = opponent if isinstance(opponent, tuple) else (str(opponent),)
        assert isinstance(side, Color)
        assert isinstance(clock, TimeControl | None)
        known = {each.name for each in self.game.options(values)}
        options = {name: value for name, value in values.items() if name in known}
        opponents = tuple(map(parse_opponent, names))
        return NewGame(self.game, options, side, opponents, clock, values.get("teach") is True)

    def _values(self, fields: tuple[Option, ...]) -> dict[str, object]:
        return {each.name: self.choice(each).value for each in fields}

    def choice(self, field: Option) -> Choice:
        """Return the choice made by hand in a field, or else the default.

        It is found by its text or else by its value, since the default value can mean something else after a
        change in another field.  If the field no longer has it, it is the one with its former number, or the
        last one if there are fewer choices now; a value that was typed stays.
        """
        if field.name not in self.made:
            return field.choices[field.default_index]
        number, made = self.made[field.name]
        for word in (0, 1):
            found = [each for each in field.choices if each[word] == made[word]]
            if found:
                return found[0]
        return made if number < 0 else field.choices[min(number, len(field.choices) - 1)]

    def with_last_choices(self) -> FilledForm:
        """Return the form with the choices of last time as if they were made by hand."""
        made = {
            field.name: (number, choice)
            for field in self.fields
            for number, choice in enumerate(field.choices)
            if str(choice.value) == self.form.last.get(field.name)
        }
        return self._replace(made={**self.made, **made})

    def with_step(self, field: Option, step: int) -> FilledForm:
        """Return the form with the choice of a field that is some steps further."""
        chosen = self.choice(field)
        at = field.choices.index(chosen) if chosen in field.choices else -1
        number = (at + step) % len(field.choices)
        return self._with(field.name, number, field.choices[number])

    def _with(self, name: str, number: int, choice: Choice) -> FilledForm:
        return self._replace(made={**self.made, name: (number, choice)})

    def after_line(self, line: str, selected: int) -> tuple[FilledForm, int]:
        """Return the form after a typed change, and the index of the field that it changes.

        line     -- in lower case: the number or the name of a field and a new value, a value alone, or the
                    number of a field, which goes on to its next value; a level chooses the search, too.
        selected -- the index of the field that was changed or selected last, which is tried first.

        Raise UserError if the line names no choice.
        """
        fields, (word, _, rest) = self.fields, line.partition(" ")
        if word == _LEVEL_FIELD_NAME and not _is_search(self.field_values) and has_search(self.game):
            return self._with("opponent", -1, _COMPUTER_CHOICE).after_line(line, selected)
        number = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0
        tried = fields[min(selected, len(fields) - 1)]
        if not rest and number:
            if (choice := _choice_named(tried, word)) is not None:
                return self._chosen(tried, *choice)
            if number <= len(fields):
                return self.with_step(fields[number - 1], 1), number - 1
        every = self.form.fields({**self._values(fields), MORE_FIELD_NAME: True})
        if rest and (field := _field_named(fields, every, word, number)) is not None:
            return self._chosen(field, *_parsed_choice(field, rest.strip()))
        for field in (tried, *every):
            if (choice := _choice_named(field, line)) is not None:
                return self._chosen(field, *choice)
        raise UserError(f"not understood: {line[:30]!r}; type a line and its value, such as size 9, or help")

    def _chosen(self, field: Option, number: int, choice: Choice) -> tuple[FilledForm, int]:
        """Return the form with a choice, and the index of its field, which is shown from now on."""
        filled = self._with(field.name, number, choice)
        if field.name not in [each.name for each in filled.fields]:
            filled = filled._with(MORE_FIELD_NAME, 1, Choice("shown", True))
        return filled, [each.name for each in filled.fields].index(field.name)


_FIELD_WORDS = {"color": SIDE.name, "board": "size", "your": RANK_FIELD_NAME, "teaching": TEACH.name}
"""Other words for fields than their names."""


def _field_named(fields: Sequence[Option], every: Sequence[Option], word: str, number: int) -> Option | None:
    """Return the field with a name or with a number among those that are shown, None if there is none."""
    if 0 < number <= len(fields):
        return fields[number - 1]
    return next((each for each in every if each.name == _FIELD_WORDS.get(word, word)), None)


def _choice_named(field: Option, word: str) -> tuple[int, Choice] | None:
    """Return the choice of a field that a word names: its value, its text, or the beginning of its text."""
    exact = [(str(each.value).lower(), each.text.lower()) for each in field.choices]
    found = [number for number, names in enumerate(exact) if word in names]
    found += [number for number, (_, text) in enumerate(exact) if text.startswith(f"{word} ")]
    return (found[0], field.choices[found[0]]) if found else None


def _parsed_choice(field: Option, text: str) -> tuple[int, Choice]:
    """Return the choice of a field that a text names, or its value, with -1 if the form does not offer it.

    Raise UserError, which names the choices, if there is no such value.
    """
    if (choice := _choice_named(field, text)) is not None:
        return choice
    if field.kind in ("size", "count", "number", "color") and field.values:
        is_count = field.kind == "count"
        value = parse_int(text, field.values[0], field.values[-1]) if is_count else field.parse(text)
        shown = f"{value}x{value}" if field.kind == "size" else text
        return _choice_named(field, str(value).lower()) or (-1, Choice(shown, value))
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
    if not game.players:
        found["opponent"] = opponent_name(Human())
    if len(game.players) == 1:
        ((color, player),) = game.players.items()
        found["side"] = str(color.opponent)
        if game.is_adapting:
            found["opponent"] = _ADAPTING
        elif not player.is_external and not (last.get("opponent") == _ADAPTING and player.can_advise):
            found["opponent"] = opponent_name(player.config())
    return found


def _engine_names() -> dict[str, str]:
    """Return the names of the engines other than search that the form offers, by the value of `opponent`."""
    installed = {command: title for title, command in installed_engines()}
    return {CLASSIC_ENGINE_NAME: ClassicEngine.name, **installed}


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


def _paragraphs(text: str) -> tuple[str, ...]:
    """Return, for each paragraph, an empty line and one long line that can be wrapped to any width."""
    return tuple(line for part in text.split("\n\n") for line in ("", " ".join(part.splitlines())))
