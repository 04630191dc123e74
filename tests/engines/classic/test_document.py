"""Tests that docs/classic.md describes the decision that it walks through, and names what exists."""

import re

import pytest

from gnugo_py import classic_engine, read_game
from gnugo_py.engines import engine as any_engine
from gnugo_py.engines.classic import classic_engine as engine_module
from gnugo_py.engines.classic import gnugo
from gnugo_py.engines.classic.gnugo import CORNERS, EDGES, MAX_TRIES, GnuGo
from gnugo_py.games.go import count, rules, scoring
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.types import Play
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "classic.md").read_text(encoding="utf-8")
TEXT = " ".join(PAGE.split())
ROWS = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| `") and line.count(" | ") == 2]
NAMED = [name for *_, here in ROWS for name in re.findall(r"`([\w.]+)`", here)]
ENGINE = classic_engine(0)


def game() -> GnuGo:
    """Return the decision that the page walks through."""
    position = read_game(ROOT / "docs" / "example.sgf").positions()[12]
    assert isinstance(position, GoPosition)
    return GnuGo(position, ENGINE.initial_memory(), ENGINE.pattern_files)


def point(vertex: str) -> int:
    return parse_vertex(vertex, 9)


@pytest.mark.parametrize("name", NAMED)
def test_what_the_table_names_exists(name: str) -> None:
    places = (gnugo, engine_module, any_engine, rules, scoring, count)
    first, *rest = name.split(".")
    found = next((getattr(place, first) for place in places if hasattr(place, first)), None)
    assert found is not None
    assert all(hasattr(found, each) for each in rest)


def test_the_table_names_every_function_that_chooses_a_move() -> None:
    methods = {name for name, member in vars(GnuGo).items() if callable(member) and name[0] != "_"}
    assert {f"GnuGo.{name}" for name in methods} | {"GnuGo.eval", "GnuGo.fval"} == {
        name for name in NAMED if name.startswith("GnuGo.")
    }


def test_the_liberties_of_the_users_chains() -> None:
    deciding = game()
    counts = {vertex: deciding.board.liberties(point(vertex)).bit_count() for vertex in ("D8", "G8", "G2")}
    listed = ", ".join(f"{number} at {vertex}" for vertex, number in counts.items())
    assert f"liberties of the user's chains: {listed}." in TEXT
    assert len(list(deciding.board.chains(deciding.user))) == len(counts)
    assert deciding.findwinner() is None


def test_the_liberties_of_the_computers_chains_and_the_defense() -> None:
    deciding = game()
    board = deciding.examboard()
    counts = {vertex: board.liberties(point(vertex)).bit_count() for vertex in ("C7", "F6", "G4", "H3")}
    assert "stone: " + ", ".join(f"{number} at {vertex}" for vertex, number in counts.items()) + "." in TEXT
    assert len(list(board.chains(deciding.computer))) == len(counts)
    walked = deciding.walk(point("F6"), deciding.computer, deciding.empty)
    gained = [(deciding.count(each, deciding.computer), format_vertex(each, 9)) for each in walked]
    assert "empty point: " + ", ".join(f"{number} at {vertex}" for number, vertex in gained) + "." in TEXT
    found = deciding.findsaver()
    assert found is not None
    assert found.point == point("E6")
    assert f"`fval` is {found.value} for the best of them, E6: 40 + (9 - 3 - 1) * 50 / 27" in TEXT
    assert found.value == GnuGo.fval(9, 3) == 40 + (9 - 3 - 1) * 50 // 27


def test_the_book_and_the_pattern() -> None:
    deciding = game()
    assert not deciding.is_continuing
    assert not any(deciding.openregion(region) for region in CORNERS + EDGES)
    found = deciding.findpatn()
    assert found is not None
    assert deciding.untried_regions == ()
    assert isinstance(found.data, gnugo.PatternReason)
    assert f'"{found.data.name}" at the stone {format_vertex(found.data.anchor, 9)}, with the move C3' in TEXT
    weight = ENGINE.pattern_files.patterns[found.data.pattern_index].weight
    assert f"weight {weight}, and {found.data.line_bonus} for the third row" in TEXT
    assert f"makes {found.value}." in TEXT
    assert f"the {len(ENGINE.pattern_files.patterns)} patterns" in TEXT


def test_the_move() -> None:
    decision = game().genmove()
    assert decision.move == Play((point("C3"),))
    values = [reason.value for reason in decision.reasons]
    assert (
        f"{max(values)} is more than {min(values)}, so the move is C3. No random numbers are drawn." in TEXT
    )
    assert decision.memory.random_state == ENGINE.initial_memory().random_state
    assert f"The {MAX_TRIES}th random point is drawn" in TEXT
