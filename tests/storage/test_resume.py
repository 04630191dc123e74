"""Tests of games from files: resumed as they were, continued, or imported from another program."""

import errno
import re
from datetime import date
from typing import Any

import pytest

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import Color, Outcome, UserError
from gnugo_py.record.engine_moves import engine_memory
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.file_locks import FileLock
from gnugo_py.storage.resume import DAMAGED_MESSAGE, CountProgress, OpenedGame, import_game
from gnugo_py.storage.save_store import SaveStore
from tests.support.autosave import Kept
from tests.support.sgf_files import SAVED, again, back_to, game, moves, on, resumed, script, vertices, written
from tests.support.trees import variation_count

BLACK, WHITE = Color.BLACK, Color.WHITE


def changed(**private: Any) -> Tree:
    """Return a game against an engine, with changes to the private data of its root."""
    tree = game("C3", "D4", "E5", "F6", players={WHITE: script("D4", "F6")}).tree
    for key, value in private.items():
        tree.root.set_private(key, value)
    return parse_game(tree.write(SAVED))


def nodes(opened: OpenedGame) -> list[Node]:
    """Return the nodes of the main line, including moves that were taken back."""
    return list(opened.tree.main_line())


def memories(opened: OpenedGame, color: Color = WHITE) -> list[object]:
    """Return the memory of a color's engine after each move."""
    player = opened.players[color]
    return [engine_memory(node, player, color) for node in nodes(opened)]


def test_a_game_is_resumed_with_players_memories_and_explanations() -> None:
    opened = game("C3", "D4", "E5", players={WHITE: script("D4", "F6")})
    same = again(written(opened))
    assert memories(same) == [0, 0, 1, 1]
    assert [node.comment for node in nodes(same)] == [node.comment for node in nodes(opened)]
    assert [node.engine for node in nodes(same)] == [None, None, same.players[WHITE], None]
    assert same.players.keys() == {WHITE}
    assert (same.tree.result, same.count_progress) == (None, None)
    assert same.tree.names == {BLACK: "Human", WHITE: "Script"}


def test_moves_that_were_taken_back_are_resumed() -> None:
    same = again(written(back_to(game("C3", "D4", "E5"), 1)))
    assert (vertices(same), moves(same.tree.end)) == (["C3"], ["C3", "D4", "E5"])


def test_the_names_of_people_are_resumed() -> None:
    opened = game("C3", players={WHITE: script()})
    opened.tree.set_name(BLACK, "Ann")
    assert again(written(opened)).tree.names == {BLACK: "Ann", WHITE: "Script"}
    opened.tree.set_name(BLACK, "")
    assert again(written(opened)).tree.names == {BLACK: "Human", WHITE: "Script"}


def test_a_resignation_is_resumed() -> None:
    opened = game("C3")
    opened.tree.result = Outcome(BLACK, "resignation")
    same = again(written(opened))
    assert (vertices(same), same.tree.result) == (["C3"], Outcome(BLACK, "resignation"))


def test_a_count_is_resumed_with_its_answers() -> None:
    opened = game("C3", "pass", "pass")
    for progress in (CountProgress(True, (24, None)), CountProgress()):
        opened.tree.root.set_private("settling", progress.to_json())
        assert again(written(opened)).count_progress == progress


def test_a_result_is_resumed() -> None:
    opened = game("pass", "pass")
    opened.tree.result = Outcome(WHITE, "by 6.5 points", 6.5)
    assert again(written(opened)).tree.result == opened.tree.result


def test_a_resumed_game_with_later_setup_keeps_the_moves_before_it() -> None:
    content = written(game("C3", "D4", "E5")).replace(b";B[ee]", b";AW[aa]PL[B];B[ee]")
    opened = again(content)
    assert vertices(opened) == ["C3", "D4", "E5"]
    assert opened.tree.current.parent is not None
    start = opened.tree.current.parent.position
    assert isinstance(start, GoPosition)
    assert start.board.white.bit_count() == 2
    assert start.rules.name == "japanese"
    assert start.previous is None


def test_a_resumed_game_with_setup_among_moves_taken_back_stands_at_the_setup() -> None:
    content = written(back_to(game("C3", "D4", "E5"), 1)).replace(b";B[ee]", b";AW[aa];B[ee]")
    opened = again(content)
    assert (vertices(opened), moves(opened.tree.end)) == (["C3", "D4"], ["C3", "D4", "E5"])


