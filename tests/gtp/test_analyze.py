"""Tests of the analysis streams for Sabaki and Lizzie, which run until the next command."""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest

from tests.support.gtp_dialogue import GtpDialogue
from tests.support.program import run

SERVER = ("gtp", "--seed", "1")
INFO = re.compile(r"info move (\S+) visits \d+ winrate (\S+) .*?order \d+ pv( \S+)+?(?= info|$)")


@pytest.fixture(params=[("go", "9"), ("hex", "7"), ("tanbo", "9")], ids=lambda each: each[0])
def server(request: pytest.FixtureRequest) -> Iterator[GtpDialogue]:
    """A server of each kind of search."""
    game, size = request.param
    with closing(GtpDialogue("--seed", "1", "--game", game, "--player", "search")) as dialogue:
        dialogue.send(f"boardsize {size}")
        assert dialogue.answer() == "="
        yield dialogue


@pytest.mark.parametrize(
    "command", ["lz-analyze 50", "kata-analyze b 10 ownership true", "lz-analyze W interval 5"]
)
def test_a_stream_goes_on_until_the_next_command(server: GtpDialogue, command: str) -> None:
    server.send(f"7 {command}")
    assert server.heard() == "=7"
    lines = [server.heard() for _ in range(3)]
    assert all(INFO.match(line) for line in lines), lines
    shares = [float(share) for line in lines for _, share, _ in INFO.findall(line)]
    assert all(0 <= share <= (10000 if command.startswith("lz") else 1) for share in shares)
    server.send("8 name")
    rest = server.heard()
    while rest:
        assert INFO.match(rest)
        rest = server.heard()
    assert server.heard() == "=8 gnugo-py"


@pytest.mark.parametrize("command", ["lz-genmove_analyze w 30", "kata-genmove_analyze W maxmoves 3"])
def test_a_genmove_with_analysis_plays_one_of_the_reported_moves(server: GtpDialogue, command: str) -> None:
    server.send(f"5 {command}")
    assert server.heard().rstrip() == "=5"
    shown, made = server.heard(), server.heard()
    assert server.heard() == ""
    assert ("scoreLead" in shown) is (command.startswith("kata") and "scoreMean" in shown)
    moves = [move for move, _, _ in INFO.findall(shown)]
    assert made.removeprefix("play ") in moves
    assert len(moves) > 1
    server.send("last_move")
    assert server.heard() == f"= white {made.removeprefix('play ')}"


RANKED = re.compile(r"info move (\S+) visits (\d+) .*?order (\d+)")
GENMOVE_ANALYZE = ("lz-genmove_analyze", "kata-genmove_analyze")


@pytest.mark.parametrize("rules", ["gnugo-1.1", pytest.param("tromp-taylor", marks=pytest.mark.slow)])
def test_the_first_candidate_is_the_move_of_an_engine_without_a_search(rules: str) -> None:
    lines = ("komi 7", *(f"{command} b" for command in GENMOVE_ANALYZE))
    for shown in asked("--rules", rules, lines=lines):
        if shown != "=":
            (first, visits, order), *others = RANKED.findall(shown)
            assert shown.endswith(f"play {first}")
            assert order == "0"
            assert int(visits) >= max(int(each) for _, each, _ in others)
            assert first not in [move for move, _, _ in others]


@pytest.mark.parametrize("command", GENMOVE_ANALYZE)
@pytest.mark.parametrize("level", [pytest.param(1, marks=pytest.mark.slow), 4])
def test_the_order_is_that_of_the_search_whatever_move_the_level_plays(command: str, level: int) -> None:
    ranks = []
    for shown in asked("--player", f"search:{level}", lines=[f"{command} {color}" for color in "bwbwbwbw"]):
        found = RANKED.findall(shown)
        visits = [int(each) for _, each, _ in found]
        assert visits == sorted(visits, reverse=True)
        assert [int(order) for _, _, order in found] == list(range(len(found)))
        ranks.append([move for move, _, _ in found].index(shown.split()[-1]))
    assert max(ranks) > 0


def test_the_move_that_is_played_is_reported_even_if_few_moves_are_wanted() -> None:
    ranks = set()
    lines = [f"kata-genmove_analyze {color} maxmoves 1" for color in "bwbwbwbw"]
    for shown in asked("--player", "search:1", lines=lines):
        ((move, _, rank),) = RANKED.findall(shown)
        assert shown.endswith(f"play {move}")
        ranks.add(int(rank))
    assert max(ranks) > 0


