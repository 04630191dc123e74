"""Tests that the README and the documents show what the program prints."""

import os
import re
import runpy
import shlex
from pathlib import Path

import pytest

from docs.screen_pictures import FOLDER, SHOTS, pictures
from gnugo_py.app.commands import available
from gnugo_py.app.course import load_course
from gnugo_py.app.modes.play import PlayMode
from gnugo_py.games.go.position import GO
from gnugo_py.record.sgf_reader import read_game
from tests.support.gnugo import program
from tests.support.paths import ROOT
from tests.support.program import run

PAGES = {
    path.name: path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
}
BLOCKS = re.findall(r"^```\n(\$ gnugo-py .*?)^```", "".join(PAGES.values()), re.MULTILINE | re.DOTALL)
assert len(BLOCKS) >= 7


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, id=line, marks=[pytest.mark.slow] if "py match" in line else [])
        for block in BLOCKS
        for line in block.splitlines()[:1]
    ],
)
def test_documented_output_equals_what_the_program_prints(block: str, tmp_path: Path) -> None:
    command, _, shown = block.partition("\n")
    typed = "".join(f"{line}\n" for line in re.findall(r"^your move\? (.*)$", shown, re.MULTILINE))
    words = [str(ROOT / word) if word.startswith("docs/") else word for word in shlex.split(command)[2:]]
    path = f"{os.environ['PATH']}:{Path(program()).parent}" if '"gnugo ' in command else os.environ["PATH"]
    printed = run(*words, typed=typed, GNUGO_PY_SAVES=str(tmp_path), PATH=path).stdout
    if shown.startswith("...\n"):
        assert printed.endswith(shown.removeprefix("...\n"))
    else:
        assert printed.startswith(shown)


def test_all_commands_of_the_game_are_documented() -> None:
    listed = re.search(r"Instead of a point, type (`pass`.*?`quit`)", PAGES["playing.md"], re.DOTALL)
    assert listed
    assert sorted(re.findall(r"`(\w+)`", listed[1])) == sorted(
        command.name for command in available(PlayMode.commands, GO)
    )


def test_documented_screens_are_up_to_date() -> None:
    screens = runpy.run_path(str(ROOT / "docs" / "screens.py"))
    shown = [screen for text in PAGES.values() for _, screen, _ in screens["BLOCK"].findall(text)]
    assert sorted(shown) == sorted(screens["SCREENS"])
    for text in PAGES.values():
        assert screens["with_screens"](text) == text


@pytest.mark.slow
def test_pictures_are_up_to_date() -> None:
    for name, picture in pictures().items():
        assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == picture, name
    for name in re.findall(r"pictures/(\w+)\.svg", "".join(PAGES.values())):
        assert name in SHOTS


def test_the_moving_picture_is_that_of_its_game() -> None:
    Image = pytest.importorskip("PIL.Image")  # noqa: N806
    with Image.open(FOLDER / "game.gif") as image:
        assert image.n_frames == 30
    assert len(list(read_game(FOLDER / "game.sgf").main_line())) > image.n_frames


@pytest.mark.slow
@pytest.mark.large_network
def test_the_reasons_in_the_moving_picture_are_those_of_a_match(tmp_path: Path) -> None:
    run(*"match search:5 search:8 --size 9 --seed 4 --sgf".split(), str(tmp_path))
    (played,) = tmp_path.glob("*.sgf")
    games = (read_game(path).main_line() for path in (played, FOLDER / "game.sgf"))
    now, shown = ([(node.move, node.comment) for node in game] for game in games)
    assert now == shown


def test_the_list_of_packages_is_up_to_date() -> None:
    frame = runpy.run_path(str(ROOT / "docs" / "packages.py"))["picture"]()
    assert frame in PAGES["architecture.md"]


def test_the_reference_lists_what_the_library_exports() -> None:
    assert runpy.run_path(str(ROOT / "docs" / "reference_page.py"))["page"]() == PAGES["reference.md"]


def test_the_number_of_lessons_is_right() -> None:
    lessons = load_course(None).lessons
    boards = sum(len(lesson.exercises) for lesson in lessons)
    assert f"There are {len(lessons)} lessons, with {boards} boards in all" in PAGES["learning.md"]


def test_the_readme_is_short() -> None:
    assert len(PAGES["README.md"].splitlines()) <= 80


def is_prose(paragraph: str) -> bool:
    return not re.match(r"\s*(?:#|\||<!--|(?:-|\d+\.) )", paragraph)


@pytest.mark.parametrize("page", sorted({*PAGES} - {"library.md", "architecture.md", "reference.md"}))
def test_no_paragraph_is_longer_than_120_words(page: str) -> None:
    prose = re.sub(r"^```.*?^```", "", PAGES[page], flags=re.MULTILINE | re.DOTALL)
    paragraphs = filter(is_prose, prose.split("\n\n"))
    assert [text for text in paragraphs if len(text.split()) > 120] == []


def anchors(page: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", PAGES[page], re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_heading(page: str) -> None:
    for target, anchor in re.findall(r"\]\((?:docs/)?(\w+\.md)?#([^)]*)\)", PAGES[page]):
        assert anchor in anchors(target or page), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_page_of_the_project(page: str) -> None:
    folder = ROOT if page == "README.md" else ROOT / "docs"
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGES[page]):
        assert (folder / target).is_file(), target


def gtp_commands(game: str) -> set[str]:
    return set(run("gtp", "--game", game, typed="list_commands\n").stdout.removeprefix("= ").split())


def test_the_gtp_commands_that_other_games_lack_are_marked() -> None:
    rows = [line.split("|") for line in PAGES["gtp.md"].splitlines() if line.startswith("| `")]
    described = {name: row[2] for row in rows for name in re.findall(r"`([\w-]+)`", row[1])}
    lacking = gtp_commands("go") - (gtp_commands("hex") & gtp_commands("amazons") & gtp_commands("tanbo"))
    assert lacking
    assert [name for name in sorted(lacking) if not re.search(r"\bGo\)|\(Go,", described[name])] == []
