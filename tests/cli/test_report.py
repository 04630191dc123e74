"""Tests of `gnugo-py report`: which games belong to the player, what is said about them, and its outputs.

The analyst is an engine that knows what each move loses; see `oracle_engine`.
"""

import json
import os
from pathlib import Path

import pytest

from tests.support.analysts import ORACLE
from tests.support.paths import file_with
from tests.support.program import Finished, run

AGAINST_ENGINE = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[Ann]PW[GNU Go 3.8]DT[{}]RE[{}];B[ee];W[ec];B[ia])"
LEVEL = (
    "(;GM[1]FF[4]CA[UTF-8]AP[gnugo-py:3.0.0]SZ[9]RU[japanese]KM[6.5]PL[B]PB[Human]PW[gnugo-py level {level}]"
    'DT[2026-11-{day:02}]RE[{result}]GNUGOPY[{{"now": 2, "moves": 2, "players":'
    ' {{"White": {{"player": "search", "level": {level}, "seed": 1}}}}}}]\n;B[e{letter}]\n;W[fd])'
)


def report(*arguments: str | Path) -> Finished:
    return run("report", *map(str, arguments), "--analyst", ORACLE)


def data(*arguments: str | Path) -> dict[str, object]:
    done = report(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    loaded = json.loads(done.stdout)
    assert isinstance(loaded, dict)
    return loaded


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in which Black, against an engine, loses points with the third move."""
    return file_with(tmp_path / "ann.sgf", AGAINST_ENGINE.format("2026-11-03", "B+3.5"))


@pytest.fixture
def saves() -> Path:
    """The folder of the saved games."""
    folder = Path(os.environ["GNUGO_PY_SAVES"])
    folder.mkdir(exist_ok=True)
    return folder


def save_games(folder: Path, results: str, level: int = 3) -> None:
    """Write saved games against a level; `results` has a B or W for each winner."""
    for number, winner in enumerate(results):
        content = LEVEL.format(level=level, day=number + 1, result=f"{winner}+R", letter="abcdefghi"[number])
        (folder / f"game-{number}.sgf").write_text(content)


def test_the_moves_of_the_person_are_reported_in_a_game_against_an_engine(game: Path) -> None:
    found = data(game)
    assert (found["games"], found["moves"]) == (1, 2)
    assert found["by_month"] == {"2026-11": {"games": 1, "lost_per_move": 3.25}}
    assert found["worst"] == [{"file": str(game), "move": 3, "points_lost": 6.5}]


def test_a_player_is_found_by_name_whatever_the_case(game: Path) -> None:
    assert data(game, "--player", "gnu go 3.8")["lost_per_move"] == {
        "opening": 0.0,
        "middle": None,
        "end": None,
    }


def test_an_unknown_player_is_an_error_that_names_the_players(game: Path) -> None:
    done = report(game, "--player", "Lee")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "gnugo-py: no game has a player named Lee; the players are Ann, GNU Go 3.8\n"


def test_a_game_between_two_people_needs_a_name(tmp_path: Path) -> None:
    file = file_with(tmp_path / "two.sgf", AGAINST_ENGINE.format("2026", "B+R").replace("GNU Go 3.8", "Bob"))
    done = report(file)
    assert done.returncode == 2
    assert "it is unclear which player you are; use --player NAME; the players are Ann, Bob" in done.stderr
    assert data(file, "--player", "Bob")["games"] == 1


def test_the_same_game_counts_once(game: Path, tmp_path: Path) -> None:
    copy = file_with(tmp_path / "copy.sgf", game.read_bytes())
    assert data(game, copy)["games"] == 1


def test_moves_that_two_games_share_from_the_start_count_in_the_first_of_them(
    game: Path, tmp_path: Path
) -> None:
    later = game.read_text().replace("B[ia])", "B[ia];W[gg];B[ab])").replace("RE[B+3.5]", "")
    found = data(game, file_with(tmp_path / "later.sgf", later))
    assert (found["games"], found["moves"]) == (2, 3)
    assert found["worst"] == [{"file": str(game), "move": 3, "points_lost": 6.5}]


def test_moves_that_saved_games_share_belong_to_the_older_game(saves: Path) -> None:
    older = AGAINST_ENGINE.format("2026-11-03", "B+3.5")
    for name, content, time in (("a", older.replace("B[ia])", "B[ia];W[gg];B[ab])"), 2), ("b", older, 1)):
        os.utime(file_with(saves / f"{name}.sgf", content), (time, time))
    found = data()
    assert (found["games"], found["moves"]) == (2, 3)
    assert [each["file"] for each in found["worst"]] == ["b"]  # type: ignore[attr-defined]


def test_a_beginning_of_an_earlier_game_counts_only_for_its_result(game: Path, tmp_path: Path) -> None:
    unfinished = file_with(tmp_path / "a.sgf", AGAINST_ENGINE.format("2026", "").replace(";B[ia]", ""))
    assert data(game, unfinished)["games"] == 1
    resigned = file_with(tmp_path / "b.sgf", AGAINST_ENGINE.format("2026", "W+R").replace(";B[ia]", ""))
    found = data(game, resigned)
    assert (found["games"], found["moves"]) == (2, 2)


def test_moves_of_a_game_from_which_a_saved_one_goes_on_do_not_count(game: Path, tmp_path: Path) -> None:
    private = 'GNUGOPY[{"begun": 2, "players": {"White": {"player": "search", "level": 1, "seed": 1}}}]'
    begun = game.read_text().replace("SZ[9]", f"SZ[9]{private}")
    assert data(file_with(tmp_path / "begun.sgf", begun))["moves"] == 1


def test_the_same_moves_from_another_start_are_other_moves(game: Path, tmp_path: Path) -> None:
    handicap = game.read_text().replace("SZ[9]", "SZ[9]HA[2]AB[gc][cg]")
    found = data(game, file_with(tmp_path / "handicap.sgf", handicap))
    assert (found["games"], found["moves"]) == (2, 4)


def test_all_games_of_a_folder_and_of_a_collection_are_reported(tmp_path: Path) -> None:
    games = [
        AGAINST_ENGINE.format("2025-01-01", "W+R").replace("[ee]", f"[{point}]") for point in ("ee", "dd")
    ]
    (tmp_path / "two.sgf").write_text("\n".join(games))
    (tmp_path / "notes.txt").write_text("no game")
    found = data(tmp_path)
    assert found["games"] == 2
    assert [each["file"] for each in found["worst"]] == [  # type: ignore[attr-defined]
        f"{tmp_path / 'two.sgf'} (game {number})" for number in (1, 2)
    ]


def test_a_damaged_file_among_others_is_reported_and_left_out(game: Path) -> None:
    damaged = file_with(game.parent / "damaged.sgf", "nothing")
    done = report(game, damaged)
    assert done.returncode == 0
    assert done.stderr.startswith(f"gnugo-py: {damaged}: ")
    assert "Human: 1 game, 2 moves." in done.stdout


def test_games_of_other_kinds_are_left_out(tmp_path: Path) -> None:
    file = file_with(tmp_path / "hex.sgf", "(;GM[11]FF[4]SZ[11];B[a1];W[b2])")
    assert report(file).returncode == 2


def test_without_any_game_the_report_says_what_to_do() -> None:
    done = report()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "There are no games to report on; play one, or name files with games.\n"


def test_results_against_levels_give_a_rank_and_the_level_to_play_next(saves: Path) -> None:
    save_games(saves, "BWBW")
    found = data()
    assert found["levels"] == {"3": {"games": 4, "won": 2}}
    assert found["rank"] == {"estimate": "15k", "spread": 3}
    assert "your rank               about 15k, give or take 3 ranks; play level 3" in report().stdout


def test_two_results_are_too_few_for_a_rank(saves: Path) -> None:
    save_games(saves, "BW")
    assert data()["rank"] is None
    assert "known after 3 games against levels" in report().stdout


def test_the_changes_of_a_review_are_no_game(saves: Path) -> None:
    save_games(saves, "B")
    content = (saves / "game-0.sgf").read_text()
    (saves / "game-0-review.sgf").write_text(
        content.replace('{"now"', '{"review": 1, "now"').replace("[ea]", "[eb]")
    )
    assert data()["games"] == 1


def test_the_page_is_written_again_but_no_other_file_is_replaced(game: Path) -> None:
    page = game.parent / "report.html"
    for _ in range(2):
        assert report(game, "--html", page).returncode == 0
    assert "<h1>Human: 1 game, 2 moves</h1>" in page.read_text()
    page.write_text("<html>mine</html>")
    done = report(game, "--html", page)
    assert done.returncode == 2
    assert "already exists and is not a report by this program" in done.stderr


def test_names_in_files_are_text_on_the_page(game: Path, tmp_path: Path) -> None:
    file = file_with(tmp_path / "<b>.sgf", game.read_bytes())
    assert "&lt;b&gt;.sgf" in report(file, "--html", "-").stdout


def test_the_worst_positions_are_trained_on(game: Path) -> None:
    done = run("report", str(game), "--train", "--plain", "--analyst", ORACLE, typed="solution\n")
    assert done.returncode == 0
    assert "Move 3: Black played J9, marked ?, and lost about 6 points." in done.stdout
    assert "solution: C3." in done.stdout


@pytest.mark.parametrize("options", [("--json", "--train"), ("--json", "--html", "-")])
def test_only_one_output_can_be_chosen(options: tuple[str, ...]) -> None:
    done = report(*options)
    assert done.returncode == 2
    assert "--json, --html and --train cannot be combined" in done.stderr


def test_characters_that_change_the_direction_are_visible_on_the_page(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(
        "(;GM[1]SZ[9]KM[6.5]PB[Ann\u202e]PW[Bob];B[ee];W[cc])", encoding="utf-8"
    )
    page = tmp_path / "report.html"
    done = run("report", str(tmp_path / "game.sgf"), "--player", "Ann\u202e", "--html", str(page))
    assert done.returncode == 0
    assert "\u202e" not in page.read_text(encoding="utf-8")
