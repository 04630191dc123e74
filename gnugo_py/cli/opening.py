"""How a game comes to the table: new, resumed, or loaded from a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from gnugo_py.classic.player import ClassicPlayer
from gnugo_py.cli.engines import Engines
from gnugo_py.cli.keeping import next_serial, sgf_format
from gnugo_py.dialogue.conversation import Conversation
from gnugo_py.dialogue.table import Offer, Table
from gnugo_py.games.contract import Ending, Game, Position, Side
from gnugo_py.games.questions import Field
from gnugo_py.play.session import Session, Turn
from gnugo_py.players.player import Player
from gnugo_py.records.saver import Saver
from gnugo_py.records.store import Store, name_typed

if TYPE_CHECKING:  # reading and writing games is loaded when a game is read or written
    from gnugo_py.records.legacy import OldGame
    from gnugo_py.records.listing import Summary
    from gnugo_py.records.reading import Record

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
    confirms -- whether a person is there to be asked before something that cannot be undone.
    seed   -- gives each further game its seed.
    """

    game: Game
    engine: ClassicPlayer
    others: tuple[Player | None, ...]
    engines: Engines
    store: Store
    saver: Saver
    on_screen: bool
    confirms: bool
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
        confirms: bool,
        seed: Callable[[], int],
    ) -> Opening:
        """With a saves folder that need not exist yet."""
        store = Store(folder)
        saver = Saver(store, sgf_format(), lambda: next_serial(store))
        return cls(game, engine, others, engines, store, saver, on_screen, confirms, seed)

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
        chosen = name_typed(name) or next((each.name for each in self._unfinished()), None)
        if not chosen:
            raise ValueError(f"no unfinished game in {self.store.folder}; begin one with --new")
        return Conversation(self._table(), {}, self._seated(self._resumed(chosen)))

    def load(self, path: Path, options: Mapping[str, object], rules: str | None) -> Conversation:
        """A game from an SGF file or a `gnugo.dat`; it is saved under a name of its own.

        options -- `side` and `komi` if they were given; without, the person is the side to move.
        rules   -- by which to go on, None for the file's own.

        Raises ValueError naming file, place and remedy.
        """
        session = self._loaded(path, options, rules)
        self.saver.leave()
        return Conversation(self._table(), {}, session)

    def _opened(self, name: str) -> Session:
        """The session of a saved game or, for a path, of a file; the game before is let go.

        Raises ValueError naming the file and the remedy, the game before then kept.
        """
        path = Path(os.path.expanduser(name))
        if self.store.is_name(name_typed(name)) and not path.is_file():
            return self._resumed(name_typed(name))
        session = self._loaded(path, {}, None)
        self.saver.leave()
        self.engines.rest(list(session.players.values()))
        return session

    def _loaded(self, path: Path, options: Mapping[str, object], rules: str | None) -> Session:
        """The session of a file; see `load`."""
        from gnugo_py.records.files import read_bytes
        from gnugo_py.records.legacy import looks_old, read_old
        from gnugo_py.records.reading import read_sgf
        from gnugo_py.records.resuming import resumed

        content = read_bytes(path)
        try:
            if looks_old(content):
                return self._old_game(read_old(content))
            record = read_sgf(content)
            session = None
            if record.private is not None:
                with suppress(ValueError):  # one that was changed is taken as another program's
                    session = resumed(record, self.game, self.engines.player_of)
            return self._foreign(record, options, rules) if session is None else self._seated(session)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    def _foreign(self, record: Record, options: Mapping[str, object], rules: str | None) -> Session:
        """The session of another program's game: its moves, names and comments."""
        from gnugo_py.records.reading import replayed_by, rules_for

        komi = options.get("komi")
        asked = rules_for(record, rules, komi if isinstance(komi, float) else None)
        made = slice(record.edited_at, record.now + 1)
        positions = replayed_by(record, asked)[: made.stop - made.start]
        side = options.get("side", record.final.to_move)
        assert isinstance(side, Side)
        players = self._players(side, options.get("opponent", "classic"))
        first = Session.begin(self.game, players, positions[0]).turn
        notes = record.notes[made]
        turns = [Turn(each, first.memories, note) for each, note in zip(positions, notes, strict=True)]
        session = Session(self.game, players, turns)
        names = {Side.BLACK: record.black, Side.WHITE: record.white}
        session.names = {side: name for side, name in names.items() if name}
        session.remarks = record.warnings
        return session

    def _table(self) -> Table:
        """The table for a game; the game before is let go once another begins."""
        self.engine = replace(self.engine, seed=self.seed())

        def begin(options: Mapping[str, object]) -> Session:
            side = options["side"]
            assert isinstance(side, Side)
            players = self._players(side, options.get("opponent", "classic"))
            session = Session.begin(self.game, players, self.game.start(options))
            self.saver.leave()
            return session

        saver = self.saver
        return Table(
            game=self.game,
            begin=begin,
            keep=saver.keep,
            save=saver.save,
            settle=self._settled,
            proposes=self.on_screen,
            confirms=self.confirms,
            trouble=lambda: saver.trouble,
            open=self._opened,
            adviser=self.engine,
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
