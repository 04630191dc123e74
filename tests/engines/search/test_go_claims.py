"""Tests of what the Go search says of a move: each claim is made where it is true, and only there."""

import pytest

from gnugo_py import Color, GoPosition
from gnugo_py.engines.analysis import Analysis, Candidate
from gnugo_py.engines.network.network import small_network
from gnugo_py.engines.search.go_claims import threatened_life_claim
from gnugo_py.engines.search.go_reasons import describe_move_effects, explain_move_of_judge
from gnugo_py.games.go.move_facts import MoveFacts
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PASS
from tests.support.boards import move, played, position
from tests.support.mistakes import claims
from tests.support.reasons import effects, with_stones

BLACK, WHITE = Color


KO = """
- - - - -
- X O - -
X O - O -
- X O - -
- - - - -
"""
ATARI_TWICE = """
- - - - - - -
- - - - - - -
- - O X - - -
- O X - X - -
- - O X - - -
- - - - - - -
- - - - - - -
"""
EYE = """
- - - - - - - - -
- - O - O - - - -
- - O X O - - - -
- - X - X - - - -
- - X - X - - - -
- - X X X - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""
NET = """
- - - - - - - - -
- - - - - - O - -
- - - - - - - - -
- - - - - - - - -
- - X - - - - - -
- - X O - - - O -
- - - X X - - - -
- - - - - - - - -
- - - - - - - - -
"""
"""No ladder works: White's stones at H4 and G8 break them."""


def thrown_into(board: str, vertex: str) -> list[str]:
    """Return the chains around the eye that White's stone makes false, by their first stones."""
    facts = MoveFacts(position(board, WHITE), parse_vertex(vertex, 9))
    return [format_vertex(next(iter_points(chain)), 9) for chain in facts.thrown_into]


def test_a_throw_in_makes_an_eye_of_two_points_false() -> None:
    assert thrown_into(EYE, "D6") == ["D7", "C6"]
    assert thrown_into(EYE, "D5") == []


def test_a_throw_in_needs_two_corners_of_the_eye() -> None:
    assert thrown_into(EYE.replace("O X O", "O X -").replace("O - O", "O - -"), "D6") == []


def test_a_throw_in_is_said_where_the_stones_are_alive() -> None:
    start, dead = position(EYE, WHITE), dict.fromkeys("D7 C6 E6 C5 E5 C4 D4 E4".split(), -0.9)
    said = "makes an eye of Black's 8 stones at C6 and D7 false by a throw-in"
    assert said in claims(start, "D6", {}, {})
    assert said not in claims(start, "D6", dead, dead)


def test_a_single_stone_that_can_be_retaken_starts_a_ko() -> None:
    assert effects(position(KO, BLACK, "chinese"), "C3") == "It captures White's stone at B3 in a ko."


def test_a_ko_is_retaken_after_a_threat() -> None:
    start = played(position(KO, BLACK, "chinese"), "C3", "A1", "E1")
    assert effects(start, "B3") == "It captures Black's stone at C3 in a ko."


def test_stones_are_put_in_atari_only_once() -> None:
    """Black's stone at C4 has one liberty already; a move elsewhere beside it does not put it in atari."""
    start = position(ATARI_TWICE, WHITE, "chinese")
    assert effects(start, "D4") == "It captures Black's stone at C4 in a ko."
    assert "atari" not in effects(start, "A1")


def test_a_chain_is_not_saved_if_the_search_expects_it_to_be_lost() -> None:
    start = position(
        """
        - - - - - - -
        - - - - - - -
        - - O - - - -
        - O X - - - -
        - - O - - - -
        - - - - - - -
        - - - - - - -
        """,
        BLACK,
        "chinese",
    )
    said = "saves Black's stone at C4"
    lost = {"C4": -0.9}
    assert said in claims(start, "D4", lost, {"C4": 0.9})
    assert said not in claims(start, "D4", lost, {"C4": 0.2})


def test_a_capture_saves_the_stones_that_it_frees() -> None:
    start = position(
        """
        X O X - -
        X O X - -
        O O X - -
        - X X - -
        - O - - -
        """,
        WHITE,
        "chinese",
    )
    facts = claims(start, "A2", {"B5 B4 A3 B3": 0.9}, {"A5 A4": -0.9})
    assert facts[0] == "saves White's 4 stones at A3"
    assert "captures Black's 2 stones at A4" in facts


