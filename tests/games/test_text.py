"""Tests of sanitizing text from outside for the terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.games.text import (
    display_width,
    format_table,
    sanitize,
    truncate,
    truncate_left,
    wrap,
    wrap_between_words,
)

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
def test_sanitize_makes_every_character_visible(text: str, shown: str) -> None:
    assert sanitize(text) == shown


@given(ANY)
def test_sanitize_is_idempotent(text: str) -> None:
    assert sanitize(sanitize(text)) == sanitize(text)


@given(ANY, st.integers(-3, 3))
def test_text_truncated_to_a_very_small_width_fits(text: str, max_width: int) -> None:
    assert display_width(truncate(text, max_width)) <= max(max_width, 0)


@given(ANY, st.integers(4, 30))
def test_truncated_text_fits_and_starts_like_the_original(text: str, max_width: int) -> None:
    short = truncate(text, max_width)
    assert display_width(short) <= max_width
    assert short == sanitize(text) or (short.endswith("...") and sanitize(text).startswith(short[:-3]))


@given(ANY, st.integers(2, 30))
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(text: str, max_width: int) -> None:
    lines = wrap(text, max_width)
    assert all(display_width(line) <= max_width for line in lines)
    assert "".join(lines).replace(" ", "") == sanitize(text).replace(" ", "")


@given(ANY, st.integers(-3, 30))
def test_text_truncated_on_the_left_fits_and_keeps_its_end(text: str, max_width: int) -> None:
    end = truncate_left(sanitize(text), max_width)
    assert display_width(end) <= max(max_width, 0)
    assert sanitize(text).endswith(end)


def test_a_wide_name_does_not_shift_a_column() -> None:
    assert format_table([("name", "moves"), ("囲碁", "3"), ("x" * 99, "4")]) == [
        "name" + " " * 38 + "moves",
        "囲碁" + " " * 38 + "3",
        "x" * 37 + "...  4",
    ]


@pytest.mark.parametrize(
    ("text", "max_width", "lines"),
    [
        ("  stop   finish this and go on", 20, ["  stop   finish this", "         and go on"]),
        ("Opponent    the program of 1989", 26, ["Opponent    the program of", "            1989"]),
        ("            many more words", 24, ["            many more", "            words"]),
        ("Black begins.  White is next to move", 20, ["Black begins.  White", "is next to move"]),
        ("  stop   this is settled", 12, ["  stop", "this is", "settled"]),
    ],
)
def test_wrapped_descriptions_stay_in_their_column(text: str, max_width: int, lines: list[str]) -> None:
    assert list(wrap(text, max_width)) == lines


@pytest.mark.parametrize(
    ("text", "max_width", "end"),
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
def test_text_truncated_on_the_left_keeps_combining_marks_with_their_letters(
    text: str, max_width: int, end: str
) -> None:
    assert truncate_left(text, max_width) == end


@given(st.text("abc \u00e9\u0301\u56f2"), st.integers(0, 12))
def test_text_truncated_on_the_left_never_starts_with_a_combining_mark(text: str, max_width: int) -> None:
    end = truncate_left(text, max_width)
    assert text.endswith(end)
    assert display_width(end) <= max_width
    assert not end.startswith("\u0301")


def test_non_ascii_letters_do_not_change_indents_or_columns() -> None:
    row = "theme     the colo{}rs of the screen that is wide enough to wrap"
    plain, accented = (wrap(row.format(letter), 24) for letter in ("u", "\u00fc"))
    assert tuple(line.replace("\u00fc", "u") for line in accented) == plain
    assert plain[1].startswith("          the screen")
    assert wrap("    set in, \u00e9 and on", 14) == ("    set in, \u00e9", "    and on")


@given(st.lists(st.text("abc", min_size=1, max_size=8), min_size=1), st.integers(10, 30), st.integers(0, 4))
def test_text_is_wrapped_the_same_with_accented_letters(
    words: list[str], max_width: int, indent: int
) -> None:
    text = " " * indent + " ".join(words)
    accented = text.replace("a", "\u00e1")
    plain = [line.rstrip() for line in wrap(text, max_width)]
    assert [line.replace("\u00e1", "a") for line in wrap(accented, max_width)] == plain


@given(st.text("ab \u00e9\u0301\u56f2-"), st.integers(2, 12))
def test_no_wrapped_line_is_too_wide_and_no_letter_is_lost(text: str, max_width: int) -> None:
    lines = wrap(text, max_width)
    assert all(display_width(line) <= max_width for line in lines)
    assert "".join("".join(lines).split()) == "".join(sanitize(text).split())


def test_zero_width_marks_are_limited_and_have_no_width() -> None:
    assert display_width("a\u20dd") == 1
    assert sanitize("a" + "\u20dd" * 30).count("\u20dd") == 2
    assert "\u2800" not in sanitize("\u2800")


@pytest.mark.parametrize("width", [60, 38, 30, 24])
def test_a_path_is_broken_only_between_names(width: int) -> None:
    lines = wrap("Saved as /home/anna/saves/2026-11-27-0233.sgf.", width)
    names = {"/home/", "anna/", "saves/", "2026-11-27-0233.sgf."}
    assert all(name in "".join(lines) and any(name in line for line in lines) for name in names)
    assert all(len(line) <= width for line in lines)


def test_a_line_is_broken_between_words_and_not_within_numbers_or_paths() -> None:
    assert wrap_between_words("komi = 46.5 wins", 10) == ["komi =", "46.5 wins"]
    assert wrap_between_words("see /a/long/path.sgf", 8) == ["see", "/a/long/path.sgf"]
    assert wrap_between_words("  as it is", 10) == ["  as it is"]
