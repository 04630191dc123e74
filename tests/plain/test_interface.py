"""Tests of the plain interface in this process."""

import io
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from benchmarks.replay import own_knowledge
from gnugo_py.app.application import Application, new_game_starter
from gnugo_py.app.opponents import EngineFactory
from gnugo_py.app.services import Services
from gnugo_py.core.game import Game
from gnugo_py.core.types import Color
from gnugo_py.engines.classic.engine import ClassicEngine
from gnugo_py.engines.engine import Engine
from gnugo_py.games.go.game import GO
from gnugo_py.plain.interface import run_line_by_line
from gnugo_py.play.session import Session
from gnugo_py.sgf.writer import can_rewrite_without_loss, is_content_of_session, session_to_sgf
from gnugo_py.storage.autosave import Autosave, AutosaveFunctions
from tests.support.golden import RECORDED_GAMES

KNOWLEDGE = own_knowledge()
SHORTEST_FIRST = sorted(RECORDED_GAMES, key=lambda game: len(game["events"]))
DAY = date(2026, 11, 21)
ADVISER = ClassicEngine(KNOWLEDGE, 3)
GIVEN = {"size": 9, "handicap": 0, "side": Color.BLACK}


class PlainServices(Services):
    """Services with games against the classic engine with a given seed, saved with a given date."""

    def __init__(self, saves: Path, seed: int) -> None:
        super().__init__(saves, EngineFactory(), seed=lambda: seed)
        form = AutosaveFunctions(
            lambda session, serial: session_to_sgf(session, DAY, serial),
            is_content_of_session,
            lambda content, session: not can_rewrite_without_loss(content, session),
        )
        self.autosave = Autosave(self.store, form, lambda: 1)
        self._game_seed = seed

    def new_game(self, game: Game, options: Mapping[str, object]) -> Session:
        color = options["side"]
        assert isinstance(color, Color)
        return Session.from_position(
            GO, {color.opponent: ClassicEngine(KNOWLEDGE, self._game_seed)}, GO.start(options)
        )

    def adviser(self, game: Game, level: int) -> Engine | None:
        return ADVISER


def plain(lines: str, saves: Path, options: Mapping[str, object] = GIVEN, seed: int = 3) -> list[str]:
    """Return the program's output for some lines, as a list of lines."""

    sink, services = io.StringIO(), PlainServices(saves, seed)
    app = Application(services, GO, new_game_starter(options))
    run_line_by_line(app, io.StringIO(lines), sink, echo=True)
    services.autosave.release_lock()
    return sink.getvalue().splitlines()


def moves(output: list[str]) -> list[str]:
    """Return the engine's moves in order."""
    answers = [line for line in output if line.startswith("my move: ") or line == "I pass."]
    return ["pass" if line == "I pass." else line.removeprefix("my move: ") for line in answers]


def test_without_options_it_asks_in_the_order_of_the_original(tmp_path: Path) -> None:
    output = plain("\n0\nb\nstop\nn\n", tmp_path, {"size": 19})
    asked = [line for line in output if "?" in line or "Return to continue" in line]
    assert asked == [
        "Press Return to continue ",
        "Number of handicap stones (0 to 17)? 0",
        "Your color, b for Black or w for White? b",
        "your move? stop",
        "Count the game (y or n, or play to continue playing)? n",
    ]


def test_with_handicap_and_color_given_nothing_is_asked(tmp_path: Path) -> None:
    output = plain("stop\nn\n", tmp_path)
    assert output[0] == "  A B C D E F G H J"


def test_questions_are_asked_again_until_the_answer_makes_sense(tmp_path: Path) -> None:
    output = plain("\nmany\n18\n-1\n2\nred\nw\nstop\nn\n", tmp_path, {"size": 19})
    assert output.count("type a whole number from 0 to 17.") == 3
    assert output.count("type b or w.") == 1


