import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, IllegalReason, KoRule, Rules, rules_preset
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PASS, RESIGN, Color, IllegalMove, Play
from tests.support.boards import board, move, played, position, vertices
from tests.support.paths import DATA

LEGAL_SETS = DATA / "legal_sets.jsonl"

KO = """
- X O -
X - X O
- X O -
- - - -
"""


def refusal(start: GoPosition, vertex: str) -> IllegalReason | None:
    return start.why_illegal(move(vertex, start.size))


def test_a_stone_is_refused_on_another_stone() -> None:
    assert refusal(played(GoPosition.start(9, "gnugo-1.1"), "E5"), "E5") is IllegalReason.OCCUPIED


def test_a_stone_is_refused_off_the_board_and_between_the_rows() -> None:
    start = GoPosition.start(9, "gnugo-1.1")
    assert [start.why_illegal(Play((point,))) for point in (-1, 9, 90, 10**6)] == [
        IllegalReason.OFF_BOARD
    ] * 4


def test_a_move_of_go_is_one_point() -> None:
    assert GoPosition.start(9, "gnugo-1.1").why_illegal(Play((1, 2))) is IllegalReason.NOT_ONE_POINT


def test_a_stone_without_liberties_is_suicide() -> None:
    start = position("- X -\nX - -\n- - -", Color.WHITE)
    assert refusal(start, "A3") is IllegalReason.SUICIDE


def test_a_stone_without_liberties_that_takes_something_is_no_suicide() -> None:
    start = position("- X O\nX O -\n- - -", Color.WHITE)
    assert played(start, "A3").board == board("O - O\nX O -\n- - -")


def test_an_allowed_suicide_removes_its_own_chain() -> None:
    start = position("O - X\nX X -\n- - -", Color.WHITE, "tromp-taylor")
    after = played(start, "B3")
    assert after.board == board("- - X\nX X -\n- - -")
    assert after.prisoners == (2, 0)


def test_a_suicide_of_one_stone_violates_superko() -> None:
    start = position("- X -\nX - -\n- - -", Color.WHITE, "tromp-taylor")
    assert refusal(start, "A3") is IllegalReason.SUPERKO


def test_a_ko_may_not_be_taken_back_at_once_but_after_another_move() -> None:
    taken = played(position(KO, Color.WHITE, "japanese"), "B3")
    assert taken.prisoners == (0, 1)
    assert refusal(taken, "C3") is IllegalReason.KO
    assert refusal(played(taken, "D1", "A1"), "C3") is None


@pytest.mark.parametrize("rules", ["chinese", "aga", "tromp-taylor", "gnugo-1.1"])
def test_every_ruleset_knows_the_simple_ko(rules: str) -> None:
    assert refusal(played(position(KO, Color.WHITE, rules), "B3"), "C3") is IllegalReason.KO


def test_the_ko_of_1989_still_applies_after_a_pass() -> None:
    taken = played(position(KO, Color.WHITE), "B3", "D1", "pass")
    assert taken.last_single_capture == (parse_vertex("C3", 4), None)
    assert refusal(taken, "C3") is IllegalReason.KO


def test_a_forbidden_suicide_stays_until_the_next_stone_of_the_opponent() -> None:
    start = position("- X -\nX - -\n- - -", Color.WHITE)
    standing = start.play_unchecked(move("A3", 3))
    assert standing.board == board("O X -\nX - -\n- - -")
    assert played(standing, "pass").board == standing.board
    gone = played(standing, "C1")
    assert gone.board == board("- X -\nX - -\n- - X")
    assert gone.prisoners == (1, 0)


def test_a_forbidden_suicide_is_removed_even_after_a_pass() -> None:
    standing = position("- X - -\nX - - -\n- - - -\n- - - -", Color.WHITE).play_unchecked(move("A4", 4))
    gone = played(standing, "pass", "D4", "D1")
    assert gone.board.color_at(parse_vertex("A4", 4)) is None
    assert gone.prisoners == (1, 0)


