"""Tests of the level that adapts: what two wins or two losses change, and why, as the form says."""

from __future__ import annotations

from pathlib import Path

import pytest

from gnugo_py.engines.level_ranks import LevelResult, adapted_to
from tests.app.test_rank_handicap import form
from tests.support.form import Form
from tests.support.program import run


def results(size: int, *games: tuple[int, int, str]) -> list[LevelResult]:
    """Return results of a person with Black, the latest last, as (level, handicap, `won` or `lost`)."""
    return [LevelResult(level, stones, size, True, word == "won") for level, stones, word in games][::-1]


def next_game(size: int, *games: tuple[int, int, str]) -> tuple[int, int]:
    return adapted_to(results(size, *games), size, 3)[:2]


@pytest.mark.parametrize(
    ("size", "level", "stones", "harder", "easier"),
    [
        (9, 3, 0, (4, 0), (2, 0)),
        (9, 1, 0, (2, 0), (1, 0)),
        (9, 9, 0, (9, 0), (8, 0)),
        (13, 3, 0, (4, 1), (2, 0)),
        (13, 7, 0, (8, 1), (7, 1)),
        (19, 3, 0, (4, 2), (3, 1)),
        (19, 4, 2, (4, 1), (3, 0)),
        (19, 4, 1, (4, 0), (4, 2)),
        (19, 7, 0, (8, 2), (7, 1)),
        (19, 8, 2, (8, 1), (7, 0)),
        (19, 8, 9, (8, 8), (7, 7)),
        (19, 1, 9, (1, 8), (1, 9)),
        (19, 9, 0, (9, 0), (9, 1)),
    ],
)
def test_two_wins_make_it_harder_and_two_losses_easier(
    size: int, level: int, stones: int, harder: tuple[int, int], easier: tuple[int, int]
) -> None:
    assert next_game(size, *[(level, stones, "won")] * 2) == harder
    assert next_game(size, *[(level, stones, "lost")] * 2) == easier


@pytest.mark.parametrize("size", [13, 19])
def test_two_losses_take_back_what_two_wins_changed(size: int) -> None:
    level, stones = 1, 0
    for _ in range(30):
        after = next_game(size, *[(level, stones, "won")] * 2)
        if (level, stones) != (9, 0):
            assert next_game(size, *[(*after, "lost")] * 2) == (level, stones)
        level, stones = after
    assert (level, stones) == (9, 0)


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ((), (3, 0)),
        (((5, 0, "won"),), (5, 0)),
        (((5, 0, "won"), (5, 0, "lost")), (5, 0)),
        (((5, 0, "lost"), (5, 0, "won"), (5, 0, "won")), (6, 0)),
        (((4, 0, "won"), (5, 0, "won")), (5, 0)),
        (((5, 2, "won"), (5, 0, "won")), (5, 0)),
    ],
)
def test_only_two_results_in_a_row_on_the_same_terms_count(
    games: tuple[tuple[int, int, str], ...], expected: tuple[int, int]
) -> None:
    assert next_game(9, *games) == expected


def test_other_boards_and_games_with_handicap_for_the_level_do_not_count() -> None:
    other = [LevelResult(7, 0, 13, True, True), LevelResult(8, 3, 9, False, False)]
    assert adapted_to([*other, *results(9, (5, 0, "won"))], 9, 3)[:2] == (5, 0)


def save(saves: Path, number: int, level: int, result: str, size: int = 9, handicap: int = 0) -> None:
    saves.mkdir(exist_ok=True)
    stones = f"HA[{handicap}]AB[dd][pp]" if handicap else ""
    (saves / f"{number}.sgf").write_text(
        f"(;GM[1]FF[4]SZ[{size}]RU[japanese]KM[6.5]{stones}PB[Human]PW[gnugo-py level {level}]RE[{result}]"
        'GNUGOPY[{"now": 1}];B[ee])'
    )


def test_the_form_says_why(tmp_path: Path) -> None:
    for number in range(2):
        save(tmp_path, number, 3, "B+R")
    shown = Form(tmp_path, "--size", "9").press("level adapts\r")
    assert "adapts to you (level 4, because you won twice at level 3)" in " ".join(shown.shown.split())
    assert shown.title == "Go against the computer, level 4"


def test_the_handicap_of_the_form_adapts_too(tmp_path: Path) -> None:
    words = ("--size", "19", "--level", "adapts")
    for number in range(2):
        save(tmp_path, number, 8, "W+R", 19, 2)
    rows = Form(tmp_path, *words, columns=110).rows
    assert rows["Level"] == "adapts to you (level 7, because you lost twice at level 8 with 2 stones)"
    assert rows["Handicap"].startswith("0")
    for number in range(2, 4):
        save(tmp_path, number, 7, "B+R", 19)
    rows = Form(tmp_path, *words, columns=110).rows
    assert rows["Handicap"] == "2 stones, because you won twice at level 7"


def test_the_choice_is_kept_for_the_next_game(tmp_path: Path) -> None:
    Form(tmp_path, "--size", "9").press("level adapts\r").play_and_quit()
    assert form(tmp_path)["Level"] == "adapts to you (level 3)"


def test_the_command_line_starts_at_the_adapted_level(tmp_path: Path) -> None:
    for number in range(2):
        save(tmp_path, number, 7, "B+R", 19)
    words = ("play", "--plain", "--level", "adapts", "--saves", str(tmp_path))
    output = run(*words, typed="quit\n").stdout
    assert "Level 8, 2 handicap stones, because you won twice at level 7." in output
    assert "gnugo-py level 8" in output
    assert "Level 3." in run(*words, "--size", "9", typed="quit\n").stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--level", "adapt"), "is not a level from 1 to 9, or adapts"),
        (("--level", "10"), "is not a level from 1 to 9, or adapts"),
        (("--level", "adapts", "--game", "hex"), "works only in Go"),
        (("--level", "adapts", "--opponent", "classic"), "--level applies to search only"),
    ],
)
def test_what_cannot_adapt_is_refused(words: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    done = run("play", "--plain", *words, "--saves", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