@pytest.mark.parametrize("lines", ["", "\n", "\n3\n"])
def test_the_end_of_input_at_a_question_ends_the_program(lines: str, tmp_path: Path) -> None:
    output = plain(lines, tmp_path, {"size": 19})
    assert output[-1] == "End of input."
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("lines", ["c3\n", "c3\nstop\n", "c3\nstop\ny\n", "c3\nstop\ny\nstop\n"])
def test_the_end_of_input_in_a_game_saves_it(lines: str, tmp_path: Path) -> None:
    output = plain(lines, tmp_path)
    (saved,) = tmp_path.iterdir()
    assert output[-2:] == ["End of input.", f"Saved as {saved}"]
    assert b";B[cg]\n;W[" in saved.read_bytes()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("i5", "there is no column I; column J follows column H."),
        ("Q16", "Q16 is off the board; columns go from A to J, lines from 1 to 9."),
        ("c3", "there is a stone on that point."),
        ("C 3", "there is a stone on that point."),
        ("3c", "there is a stone on that point."),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(line: str, reason: str, tmp_path: Path) -> None:
    output = plain(f"c3\n{line}\nstop\nn\n", tmp_path)
    assert f"illegal move ! {reason}" in output
    assert len(moves(output)) == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "xyzzy",
            "'xyzzy' is not a point; type a letter and a number, such as G3;"
            " type help for a list of commands.",
        ),
        (
            "5",
            "'5' is not a point; type a letter and a number, such as G3; type help for a list of commands.",
        ),
        ("pass it", "pass takes no argument."),
        (
            "resgin",
            "'resgin' is not a point; type a letter and a number, such as G3; did you mean resign?",
        ),
    ],
)
def test_what_is_not_understood_is_not_called_a_move(line: str, reason: str, tmp_path: Path) -> None:
    output = plain(f"c3\n{line}\nstop\nn\n", tmp_path)
    assert {reason, f"not understood: {reason}"} & set(output)
    assert not any(each.startswith("illegal") for each in output)
    assert len(moves(output)) == 1


@pytest.mark.parametrize("line", ["C 3", "3c", " c  3 ", "3 C"])
def test_a_point_is_understood_as_people_write_it(line: str, tmp_path: Path) -> None:
    output = plain(f"{line}\nstop\nn\n", tmp_path)
    assert len(moves(output)) == 1


@pytest.mark.parametrize(("word", "shows"), [("?", "Type a point, such as E5"), ("exit", "Saved as")])
def test_other_words_for_commands(word: str, shows: str, tmp_path: Path) -> None:
    assert any(line.startswith(shows) for line in plain(f"c3\n{word}\n", tmp_path))


def test_the_size_may_be_chosen_with_the_introduction(tmp_path: Path) -> None:
    output = plain("13\n4\n\nquit\n", tmp_path, {})
    assert "Number of handicap stones (0 to 9)? 4" in output
    assert output[-14].startswith("12 ") or any(line.startswith("13 - ") for line in output)


def test_help_and_quit_are_understood_at_the_questions(tmp_path: Path) -> None:
    output = plain("\nhelp\nquit\n", tmp_path, {"size": 19})
    assert any(line.startswith("Black, the weaker player,") for line in output)
    assert not list(tmp_path.iterdir())


def test_x_and_o_are_explained(tmp_path: Path) -> None:
    assert "X Black, O White, - empty, + a star point" in plain("quit\n", tmp_path)