def test_a_net_catches_without_contact() -> None:
    start = position(NET, BLACK, "chinese")
    assert effects(start, "E5") == "It catches White's stone at D4 in a net."
    for other in ("F5", "D7", "E6"):
        assert "net" not in effects(start, other)
    open_below = position(NET.replace("X X", "X -"), BLACK, "chinese")
    assert "net" not in effects(open_below, "E5")


def test_stones_are_saved_that_a_ladder_would_have_caught() -> None:
    """White threatened to catch H5, H6 and H7 with J5."""
    moves = (
        "Q17 Q3 D3 D16 Q15 C5 R5 E4 E3 F4 G3 D10 P4 P3 O4 N3 C17 C16 D17 E16 F18 G17 F17 F16 G16 H17 G15 K16 "
        "G13 D12 K14 M17 B16 B15 B17 C14 M14 O17 R12 Q11 Q12 P11 R11 Q9 G4 G5 H5 G6 H6 G7 H7 G8 C4 D4 B5 B4 "
        "C3 B6 D5 A5 C6 B5 E6 F5 C7 B7 F9 E8 F8 F7 E9 D9 H10 H8 J8 J9 H9 G9 G10 F10 F11 E10 K9 R10 R8 Q8 S10 "
        "R9 S9 R7 S8 P6 Q4 R3 N9 R6 S5 N6 N4 M3 M4 O8 L3 L2 K2 M2 O10 P10 O9 P9 N8 O7 P18 O18 K3 G18 M6 F19 "
        "E18 F3 F2 G2 E2 J7 J10 H4 H3 J4"
    )
    start = played(GoPosition.start(19, "chinese"), *moves.split())
    facts = claims(start, "J6", {"H7 H6 H5": -0.9}, {})
    assert facts[0] == "saves Black's 3 stones at H7"


def test_a_race_is_counted_after_the_move() -> None:
    drawn = """
X X X X - O O O O
X X X X O O O O O
X X X X O O O O O
X X X X O O O O O
X X X X O O O O O
- O O O X X X X -
O O O O O X X X X
O - O - O X - X -
O O O O O X X X X
"""
    best = Candidate(move("J4", 9), 0.9, 0.5, visits=20)
    words = explain_move_of_judge(position(drawn, BLACK, "chinese"), Analysis((best,)))
    assert words[-1].endswith("are in a race (1 liberty against 0, 1 common): Black is ahead.")


@pytest.mark.parametrize(
    "corner", ["X O - -\n- O - -\nX O - -\nO - - -", "- O - -\nO - - -\n- - - -\n- - - -"]
)
def test_a_suicide_is_called_so(corner: str) -> None:
    start = position(corner, BLACK, "tromp-taylor")
    point = "A3" if corner.startswith("X") else "A4"
    assert effects(start, point) == "It is suicide."


def test_stones_that_an_answer_catches_in_a_net_are_not_saved() -> None:
    """Black answers at A6."""
    moves = (
        "E4 E6 G4 D4 D3 C4 C3 G6 C6 E5 B4 B5 C5 D5 B6 E3 E2 F4 F3 G3 E4 B3 F5 A4 F6 E7 F7 F8 G7 G8 D8 D7 C7 "
        "B8 H8 E8 C8 C2 D2 B2 B9"
    )
    start = played(GoPosition.start(9, "chinese"), *moves.split())
    assert "saves" not in effects(start, "A8")


def test_a_stone_that_can_retake_is_not_caught() -> None:
    """White A4 leaves Black's stone at A3 one liberty, but captures it only in a ko."""
    moves = (
        "E5 G4 G5 F5 F6 F4 E4 G6 E7 C3 E2 C5 G7 D6 H6 E3 D3 F3 D4 C2 F2 G2 H4 G3 D2 C4 E6 D8 C1 B1 D1 E8 B2"
        " B3 F8 D7 A1 A2 A3"
    )
    start = played(GoPosition.start(9, "japanese"), *moves.split())
    assert effects(start, "A4") == "It puts Black's stone at A3 in atari."


def test_a_stone_is_not_caught_if_its_attacker_can_be_taken_in_a_ko() -> None:
    """White A2 leaves Black's stone at A3 one liberty, but Black A1 takes A2 first."""
    drawn = """
- - - - - X O
- - - O O O X
X - - X O X -
- O O O - X X
X O X X X X -
- X - - - - X
- - - - - - -
"""
    assert "catches" not in effects(position(drawn, WHITE, "japanese"), "A2")


