"""The games of SGF files, as nodes with properties in UTF-8, and warnings about damage.

A game that is well-formed is parsed as it is; any other is repaired first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gnugo_py.record.encodings import ENCODED_IN_ASCII, decode_file
from gnugo_py.record.other_formats import read_other_format
from gnugo_py.record.properties import PRIVATE_PROPERTY
from gnugo_py.record.sgf_grammar import (
    MAX_GAME_SIZE,
    MAX_SAVE_SIZE,
    NEXT_GAME,
    VALUE,
    Nodes,
    RawProperties,
    SgfError,
    parse_game_at,
    too_large,
)
from gnugo_py.record.sgf_repair import LATER_PART, PROPERTY, SPACE, RepairedGame

MAX_FILE_SIZE = 256_000_000
"""Maximum size in bytes of a file, which may contain many games."""

_OWN_ROOT = re.compile(
    rb"\(;GM\[[0-9]{1,2}\]FF\[4\]CA\[UTF-8\](?:[A-Z]{1,64}(?:\[%s\])+)*" % VALUE, re.DOTALL
)
"""The root node of a file by this program."""
_OTHER_KINDS = {b"<": "a web page", b"PK\x03\x04": "a ZIP archive", b"%PDF": "a PDF document"}
"""What some files are that are no records of games, by their first bytes."""
_LATER_GAME = re.compile(rb"\(%s;" % SPACE)
_UNSIGNED_GAME = re.compile(rb"[^();\[]*(?=\(%s%s)" % (SPACE, PROPERTY))
_GAME_WITHOUT_START = re.compile(
    rb"[^();\[\]]*?(?=;\s*%s|(?<![A-Za-z])[A-Z]{1,8}(?:\s*[A-Z]{0,8}\s*\[%s\])+\s*;)" % (PROPERTY, VALUE),
    re.DOTALL,
)


class ParsedGame(NamedTuple):
    """One game of a file, in UTF-8.

    start, end    -- where it begins in the content of the file, and ends.
    nodes         -- its nodes; none if it cannot be read.
    is_complete   -- False if the file breaks off before the end of the game.
    warnings      -- sentences about the encoding of the file and the repairs of the game.
    error         -- why the game cannot be read, None if it can.
    games         -- number of games in the file, if the game was chosen among them.
    before, after -- then, what comes before and after the game, with the other games.
    """

    start: int
    end: int
    nodes: Nodes
    is_complete: bool = True
    warnings: tuple[str, ...] = ()
    error: SgfError | None = None
    games: int = 1
    before: bytes = b""
    after: bytes = b""

    @property
    def root(self) -> RawProperties:
        """The properties of the root node; none if the game cannot be read."""
        return self.nodes[0][1] if self.nodes else {}


def parse_sgf_games(content: bytes) -> Iterator[ParsedGame]:
    """Yield the games of a file, with all their variations, each when it is asked for.

    A truncated game is returned up to its last complete value; other damage is repaired. Raise SgfError if
    the content is too large, or has no game.
    """
    return _games(*_decoded(content))


def parse_sgf_game(content: bytes, number: int | None = None) -> ParsedGame:
    """Return one game of a file; see `parse_sgf_games`.

    number -- number of the game, from 1; None for the first.

    Raise SgfError if there is no such game, or it cannot be read.
    """
    content, warning = _decoded(content)
    wanted, games = None, 0
    for games, game in enumerate(_games(content, warning), 1):
        if games == (number or 1):
            wanted = game
    if wanted is None:
        contains = f"{games} games; use a number from 1 to {games}" if games > 1 else "one game"
        raise SgfError(f"there is no game {number}: the file contains {contains}")
    if wanted.error is not None:
        raise wanted.error
    return wanted._replace(games=games, before=content[: wanted.start], after=content[wanted.end :])


def split_games(content: bytes) -> list[bytes]:
    """Return each game of a file as the content of a file of its own, in UTF-8; see `parse_sgf_games`."""
    content, _ = _decoded(content)
    return [content[game.start : game.end] for game in _games(content)]


def is_complete_sgf(content: bytes) -> bool:
    """Return whether a file begins with a complete and undamaged game; what follows is not checked."""
    try:
        game = next(_games(_decoded(content)[0].strip()))
    except SgfError:
        return False
    return game.start == 0 and game.is_complete and not (game.warnings or game.error)


def own_root(content: bytes) -> tuple[RawProperties, bytes] | None:
    """Return the root node of a file by this program, and what follows it; None for any other file.

    What follows is not checked. A root node that was cut off lacks its last properties.
    """
    root = _OWN_ROOT.match(content)
    parsed = None if root is None else parse_game_at(root[0] + b")", 0)
    if root is None or parsed is None:
        return None
    return parsed[0][0][1], content[root.end() :]


def _games(content: bytes, warning: str = "") -> Iterator[ParsedGame]:
    """Yield the games in UTF-8, each when it is asked for.  Raise SgfError if there is none.

    warning -- a sentence about the encoding of the file, or an empty text.
    """
    end, line, encoding = 0, 1, (warning,) if warning else ()
    other = None if content.lstrip().startswith(b"(") else read_other_format(content)
    if other is not None:
        nodes, is_complete, name = other
        not_sgf = f"This is {name}, which is read but not written; its changes are saved as SGF."
        yield ParsedGame(0, len(content), nodes, is_complete, (*encoding, not_sgf))
        return
    while (start := find_game(content, end)) is not None:
        line += content.count(b"\n", end, start)
        game = _game_at(content, start, line)
        line += content.count(b"\n", start, game.end)
        yield game._replace(warnings=encoding + game.warnings)
        end = game.end
    if not end:
        raise _no_game_error(content)


def find_game(content: bytes, offset: int) -> int | None:
    """Return the offset of the first game at or after an offset, or None if there is no game.

    A `(` that is not followed by `;` begins a game only at the beginning of the file or after another game;
    a node without `(` begins one only at the beginning of the file.
    """
    patterns = (_UNSIGNED_GAME,) if offset else (_UNSIGNED_GAME, _GAME_WITHOUT_START)
    others = [match.end() for pattern in patterns if (match := pattern.match(content, offset)) is not None]
    signed = _LATER_GAME.search(content, offset, min(others, default=len(content)))
    return signed.start() if signed is not None else min(others, default=None)


def _no_game_error(content: bytes) -> SgfError:
    """Return the error for a file without games."""
    from gnugo_py.engines.classic.gnugo_dat import is_gnugo_dat

    if not content.strip():
        return SgfError("the file is empty; choose another")
    if is_gnugo_dat(content):
        return SgfError(
            "this is a gnugo.dat of GNU Go 1.1, not an SGF file; play it with gnugo-py --load FILE"
        )
    kind = next((kind for sign, kind in _OTHER_KINDS.items() if content.lstrip().startswith(sign)), None)
    return SgfError(f"this is {kind or 'not an SGF file'}: it contains no (;")


def _game_at(content: bytes, start: int, line: int) -> ParsedGame:
    """Return the game at an offset, which is on a line; it is repaired if it is damaged.

    It has an error if it is too large, or has no values because it is truncated or damaged.
    """
    try:
        parsed = parse_game_at(content, start)
        if parsed is not None and LATER_PART.match(content, parsed[1]) is None:
            game = ParsedGame(start, parsed[1], parsed[0])
        else:
            repaired = RepairedGame(content, start, line)
            parsed = parse_game_at(repaired.content, 0, is_alone=True)
            assert parsed is not None, "a repaired game is well-formed"
            game = ParsedGame(start, repaired.end, parsed[0], repaired.is_complete, repaired.warnings)
    except SgfError as error:
        following = NEXT_GAME.search(content, start + 1)
        end = len(content) if following is None else following.start()
        return ParsedGame(start, end, Nodes(), error=error)
    has_values = any(properties for _, properties in game.nodes)
    if game.end - start > MAX_GAME_SIZE:
        limit = MAX_SAVE_SIZE if PRIVATE_PROPERTY in game.root else MAX_GAME_SIZE
        if game.end - start > limit:
            return game._replace(error=too_large(limit))
    if not (has_values or game.is_complete):
        broken = SgfError("the SGF ends before its last ); the file is damaged or truncated")
        return game._replace(error=broken)
    if game.warnings and not has_values:
        return game._replace(error=SgfError("this is not an SGF file: it contains no properties"))
    return game


def _decoded(content: bytes) -> tuple[bytes, str]:
    """Return what `decode_file` returns for the content of a file.  Raise SgfError if it is too large."""
    if len(content) > MAX_FILE_SIZE:
        raise SgfError(f"the file is larger than {MAX_FILE_SIZE // 1_000_000} MB; split it into smaller ones")
    is_plain = content.isascii() and ENCODED_IN_ASCII.search(content) is None
    return (content, "") if is_plain else decode_file(content)
