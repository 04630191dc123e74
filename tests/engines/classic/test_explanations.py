"""Tests of the engine's explanations: they are true of the board."""

import json
import re
from collections.abc import Iterator

import pytest

from gnugo_py.engines.classic.classic_engine import (
    NO_MOVE_WORTH_MAKING,
    PROPOSALS_ILLEGAL_SENTENCE,
    RANDOM_MOVE_SENTENCE,
    ClassicEngine,
    classic_engine,
    describe_reason,
)
from gnugo_py.engines.classic.gnugo import (
    AttackReason,
    BookReason,
    ClassicMemory,
    DefenseReason,
    PatternReason,
)
from gnugo_py.engines.classic.pattern_files import PatternFiles, parse_opening_book, parse_patterns
from gnugo_py.engines.engine import Decision, Reason
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.types import PASS, Color, FileError, Play
from tests.support.boards import position
from tests.support.paths import DATA

ENGINE = classic_engine(1, None)
WHY = AttackReason | DefenseReason | BookReason | PatternReason


def explained(at: GoPosition, vertex: str, *reasons: tuple[str, str, int, WHY]) -> tuple[str, ...]:
    """Return the explanation of a move with some reasons: finder, point, value, details."""
    size = at.size
    found = tuple(
        Reason(finder, parse_vertex(point, size), value, why) for finder, point, value, why in reasons
    )
    return ENGINE.explain_in_words(at, Decision(Play((parse_vertex(vertex, size),)), found, None))


FIGHT = position(
    """
    - - - - - - - - -
    - - - - - - - - -
    - - - - - - - - -
    - - - - - - - - -
    - - - X X - - - -
    - - X O O X - - -
    - - - X - - - - -
    - - - - - - - - -
    - - - - - - - - -
    """,
    Color.BLACK,
)
WHITE_STONE = parse_vertex("D4", 9)


def test_a_capture_is_explained_by_the_last_liberty() -> None:
    (line,) = explained(FIGHT, "E3", ("attack", "E3", 120, AttackReason(WHITE_STONE, 1)))
    assert line == "Black captures White's 2 stones at D4 by filling the last liberty."


def test_an_atari_is_explained_with_the_escape() -> None:
    loose = position("- - - - -\n- - X - -\n- X O - -\n- - - - -\n- - - - -", Color.BLACK)
    stone, out = parse_vertex("C3", 5), parse_vertex("D3", 5)
    (line,) = explained(loose, "C2", ("attack", "C2", 60, AttackReason(stone, 2, out, 3)))
    assert line == "Black puts White's stone at C3 in atari; if it runs to D3, it will have 3 liberties."


def test_liberties_in_an_explanation_are_counted_on_the_board() -> None:
    own = position("- - - - -\n- - O - -\n- O X - -\n- - O - -\n- - - - -", Color.BLACK)
    (line,) = explained(own, "D3", ("defend", "D3", 60, DefenseReason(parse_vertex("C3", 5), 2, 9)))
    assert line == "Black's stone at C3 is in atari; this gives it 3 liberties."


def test_a_random_move_is_not_explained_by_an_illegal_proposal() -> None:
    lines = explained(FIGHT, "J9", ("attack", "E3", 120, AttackReason(WHITE_STONE, 1)))
    assert lines[0] == PROPOSALS_ILLEGAL_SENTENCE
    assert lines[1].startswith("It also considered E3: Black captures White's 2 stones")


def test_other_proposals_are_explained_after_the_move() -> None:
    lines = explained(
        FIGHT,
        "E3",
        ("pattern", "G6", 70, PatternReason("eye in the center", 18, 0, parse_vertex("G8", 9), 0)),
        ("attack", "E3", 120, AttackReason(WHITE_STONE, 1)),
    )
    assert lines[0].startswith("Black captures White's 2 stones")
    assert lines[1] == "It also considered G6: This surrounds G7, to make an eye there."


def test_corners_edges_random_moves_and_passes_are_explained() -> None:
    start = GO.start({"size": 19})
    assert isinstance(start, GoPosition)
    (corner,) = explained(start, "D16", ("pattern", "D16", 80, BookReason("NW", "star point")))
    assert corner.startswith("The upper left corner is still empty")
    assert corner.endswith("helps both sides of the corner equally.")
    (edge,) = explained(start, "K16", ("pattern", "K16", 80, BookReason("N", "")))
    assert edge.startswith("The upper edge is open")
    lot = Decision(Play((0,)), (Reason("random", 0, 3, None),), None)
    assert ENGINE.explain_in_words(start, lot) == (RANDOM_MOVE_SENTENCE,)
    assert ENGINE.explain_in_words(start, Decision(PASS, (), None)) == (NO_MOVE_WORTH_MAKING,)


