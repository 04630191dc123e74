"""Tests of the file of a game in review and of the copy with its changes."""

from pathlib import Path

import pytest

from gnugo_py import parse_game
from gnugo_py.games.types import UserError
from gnugo_py.storage.autosave import ReviewFile
from gnugo_py.storage.save_store import SaveStore

GAME = b"(;GM[1]SZ[9];B[ee])"


def test_a_copy_gets_a_number_if_its_name_is_taken(tmp_path: Path) -> None:
    path, tree = tmp_path / "game.sgf", parse_game(GAME)
    path.write_bytes(GAME)
    (tmp_path / "game-review.sgf").write_bytes(b"of the person")
    file = ReviewFile(SaveStore(tmp_path / "saves"), path)
    assert file.earlier_copy == tmp_path / "game-review.sgf"
    tree.root.add("C3")
    file.write_copy(tree)
    assert file.copy == tmp_path / "game-review-2.sgf"
    tree.root.add("D3")
    file.write_copy(tree)
    assert parse_game(file.copy.read_bytes()).variation_count == 2
    assert file.save(tree) == f"Saved as {path}."
    assert parse_game(path.read_bytes()).variation_count == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game-review.sgf", "game.sgf"]


def test_a_game_from_standard_input_has_its_copy_in_the_save_folder(tmp_path: Path) -> None:
    file = ReviewFile(SaveStore(tmp_path), None)
    file.write_copy(parse_game(GAME))
    assert file.copy == tmp_path / "stdin-review.sgf"
    with pytest.raises(UserError, match="from standard input; type save NAME"):
        file.save(parse_game(GAME))
    assert file.save_as(GAME, "mine.sgf") == f"Saved as {tmp_path / 'mine.sgf'}."
    assert [each.name for each in tmp_path.iterdir()] == ["mine.sgf"]


def test_a_symbolic_link_stays_and_its_file_gets_the_changes(tmp_path: Path) -> None:
    path, link, tree = tmp_path / "game.sgf", tmp_path / "link.sgf", parse_game(GAME)
    path.write_bytes(GAME)
    link.symlink_to(path)
    tree.root.add("C3")
    ReviewFile(SaveStore(tmp_path / "saves"), link).save(tree)
    assert link.is_symlink()
    assert parse_game(path.read_bytes()).variation_count == 1


def test_a_removed_file_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(GAME)
    file = ReviewFile(SaveStore(tmp_path / "saves"), path)
    path.unlink()
    file.save(parse_game(GAME))
    assert path.exists()


@pytest.mark.parametrize("name", ["a" * 250, "\u56f2" * 83])
def test_a_long_name_is_cut_in_the_name_of_the_copy(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.sgf"
    path.write_bytes(GAME)
    file = ReviewFile(SaveStore(tmp_path / "saves"), path)
    file.write_copy(parse_game(GAME))
    assert file.copy is not None
    assert file.copy.parent == tmp_path
