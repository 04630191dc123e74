"""Random SGF files, loaded, played, saved and resumed: `python -m benchmarks.roundtrip [GAMES] [SEED]`.

The files have setup stones before and during the game, consecutive moves of one color, passes, unusual sizes,
comments, variations and results.  Each is loaded, played, saved, resumed, edited as another program might
edit it, and resumed again.  The game must stay the same, or the file must be refused and left unchanged.
Then the file is damaged: signs are missing, text stands between nodes, brackets are not escaped, names are in
another encoding.  It must be read or refused, and no move may be lost without a warning.  At the first
failure the game is printed, and the exit status is 1.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from pathlib import Path

from sgfmill import boards, sgf

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.open_games import open_file, resume_game
from gnugo_py.app.players import Engines, Players, parse_opponent
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS
from gnugo_py.games.points import iter_points, row_and_column
from gnugo_py.games.types import Color
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_parser import parse_sgf_game
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.storage.settings import Settings

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
    """A game has changed."""


def point(rng: random.Random, size: int) -> str:
    """Return a random point in SGF notation."""
    return rng.choice(LETTERS[:size]) + rng.choice(LETTERS[:size])


def setup(rng: random.Random, size: int, most: int) -> str:
    """Return random setup properties, with at most `most` points each."""
    written, used = "", set[str]()
    for name in ("AB", "AW", "AE"):
        points = {point(rng, size) for _ in range(rng.randint(0, most))} - used
        used |= points
        written += name + "".join(f"[{each}]" for each in points) if points else ""
    return written + rng.choice(["", "", "PL[B]", "PL[W]", "PL[black]"])


def game(rng: random.Random) -> str:
    """Return a random game as another program might write it."""
    size = rng.choice([9] * 8 + [13, 19, 19, 7, 10, 25, 1])
    root = f"(;GM[1]FF[4]SZ[{size}]" + rng.choice(["", "KM[6.5]", "KM[0]", "KM[-3]", "KM[7,5]", "KM[x]"])
    root += rng.choice(["", "HA[0]"]) + rng.choice(RESULTS)
    root += rng.choice(["", "RU[Chinese]", "RU[Japanese]", "RU[odd]", "PB[Zo\u00eb]PW[\u56f2\u7881]"])
    if rng.random() < 0.5:
        stones = setup(rng, size, rng.choice([2, 6, 12]))
        root += stones + (rng.choice(["", "HA[2]", "HA[5]"]) if "AB" in stones else "")
    nodes, color = [root], "B"
    for _ in range(rng.randint(0, 40)):
        if rng.random() < 0.06:
            nodes.append(setup(rng, size, 3))
        where = rng.choice(["", "tt"]) if rng.random() < 0.08 else point(rng, size)
        comment = rng.choice(["", "", "", "C[well \\] played]", "C[two\nlines]"])
        if rng.random() < 0.01:
            comment = f"C[{'a long comment ' * rng.randint(1000, 4000)}]"
        nodes.append(f"{color}[{where}]{comment}")
        if rng.random() < 0.85:
            color = "W" if color == "B" else "B"
        if rng.random() < 0.02:
            nodes.append("")
    if rng.random() < 0.1 and len(nodes) > 3:
        cut = rng.randrange(2, len(nodes))
        return ";".join(nodes[:cut]) + "(;" + ";".join(nodes[cut:]) + f")(;B[{point(rng, size)}]))"
    return ";".join(nodes) + ")"


def legal_only(rng: random.Random) -> str:
    """Return a game whose moves are legal under simple ko, with consecutive moves of one color."""
    size = rng.choice([9, 9, 13, 19])
    board = boards.Board(size)
    nodes, color, ko = [f"(;SZ[{size}]" + rng.choice(["", "KM[5.5]"])], "b", None
    for _ in range(rng.randint(1, 60)):
        row, column = rng.randrange(size), rng.randrange(size)
        if board.get(row, column) is None and (row, column) != ko:
            trial = board.copy()
            ko = trial.play(row, column, color)
            if trial.get(row, column) is not None:
                board = trial
                nodes.append(f"{color.upper()}[{LETTERS[column]}{LETTERS[size - 1 - row]}]")
                if rng.random() < 0.8:
                    color, ko = ("w" if color == "b" else "b"), ko
                else:
                    ko = None
    return ";".join(nodes) + ")"


def expected(content: bytes) -> set[tuple[str, int, int]] | None:
    """Return the stones at the end of the main line according to sgfmill, or None if it refuses the file."""
    try:
        tree = sgf.Sgf_game.from_bytes(content)
        board = boards.Board(tree.get_size())
        for node in tree.get_main_sequence():
            if not board.apply_setup(*node.get_setup_stones()):
                return None  # sgfmill removes chains without liberties
            color, move = node.get_move()
            if move is not None:
                if board.get(*move) is not None:
                    board.apply_setup([], [], [move])  # a move onto a stone replaces it
                board.play(*move, color)
    except ValueError:
        return None
    return {(color, *where) for color, where in board.list_occupied_points()}


def found(position: GoPosition) -> set[tuple[str, int, int]]:
    """Return the stones of a position in the same form as `expected`."""
    size = position.size
    return {
        (color, size - 1 - row, column)
        for color, points in (("b", position.board.black), ("w", position.board.white))
        for row, column in (row_and_column(each, size) for each in iter_points(points))
    }


def program(folder: Path, opponent: str) -> App:
    """Return the program as a run of it begins."""
    engines = Engines()
    app = App(folder, Players(engines, (parse_opponent(opponent),)), Settings())
    app.seed = 7
    app.draw_seed()
    return app


def resumed(folder: Path, name: str, opponent: str) -> App:
    """Return another run of the program in which a saved game is resumed."""
    app = program(folder, opponent)
    navigation.play(app, app.players.in_resumed_game(resume_game(app, name)))
    return app


def review(app: App) -> list[tuple[object, ...]]:
    """Return the parts of a game that must survive."""
    return [
        (node.position.diagram(), node.color, *map(node.memory, map(str, Color)), node.comment)
        for node in app.required_game.tree.main_line()
    ]


def run_tasks(app: App) -> None:
    """Let the engines move until a line is expected."""
    while app.task is not None:
        app.run_task()


def play_some(app: App, rng: random.Random) -> None:
    """Play up to three moves, undo some, and quit."""
    for _ in range(rng.randint(1, 3)):
        if app.is_over or not app.screen().accepts_moves:
            break
        position = app.required_game.position
        moves = list(position.legal_moves())
        line = position.format_move(rng.choice(moves)) if moves else "pass"
        app.submit(rng.choice([line, line, line, "undo", "pass"]))
        run_tasks(app)
    if not app.is_over:
        app.save_and_quit()


def one(rng: random.Random, folder: Path, text: str) -> bool:
    """Run all steps with one game; return False if loading it is refused. Raise Unsound if it changes."""
    foreign = folder / "foreign.txt"
    foreign.write_text(text, encoding="utf-8")
    before, saves = foreign.read_bytes(), folder / "saves"
    opponent = rng.choice(["human", "human", "classic"])
    app = program(saves, opponent)
    rules, side = rng.choice([None, *PRESETS]), rng.choice(list(Color))
    options = {} if rules is None else {"rules": rules}
    try:
        navigation.play(app, open_file(app, foreign, (parse_opponent(opponent),), side, options))
    except ValueError:
        if foreign.read_bytes() != before:
            raise Unsound("a refused file was changed") from None
        return False
    start = app.required_game.position
    assert isinstance(start, GoPosition)
    wanted = expected(before)
    if wanted is not None and found(start) != wanted:
        raise Unsound("the loaded board differs from the file")
    run_tasks(app)
    play_some(app, rng)
    if app.autosave.error:
        raise Unsound(app.autosave.error)
    shown = review(app)
    app.autosave.release_lock()
    if len(shown) == 1:
        return True
    (saved,) = saves.glob("*.sgf")
    same_again(saved, shown, opponent)
    edited(rng, saved, opponent)
    if foreign.read_bytes() != before:
        raise Unsound("a loaded file was changed")
    return True


def same_again(saved: Path, shown: list[tuple[object, ...]], opponent: str) -> None:
    """Resume a saved game. Raise Unsound if it has changed."""
    app = resumed(saved.parent, saved.stem, opponent)
    if review(app) != shown:
        raise Unsound("the resumed game differs")
    app.autosave.release_lock()


def edited(rng: random.Random, saved: Path, opponent: str) -> None:
    """Edit a saved game as another program might, and resume it. Raise Unsound if the game changes."""
    lines = saved.read_bytes().splitlines()
    at = rng.randrange(1, len(lines) + 1)
    added = [b";AB[aa]AW[bb]", b";AE[cc]PL[W]", b";C[a word]", b";B[ee]LB[ee:1]", b"(;B[ab])(;B[ba])"]
    new = rng.choice(added)
    lines.insert(at, new)
    if at == len(lines) - 1:
        lines[-2], lines[-1] = lines[-2].removesuffix(b")"), lines[-1] + b")"
    content = b"\n".join(lines)
    saved.write_bytes(content)
    try:
        app = resumed(saved.parent, saved.stem, opponent)
    except ValueError:
        if saved.read_bytes() != content:
            raise Unsound("a refused saved game was changed") from None
        return
    run_tasks(app)
    play_some(app, rng)
    shown, name = review(app), app.autosave.name
    if app.autosave.error:
        raise Unsound(f"edited: {app.autosave.error}")
    app.autosave.release_lock()
    if name != saved.stem and saved.read_bytes() != content:
        raise Unsound("the changes of another program were overwritten")
    if not all(value in saved.read_bytes() for value in re.findall(rb"\[\w[^\]]*\]", new)):
        raise Unsound("what another program added is lost")
    if name is not None and len(shown) > 1:
        last = resumed(saved.parent, name, opponent)
        if review(last) != shown:
            raise Unsound("the game continued in another file differs when resumed")
        last.autosave.release_lock()


NAMES = {
    "gbk": "\u8042\u536b\u5e73",
    "big5": "\u738b\u6210\u529f",
    "cp932": "\u5341\u6bb5 \u8868",
    "cp1251": "\u0418\u043b\u044c\u044f",
}


def damaged(rng: random.Random, text: str) -> bytes:
    """Return a damaged copy of a file."""
    content = text.encode()
    for _ in range(rng.randint(1, 3)):
        places = [at for at, byte in enumerate(content) if byte in b"();[]"]
        at = rng.choice(places) if places else 0
        kind = rng.randrange(7)
        if kind == 0:
            content = content[:at] + content[at + 1 :]
        elif kind == 1:
            content = content.removeprefix(b"(")
        elif kind == 2:
            content = (
                content[:at] + rng.choice([b" words ", b"(", b")", b"]", b"(note)", b"[x]"]) + content[at:]
            )
        elif kind == 3:
            content = content.replace(b"(;", b"(")
        elif kind == 4:
            content = content.replace(b"C[", rng.choice([b"C[see [1] or [a]; ", b"C[a] b ", b"C[(;W[aa]) "]))
        else:
            encoding, name = rng.choice([*NAMES.items()])
            content = content.replace(b"SZ[", b"PB[" + name.encode(encoding) + b"]SZ[", 1)
    return content


def moves_in_file(content: bytes) -> int:
    """Return the number of moves in the first game of a file, with its variations."""
    return sum(len(properties.keys() & {"B", "W"}) for _, properties in parse_sgf_game(content).nodes)


def check_damaged(rng: random.Random, text: str) -> None:
    """Read a damaged copy of a file. Raise Unsound if moves are lost without a warning."""
    content = damaged(rng, text)
    try:
        tree, number = parse_game(content), moves_in_file(content)
        warnings = (*tree.warnings, *tree.line_warnings().about_main_line())
    except SgfError:
        return
    if not warnings and number < moves_in_file(text.encode()):
        raise Unsound(f"moves were lost without a warning: {content!r}")


def main() -> None:
    """Run the games and print how many were accepted."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    through = 0
    for each in range(number):
        rng = random.Random(f"{seed} {each}")
        text = game(rng) if rng.random() < 0.6 else legal_only(rng)
        with tempfile.TemporaryDirectory() as folder:
            try:
                through += one(rng, Path(folder), text)
                for _ in range(10):
                    check_damaged(rng, text)
            except Exception as error:
                print(f"game {each}: {type(error).__name__}: {error}\n{text}")
                raise SystemExit(1) from error
    print(f"{number} games: {through} unchanged, {number - through} refused with their files unchanged")


if __name__ == "__main__":
    main()
