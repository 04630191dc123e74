"""Tests of the commands that HexGui and the tools of Benzene send to a Hex engine."""

import pytest

from tests.support.program import run


def answers(*commands: str, options: tuple[str, ...] = ()) -> list[str]:
    """Return the responses of a Hex server without their frames."""
    done = run("gtp", "--game", "hex", *options, typed="\n".join(commands) + "\n")
    assert done.stderr == ""
    return [answer.removeprefix("=").removeprefix(" ") for answer in done.stdout.split("\n\n")[:-1]]


def test_hexgui_connects_and_plays_a_game() -> None:
    """HexGui sends these commands to connect an engine, start a game, play, undo and request moves.

    Source: hexgui/gui/GuiController.java of github.com/ryanbhayward/hexgui (name to boardsize W H).
    """
    found = answers(
        "name",
        "version",
        "hexgui-analyze_commands",
        "boardsize 5 5",
        "showboard",
        "play black c3",
        "showboard",
        "genmove white",
        "showboard",
        "undo",
        "undo",
        "param_game",
        "quit",
    )
    assert found[0] == "gnugo-py"
    assert found[2].split("\n")[0] == "param/Game Parameters/param_game"
    assert not any(answer.startswith("?") for answer in found)
    assert found[-2] == "[bool] allow_swap 1"


def test_every_analyze_command_is_known() -> None:
    listed = answers("hexgui-analyze_commands")[0].split("\n")
    names = [line.split("/")[2].split()[0] for line in listed]
    assert answers(*(f"known_command {name}" for name in names)) == ["true"] * len(names)


def test_a_swap_can_be_allowed_and_forbidden_in_a_game() -> None:
    found = answers(
        "boardsize 5 5",
        "param_game allow_swap 1",
        "play b c3",
        "param_game",
        "all_legal_moves w",
        "param_game allow_swap 0",
        "play w swap-pieces",
        "param_game",
    )
    assert found[3] == "[bool] allow_swap 1"
    assert found[4].split()[-1] == "swap-pieces"
    assert found[6] == "? illegal move"
    assert found[7] == "[bool] allow_swap 0"
    no_center = ("--first-move", "no-centre")
    commands = ("param_game", "param_game allow_swap 1", "play b a1", "play w swap-pieces")
    assert answers(*commands, options=no_center) == ["[bool] allow_swap 0", "", "", ""]


@pytest.mark.parametrize("words", ["allow_swap", "allow_swap 2", "allow_ties 1", "allow_swap 1 1"])
def test_other_parameters_are_refused(words: str) -> None:
    assert answers(f"param_game {words}")[0].startswith("? syntax error")


def test_all_legal_moves_are_listed() -> None:
    found = answers(
        "boardsize 2 2", "all_legal_moves", "play b a1", "all_legal_moves white", "all_legal_moves x"
    )
    assert found[1] == "a1 b1 a2 b2"
    assert found[3] == "b1 a2 b2 swap-pieces"
    assert found[4] == "? syntax error"


def test_sides_are_swapped() -> None:
    found = answers(
        "boardsize 3 3", "play b b2", "play w swap-sides", "list_stones b", "play w c1", "undo", "undo"
    )
    assert found == ["", "", "", "b2", "", "", ""]
    assert answers("boardsize 3 3", "play w swap-sides")[1] == "? illegal move"
    assert (
        answers("play b f6", "play w swap-sides", options=("--first-move", "no-centre"))[1]
        == "? illegal move"
    )


def test_a_swap_is_no_point() -> None:
    assert answers("gogui-setup b swap") == ["? syntax error"]
