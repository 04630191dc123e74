import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnugo_py.core.types import PASS, RESIGN, IllegalMove, Play, Side
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition, History, Refusal
from gnugo_py.games.go.rules import PRESETS, Ko, Rules, preset
from gnugo_py.games.go.vertex import parse_vertex
from tests.boards import board, move, played, position, vertices

LEGAL_SETS = Path(__file__).parent.parent / "data" / "legal_sets.jsonl"

KO = """
- X O -
X - X O
- X O -
- - - -
"""


def refusal(start: GoPosition, vertex: str) -> Refusal | None:
    return start.why_illegal(move(vertex, start.size))


def test_a_stone_is_refused_on_another_stone() -> None:
    assert refusal(played(GoPosition.start(9, "gnugo-1.1"), "E5"), "E5") is Refusal.OCCUPIED


def test_a_stone_is_refused_off_the_board_and_between_the_rows() -> None:
    start = GoPosition.start(9, "gnugo-1.1")
    assert [start.why_illegal(Play((point,))) for point in (-1, 9, 90, 10**6)] == [Refusal.OFF_BOARD] * 4


def test_a_move_of_go_is_one_point() -> None:
    assert GoPosition.start(9, "gnugo-1.1").why_illegal(Play((1, 2))) is Refusal.NOT_ONE_POINT


def test_a_stone_without_liberties_is_suicide() -> None:
    start = position("- X -\nX - -\n- - -", Side.WHITE)
    assert refusal(start, "A3") is Refusal.SUICIDE


def test_a_stone_without_liberties_that_takes_something_is_no_suicide() -> None:
    start = position("- X O\nX O -\n- - -", Side.WHITE)
    assert played(start, "A3").board == board("O - O\nX O -\n- - -")


def test_suicide_takes_its_own_chain_off_where_it_is_allowed() -> None:
    start = position("O - X\nX X -\n- - -", Side.WHITE, "tromp-taylor")
    after = played(start, "B3")
    assert after.board == board("- - X\nX X -\n- - -")
    assert after.prisoners == (2, 0)


def test_a_lone_stone_without_liberties_changes_nothing_and_so_repeats_the_board() -> None:
    start = position("- X -\nX - -\n- - -", Side.WHITE, "tromp-taylor")
    assert refusal(start, "A3") is Refusal.SUPERKO


def test_a_ko_may_not_be_taken_back_at_once_but_after_another_move() -> None:
    taken = played(position(KO, Side.WHITE, "japanese"), "B3")
    assert taken.prisoners == (0, 1)
    assert refusal(taken, "C3") is Refusal.KO
    assert refusal(played(taken, "D1", "A1"), "C3") is None


@pytest.mark.parametrize("rules", ["chinese", "aga", "tromp-taylor", "gnugo-1.1"])
def test_every_ruleset_knows_the_simple_ko(rules: str) -> None:
    assert refusal(played(position(KO, Side.WHITE, rules), "B3"), "C3") is Refusal.KO


def test_the_ko_of_1989_outlasts_a_pass_of_the_taker() -> None:
    taken = played(position(KO, Side.WHITE), "B3", "D1", "pass")
    assert taken.lone_capture == (parse_vertex("C3", 4), None)
    assert refusal(taken, "C3") is Refusal.KO


def test_a_suicide_that_the_rules_forbid_stands_until_the_opponents_next_stone() -> None:
    start = position("- X -\nX - -\n- - -", Side.WHITE)
    standing = start.play(move("A3", 3))
    assert standing.board == board("O X -\nX - -\n- - -")
    assert played(standing, "pass").board == standing.board
    gone = played(standing, "C1")
    assert gone.board == board("- X -\nX - -\n- - X")
    assert gone.prisoners == (1, 0)


def test_a_standing_suicide_is_not_forgotten_when_its_opponent_passes() -> None:
    standing = position("- X - -\nX - - -\n- - - -\n- - - -", Side.WHITE).play(move("A4", 4))
    gone = played(standing, "pass", "D4", "D1")
    assert gone.board.at(parse_vertex("A4", 4)) is None
    assert gone.prisoners == (1, 0)


