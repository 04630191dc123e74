"""Tests of solving problems: answers, what the file shows, help, results, and the order of the problems."""

from datetime import date
from pathlib import Path

import pytest

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.modes import problem_page
from gnugo_py.app.players import Engines, Players
from gnugo_py.app.problem_files import ProblemCollection, ProblemText, own_problem_files
from gnugo_py.app.problem_scores import day_store, race_store
from gnugo_py.storage.settings import Settings
from tests.support.analysts import ORACLE
from tests.support.paths import file_with
from tests.support.program import output_of, run
from tests.support.screen import Screen

HEAD = "(;GM[1]FF[4]SZ[9]AB[bb][cb]AW[db][cc]C[Black to play.]"
TWO_MOVES = (
    "(;B[cg]C[A good start.];W[ba]C[White resists.](;B[ca]C[RIGHTDone.])(;B[da];W[ea]))"
    "(;B[aa];W[ba]C[Too slow.];B[ca];W[da])(;B[ii]C[Nothing.])"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return file_with(tmp_path / "corner.sgf", f"{HEAD}{TWO_MOVES})")


def solve(file: Path, *lines: str) -> str:
    """Return the output of the problems of a path after some typed lines."""
    typed = "".join(f"{line}\n" for line in lines)
    return output_of("problems", str(file), "--plain", "--analyst", ORACLE, typed=typed)


def answers(shown: str) -> list[str]:
    """Return the lines that answer moves."""
    return [
        line for line in shown.splitlines() if line.startswith(("correct:", "wrong:", "not in the file:"))
    ]


def test_a_problem_is_solved_with_the_last_right_move(file: Path) -> None:
    shown = solve(file, "c3", "C9")
    assert answers(shown) == ["correct: C3. White plays B9.", "correct: C9. Solved."]
    assert "\nA good start.\nWhite resists.\n" in shown
    assert "\nDone.\n" in shown
    assert "RIGHT" not in shown


def test_a_wrong_move_gets_the_reply_of_the_file_and_return_shows_the_rest(file: Path) -> None:
    shown = solve(file, "a9", "", "", "", "c3")
    assert answers(shown) == ["wrong: A9. White plays B9.", "correct: C3. White plays B9."]
    assert "\nToo slow.\n" in shown
    assert [line for line in shown.splitlines() if " plays " in line][1:3] == [
        "Black plays C9.",
        "White plays D9.",
    ]


def test_return_shows_the_task_again(tmp_path: Path) -> None:
    file = file_with(tmp_path / "task.sgf", "(;GM[1]SZ[9]AB[bb]AW[cc]C[Capture the stone.];B[aa])")
    shown = solve(file, "", "hint", "", "b1", "")
    assert shown.count("\nCapture the stone.\n") == 4


def test_the_results_count_what_was_solved_on_the_first_try(file: Path) -> None:
    shown = solve(file, "a9", "c3", "c9")
    assert "correct: C9. Solved.\n" in shown
    assert "In all, 0 of 1 problem solved on the first try; 1 to try again" in shown


def test_a_wrong_second_move_leaves_the_first_one_on_the_board(file: Path) -> None:
    assert answers(solve(file, "c3", "d9", "c9"))[1:] == [
        "wrong: D9. White plays E9.",
        "correct: C9. Solved.",
    ]


@pytest.mark.parametrize(
    ("line", "judged"),
    [
        ("G7", "5.0 points worse than the move of the file; White would answer A1."),
        (
            "E5",
            "no worse in points than the move of the file; White would answer A1."
            " That says nothing about the stones in question.",
        ),
    ],
)
def test_a_move_that_is_not_in_the_file_is_judged_by_the_analyst(line: str, judged: str, file: Path) -> None:
    assert answers(solve(file, line)) == [f"not in the file: {line}. The analyst finds it {judged}"]


def test_points_lost_are_not_taken_for_the_fate_of_the_stones_of_the_goal(tmp_path: Path) -> None:
    file = file_with(tmp_path / "kill.sgf", f"{HEAD}GOAL[kill D8 in D9]{TWO_MOVES})")
    text = "5.0 points worse than the move of the file. That says nothing about the stones in question."
    assert answers(solve(file, "G7")) == [f"not in the file: G7. The analyst finds it {text}"]


@pytest.mark.parametrize(
    ("problem", "line", "judged"),
    [
        (
            "GOAL[cut G8 G3 in H7 J6 H6 J5 H5]AB[gc][gd][ge][gf][hf]AW[gb][hb][ib][ic][if][gg][hg][ig];B[ie]",
            "H7",
            "White answers J5, and the chains connect.",
        ),
        (
            "GOAL[connect C2 C8 in A3 A4 B5 B6 A8]AB[bb][cb][ac][bc][ad][ae][bg][ah][bh][ch]"
            "AW[cc][cd][ce][bf][cf][cg];B[af]",
            "B6",
            "White answers A4, and the chains are cut apart.",
        ),
    ],
)
def test_chains_that_are_to_be_cut_or_connected_are_named_so(
    problem: str, line: str, judged: str, tmp_path: Path
) -> None:
    file = file_with(tmp_path / "chains.sgf", f"(;GM[1]SZ[9]PL[B]{problem})")
    shown = output_of("problems", str(file), "--plain", typed=f"{line}\n")
    assert answers(shown) == [f"not in the file: {line}. {judged}"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("B8", "illegal move: there is a stone on that point."),
        ("resign", "not understood: "),
        ("zz", "not understood: 'zz' is not a point"),
        ("mirror all", "type mirror, or mirror colors."),
    ],
)
def test_what_is_no_answer_is_refused_and_no_miss(line: str, reason: str, file: Path) -> None:
    shown = solve(file, line, "c3", "c9")
    assert reason in shown
    assert "Problems: 1 of 1 solved on the first try." in shown