def test_a_game_is_named_with_any_letters(tmp_path: Path) -> None:
    plain("c3\nsave zo\u00eb \u56f2\u7881\n", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["zo\u00eb \u56f2\u7881.sgf"]


def test_an_empty_line_is_asked_again(tmp_path: Path) -> None:
    assert len([line for line in plain("\n\nstop\nn\n", tmp_path) if line.startswith("your move?")]) == 3


def test_captures_are_reported(tmp_path: Path) -> None:
    output = plain("a1\na2\nb1\nd5\nstop\nn\n", tmp_path)
    assert "White captures 2 stones." in output
    assert "Black has captured 0, White 2." in output


def test_a_golden_games_moves_piped_in_give_the_originals_answers(tmp_path: Path) -> None:
    for game in SHORTEST_FIRST[:2]:
        color = Color("bw".index(game["user"]))
        options = {"size": 19, "handicap": game["handicap"], "side": color}
        typed = "\n".join(event[1] for event in game["events"] if event[0] in "ui") + "\n"
        output = plain(typed, tmp_path, options, game["seed"])
        answers = [event[1] for event in game["events"] if event[0] == "c"]
        assert moves(output)[: len(answers)] == answers
        refused = [line for line in output if line.startswith("illegal move !")]
        assert len(refused) == sum(event[0] == "i" for event in game["events"])


def test_both_passing_ends_the_game_and_the_count_follows(tmp_path: Path) -> None:
    game = next(g for g in SHORTEST_FIRST if [e[1] for e in g["events"]][-2:] == ["pass", "pass"])
    options = {"size": 19, "handicap": game["handicap"], "side": Color("bw".index(game["user"]))}
    typed = "\n".join(event[1] for event in game["events"] if event[0] in "ui")
    output = plain(f"{typed}\ny\nstop\nstop\n", tmp_path, options, game["seed"])
    assert "The game is over." in output
    totals = [line.split()[-1] for line in output if " = " in line]
    ours, theirs = game["territory"]["user"], game["territory"]["computer"]
    assert sorted(totals) == sorted([str(ours), str(theirs)])


def test_dead_stones_come_off_and_neutral_points_are_filled_in_turn(tmp_path: Path) -> None:
    output = plain("c3\nj1\nstop\nmaybe\ny\na9\nj1\nstop\na1\na1\nstop\n", tmp_path)
    assert "type y or n, play to continue playing, or quit." in output
    assert "there is no stone on A9." in output
    assert "Neutral point to fill for Black (stop when done, play to continue playing): a1" in output
    assert "there is a stone on A1." in output
    assert output[-2].startswith("White wins by") or output[-2].startswith("Black wins by")


def test_taking_back_and_making_again(tmp_path: Path) -> None:
    output = plain("undo\nc3\nundo\nredo\nredo\nstop\nn\n", tmp_path)
    shown = [line for line in output if line.endswith(("to restore.", "back.", "restored."))]
    assert shown == [
        "There is no move to take back.",
        "Move taken back.",
        "Move restored.",
        "There is no move to restore.",
    ]


def test_taking_back_never_leaves_the_computer_to_move_first_again(tmp_path: Path) -> None:
    options = {"size": 9, "handicap": 0, "side": Color.WHITE}
    output = plain("undo\nstop\nn\n", tmp_path, options)
    assert "There is no move to take back." in output
    assert len(moves(output)) == 1


def test_return_takes_the_default_of_a_question(tmp_path: Path) -> None:
    output = plain("\n\n\nq16\n", tmp_path, {"size": 19})
    assert "Number of handicap stones (0 to 17)? " in output
    assert len(moves(output)) == 1


def test_the_count_can_be_left_for_more_play(tmp_path: Path) -> None:
    output = plain("c3\nstop\nplay\ng7\nstop\ny\nplay\nstop\nquit\n", tmp_path)
    assert output.count("The game continues.") == 2
    assert len(moves(output)) == 2


def test_help_lists_every_command(tmp_path: Path) -> None:
    output = "\n".join(plain("help\nstop\nn\n", tmp_path))
    assert all(f"\n  {word} " in output for word in ("pass", "undo", "redo", "save", "stop", "help"))


def test_a_game_saved_under_a_name_keeps_it(tmp_path: Path) -> None:
    plain("c3\nsave first\ng7\n", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["first.sgf"]


def test_a_game_of_another_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.sgf").write_bytes(b"(;)")
    output = plain("c3\nsave mine\n", tmp_path)
    assert "Not saved: a saved game named 'mine' already exists; choose another name." in output
    assert (tmp_path / "mine.sgf").read_bytes() == b"(;)"


@pytest.mark.parametrize("name", ["../out", "/etc/x", "a/b", ".hidden", "nul", "a" * 100, "x\ty"])
def test_a_name_cannot_leave_the_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    output = plain(f"c3\nsave {name}\nstop\nn\n", folder)
    assert any(line.startswith("Not saved: a name consists of") for line in output)
    assert [path.name for path in tmp_path.iterdir()] == ["saves"]


def test_a_folder_that_cannot_be_written_is_reported_and_the_game_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    output = plain("c3\nsave\ng7\nstop\nn\n", blocked / "saves")
    assert any(line.startswith(f"Not saved: {blocked}") for line in output)
    assert len(moves(output)) == 2