@given(st.sampled_from(["1989", "simple", "positional", "situational"]), st.booleans(), st.data())
def test_legal_points_agree_with_why_illegal_and_superko(
    ko: KoRule, suicide: bool, data: st.DataObject
) -> None:
    """Superko is checked against a list of all boards of the game."""
    here = GoPosition.start(3, Rules("test", ko, suicide, "area", 0.0))
    line = [here]
    for _ in range(data.draw(st.integers(1, 40))):
        points = list(iter_points(here.board.empty_points))
        assert here.legal_points == sum(
            1 << point for point in points if here.why_illegal_point(point) is None
        )
        for point in points if ko in ("positional", "situational") else ():
            after = here.play_unchecked(Play((point,)))
            is_known = any(
                after.board == old.board and (ko == "positional" or after.to_move is old.to_move)
                for old in line
            )
            if not after.chains_without_liberties:
                assert (
                    here.why_illegal_point(point) in (IllegalReason.KO, IllegalReason.SUPERKO)
                ) is is_known
        legal = here.legal_moves()
        here = here.play_unchecked(data.draw(st.sampled_from(legal)) if legal else PASS)
        line.append(here)
        if here.is_over:
            break


def test_two_passes_end_the_game_and_it_can_be_resumed() -> None:
    ended = played(GoPosition.start(9, "gnugo-1.1"), "E5", "pass", "pass")
    assert ended.is_over
    assert ended.legal_moves() == []
    assert ended.why_illegal(PASS) is IllegalReason.GAME_OVER
    assert not ended.without_passes().is_over


def test_a_stone_between_two_passes_keeps_the_game_going() -> None:
    assert not played(GoPosition.start(9, "gnugo-1.1"), "pass", "E5", "pass").is_over


def test_a_resignation_ends_the_game() -> None:
    assert GoPosition.start(9, "gnugo-1.1").play_unchecked(RESIGN).is_over


def test_a_limit_on_moves_ends_the_game() -> None:
    start = GoPosition.start(9, Rules("short", "simple", False, "area", move_limit=3))
    assert not played(start, "A1", "B1").is_over
    assert played(start, "A1", "B1", "pass").is_over


def test_a_verified_move_says_why_it_is_refused() -> None:
    with pytest.raises(IllegalMove, match="there is a stone on that point"):
        played(GoPosition.start(9, "gnugo-1.1"), "E5", "E5")


@pytest.mark.parametrize("line", LEGAL_SETS.read_text().splitlines())
def test_legal_moves_are_those_two_other_programs_found(line: str) -> None:
    case = json.loads(line)
    kos: tuple[KoRule, ...] = ("simple", "positional", "situational")
    for ko in kos:
        rules = Rules("case", ko, case["query"]["suicide"], "area")
        here = GoPosition.start(case["size"], rules)
        for color, vertex in case["moves"]:
            here = here.with_to_move(Color("bw".index(color))).play_unchecked(move(vertex, case["size"]))
        here = here.with_to_move(Color("bw".index(case["query"]["color"])))
        assert vertices(here.legal_points, case["size"]) == sorted(case["expect"][ko]), ko


@settings(max_examples=60)
@given(st.sampled_from(sorted(PRESETS)), st.sampled_from([3, 5, 9, 13, 19]), st.data())
def test_random_games_keep_the_laws(name: str, size: int, data: st.DataObject) -> None:
    here = GoPosition.start(size, rules_preset(name, size))
    boards = [here]
    for _ in range(40):
        moves = here.legal_moves()
        if not moves:
            break
        after = here.play(data.draw(st.sampled_from(moves)))
        chains = [chain for color in Color for chain in after.board.chains(color)]
        assert all(after.board.surrounding_points(chain) & after.board.empty_points for chain in chains)
        stones = (after.board.black | after.board.white).bit_count()
        assert stones + sum(after.prisoners) == after.move_number
        assert after.previous is here
        if after.rules.ko == "positional":
            assert all(after.board != earlier.board for earlier in boards)
        if after.rules.ko == "situational":
            situations = [(earlier.board, earlier.to_move) for earlier in boards]
            assert (after.board, after.to_move) not in situations
        boards.append(after)
        here = after


def test_two_lines_of_play_from_one_position_do_not_disturb_each_other() -> None:
    start = position(KO, Color.WHITE, "chinese")
    first = played(start, "B3", "D1", "A1")
    second = played(start, "A1", "D1", "B3")
    assert refusal(second, "C3") is IllegalReason.KO
    assert refusal(first, "C3") is None


def test_a_single_stone_captured_on_point_0_is_remembered_for_ko() -> None:
    taken = played(GoPosition.start(9, "gnugo-1.1"), "B9", "A9", "A8")
    assert taken.last_single_capture == (None, 0)
