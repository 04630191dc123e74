"""Tests of `gnugo-py analyze`: the table, JSON, komi, and bad input."""

import json
import re
from pathlib import Path

import pytest
from sgfmill import sgf

from gnugo_py.record.sgf_reader import parse_game
from tests.support.paths import file_with
from tests.support.program import run

GAME = "(;GM[1]SZ[9]KM[7];B[ee];W[gc];B[aa];W[cg];B[ia];W[gg];B[ai];W[cc])"
"""Black plays in the corners while White surrounds the center."""


def test_each_move_is_a_line_of_json(file: Path) -> None:
    rows = [json.loads(line) for line in run("analyze", str(file), "--json").stdout.splitlines()]
    assert [row["move"] for row in rows] == list(range(1, 9))
    assert set(rows[0]) == {
        *("move", "color", "played", "best", "pv", "score_lead_before", "score_lead"),
        *("win_rate_before", "win_rate", "points_lost", "kind", "visits", "network"),
        *("words", "reason", "missed"),
    }
    assert [row["color"] for row in rows[:2]] == ["black", "white"]
    assert rows[2]["played"] == "A9"
    assert rows[2]["kind"] == "blunder"
    assert rows[2]["points_lost"] > 6
    assert rows[2]["score_lead_before"] > rows[2]["score_lead"]
    assert rows[2]["win_rate_before"] > rows[2]["win_rate"]
    assert all(row["points_lost"] >= 0 and 0 <= row["win_rate"] <= 1 for row in rows)


def test_the_table_lists_the_mistakes_and_the_moves_to_look_at(file: Path) -> None:
    output = run("analyze", str(file)).stdout
    assert re.search(
        r"^3 black A9: \d+\.\d points, better [A-J]\d, win rate \d+ % -> \d+ %$", output, re.MULTILINE
    )
    assert re.search(r"^Black: moves to look at: .*3", output, re.MULTILINE)
    assert re.search(r"^Black, points lost per move by phase: opening \d+\.\d\.$", output, re.MULTILINE)
    assert re.search(r"^White: 4 moves, \d+\.\d points lost per move; ", output, re.MULTILINE)


def test_visits_search_every_position(file: Path) -> None:
    rows = [
        json.loads(line) for line in run("analyze", str(file), "--json", "--visits", "9").stdout.splitlines()
    ]
    assert {row["visits"] for row in rows} <= set(range(2, 10))


def test_a_file_without_komi_is_analyzed_with_0_and_that_is_reported(tmp_path: Path) -> None:
    path = file_with(tmp_path / "old.sgf", "(;GM[1]SZ[9];B[ee])")
    leads = []
    for words in ((), ("--komi", "0"), ("--komi", "20")):
        done = run("analyze", str(path), "--json", *words)
        leads.append(json.loads(done.stdout)["score_lead"])
        assert ("names no komi; 0 is used" in done.stderr) is (not words)
    assert leads[0] == leads[1] > leads[2] + 10


def test_a_game_comes_from_standard_input_or_the_saved_games(file: Path, tmp_path: Path) -> None:
    piped = run("analyze", "-", "--json", typed=GAME).stdout
    saves = tmp_path / "saves"
    saves.mkdir()
    (saves / "mine.sgf").write_text(GAME)
    assert piped == run("analyze", "mine", "--json", "--saves", str(saves)).stdout != ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("(;GM[1]SZ[9])", "the game has no moves to analyze"),
        ("(;GM[11]SZ[5];B[a1])", "only games of Go"),
        ("no game", "not an SGF"),
    ],
)
def test_a_file_that_cannot_be_analyzed_is_refused_in_one_line(
    tmp_path: Path, content: str, message: str
) -> None:
    path = file_with(tmp_path / "game.sgf", content)
    done = run("analyze", str(path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_sgf_has_the_same_moves_with_values_and_better_lines(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.sgf"
    assert run("analyze", str(file), "--sgf", str(out)).returncode == 0
    game = sgf.Sgf_game.from_bytes(out.read_bytes())
    played = [node.get_move() for node in game.get_main_sequence()[1:]]
    original = sgf.Sgf_game.from_bytes(file.read_bytes())
    assert played == [node.get_move() for node in original.get_main_sequence()[1:]]
    assert all(0 <= float(node.get("SBKV")) <= 100 for node in game.get_main_sequence())
    assert all(abs(float(node.get("V"))) < 82 for node in game.get_main_sequence())
    assert all(float(node.get("SBKS")) == node.get("V") for node in game.get_main_sequence())
    bad = game.get_main_sequence()[3]
    assert bad.get("C").startswith("blunder: 3 black A9: ")
    assert len(bad.parent) == 2
    waiting = [parse_game(out.read_bytes()).root]
    while waiting:
        node = waiting.pop()
        _ = node.position  # raises UserError if a move is illegal
        waiting += node.children


def test_the_sgf_is_written_to_standard_output(file: Path) -> None:
    output = run("analyze", str(file), "--sgf", "-").stdout
    assert sgf.Sgf_game.from_string(output).get_size() == 9


@pytest.mark.parametrize(
    "words",
    [
        ["--json", "--sgf", "out.sgf"],
        ["--sgf", "{notes}"],
        ["--html", "{notes}"],
        ["--html", "-", "--sgf", "-"],
        ["--sgf", "no/such/out.sgf"],
    ],
)
def test_the_sgf_option_does_not_overwrite_other_files(file: Path, tmp_path: Path, words: list[str]) -> None:
    notes = file_with(tmp_path / "notes.txt", "my notes")
    done = run("analyze", str(file), *(word.format(notes=notes) for word in words))
    assert done.returncode == 2
    assert done.stdout == ""
    assert notes.read_text() == "my notes"
    assert "Traceback" not in done.stderr


def test_a_page_has_the_graph_the_comments_and_the_mistakes(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    assert run("analyze", str(file), "--html", str(out)).returncode == 0
    page = out.read_text(encoding="utf-8")
    assert '<svg id="graph"' in page
    assert "blunder: 3 black A9: " in page
    assert run("analyze", str(file), "--html", "-").stdout.startswith("<!DOCTYPE html>")


def test_a_suicide_is_analyzed_with_another_komi(tmp_path: Path) -> None:
    path = file_with(
        tmp_path / "suicide.sgf",
        "(;SZ[5]RU[Japanese]KM[6.5];B[aa];W[ab];B[cc];W[bb];B[dd];W[ca];B[ba];W[ee])",
    )
    done = run("analyze", "--komi", "7.5", "--json", str(path))
    assert (done.returncode, done.stdout.count("\n")) == (0, 8)
    assert "Move 7 is a suicide, which the rules forbid; it is executed anyway." in done.stderr
