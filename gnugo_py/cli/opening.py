"""How a game comes to the table: new, resumed, or loaded from a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from gnugo_py.classic.player import ClassicPlayer
from gnugo_py.cli.engines import Engines
from gnugo_py.conversation import Conversation
from gnugo_py.games.contract import Ending, Game, Position, Side
from gnugo_py.games.player import Player
from gnugo_py.games.questions import Field
from gnugo_py.go.position import GoPosition
from gnugo_py.records.saver import Format, Saver
from gnugo_py.records.store import Store
from gnugo_py.session import Session, Turn
from gnugo_py.table import Offer, Table

if TYPE_CHECKING:  # reading and writing games is loaded when a game is read or written
    from gnugo_py.records.legacy import OldGame
    from gnugo_py.records.listing import Summary

RESUME = "resume"
NEW_GAME: tuple[str, object] = ("a new game", None)

Fields: TypeAlias = Callable[[Mapping[str, object]], tuple[Field, ...]]
"""The lines of a form, given what is chosen so far."""


@dataclass
class Opening:
    """What every game of one run of the program needs.

    game   -- which game is played.
    engine -- who plays against the person unless somebody else does, and gives hints.
    others -- who was named to play: nobody; one against the person, None for a second person; or two
              against each other, Black first.
    store  -- where games are saved.
    saver  -- keeps the game that is played.
    engines -- the GTP engines of this run.
    on_screen -- whether it is shown as it changes, so that a count begins with a proposal.
    seed   -- gives each further game its seed.
    """

    game: Game
    engine: ClassicPlayer
    others: tuple[Player | None, ...]
    engines: Engines
    store: Store
    saver: Saver
    on_screen: bool
    seed: Callable[[], int]

    @classmethod
    def of(
        cls,
        game: Game,
        engine: ClassicPlayer,
        others: tuple[Player | None, ...],
        engines: Engines,
        folder: Path,
        on_screen: bool,
        seed: Callable[[], int],
    ) -> Opening:
        """With a saves folder that need not exist yet."""
        store = Store(folder)
        saver = Saver(store, _format(), lambda: _next_serial(store))
        return cls(game, engine, others, engines, store, saver, on_screen, seed)

    def form(self, given: Mapping[str, object], offers: bool) -> Fields:
        """The form for a new game: what was not given, and first the games that were left.

        offers -- whether to offer those; with a game's options given, a new one stands first.

        Raises ValueError if the folder of saved games cannot be read.
        """
        left = self._unfinished()[:5] if offers else []
        games = tuple(
            (f"go on with {each.name} ({each.size}x{each.size}, {each.moves} moves)", each.name)
            for each in left
        )

        def fields(chosen: Mapping[str, object]) -> tuple[Field, ...]:
            first = (Field(RESUME, "Game", (*games, NEW_GAME), len(games) if given else 0),) if games else ()
            if isinstance(chosen.get(RESUME), str):
                return first
            known = {**given, **{name: value for name, value in chosen.items() if value is not None}}
            return first + tuple(each for each in self.game.form(known) if each.option not in given)

        return fields

    def chosen(self, given: Mapping[str, object], values: Mapping[str, object]) -> Conversation:
        """The conversation for a filled-in form.  Raises ValueError with the remedy."""
        name = values.get(RESUME)
        if isinstance(name, str):
            return self.resume(name)
        options = {**given, **{key: value for key, value in values.items() if key != RESUME}}
        return Conversation(self._table(), {"handicap": 0, **options})

    def new(self, options: Mapping[str, object], offers: bool) -> Conversation:
        """A new game.

        offers -- whether to offer an unfinished one first, where anything is asked at all.
        """
        asks = not {"handicap", "side"} <= set(options)
        offer = self._offer() if offers and asks else None
        return Conversation(self._table(), options, offer=offer)

    def resume(self, name: str) -> Conversation:
        """A saved game, exactly as it was left; the latest unfinished one for an empty name.

        Raises ValueError naming the file and the remedy.
        """
        chosen = name or self._latest_unfinished()
        if not chosen:
            raise ValueError(f"no unfinished game in {self.store.folder}; begin one with --new")
        return Conversation(self._table(), {}, self._seated(self._resumed(chosen)))

    def load(self, path: Path, options: Mapping[str, object], rules: str | None) -> Conversation:
        """A game from an SGF file or a `gnugo.dat`; it is saved under a name of its own.

        options -- `side` and `komi` if they were given; without, the person is the side to move.
        rules   -- by which to go on, None for the file's own.

        Raises ValueError naming file, place and remedy.
        """
        from gnugo_py.records.files import read_bytes
        from gnugo_py.records.legacy import looks_old, read_old
        from gnugo_py.records.reading import read_sgf, replayed_by, rules_for
        from gnugo_py.records.resuming import resumed

        content = read_bytes(path)
        try:
            if looks_old(content):
                return Conversation(self._table(), {}, self._old_game(read_old(content)))
            record = read_sgf(content)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        if record.private is not None:
            session = None
            with suppress(ValueError):  # one that was changed is taken as another program's
                session = resumed(record, self.game, self.engines.player_of)
            if session is not None:
                return Conversation(self._table(), {}, self._seated(session))
        komi = options.get("komi")
        positions = replayed_by(record, rules_for(record, rules, komi if isinstance(komi, float) else None))
        side = record.final.to_move
        given = {"size": record.final.size, "handicap": record.handicap, "side": side, **options}
        return Conversation(self._table(positions), given)

    def _table(self, positions: list[GoPosition] | None = None) -> Table:
        """The table for a new game or, from its positions, a loaded one; the game before is let go."""
        self.saver.leave()
        self.engine = replace(self.engine, seed=self.seed())

        def begin(options: Mapping[str, object]) -> Session:
            side = options["side"]
            assert isinstance(side, Side)
            players = self._players(side, options.get("opponent", "classic"))
            if positions is None:
                return Session.begin(self.game, players, self.game.start(options))
            first = Session.begin(self.game, players, positions[0]).turn
            return Session(self.game, players, [first._replace(position=each) for each in positions])

        saver = self.saver
        return Table(
            self.game,
            begin,
            saver.keep,
            saver.save,
            self._settled,
            self.on_screen,
            lambda: saver.trouble,
            self._resumed,
            self.engine,
        )

    def _settled(self, position: Position, first: Side, proposed: bool) -> Ending:
        """The ending of a game that has stopped."""
        return (self.game.agreement if proposed else self.game.ending)(position, first)

    def _players(self, side: Side, opponent: object) -> dict[Side, Player]:
        """Who plays which side in a game in which the person, if there is one, has a side."""
        if opponent == "human":
            return {}
        if opponent == "classic":
            return {side.other: self.engine}
        sides = [side.other] if len(self.others) == 1 else list(Side)
        seats = zip(sides, self.others, strict=True)
        return {side: self._fresh(player) for side, player in seats if player is not None}

    def _fresh(self, player: Player) -> Player:
        """A named player as it sits down: the engine of 1989 with the seed of this game."""
        return self.engine if isinstance(player, ClassicPlayer) else player

    def _seated(self, session: Session) -> Session:
        """A game that goes on, with those who were named in place of its players.

        Raises ValueError if it has not as many.
        """
        sides = sorted(session.players)
        if not self.others or (self.others == (None,) and not sides):
            return session
        if not sides:
            sides = [session.position.to_move.other]
        if len(sides) != len(self.others):
            raise ValueError("--opponent: this game has not as many programs playing; leave it out")
        for side, player in zip(sides, self.others, strict=True):
            if not (
                isinstance(player, ClassicPlayer) and isinstance(session.players.get(side), ClassicPlayer)
            ):
                session.seat(side, None if player is None else self._fresh(player))
        return session

    def _resumed(self, name: str) -> Session:
        """The session of a saved game, its file locked; engines of the game before may rest."""
        from gnugo_py.records.reading import read_sgf
        from gnugo_py.records.resuming import resumed

        path = self.store.path(name)

        def opened(content: bytes) -> Session:
            try:
                return resumed(read_sgf(content), self.game, self.engines.player_of)
            except ValueError as error:
                raise ValueError(f"{path}: {error}") from None

        session = self.saver.adopt(name, opened)
        self.engines.rest(list(session.players.values()))
        return session

    def _old_game(self, old: OldGame) -> Session:
        """The session of a game of the original's; its engine starts afresh but for the book's flags."""
        session = Session.begin(self.game, {old.computer: self.engine}, old.position)
        memory = self.engine.fresh_memory()._replace(unasked=old.unasked)
        memories = (None, memory) if old.computer else (memory, None)
        return Session(self.game, session.players, [Turn(old.position, memories)])

    def _latest_unfinished(self) -> str | None:
        """The name of the game left last, None if all are finished."""
        return next((each.name for each in self._unfinished()), None)

    def _unfinished(self) -> list[Summary]:
        """The games that were left and can be resumed, the latest first."""
        from gnugo_py.records.listing import summaries

        found, _ = summaries(self.store)
        return [each for each in found if each.own and not each.finished and self.store.is_name(each.name)]

    def _offer(self) -> Offer | None:
        """The latest unfinished game, to be offered; None if there is none that can be resumed."""
        try:
            latest = next(iter(self._unfinished()), None)
        except ValueError:
            return None
        if latest is None:
            return None
        name, size, moves = latest.name, latest.size, latest.moves
        return Offer(
            f"Go on with '{name}', {size}x{size}, {moves} moves (y or n)?", lambda: self._resumed(name)
        )


def _format() -> Format:
    """How games are kept; reading and writing them is loaded when it is needed."""
    from datetime import date

    def write(session: Session, serial: int) -> bytes:
        from gnugo_py.records.writing import to_sgf

        return to_sgf(session, date.today(), serial)

    def is_game(content: bytes, session: Session) -> bool:
        from gnugo_py.records.writing import is_game

        return is_game(content, session)

    def holds_more(content: bytes, session: Session) -> bool:
        from gnugo_py.records.writing import can_be_written_again

        return not can_be_written_again(content, session)

    return Format(write, is_game, holds_more)


def _next_serial(store: Store) -> int:
    """A number higher than that of any game of a folder."""
    from gnugo_py.records.listing import highest_serial

    try:
        return highest_serial(store) + 1
    except ValueError:  # a folder that cannot be read; that it cannot be written either is told by itself
        return 1
