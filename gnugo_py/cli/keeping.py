"""How games of this program are kept in files; reading and writing them is loaded when it is needed."""

from __future__ import annotations

from datetime import date

from gnugo_py.core.types import Mistake
from gnugo_py.play.session import Session
from gnugo_py.records.saver import Format
from gnugo_py.records.store import Store


def sgf_format() -> Format:
    """Games as SGF files of this day."""

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


def next_serial(store: Store) -> int:
    """Return a number higher than that of any game of a folder."""
    from gnugo_py.records.listing import highest_serial

    try:
        return store.next_serial(lambda: highest_serial(store))
    except (Mistake, OSError):  # a folder that cannot be written; saving reports that
        return 1