def test_stones_that_could_be_caught_next_are_threatened() -> None:
    start = with_stones("D4 D5", "E5", BLACK)
    assert effects(start, "E6") == "It threatens to capture White's stone at E5."


def test_a_threat_need_not_take_a_liberty() -> None:
    """From A12, White catches Black's three stones with C12."""
    moves = (
        "K4 D4 K10 D10 C11 C10 D11 E10 F11 L3 L4 K3 J4 H3 F10 E11 E12 F12 G12 D12 F13 L10 B11 D7 L9 M10 M9"
        " K11 L11 J10 K9 E13 D13 F9 G9 J12 L12 K12 F8 B10 E9 J9 J8 H8 J7 E6 C8 A11 D8"
    )
    assert effects(played(GoPosition.start(13, "japanese"), *moves.split()), "A12") == (
        "It threatens to capture Black's 3 stones at B11."
    )


def test_a_chain_of_three_liberties_without_escape_is_threatened() -> None:
    """From H2, Black catches White's two stones with G2; with a stone at H3, White escapes."""
    moves = "E5 G4 F3 C6 D6 C5 G6 H6 H7 F6 G5 G3 F4 D7 H5 D3 D2 E2 E3 F2 C3 D4 E7 C2 C7 D5 E6 B7"
    start = played(GoPosition.start(9, "japanese"), *moves.split())
    assert effects(start, "H2") == "It threatens to capture White's 2 stones at G3."
    assert "capture" not in effects(played(start, "pass", "H3"), "H2")
    lost = {"G4 G3": 0.9}
    assert "saves White's 2 stones at G3" in claims(played(start, "H2"), "G2", lost, {})


def test_a_threat_is_a_ko_threat_while_a_ko_is_forbidden() -> None:
    drawn = "- - - - - - -\n- X O - - - -\nX O - O - - -\n- X O - - - -\n" + 3 * "- - - - - - X\n"
    start = position(drawn, BLACK, "chinese")
    assert effects(played(start, "C5"), "G4") == "It makes a ko threat."


@pytest.mark.parametrize(
    ("before", "after", "unanswered", "expected"),
    [
        (0.9, 0.8, -0.9, "threatens to kill 2 stones at B4"),
        (0.9, 0.8, 0.1, None),
        (0.9, 0.8, -0.4, None),
        (0.9, 0.3, -0.9, None),
        (-0.3, 0.8, -0.9, None),
    ],
    ids=["threatened", "alive", "unclear", "killed already", "threatened before"],
)
def test_a_threat_to_kill_needs_stones_that_only_this_move_endangers(
    before: float, after: float, unanswered: float, expected: str | None
) -> None:
    start = position("- - - - -\n- O O - -\n- - - - -\n- - - - -\n- - - - -", BLACK, "chinese")
    known = (dict.fromkeys(iter_points(start.board.white), -share) for share in (before, after, unanswered))
    assert threatened_life_claim(MoveFacts(start, parse_vertex("E1", 5)), *known) == expected


def test_a_threat_to_kill_stones_far_away_is_not_believed() -> None:
    start = position("- - - - - - - - -\n- O O - - - - - -\n" + "- - - - - - - - -\n" * 7, BLACK, "chinese")
    known = [dict.fromkeys(iter_points(start.board.white), -share) for share in (0.9, 0.8, -0.9)]
    assert threatened_life_claim(MoveFacts(start, parse_vertex("E6", 9)), *known) is not None
    assert threatened_life_claim(MoveFacts(start, parse_vertex("J1", 9)), *known) is None


def test_a_threat_to_a_single_stone_is_not_called_a_threat_to_kill() -> None:
    start = position("- - - - -\n- O - - -\n- - - - -\n- - - - -\n- - - - -", BLACK, "chinese")
    known = (dict.fromkeys(iter_points(start.board.white), -share) for share in (0.9, 0.8, -0.9))
    assert threatened_life_claim(MoveFacts(start, parse_vertex("E1", 5)), *known) is None