@pytest.mark.parametrize(("color", "sign"), [("b", 1), ("w", -1)])
def test_ownership_is_reported_for_the_color_to_move_from_the_top_row(color: str, sign: int) -> None:
    """Sabaki requests it in this form. Black owns the upper rows, White the lower ones."""
    stones = [f"play b {letter}4\nplay w {letter}3" for letter in "ABCDEFG"]
    asked = f"kata-genmove_analyze {color} 50 ownership true"
    typed = "\n".join(["boardsize 7", *stones, asked])
    output = run(*SERVER, "--player", "search:2", typed=typed).stdout
    shares = [sign * float(each) for each in output.partition(" ownership ")[2].split("\n")[0].split()]
    assert len(shares) == 49
    assert min(shares[:28]) > 0 > max(shares[28:])


@pytest.mark.parametrize(
    ("game", "words", "is_announced"),
    [("go", "true", True), ("hex", "true", True), ("tanbo", "true", False), ("go", "false", False)],
)
def test_ownership_is_reported_if_requested_and_available(game: str, words: str, is_announced: bool) -> None:
    typed = f"kata-genmove_analyze b ownership {words}"
    output = run(*SERVER, "--game", game, "--player", "search:1", typed=typed).stdout
    assert output.startswith("=")
    assert ("ownership" in output) is is_announced


def test_the_ownership_after_each_move_is_reported_for_the_side_to_move() -> None:
    """Black has a wall on D and White one on E, and it is White's turn."""
    lines = (*WALLS, "kata-search_analyze w movesOwnership true maxmoves 3")
    *_, shown = asked("--player", "search:5", lines=lines)
    infos = shown.split("info move ")[1:]
    assert 1 <= len(infos) <= 3
    for info in infos:
        shares = [float(each) for each in info.partition(" movesOwnership ")[2].split()[:81]]
        assert len(shares) == 81
        assert max(shares[3::9]) < -0.5 < 0.5 < min(shares[4::9])


@pytest.mark.parametrize("command", ["lz-genmove_analyze purple", "kata-analyze red 10", "lz-analyze bb"])
def test_a_wrong_color_is_refused(server: GtpDialogue, command: str) -> None:
    server.send(command)
    assert server.answer() == "? syntax error"


WALLS = tuple(f"play b D{row}\nplay w E{row}" for row in range(1, 10))
"""Two walls from edge to edge; White's side is larger."""


def asked(*words: str, lines: Sequence[str]) -> list[str]:
    """Return a server's responses to some lines on an empty board of size 9, or 6 for Amazons."""
    size = "6" if "amazons" in words else "9"
    typed = "\n".join([f"boardsize {size}", *lines])
    return run(*SERVER, *words, typed=typed).stdout.split("\n\n")[1:-1]


@pytest.mark.large_network
def test_a_pass_is_reported_with_ownership() -> None:
    lines = (*WALLS, "play b pass", "gnugopy-owners w", "kata-genmove_analyze w ownership true")
    *_, owners, shown = asked("--player", "search:8", lines=lines)
    shares = dict(re.findall(r" ([A-J]\d) (-?[\d.]+)", owners))
    assert len(shares) == 81
    assert float(shares["D5"]) > 0.5 > -0.5 > float(shares["E5"])
    info, made = shown.splitlines()[1:]
    assert re.match(r"info move pass visits \d+ winrate (1\.0000|0\.9)\d+ ", info)
    assert len(info.partition(" ownership ")[2].split()) == 81
    assert made == "play pass"


def test_a_swap_has_the_win_rate_of_the_games_after_it() -> None:
    (first, shown) = asked(
        *("--game", "hex", "--first-move", "swap", "--player", "search:2"),
        lines=("play b e5", "lz-genmove_analyze w"),
    )
    assert first == "="
    best, share, _ = INFO.findall(shown.splitlines()[1])[0]
    assert best == "swap-pieces"
    assert 2000 < int(share) < 8000
    assert share != "5000"


@pytest.mark.parametrize("interval", ["10 w", "w 10", ".5 w", "W interval 10", "white"])
def test_a_color_may_stand_on_either_side_of_the_interval(interval: str) -> None:
    (_, last) = asked("--player", "search:1", lines=(f"lz-genmove_analyze {interval}", "last_move"))
    assert last.startswith("= white ")


@pytest.mark.parametrize(
    ("game", "is_announced"), [("go", True), ("hex", True), ("amazons", False), ("tanbo", False)]
)
def test_ownership_is_offered_where_it_is_available(game: str, is_announced: bool) -> None:
    offered, shown = asked(
        "--game", game, "--player", "search:1", lines=("gogui-analyze_commands", "gnugopy-owners b")
    )
    assert ("gnugopy-owners" in offered) is is_announced
    assert shown.startswith("= INFLUENCE") is is_announced


def test_each_point_is_labeled_once() -> None:
    shape = ("play b e7", "play w e3")  # a pattern matches there, and contains its own move
    for player, game in (("search:2", "amazons"), ("search:2", "go"), ("classic", "go")):
        lines = shape if game == "go" else ()
        *_, shown = asked("--game", game, "--player", player, lines=(*lines, "gnugopy-best b"))
        points = [line.split()[1] for line in shown.removeprefix("= ").splitlines() if "TEXT" not in line]
        assert points
        assert len(points) == len(set(points))


