"""Tests of the graph of a game: its scale, its area, its marks, in letters and in dots."""

from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.study.graph import (
    GRAPH_LABEL_WIDTH,
    GraphData,
    graph_lines,
    lead_graph_scale,
    marks_below_graph,
)

VALUES = st.lists(st.none() | st.floats(-500, 500), min_size=1, max_size=60)


def test_the_scale_is_a_round_number_that_holds_almost_all_leads() -> None:
    assert [lead_graph_scale(leads) for leads in ([], [0.5], [-7.0, 3.0], [60.0], [9999.0])] == [
        5,
        5,
        10,
        100,
        500,
    ]
    assert lead_graph_scale([4.0] * 99 + [80.0]) == 5


def test_letters_fill_the_area_between_the_line_and_the_value() -> None:
    assert graph_lines([10, 5, 0, -10, None], 10, 5, 5, ascii_only=True) == [
        "#    ",
        "##   ",
        "-----",
        "   # ",
        "   # ",
    ]


def test_dots_are_finer_than_letters() -> None:
    tall, low = (graph_lines([value] * 2, 10, 1, 3, ascii_only=False) for value in (10, 2))
    assert tall != low
    assert tall[0].strip()
    assert not low[0].strip()


def test_a_short_game_is_stretched_and_a_long_one_is_sampled() -> None:
    assert graph_lines([0.0, 2.0], 2, 4, 3, ascii_only=True)[0] == "   #"
    assert graph_lines([2.0, *[0.0] * 99, 2.0], 2, 3, 3, ascii_only=True)[0] == "# #"


def test_blunders_cover_mistakes() -> None:
    assert marks_below_graph({0: "b", 2: "W"}, 5, 5) == "b W"
    assert marks_below_graph({1: "b", 2: "W"}, 101, 2) == "W"
    assert marks_below_graph({}, 5, 5) == ""


def test_the_cursor_is_a_line_in_the_graph_and_hides_no_mark() -> None:
    graph = GraphData((1.0, 2.0, 3.0), 5.0, ("B+5", "W+5", "0"), {1: "B"}, 1, "Black's lead in points")
    *drawn, below = graph.draw(3 + GRAPH_LABEL_WIDTH, 5, ascii_only=True)[1:]
    assert [line[GRAPH_LABEL_WIDTH + 1] for line in drawn] == ["|"] * 3
    assert below[GRAPH_LABEL_WIDTH + 1] == "B"


def test_labels_stand_at_both_edges_and_at_the_line() -> None:
    graph = GraphData((0.0,), 5.0, ("B+5", "W+5", "0"), {}, 0, "Black's lead in points")
    labels = [line[:GRAPH_LABEL_WIDTH] for line in graph.draw(2 + GRAPH_LABEL_WIDTH, 5, ascii_only=True)[1:4]]
    assert labels == ["  B+5 ", "    0 ", "  W+5 "]


@given(VALUES, st.integers(-3, 40), st.integers(-3, 20), st.booleans())
def test_every_graph_has_the_size_that_was_asked_for(
    values: list[float | None], width: int, height: int, is_ascii: bool
) -> None:
    graph = GraphData(tuple(values), lead_graph_scale(values), ("B+5", "W+5", "0"), {}, 0, "")
    lines = graph.draw(width, height, is_ascii)
    assert len(lines) == (height if width >= GRAPH_LABEL_WIDTH + 2 and height > 2 else 0)
    assert all(len(line) == width for line in lines[1:-1])
