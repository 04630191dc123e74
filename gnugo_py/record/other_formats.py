"""Game records in the formats of servers: GIB of Tygem, NGF of wBaduk, UGF and UGI of Pandanet.

None of them has a published specification. What the fields mean follows from records, and from the pages
about GIB and NGF in Sensei's Library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gnugo_py.record.properties import escape_text
from gnugo_py.record.sgf_grammar import MAX_GAME_SIZE, MAX_SGF_NODES_PER_VARIATION, Nodes, SgfError, too_large

_MAX_BOARD_SIZE = 25
_COLORS = {"1": "B", "2": "W", "B": "B", "W": "W"}
_DATE = re.compile(r"\s*(\d{4})[-/ ]{0,2}(\d\d|\d)[-/ ]{0,2}(\d\d?)")
_RANK = re.compile(r"(\d{1,2})(DP|D|K)")
_GIB_FIELD = re.compile(r"\\\[([A-Z]{1,20})=([^\n\\]*)")
_GIB_DETAILS = ("GAMEINFOMAIN", "GAMEINFOSUB", "BUSERINFO", "WUSERINFO")
"""The fields that consist of details such as `LINE:19`."""
_GIB_RESULTS = {"0": "B+{}", "1": "W+{}", "3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}
_GIB_1_DAN, _GIB_1_DAN_PRO = 18, 27
"""The levels of these ranks; the other ranks follow without a gap."""
_NGF_PLACES = {False: (1, 2, 3, 5, 7, 8), True: (6, 1, 2, 7, 9, 5)}
"""The lines of the size, the names, the handicap, the komi and the date; True if each begins with GI."""
_NGF_RESULT = re.compile(
    r"(black|white|[흑백黑黒白])\s*(lose)?[^0-9]{0,20}?(?:(resi|불계|中)|(time|시간|時間)|([0-9]{1,3}(?:\.5)?))",
    re.IGNORECASE,
)
"""A result in English, or the beginning of one in Korean, Chinese or Japanese."""
_NGF_MOVE = re.compile(r"PM[A-Z]{2}([BW])([A-T])([A-T])[A-T]{0,2}")
_UGF_RULES = {"JPN": "Japanese", "CHN": "Chinese"}
_UGF_WINS = {"C": "R", "T": "T"}


class OtherFormat(NamedTuple):
    """A format of records.

    name -- what such a file is.
    sign -- matches the beginning of each file in this format, and of no other file.
    read -- adds the game in a text to a record; raises ValueError or LookupError where the text is damaged.
    """

    name: str
    sign: re.Pattern[bytes]
    read: Callable[[str, _Record], object]


class _Record:
    """A record as it is read.

    nodes -- its nodes; those of the main line precede those of variations.
    size  -- the size of the board.
    line  -- the number of the line that is read, from 1.
    """

    def __init__(self) -> None:
        self.nodes: Nodes = [(-1, {"GM": [b"1"], "FF": [b"4"], "CA": [b"UTF-8"]})]
        self.size, self.line = 19, 1

    def lines(self, text: str) -> Iterable[str]:
        """Yield the lines of a text, without the space around them."""
        for self.line, line in enumerate(text.splitlines(), 1):
            yield line.strip()

    def set_up(self, size: str, handicap: str, **texts: str) -> None:
        """Set the size and other properties of the root; empty ones are left out."""
        self.size = int(size)
        if not 2 <= self.size <= _MAX_BOARD_SIZE:
            raise ValueError
        texts |= {"SZ": size, "HA": "" if handicap == "0" else handicap}
        root = self.nodes[0][1]
        root |= {name: [escape_text(" ".join(text.split()))] for name, text in texts.items() if text.strip()}

    def play(
        self, color: str, column: int, row: int, parent: int | None = None, *, can_pass: bool = True
    ) -> int:
        """Add a move, and return the index of its node.

        column, row -- its point, from 0 at the upper left; a point beside the board is a pass.
        parent      -- the index of the node before it, by default the last one.
        """
        is_on_board = 0 <= column < self.size and 0 <= row < self.size
        if len(self.nodes) > MAX_SGF_NODES_PER_VARIATION or not (is_on_board or can_pass):
            raise ValueError
        point = bytes((ord("a") + column, ord("a") + row)) if is_on_board else b""
        self.nodes.append((len(self.nodes) - 1 if parent is None else parent, {_COLORS[color]: [point]}))
        return len(self.nodes) - 1


def read_other_format(content: bytes) -> tuple[Nodes, bool, str] | None:
    """Return the game in the content of a file in UTF-8; None if the file has none of these formats.

    The game is its nodes, whether the file is complete, and what the file is. A damaged file is read up to
    the damage. Raise SgfError if it is too large, or has no move before that.
    """
    chosen = next((each for each in _FORMATS if each.sign.match(content) is not None), None)
    if chosen is None:
        return None
    if len(content) > MAX_GAME_SIZE:
        raise too_large(MAX_GAME_SIZE)
    record, is_complete = _Record(), True
    try:
        chosen.read(content.decode("utf-8", "replace").removeprefix("\ufeff"), record)
    except (ValueError, LookupError):
        is_complete = False
    if len(record.nodes) == 1:
        raise SgfError(f"this is {chosen.name} that is damaged: there is no move before line {record.line}")
    return record.nodes, is_complete, chosen.name


def _date(text: str) -> str:
    """Return the date at the beginning of a text as in SGF, empty if there is none."""
    match = _DATE.match(text)
    return "" if match is None else f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}"


def _tenths(text: str) -> str:
    """Return a number of tenths as text, empty if it is no number."""
    return f"{int(text) / 10:g}" if text.isdecimal() and len(text) < 6 else ""


def _read_gib(text: str, record: _Record) -> None:
    fields = dict(_GIB_FIELD.findall(text))
    details = ",".join(fields.get(name, "") for name in _GIB_DETAILS).split(",")
    facts = {key: value for key, _, value in (detail.partition(":") for detail in details)}
    names = {
        letter: fields.get(f"GAME{color}NAME", "").partition("(")[0].strip() or facts.get(f"{letter}ID", "")
        for letter, color in (("B", "BLACK"), ("W", "WHITE"))
    }
    start = next((line.split() for line in record.lines(text) if line.startswith("INI ")), [])
    record.set_up(
        facts.get("LINE", "19"),
        start[3] if len(start) > 3 else "",
        PB=names["B"],
        PW=names["W"],
        BR=_gib_rank(facts.get("BLV", "")),
        WR=_gib_rank(facts.get("WLV", "")),
        KM=_tenths(facts.get("GONGJE") or fields.get("GAMEGONGJE", "")),
        RE=_GIB_RESULTS.get(facts.get("GRLT", ""), "").format(_tenths(facts.get("ZIPSU", ""))),
        DT=_date(facts.get("GDATE", "")),
        EV=facts.get("GNAME", ""),
        PC=facts.get("GPLC", ""),
    )
    last, is_complete = "2", r"\GE" in text
    for line in record.lines(text if is_complete else text[: text.rfind("\n") + 1]):
        match line.split():
            case ["STO", _, _, last, column, row, *_]:
                record.play(last, int(column), int(row), can_pass=False)
            case ["SKI", *_]:
                last = "2" if last == "1" else "1"
                record.play(last, -1, -1)
            case ["STO", *_]:
                raise ValueError
            case [r"\GE"]:
                return
    raise ValueError


def _gib_rank(level: str) -> str:
    """Return the rank for a level, empty if it is not a level."""
    number = int(level) if level.isdecimal() and len(level) < 3 else 0
    if number < _GIB_1_DAN:
        return f"{_GIB_1_DAN - number}k" if number else ""
    if number < _GIB_1_DAN_PRO:
        return f"{number + 1 - _GIB_1_DAN}d"
    return f"{number + 1 - _GIB_1_DAN_PRO}p"


def _read_ngf(text: str, record: _Record) -> None:
    lines = list(record.lines(text))
    has_marks = lines[0].startswith("GI")
    head = [line.removeprefix("GI") if has_marks else line for line in lines[:12]]
    size, white, black, handicap, komi, date = (head[place] for place in _NGF_PLACES[has_marks])
    record.set_up(
        size,
        handicap,
        PW=white.rpartition(" ")[0] or white,
        PB=black.rpartition(" ")[0] or black,
        WR=_ngf_rank(white),
        BR=_ngf_rank(black),
        KM=f"{int(komi) + (handicap == '0') / 2:g}",  # the half point of an even game is not written
        RE=_ngf_result(head[10]),
        DT=_date(date),
        EV=head[0],
    )
    for line in record.lines(text):
        move = _NGF_MOVE.fullmatch(line)
        if move is not None:
            record.play(move[1], ord(move[2]) - ord("B"), ord(move[3]) - ord("B"))
        elif line.startswith("PM"):
            raise ValueError
    if len(record.nodes) - 1 < int(head[10 if has_marks else 11]):
        raise ValueError


def _ngf_rank(player: str) -> str:
    """Return the rank at the end of a line with a player, empty if there is none."""
    rank = _RANK.match(player.rpartition(" ")[2])
    return "" if rank is None else rank[1] + rank[2][-1].lower()


def _ngf_result(header: str) -> str:
    """Return the result that a header names as in SGF, empty if it names none."""
    match = _NGF_RESULT.search(header)
    if match is None:
        return ""
    color, loses, resigns, time, points = match.groups()
    is_black = (color.lower() in ("black", "흑", "黑", "黒")) is not bool(loses)
    return f"{'B' if is_black else 'W'}+{'R' if resigns else 'T' if time else points}"


def _read_ugf(text: str, record: _Record) -> None:
    head, _, body = text.partition("[Data]")
    fields = {key.strip(): value for key, _, value in (line.partition("=") for line in head.splitlines())}
    black, white, handicap, won = (
        f"{fields.get(key, '')},,".split(",") for key in ("PlayerB", "PlayerW", "Hdcp", "Winner")
    )
    record.set_up(
        fields.get("Size", "19"),
        handicap[0],
        KM=handicap[1],
        PB=black[0],
        BR=black[1],
        PW=white[0],
        WR=white[1],
        RE=f"{won[0]}+{_UGF_WINS.get(won[1], won[1])}" if won[0] in ("B", "W") else "",
        RU=_UGF_RULES.get(fields.get("Rule", "").strip(), ""),
        DT=_date(fields.get("Date", "")),
        EV=", ".join(filter(None, fields.get("Title", "").split(","))),
        PC=fields.get("Place", ""),
    )
    is_from_below = fields.get("CoordinateType", "").strip() == "IGS"

    def row(number: int) -> int:
        return record.size - number if is_from_below else number - 1

    moves, _, review = body.partition("[ReviewNode]")
    for line in record.lines(moves):
        match line.split(","):
            case [point, player, "0", *_] if len(point) == 2 and player[:1] == "B":
                stone = bytes((ord(point[0].lower()), ord("a") + row(ord(point[1]) - ord("A") + 1)))
                record.nodes[0][1].setdefault("AB", []).append(stone)
            case [point, player, *_] if len(point) == 2 and player[:1] in _COLORS:
                record.play(player[:1], ord(point[0]) - ord("A"), row(ord(point[1]) - ord("A") + 1))
            case [other, *_] if other.startswith("["):
                break
            case [_, _, *_]:
                raise ValueError
    _read_review(review, record, row)


def _read_review(text: str, record: _Record, row: Callable[[int], int]) -> None:
    """Add the variations and comments of a review, whose main line is known already."""
    main_line, indexes, branches, index = iter(range(len(record.nodes))), dict[str, int](), list[int](), 0
    nodes, _, comments = text.partition("[ReviewComment]")
    for line in record.lines(nodes):
        match line.split(","):
            case ["VARIATION", *_]:
                branches.append(index)
            case ["VARIATIONEND", *_]:
                index = branches.pop()
            case ["NODE", name, color, column, number] if branches:
                index = record.play(color, int(column) - 1, row(int(number)), index)
                indexes[name] = index
            case ["NODE", name, *_]:
                index = indexes[name] = next(main_line, index)
    for part in comments.split(".Comment,")[1:]:
        name, _, comment = part.partition("\n")
        record.nodes[indexes[name.strip()]][1]["C"] = [escape_text(comment.strip())]


_FORMATS = (
    OtherFormat("a GIB file", re.compile(rb"\s*\\(?:HS\b|GS\b|\[[A-Z]+=)"), _read_gib),
    OtherFormat(
        "an NGF file",
        re.compile(rb"(?:[^\n]{0,200}\n){1,12}(?:PM[A-Z]{2}[BW]|(?:GI)?\d{8} \[\d\d:\d\d\]|GI\d)"),
        _read_ngf,
    ),
    OtherFormat("a UGF file", re.compile(rb"\s*\[Header\]"), _read_ugf),
)
