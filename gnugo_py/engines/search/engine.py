"""What a game tells a search: positions it can think about fast, and how much thought a level is.

A game is searched in one of two ways.  `Branching` positions are told apart by an evaluation and looked at
move by move, answer by answer; `Playing` ones by games played to the end at random.
"""

from __future__ import annotations

from copy import copy
from importlib import import_module
from threading import Event
from typing import ClassVar, TypeAlias, cast
from zlib import crc32

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.text import several
from gnugo_py.core.types import RESIGN, Mistake, Move, Play, Point
from gnugo_py.engines.engine import Choice, Player, PlayerError, Reason
from gnugo_py.engines.levels import LEVELS
from gnugo_py.engines.search.alphabeta import BranchSearch, BranchThinking
from gnugo_py.engines.search.result import (
    WON,
    Considered,
    Option,
    Search,
    Thought,
    Watch,
    search_of,
    share_of,
    worth_in_words,
)
from gnugo_py.engines.search.uct import Finding, TreeSearch, TreeThinking, sampled

GameSearch: TypeAlias = BranchSearch | TreeSearch

SHOWN, MOST_TOLD, LONGEST_SHOWN = 3, 9, 6
HOPELESS = 0.06
"""A side that resigns does so when it wins less than this share of games."""
TAKEN, ENOUGH = 0.2, 50
"""It does so once this share of the board is taken, and after so many random games."""

SEARCHES = {
    "Go": ("gnugo_py.engines.search.go_uct", "SEARCH"),
    "Hex": ("gnugo_py.engines.search.hex_uct", "SEARCH"),
    "Amazons": ("gnugo_py.engines.search.amazons_alphabeta", "SEARCH"),
    "Tanbo": ("gnugo_py.engines.search.tanbo_alphabeta", "SEARCH"),
}
"""Where each game's search is defined, by the name of the game: a module and a name in it."""


def search_for(game: Game) -> GameSearch | None:
    """Return what a search needs to play a game, None for a game that cannot be searched."""
    if game.name not in SEARCHES:
        return None
    module, name = SEARCHES[game.name]
    return cast(GameSearch, getattr(import_module(module), name))


