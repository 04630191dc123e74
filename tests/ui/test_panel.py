"""Tests of what stands beside the board: the moves, the keys, the caret, and input while an engine thinks."""

import re
from pathlib import Path

import pytest

from docs.screens import as_text
from gnugo_py.app.new_game_form import NewGameForm
from gnugo_py.app.screen import KINDS, Feedback, Message, MoveListRow, PlayerLine, ScreenMessage
from gnugo_py.games.go.position import GO
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.ui.view import View
from tests.support.gnugo import program
from tests.support.gtp_engines import command
from tests.support.program import BLACK_ON_9X9
from tests.support.screen import ARROWS, Screen, begun
from tests.support.views import board_frame, changed, made, pressed

EMPTY = GO.start({"size": 9}).diagram()
LETTERS = DisplaySettings(ascii=True)


def after(number: int) -> View:
    """Return a state after `number` moves, each written as A with its number."""
    player_lines = (PlayerLine("X", "Black you", True), PlayerLine("O", "White", False))
    moves = tuple(MoveListRow(each, "OX"[each % 2], f"A{each}") for each in range(1, number + 1))
    return made(diagram=EMPTY, header=player_lines, panel=("Move 1",), moves=moves, display=LETTERS)


def listed(state: View, width: int = 80, height: int = 24) -> list[list[str]]:
    """Return the rows of the move list on the screen."""
    rows = as_text(board_frame(state, width, height), width, height).splitlines()
    return [found for row in rows if (found := re.findall(r"\d+ [XO] A\d+", row))]


def test_the_move_list_has_a_column_for_each_color() -> None:
    rows = listed(after(7))
    assert rows == [["1 X A1", "2 O A2", "3 X A3", "4 O A4"], ["5 X A5", "6 O A6", "7 X A7"]]


def test_a_long_move_list_ends_with_the_newest_move() -> None:
    rows = listed(after(150))
    assert rows[-1][-1] == "150 O A150"
    assert rows[0][0] != "1 X A1"


def test_page_up_and_the_wheel_scroll_the_move_list_to_the_first_move() -> None:
    state = pressed(after(150), "PAGEUP")
    assert listed(state)[-1][-1] == "140 O A140"
    state = pressed(state, "WHEELDOWN")
    assert listed(state)[-1][-1] == "144 O A144"
    for _ in range(90):
        state = pressed(state, "PAGEUP")
    assert listed(state)[0][0] == "1 X A1"
    for _ in range(90):
        state = pressed(state, "PAGEDOWN")
    assert listed(state) == listed(after(150))


def test_the_move_list_of_a_review_contains_the_move_shown() -> None:
    moves = tuple(each._replace(is_current=each.number == 40) for each in after(150).screen.moves)
    rows = listed(changed(after(150), moves=moves))
    assert any("40 O A40" in row for row in rows)
    assert not any("150 O A150" in row for row in rows)


def test_the_move_list_of_a_review_begins_with_the_first_move() -> None:
    assert listed(changed(after(150), is_review=True))[0][0] == "1 X A1"


def test_each_move_is_reported_once() -> None:
    output = (ScreenMessage("my move: D4", KINDS["move"], 1), ScreenMessage("my move: E9", KINDS["move"]))
    shown = as_text(board_frame(changed(after(4), messages=output), 80, 24), 80, 24)
    assert "my move: E9" in shown
    assert "my move: D4" not in shown


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (60, 20), (40, 14), (20, 8)])
def test_the_move_list_never_displaces_the_last_message(columns: int, lines: int) -> None:
    news = tuple(ScreenMessage(f"line {number}.") for number in range(3))
    state = changed(after(200), messages=news, reasons=("because. " * 60,))
    shown = as_text(board_frame(state, columns, lines), columns, lines)
    assert "line 2." in shown
    assert ("line 0." in shown) or lines < 10


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (60, 20), (40, 14), (120, 40)])
def test_a_long_answer_is_read_to_its_end_in_a_pane(columns: int, lines: int) -> None:
    answer = tuple(ScreenMessage(f"reason {number}: " + "because " * 12) for number in range(30))
    state = changed(after(60), messages=answer)
    read, frame = "", board_frame(state, columns, lines)
    assert frame.pane is not None
    assert frame.pane.height >= 4
    while frame.pane is not None and frame.pane.has_more:
        shown = as_text(frame, columns, lines)
        assert "-- more: PgDn --" in shown
        read += shown
        state = changed(state, scroll=frame.pane.first + frame.pane.steps["PAGEDOWN"])
        frame = board_frame(state, columns, lines)
    read += as_text(frame, columns, lines)
    assert all(f"reason {number}: " in read for number in range(30))


