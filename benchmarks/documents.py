"""Programs that change the same files: `python -m benchmarks.documents [SECONDS] [SEED]`.

For SECONDS (default 600), reviews of one file write copies and save while others save, replace, rename or
protect the file and the copies, and results are stored until their file is full.  What another program has
written last must stay, each review must keep its own moves, and no file may become larger than it can be
read.  The exit status is 1 at the first failure.
"""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import date
from itertools import cycle
from pathlib import Path

from benchmarks.attacks import Lost, run_attacks
from benchmarks.stored_data import exercise
from gnugo_py import Tree, parse_game
from gnugo_py.games.types import UserError
from gnugo_py.storage.review_file import ReviewFile
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.storage.training import MissedExerciseStore

GAME = b"(;GM[1]FF[4]SZ[9]KM[6.5];B[ee])"
TODAY = date(2026, 11, 25)


class Reviewer:
    """A review of a file, with the moves that it has added."""

    def __init__(self, folder: Path, path: Path) -> None:
        self.tree: Tree = parse_game(path.read_bytes())
        self.file = ReviewFile(SaveStore(folder / "saves"), path, path.read_bytes())
        self.moves: set[str] = set()

    def change(self, rng: random.Random) -> None:
        """Add a move, and check that a file has all moves of this review."""
        vertex = rng.choice("ABCDFGHJ") + str(rng.randint(1, 9))
        if all(node.move_text != vertex for node in self.tree.root.children):
            self.tree.root.add(vertex)
        self.moves.add(vertex)
        self.file.write_copy(self.tree)
        if self.file.error or self.file.copy is None:
            raise Lost(f"the changes are not saved: {self.file.error}")
        written = {node.move_text for node in parse_game(self.file.copy.read_bytes()).root.children}
        if not written >= self.moves:
            raise Lost(f"{self.moves - written} are not in {self.file.copy}")

    def end(self, rng: random.Random) -> bytes | None:
        """Save or discard the changes, and return what was saved; None if it was refused, or for nothing."""
        if rng.random() < 0.5:
            self.file.discard()
            return None
        with suppress(UserError):
            self.file.save(self.tree)
            return self.file.content
        return None


class Folder:
    """A folder with a game, reviews of its files, and what another program has written there last."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder, self._rng, self._number = folder, rng, 0
        (folder / "game.sgf").write_bytes(GAME)
        self._reviews = [Reviewer(folder, folder / "game.sgf")]
        self._written: dict[Path, bytes] = {}

    def _file(self) -> Path:
        """Return one of the files; another program leaves at least one."""
        return self._rng.choice(sorted(self.folder.glob("*.sgf")))

    def change(self) -> None:
        """Change the game in a review."""
        self._rng.choice(self._reviews).change(self._rng)

    def review(self) -> None:
        """Begin another review."""
        self._reviews.append(Reviewer(self.folder, self._file()))

    def end(self) -> None:
        """End a review, if it is not the last one."""
        if len(self._reviews) > 1:
            reviewer = self._reviews.pop(self._rng.randrange(len(self._reviews)))
            saved = reviewer.end(self._rng)
            self._written = {path: each for path, each in self._written.items() if path.read_bytes() != saved}

    def replace(self) -> None:
        """Write a file as another program."""
        path, self._number = self._file(), self._number + 1
        path.chmod(0o600)
        self._written[path] = f"(;GM[1]SZ[9]C[{self._number}])".encode()
        path.write_bytes(self._written[path])

    def rename(self) -> None:
        """Rename a file as another program."""
        path, self._number = self._file(), self._number + 1
        self._written.pop(path, None)
        path.rename(self.folder / f"renamed-{self._number}.sgf")

    def protect(self) -> None:
        """Protect a file from writing."""
        path = self._file()
        path.chmod(0o444)
        self._written[path] = path.read_bytes()

    def check(self) -> None:
        """Raise Lost if something was replaced or removed that another program has written or protected."""
        for path, content in self._written.items():
            if not path.exists() or path.read_bytes() != content:
                raise Lost(f"what another program wrote into {path.name} is lost")


def reviews(folder: Path, rng: random.Random) -> None:
    """Review a file several times at once, while another program changes the files."""
    files = Folder(folder, rng)
    acts = (files.change, files.change, files.change, files.review, files.end)
    for _ in range(rng.randint(5, 30)):
        rng.choice((*acts, files.replace, files.rename, files.protect))()
        files.check()
    leftovers = [each.name for each in folder.iterdir() if each.name.startswith(".")]
    if leftovers:
        raise Lost(f"left behind: {leftovers}")


def full_results(folder: Path, rng: random.Random) -> None:
    """Store results until the file is full; what is due stays, and the file can be read."""

    class SmallStore(MissedExerciseStore):
        max_size = rng.randint(3000, 30_000)

    store, path = SmallStore(folder / "training.json"), folder / "training.json"
    for number in range(rng.randint(20, 200)):
        if number < 3:
            problem = store.record_result(exercise(number), is_solved=False, today=TODAY)
        else:
            problem = store.record_problem(f"{number}", GAME, is_solved=rng.random() < 0.9, today=TODAY)
        if problem or store.file_problem():
            raise Lost(f"result {number}: {problem or store.file_problem()}")
        if path.stat().st_size > store.max_size:
            raise Lost(f"the file has {path.stat().st_size} bytes, more than {store.max_size}")
    if len(store.due_exercises(date(2026, 12, 25))) != 3:
        raise Lost("exercises that are due were dropped")


def main() -> None:
    """Change files from several sides for some seconds, and print how often."""
    number = run_attacks(cycle([reviews, reviews, reviews, full_results]))
    print(f"{number} rounds: nothing lost, nothing replaced that another program wrote")


if __name__ == "__main__":
    main()
