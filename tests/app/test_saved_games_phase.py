"""The list of saved games: opening, searching, renaming and deleting."""

from pathlib import Path

import pytest

from gnugo_py.app.phases.saved_games_and_collections import NO_SAVED_GAMES_MESSAGE
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session
from gnugo_py.storage.autosave import sgf_autosave_functions
from gnugo_py.storage.save_store import FileLock, SaveStore
from tests.support.application import Talk
from tests.support.boards import move

GAME = b"(;GM[1]FF[4]SZ[9]PB[%s]PW[Bob]DT[2026-01-02];B[ee])"


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    """A folder with the games `first` and `second`; which one is listed first does not matter."""
    saves = SaveStore(tmp_path)
    saves.write_new_game("first", GAME % b"Ann")
    saves.write_new_game("second", GAME % b"Eve")
    return saves


def listing(store: SaveStore, confirms: bool = False) -> Talk:
    """Return an application that shows the list of saved games during a game."""
    talk = Talk(GO, confirms=confirms)
    talk.services.store = store
    return talk.resumed(Session.from_position(GO, {}, GO.start({"size": 9})))


def number_of(talk: Talk, name: str) -> str:
    rows = talk.here.view.saved_games
    assert rows is not None
    return next(str(row.number) for row in rows if row.name == name)


def test_the_list_names_players_size_and_moves(store: SaveStore) -> None:
    ((kind, _, *lines),) = listing(store).says("games")
    assert kind == "page"
    row = next(line for line in lines if "first" in line)
    assert all(text in row for text in ("Go 9x9", "2026-01-02", "Ann - Bob", "1", "unfinished"))


def test_only_games_that_contain_all_words_are_listed(store: SaveStore) -> None:
    talk = listing(store)
    talk.says("games")
    ((_, _, *lines),) = talk.says("search EVE 9x9")
    assert [line.split()[1] for line in lines[:-1]] == ["second"]
    assert talk.says("search nobody") == [("refusal", "no saved game matches 'nobody'.")]


def test_a_number_opens_the_game_of_another_program_as_a_file(store: SaveStore) -> None:
    talk = listing(store)
    talk.saved[str(store.path("first"))] = Session.from_position(GO, {}, GO.start({"size": 13}))
    talk.says("games")
    talk.says(number_of(talk, "first"))
    assert talk.session.position.size == 13
    assert talk.here.view.accepts_moves


def test_a_game_is_renamed(store: SaveStore) -> None:
    talk = listing(store)
    talk.says("games")
    assert talk.says(f"rename {number_of(talk, 'first')} friday.sgf")[0] == (
        "news",
        "'first' is now 'friday'.",
    )
    assert sorted(store.names()) == ["friday", "second"]


def test_a_game_is_deleted_only_after_yes(store: SaveStore) -> None:
    talk = listing(store, confirms=True)
    talk.says("games")
    talk.says(f"delete {number_of(talk, 'first')}")
    assert talk.here.view.prompt == "Delete 'first' (y or n)?"
    talk.says("n")
    assert len(store.names()) == 2
    talk.says(f"delete {number_of(talk, 'first')}", "y")
    assert store.names() == ["second"]
    assert store.deleted_games_store.names() == ["first"]


def test_a_game_that_is_open_elsewhere_stays(store: SaveStore) -> None:
    talk = listing(store)
    talk.says("games")
    lock = FileLock(store.path("first"))
    try:
        ((kind, reason),) = talk.says(f"delete {number_of(talk, 'first')}")
    finally:
        lock.release()
    assert (kind, "is open" in reason) == ("refusal", True)
    assert len(store.names()) == 2


@pytest.mark.parametrize(
    "line", ["9", "0", "foo", "rename", "rename 1", "delete", "delete x", "rename 1 ../x"]
)
def test_other_input_is_refused_and_changes_nothing(store: SaveStore, line: str) -> None:
    talk = listing(store)
    talk.says("games")
    assert [kind for kind, *_ in talk.says(line)] == ["refusal"]
    assert sorted(store.names()) == ["first", "second"]
    assert talk.here.view.saved_games is not None


def test_games_are_named_as_well_as_numbered(store: SaveStore) -> None:
    talk = listing(store)
    talk.says("games", "rename first friday", "delete second")
    assert store.names() == ["friday"]


def test_digits_are_a_number_even_if_a_game_has_such_a_name(store: SaveStore) -> None:
    """The games are then `second` and one whose name is a number in the list."""
    talk = listing(store)
    talk.says("games")
    store.move("first", number_of(talk, "second"))
    talk.says("quit", "games", f"delete {number_of(talk, 'second')}")
    assert store.deleted_games_store.names() == ["second"]


def test_escape_means_no(store: SaveStore) -> None:
    talk = listing(store, confirms=True)
    talk.says("games", "delete first")
    assert talk.here.view.escape_line == "n"
    assert talk.here.view.saved_games is not None


def test_quit_returns_to_the_game(store: SaveStore) -> None:
    talk = listing(store)
    talk.says("games", "quit")
    assert talk.here.view.accepts_moves


def test_without_saved_games_the_game_goes_on(tmp_path: Path) -> None:
    talk = listing(SaveStore(tmp_path / "none"))
    assert talk.says("games") == [("news", NO_SAVED_GAMES_MESSAGE)]
    assert talk.here.view.accepts_moves


def test_an_own_game_is_opened_by_its_name_alone(store: SaveStore) -> None:
    """A file of the current folder may have the same name."""
    session = Session.from_position(GO, {}, GO.start({"size": 13}))
    session.play(move("C3", 13))
    store.write_new_game("own", sgf_autosave_functions().write(session, 1))
    talk = listing(store)
    talk.says("games")
    talk.says(number_of(talk, "own"))
    assert talk.calls == [("resume", "own")]