def test_a_short_answer_has_no_pane() -> None:
    answer = tuple(ScreenMessage(f"reason {number}.") for number in range(5))
    assert board_frame(changed(after(60), messages=answer), 80, 24).pane is None


def test_the_prompt_names_the_point_of_the_cursor_and_its_stone_keeps_its_color() -> None:
    diagram = EMPTY._replace(rows=("XO-------", *EMPTY.rows[1:]))
    state = made(prompt="your move?", diagram=diagram, cursor=(0, 0))
    frame = board_frame(state, 80, 24)
    assert as_text(frame, 80, 24).splitlines()[-1] == "your move? (A9)"
    assert frame.cursor == (23, 11)
    assert "cursor on black" in [span.role for span in frame.spans]
    white = board_frame(changed(state, cursor=(0, 1)), 80, 24)
    assert "cursor on white" in [span.role for span in white.spans]
    assert as_text(board_frame(pressed(state, "u"), 80, 24), 80, 24).splitlines()[-1] == "your move? u"


def test_resigning_while_an_engine_thinks_resigns_for_the_person(tmp_path: Path) -> None:
    game = begun(tmp_path, *BLACK_ON_9X9, "--opponent", command("slow"))
    game.enter("e5\r", "is thinking")
    game.enter("resign\r", "Resign the game \\(y or n\\)\\?")
    game.enter("y\r", "Black resigns; White wins")
    assert game.status("\r") == 0
    (file,) = tmp_path.glob("*.sgf")
    assert "RE[W+R]" in file.read_text()
    Screen(tmp_path, "--resume", file.stem, shows="Black has resigned")


def test_input_typed_before_resigning_does_not_answer_its_question(tmp_path: Path) -> None:
    game = begun(tmp_path, *BLACK_ON_9X9, "--opponent", command("slow"))
    game.enter("e5\r", "is thinking")
    game.type("influence\rresign\r")
    assert "type y or n" not in game.still("Resign the game \\(y or n\\)\\?$")


def test_influence_is_drawn_until_the_next_key(tmp_path: Path) -> None:
    game = begun(tmp_path, columns=100)
    game.enter("e5\r", "my move: ")
    shown = game.enter("influence\r", "Black is likely to own \\d+ points")
    assert re.search("^ +5 .*b.*X", shown, re.MULTILINE)
    game.type("\r")
    assert "5 - - - - X" in game.still("your move\\?$")


@pytest.mark.usefixtures("quick_hints")
@pytest.mark.parametrize("word", ["hint 1", pytest.param("hint", marks=pytest.mark.slow)])
def test_a_small_window_scrolls_to_a_hint(word: str, tmp_path: Path) -> None:
    corner = "(;GM[1]FF[4]SZ[19]PB[a]PW[b];B[pd];W[dp];B[dd]C[x];W[pp];B[jj];W[aa];B[ab];W[ba])"
    (tmp_path / "one.sgf").write_text(corner)
    game = begun(tmp_path, "--load", str(tmp_path / "one.sgf"), columns=24, lines=12)
    game.type("t1\r")
    game.still("your move\\?")
    shown = game.enter(f"{word}\r", "would\\s+play\\s+(\\S+):")
    point = re.search("would\\s+play\\s+([A-T])(\\d+):", shown)
    assert point
    assert re.search(rf"^ *{point[2]} ", shown, re.MULTILINE), shown


