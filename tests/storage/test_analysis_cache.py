"""Tests of the cache of analyses: loading, damaged files, and removal of old files."""

import os
from pathlib import Path

import pytest

from gnugo_py import GO
from gnugo_py.engines.analysis import MistakeWords
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.go.position import GoPosition
from gnugo_py.storage import analysis_cache
from gnugo_py.storage.analysis_cache import AnalysisCache
from gnugo_py.study.game_analysis import GameAnalysis
from tests.support.boards import played


def positions(komi: float = 6.5) -> list[GoPosition]:
    made = [GoPosition.start(5, "japanese", komi=komi)]
    for vertex in ("C3", "C2", "B2"):
        made.append(played(made[-1], vertex))
    return made


def analyzed() -> GameAnalysis:
    analysis = GameAnalysis(positions())
    for _ in analysis.run(SearchEngine(GO, 9)):
        pass
    return analysis


def test_an_analysis_is_found_again_with_all_its_values(tmp_path: Path) -> None:
    analysis, cache = analyzed(), AnalysisCache(tmp_path / "new", "analyst")
    cache.store(analysis)
    again = cache.load(positions())
    assert again is not None
    assert again.is_complete
    assert None not in analysis.judgments
    assert again.judgments == analysis.judgments
    assert again.first_leads == analysis.first_leads


def test_the_words_for_mistakes_are_found_again(tmp_path: Path) -> None:
    analysis, cache = analyzed(), AnalysisCache(tmp_path, "analyst")
    analysis.words[2] = MistakeWords("After C2, White B2.", "D4 was better.", "too small")
    cache.store(analysis)
    again = cache.load(positions())
    assert again is not None
    assert again.words == analysis.words


def test_an_analysis_by_an_older_method_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = AnalysisCache(tmp_path, "analyst")
    with monkeypatch.context() as before:
        before.setattr(analysis_cache, "_METHOD", 2)
        cache.store(analyzed())
    assert cache.load(positions()) is None


@pytest.mark.parametrize("change", ["komi", "analyst", "moves", "game"])
def test_analyses_are_stored_separately_for_each_game_and_analyst(tmp_path: Path, change: str) -> None:
    AnalysisCache(tmp_path, "analyst").store(analyzed())
    asked = positions(7.5 if change == "komi" else 6.5)
    asked = asked[:-1] if change == "moves" else asked
    cache = AnalysisCache(tmp_path, "other" if change == "analyst" else "analyst")
    assert (cache.load(asked) is None) is (change != "game")


@pytest.mark.parametrize(
    "content",
    ["", "null", "[]", "[1, 2, 3, 4]", "[[], [], [], []]", '[["x", 1, 1, 1, []]]', "[" * 9000, "\x00\xff"],
)
def test_a_damaged_file_is_ignored(tmp_path: Path, content: str) -> None:
    cache = AnalysisCache(tmp_path, "analyst")
    cache.store(analyzed())
    (file,) = tmp_path.iterdir()
    file.write_text(content)
    assert cache.load(positions()) is None


@pytest.mark.parametrize("change", [(b'"D3"', b'"Z?"'), (b"0.", b"1."), (b"[", b""), (b"\n", b"\n ")])
def test_a_file_that_was_changed_is_ignored(tmp_path: Path, change: tuple[bytes, bytes]) -> None:
    cache = AnalysisCache(tmp_path, "analyst")
    cache.store(analyzed())
    (file,) = tmp_path.iterdir()
    before = file.read_bytes()
    file.write_bytes(before.replace(*change, 1))
    assert file.read_bytes() != before
    assert cache.load(positions()) is None


def test_a_file_under_the_name_of_another_game_is_ignored(tmp_path: Path) -> None:
    cache = AnalysisCache(tmp_path, "analyst")
    cache.store(analyzed())
    (file,) = tmp_path.iterdir()
    cache.store(GameAnalysis(positions()[:2]))
    (other,) = set(tmp_path.iterdir()) - {file}
    file.replace(other)
    assert cache.load(positions()[:2]) is None


def test_only_the_newest_are_kept_and_other_files_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_cache, "MAX_CACHED_ANALYSES", 2)
    (tmp_path / "mine.json").write_text("{}")
    for name in "abc":
        AnalysisCache(tmp_path, name).store(analyzed())
    assert len(list(tmp_path.glob("analysis-*.json"))) == 2
    assert (tmp_path / "mine.json").exists()


def test_files_from_the_future_are_removed_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_cache, "MAX_CACHED_ANALYSES", 2)
    for name in "ab":
        AnalysisCache(tmp_path, name).store(analyzed())
    for path in tmp_path.iterdir():
        os.utime(path, (5e9, 5e9))
    cache = AnalysisCache(tmp_path, "c")
    cache.store(analyzed())
    assert cache.load(positions()) is not None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    AnalysisCache(tmp_path / "file", "analyst").store(analyzed())


def test_what_a_killed_program_has_left_in_the_folder_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".analysis-0.json.0123456789abcdef.new").touch()
    AnalysisCache(tmp_path, "analyst").store(analyzed())
    (stored,) = tmp_path.iterdir()
    assert stored.suffix == ".json"
