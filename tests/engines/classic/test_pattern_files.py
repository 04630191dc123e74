import pytest

from benchmarks.replay import own_knowledge
from gnugo_py.engines.classic.pattern_files import PatternPointKind, parse_opening_book, parse_patterns
from gnugo_py.games.types import FileError

GOOD = """\
# a comment
pattern: a cut
weight: 82
ways: 4
  A * X
  . O ?
"""
OPENING = """\
start: corner
then: star

move: star
  . . . .
  . . . .
  . . . .
  . . . *
"""


def test_the_projects_files_hold_24_patterns_and_21_moves() -> None:
    pattern_files = own_knowledge()
    assert len(pattern_files.patterns) == 24
    assert len(pattern_files.opening) == 21
    assert [pattern.has_line_bonus for pattern in pattern_files.patterns] == [8 <= n <= 13 for n in range(24)]
    assert [pattern.is_disabled for pattern in pattern_files.patterns] == [False] * 23 + [True]


def test_a_pattern_diagram_is_parsed() -> None:
    (pattern,) = parse_patterns(GOOD, "local.txt")
    assert (pattern.name, pattern.weight, pattern.n_orientations) == ("a cut", 82, 4)
    assert pattern.points == (
        (0, 0, PatternPointKind.OWN),
        (1, 0, PatternPointKind.MOVE),
        (2, 0, PatternPointKind.OWN),
        (0, 1, PatternPointKind.EMPTY),
        (1, 1, PatternPointKind.OPPONENT),
    )


def test_several_entries_are_parted_by_blank_lines() -> None:
    assert len(parse_patterns(f"{GOOD}\n\n# next\n{GOOD}", "local.txt")) == 2


def test_an_empty_file_has_no_patterns() -> None:
    assert parse_patterns("\n# nothing\n", "local.txt") == ()


def test_an_opening_diagram_is_parsed() -> None:
    root, star = parse_opening_book(OPENING, "opening.txt")
    assert root.children == (1,)
    assert (star.row, star.column, star.children) == (3, 3, ())


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("82", "heavy", 3, "whole number from 1 to 1000, not 'heavy'"),
        ("82", "0", 3, "whole number"),
        ("82", "²", 3, "whole number"),
        ("weight: 82\n", "", 2, "needs a line 'weight: ...'"),
        ("a cut", "", 2, "needs a line 'pattern: ...'"),
        ("ways: 4", "ways: 5", 4, "'ways' must be 8 or 4, not '5'"),
        ("ways: 4", "ways: 4\nways: 8", 5, "a second 'ways' in one entry"),
        ("ways: 4", "way: 4", 4, "'way' is not allowed here"),
        (". O ?", ". Z ?", 6, "invalid diagram character 'Z'"),
        ("A * X", ". * X", 2, "the anchor stone, A"),
        ("A * X", "A * A", 5, "exactly once; it has 2"),
        ("A * X", "A . X", 2, "the move, \\*, exactly once; it has 0"),
        ("A * X", "A * X" + " ." * 12, 2, "draw it smaller"),
    ],
)
def test_an_error_in_a_pattern_is_reported_with_file_line_and_remedy(
    old: str, new: str, line: int, message: str
) -> None:
    with pytest.raises(FileError, match=rf"^local.txt, line {line}: .*{message}"):
        parse_patterns(GOOD.replace(old, new, 1), "local.txt")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("start: corner", "move: corner", 1, "the first entry must be 'start"),
        ("then: star", "then: sun", 2, "unknown move 'sun'"),
        ("then: star", "then:", 2, "the start needs a line 'then"),
        ("then: star", "then: star\n. *", 1, "the start must not have"),
        ("move: star", "move: corner", 4, "the name 'corner' is used twice"),
        ("move: star", "moves: star", 4, "needs a line 'move: ...'"),
        (". . . *", ". . . .", 4, "the move, \\*, exactly once"),
        (". . . *", ". . X *", 8, "character 'X'; use \\. \\+ \\*"),
        (". . . *", ". . . . . . . *", 4, "within 7 lines"),
    ],
)
def test_an_error_in_the_opening_is_reported_with_file_line_and_remedy(
    old: str, new: str, line: int, message: str
) -> None:
    with pytest.raises(FileError, match=rf"^opening.txt, line {line}: .*{message}"):
        parse_opening_book(OPENING.replace(old, new, 1), "opening.txt")


def test_an_empty_opening_file_is_an_error() -> None:
    with pytest.raises(FileError, match="line 1: the first entry must be 'start"):
        parse_opening_book("", "opening.txt")