class SearchPlayer(Player):
    """A player that searches; what it answers depends on the position, its level and its seed alone.

    game  -- which game it plays.
    level -- 1 to 9.
    seed  -- of its random numbers.
    seconds -- after so long it answers with what it has found, so that games are not repeatable; None for
               as long as it takes.
    resigns -- whether it gives up a game that is lost.

    Raises Mistake for a level there is not, or a game that offers nothing to search with.
    """

    is_adviser: ClassVar[bool] = True

    def __init__(
        self, game: Game, level: int, seed: int = 0, seconds: float | None = None, resigns: bool = False
    ) -> None:
        if not 1 <= level <= LEVELS:
            raise Mistake(f"search has levels 1 to {LEVELS}, not {level}")
        search = search_for(game)
        if search is None:
            raise Mistake(f"search does not play {game.name}")
        self.game, self.level, self.seed = game, level, seed
        self.seconds, self.resigns = seconds, resigns
        self._search = search
        self._stopped = Event()
        self._running: tuple[Position, Watch] | None = None

    @property
    def name(self) -> str:
        """What a record of the game calls it."""
        return f"gnugo-py level {self.level}"

    def deeper(self) -> tuple[SearchPlayer, ...]:
        """Players like it, of every level, the first one first."""
        levels = range(1, LEVELS + 1)
        return tuple(SearchPlayer(self.game, level, self.seed, self.seconds) for level in levels)

    def fresh_memory(self) -> None:
        """Nothing: each position is thought about anew."""

    def reseed(self, seed: int) -> SearchPlayer:
        """One like it with another seed."""
        return SearchPlayer(self.game, self.level, seed, self.seconds, self.resigns)

    def settings(self) -> dict[str, object]:
        """What makes another player like this one."""
        settings: dict[str, object] = {"player": "search", "level": self.level, "seed": self.seed}
        kept = {"resigns": self.resigns or None, "seconds": self.seconds}
        return {**settings, **{name: value for name, value in kept.items() if value is not None}}

    def stored(self, memory: None) -> None:
        """Nothing."""

    def restored(self, data: object) -> None:
        """Nothing.  Raises Mistake if there is something."""
        if data is not None:
            raise Mistake("a search has no memory")

    def choose(self, position: Position, memory: None) -> Choice[None]:
        """The best move it finds, once interrupted the best so far.

        Raises PlayerError if it was interrupted before it began, or if the game is over and has no passes.
        """
        stopped = self._stopped
        if stopped.is_set():
            raise PlayerError(f"{self.name} was interrupted")
        if position.over and not self.game.has_passes:
            raise PlayerError("the game is over")
        self._running = position, Watch(stopped, self.seconds)
        thought = self._thought(position, self._running[1])
        search = self._as_data(thought, position)
        move = RESIGN if self.resigns and self._is_lost(thought, position) else search.best[0].move
        point = move.points[0] if isinstance(move, Play) else None
        return Choice(move, (Reason("search", point, round(1000 * search.best[0].value), search),), None)

    def _thought(self, position: Position, watch: Watch) -> Thought:
        search, seed, level = self._search, self._seed_of(position), self.level - 1
        if isinstance(search, BranchSearch):
            thinking = BranchThinking(search.budgets[level], search.widths[level], watch, search.favour, seed)
            return thinking.think(search.begin(position))
        found = search.at_once(position)
        if found is not None:
            told = sampled(search.begin(position), found.code, seed)
            won = told.options[0].value if found.won is None else found.won
            return told._replace(options=(Option(found.code, won, 1.0),), mean=won, why=found.why)
        thought = self._grown(search, position, watch)
        aside = copy(watch)
        instead = search.instead(
            position, _finding(thought), lambda other: _finding(self._grown(search, other, aside))
        )
        if instead is None:
            return thought
        best = Option(instead.code, thought.options[0].value if instead.won is None else instead.won, 0.0)
        return thought._replace(options=(best, *thought.options), line=(best.code,), why=instead.why)

    def _grown(self, search: TreeSearch, position: Position, watch: Watch) -> Thought:
        """What random games tell of a position."""
        playouts, seed = search.playouts(self.level, position), self._seed_of(position)
        tree = TreeThinking(playouts, search.batch, search.worth, seed, watch)
        return tree.think(search.begin(position))

    def _is_lost(self, thought: Thought, position: Position) -> bool:
        """Whether nothing is left to hope for: of random games, so far into one and by enough of them.

        After few games some more are played.  A move that needs no search is made.
        """
        search, best = self._search, thought.options[0]
        if isinstance(search, BranchSearch):
            return best.value < -WON / 2
        signs = "".join(position.grid().rows)
        taken = len(signs) - signs.count("-") - signs.count("+")
        if thought.why or thought.mean is None or taken < len(signs) * TAKEN:
            return False
        is_hopeless = max(thought.mean, best.value) < HOPELESS
        if not is_hopeless or thought.effort >= ENOUGH:
            return is_hopeless
        return sampled(search.begin(position), best.code, self._seed_of(position)).options[0].value < HOPELESS

    def _seed_of(self, position: Position) -> int:
        """A seed that the position alone changes."""
        return crc32(repr((position.grid().rows, int(position.to_move), self.seed)).encode())

    def _as_data(self, thought: Thought, position: Position) -> Search:
        """A thought with moves in the place of codes."""
        search = self._search
        best = tuple(
            Considered(search.move_of(each.code, position), each.value + 0.0, each.share)
            for each in thought.options[:MOST_TOLD]
        )
        line, at = [], position
        for code in thought.line:
            move = search.move_of(code, at)
            if at.over or at.why_illegal(move) is not None:
                break
            line.append(move)
            at = at.play(move)
        unit = search.unit if isinstance(search, BranchSearch) else ""
        owners = tuple(
            (move.points[0], round(share, 2) + 0.0)
            for code, share in thought.owners.items()
            if isinstance(move := search.move_of(code, position), Play)
        )
        return Search(
            best, tuple(line), thought.effort, thought.depth, unit, thought.mean, owners, thought.why
        )

    def explain(self, position: Position, choice: Choice[None]) -> tuple[str, ...]:
        """The best moves with what they are worth, the line that is expected, and the effort."""
        found = search_of(choice)
        if found is None:
            return ()
        if found.why:
            return (found.why,)
        best = [
            f"{self._written(each.move, position)} {worth_in_words(each, found)}"
            for each in found.best[:SHOWN]
        ]
        lines = [f"search, level {self.level}: {'; '.join(best)}."]
        if not found.unit and any(_is_told_higher(each, found.best[0]) for each in found.best[1:SHOWN]):
            lines.append("It plays what it looked at most; of what it looked at less it is less sure.")
        if len(found.line) > 1:
            lines.append(f"It expects {self._in_words(found.line, position)}.")
        depth = f", {several(found.depth, 'move')} ahead" if found.depth else ""
        effort = several(found.effort, "position" if found.unit else "game")
        lines.append(f"{effort} {'evaluated' if found.unit else 'played'}{depth}.")
        return tuple(lines)

    def as_data(self, position: Position, choice: Choice[None]) -> dict[str, object]:
        """What a search found, as plain data; nothing if none made the choice.

        `best` are the moves with what they are worth (shares of games, or points as `unit` says, a million
        if it is won) and their share of the search; `owners` by point, 1 for Black to -1 for White.
        """
        found = search_of(choice)
        if found is None:
            return {}
        best = [
            {
                "move": self._written(each.move, position),
                "value": round(each.value, 4) + 0.0,
                "share": round(each.share, 4),
            }
            for each in found.best
        ]
        label = self.game.format_point
        return {
            "best": best,
            "line": self._in_words(found.line, position).split(),
            "effort": found.effort,
            "depth": found.depth,
            "unit": found.unit,
            "owners": {label(point, position): share for point, share in found.owners},
        }

    def _in_words(self, line: tuple[Move, ...], position: Position) -> str:
        """A line of play."""
        words, at = [], position
        for move in line[:LONGEST_SHOWN]:
            words.append(self._written(move, at))
            at = at.play(move)
        return " ".join(words)

    def _written(self, move: Move, position: Position) -> str:
        return self.game.format_move(move, position)

    def overlay(self, position: Position, choice: Choice[None]) -> tuple[tuple[Point, str], ...]:
        """The line it expects: numbers where stones come to lie.

        Of a move in several steps, which takes a stone to its second point, the first is lit up as well if it
        is to be made now, and its last has a `*`.
        """
        found = search_of(choice)
        if found is None:
            return ()
        place = min(len(self.game.steps) - 1, 1)
        marks: dict[Point, str] = {}
        for number, move in enumerate(found.line[:9], 1):
            if isinstance(move, Play) and move.points[place] >= 0:
                marks.setdefault(move.points[place], str(number))
        now = found.best[0].move
        if place and isinstance(now, Play):
            marks.setdefault(now.points[-1], "*")
            marks.setdefault(now.points[0], "")
        return tuple(marks.items())

    def outlook(self, position: Position, choice: Choice[None]) -> float | None:
        """How often Black won; of a score, a guess."""
        found = search_of(choice)
        if found is None:
            return None
        share = share_of(found.best[0].value, found) if found.mean is None else found.mean
        return 1 - share if position.to_move else share

    def owners(self, choice: Choice[None]) -> tuple[tuple[Point, float], ...]:
        """Whose points were in the end of the games played: 1 for Black to -1 for White."""
        found = search_of(choice)
        return () if found is None else found.owners

    def interrupt(self) -> None:
        """Have a `choose` under way in another thread come to its end soon."""
        self._stopped.set()

    def restart(self) -> None:
        """Be ready to be asked again."""
        self._stopped = Event()

    def progress(self) -> str:
        """Which share is done, and the best move so far."""
        if self._running is None or (best := self._running[1].best) is None:
            return ""
        position, watch = self._running
        move = self._written(self._search.move_of(best.code, position), position)
        return f"{watch.done:.0%}, so far {move}"


def _finding(thought: Thought) -> Finding:
    """A thought as the game sees it."""
    return Finding({option.code: option.value for option in thought.options}, thought.owners)


def _is_told_higher(other: Considered, best: Considered) -> bool:
    """Whether a share of games is higher than another, in whole percents."""
    return round(100 * other.value) > round(100 * best.value)