def test_an_earlier_situation_stays_known_when_it_comes_again() -> None:
    here, there = (Board.empty(3), Side.BLACK), (Board.empty(3), Side.WHITE)
    history = History([here])
    for length, situation in enumerate((there, here, there), 1):
        history = history.grown(length, situation)
    assert history.holds(1, here)
    assert not history.holds(1, there)
    assert history.holds(2, there)


def test_two_passes_end_the_game_and_it_can_be_resumed() -> None:
    ended = played(GoPosition.start(9, "gnugo-1.1"), "E5", "pass", "pass")
    assert ended.over
    assert ended.legal_moves() == []
    assert ended.why_illegal(PASS) is Refusal.GAME_OVER
    assert not ended.resumed().over


def test_a_stone_between_two_passes_keeps_the_game_going() -> None:
    assert not played(GoPosition.start(9, "gnugo-1.1"), "pass", "E5", "pass").over


def test_a_resignation_ends_the_game() -> None:
    assert GoPosition.start(9, "gnugo-1.1").play(RESIGN).over


def test_a_limit_on_moves_ends_the_game() -> None:
    start = GoPosition.start(9, Rules("short", "simple", False, "area", move_limit=3))
    assert not played(start, "A1", "B1").over
    assert played(start, "A1", "B1", "pass").over


def test_a_verified_move_says_why_it_is_refused() -> None:
    with pytest.raises(IllegalMove, match="there is a stone on that point"):
        played(GoPosition.start(9, "gnugo-1.1"), "E5", "E5")


@pytest.mark.parametrize("line", LEGAL_SETS.read_text().splitlines())
def test_legal_moves_are_those_two_other_programs_found(line: str) -> None:
    case = json.loads(line)
    kos: tuple[Ko, ...] = ("simple", "positional", "situational")
    for ko in kos:
        rules = Rules("case", ko, case["query"]["suicide"], "area")
        here = GoPosition.start(case["size"], rules)
        for colour, vertex in case["moves"]:
            here = here.with_to_move(Side("bw".index(colour))).play(move(vertex, case["size"]))
        here = here.with_to_move(Side("bw".index(case["query"]["color"])))
        assert vertices(here.legal_points(), case["size"]) == sorted(case["expect"][ko]), ko


@settings(max_examples=60)
@given(st.sampled_from(sorted(PRESETS)), st.sampled_from([3, 5, 9, 13, 19]), st.data())
def test_random_games_keep_the_laws(name: str, size: int, data: st.DataObject) -> None:
    here = GoPosition.start(size, preset(name, size))
    boards = [here]
    for _ in range(40):
        moves = here.legal_moves()
        if not moves:
            break
        after = here.play_checked(data.draw(st.sampled_from(moves)))
        chains = [chain for side in Side for chain in after.board.chains(side)]
        assert all(after.board.around(chain) & after.board.vacant for chain in chains)
        stones = (after.board.black | after.board.white).bit_count()
        assert stones + sum(after.prisoners) == after.number
        assert after.previous is here
        if after.rules.ko == "positional":
            assert all(after.board != earlier.board for earlier in boards)
        if after.rules.ko == "situational":
            situations = [(earlier.board, earlier.to_move) for earlier in boards]
            assert (after.board, after.to_move) not in situations
        boards.append(after)
        here = after


def test_two_lines_of_play_from_one_position_do_not_disturb_each_other() -> None:
    start = position(KO, Side.WHITE, "chinese")
    first = played(start, "B3", "D1", "A1")
    second = played(start, "A1", "D1", "B3")
    assert refusal(second, "C3") is Refusal.KO
    assert refusal(first, "C3") is None


def test_a_single_stone_taken_in_the_first_corner_is_remembered_for_ko() -> None:
    taken = played(GoPosition.start(9, "gnugo-1.1"), "B9", "A9", "A8")
    assert taken.lone_capture == (None, 0)
