"""Tests of the search engine within the program: command line, saved games, GTP, advice."""

import json
import re
import time
from pathlib import Path

import pytest

from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.go.position import GO
from tests.support.paths import file_with
from tests.support.program import run

GAME = ("--game", "hex", "--size", "5", "--color", "black", "--level", "2", "--seed", "5", "--plain")
WHY = {
    "go": ("= Black leads by", "= White leads by", "= The game is even"),
    "hex": ("= It ", "= Shortest paths between the edges: "),
    **dict.fromkeys(("amazons", "tanbo"), ("= search, level 1:",)),
}
"""How the explanation of a move begins."""
MOVES = ["c2", "b4", "d2", "a5", "e1"]


def replies(output: str) -> list[str]:
    return re.findall(r"^my move: (\S+)$", output, re.MULTILINE)


def test_a_resumed_game_gives_the_same_moves(tmp_path: Path) -> None:
    whole = run("play", *GAME, "--saves", str(tmp_path / "one"), typed="\n".join([*MOVES, "quit\n"]))
    folder = str(tmp_path / "two")
    first = run("play", *GAME, "--saves", folder, typed="\n".join([*MOVES[:2], "save two", "quit\n"]))
    rest = run("--resume", "two", "--plain", "--saves", folder, typed="\n".join([*MOVES[2:], "quit\n"]))
    assert replies(first.stdout) + replies(rest.stdout) == replies(whole.stdout)
    assert len(replies(whole.stdout)) >= 2
    assert '"player": "search", "level": 2, "seed": 5' in (tmp_path / "two" / "two.sgf").read_text()


def test_the_same_move_after_undo_gets_the_same_answer(tmp_path: Path) -> None:
    output = run("play", *GAME, "--saves", str(tmp_path), typed="c2\nundo\nc2\nundo\nc2\nquit\n").stdout
    assert len(set(replies(output))) == 1


