"""Tests of the original's save file: as it was written, with digits, and damaged."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.engines.classic.gnugo_dat import GNUGO_DAT_POINT_COUNT, is_gnugo_dat, parse_gnugo_dat
from gnugo_py.games.types import Color, UserError
from tests.support.paths import DATA, file_with
from tests.support.program import run

RECORDED = DATA / "gnugo.dat"
CONTENT = RECORDED.read_bytes()
DIGITS = bytes(byte + ord("0") for byte in CONTENT[:GNUGO_DAT_POINT_COUNT]) + CONTENT[GNUGO_DAT_POINT_COUNT:]


def test_a_file_that_the_original_wrote_is_read() -> None:
    game = parse_gnugo_dat(CONTENT)
    board = game.position.board
    assert game.computer is Color.WHITE
    assert game.position.prisoners == (3, 1)
    assert game.unasked == ("W",)
    assert (board.black.bit_count(), board.white.bit_count()) == (
        CONTENT[:GNUGO_DAT_POINT_COUNT].count(2),
        CONTENT[:GNUGO_DAT_POINT_COUNT].count(1),
    )


def test_digits_give_the_same_game_as_raw_bytes() -> None:
    assert parse_gnugo_dat(DIGITS) == parse_gnugo_dat(CONTENT)


def test_a_file_that_the_original_wrote_is_loaded_and_goes_on(tmp_path: Path) -> None:
    done = run("--load", str(RECORDED), "--seed", "1", "--saves", str(tmp_path), typed="a1\n")
    assert (done.returncode, "my move: " in done.stdout) == (0, True)
    assert "Black has captured 3, White 1." in done.stdout


@pytest.mark.parametrize("content", [CONTENT, DIGITS], ids=["raw", "digits"])
@pytest.mark.parametrize("offset", [0, 17, 360])
def test_the_first_invalid_byte_of_the_board_is_named(content: bytes, offset: int) -> None:
    damaged = content[:offset] + b"\x07" + content[offset + 1 :]
    with pytest.raises(UserError, match=f"byte 0x07 at offset {offset} "):
        parse_gnugo_dat(damaged)


def test_a_board_half_in_each_form_is_detected_and_refused() -> None:
    mixed = CONTENT[:200] + DIGITS[200:]
    assert is_gnugo_dat(mixed)
    with pytest.raises(UserError, match="at offset 200 is not a point"):
        parse_gnugo_dat(mixed)


@pytest.mark.parametrize(("offset", "byte"), [(5, "0"), (364, "x")], ids=["a digit among raw bytes", "after"])
def test_an_invalid_byte_is_named(offset: int, byte: str) -> None:
    with pytest.raises(UserError, match=f"byte 0x{ord(byte):02x} at offset {offset} "):
        parse_gnugo_dat(CONTENT[:offset] + byte.encode() + CONTENT[offset + 1 :])


@pytest.mark.parametrize(
    ("numbers", "message"),
    [("3" + " 0" * 11, "color must be 1 or 2, not 3"), ("1 0 0", "the file ends after 3")],
)
def test_the_numbers_after_the_board_are_checked(numbers: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        parse_gnugo_dat(DIGITS[:GNUGO_DAT_POINT_COUNT] + numbers.encode())


def test_a_truncated_board_is_named(tmp_path: Path) -> None:
    file = file_with(tmp_path / "gnugo.dat", CONTENT[:300])
    done = run("--load", str(file))
    assert (done.returncode, "it ends after 300 of the 361 points" in done.stderr) == (2, True)


@given(st.binary(max_size=1000))
def test_any_bytes_are_read_or_refused_with_a_message(content: bytes) -> None:
    with pytest.raises(UserError, match=r"not a gnugo\.dat: "):
        parse_gnugo_dat(content)


@pytest.mark.parametrize("text", ["(;GM[1]SZ[9];B[aa])", " " * 400, "(;C[" + "0" * 400 + "])"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be", "utf-32", "utf-32-be"])
def test_sgf_in_any_encoding_is_not_detected_as_gnugo_dat(text: str, encoding: str) -> None:
    assert not is_gnugo_dat(text.encode(encoding))