def test_a_hint_names_a_part_of_the_board_and_counts_as_a_miss(file: Path) -> None:
    shown = solve(file, "hint", "c3", "c9")
    assert "\nhint: the right move is between A2 and C4.\n" in shown
    assert "\n4 ? ? ? - - - - - - 4\n" in shown
    assert "Problems: 0 of 1 solved" in shown


def test_the_solution_is_written_and_numbered_on_the_board(file: Path) -> None:
    shown = solve(file, "solution")
    assert "\nsolution: C3 B9 C9.\nA good start.\nWhite resists.\nDone.\n" in shown
    assert "\n9 - 2 3 - - - - - - 9\n" in shown
    assert "Problems: 0 of 1 solved" in shown


def test_the_tree_lists_the_moves_with_what_is_right(file: Path) -> None:
    shown = solve(file, "tree")
    assert (
        "\nRight by: RIGHT\n\nBlack plays C3: right. A good start.\n  White plays B9. White resists.\n"
        in shown
    )
    assert "\n    Black plays D9: wrong\n" in shown
    assert "\nBlack plays J1: wrong. Nothing.\n" in shown


def test_again_sets_the_problem_up_again(file: Path) -> None:
    assert answers(solve(file, "c3", "again", "c3", "c9")) == [
        "correct: C3. White plays B9.",
        "correct: C3. White plays B9.",
        "correct: C9. Solved.",
    ]


def test_mirror_turns_the_board_and_swaps_the_colors(file: Path) -> None:
    shown = solve(file, "mirror", "mirror colors", "c7", "j7")
    assert "White to play" in shown
    assert "(The board is turned: points and colors in the comments do not fit.)" in shown
    assert answers(shown) == ["correct: C7. Black plays J8.", "correct: J7. Solved."]


def test_a_missed_problem_is_offered_again_without_its_file(file: Path) -> None:
    solve(file, "a9", "quit")
    file.unlink()
    for day in ("2026-11-26", "2026-11-29", "2026-12-06"):
        done = run("problems", "--plain", typed="\nc3\nc9\nquit\n", GNUGO_PY_TODAY=day)
        assert "\n  0  next           what is due again (1), then what is new\n" in done.stdout
        assert "\nProblem 1 of 1 to try again: Black to play\n" in done.stdout
    assert "due again" not in run("problems", "--plain", GNUGO_PY_TODAY="2027-01-01").stdout


