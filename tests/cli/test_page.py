"""Tests of the web page of a game: what it contains, and how it works in Chromium."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gnugo_py import game_to_html, parse_game
from tests.cli.test_review import reviewed
from tests.support.paths import file_with
from tests.support.program import run

GAME = """(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob <b>]C[</script><script>alert(1)</script>]
;B[ee]V[0.5];W[gc]V[-2]BM[2]C[A mistake.]
(;B[cg]V[3.5]TR[ee]LB[gc:A];W[cc])(;B[gg]C[Another way.];W[cg];B[cc]))"""
BLUNDER = "(;GM[1]SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc];B[aa];W[cg])"
CHROMIUM = shutil.which("chromium")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


def steps_of(page: str) -> list[dict[str, Any]]:
    found = re.search(r"^const game = (.*);$", page, re.MULTILINE)
    assert found is not None
    steps: list[dict[str, Any]] = json.loads(found[1])["steps"]
    return steps


def in_chromium(folder: Path, script: str, mark: str = "", game: str = GAME) -> str:
    """Return what a script leaves in the title of the page of a game.

    script -- expressions, whose values are joined; `show(N)` and `key(NAME, MODIFIERS)` are at hand.
    mark   -- the end of the address, such as `#move=3`.
    """
    page = folder / "page.html"
    helpers = """
    const key = (name, more) => {
      const event = new KeyboardEvent("keydown", {key: name, cancelable: true, ...more});
      document.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const said = () => place("text").textContent;
    const stones = () => document.querySelectorAll("#stones circle").length;
    const names = (id) => [...place(id).children].slice(1).map((each) => each.textContent).join(" ");
    """
    ending = f"<script>{helpers}\ndocument.title = [{script}].join(' | ');</script></body>"
    page.write_text(game_to_html(parse_game(game)).replace("</body>", ending), encoding="utf-8")
    assert CHROMIUM is not None
    done = subprocess.run(
        [
            *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
            *("--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"),
            *(f"--user-data-dir={folder / 'profile'}", "--dump-dom", page.as_uri() + mark),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    title = re.search(r"<title>(.*?)</title>", done.stdout)
    assert title is not None, done.stdout[:500]
    return title[1]


def test_a_page_contains_the_game_and_no_markup_from_the_file() -> None:
    page = game_to_html(parse_game(GAME))
    assert page.startswith("<!DOCTYPE html>")
    assert "<script>alert" not in page
    assert page.count("Ann - Bob &lt;b&gt;") == 2
    assert "{{" not in page
    assert not re.search(r"""(src|href)=["']?http""", page)
    steps = steps_of(page)
    assert [step["lead"] for step in steps] == [None, 0.5, -2.0, 3.5, None, None, None, None]
    assert [step["parent"] for step in steps] == [None, 0, 1, 2, 3, 2, 5, 6]
    assert steps[0]["comment"].startswith("</script>")
    assert steps[3]["marks"] == [[4, 4, "triangle", "^"], [2, 6, "label", "A"]]


def test_the_graph_has_a_scale_and_the_mistakes() -> None:
    page = game_to_html(parse_game(GAME))
    assert [step["mistake"] for step in steps_of(page)[:4]] == [0, 0, 3, 0]
    graph = page.partition('<svg id="graph"')[2].partition("</svg>")[0]
    assert re.findall(r">([BW0][+]?\d*)</text>", graph) == ["B+10", "0", "W+10"]
    assert re.findall(r"<circle.*?<title>(.*?)</title>", graph) == ["Move 2 of 4: White G7"]
    assert '<svg id="graph"' not in game_to_html(parse_game("(;SZ[9];B[ee])"))


def test_the_positions_are_told_by_what_changes() -> None:
    root, capture = steps_of(game_to_html(parse_game("(;SZ[9]AB[ab]AW[aa];B[ba])")))
    assert root["changes"] == [[0, 0, "O"], [1, 0, "X"]]
    assert capture["changes"] == [[0, 0, "-"], [0, 1, "X"]]
    assert (root["words"], capture["words"]) == ("", "Black captures A9.")


def test_moves_that_cannot_be_executed_are_left_out() -> None:
    page = game_to_html(parse_game("(;SZ[9];B[ee](;W[gc])(;W[zz]))"))
    assert [step["move"] for step in steps_of(page)] == ["", "E5", "G7"]


def test_analyze_marks_the_mistakes_for_the_page_and_for_other_programs(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", BLUNDER)
    assert "BM[2]" in run("analyze", str(file), "--sgf", "-").stdout
    page = run("analyze", str(file), "--html", "-").stdout
    assert [step["number"] for step in steps_of(page) if step["mistake"] == 3] == [3]


def test_analyze_puts_the_words_for_a_mistake_and_the_better_line_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(BLUNDER)
    [analyzed] = [
        json.loads(each)
        for each in run("analyze", str(file), "--json").stdout.splitlines()
        if '"blunder"' in each
    ]
    steps = steps_of(run("analyze", str(file), "--html", "-").stdout)
    [mistake] = [step for step in steps if step["mistake"] == 3]
    assert analyzed["words"]
    assert analyzed["words"] in mistake["comment"]
    lines = [step["move"] for step in steps if step["parent"] == mistake["parent"]]
    assert lines == ["A9", analyzed["best"]]


def test_a_review_writes_its_analysis_on_the_page_and_not_into_the_game(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", BLUNDER)
    output = reviewed(
        file, f"html {tmp_path / 'before'}.html", "mistakes", f"html {tmp_path / 'after'}.html", "save"
    )
    before, after = (steps_of((tmp_path / f"{name}.html").read_text()) for name in ("before", "after"))
    assert [step["number"] for step in before if step["mistake"]] == []
    assert [step["number"] for step in after if step["mistake"] == 3] == [3]
    assert "blunder: 3 black A9" in after[3]["comment"]
    assert "nothing has changed" in output


@needs_chromium
def test_buttons_and_keys_step_through_the_game(tmp_path: Path) -> None:
    script = """place("first").click(), stones(), place("next").click(), stones(),
        key("ArrowRight"), stones(), key("Home"), stones(), key("End"), said()"""
    assert in_chromium(tmp_path, script) == " | 0 |  | 1 | true | 2 | true | 0 | true | Move 4 of 4: White C7"


@needs_chromium
def test_variations_are_entered_and_left(tmp_path: Path) -> None:
    script = """said(), show(2), names("ways"), names("others"),
        place("ways").querySelectorAll("button")[1].click(), said(), place("comment").textContent,
        key("ArrowRight"), stones(), key("End"), said(), key("ArrowUp"), key("PageUp"),
        key("ArrowRight"), key("ArrowRight"), key("ArrowRight"), said(), key("ArrowDown"), said()"""
    assert in_chromium(tmp_path, script).split(" | ") == [
        *("Move 4 of 4: White C7", "", "C3 G3", "", "", "Move 3 of 4: Black G3 (variation)", "Another way."),
        *("true", "4", "true", "Move 5 of 5: Black C7 (variation)", "false", "true", "true", "true", "true"),
        *("Move 3 of 4: Black G3 (variation)", "true", "Move 3 of 4: Black C3. Black leads by 3.5."),
    ]


@needs_chromium
def test_the_address_names_a_move_and_modifiers_stay_the_browsers(tmp_path: Path) -> None:
    script = """said(), key("ArrowLeft", {altKey: true}), key("Home", {ctrlKey: true}),
        key("ArrowLeft", {metaKey: true}), said(), names("mistakes"),
        place("board").getAttribute("aria-label")"""
    at = "Move 2 of 4: White G7. White leads by 2.0."
    assert in_chromium(tmp_path, script, "#move=2").split(" | ") == [
        *(at, "false", "false", "false", at, "2 G7", "Move 2 of 4: White G7")
    ]


@needs_chromium
def test_another_game_than_go_has_a_page(tmp_path: Path) -> None:
    text = in_chromium(tmp_path, "said(), key('Home'), stones()", game="(;GM[11]SZ[5];B[a1];W[b2])")
    assert text == "Move 2 of 2: White b2 | true | 0"