def test_every_pattern_and_every_book_move_has_an_explanation() -> None:
    assert all(each.explanation.endswith(".") for each in ENGINE.pattern_files.patterns)
    assert all(node.explanation.endswith(".") for node in ENGINE.pattern_files.opening[1:])


def test_a_pattern_without_words_is_named() -> None:
    patterns = parse_patterns("pattern: mine\nweight: 5\n  A *\n", "mine.txt")
    reason = Reason("pattern", 1, 5, PatternReason("mine", 0, 0, 0, 0))
    start = GO.start({"size": 9})
    assert isinstance(start, GoPosition)
    engine = ClassicEngine(PatternFiles(patterns), 0)
    lines = engine.explain_in_words(start, Decision(Play((1,)), (reason,), None))
    assert lines == ("One of its patterns matches at A9: mine.",)


@pytest.mark.parametrize("says", ["at {stone", "at {}", "at {stone.name}", "{0}", "at stone}", "at {friend}"])
def test_braces_that_stand_for_nothing_are_reported(says: str) -> None:
    with pytest.raises(FileError, match="invalid braces in 'says'; this pattern allows"):
        parse_patterns(f"pattern: mine\nsays: {says}\nweight: 5\n  A *\n", "mine.txt")


def test_an_opening_move_can_have_an_explanation() -> None:
    text = "start: empty\nthen: here\n\nmove: here\nsays: For the corner.\n  *\n"
    assert parse_opening_book(text, "mine.txt")[1].explanation == "For the corner."


def test_numbers_in_explanations_of_recorded_games_match_the_board() -> None:
    counted = 0
    for before, decision in decisions():
        for reason in decision.reasons:
            why = reason.data
            if not isinstance(why, AttackReason | DefenseReason) or reason.point is None:
                continue
            alone = Decision(Play((reason.point,)), (reason,), None)
            (line,) = ENGINE.explain_in_words(before, alone)
            number, vertex = re.findall(r"(?:(\d+) stones|stone) at ([A-T]\d+)", line)[0]
            chain = before.board.chain(parse_vertex(vertex, before.size))
            assert (int(number) if number else 1) == chain.bit_count()
            assert before.why_illegal_point(reason.point) is None or ";" not in line
            if before.why_illegal_point(reason.point) is not None:
                continue
            after = before.play_unchecked(Play((reason.point,)))
            rest = (
                after.board.liberties(why.stone).bit_count()
                if after.board.color_at(why.stone) is not None
                else 0
            )
            if isinstance(why, AttackReason):
                assert (" captures " in line) == (rest == 0)
                assert (" in atari" in line.partition(";")[0]) == (rest == 1)
                assert f"only {rest} liberties" in line or rest < 2
            elif before.board.liberties(why.stone).bit_count() <= 3:
                assert re.search(rf"(gives (it|them)|friendly stones,) {rest}\b", line)
            counted += 1
    assert counted > 300


def decisions() -> Iterator[tuple[GoPosition, Decision[ClassicMemory]]]:
    """Yield the engine's decisions in recorded games of the original."""
    for line in (DATA / "classic_games.jsonl").read_text().splitlines()[:3]:
        game = json.loads(line)
        engine = classic_engine(game["seed"], None)
        at = GO.start({"size": 19, "rules": "gnugo-1.1", "handicap": game["handicap"]})
        assert isinstance(at, GoPosition)
        memory = engine.initial_memory()
        for event in game["events"]:
            if event[0] == "c":
                decision = engine.choose(at, memory)
                assert isinstance(decision.memory, ClassicMemory)
                memory = decision.memory
                yield at, decision
                at = at.play_unchecked(decision.move)
            elif event[0] == "u":
                move = at.parse_move(event[1])
                at = at.play_unchecked(move)


def test_a_chain_that_gets_into_atari_by_running_was_not_in_atari_before() -> None:
    edge = position("X - - - -\n- X - - -\nO - - - -\n- - - - -\n- - - - -", Color.BLACK)
    stone, out = parse_vertex("A3", 5), parse_vertex("A4", 5)
    (line,) = explained(edge, "B3", ("attack", "B3", 60, AttackReason(stone, 3, out, 1)))
    assert line == (
        "Black leaves White's stone at A3 with only 2 liberties; if it runs to A4, it is in atari then."
    )


def test_a_count_of_the_engine_that_differs_from_the_board_is_named_as_its_own() -> None:
    free = position("- - - - -\n- - - - -\n- - X - -\n- - - - -\n- - - - -", Color.BLACK)
    why = DefenseReason(parse_vertex("C3", 5), 2, 9)
    (line,) = explained(free, "D3", ("defend", "D3", 60, why))
    assert line == "The engine counts only 2 liberties for Black's stone at C3, which has 4."
    exactly = describe_reason(Reason("defend", parse_vertex("D3", 5), 60, why), free)
    assert exactly.endswith("saves Black's chain at C3; the engine counts 2 liberties, and 9 then.")
