"""Tests of the glossary: what it explains, and that the documents print it."""

import pytest

from gnugo_py.games.types import UserError
from gnugo_py.study.glossary import GLOSSARY, explain_word
from tests.support.paths import ROOT
from tests.support.program import run


@pytest.mark.parametrize("word", ["komi", "Komi ", "sente", "win rate"])
def test_a_word_is_explained(word: str) -> None:
    name = word.strip().lower()
    assert explain_word(word) == f"{name}: {GLOSSARY[name]}."


def test_plurals_are_understood() -> None:
    assert explain_word("liberties").startswith("liberty: ")
    assert explain_word("eyes").startswith("eye: ")


def test_another_word_is_refused_with_the_list() -> None:
    with pytest.raises(UserError, match="'joseki' is not in the glossary; its words are alive, analyst"):
        explain_word("joseki")


def test_the_documents_print_the_glossary() -> None:
    text = (ROOT / "docs" / "learning.md").read_text()
    assert all(f"| {word} | {meaning} |\n" in text for word, meaning in GLOSSARY.items())


def test_what_explains_a_word_in_a_lesson() -> None:
    shown = run("learn", "--plain", typed="what komi\nwhat\nquit\n").stdout
    assert "komi: points for White, because Black moves first." in shown
    assert "Type what with one of: alive, " in shown
