"""Tests of what is typed and clicked in a game on the screen, and of faults that people found there."""

import re
import time
from pathlib import Path

import pytest

from tests.support.gtp_engines import command
from tests.support.paths import file_with
from tests.support.program import BLACK_ON_9X9, TWO_ON_9X9, run
from tests.support.screen import MAX_SECONDS, Screen, begun

F3 = "\x1b[13~"
TRAP = "(;GM[1]FF[4]SZ[9]KM[6.5]AW[de][ed][fe][df][ff]AB[ee][bb][hb]PL[B])"


def moves(saves: Path) -> list[str]:
    """Return the moves in the only saved game."""
    files = list(saves.glob("*.sgf"))
    return re.findall(r"^;([BW]\[\w*\])", files[0].read_text(), re.MULTILINE) if files else []


def settled(saves: Path) -> str:
    """Return the answers of the count in the only saved game."""
    (file,) = saves.glob("*.sgf")
    found = re.search(r'"settling": .*?"answers": (\[.*?\])', file.read_text())
    return found[1] if found else ""


def eventually(wanted: object, display: object) -> None:
    end = time.monotonic() + MAX_SECONDS
    assert callable(display)
    while display() != wanted and time.monotonic() < end:
        time.sleep(0.01)
    assert display() == wanted


def trapped(saves: Path, tmp_path: Path) -> Screen:
    """Start a game in which White captures a stone on E4, so that E4 could be played again."""
    (tmp_path / "trap.sgf").write_text(TRAP)
    return begun(saves, "--load", str(tmp_path / "trap.sgf"), "--color", "black")


@pytest.mark.parametrize("after", [F3, "l", "x\x7f", "resize"])
def test_a_click_plays_exactly_one_move(after: str, saves: Path, tmp_path: Path) -> None:
    game = trapped(saves, tmp_path)
    game.click(5, 6)
    eventually(2, lambda: len(moves(saves)))
    if after == "resize":
        game.resize(90, 30)
    else:
        game.type(after)
    game.read()
    assert len(moves(saves)) == 2


def test_a_press_plays_and_a_late_release_does_nothing(saves: Path, tmp_path: Path) -> None:
    game = trapped(saves, tmp_path)
    game.type("\x1b[<0;11;8M")
    eventually(2, lambda: len(moves(saves)))
    game.type("\x1b[<0;11;8m")
    game.type("l")
    game.read()
    assert len(moves(saves)) == 2


@pytest.mark.parametrize("release", [True, False])
@pytest.mark.parametrize("after", ["l", "resize"])
def test_a_click_in_the_count_toggles_a_chain_once(release: bool, after: str, saves: Path) -> None:
    given = ("--opponent", "human", "--size", "9", "--handicap", "0")
    game = begun(saves, *given)
    game.enter("e5\rh8\rstop\r", "Dead chain to change")
    game.type("\x1b[<0;17;4M" + ("\x1b[<0;17;4m" if release else ""))
    eventually("[17]", lambda: settled(saves).replace("\\", ""))
    if after == "resize":
        game.resize(90, 30)
    else:
        game.type(after)
    game.read()
    assert settled(saves).replace("\\", "") == "[17]"


def test_a_save_error_stays_visible(tmp_path: Path) -> None:
    game = begun(Path("/proc/nosuch"))
    for vertex in ("e5", "c3", "g7"):
        game.enter(f"{vertex}\r", "(?s)NOT SAVED: /proc/nosuch.*your move\\?$")
    game.enter("quit\r", r"Leave without saving \(y or n\)\?")
    game.enter("n\r", "your move\\?$")
    game.enter("\x1b[21~", r"Leave without saving \(y or n\)\?")
    assert game.status("y\r") == 2


def test_the_save_error_disappears_when_saving_works_again(tmp_path: Path) -> None:
    saves = file_with(tmp_path / "saves", "in the way")
    game = begun(saves)
    game.enter("e5\r", "NOT SAVED")
    saves.unlink()
    game.type("c3\r")
    assert "NOT SAVED" not in game.still("The game is being saved again")