@pytest.mark.parametrize(
    "private",
    [
        {"players": None},
        {"players": []},
        {"players": {"White": 5}},
        {"memories": {}},
        {"memories": [5]},
        {"memories": [[0, 1]]},
        {"memories": [[5, 1, 0]]},
        {"memories": [[-1, 1, 0]]},
        {"memories": [[True, 1, 0]]},
        {"memories": [[1.0, 1, 0]]},
        {"memories": [[0, 2, 0]]},
        {"memories": [[0, -1, 0]]},
        {"memories": [[0, 0, 0]]},
        {"memories": [[0, 1, "x"]]},
        {"memory": {"White": "x"}},
        {"memory": {"Black": 0}},
        {"memory": 5},
        {"left": 5},
        {"clock": 5},
        {"clock": {"control": "later"}},
        {"clock": {"control": "10m", "left": [5]}},
        {"settling": 5},
        {"settling": {}},
        {"settling": {"proposed": 1, "answers": []}},
        {"settling": {"proposed": True, "answers": None}},
        {"settling": {"proposed": True, "answers": [-1]}},
        {"settling": {"proposed": True, "answers": ["a"]}},
        {"settling": {"proposed": True, "answers": [True]}},
        {"settling": {"proposed": True, "answers": [9]}},
        {"settling": {"proposed": True, "answers": [9_999]}},
        {"settling": {"proposed": True, "answers": [10_000]}},
        {"settling": {"proposed": True, "answers": [90]}},
    ],
)
def test_damaged_private_data_is_reported(private: dict[str, object]) -> None:
    with pytest.raises(SgfError, match=re.escape(DAMAGED_MESSAGE)):
        resumed(changed(**private))


@pytest.mark.parametrize("point", [0, 8, 10, 88])
def test_dead_stones_in_saved_scoring_can_be_at_the_edge(point: int) -> None:
    settling = {"proposed": False, "answers": [point]}
    assert resumed(changed(settling=settling)).count_progress == CountProgress(False, (point,))


def test_a_memory_in_a_list_of_an_older_version_applies_until_the_next_one() -> None:
    for changes, expected in (
        ([[0, 1, 3], [1, 1, 7], [4, 1, 9]], [3, 7, 7, 7, 9]),
        ([[0, 1, 3]], [3, 3, 3, 3, 3]),
    ):
        tree = game("C3", "D4", "E5", "F6", players={WHITE: script("D4", "F6")}).tree
        tree.clear_memory("White")
        tree.root.set_private("memories", changes)
        assert memories(again(tree.write(SAVED))) == expected


def test_a_game_without_players_is_resumed_without_players() -> None:
    opened = again(written(game("C3", "D4")))
    assert opened.players == {}
    assert opened.tree.names == {BLACK: "Human", WHITE: "Human"}


def opened(text: str, options: dict[str, object] | None = None) -> OpenedGame:
    """Return a game imported from another program, with an engine for White."""
    return import_game(parse_game(f"(;SZ[9]{text})".encode()), options or {}, {WHITE: script()})


def test_another_programs_game_has_its_moves_names_and_comments() -> None:
    imported = opened("PB[Ann];B[aa]C[Hello.];C[Again.];W[bb](;B[cc])(;B[dd])")
    assert vertices(imported) == ["A9", "B8", "C7"]
    assert imported.tree.end is imported.tree.current
    assert imported.tree.names == {BLACK: "Ann", WHITE: "Script"}
    assert [node.comment for node in nodes(imported)] == ["", "Hello.", "Again.", "", ""]
    assert memories(imported) == [0] * 5
    assert (imported.notices, variation_count(imported.tree)) == ((), 1)


def test_an_imported_game_keeps_its_date_and_without_one_is_of_today() -> None:
    for properties, date_of_game in (("DT[1996-05-06]", "1996-05-06"), ("", date.today().isoformat())):
        assert opened(properties).tree.root.value("DT") == date_of_game


def test_an_imported_game_uses_its_own_rules_unless_others_are_requested() -> None:
    for options, name, komi in (
        ({}, "chinese", 5.5),
        ({"rules": "aga"}, "aga", 5.5),
        ({"komi": 1.0}, "chinese", 1),
    ):
        start = opened("RU[chinese]KM[5.5]", dict(options)).tree.current.position
        assert isinstance(start, GoPosition)
        assert (start.rules.name, start.rules.komi) == (name, komi)


def test_another_programs_game_goes_on_from_its_last_setup() -> None:
    imported = opened(";B[aa];AW[ii];W[bb]")
    assert vertices(imported) == ["A9", "B8"]
    assert len(imported.tree.current.position.moves) == 1


def test_moves_that_were_taken_back_are_imported_as_such() -> None:
    loaded = import_game(parse_game(written(back_to(game("C3", "D4", "E5"), 2))), {}, {})
    assert moves(loaded.tree.current) == ["C3", "D4"]
    assert moves(loaded.tree.end) == ["C3", "D4", "E5"]


def test_a_suicide_that_the_requested_rules_forbid_is_executed_with_a_notice() -> None:
    imported = opened("AW[ab][ba];B[aa]", {"rules": "japanese"})
    assert imported.notices == ("Move 1 is a suicide, which the rules forbid; it is executed anyway.",)
    assert imported.tree.current.position.diagram().rows[0].startswith("-O")


