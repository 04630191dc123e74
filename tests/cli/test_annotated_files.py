"""Tests of `analyze --sgf`: what it adds to a file, and that everything else in the file stays."""

from pathlib import Path

import pytest
from sgfmill import sgf

from tests.support.paths import file_with
from tests.support.program import run

STUDY = r"""(;GM[1]FF[4]SZ[9]KM[6.5]PB[Anna]EV[Club\]s]ZZ[unknown][twice]C[root \\ note]
;B[ee]C[good \] move]BL[590];W[gc](;B[ge];W[cg])(;B[cc]N[other];W[gg])(;B[dd]))
(;GM[1]FF[4]SZ[5]C[second game];B[aa])"""
BLUNDER = (
    "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc];B[ge];W[cg];B[aa];W[eg];B[ba];W[cc];B[ia];W[dg];B[ii])"
)


def analyzed(path: Path, *words: str) -> str:
    """Return the file that an analysis writes."""
    out = path.with_name("out.sgf")
    done = run("analyze", str(path), *words, "--sgf", str(out))
    assert done.returncode == 0, done.stderr
    return out.read_text(encoding="utf-8")


@pytest.fixture
def study(tmp_path: Path) -> Path:
    return file_with(tmp_path / "study.sgf", STUDY)


def test_comments_variations_unknown_properties_and_other_games_stay(study: Path) -> None:
    text = analyzed(study)
    for kept in (
        *(r"EV[Club\]s]", "ZZ[unknown][twice]", r"C[root \\ note]", r"C[good \] move]", "BL[590]"),
        "PB[Anna]",
        *(";B[cc]N[other]", ";W[gg]", ";B[dd]", "(;GM[1]FF[4]SZ[5]C[second game];B[aa])"),
    ):
        assert kept in text
    assert text.count("SBKV[") == 5
    root = sgf.Sgf_game.from_string(text).get_root()
    assert len(root[0][0]) == 3


def test_the_second_game_of_a_file_is_annotated_and_the_first_stays(study: Path) -> None:
    text = analyzed(study, "--number", "2")
    first, _, second = text.partition("(;CA[UTF-8]GM[1]FF[4]SZ[5]")
    assert first.strip() == STUDY.partition("\n(;GM[1]FF[4]SZ[5]")[0]
    assert second.count("SBKV[") == 2


def test_a_second_analysis_adds_nothing_twice(tmp_path: Path) -> None:
    path = file_with(tmp_path / "blunder.sgf", BLUNDER)
    once = analyzed(path)
    assert "blunder: " in once
    path.write_text(once)
    assert analyzed(path) == once


def test_text_in_another_encoding_is_written_in_utf_8(tmp_path: Path) -> None:
    path = file_with(
        tmp_path / "gbk.sgf",
        "(;GM[1]CA[GBK]SZ[9]KM[0]PB[李四光];B[ee])(;CA[GBK]SZ[9]PB[张三丰])".encode("gbk"),
    )
    text = analyzed(path)
    assert "PB[李四光]" in text
    assert "PB[张三丰]" in text
    assert "GBK" not in text


def test_an_annotated_saved_game_omits_the_data_for_resuming(tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", "0", "--color", "black", "--saves", str(tmp_path))
    run(*words, typed="e5\nc3\nsave mine\nquit\n")
    text = analyzed(tmp_path / "mine.sgf")
    assert "GNUGOPY" in (tmp_path / "mine.sgf").read_text()
    assert "GNUGOPY" not in text
    assert "C[" in text


def test_the_komi_option_is_written_to_the_file(study: Path) -> None:
    assert "KM[0.5]" in analyzed(study, "--komi", "0.5")