def test_a_problem_is_known_in_another_file_turned_and_with_swapped_colors(
    file: Path, tmp_path: Path
) -> None:
    solve(file, "c3", "c9")
    other = file_with(
        tmp_path / "other.sgf", "(;GM[1]SZ[9]AW[hh][gh]AB[fh][gg]PL[W];W[gc])(;GM[1]SZ[9]AB[ee];B[aa])"
    )
    shown = solve(other)
    assert shown.startswith("Problem 2 of 2 in other.sgf: Black to play\n")
    assert "Left out: 1 problem that you tried before." in shown


def test_if_all_problems_were_tried_they_are_shown_again(file: Path) -> None:
    solve(file, "c3", "c9")
    shown = solve(file, "c3", "c9")
    assert "All these problems were tried before; here they are again.\n" in shown
    assert shown.endswith(
        "Problems: 1 of 1 solved on the first try.\nIn all, 1 of 1 problem solved on the first try.\n"
    )


def test_the_opponent_plays_first_if_the_file_begins_so(tmp_path: Path) -> None:
    file = file_with(tmp_path / "reply.sgf", "(;GM[1]SZ[9]AB[cc]AW[dd]PL[B];W[cd];B[dc])")
    shown = solve(file, "d7")
    assert shown.startswith("reply.sgf: Black to play\n")
    assert "\n6 - - O O - - - - - 6\n" in shown
    assert answers(shown) == ["correct: D7. Solved."]


def test_a_color_may_move_twice_in_a_row(tmp_path: Path) -> None:
    file = file_with(tmp_path / "twice.sgf", "(;GM[1]SZ[9]AB[cc]AW[dd];B[cd];B[dc];W[aa];B[bb])")
    assert answers(solve(file, "c6", "d7", "b8")) == [
        "correct: C6.",
        "correct: D7. White plays A9.",
        "correct: B8. Solved.",
    ]


def test_a_pass_may_be_the_answer(tmp_path: Path) -> None:
    file = file_with(tmp_path / "seki.sgf", "(;GM[1]SZ[9]AB[cc]AW[dd](;B[]C[RIGHT])(;B[aa];W[bb]))")
    shown = solve(file, "hint", "pass")
    assert "hint: the right move is not on the board." in shown
    assert answers(shown) == ["correct: pass. Solved."]


def test_a_node_without_a_move_between_moves_is_passed_over(tmp_path: Path) -> None:
    file = file_with(
        tmp_path / "comment.sgf", "(;GM[1]SZ[9]AB[cc]AW[dd];B[cd];C[Think.];W[aa];B[bb]C[RIGHT])"
    )
    shown = solve(file, "c6", "b8")
    assert answers(shown) == ["correct: C6. White plays A9.", "correct: B8. Solved."]
    assert "\nThink.\n" in shown


def test_a_large_board_is_cropped_and_grows_with_a_move_far_away(tmp_path: Path) -> None:
    file = file_with(tmp_path / "corner19.sgf", "(;GM[1]SZ[19]AB[ba][bb][ca]AW[da][cb];B[cc];W[dd])")
    shown = solve(file, "k10")
    assert shown.startswith(
        "corner19.sgf: Black to play (part of 19x19)\n"
        "   A B C D E F\n19 - X X O - - 19\n18 - X O - - - 18\n17 - - - - - - 17\n"
        "16 - - - + - - 16\n15 - - - - - - 15\n14 - - - - - - 14\n   A B C D E F\n"
    )
    assert "\n10 - - - + - - - - - X 10\n" in shown


def test_a_screen_shows_the_region_large_and_waits_after_the_end(file: Path, tmp_path: Path) -> None:
    file.write_text("(;GM[1]SZ[19]AB[ba][bb][ca]AW[da][cb];B[cc])")
    screen = Screen(tmp_path / "saves", words=("problems", str(file)), columns=80, lines=24)
    shown = screen.wait("your move")
    assert "16" in shown
    assert "13" not in shown
    screen.enter("c17\r", "(?s)correct: C17. Solved.*Press Return for the next problem")
    screen.enter("d17\r", "this problem is done")


