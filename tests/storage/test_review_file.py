"""Tests of the file of a game in review and of the copy with its changes."""

import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gnugo_py import Tree, parse_game
from gnugo_py.games.types import UserError
from gnugo_py.storage.file_locks import FileLock
from gnugo_py.storage.review_file import ReviewFile
from gnugo_py.storage.save_store import SaveStore
from tests.support.trees import variation_count

GAME = b"(;GM[1]SZ[9];B[ee])"
OTHER = b"(;GM[1]SZ[9];B[aa])"

Review = Callable[[Path], ReviewFile]


@pytest.fixture
def review(saves: Path) -> Review:
    """Return what begins a review of a file."""
    return lambda path: ReviewFile(SaveStore(saves), path, path.read_bytes())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with a game, alone in its folder."""
    file = tmp_path / "games" / "game.sgf"
    file.parent.mkdir()
    file.write_bytes(GAME)
    return file


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def with_move(vertex: str, content: bytes = GAME) -> Tree:
    """Return a game with a variation."""
    tree = parse_game(content)
    tree.root.add(vertex)
    return tree


def n_variations(file: Path | None) -> int:
    assert file is not None
    return variation_count(parse_game(file.read_bytes()))


def test_a_copy_gets_a_number_if_its_name_is_taken(review: Review, path: Path) -> None:
    taken = path.with_name("game-review.sgf")
    taken.write_bytes(b"of the person")
    file, tree = review(path), with_move("C3")
    assert file.earlier_copy == taken
    file.write_copy(tree)
    assert file.copy == path.with_name("game-review-2.sgf")
    tree.root.add("D3")
    file.write_copy(tree)
    assert n_variations(file.copy) == 2
    assert file.save(tree) == f"Saved as {path}."
    assert n_variations(path) == 2
    assert names(path.parent) == ["game-review.sgf", "game.sgf"]


def test_a_game_from_standard_input_has_its_copy_in_the_save_folder(saves: Path) -> None:
    file = ReviewFile(SaveStore(saves), None, GAME)
    file.write_copy(parse_game(GAME))
    assert file.copy == saves / "unnamed-review.sgf"
    with pytest.raises(UserError, match="has no file yet; type save NAME"):
        file.save(parse_game(GAME))
    assert file.save_as(GAME, "mine.sgf") == f"Saved as {saves / 'mine.sgf'}."
    assert names(saves) == ["mine.sgf"]


def test_a_symbolic_link_stays_and_its_file_gets_the_changes(review: Review, path: Path) -> None:
    link = path.with_name("link.sgf")
    link.symlink_to(path)
    review(link).save(with_move("C3"))
    assert link.is_symlink()
    assert n_variations(path) == 1


@pytest.mark.parametrize("name", ["a" * 240, "\u56f2" * 80])
def test_long_names_are_cut_in_the_names_of_the_copies_and_stay_different(
    name: str, review: Review, path: Path
) -> None:
    copies = set()
    for stem in (f"{name}1", f"{name}2"):
        path = path.rename(path.with_name(f"{stem}.sgf"))
        file = review(path)
        file.write_copy(parse_game(GAME))
        assert file.earlier_copy == file.copy
        copies.add(file.copy)
    assert len(copies) == 2
    assert {path.parent} == {copy.parent for copy in copies if copy is not None}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"(;SZ[9];B[ee] W)", "Line 1: text outside values is ignored: W."),
        (
            b"(;SZ[9]PB[J\xfc];B[ee])",
            "The file does not name its encoding; Latin-1 is used (see --encoding).",
        ),
        (b"(;SZ[9];B[ee]", "The file is damaged or incomplete; only the part before the damage is read."),
    ],
)
def test_a_file_that_was_repaired_or_guessed_is_not_overwritten(
    review: Review, path: Path, content: bytes, reason: str
) -> None:
    path.write_bytes(content)
    file, tree = review(path), parse_game(content)
    tree.root.add("C3")
    copy = path.with_name("game-review.sgf")
    assert file.save(tree) == f"game.sgf is left as it is. {reason} Saved as {copy}."
    assert path.read_bytes() == content
    assert n_variations(copy) == 1
    tree.root.add("D3")
    file.write_copy(tree)
    assert file.save(tree) == f"Saved as {copy}."
    assert (n_variations(copy), path.read_bytes()) == (2, content)
    assert names(path.parent) == ["game-review.sgf", "game.sgf"]


def test_a_copy_that_another_review_has_saved_is_neither_replaced_nor_removed(
    review: Review, path: Path
) -> None:
    first = review(path)
    assert first.write_copy(with_move("C3")) == ""
    copy = first.copy
    assert copy is not None
    second, saved = review(copy), parse_game(copy.read_bytes())
    saved.root.add("D4")
    second.save(saved)

    notice = first.write_copy(with_move("G7"))
    assert first.copy == path.with_name("game-review-2.sgf")
    assert (
        notice == f"Another program changed or removed game-review.sgf. The changes are now in {first.copy}."
    )
    assert parse_game(copy.read_bytes()).root.children[-1].move_text == "D4"
    first.save(with_move("G7"))
    assert names(path.parent) == ["game-review.sgf", "game.sgf"]


@pytest.mark.parametrize("end", ["save", "save as", "discard"])
def test_a_copy_that_another_program_has_changed_stays_at_the_end_of_the_review(
    review: Review, path: Path, end: str
) -> None:
    file, tree = review(path), with_move("C3")
    file.write_copy(tree)
    assert file.copy is not None
    copy = file.copy
    copy.write_bytes(OTHER)
    if end == "save":
        file.save(tree)
    elif end == "save as":
        file.save_as(tree.write(), "mine")
    else:
        file.discard()
    assert copy.read_bytes() == OTHER


def test_a_copy_that_is_played_in_another_window_is_left_to_it(review: Review, path: Path) -> None:
    file = review(path)
    file.write_copy(with_move("C3"))
    assert file.copy is not None
    copy, content = file.copy, file.copy.read_bytes()
    lock = FileLock(copy)
    file.write_copy(with_move("D4"))
    lock.release()
    assert copy.read_bytes() == content
    assert file.copy == path.with_name("game-review-2.sgf")


def test_a_copy_that_another_program_has_removed_is_written_again(review: Review, path: Path) -> None:
    file = review(path)
    file.write_copy(with_move("C3"))
    assert file.copy is not None
    file.copy.unlink()
    assert file.write_copy(with_move("D4")) == ""
    assert n_variations(file.copy) == 1


def test_reviews_that_begin_at_the_same_time_have_copies_of_their_own(review: Review, path: Path) -> None:
    files, vertices = [review(path) for _ in range(8)], ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"]
    with ThreadPoolExecutor(len(files)) as pool:
        list(pool.map(lambda file, vertex: file.write_copy(with_move(vertex)), files, vertices))
    moves = [parse_game(file.copy.read_bytes()).root.children[-1].move_text for file in files if file.copy]
    assert moves == vertices


def test_a_file_that_was_changed_after_it_was_read_for_the_review_is_left_as_it_is(
    saves: Path, path: Path
) -> None:
    path.write_bytes(OTHER)
    file = ReviewFile(SaveStore(saves), path, GAME)
    assert "Another program changed game.sgf" in file.save(with_move("C3"))
    assert path.read_bytes() == OTHER


@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_a_write_protected_file_is_not_replaced(review: Review, path: Path, mode: int) -> None:
    path.chmod(mode)
    file, tree = review(path), with_move("C3")
    file.write_copy(tree)
    with pytest.raises(UserError, match=f"^{path}: no permission to change it; type save NAME$"):
        file.save(tree)
    assert path.read_bytes() == GAME
    assert n_variations(file.copy) == 1
    assert file.save_as(tree.write(), "mine").startswith("Saved as")


def test_a_renamed_file_is_not_written_again(review: Review, path: Path) -> None:
    file, tree = review(path), with_move("C3")
    path.rename(path.with_name("renamed.sgf"))
    file.write_copy(tree)
    with pytest.raises(UserError, match=r"renamed or removed the file; type save NAME$"):
        file.save(tree)
    assert names(path.parent) == ["game-review.sgf", "renamed.sgf"]


@pytest.mark.parametrize("has_copy", [False, True])
def test_a_removed_folder_is_not_made_again(review: Review, path: Path, saves: Path, has_copy: bool) -> None:
    file, tree = review(path), with_move("C3")
    if has_copy:
        file.write_copy(tree)
    shutil.rmtree(path.parent)
    file.write_copy(tree)
    with pytest.raises(UserError, match=r"No such file or directory; type save NAME$"):
        file.save(tree)
    assert not path.parent.exists()
    assert file.copy is not None
    assert file.copy.parent == saves
    assert n_variations(file.copy) == 1


def test_an_earlier_copy_is_found_also_if_only_one_with_a_number_is_left(review: Review, path: Path) -> None:
    copy = path.with_name("game-review-2.sgf")
    copy.write_bytes(GAME)
    path.with_name("game-2-review.sgf").write_bytes(GAME)
    assert review(path).earlier_copy == copy


def test_the_earlier_copy_that_was_written_last_is_named(review: Review, path: Path) -> None:
    for number, name in enumerate(("game-review-10.sgf", "game-review-3.sgf", "game-review.sgf")):
        path.with_name(name).write_bytes(GAME)
        os.utime(path.with_name(name), (1000 - number, 1000 - number))
    assert review(path).earlier_copy == path.with_name("game-review-10.sgf")


@pytest.mark.parametrize("others_name", ["game.sgf", "game.gib"])
def test_copies_of_files_that_are_named_alike_are_not_confused(
    review: Review, path: Path, others_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two files in folders that cannot be written, or of two kinds in one folder."""
    other = (
        path.parent.parent / "other" / others_name
        if others_name == path.name
        else path.with_name(others_name)
    )
    other.parent.mkdir(exist_ok=True)
    annas_game = GAME.replace(b"SZ[9]", b"SZ[9]PB[Anna]")
    other.write_bytes(annas_game)
    if others_name == path.name:
        make_read_only(monkeypatch, path.parent, other.parent)
    one, two = review(path), review(other)
    one.write_copy(with_move("C3"))
    assert two.earlier_copy is None
    two.write_copy(with_move("C3", annas_game))
    assert review(path).earlier_copy == one.copy
    assert review(other).earlier_copy == two.copy


