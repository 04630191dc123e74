"""Words from strangers on a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.games.legible import columns, cut, end_of, legible, width, wrapped

ANY = st.text(max_size=60)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Zoë 囲碁 ●", "Zoë 囲碁 ●"),
        ("red\x1b[31m", "red\\x1b[31m"),
        ("one\ntwo\rthree\x00", "one\\ntwo\\rthree\\x00"),
        ("abc\u202egnp.fgs", "abc\\u202egnp.fgs"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("not there:\u3164\ufe0f", "not there:\\u3164\\ufe0f"),
        ("a name not in UTF-8: \udce9", "a name not in UTF-8: \\udce9"),
        ("e\u0301", "e\u0301"),
        ("z\u0301\u0301\u0301\u0301", "z\u0301\u0301\\u0301\\u0301"),
        ("\x9b31m", "\\x9b31m"),
    ],
)
def test_everything_can_be_seen(text: str, shown: str) -> None:
    assert legible(text) == shown


@given(ANY)
def test_what_is_legible_stays_as_it_is(text: str) -> None:
    assert legible(legible(text)) == legible(text)


@given(ANY, st.integers(-3, 3))
def test_a_text_cut_to_next_to_nothing_fits(text: str, widest: int) -> None:
    assert width(cut(text, widest)) <= max(widest, 0)


@given(ANY, st.integers(4, 30))
def test_what_is_cut_fits_and_begins_like_the_text(text: str, widest: int) -> None:
    short = cut(text, widest)
    assert width(short) <= widest
    assert short == legible(text) or (short.endswith("...") and legible(text).startswith(short[:-3]))


@given(ANY, st.integers(2, 30))
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(text: str, widest: int) -> None:
    lines = wrapped(text, widest)
    assert all(width(line) <= widest for line in lines)
    assert "".join(lines).replace(" ", "") == legible(text).replace(" ", "")


@given(ANY, st.integers(-3, 30))
def test_the_end_of_a_text_fits(text: str, widest: int) -> None:
    end = end_of(legible(text), widest)
    assert width(end) <= max(widest, 0)
    assert legible(text).endswith(end)


def test_a_wide_name_does_not_shift_a_column() -> None:
    assert columns([("name", "moves"), ("囲碁", "3"), ("x" * 99, "4")]) == [
        "name" + " " * 38 + "moves",
        "囲碁" + " " * 38 + "3",
        "x" * 37 + "...  4",
    ]


@pytest.mark.parametrize(
    ("text", "widest", "lines"),
    [
        ("  stop   this is settled, go on", 20, ["  stop   this is", "         settled, go", "         on"]),
        ("Opponent    the program of 1989", 26, ["Opponent    the program of", "            1989"]),
        ("            many more words", 24, ["            many more", "            words"]),
        ("Black begins.  White is next to move", 20, ["Black begins.  White", "is next to move"]),
        ("  stop   this is settled", 12, ["  stop", "this is", "settled"]),
    ],
)
def test_the_meaning_of_a_word_stays_in_its_column(text: str, widest: int, lines: list[str]) -> None:
    assert wrapped(text, widest) == lines