def test_gnu_go_is_chosen_in_the_form_and_plays(tmp_path: Path) -> None:
    game = Screen(tmp_path, "--new", path=f"{Path(program()).parent}:/usr/bin:/bin", shows="Opponent")
    game.enter("size 9\r" + ARROWS["down"] + ARROWS["right"] * 2, "< GNU Go 3.8 >")
    game.enter("\r", "your move\\?$")
    game.enter("e5\r", "2 O [A-J]\\d")
    assert "White GNU Go 3.8" in game.still("your move\\?$")
    assert game.status("quit\r") == 0


def test_the_wheel_scrolls_the_list_of_a_game_and_a_click_still_plays(tmp_path: Path) -> None:
    moves = "".join(f";{'BW'[k % 2]}[{'abcdefghi'[k % 9]}{'abcdefghi'[k // 9 * 2]}]" for k in range(36))
    (tmp_path / "game.sgf").write_text(f"(;SZ[9]KM[6.5]{moves})")
    given = ("--load", str(tmp_path / "game.sgf"), "--opponent", "human")
    game = Screen(tmp_path / "saves", *given, lines=16)
    assert "36 O" in game.still("your move\\?$")
    game.type("\x1b[<64;50;8M" * 2)
    assert "36 O" not in game.still("your move\\?$")
    game.enter("\x1b[<65;50;8M" * 2, "36 O")
    game.click(5, 2)
    game.wait("37 X E8")