def test_lines_typed_while_an_engine_thinks_are_played_in_order(saves: Path) -> None:
    game = begun(saves, *BLACK_ON_9X9, "--opponent", command("slow"))
    game.enter("e5\r", "is thinking")
    game.enter("c7\rg3\rscor", "(?s)2 O A9 .*4 O B9\\s.*6 O C9\\s.*my move: C9")
    game.wait("your move\\? scor$")
    assert moves(saves)[::2] == ["B[ee]", "B[cc]", "B[gg]"]


def test_escape_clears_the_input_while_an_engine_thinks(saves: Path) -> None:
    game = begun(saves, *BLACK_ON_9X9, "--opponent", command("stuck"))
    game.enter("e5\r", "is thinking, 1 s")
    game.enter("c7\rd4", "d4")
    game.enter("\x1b", "was interrupted")
    game.enter("classic\r", "(?s)my move: .*your move\\?$")
    assert len(moves(saves)) == 2


def test_quit_and_undo_interrupt_an_engine(saves: Path) -> None:
    game = begun(saves, *BLACK_ON_9X9, "--opponent", command("stuck"))
    game.enter("e5\r", "is thinking, 1 s")
    assert "Press Return to" not in game.enter("undo\r", "(?s)Move taken back.*your move\\?$")
    game.enter("e5\r", "is thinking, 1 s")
    assert game.status("quit\r") == 0


def test_input_typed_while_watching_does_not_answer_the_next_question(saves: Path) -> None:
    two = ("--opponent", "classic", "--opponent", command("passes"))
    game = Screen(saves, "--size", "9", "--handicap", "0", "--seed", "3", *two, shows="White: pass")
    game.enter("c7\r", "you are watching")
    game.enter("score\r", "leads by about")


def test_help_keeps_the_notice_of_an_interrupted_game(saves: Path) -> None:
    two = ("--opponent", "classic", "--opponent", command("stuck"))
    game = Screen(saves, *BLACK_ON_9X9, *two, shows="is thinking, 1 s")
    game.enter("help\r", "Esc|Return|back")
    game.enter("\r", "was interrupted")


def ended(saves: Path) -> Screen:
    game = begun(saves)
    game.enter("e5\rresign\ry\r", "Return: quit")
    return game


@pytest.mark.parametrize("keys", ["n", "n\r", "new\r"])
def test_n_starts_a_new_game(keys: str, saves: Path) -> None:
    game = ended(saves)
    game.enter(keys, "Handicap")


@pytest.mark.parametrize("keys", ["\r", "q", "quit\r", "\x1b"])
def test_other_keys_end_the_program(keys: str, saves: Path) -> None:
    game = ended(saves)
    assert game.status(keys) == 0


def test_a_word_that_contains_n_does_not_start_a_game(saves: Path) -> None:
    game = ended(saves)
    game.enter("nice\r", "not understood: 'nice'; type review, again or menu")
    game.enter("win\r", "not understood: 'win'")
    assert game.status("\r") == 0


def test_escape_in_the_new_game_form_returns_to_the_old_game(saves: Path) -> None:
    game = begun(saves)
    game.enter("e5\r", "my move: ")
    game.enter("new\r", "Handicap")
    game.enter("\x1b", "(?s)The game continues.*your move\\?$")
    game.type("c3\r")
    eventually(4, lambda: len(moves(saves)))


@pytest.mark.usefixtures("quick_hints")
@pytest.mark.parametrize(("columns", "lines"), [(60, 20), (40, 14)])
@pytest.mark.slow
def test_a_small_window_shows_board_prompt_and_messages(columns: int, lines: int, saves: Path) -> None:
    words = ("--handicap", "0", "--color", "black", "--size", "19", "--seed", "5")
    game = begun(saves, *words, columns=columns, lines=lines)
    game.enter("q16\r", "^Move 2, you are Black")
    game.enter("hint\r", "would play")
    shown = game.enter("stop\r", "^ *Dead chain to change")
    assert re.search(r"wins by [\d.]+ points\.$", shown, re.MULTILINE)


def test_names_in_any_script_can_be_typed_and_saved(saves: Path) -> None:
    game = begun(saves)
    game.type("e5\rsave zo\u00eb\r")
    eventually(["zo\u00eb.sgf"], lambda: [path.name for path in saves.glob("*.sgf")])


