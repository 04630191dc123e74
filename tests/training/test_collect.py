"""Tests of making training data from SGF files with an engine; they do not need PyTorch."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from gnugo_py.games.types import Color
from tests.support.paths import DATA
from training.collect import KOMI, Row, drawn_positions, parse_answer, query, read_games, save_labelled
from training.data import Source

SENT, RECEIVED = (json.loads(line) for line in (DATA / "kata-analysis.jsonl").read_text().splitlines())

ENGINE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"policy": [0.0] * 81 + [1.0], "ownership": [0.5] * 81, "rootInfo": {"scoreLead": 2.0}}
    print(json.dumps(answer | {"id": asked["id"]}), flush=True)
"""


def test_a_query_equals_a_recorded_query_to_katago() -> None:
    point, other = 4 * 9 + 4, 6 * 9 + 2
    asked = query("a", [point, other], 9)
    assert asked == SENT["sent"]


def test_a_query_contains_passes() -> None:
    assert query("b", [81], 9)["moves"] == [["B", "pass"]]


@pytest.mark.parametrize(("view", "sign"), [("black", 1), ("white", -1), ("to-move", 1)])
def test_a_katago_answer_becomes_a_label_from_the_view_of_black(view: str, sign: int) -> None:
    label = parse_answer(RECEIVED["received"], Color.BLACK, view)
    assert label.policy.max() == 255
    assert len(label.policy) == 82
    assert label.score == pytest.approx(sign * RECEIVED["received"]["rootInfo"]["scoreLead"] + KOMI)
    assert label.ownership[4 * 9 + 4] == sign * 8


def test_games_are_read_from_collections_and_others_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    game = "SZ[9]RE[{}];B[ee];W[cc];B[])"
    games = [f"(;{game.format(result)}" for result in ("B+3", "W+R", "0", "?")]
    file.write_text("".join([*games, "(;SZ[13]RE[B+R];B[aa])", "(;SZ[9]RE[B+R]AB[aa];W[bb])"]))
    found = list(read_games([file, tmp_path / "none.sgf"], 9))
    assert found == [Row([40, 20, 81], 1), Row([40, 20, 81], -1)]


def test_labels_of_an_engine_are_saved_as_a_source(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE)
    rows = drawn_positions([Row([40, 20, 81], 1)], 2, np.random.default_rng(1))
    save_labelled(tmp_path / "out.npz", rows, f"{sys.executable} {engine}", 9, "black")
    source = Source(tmp_path / "out.npz", held_out=0)
    sample = source.batch(np.random.default_rng(1), 1)[0]
    assert (source.kind, source.rows, source.size) == ("labelled", 2, 9)
    assert abs(sample.score) == 2 + KOMI
    assert sample.policy.argmax() == 81