def test_all_three_squares_of_a_move_of_amazons_are_drawn() -> None:
    (shown,) = asked("--game", "amazons", "--player", "search:1", lines=("gnugopy-best b",))
    move = re.search(r"after (\w+)-(\w+)/(\w+);", shown)
    assert move is not None
    start, square, arrow = move.groups()
    assert f"LABEL {square} 1" in shown
    assert f"LABEL {arrow} *" in shown
    assert f"SQUARE {start}" in shown


@pytest.mark.parametrize("game", ["amazons", "tanbo"])
def test_visits_show_the_share_of_each_move_in_the_search(game: str) -> None:
    (shown,) = asked("--game", game, "--player", "search:3", lines=("lz-genmove_analyze b",))
    visits = [int(each) for each in re.findall(r" visits (\d+)", shown)]
    assert visits[0] > 20 > min(visits)


def test_the_end_of_the_input_ends_a_stream(server: GtpDialogue) -> None:
    output = server.finish("lz-analyze\n")
    assert output.startswith("=\n")
    assert output.endswith("\n\n")
    assert server.status == 0


def test_genmove_works_after_a_stream_was_ended(server: GtpDialogue) -> None:
    output = server.finish("lz-analyze\nkata-analyze\n\nlz-analyze\ngenmove b\nquit\n")
    assert re.search(r"^= [a-zA-Z]\d+\n\n=\n\n\Z", output, re.MULTILINE)


@pytest.mark.parametrize("server", [("go", "9")], indirect=True)
def test_a_stream_leaves_out_the_moves_to_avoid(server: GtpDialogue) -> None:
    server.send("lz-analyze b 10")
    assert server.heard() == "="
    best = INFO.findall(server.heard())[0][0]
    server.send(f"lz-analyze b 10 avoid b {best} 1")
    while server.heard():
        pass
    assert server.heard() == "="
    moves = [move for move, _, _ in INFO.findall(server.heard())]
    assert moves
    assert best not in moves


@pytest.mark.parametrize("word", ["avoid", "allow"])
def test_avoid_and_allow_are_refused_where_a_move_is_chosen(word: str) -> None:
    (shown,) = asked("--player", "search:1", lines=(f"kata-search_analyze b {word} b E5 1",))
    assert shown == "? avoid and allow apply to the commands that stream"


@pytest.mark.slow
def test_the_search_analyzes_also_if_the_engine_of_1989_plays() -> None:
    (shown,) = asked(lines=("kata-search_analyze b maxmoves 2",))
    info, made = shown.splitlines()[1:]
    assert len(INFO.findall(info)) == 2
    assert made.startswith("play ")


@pytest.fixture
def thinker() -> Iterator[GtpDialogue]:
    """A server whose engine thinks for many seconds."""
    with closing(GtpDialogue("--seed", "1", "--player", "search:9")) as dialogue:
        yield dialogue


@pytest.mark.usefixtures("endless_search")
def test_gogui_can_interrupt_genmove(thinker: GtpDialogue) -> None:
    thinker.send("known_command gogui-interrupt")
    assert thinker.answer() == "= true"
    thinker.send("5 genmove b")
    thinker.send("# interrupt")
    assert re.match(r"=5 [A-T]\d+|\?5 gnugo-py level 9 was interrupted", thinker.answer())
    thinker.send("6 name")
    assert thinker.answer() == "=6 gnugo-py"


@pytest.mark.parametrize("server", [("go", "9")], indirect=True)
def test_an_interrupt_ends_a_stream_even_as_it_begins(server: GtpDialogue) -> None:
    for _ in range(5):
        server.send("lz-analyze b 10", "# interrupt")
        assert server.heard() == "="
        while line := server.heard():
            assert INFO.match(line)


def test_an_interrupt_between_commands_does_nothing(thinker: GtpDialogue) -> None:
    thinker.send("# interrupt\nboardsize 2\n# interrupt\ngenmove b\nname\n# interrupt\ngenmove w\nquit")
    assert [thinker.answer()[0] for _ in range(5)] == ["="] * 5
    thinker.finish()
    assert thinker.status == 0


def test_the_game_is_over_after_the_engine_resigned() -> None:
    mine = [f"play b {vertex}" for vertex in ("a1", "c1", "e1", "c3", "a5", "e5", "e3", "b2", "d2", "d4")]
    lines = ("boardsize 5", "komi 300", *mine, "genmove b", "gnugopy-best b", "lz-genmove_analyze b")
    *_, resigned, best, made = asked("--player", "search:2", "--resigns", lines=lines)
    assert (resigned, best, made) == ("= resign", "? game is over", "= \nplay pass")