@pytest.fixture
def menu(tmp_path: Path) -> Screen:
    """Return the start menu of a person who has played before."""
    first = Screen(tmp_path / "saves", shows="Have you played")
    first.enter("2", "your move")
    first.enter("quit\r", "5  Problems")
    return first


def test_the_page_opens_a_path_and_comes_back(file: Path, menu: Screen) -> None:
    menu.enter("5", "Number, subject, race, today, file or folder")
    menu.enter("nowhere\r", "nowhere: no such file or folder")
    menu.enter(f"{file}\r", "corner.sgf: Black to play")
    menu.enter("quit\r", "Number, subject, race, today, file or folder")
    menu.enter("quit\r", "5  Problems")


def test_return_on_the_page_opens_what_is_new_and_escape_leads_back(menu: Screen) -> None:
    menu.enter("5", "capture +0 of 5 solved")
    menu.enter("\r", "Capture 1")
    menu.enter("quit\r", "Number, subject, race")
    menu.enter("\x1b", "5  Problems")


# The page, the race and the problem of the day


def on_the_page(*lines: str, today: str = "2026-11-25") -> str:
    """Return the output of the front page after some typed lines."""
    return output_of(
        "problems", "--plain", typed="".join(f"{line}\n" for line in lines), GNUGO_PY_TODAY=today
    )


def right_answer(shown: str) -> str:
    """Return the first right move of the problem of the program that is shown last."""
    return right_answers(shown).partition("\n")[0]


def right_answers(shown: str) -> str:
    """Return the lines with all the right moves that solve the problem that is shown last."""
    title = [line for line in shown.splitlines() if line.endswith("k)")][-1]
    texts = ProblemCollection(list(own_problem_files().values())).texts()
    problem = next(each for each in map(ProblemText.parse, texts) if each.title == title)
    own = [node for node in problem.solution(problem.start) if node.color is problem.color]
    return "".join(f"{node.move_text}\n" for node in own)


@pytest.mark.parametrize("line", ["ko", "14", "KO"])
def test_a_subject_is_opened_by_its_word_or_number(line: str) -> None:
    assert "\nProblem 1 of 8 in 14-ko.sgf" in on_the_page(line)


def test_the_page_counts_what_is_solved_and_due_by_subject() -> None:
    shown = on_the_page("seki", "hint", "quit", today="2026-11-24")
    assert "seki           0 of 3 solved\n" in shown
    solved = right_answer(shown)
    shown = on_the_page("", solved, "quit")
    assert "seki           0 of 3 solved, 1 due again\n" in shown
    assert shown.rindex("seki           1 of 3 solved") > shown.index("Solved.")


@pytest.mark.parametrize(
    ("line", "reason"),
    [("99", "number from 0 to 23"), ("files", "type the name of a file or folder"), ("xyz", "no such file")],
)
def test_what_is_no_line_of_the_page_is_refused(line: str, reason: str) -> None:
    assert reason in on_the_page(line)


def test_a_race_gives_one_try_each_and_ends_with_three_wrong_answers() -> None:
    shown = run("problems", "--race", "--plain", typed="solution\nsolution\nsolution\nquit\n").stdout
    assert "A race: 3 wrong answers or 3 minutes end it." in shown
    assert shown.count("solution: ") == 3
    assert "; 0 solved, 2 wrong, 2:" in shown
    assert shown.endswith("Race: 0 problems solved. Your best: 0.\n")


def test_the_third_wrong_answer_of_a_race_leads_to_the_result(tmp_path: Path) -> None:
    screen = Screen(tmp_path, words=("problems", "--race"), shows=r"your move \(or solution, skip, help\)\?$")
    for _ in range(2):
        screen.enter("solution\r", "Press Return for the next problem:$")
        screen.enter("\r", "your move .*\\?$")
    screen.enter("solution\r", "The race is over; press Return for the result:$")


