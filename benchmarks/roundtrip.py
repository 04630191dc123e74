"""Games of strangers through load, play, save and resume: `python -m benchmarks.roundtrip [GAMES] [SEED]`.

Random SGF games with stones set up before and in the middle of the game, sides that move twice in
a row, passes, odd sizes, comments, variations and results are loaded, played on, saved, resumed, edited as
another program might and resumed again.  Each must stay the same game, or be refused with its file
untouched.  Exit status 1, and the game, on the first that does not.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from sgfmill import boards, sgf

from gnugo_py.app.application import Conversation
from gnugo_py.app.launcher import Lobby
from gnugo_py.app.opponents import Engines
from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Side
from gnugo_py.engines.classic.factory import classic_player
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS
from gnugo_py.games.go.vertex import row_column
from gnugo_py.play.session import Session

LETTERS = "abcdefghijklmnopqrstuvwxyz"
RESULTS = (
    "",
    "RE[B+R]",
    "RE[W+T]",
    "RE[W+F]",
    "RE[B+3.5]",
    "RE[0]",
    "RE[Void]",
    "RE[B+inf]",
    "RE[?]",
    "RE[B+]",
)


class Unsound(Exception):
    """A game that did not stay what it was."""


def point(chance: random.Random, size: int) -> str:
    """A point as SGF writes it."""
    return chance.choice(LETTERS[:size]) + chance.choice(LETTERS[:size])


def setup(chance: random.Random, size: int, most: int) -> str:
    """Properties that put stones down and take some off."""
    written, used = "", set[str]()
    for name in ("AB", "AW", "AE"):
        points = {point(chance, size) for _ in range(chance.randint(0, most))} - used
        used |= points
        written += name + "".join(f"[{each}]" for each in points) if points else ""
    return written + chance.choice(["", "", "PL[B]", "PL[W]", "PL[black]"])


def game(chance: random.Random) -> str:
    """A game as a stranger might write it."""
    size = chance.choice([9] * 8 + [13, 19, 19, 7, 10, 25, 1])
    root = f"(;GM[1]FF[4]SZ[{size}]" + chance.choice(["", "KM[6.5]", "KM[0]", "KM[-3]", "KM[7,5]", "KM[x]"])
    root += chance.choice(["", "HA[2]", "HA[5]", "HA[0]"]) + chance.choice(RESULTS)
    root += chance.choice(["", "RU[Chinese]", "RU[Japanese]", "RU[odd]", "PB[Zo\u00eb]PW[\u56f2\u7881]"])
    if chance.random() < 0.5:
        root += setup(chance, size, chance.choice([2, 6, 12]))
    nodes, colour = [root], "B"
    for _ in range(chance.randint(0, 40)):
        if chance.random() < 0.06:
            nodes.append(setup(chance, size, 3))
        where = chance.choice(["", "tt"]) if chance.random() < 0.08 else point(chance, size)
        comment = chance.choice(["", "", "", "C[well \\] played]", "C[two\nlines]"])
        if chance.random() < 0.01:
            comment = f"C[{'a long comment ' * chance.randint(1000, 4000)}]"
        nodes.append(f"{colour}[{where}]{comment}")
        if chance.random() < 0.85:
            colour = "W" if colour == "B" else "B"
        if chance.random() < 0.02:
            nodes.append("")
    if chance.random() < 0.1 and len(nodes) > 3:
        cut = chance.randrange(2, len(nodes))
        return ";".join(nodes[:cut]) + "(;" + ";".join(nodes[cut:]) + f")(;B[{point(chance, size)}]))"
    return ";".join(nodes) + ")"


def legal_only(chance: random.Random) -> str:
    """A game whose moves the simple rules allow, with sides that move twice in a row."""
    size = chance.choice([9, 9, 13, 19])
    board = boards.Board(size)
    nodes, colour, ko = [f"(;SZ[{size}]" + chance.choice(["", "HA[2]", "KM[5.5]"])], "b", None
    for _ in range(chance.randint(1, 60)):
        row, column = chance.randrange(size), chance.randrange(size)
        if board.get(row, column) is None and (row, column) != ko:
            trial = board.copy()
            ko = trial.play(row, column, colour)
            if trial.get(row, column) is not None:
                board = trial
                nodes.append(f"{colour.upper()}[{LETTERS[column]}{LETTERS[size - 1 - row]}]")
                if chance.random() < 0.8:
                    colour, ko = ("w" if colour == "b" else "b"), ko
                else:
                    ko = None
    return ";".join(nodes) + ")"


def expected(content: bytes) -> set[tuple[str, int, int]] | None:
    """The stones at the end as sgfmill sees them, None where it sees no game."""
    try:
        tree = sgf.Sgf_game.from_bytes(content)
        board = boards.Board(tree.get_size())
        for node in tree.get_main_sequence():
            board.apply_setup(*node.get_setup_stones())
            colour, move = node.get_move()
            if move is not None:
                if board.get(*move) is not None:
                    board.apply_setup([], [], [move])  # a stone there is replaced
                board.play(*move, colour)
    except ValueError:
        return None
    return {(colour, *where) for colour, where in board.list_occupied_points()}


def found(position: GoPosition) -> set[tuple[str, int, int]]:
    """The stones of a position in the same words."""
    size = position.size
    return {
        (colour, size - 1 - row, column)
        for colour, points in (("b", position.board.black), ("w", position.board.white))
        for row, column in (row_column(each, size) for each in points_of(points))
    }


def opening(folder: Path, opponent: str) -> Lobby:
    """A run of the program."""
    engine = classic_player(7, None)
    others = (None,) if opponent == "human" else (engine,)
    return Lobby("go", {}, None, others, Engines(), folder, False, False, lambda: 7)


def story(session: Session) -> list[tuple[object, ...]]:
    """A session as far as it must survive."""
    return [(turn.position, turn.side, turn.memories, turn.note) for turn in session.line]


def play_some(talk: Conversation, chance: random.Random) -> None:
    """Play a few moves, take some back, and leave."""
    for _ in range(chance.randint(1, 3)):
        position = talk.playing.position
        if talk.over or not talk.is_turn:
            break
        moves = list(position.legal_moves())
        line = GO.format_move(chance.choice(moves), position) if moves else "pass"
        talk.answer(chance.choice([line, line, line, "undo", "pass"]))
        while talk.task is not None:
            talk.think()
    if not talk.over:
        talk.end()


def resumed(folder: Path, name: str, opponent: str) -> tuple[Lobby, Conversation]:
    """Another run of the program, with a saved game."""
    again = opening(folder, opponent)
    return again, again.resume(name)


def one(chance: random.Random, folder: Path, text: str) -> bool:
    """Take one game all the way; False if it was refused at its loading.  Raises Unsound."""
    foreign = folder / "foreign.txt"
    foreign.write_text(text, encoding="utf-8")
    before, saves = foreign.read_bytes(), folder / "saves"
    opponent = chance.choice(["human", "human", "classic"])
    first = opening(saves, opponent)
    options: dict[str, object] = {"side": chance.choice(list(Side)), "opponent": opponent}
    try:
        rules = chance.choice([None, *PRESETS])
        talk = first.load(foreign, options if rules is None else options | {"rules": rules})
    except ValueError:
        if foreign.read_bytes() != before:
            raise Unsound("a refused file was changed") from None
        return False
    start = talk.playing.position
    assert isinstance(start, GoPosition)
    if found(start) != expected(before):
        raise Unsound("the loaded board is not the file's")
    while talk.task is not None:
        talk.think()
    play_some(talk, chance)
    if first.saver.trouble:
        raise Unsound(first.saver.trouble)
    told = story(talk.playing)
    first.saver.close()
    if len(told) == 1:
        return True
    (saved,) = saves.glob("*.sgf")
    same_again(saved, told, opponent)
    edited(chance, saved, opponent)
    if foreign.read_bytes() != before:
        raise Unsound("a loaded file was changed")
    return True


def same_again(saved: Path, told: list[tuple[object, ...]], opponent: str) -> None:
    """Resume a saved game.  Raises Unsound if it is another."""
    again, talk = resumed(saved.parent, saved.stem, opponent)
    if story(talk.playing) != told:
        raise Unsound("the resumed game is another")
    again.saver.close()


def edited(chance: random.Random, saved: Path, opponent: str) -> None:
    """Change a saved game as another program might, and go on with it.  Raises Unsound."""
    lines = saved.read_bytes().splitlines()
    at = chance.randrange(1, len(lines) + 1)
    added = [b";AB[aa]AW[bb]", b";AE[cc]PL[W]", b";C[a word]", b";B[ee]LB[ee:1]", b"(;B[ab])(;B[ba])"]
    lines.insert(at, chance.choice(added))
    if at == len(lines) - 1:
        lines[-2], lines[-1] = lines[-2].removesuffix(b")"), lines[-1] + b")"
    content = b"\n".join(lines)
    saved.write_bytes(content)
    try:
        again, talk = resumed(saved.parent, saved.stem, opponent)
    except ValueError:
        if saved.read_bytes() != content:
            raise Unsound("a refused saved game was changed") from None
        return
    while talk.task is not None:
        talk.think()
    play_some(talk, chance)
    told, name = story(talk.playing), again.saver.name
    if again.saver.trouble:
        raise Unsound(f"edited: {again.saver.trouble}")
    again.saver.close()
    if saved.read_bytes() != content:
        raise Unsound("what another program wrote was overwritten")
    if name is not None and len(told) > 1:
        last, talk = resumed(saved.parent, name, opponent)
        if story(talk.playing) != told:
            raise Unsound("the game that went on elsewhere is another when resumed")
        last.saver.close()


def main() -> None:
    """Run, and say how many games came through."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    through = 0
    for each in range(number):
        chance = random.Random(f"{seed} {each}")
        text = game(chance) if chance.random() < 0.6 else legal_only(chance)
        with tempfile.TemporaryDirectory() as folder:
            try:
                through += one(chance, Path(folder), text)
            except Exception as error:
                print(f"game {each}: {type(error).__name__}: {error}\n{text}")
                raise SystemExit(1) from error
    print(f"{number} games: {through} came through unharmed, {number - through} were refused and untouched")


if __name__ == "__main__":
    main()
