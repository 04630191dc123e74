"""Tests of the imports between the subpackages, read from the source."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from gnugo_py.app.screen import KINDS
from tests.support.paths import ROOT

PACKAGE = ROOT / "gnugo_py"
FILES = sorted(path for path in PACKAGE.rglob("*.py"))

GAMES = ["go", "hex", "amazons", "tanbo"]
OF_ONE_GAME = tuple(f"gnugo_py.games.{game}" for game in GAMES)
IMPORTS = {
    "games": [],
    "system": ["games"],
    "engines": ["system", "games"],
    "record": ["system", "games", "engines"],
    "study": ["games", "engines", "record"],
    "storage": ["system", "games", "engines", "record", "study"],
    "app": ["system", "games", "engines", "record", "study", "storage"],
    "gtp": ["system", "games", "engines", "record", "storage"],
    "ui": ["system", "games", "engines", "study", "storage", "app"],
}
"""The subpackages, and which others each may import; `cli` may import all."""


@cache
def imported_modules(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module is not None
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [
                node.module,
                *(name for name in names if (ROOT / f"{name.replace('.', '/')}.py").is_file()),
            ]
    return found


def package(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_imports_point_one_way() -> None:
    """Imports for type checking count, too."""
    for path in FILES:
        own = path.relative_to(PACKAGE).with_suffix("").parts[0]
        if own not in ("cli", "__main__", "__init__"):
            used = {package(module) for module in imported_modules(path) if module.startswith("gnugo_py.")}
            assert used <= {own, *IMPORTS[own]}, path


def test_all_modules_are_in_subpackages() -> None:
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}
    assert {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name[0] != "_"} == {
        *IMPORTS,
        "cli",
    }


MUTUAL_TYPES = {
    "gnugo_py.app.mode": {"gnugo_py.app.app"},
    "gnugo_py.games.position": {"gnugo_py.games.game"},
    "gnugo_py.record.node": {"gnugo_py.record.tree"},
}
"""A position names its game, a node its tree, and a mode its program: the first module imports the second for
type checking.
"""


NAVIGATION = "gnugo_py.app.navigation"
"""The module through which modes open each other; without its imports there is no circle."""


def test_modes_import_no_other_mode_except_the_one_they_extend() -> None:
    found = {
        (path.stem, module.removeprefix("gnugo_py.app.modes."))
        for path in FILES
        for module in imported_modules(path)
        if "gnugo_py/app/" in path.as_posix() and name_of(path) != NAVIGATION and ".app.modes." in module
    }
    assert found <= {
        ("engine_failed", "play"),
        ("problem_page", "problems"),
        ("review", "review_changes"),
        ("train", "play"),
        ("menu", "new_game"),
    }


def test_there_are_no_import_cycles() -> None:
    """There are no import cycles, including imports for type checking and within functions."""
    modules = {name_of(path): path for path in FILES}
    needs = {
        name: {each for each in imported_modules(path) if each in modules} - MUTUAL_TYPES.get(name, set())
        for name, path in modules.items()
    }
    needs[NAVIGATION] = {each for each in needs[NAVIGATION] if ".modes." not in each}
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join((*way[way.index(name) :], name))
        if name not in done:
            for needed in sorted(needs[name]):
                visit(needed, (*way, name))
            done.add(name)

    for name in modules:
        visit(name, ())


def name_of(path: Path) -> str:
    """Return the module name of a file."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize(("library", "importers"), [("curses", ["ui/window.py"]), ("sgfmill", [])])
def test_a_library_has_at_most_one_importer(library: str, importers: list[str]) -> None:
    found = [
        str(path.relative_to(PACKAGE))
        for path in FILES
        if any(module.split(".")[0] == library for module in imported_modules(path))
    ]
    assert found == importers


def test_the_gtp_server_imports_games_only_in_their_own_modules() -> None:
    knowing = {
        path.name
        for path in (PACKAGE / "gtp").rglob("*.py")
        if any(
            module.startswith((*OF_ONE_GAME, "gnugo_py.engines.classic")) for module in imported_modules(path)
        )
    }
    assert knowing == {"command_table.py", "go_commands.py", "hex_commands.py"}


def modules_above_games() -> list[Path]:
    above = [
        path
        for package in ("ui", "app", "record", "storage", "engines", "gtp")
        for path in (PACKAGE / package).rglob("*.py")
    ]
    return [path for path in above if not {"search", "classic", "network"} & set(path.parts)]


def test_modules_above_the_games_do_not_name_hex_amazons_or_tanbo() -> None:
    of_games = ("command_table.py", "hex_commands.py")
    above = [path for path in modules_above_games() if path.name not in of_games]
    named = re.compile(r"(?<!\.)\b(hex|amazons|tanbo)\b", re.IGNORECASE)
    assert above
    assert not [path for path in above if named.search(path.read_text(encoding="utf-8"))]


def test_modules_above_the_games_name_go_only_where_allowed() -> None:
    """`Go` at the beginning of a docstring is the verb."""
    named = re.compile(r'(?<!""")(?<!GNU )\bGo\b|CLASSIC_ENGINE_GAME')
    naming = {path.name for path in modules_above_games() if named.search(path.read_text(encoding="utf-8"))}
    in_app = {"menu.py", "new_game_form.py", "players.py", "train.py"}
    in_gtp = {"go_commands.py"}
    assert naming - in_gtp == {*in_app, "level_ranks.py", "settings.py"}


def test_games_and_the_classic_engine_do_no_input_or_output() -> None:
    pure = [path for path in FILES if path.relative_to(PACKAGE).parts[0] in ("games",)]
    pure += [PACKAGE / "engines" / "classic" / f"{name}.py" for name in ("gnugo", "gnugo_dat")]
    assert pure
    for path in pure:
        assert not {"os", "pathlib", "sys", "io", "time"} & set(imported_modules(path)), path
        assert not re.search(r"\bopen\(", path.read_text(encoding="utf-8")), path


def test_no_module_has_more_than_500_lines() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert not {path: length for path, length in lengths.items() if length > 500}


def test_every_message_is_of_a_known_kind() -> None:
    calls = (
        node
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit"
    )
    kinds = {
        part.value for call in calls for part in ast.walk(call.args[0]) if isinstance(part, ast.Constant)
    }
    assert kinds - set(KINDS) == set()
    assert set(KINDS) - kinds == set()