CAN_RUN = """
- - - - - - - - -
- - - - - - - - -
- - - - X - - - -
- - - X O - - - -
- - - - - - - - -
- - - - O - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""


def test_an_atari_is_named_even_if_the_stone_can_run() -> None:
    start = position(CAN_RUN, BLACK)
    assert not MoveFacts(start, parse_vertex("F6", 9)).in_atari
    assert effects(start, "F6") == "It puts White's stone at E6 in atari."


def test_life_is_named_before_an_atari() -> None:
    """White at B12 would kill Black's group in the upper left."""
    moves = (
        "D4 K4 D11 D10 C10 E11 D9 E10 C11 E9 K10 D8 C9 C7 E8 C4 F8 H10 C5 E7 F7 E6 C3 F6 G7 K11 G6 E4 G4 E3 "
        "B4 B8 L11 D12 C12 E12 B9 K12 C8 D7 H3 B6 D2 E2 J10 C13"
    )
    start = played(GoPosition.start(13, "chinese"), *moves.split())
    board = start.board
    points = iter_points(board.geometry.full)
    owners = {point: -0.9 if board.white >> point & 1 else 0.9 for point in points}
    best = Candidate(move("B13", 13), 0.9, 0.5, visits=20, ownership=owners)
    words = describe_move_effects(start, parse_vertex("B13", 13), Analysis((best,)), small_network())
    assert words == "It secures Black's 8 stones at C12 by making room for eyes."


def candidates(*parts: tuple[str, float, int]) -> Analysis:
    found = tuple(
        Candidate(move(vertex, 9), 0.5, 0.5, visits, 0.5, lead, pv=(move(vertex, 9), move("A9", 9)))
        for vertex, lead, visits in parts
    )
    return Analysis(found, 100)


@pytest.mark.parametrize(
    ("other", "clause"),
    [
        (("C3", 4.8, 50), "C3 is about as good"),
        (("C3", 2.0, 50), "C3 is about 3.0 points worse"),
        (("C3", 4.0, 10), "C3 is about as good"),
        (("C3", 8.0, 10), "win rate 50 %."),
        (("C3", 8.5, 10), "C3, with fewer visits, looks about 3.5 points better"),
        (("C3", 8.0, 9), "win rate 50 %."),
        (("C3", 2.0, 9), "win rate 50 %."),
    ],
)
def test_moves_are_compared_by_the_error_of_the_search(other: tuple[str, float, int], clause: str) -> None:
    start = GoPosition.start(9, "chinese")
    first, *_ = explain_move_of_judge(start, candidates(("E5", 5.0, 60), other))
    assert clause in first


def test_the_move_that_seemed_best_at_first_is_named_even_if_the_search_left_it() -> None:
    found = candidates(("E5", 5.0, 60), ("C3", 0.0, 1), ("G7", 0.0, 1))
    priors = (0.2, 0.3, 0.1)
    known = zip(found.candidates, priors, strict=True)
    asked = found._replace(candidates=tuple(each._replace(prior=prior) for each, prior in known))
    first, *_ = explain_move_of_judge(GoPosition.start(9, "chinese"), asked)
    assert first.endswith("; C3 seemed best at first.")


@pytest.mark.parametrize(
    ("rate", "lead", "sentence"),
    [
        (0.53, -1.4, "The game is even; White's win rate is 47 %."),
        (0.26, -0.3, "White is slightly ahead, White's win rate 74 %."),
    ],
)
def test_who_leads_agrees_with_the_win_rate(rate: float, lead: float, sentence: str) -> None:
    best = Candidate(move("E5", 9), rate, 0.5, 60, rate, lead)
    first, *_ = explain_move_of_judge(GoPosition.start(9, "chinese"), Analysis((best,), 100))
    assert first == sentence


@pytest.mark.parametrize(("visits", "is_said"), [(4, True), (3, False)])
def test_the_worth_of_moving_first_needs_a_searched_pass(visits: int, is_said: bool) -> None:
    start = played(GoPosition.start(9, "chinese"), "E5", "C3", "G3", "C7", "G7", "E3")
    lines = explain_move_of_judge(start, candidates(("E7", 5.0, 60), ("pass", -3.0, visits)))
    assert any("moving first is worth about 8 points" in line for line in lines) is is_said


def test_the_worth_of_moving_first_is_not_said_early_in_a_game() -> None:
    start = played(GoPosition.start(19, "chinese"), "D4", "Q16", "Q4")
    best = Candidate(move("D16", 19), 0.5, 0.5, 60, 0.5, 5.0)
    passed = Candidate(PASS, 0.5, 0.5, 60, 0.5, -9.0, pv=(PASS, move("D16", 19)))
    lines = explain_move_of_judge(start, Analysis((best, passed), 100))
    assert not any("moving first" in line for line in lines)
