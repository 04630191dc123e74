"""Tests of games against GTP engines from the command line."""

import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from gnugo_py.engines.external.process import EngineProcessError
from tests.support.boards import move
from tests.support.gnugo import program
from tests.support.gtp_engines import command, player, started
from tests.support.program import BLACK_ON_9X9, output_of, run
from tests.support.screen import Screen, begun
from tests.support.terminal import Terminal


def played(saves: Path, lines: str, opponent: str, *words: str) -> list[str]:
    """Return the program's output for some lines in a game against an engine."""
    options = ["--seed", "5", "--saves", str(saves), "--opponent", opponent]
    shown = output_of(*BLACK_ON_9X9, *options, *words, typed=lines)
    return shown.splitlines()


def answers(output: list[str]) -> list[str]:
    return [line.removeprefix("my move: ") for line in output if line.startswith("my move: ")]


def test_an_engine_answers_moves(tmp_path: Path) -> None:
    assert answers(played(tmp_path, "E5\nC3\nquit\n", command("none"))) == ["A9", "B9"]


def test_moves_against_an_engine_are_taken_back_for_both(tmp_path: Path) -> None:
    assert answers(played(tmp_path, "E5\nundo\nA9\nquit\n", command("none"))) == ["A9", "B9"]


def test_the_explanation_of_an_engine_is_shown(tmp_path: Path) -> None:
    ours = f"{sys.executable} -m gnugo_py gtp --seed 3"
    output = played(tmp_path, "E5\nwhy\nquit\n", ours)
    assert "No finder proposed a legal move; a random point was chosen after 1 try." in output


@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        ("crashes", "Faulty 1.0 exited with status 3"),
        ("babbles", "Faulty 1.0 answered 'banana', which is not a move."),
        ("cheats", "Faulty 1.0 played E5, which is illegal: there is a stone on that point."),
        ("refuses", "Faulty 1.0 refused play black E5: illegal move."),
        ("only-19", "Faulty 1.0 refused boardsize 9: unacceptable size."),
    ],
)
def test_a_faulty_engine_is_reported_and_classic_can_play_on(
    tmp_path: Path, fault: str, trouble: str
) -> None:
    output = played(tmp_path, "E5\nclassic\nC3\nquit\n", command(fault))
    assert any(line.startswith(trouble) for line in output)
    assert len(answers(output)) == 2


def test_ctrl_c_leaves_the_plain_game_while_an_engine_thinks(tmp_path: Path) -> None:
    with Terminal(tmp_path, *BLACK_ON_9X9, "--plain", "--opponent", command("stuck")).child as child:
        child.expect("your move")
        child.sendline("E5")
        time.sleep(1)
        child.sendintr()
        child.expect("Saved as")
        child.expect("interrupted")


def test_a_crashed_engine_can_be_started_again(tmp_path: Path) -> None:
    output = played(tmp_path, "E5\n\nC3\nquit\n", command("crashes-once", str(tmp_path / "log")))
    assert answers(output) == ["A9", "B9"]


def test_moves_are_not_made_for_a_halted_engine(tmp_path: Path) -> None:
    output = played(tmp_path, "E5\nC3\npass\nundo\nquit\n", command("crashes"))
    refusals = [line for line in output if line.startswith("press Return")]
    assert len(refusals) == 2
    assert "Move taken back." in output


def test_a_game_against_an_engine_can_be_resumed(tmp_path: Path) -> None:
    played(tmp_path, "E5\n", command("none"))
    result = run("--resume", "--saves", str(tmp_path), typed="C3\n")
    assert answers(result.stdout.splitlines()) == ["B9"]


def test_a_game_that_classic_took_over_can_be_resumed(tmp_path: Path) -> None:
    first = played(tmp_path, "E5\nclassic\n", command("crashes"))
    result = run("--resume", "--saves", str(tmp_path), typed="undo\nE5\nwhy 2\n")
    assert answers(result.stdout.splitlines()) == answers(first)
    assert "Why White played" in result.stdout


def test_a_game_against_one_engine_goes_on_against_another(tmp_path: Path) -> None:
    played(tmp_path, "E5\n", command("none"))
    result = run("--resume", "--saves", str(tmp_path), "--opponent", command("resigns"), typed="C3\n")
    assert "White resigns; Black wins." in result.stdout


def test_a_game_with_one_engine_cannot_be_resumed_with_two(tmp_path: Path) -> None:
    played(tmp_path, "E5\n", command("none"))
    two = ["--opponent", "classic", "--opponent", "classic"]
    result = run("--resume", "--saves", str(tmp_path), *two)
    assert (result.returncode, result.stdout) == (2, "")
    assert "--opponent: the number of engines does not match this" in result.stderr


def test_a_game_of_two_people_goes_on_against_an_engine(tmp_path: Path) -> None:
    played(tmp_path, "E5\nC3\n", "human")
    result = run("--resume", "--saves", str(tmp_path), "--opponent", command("none"), typed="G7\n")
    assert answers(result.stdout.splitlines()) == ["A9"]