def earlier(kept: Kept, name: str, *moves: str) -> None:
    """Create a saved game."""
    SaveStore(kept.folder).write_new_game(name, written(game(*moves)))


def test_a_resumed_game_is_continued_in_its_file(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    opened = kept.autosave.resume_saved_game("x", again)
    assert (vertices(opened), opened.notices) == (["C3"], ())
    assert (kept.autosave.name, kept.is_locked("x")) == ("x", True)
    assert kept.autosave.write(on(opened, "D4").tree) == ""
    assert (kept.names(), kept.moves("x")) == (["x"], ["C3", "D4"])


def test_resuming_a_game_releases_the_previous_one(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    kept.autosave.save_as(game("E5").tree, "y")
    kept.autosave.error = "full"
    kept.autosave.resume_saved_game("x", again)
    assert (kept.is_locked("x"), kept.is_locked("y")) == (True, False)
    assert (kept.autosave.error, kept.autosave.detached_error) == ("", "full")


def test_the_current_game_can_be_resumed(kept: Kept) -> None:
    kept.autosave.save_as(game("C3").tree, "x")
    opened = kept.autosave.resume_saved_game("x", again)
    assert vertices(opened) == ["C3"]
    assert kept.is_locked("x")
    kept.autosave.write(on(opened, "D4").tree)
    assert (kept.names(), kept.moves("x")) == (["x"], ["C3", "D4"])


def unreadable(_: bytes) -> OpenedGame:
    raise UserError("it is damaged")


def test_a_failed_resume_keeps_the_current_game(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    kept.autosave.save_as(game("E5").tree, "y")
    with pytest.raises(UserError, match=re.escape(f"{kept.folder / 'z.sgf'}: no such file; check the name")):
        kept.autosave.resume_saved_game("z", again)
    with pytest.raises(UserError, match="it is damaged"):
        kept.autosave.resume_saved_game("x", unreadable)
    with pytest.raises(UserError, match="it is damaged"):
        kept.autosave.resume_saved_game("y", unreadable)
    assert (kept.autosave.name, kept.is_locked("y"), kept.is_locked("x"), kept.is_locked("z")) == (
        "y",
        True,
        False,
        False,
    )
    assert kept.autosave.write(game("E5", "F6").tree) == ""
    assert kept.moves("y") == ["E5", "F6"]


def test_a_game_that_is_open_elsewhere_is_not_resumed(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    lock = FileLock(kept.folder / "x.sgf")
    with pytest.raises(UserError, match=re.escape(f"{kept.folder / 'x.sgf'}: this game is open in another")):
        kept.autosave.resume_saved_game("x", again)
    lock.release()


def test_a_game_in_a_read_only_folder_can_be_resumed(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier(kept, "x", "C3")

    def forbidden(*_: object) -> FileLock:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("gnugo_py.storage.autosave.FileLock", forbidden)
    assert vertices(kept.autosave.resume_saved_game("x", again)) == ["C3"]
    assert kept.autosave.name == "x"


def test_a_damaged_game_is_left_unchanged_and_unlocked(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    file = kept.folder / "x.sgf"
    before = file.read_bytes().replace(b";B[cg]", b";B[cg] what is this? ")
    file.write_bytes(before)
    opened = kept.autosave.resume_saved_game("x", again)
    shown = "x.sgf contains data that this program cannot write; the file is left unchanged,"
    assert opened.notices == (f"{shown} and the game is saved under a new name.",)
    assert (kept.autosave.name, kept.is_locked("x")) == (None, False)
    kept.autosave.write(on(opened, "D4").tree)
    assert (len(kept.names()), file.read_bytes()) == (2, before)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b";W[dd]", b";W[dd]LB[dd:1]XX[theirs]"),
        (b"PB[Human]", "PB[Zo\u00eb]".encode()),
        (b";W[dd]", b"(;W[dd])(;W[ee]C[better])"),
        (b";W[dd]", b";W[dd];C[no move here]"),
        (b")\n", b")(;SZ[9];B[ee])\n"),
    ],
    ids=["properties", "a name", "a variation", "a comment", "a second game"],
)
def test_what_another_program_added_stays_in_the_file(old: bytes, new: bytes, kept: Kept) -> None:
    earlier(kept, "x", "C3", "D6")
    file = kept.folder / "x.sgf"
    file.write_bytes(file.read_bytes().replace(old, new))
    opened = kept.autosave.resume_saved_game("x", again)
    assert opened.notices == ()
    assert kept.autosave.write(on(opened, "A1").tree) == ""
    assert (kept.names(), kept.moves("x")) == (["x"], ["C3", "D6", "A1"])
    added = new.replace(b")\n", b"").replace(b";W[dd]", b"").strip(b"()")
    assert added in file.read_bytes().replace(b"\n", b"")