def test_a_wide_name_is_cut_before_the_board(saves: Path, tmp_path: Path) -> None:
    (tmp_path / "x.sgf").write_text(
        "(;SZ[19]PB[\u56f2\u7881\u56f2\u7881\u56f2\u7881\u56f2\u7881\u56f2\u7881])"
    )
    game = Screen(saves, "--load", str(tmp_path / "x.sgf"), "--color", "white", "--opponent", "human")
    shown = game.wait("your move")
    assert all("\u56f2" not in line[:45] for line in shown.splitlines())


def test_loading_and_leaving_during_the_count_ask_first(tmp_path: Path) -> None:
    (tmp_path / "f.sgf").write_text("(;SZ[9];B[ee])")
    game = begun(Path("/proc/nosuch"), *TWO_ON_9X9, "--new", columns=40, lines=14)
    game.enter(f"e5\rload {tmp_path / 'f.sgf'}\r", r"^Leave without saving \(y or n\)\?")
    game.enter("n\r", "White, your move")
    game.enter("stop\r", "^Dead chain")
    game.enter("quit\r", "White, your move")
    game.enter("quit\r", r"^Leave without saving \(y or n\)\?")
    game.enter("n\r", "White, your move")
    game.enter("undo\re5\rpass\rpass\r", "^Dead chain")
    shown = game.enter("\r", "Return: quit")
    assert re.search(r"wins by", shown)
    assert "NOT SAVED" in shown


def until(number: int, saves: Path) -> list[str]:
    end = time.monotonic() + MAX_SECONDS
    while len(moves(saves)) < number and time.monotonic() < end:
        time.sleep(0.01)
    return moves(saves)


def test_clicks_work_on_a_terminal_that_reports_only_presses(tmp_path: Path) -> None:
    game = begun(tmp_path, *TWO_ON_9X9)
    for number, column in enumerate((11, 13, 15), 1):
        game.type(f"\x1b[<0;{column};7M")
        assert len(until(number, tmp_path)) == number
    assert moves(tmp_path) == ["B[ee]", "W[fe]", "B[ge]"]


def test_clicks_in_a_burst_act_once_each_in_order(tmp_path: Path) -> None:
    game = begun(tmp_path, *TWO_ON_9X9)
    game.type("".join(f"\x1b[<0;{column};7M\x1b[<0;{column};7m" for column in (11, 13)))
    assert until(2, tmp_path) == ["B[ee]", "W[fe]"]
    game.enter("undo\r", "Move taken back.")
    game.type("\x1b[<65;40;20M")
    game.read()
    assert '"now": 1' in next(tmp_path.glob("*.sgf")).read_text()


def test_unknown_keys_do_nothing(tmp_path: Path) -> None:
    game = Screen(tmp_path, shows="Have you played Go before")
    game.enter("3", "Handicap")
    game.type("\x1b[1;5A")
    game.type("\x1b[99~")
    game.enter("\r", "your move")
    game.type("q1")
    game.type("\x1b[99~")
    game.enter("6\r", "my move: ")


def test_return_after_a_click_plays_no_move(tmp_path: Path) -> None:
    game = begun(tmp_path, *TWO_ON_9X9)
    game.click(5, 5)
    until(1, tmp_path)
    game.type("\r")
    assert "illegal" not in game.still("White, your move")


def test_a_partial_word_typed_while_watching_answers_no_question(tmp_path: Path) -> None:
    two = ("--opponent", command("passes"), "--opponent", command("passes"))
    game = Screen(tmp_path, "--size", "9", "--handicap", "0", *two)
    assert "half" not in game.enter("half typ", r"Dead chain to change .*:.*").splitlines()[-1]


def test_a_counted_game_shows_its_winner_in_a_small_window(tmp_path: Path) -> None:
    run(*TWO_ON_9X9, "--saves", str(tmp_path), typed="e5\nc3\nsave x\nstop\ny\nstop\nstop\n")
    Screen(tmp_path, "--resume", "x", columns=40, lines=14, shows="wins by|is a tie")


def test_the_amazons_score_disappears_after_a_move(tmp_path: Path) -> None:
    level = ("--game", "amazons", "--size", "6", "--opponent", "search", "--level", "9", "--color", "black")
    game = Screen(tmp_path, *level, "--new")
    assert "Black to move." in game.wait("your move\\?$")
    assert "White to move." in game.enter("b1-b3/b1\r", "is thinking, 1 s")
