"""Saving one game while it is played, under a name of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gnugo_py.records.store import Store
from gnugo_py.records.writing import to_sgf
from gnugo_py.session import Session


@dataclass
class Saver:
    """Saves one game as often as asked; the first time makes a new file, later ones replace it.

    store -- where to.
    name  -- the name it has been saved under, None before the first time.
    """

    store: Store
    name: str | None = None

    def save(self, session: Session, name: str | None) -> str:
        """Save a game and say so, or say why it could not be: one sentence either way.

        name -- the name wanted; None for the one it has or, at first, one made of the date.
        """
        now = datetime.now()
        content = to_sgf(session, now.date())
        try:
            if name is None or name == self.name:
                name = self.name or self.store.new_name(now)
                path = self.store.replace(name, content)
            else:
                path = self.store.create(name, content)
        except ValueError as error:
            return f"Not saved: {error}."
        except OSError as error:
            return f"Not saved: {self.store.folder}: {error.strerror or error}."
        self.name = name
        return f"Saved as {path}"