def test_a_race_ends_when_its_time_is_over_even_while_an_answer_is_awaited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App(tmp_path, Players(Engines()), Settings(), has_screen=True)
    navigation.problem_page(app)
    app.push(problem_page.RaceMode(app))
    app.tick()
    assert isinstance(app.mode, problem_page.RaceMode)
    app.pop(app.mode)
    monkeypatch.setattr(problem_page, "SECONDS", 0)
    app.push(problem_page.RaceMode(app))
    assert app.screen().is_changing, "the screen asks for ticks"
    app.tick()
    assert isinstance(app.mode, problem_page.ProblemPageMode)
    lines = [line for message in app.new_messages() for line in message.lines]
    assert lines[-2:] == ["The time is over.", "Race: 0 problems solved. Your best: 0."]


def test_an_answer_after_the_time_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_page, "SECONDS", 0)
    app = App(tmp_path, Players(Engines()), Settings())
    app.push(problem_page.RaceMode(app))
    shown = "\n".join(line for message in app.new_messages() for line in message.lines)
    app.submit(right_answer(shown))
    assert app.is_over
    assert "Race: 0 problems solved." in app.new_messages()[-1].lines[0]


def test_a_wrong_answer_in_a_race_leads_to_the_next_problem(tmp_path: Path) -> None:
    app = App(tmp_path, Players(Engines()), Settings(), has_screen=True)
    app.push(problem_page.RaceMode(app))
    app.submit("solution")
    assert app.screen().prompt == "Press Return for the next problem:"
    app.submit("")
    assert app.screen().prompt.startswith("your move")


def test_the_best_race_is_kept() -> None:
    race_store().add(4, 7, date(2026, 11, 20))
    race_store().add(2, 5, date(2026, 11, 21))
    assert "race           until 3 are wrong or 3 minutes are over; your best: 4\n" in on_the_page()


def test_the_problem_of_the_day_is_the_same_all_day_and_another_one_tomorrow() -> None:
    first, again = (run("problems", "--today", "--plain").stdout for _ in range(2))
    other = run("problems", "--today", "--plain", GNUGO_PY_TODAY="2026-11-26").stdout
    assert first == again != other


def test_the_board_of_the_problem_of_the_day_says_what_it_is() -> None:
    assert run("problems", "--today", "--plain").stdout.startswith("Today's problem: ")


def test_leaving_without_an_answer_says_nothing_of_results() -> None:
    assert "on the first try." not in on_the_page("seki", "quit")


def test_return_after_a_subject_is_done_opens_what_is_new(menu: Screen) -> None:
    menu.enter("5", "capture +0 of 5 solved")
    menu.enter("seki\r", "Problem 1 of 3 in 15-seki.sgf")
    for number in (2, 3):
        menu.enter("solution\r", "Press Return for the next problem")
        menu.enter("\r", f"Problem {number} of 3")
    menu.enter("solution\r", "Press Return for the next problem")
    menu.enter("\r", "Number, subject, race")
    menu.enter("\r", "Capture 1")


@pytest.mark.parametrize("lines", [("menu",), ("seki", "menu")])
def test_menu_says_what_leads_there(lines: tuple[str, ...]) -> None:
    assert "\ntype quit to go back; run gnugo-py for the menu.\n" in on_the_page(*lines)


def test_solved_days_in_a_row_are_counted() -> None:
    for day in ("2026-11-20", "2026-11-23", "2026-11-24"):
        day_store().add(1, 1, date.fromisoformat(day))
    shown = run("problems", "--today", "--plain", typed="quit\n").stdout
    assert "Today's problem: one problem a day, not solved yet; 2 days in a row.\n" in shown
    shown = run("problems", "--today", "--plain", typed=right_answers(shown)).stdout
    assert "Today's problem: one problem a day, solved; 3 days in a row.\n" in shown


def test_a_day_whose_solution_was_shown_does_not_count() -> None:
    shown = run("problems", "--today", "--plain", typed="solution\n").stdout
    assert "Today's problem: one problem a day, not solved yet.\n" in shown
