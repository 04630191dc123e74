"""Tests of `genmove` and its relatives: forbidden moves, passes, memory, seeds and explanations."""

import re

import pytest

from gnugo_py.games.types import Color
from tests.support.boards import board, vertices
from tests.support.gtp_server import responses

SIGNS = ((Color.BLACK, "b"), (Color.WHITE, "w"))

SENT_BACK = [
    "boardsize 9",
    "gogui-setup w B9 w D9 w C8 w C7 w C6 w C5 w C4 w C3 b A8 b B8 b A7 b A6 b B6 b B5 b B4 b B3",
    "gogui-setup_player w",
    "gogui-play_sequence w A9 b C9",
]
"""White could recapture on B9 now, and repeat the position before A9."""


@pytest.mark.parametrize(("rules", "vertex"), [("japanese", "B9"), ("chinese", "G3")])
def test_genmove_makes_the_best_move_that_the_rules_allow(rules: str, vertex: str) -> None:
    commands = (*SENT_BACK, "is_legal w B9", "reg_genmove w", "genmove w")
    found = responses(*commands, options=("--seed", "7", "--rules", rules))
    assert found[-3:] == ["1" if rules == "japanese" else "0", vertex, vertex]


DEAD_CHAIN = """
X X X X X X O O O O O O O
X - X X X X O O - O - O O
X X X X X X O O O O O O O
X - X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
- O - X X X O O O O O O O
- O - X X X O O O O O O O
"""
"""White's two stones in the corner are dead; no finder of 1989 attacks a chain with four liberties."""


def set_up(drawing: str) -> tuple[str, str]:
    """Return the commands that set up a drawn board."""
    drawn = board(drawing)
    size = drawn.geometry.size
    stones = [(sign, vertex) for color, sign in SIGNS for vertex in vertices(drawn.stones(color), size)]
    return f"boardsize {size}", "gogui-setup " + " ".join(f"{sign} {vertex}" for sign, vertex in stones)


def test_a_cleanup_captures_a_dead_chain_where_genmove_passes() -> None:
    commands = (*set_up(DEAD_CHAIN), "play b pass", "play w pass", "reg_genmove b")
    seed = ("--seed", "1", "--rules", "chinese")
    found = responses(*commands, *["kgs-genmove_cleanup b"] * 6, "captures b", options=seed)
    assert found[4:6] == ["pass", "A2"]
    assert found[-1] == "2"


def test_a_cleanup_passes_where_nothing_is_dead() -> None:
    alive = set_up(DEAD_CHAIN.replace("\n- O -", "\nX X X"))
    assert responses(*alive, "kgs-genmove_cleanup b", "last_move")[-2:] == ["pass", "black pass"]


def test_an_engine_whose_game_is_over_makes_no_move() -> None:
    moves = ("play b a1", "play w b2", "play b a2")
    found = responses("boardsize 2", *moves, "genmove w", options=("--game", "hex", "--player", "search:1"))
    assert found[-1] == "? game is over"


def test_the_last_move_of_the_engine_is_explained_also_after_a_move_of_the_other_program() -> None:
    explain, why = "gomill-explain_last_move", "gnugopy-why"
    commands = ("boardsize 9", "genmove b", explain, why, "play w c3", explain, why, "genmove w", explain)
    _, _, text, drawn, _, text_later, drawn_later, _, of_second_move = responses(*commands)
    assert "D6" in text
    assert (text_later, drawn_later) == (text, drawn)
    assert "F5" in of_second_move
    assert "D6" not in of_second_move


SURROUNDED = "gogui-setup b e5 b e4 w d5 w d4 w f5 w f4 w e6"


@pytest.mark.parametrize(
    ("commands", "drawn"),
    [
        (["boardsize 9"], "COLOR #20a020 D6\nLABEL D6 P80\nTEXT D6"),
        (
            ["boardsize 9", SURROUNDED, "gogui-setup_player w", "genmove b", "play w j9"],
            "COLOR #e02020 J8\nLABEL J8 A80\nCOLOR #2060e0 E3\nLABEL E3 D90\n"
            "COLOR #20a020 E3\nLABEL E3 P82\nTEXT E3",
        ),
        ([*set_up(DEAD_CHAIN), "play b pass"], "COLOR #808080 C2\nLABEL C2 R151\nTEXT C2"),
    ],
    ids=["pattern", "attack and defense", "random move"],
)
def test_each_reason_with_a_point_is_drawn(commands: list[str], drawn: str) -> None:
    *_, finders, move, why = responses(*commands, "gnugopy-finders b", "genmove b", "gnugopy-why")
    assert (finders, why) == (drawn, drawn)
    assert move == drawn.split()[-1]


def names_in(sgf: str) -> list[str]:
    return re.findall(r"P[BW]\[.*?\]", sgf)


def test_the_engine_is_named_for_the_colors_it_has_played() -> None:
    commands = ("genmove b", "play w c3", "printsgf", "genmove w", "printsgf", "clear_board", "printsgf")
    _, _, one, _, both, _, none = responses(*commands)
    assert names_in(one) == ["PB[GNU Go 1.1]"]
    assert names_in(both) == ["PB[GNU Go 1.1]", "PW[GNU Go 1.1]"]
    assert names_in(none) == []


DECISION = ("genmove w", "gnugopy-decision")


def test_a_new_seed_restarts_the_engine_and_leaves_the_board() -> None:
    *_, played, fresh = responses("boardsize 9", "play b D6", *DECISION, options=("--seed", "5"))
    started = ("boardsize 9", "genmove b", "set_random_seed 5", "get_random_seed", "move_history")
    *_, seed, history, again, decision = responses(*started, *DECISION)
    assert (seed, history) == ("5", "black D6")
    assert (again, decision) == (played, fresh)


def test_a_new_seed_survives_undo_and_clear_board() -> None:
    fresh = responses("boardsize 9", *DECISION, options=("--seed", "5"))[1:]
    for command in ("undo", "clear_board"):
        commands = ("boardsize 9", "genmove b", "set_random_seed 5", command, *DECISION)
        assert responses(*commands)[-2:] == fresh


def test_without_a_seed_each_game_has_another() -> None:
    first, _, second = responses("get_random_seed", "clear_board", "get_random_seed", options=())
    assert first != second
