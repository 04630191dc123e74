"""Words from strangers on a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.core.text import columns, cut, end_of, legible, width, wrapped

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


@pytest.mark.parametrize(
    ("text", "widest", "end"),
    [
        ("xe\u0301ab", 3, "e\u0301ab"),
        ("xe\u0301ab", 2, "ab"),
        ("xe\u0301ab", 4, "xe\u0301ab"),
        ("\u56f2\u7881ab", 3, "ab"),
        ("\u56f2\u7881ab", 4, "\u7881ab"),
        ("abc", 0, ""),
        ("abc", -1, ""),
        ("\u0301ab", 2, "ab"),
    ],
)
def test_a_text_cut_from_the_left_keeps_letters_and_their_marks_together(
    text: str, widest: int, end: str
) -> None:
    assert end_of(text, widest) == end


@given(st.text("abc \u00e9\u0301\u56f2"), st.integers(0, 12))
def test_the_end_of_a_text_is_as_much_as_fits_and_begins_with_no_mark(text: str, widest: int) -> None:
    end = end_of(text, widest)
    assert text.endswith(end)
    assert width(end) <= widest
    assert not end.startswith("\u0301")


def test_a_letter_that_is_not_ascii_changes_neither_indent_nor_column() -> None:
    row = "theme     the colo{}rs of the screen that is wide enough to wrap"
    plain, accented = (wrapped(row.format(letter), 24) for letter in ("u", "\u00fc"))
    assert [line.replace("\u00fc", "u") for line in accented] == plain
    assert plain[1].startswith("          the screen")
    assert wrapped("    set in, \u00e9 and on", 14) == ["    set in, \u00e9", "    and on"]


@given(st.lists(st.text("abc", min_size=1, max_size=8), min_size=1), st.integers(10, 30), st.integers(0, 4))
def test_texts_are_wrapped_alike_in_every_alphabet(words: list[str], widest: int, indent: int) -> None:
    text = " " * indent + " ".join(words)
    accented = text.replace("a", "\u00e1")
    plain = [line.rstrip() for line in wrapped(text, widest)]
    assert [line.replace("\u00e1", "a") for line in wrapped(accented, widest)] == plain


@given(st.text("ab \u00e9\u0301\u56f2-"), st.integers(2, 12))
def test_no_wrapped_line_is_too_wide_and_no_letter_is_lost(text: str, widest: int) -> None:
    lines = wrapped(text, widest)
    assert all(width(line) <= widest for line in lines)
    assert "".join("".join(lines).split()) == "".join(legible(text).split())
