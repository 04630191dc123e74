"""The streams that Sabaki and Lizzie read: they go on until the next command comes."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from threading import Event

import pytest

from gnugo_py.gtp.protocol import Listener

SERVER = [sys.executable, "-m", "gnugo_py", "gtp", "--seed", "1"]
INFO = re.compile(r"info move (\S+) visits \d+ winrate (\S+) .*?order \d+ pv( \S+)+?(?= info|$)")


@pytest.fixture(params=[("go", "9"), ("hex", "7"), ("tanbo", "9")], ids=lambda each: each[0])
def server(request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    """A server of each kind of search."""
    game, size = request.param
    words = [*SERVER, "--game", game, "--player", "search"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        tell(process, f"boardsize {size}")
        assert (heard(process), heard(process)) == ("=", "")
        yield process
        process.kill()


def tell(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


@pytest.mark.parametrize(
    "command", ["lz-analyze 50", "kata-analyze b 10 ownership true", "lz-analyze W interval 5"]
)
def test_it_goes_on_until_the_next_command(server: subprocess.Popen[str], command: str) -> None:
    tell(server, f"7 {command}")
    assert heard(server) == "=7"
    lines = [heard(server) for _ in range(3)]
    assert all(INFO.match(line) for line in lines), lines
    shares = [float(share) for line in lines for _, share, _ in INFO.findall(line)]
    assert all(0 <= share <= (10000 if command.startswith("lz") else 1) for share in shares)
    tell(server, "8 name")
    rest = heard(server)
    while rest:
        assert INFO.match(rest)
        rest = heard(server)
    assert heard(server) == "=8 gnugo-py"


@pytest.mark.parametrize("command", ["lz-genmove_analyze w 30", "kata-genmove_analyze W maxmoves 3"])
def test_a_move_is_made_and_its_rivals_are_told(server: subprocess.Popen[str], command: str) -> None:
    tell(server, f"5 {command}")
    assert heard(server).rstrip() == "=5"
    told, made = heard(server), heard(server)
    assert heard(server) == ""
    assert "scoreLead" not in told
    best, *rivals = (move for move, _, _ in INFO.findall(told))
    assert made == f"play {best}"
    assert rivals
    tell(server, "last_move")
    assert heard(server) == f"= white {made.removeprefix('play ')}"


@pytest.mark.parametrize(("colour", "sign"), [("b", 1), ("w", -1)])
def test_whose_points_become_is_told_for_the_side_to_move_from_the_top(colour: str, sign: int) -> None:
    """As Sabaki asks for it.  Black holds the upper rows, White the lower ones."""
    stones = [f"play b {letter}4\nplay w {letter}3" for letter in "ABCDEFG"]
    asked = f"kata-genmove_analyze {colour} 50 ownership true"
    said = subprocess.run(
        [*SERVER, "--player", "search:2"],
        input="\n".join(["boardsize 7", *stones, asked]),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    shares = [sign * float(each) for each in said.partition(" ownership ")[2].split("\n")[0].split()]
    assert len(shares) == 49
    assert min(shares[:28]) > 0 > max(shares[28:])


@pytest.mark.parametrize(
    ("game", "words", "is_told"),
    [("go", "true", True), ("hex", "true", True), ("tanbo", "true", False), ("go", "false", False)],
)
def test_owners_are_told_if_they_are_wanted_and_known(game: str, words: str, is_told: bool) -> None:
    said = subprocess.run(
        [*SERVER, "--game", game, "--player", "search:1"],
        input=f"kata-genmove_analyze b ownership {words}",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.startswith("=")
    assert ("ownership" in said) is is_told


@pytest.mark.parametrize("command", ["lz-genmove_analyze purple", "kata-analyze red 10", "lz-analyze bb"])
def test_a_wrong_colour_is_refused(server: subprocess.Popen[str], command: str) -> None:
    tell(server, command)
    assert answer(server) == "? syntax error"


WALLS = tuple(f"play b D{row}\nplay w E{row}" for row in range(1, 10))
"""Two walls from edge to edge; White holds more."""


def asked(*words: str, lines: tuple[str, ...]) -> list[str]:
    """What a server answers to some lines, an empty board of 6 or 9 lines before them."""
    size = "6" if "amazons" in words else "9"
    typed = "\n".join([f"boardsize {size}", *lines])
    said = subprocess.run([*SERVER, *words], input=typed, capture_output=True, text=True, check=True).stdout
    return said.split("\n\n")[1:-1]


def test_a_move_that_needs_no_search_is_told_alone_and_whose_points_become() -> None:
    lines = (*WALLS, "play b pass", "gnugopy-owners w", "kata-genmove_analyze w ownership true")
    *_, owners, told = asked("--player", "search:2", lines=lines)
    shares = dict(re.findall(r" ([A-J]\d) (-?[\d.]+)", owners))
    assert len(shares) == 81
    assert float(shares["D5"]) > 0.5 > -0.5 > float(shares["E5"])
    info, made = told.splitlines()[1:]
    assert info.startswith("info move pass visits 40 winrate 1.0000 ")
    assert len(info.partition(" ownership ")[2].split()) == 81
    assert made == "play pass"


def test_a_swap_tells_how_the_games_after_it_go() -> None:
    (first, told) = asked(
        *("--game", "hex", "--first-move", "swap", "--player", "search:2"),
        lines=("play b e5", "lz-genmove_analyze w"),
    )
    assert first == "="
    best, share, _ = INFO.findall(told.splitlines()[1])[0]
    assert best == "swap-pieces"
    assert 2000 < int(share) < 8000
    assert share != "5000"


@pytest.mark.parametrize("interval", ["10 w", "w 10", "W interval 10", "white"])
def test_a_colour_may_stand_on_either_side_of_the_interval(interval: str) -> None:
    (_, last) = asked("--player", "search:1", lines=(f"lz-genmove_analyze {interval}", "last_move"))
    assert last.startswith("= white ")


@pytest.mark.parametrize(
    ("game", "is_told"), [("go", True), ("hex", True), ("amazons", False), ("tanbo", False)]
)
def test_owners_are_offered_where_they_can_be_told(game: str, is_told: bool) -> None:
    offered, told = asked(
        "--game", game, "--player", "search:1", lines=("gogui-analyze_commands", "gnugopy-owners b")
    )
    assert ("gnugopy-owners" in offered) is is_told
    assert told.startswith("= INFLUENCE") is is_told


def test_each_point_is_labelled_once() -> None:
    shape = ("play b e7", "play w e3")  # a pattern fits there, and its move lies in it
    for player, game in (("search:2", "amazons"), ("search:2", "go"), ("classic", "go")):
        lines = shape if game == "go" else ()
        *_, told = asked("--game", game, "--player", player, lines=(*lines, "gnugopy-best b"))
        points = [line.split()[1] for line in told.removeprefix("= ").splitlines() if "TEXT" not in line]
        assert points
        assert len(points) == len(set(points))


def test_of_a_move_of_amazons_each_square_is_drawn() -> None:
    (told,) = asked("--game", "amazons", "--player", "search:1", lines=("gnugopy-best b",))
    move = re.search(r"search, level 1: (\w+)-(\w+)/(\w+) ", told)
    assert move is not None
    start, square, arrow = move.groups()
    assert f"LABEL {square} 1" in told
    assert f"LABEL {arrow} *" in told
    assert f"SQUARE {start}" in told


@pytest.mark.parametrize("game", ["amazons", "tanbo"])
def test_visits_tell_how_the_search_was_shared_out(game: str) -> None:
    (told,) = asked("--game", game, "--player", "search:3", lines=("lz-genmove_analyze b",))
    visits = [int(each) for each in re.findall(r" visits (\d+)", told)]
    assert visits[0] > 20 > min(visits)


def test_the_end_of_the_input_ends_it(server: subprocess.Popen[str]) -> None:
    said, _ = server.communicate("lz-analyze\n", timeout=60)
    assert said.startswith("=\n")
    assert said.endswith("\n\n")
    assert server.returncode == 0


def test_an_analysis_that_is_broken_off_disturbs_no_move_after_it(server: subprocess.Popen[str]) -> None:
    said, _ = server.communicate("lz-analyze\nkata-analyze\n\nlz-analyze\ngenmove b\nquit\n", timeout=120)
    assert re.search(r"^= [a-zA-Z]\d+\n\n=\n\n\Z", said, re.MULTILINE)


def test_only_a_player_that_searches_is_watched() -> None:
    said = subprocess.run(
        SERVER, input="known_command lz-analyze\n", capture_output=True, text=True, check=True
    )
    assert said.stdout == "= false\n\n"


@pytest.fixture
def thinker() -> Iterator[subprocess.Popen[str]]:
    """A server whose player thinks for many seconds."""
    words = [*SERVER, "--player", "search:9"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def answer(process: subprocess.Popen[str]) -> str:
    said = heard(process)
    assert heard(process) == ""
    return said


def test_thinking_is_broken_off_as_gogui_does_it(thinker: subprocess.Popen[str]) -> None:
    tell(thinker, "known_command gogui-interrupt")
    assert answer(thinker) == "= true"
    tell(thinker, "5 genmove b")
    time.sleep(0.5)
    tell(thinker, "# interrupt")
    began = time.monotonic()
    assert re.match(r"=5 [A-T]\d+|\?5 gnugo-py level 9 was interrupted", answer(thinker))
    assert time.monotonic() - began < 2.5  # alone it thinks far longer
    tell(thinker, "6 name\n7 boardsize 3\n8 genmove b")
    assert (answer(thinker), answer(thinker)) == ("=6 gnugo-py", "=7")
    assert answer(thinker).startswith("=8 ")


def test_an_interrupt_that_comes_as_a_stream_begins_ends_it() -> None:
    reading, writing = os.pipe()
    heard_of = Event()
    listener = Listener(heard_of.set, lambda: None)
    with os.fdopen(reading) as source, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", source)
        lines = listener.lines()
        os.write(writing, b"lz-analyze\n")
        assert next(lines) == "lz-analyze\n"
        os.write(writing, b"# interrupt\n")
        assert heard_of.wait(5)
        os.write(writing, b"name\n")
        os.close(writing)
        assert list(lines) == ["# interrupt\n", "name\n"]


def test_a_comment_between_commands_breaks_nothing_off(thinker: subprocess.Popen[str]) -> None:
    tell(thinker, "# interrupt\nboardsize 3\n# interrupt\ngenmove b\nname\n# interrupt\ngenmove w\nquit")
    assert [answer(thinker)[0] for _ in range(5)] == ["="] * 5
    assert thinker.wait(10) == 0


def test_a_line_too_long_and_a_last_line_without_an_end_are_answered(thinker: subprocess.Popen[str]) -> None:
    said, _ = thinker.communicate("x" * 200_000 + "\nname\n\xff\xfe\nprotocol_version", timeout=60)
    assert said.split("\n\n")[0] == "? line too long"
    assert said.split("\n\n")[1] == "= gnugo-py"
    assert said.split("\n\n")[3] == "= 2"


def test_ctrl_c_ends_a_server_that_thinks(thinker: subprocess.Popen[str]) -> None:
    tell(thinker, "genmove b")
    time.sleep(1)
    thinker.send_signal(signal.SIGINT)
    assert thinker.wait(10) == 130


def test_after_it_resigned_the_other_commands_say_that_the_game_is_over() -> None:
    lost = [f"play b {vertex}" for vertex in ("a1", "c1", "e1", "c3", "a5", "e5", "e3")]
    lines = ("boardsize 5", "komi 300", *lost, "genmove b", "gnugopy-best b", "lz-genmove_analyze b")
    *_, resigned, best, made = asked("--player", "search:2", "--resigns", lines=lines)
    assert (resigned, best, made) == ("= resign", "? game is over", "= \nplay pass")