def test_the_copy_of_a_file_in_a_folder_that_cannot_be_written_has_the_same_name(
    review: Review, path: Path, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_read_only(monkeypatch, path.parent)
    file = review(path)
    file.write_copy(with_move("C3"))
    assert (file.copy, review(path).earlier_copy) == (saves / "game-review.sgf", saves / "game-review.sgf")


def make_read_only(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    """Refuse to create files in some folders, also to root."""
    create = os.open

    def refusing(name: Path, *arguments: int) -> int:
        if Path(name).parent in folders and arguments[0] & os.O_CREAT:
            raise PermissionError(13, "Permission denied", str(name))
        return create(name, *arguments)

    monkeypatch.setattr("gnugo_py.system.files.os.open", refusing)


def test_something_else_in_the_place_of_the_save_folder_is_reported(
    saves: Path, path: Path, review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves.write_text("no folder")
    make_read_only(monkeypatch, path.parent)
    file = review(path)
    file.write_copy(with_move("C3"))
    assert file.error.startswith(f"{saves}")
    assert file.error.endswith("Not a directory")


def test_what_a_killed_review_has_left_is_removed_by_the_next_one(review: Review, path: Path) -> None:
    left = (".game.sgf.lock", ".game.sgf.0123456789abcdef.new", ".game-review-2.sgf.0123456789abcdef.new")
    others = (".other.sgf.lock", ".game.sgf.swp", "game.sgf.new", ".game-reviewed.sgf.lock")
    for name in (*left, *others):
        path.with_name(name).touch()
    lock = FileLock(path)
    review(path)
    assert names(path.parent) == sorted([*left[:2], *others, "game.sgf"])
    lock.release()
    path.with_name(left[0]).touch()
    review(path)
    assert names(path.parent) == sorted([*others, "game.sgf"])


def test_a_write_protected_copy_stays_and_the_review_goes_on_in_another(review: Review, path: Path) -> None:
    file = review(path)
    file.write_copy(with_move("C3"))
    assert file.copy is not None
    copy, content = file.copy, file.copy.read_bytes()
    copy.chmod(0o444)
    file.write_copy(with_move("D4"))
    assert file.error == ""
    assert file.copy == path.with_name("game-review-2.sgf")
    file.copy.chmod(0o444)
    file.discard()
    assert names(path.parent) == ["game-review-2.sgf", "game-review.sgf", "game.sgf"]
    assert copy.read_bytes() == content