def test_the_search_engine_is_the_default_in_tanbo_and_gives_hints(tmp_path: Path) -> None:
    words = ("--game", "tanbo", "--size", "9", "--color", "white", "--seed", "2", "--plain")
    output = run("play", *words, "--saves", str(tmp_path), typed="hint 4\nwhy\nquit\n").stdout
    assert re.search(r"^my move: [A-J]\d$", output, re.MULTILINE)
    assert "gnugo-py level 4 would play" in output
    assert "Principal variation: " in output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--opponent", "search:0"], "use a level from 1 to 9, as in search:5"),
        (["--opponent", "search:ten"], "use a level from 1 to 9"),
        (["--opponent", "search:"], "invalid search level ''; use a level from 1 to 9"),
        (["--opponent", "search:2", "--level", "5"], "Use --opponent search --level 5, or omit --level"),
        (["--opponent", "classic", "--level", "5"], "--level applies to search only."),
        (["--opponent", "human", "--level", "5"], "--level applies to search only."),
        (["--opponent", "classic", "--resigns"], "--resigns applies to search only;"),
        (["--opponent", "human", "--time", "5"], "--time applies to search and GTP engines only;"),
        (["--level", "10"], "'10' is not a level from 1 to 9"),
        (["--game", "hex", "--opponent", "classic"], "classic plays only Go,"),
    ],
)
def test_invalid_engine_options_are_refused(words: list[str], message: str, tmp_path: Path) -> None:
    typed = "c2\n"
    done = run("play", *words, "--plain", "--color", "black", "--saves", str(tmp_path), typed=typed)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert message.split(" plays")[0] in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["gtp", "--resigns"],
        ["gtp", "--player", "classic", "--time", "3"],
        ["match", "classic", "classic", "--resigns"],
        ["match", "classic", "classic", "--time", "3"],
    ],
)
def test_a_search_option_without_a_search_engine_is_refused(words: list[str]) -> None:
    done = run(*words, typed="quit\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{words[-1] if words[-1] != '3' else '--time'} applies to search" in done.stderr


@pytest.mark.parametrize(("game", "size"), [("go", 9), ("hex", 5), ("amazons", 6), ("tanbo", 9)])
def test_gtp_serves_the_search_engine_in_every_game(game: str, size: int) -> None:
    commands = (
        f"boardsize {size}\nclear_board\ngenmove b\ngomill-explain_last_move\ngenmove w\nundo\ngenmove w\n"
    )
    done = run("gtp", "--game", game, "--player", "search:1", "--seed", "4", typed=commands)
    answers = [answer.strip() for answer in done.stdout.split("\n\n")]
    assert answers[3].startswith(WHY[game])
    assert answers[4] == answers[6]
    assert answers[4].startswith("= ")


def test_it_explains_any_position_of_a_file(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;GM[18]SZ[6];B[bfbdbe])")
    done = run("explain", str(file), "--player", "search:1", "--json")
    output = json.loads(done.stdout)["positions"]
    assert [(each["move"], each["to_play"]) for each in output] == [(0, "black"), (1, "white")]
    assert output[1]["plays"] in output[1]["why"][0]
    assert output[1]["plays"] == output[1]["best"][0]["move"] == output[1]["line"][0]
    one = run("explain", str(file), "--player", "search:1", "--json", "--move", "1")
    assert json.loads(one.stdout) == output[1]
    assert "+" not in run("explain", str(file), "--player", "search:1").stderr
    assert run("explain", str(file), "--player", "gnugo").returncode == 2


def test_it_returns_the_ownership_in_go(tmp_path: Path) -> None:
    file = tmp_path / "wall.sgf"
    black, white = ("".join(f"[{column}{row}]" for row in "abcdefghi") for column in "ce")
    file.write_text(f"(;GM[1]SZ[9]KM[0]AB{black}AW{white}PL[B])")
    done = run("explain", str(file), "--player", "search:2", "--json", "--move", "0")
    owners = json.loads(done.stdout)["owners"]
    assert owners["C5"] > 0.7
    assert owners["B5"] > owners["D5"] > owners["F5"]
    assert owners["E5"] < -0.5


@pytest.mark.slow
def test_a_hint_of_any_level_can_be_asked_for_in_any_game(tmp_path: Path) -> None:
    words = ("--size", "9", "--color", "black", "--handicap", "0", "--seed", "2", "--plain")
    output = run("play", *words, "--saves", str(tmp_path), typed="hint\nhint 2\nhint 10\nquit\n").stdout
    assert "gnugo-py level 9 would play" in output
    assert re.search("^GNU Go 1.1 would play [A-J][1-9]:$", output, re.MULTILINE)
    assert "gnugo-py level 2 would play" in output
    assert "hint LEVEL with a level from 1 to 9" in output


def test_it_resigns_only_when_it_is_asked_to(tmp_path: Path) -> None:
    lost = (
        "boardsize 9",
        *(f"play b {letter}{row}\nplay w pass" for letter in "BDFH" for row in range(1, 10)),
        "genmove w",
    )
    polite = run("gtp", "--player", "search:2", "--resigns", typed="\n".join(lost)).stdout.split()[-1]
    stubborn = run("gtp", "--player", "search:2", typed="\n".join(lost)).stdout.split()[-1]
    assert polite == "resign"
    assert stubborn != "resign"


@pytest.mark.parametrize(("level", "seed"), [(1, 0), (3, 5)])
def test_the_search_engine_does_not_resign_at_the_start_of_a_handicap_game(level: int, seed: int) -> None:
    setup = "boardsize 19\nfixed_handicap 9\ngenmove w\n"
    words = ("gtp", "--player", f"search:{level}", "--resigns", "--seed", str(seed))
    assert "resign" not in run(*words, typed=setup).stdout


@pytest.mark.parametrize(
    ("first", "is_swapped"), [("f6", True), ("d4", True), ("c9", True), ("a1", False), ("k11", False)]
)
def test_it_swaps_a_first_stone_that_is_too_good(first: str, is_swapped: bool) -> None:
    words = ("gtp", "--game", "hex", "--first-move", "swap", "--player", "search:2", "--seed", "1")
    output = run(*words, typed=f"play b {first}\ngenmove w").stdout
    assert ("swap" in output) is is_swapped


def test_it_says_why_it_swaps(tmp_path: Path) -> None:
    words = ("--game", "hex", "--size", "11", "--first-move", "swap", "--color", "black", "--level", "2")
    output = run("play", *words, "--plain", "--saves", str(tmp_path), typed="f6\nwhy\nquit\n").stdout
    assert "A first stone on the third line or farther from the edge is strong," in output


def test_the_first_stone_is_not_too_strong_under_the_swap_rule() -> None:
    for seed in range(6):
        output = run(
            *("gtp", "--game", "hex", "--first-move", "swap", "--player", "search:2", "--seed", str(seed)),
            typed="genmove b",
        ).stdout
        column, row = output.split()[1][0], int(output.split()[1][1:])
        assert column in "abjk" or row in (1, 2, 10, 11)


def test_the_search_engine_passes_when_all_territory_is_settled() -> None:
    """Two walls from edge to edge, with enough stones behind each for the group to live."""
    walls = [f"play b D{row}\nplay w E{row}" for row in range(1, 10)]
    behind = [f"play b B{row}\nplay w G{row}" for row in range(2, 9)]
    setup = "\n".join(["boardsize 9", *walls, *behind, "play b C5", "play w F5", "genmove b"])
    for seed in "123":
        words = ("gtp", "--rules", "japanese", "--player", "search:3", "--seed", seed)
        assert run(*words, typed=setup).stdout.split()[-1] == "pass"


@pytest.mark.slow
def test_higher_levels_have_more_visits_on_19x19() -> None:
    start = GO.start({"size": 19})
    efforts = [SearchEngine(GO, level, 1).choose(start, None).analysis for level in (5, 6, 7)]
    counts = [each.visits for each in efforts if each is not None]
    assert counts == sorted(set(counts))
    assert len(counts) == 3


def test_the_time_option_limits_the_search(tmp_path: Path) -> None:
    began = time.monotonic()
    done = run("gtp", "--game", "amazons", "--player", "search:9", "--time", "1", typed="genmove b\n")
    assert re.match(r"= \w\d+-\w\d+/\w\d+", done.stdout)
    assert time.monotonic() - began < 6