def test_an_installed_engine_is_offered_only_for_go(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (("GNU Go 3.8", "gnugo --mode gtp"),)
    monkeypatch.setattr("gnugo_py.app.new_game_form.installed_engines", lambda: found)
    form = NewGameForm("go")
    lines = {each.name: each for each in form.fields}
    installed = lines["opponent"].choices[2]
    assert installed[:2] == ("GNU Go 3.8", "gnugo --mode gtp")
    assert "2009" in installed.note
    assert form._replace(made={"opponent": installed}).title == "Go against GNU Go 3.8"
    others = {each.name: each for each in NewGameForm("hex").fields}
    assert all("GNU Go" not in each.text for each in others["opponent"].choices)


def test_the_count_beside_the_board_is_not_repeated_below_it() -> None:
    shown = ("Black: 5 points = 5", "White: 4 points = 4", "Black wins by 1 point.")
    state = changed(after(30), panel=shown, moves=(), messages=tuple(map(ScreenMessage, shown)))
    assert as_text(board_frame(state, 80, 24), 80, 24).count("Black wins by 1 point.") == 1


def test_a_reason_is_shown_once() -> None:
    """This happens after `why` and an interrupted hint, which removes the marks from the board."""
    output = tuple(
        map(ScreenMessage, ("Why White played j4:", "Principal variation: d5.", "level 9 was interrupted."))
    )
    state = changed(after(30), reasons=("Principal variation: d5.",), messages=output)
    assert as_text(board_frame(state, 80, 24), 80, 24).count("Principal variation: d5.") == 1


def test_panel_text_is_not_cut_in_mid_sentence() -> None:
    """Shortened reasons end with an ellipsis, and earlier messages are shown completely or not at all."""
    output = (
        ScreenMessage("an old message: " + "of many words " * 8 + "that ends.", age=1),
        ScreenMessage("Move restored."),
    )
    state = changed(after(40), messages=output, reasons=("because " * 90 + "so.",))
    lines = as_text(board_frame(state, 80, 24), 80, 24).splitlines()
    beside = [line[24:].strip() for line in lines if line[24:].strip()]
    assert beside[-1] == "Move restored."
    assert beside[-2].startswith("because")
    assert beside[-2].endswith("because ... (why)")
    assert not [line for line in beside if "that ends." in line]


def test_messages_disappear_with_the_next_board_but_not_after_a_refusal() -> None:
    shown = Feedback().after(
        [Message(KINDS["board"], ()), Message(KINDS["news"], ("Black captures 1 stone.",))]
    )
    replied = shown.after([Message(KINDS["board"], ()), Message(KINDS["move"], ("my move: D4",))])
    assert [each.text for each in replied.messages] == ["Black captures 1 stone.", "my move: D4"]
    slipped = replied.after_line().after([Message(KINDS["refusal"], ("not understood.",))])
    assert [each.text for each in slipped.messages][-2:] == ["my move: D4", "not understood."]
    moved = slipped.after_line().after([Message(KINDS["board"], ())])
    assert moved.messages == ()


def test_a_repeated_hint_is_shown_once() -> None:
    hint = Message(KINDS["why"], ("GNU Go 1.1 would play G7.", "It attacks."))
    shown = Feedback().after([hint]).after_line().after([hint])
    assert [each.text for each in shown.messages] == ["GNU Go 1.1 would play G7.", "It attacks."]


def test_a_lesson_task_stays_until_the_next_message() -> None:
    """The text of a lesson's board stays after an unknown word or a page of help."""
    asked = Feedback().after([Message(KINDS["choice"], ("Take the stone on C3.",))])
    for message in (Message(KINDS["refusal"], ("not understood.",)), Message(KINDS["page"], ("help",))):
        assert "Take the stone on C3." in [each.text for each in asked.after([message]).messages]
    shown = asked.after([Message(KINDS["choice"], ("Right.",))])
    assert [each.text for each in shown.messages] == ["Right."]


def test_q_closes_a_list_without_a_board() -> None:
    assert pressed(made(page=("1  a game", "2  a game")), "q").input.typed == "q"


def test_the_result_replaces_earlier_messages() -> None:
    shown = Feedback().after([Message(KINDS["news"], ("Type stop if that is right.",))]).after_line()
    shown = shown.after([Message(KINDS["result"], ("Black wins by 69 points.",))])
    assert [each.text for each in shown.messages] == ["Black wins by 69 points."]


def test_why_says_which_position_is_on_the_board(tmp_path: Path) -> None:
    game = begun(tmp_path, columns=100)
    game.enter("e5\r", "my move: ")
    game.enter("why 2\r", "The board shows the position before move 2\\.")
    assert "The board shows" not in game.enter("score\r", "leads by about")


TWO = ("--size", "9", "--opponent", "human")


@pytest.mark.parametrize(
    ("columns", "lines", "is_listed"), [(100, 30, True), (120, 40, True), (80, 24, False), (40, 15, False)]
)
def test_a_large_window_lists_the_keys_of_the_moment(
    columns: int, lines: int, is_listed: bool, tmp_path: Path
) -> None:
    screen = Screen(tmp_path, *TWO, columns=columns, lines=lines)
    shown = screen.wait("Black, your move\\?$")
    assert ("F2 hint" in shown and "F4 undo" in shown and "Esc quit" in shown) is is_listed


def test_the_keys_are_those_of_the_mode(tmp_path: Path) -> None:
    screen = Screen(tmp_path, *TWO, columns=120, lines=40)
    shown = screen.enter("e5\rreview\r", "move 1 of 1")
    assert "arrows back, next" in shown
    assert "F4 undo" not in shown


def test_a_small_window_says_which_color_the_person_has(tmp_path: Path) -> None:
    words = ("--size", "9", "--level", "1", "--color", "white")
    Screen(tmp_path, *words, columns=40, lines=15, shows="^Move 1, you are White")


def test_reasons_use_the_lines_there_are() -> None:
    reason = "White needs 10 more stones to connect left and right, and 11 before the move. " * 4
    panel = as_text(board_frame(changed(after(4), reasons=(f"{reason}The end.",)), 80, 24), 80, 24)
    assert "The end." in panel
    assert "(why)" not in panel


def test_reasons_without_room_end_with_a_full_sentence() -> None:
    reason = "A short sentence here. " * 4 + "a long one that " * 40
    panel = as_text(board_frame(changed(after(200), reasons=(reason,)), 80, 24), 80, 24)
    assert "sentence here. ... (why)" in panel or "here.\n" in panel
    assert "a long one" not in panel
