"""The words of the board, explained on demand; the documents print the same explanations."""

from __future__ import annotations

from collections.abc import Mapping

from gnugo_py.games.types import UserError

GLOSSARY: Mapping[str, str] = {
    "alive": "stones that cannot be captured, usually because they have two eyes",
    "analyst": "the engine that judges positions; by default the program's own",
    "approach": "a move near a corner stone of the opponent, which attacks the corner",
    "area": "your stones on the board and the points that they surround, as Chinese rules count",
    "atari": "stones with one liberty are in atari: the next move can capture them",
    "base": "room for two eyes of a group, mostly on the second and third line",
    "blunder": "a mistake that loses many points",
    "bridge": "in Hex, two stones with two empty cells between them: either cell still joins them",
    "byo-yomi": "periods of time after the main time; a period is lost if a move takes longer",
    "chain": "stones of one color that are connected along the lines; they are captured together",
    "cut": "a move that keeps chains of the opponent from connecting",
    "cutting stone": "a stone that keeps chains of the opponent apart",
    "dame": "a neutral point, which belongs to neither side",
    "dead": "stones that cannot avoid being captured; they count as captured at the end",
    "eye": "a point that a chain surrounds; with two eyes it cannot be captured",
    "gote": "a move that need not be answered, after which the opponent has the turn; the opposite of sente",
    "gtp": "the language in which Go programs talk to each other (Go Text Protocol)",
    "handicap": "stones that the weaker player has on the board before the game begins",
    "judge": "the network that evaluates positions; levels 8 and 9 play with it",
    "ko": "a capture of one stone that could be repeated for ever; it may not be taken back at once",
    "komi": "points for White, because Black moves first",
    "ladder": "a chain is put in atari again and again until it reaches the edge",
    "liberty": "an empty point next to a chain; without liberties the chain is captured",
    "net": "a move that catches stones from a distance, without atari",
    "ownership": "how likely each point is to be Black's or White's at the end",
    "pass": "to give up a turn; after two passes the game ends and is counted",
    "playout": "a game that a search plays to the end at random, to judge a position",
    "principal variation": "the moves that a search expects from both sides",
    "prisoner": "a captured stone; under territory rules it is worth a point",
    "region": "the part of the board that a problem shows",
    "resign": "to give up a game that is lost",
    "seki": "chains of both sides that live side by side, since whoever plays first is captured",
    "sente": "a move that must be answered, after which it is your turn again; the opposite of gote",
    "sgf": "the kind of file in which nearly all programs keep games",
    "snapback": "a stone is given up so that the chain that captured it can be captured at once",
    "superko": "the rule that no earlier position of the board may be repeated",
    "swap": "in Hex, to take over the opponent's first stone, mirrored, instead of playing one",
    "territory": "the empty points that a side surrounds, which Japanese rules count",
    "throw-in": "a stone that can be captured, played into an eye so that the eye becomes false",
    "variation": "another line of moves from a position",
    "visits": "how many positions a search looked at",
    "win rate": "how likely a side is to win, in percent, as the analyst sees it",
}


def explain_word(word: str) -> str:
    """Return the explanation of a word, or the list of words if it is empty.

    Raise UserError, with the words, if it is not in the glossary.
    """
    words = ", ".join(GLOSSARY)
    name = word.strip().lower()
    if not name:
        return f"Type what with one of: {words}."
    for known in (name, name.removesuffix("s"), f"{name.removesuffix('ies')}y"):
        if known in GLOSSARY:
            return f"{known}: {GLOSSARY[known]}."
    raise UserError(f"{word.strip()[:20]!r} is not in the glossary; its words are {words}")