def test_resuming_with_the_same_opponent_changes_nothing(tmp_path: Path) -> None:
    first = played(tmp_path, "E5\n", "classic", "--seed", "3")
    go_on = ["--resume", "--saves", str(tmp_path), "--seed", "9"]
    named = run(*go_on, "--opponent", "classic", typed="why\n").stdout
    assert answers(first)[0] in named.partition("Why White played ")[2]


def test_a_game_that_was_taken_over_and_taken_back_can_be_resumed(tmp_path: Path) -> None:
    played(tmp_path, "E5\nclassic\nC3\nundo\nundo\nresign\n", command("crashes"))
    name = next(tmp_path.glob("*.sgf")).stem
    result = run("--resume", name, "--saves", str(tmp_path))
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("pause", [0.05, 0.5])
@pytest.mark.slow
def test_a_second_ctrl_c_leaves_no_engine_behind(tmp_path: Path, pause: float) -> None:
    mark = str(tmp_path / "mark")
    engine = command("immortal-stuck", mark)
    with Terminal(tmp_path, *BLACK_ON_9X9, "--plain", "--opponent", engine).child as child:
        child.expect("your move")
        child.sendline("E5")
        time.sleep(1)
        child.sendintr()
        time.sleep(pause)
        child.sendintr()
        child.expect(pexpect.EOF)
    running = subprocess.run(["ps", "-eww", "-o", "args"], capture_output=True, text=True, check=True).stdout
    assert mark not in running


def test_a_saved_game_does_not_run_an_untrusted_command(tmp_path: Path, a_person_of_its_own: Path) -> None:
    log = tmp_path / "log"
    played(tmp_path, "E5\n", command("none", str(log)))
    next(a_person_of_its_own.rglob("engines.json")).unlink()
    (tmp_path / "engines.txt").write_text(command("none", str(log)) + "\n")
    log.unlink()
    result = run("--resume", "--saves", str(tmp_path), typed="C3\nclassic\n")
    assert "to allow it, resume the game with --opponent" in result.stdout
    assert not log.exists()
    assert len(answers(result.stdout.splitlines())) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no-such-engine"], "program no-such-engine not found; check the name"),
        (["cat"], "does not speak GTP: it printed 'name'; its command may lack an option"),
        (["classic", "human"], "use --opponent once, or twice to watch two engines"),
    ],
)
def test_an_invalid_opponent_is_refused_at_the_start(tmp_path: Path, words: list[str], message: str) -> None:
    named = [word for name in words for word in ("--opponent", name)]
    result = run(*BLACK_ON_9X9, "--saves", str(tmp_path), *named, typed="")
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


def test_two_engines_can_be_watched_until_the_game_is_scored(tmp_path: Path) -> None:
    named = [word for name in ("classic", command("passes")) for word in ("--opponent", name)]
    options = ["--size", "9", "--handicap", "0", "--saves", str(tmp_path), "--seed", "3"]
    result = run(*options, *named, typed="play\ny\nstop\nstop\n")
    lines = result.stdout.splitlines()
    assert {"Black: pass", "White: pass"} <= set(lines)
    assert "the game is over and cannot be continued; both players are engines." in lines
    assert lines[-1].startswith("Saved as ")


def test_no_engine_is_left_behind(tmp_path: Path) -> None:
    played(tmp_path, "E5\nquit\n", command("immortal", str(tmp_path / "mark")))
    running = subprocess.run(["ps", "-eww", "-o", "args"], capture_output=True, text=True, check=True).stdout
    assert str(tmp_path / "mark") not in running


def test_gnu_go_plays_and_takes_back(tmp_path: Path) -> None:
    output = played(tmp_path, "E5\nundo\nE5\nquit\n", f"{program()} --mode gtp --level 1")
    assert len(answers(output)) == 2


def on_screen(saves: Path, fault: str) -> Screen:
    return begun(saves, *BLACK_ON_9X9, "--opponent", command(fault))


def test_ctrl_c_leaves_even_while_an_engine_thinks(tmp_path: Path) -> None:
    game = on_screen(tmp_path, "stuck")
    game.enter("E5\r", "is thinking, 1 s")
    assert game.interrupted() == 130
    assert len(list(tmp_path.glob("*.sgf"))) == 1


@pytest.mark.slow
def test_a_watched_game_can_be_stopped_and_left(tmp_path: Path) -> None:
    two = ("--opponent", "classic", "--opponent", command("none"))
    game = Screen(tmp_path, "--size", "9", "--handicap", "0", *two, shows=r"White: [A-J]9")
    game.enter("\x1b", r"Press Return to go on, or type (classic or )?a command")
    game.enter("\r", r"Move 1\d,")
    assert game.status("\x1b[21~") == 0


def test_a_late_answer_is_not_used_for_the_next_command() -> None:
    with player("slow-seed") as one:
        one.choose(started(), None)
        with pytest.raises(EngineProcessError, match="did not answer"):
            one.with_seed(5)
        time.sleep(1)
        assert one.choose(started(), None).move == move("A9", 9)
