"""The list of saved games on the screen."""

from gnugo_py.app.view import SavedGameRow
from gnugo_py.tui.saved_games import SavedGamesList

ROWS = tuple(
    SavedGameRow(number, (name, "Go 9x9", "2026-01-02", players, "12", "unfinished"))
    for number, (name, players) in enumerate(
        [("monday", "Ann - Bob"), ("tuesday", "Eve - GNU Go 1.1"), ("friday", "Eve - Bob")], 1
    )
)


def pressed(*keys: str) -> tuple[SavedGamesList, str | None]:
    """Return the list after some keys, and the line that the last one entered."""
    games, line = SavedGamesList(ROWS), None
    for key in keys:
        games, line = games.press(key)
    return games, line


def text(games: SavedGamesList, width: int = 80, height: int = 24) -> str:
    return "\n".join(span.text for span in games.make_frame(width, height).spans)


def test_typing_searches() -> None:
    games, _ = pressed(*"eve bob")
    assert [row.name for row in games.matching_rows] == ["friday"]
    assert games.press("ENTER")[1] == "3"


def test_return_opens_the_selected_game() -> None:
    assert pressed("DOWN", "ENTER")[1] == "2"


def test_the_selection_stays_within_the_list() -> None:
    assert pressed("UP", "ENTER")[1] == "1"
    assert pressed("PAGEDOWN", "DOWN", "ENTER")[1] == "3"


def test_f2_asks_for_a_new_name() -> None:
    assert pressed("F2", *"my gamx", "BACKSPACE", "e", "ENTER")[1] == "rename 1 my game"
    assert pressed("F2", *"wrong", "\x15", *"right", "ENTER")[1] == "rename 1 right"
    assert pressed("F2", "ESCAPE", "ENTER")[1] == "1"
    assert pressed("F2", "ENTER")[1] is None


def test_f8_deletes_and_escape_leaves() -> None:
    assert pressed("DOWN", "F8")[1] == "delete 2"
    assert pressed("ESCAPE")[1] == "quit"
    assert pressed("x", "ESCAPE")[1] is None


def test_a_question_about_a_game_is_answered_with_y_or_n() -> None:
    asked = SavedGamesList(ROWS, question="Delete 'monday' (y or n)?")
    assert [asked.press(key)[1] for key in ("y", "n", "ESCAPE", "x", "ENTER")] == ["y", "n", "n", None, None]
    assert text(asked).endswith("Delete 'monday' (y or n)?")


def test_a_long_message_is_shown_whole() -> None:
    message = "a name consists of many letters, and so on. " * 3
    lines = text(SavedGamesList(ROWS, message=message)).split("\n")
    assert "".join(lines[-4:-1]).count("so on.") == 3


def test_keys_do_nothing_if_no_game_matches() -> None:
    games, _ = pressed(*"nothing")
    assert [games.press(key)[1] for key in ("ENTER", "F2", "F8")] == [None, None, None]
    assert "Esc: show all games" in text(games)


def test_a_second_click_opens_the_game() -> None:
    games, line = SavedGamesList(ROWS).on_click(3, 24)
    assert line is None
    assert games.on_click(3, 24)[1] == "2"
    assert games.on_click(23, 24)[1] is None


def test_the_selected_game_is_visible_in_every_window() -> None:
    games, _ = pressed("DOWN", "DOWN")
    for height in range(4, 30):
        for width in (1, 20, 40, 80):
            frame = games.make_frame(width, height)
            assert all(span.row < height for span in frame.spans)
            assert any(span.role == "chosen" for span in frame.spans)
