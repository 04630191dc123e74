"""Tests of saved settings: within a game, with the command, and in an edited file."""

import getpass
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from platformdirs import user_config_path

from gnugo_py.storage import user_file
from gnugo_py.storage.file_locks import hold_file_lock
from gnugo_py.storage.settings import (
    SETTINGS,
    DisplaySettings,
    Settings,
    SettingsStore,
    read_settings,
    settings_file,
    write_settings,
)
from gnugo_py.system.files import config_folder
from tests.support.paths import file_with
from tests.support.program import run
from tests.support.screen import Screen, begun


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GNUGO_PY_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def test_settings_are_shown_and_changed() -> None:
    assert "classic dark light high-contrast mono" in run("settings").stdout
    assert run("settings", "theme", "mono").stdout == "theme = mono\n"
    assert run("settings", "bell", "YES").stdout == "bell = yes\n"
    assert "mono" in next(line for line in run("settings").stdout.splitlines() if line.startswith("theme"))
    assert read_settings().display == DisplaySettings(theme="mono", bell=True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["colour"], "unknown setting 'colour'; the settings are theme"),
        (["colour", "red"], "unknown setting 'colour'; the settings are theme, ascii"),
        (["theme", "pink"], "theme must be classic or dark or light or high-contrast or mono, not 'pink'"),
        (["mouse", "yes", "no"], "unexpected extra argument"),
    ],
)
def test_an_invalid_setting_is_refused_in_one_line(words: list[str], message: str, folder: Path) -> None:
    done = run("settings", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not folder.exists()


def test_a_damaged_file_is_reported_in_one_line_and_the_rest_of_it_counts(folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.txt").write_text("theme = mono\nnoise\nmouse = perhaps\n\x1b[2J = 3\nlast size = 9\n")
    done = run("settings")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "settings.txt, line 2: unknown setting 'noise'" in done.stderr
    assert read_settings().values == {"theme": "mono", "last size": "9"}


@pytest.mark.parametrize("content", [b"\xff\xfe", b"\x00" * 50, b"= = =\n" * 5000, b""])
def test_a_file_without_settings_is_ignored(content: bytes, folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.txt").write_bytes(content)
    assert run("settings").returncode == 0
    assert read_settings().display == DisplaySettings()


def test_a_pipe_in_place_of_the_file_does_not_block(folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / "settings.txt")
    assert run("settings").returncode == 0


values = st.text(min_size=1, max_size=20)


@example({"opponent": "\ufffd"})
@example({})
@given(st.dictionaries(st.sampled_from(["size", "side", "opponent", "game"]), values))
def test_stored_settings_are_read_back(chosen: dict[str, object]) -> None:
    store = SettingsStore(Settings())
    with TemporaryDirectory() as own, pytest.MonkeyPatch.context() as patch:  # each example has its own file
        patch.setenv("GNUGO_PY_CONFIG", own)
        store.save_choices(chosen)
        store.save_display(DisplaySettings(), DisplaySettings(theme="mono", coordinates=False))
        read = read_settings()
    assert read.display == DisplaySettings(theme="mono", coordinates=False)
    assert {name: text.strip() for name, text in store.settings.last.items() if text.strip()} == read.last


def test_writing_no_settings_forgets_nothing() -> None:
    known = Settings({"theme": "mono", "rank": "5k", "last size": "9"})
    write_settings(Settings(), known)
    write_settings(Settings(), Settings())
    assert read_settings() == known


def test_bytes_of_a_comment_that_are_not_utf_8_are_preserved(folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.txt").write_bytes(b"# J\xfcrgen\n")
    assert run("settings", "bell", "yes").stderr == ""
    assert (folder / "settings.txt").read_bytes() == b"# J\xfcrgen\nbell = yes\n"


def test_the_display_settings_are_those_that_the_screen_has() -> None:
    shown = {each.name for each in SETTINGS.values() if each.kind == "display"}
    assert shown == {name.replace("_", "-") for name in DisplaySettings._fields}


def test_display_settings_of_a_game_apply_to_the_next_game(tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", "0", "--color", "black", "--new")
    first = Screen(tmp_path, *words, shows="A B C D E")
    first.type("coordinates\r")
    first.still("your move")
    assert "A B C D E" not in first.still("your move")
    assert first.interrupted() == 130
    assert read_settings().values == {"coordinates": "no"}
    second = Screen(tmp_path, *words)
    assert "A B C D E" not in second.still("your move")


def test_the_form_starts_with_the_last_choices(tmp_path: Path) -> None:
    first = Screen(tmp_path, "--new", shows="< Go >")
    first.type("\x1b[B\x1b[C")
    chosen = first.still("Board +<").split("Board")[1].split("\n")[0]
    first.enter("\r", "your move|my move")
    assert first.interrupted() == 130
    second = Screen(tmp_path, "--new")
    assert chosen.strip(" <>") in second.still("Opponent").split("Board")[1].split("\n")[0]


def test_an_unwritable_folder_does_not_stop_a_game(tmp_path: Path, folder: Path) -> None:
    folder.write_text("a file in the way")
    done = run("settings", "bell", "yes")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    game = begun(tmp_path / "saves")
    game.type("bell\r")
    game.still("your move")
    assert game.interrupted() == 130


def test_programs_that_change_settings_at_the_same_time_lose_none() -> None:
    names = ("ascii", "mouse", "moves", "atari", "bell", "coordinates")
    stores = [SettingsStore(read_settings()) for _ in names]
    with ThreadPoolExecutor(len(names)) as pool:
        for store, name in zip(stores, names, strict=True):
            default = getattr(DisplaySettings(), name)
            changed = DisplaySettings()._replace(**{name: not default})  # type: ignore[arg-type]
            pool.submit(store.save_display, DisplaySettings(), changed)
    assert set(read_settings().values) == set(names)


def test_a_setting_that_cannot_be_written_is_reported(folder: Path) -> None:
    store = SettingsStore(read_settings())
    folder.write_text("a file in the way")
    store.save_rank("15k")
    assert store.problem.startswith(f"{folder / 'settings.txt'}: ")


def test_lines_that_somebody_else_wrote_stay(folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    real = file_with(tmp_path / "dotfiles.txt", "\ufefftheme = mono\n# my note\nfuture = 7\n")
    (folder / "settings.txt").symlink_to(real)
    assert run("settings", "theme", "classic").returncode == 0
    assert run("settings", "bell", "yes").returncode == 0
    assert real.read_text() == "theme = classic\n# my note\nfuture = 7\nbell = yes\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for files")
def test_an_incomplete_write_is_reported_with_the_path(folder: Path) -> None:
    words = "trap '' XFSZ; ulimit -f 0; exec \"$0\" -B -m gnugo_py settings bell yes"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    command = ["bash", "-c", words, sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"gnugo-py: {folder / 'settings.txt'}: ")
    assert not list(folder.iterdir())


def test_a_folder_in_place_of_the_file_is_reported_with_its_path(folder: Path) -> None:
    (folder / "settings.txt").mkdir(parents=True)
    done = run("settings", "bell", "yes")
    assert (done.returncode, done.stderr.count("\n")) == (2, 2 if "ignored" in done.stderr else 1)
    assert f"{folder / 'settings.txt'}" in done.stderr
    assert ".new" not in done.stderr


GIVEN = [("--size", "19"), ("--color", "black"), ("--rules", "japanese")]


@pytest.mark.parametrize("given", GIVEN)
def test_options_take_precedence_over_the_last_choices(
    given: tuple[str, str], folder: Path, tmp_path: Path
) -> None:
    folder.mkdir()
    (folder / "settings.txt").write_text("last game = hex\nlast opponent = human\nlast side = White\n")
    game = Screen(tmp_path, "--new", *given)
    assert "Black you" in game.still("your move\\?$")


def test_the_last_choices_are_shown(folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.txt").write_text("last game = hex\nlast size = 11\n")
    assert "Last choices in the form: game hex, size 11." in run("settings").stdout


@pytest.mark.parametrize("named", [None, "", "  ", "/somewhere/else"])
def test_the_folder_is_the_one_of_the_platform(named: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GNUGO_PY_CONFIG")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    if named is not None:
        monkeypatch.setenv("XDG_CONFIG_HOME", named)
    assert config_folder() == user_config_path("gnugo-py", appauthor=False)


@pytest.mark.skipif(sys.platform == "win32", reason="not everybody may make links on Windows")
def test_a_file_that_is_a_link_to_itself_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").symlink_to("settings.txt")
    done = run("settings", "theme", "mono", GNUGO_PY_CONFIG=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "settings.txt" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="HOME means nothing there")
def test_an_empty_home_variable_is_ignored() -> None:
    kept = ("GNUGO_PY_CONFIG", "XDG_CONFIG_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in kept} | {"HOME": ""}
    words = [sys.executable, "-m", "gnugo_py", "settings"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    home = os.path.expanduser(f"~{getpass.getuser()}")
    assert f"{home}/.config/gnugo-py/settings.txt" in done.stdout.splitlines()


@pytest.mark.parametrize("line", ["theme mono", "theme: mono", "theme", "= mono", "\udcff = 3"])
def test_a_malformed_line_is_reported_and_repaired_and_the_old_file_kept(line: str, folder: Path) -> None:
    folder.mkdir()
    content = f"bell = yes\n{line}\nfuture = 7\n".encode("utf-8", "surrogateescape")
    (folder / "settings.txt").write_bytes(content)
    done = run("settings", "theme", "mono")
    assert (done.returncode, done.stdout) == (0, "theme = mono\n")
    assert "settings.txt, line 2: " in done.stderr
    assert "was repaired; the old file was saved as settings.damaged" in done.stderr
    assert (folder / "settings.damaged").read_bytes() == content
    assert read_settings().values == {"theme": "mono", "bell": "yes"}
    assert "future = 7\n" in (folder / "settings.txt").read_text()
    assert run("settings", "bell", "no").stderr.count("the old file was saved as") == 0


def test_names_and_values_may_be_in_capitals_and_have_comments(folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.txt").write_text("Theme = Mono\n   # my note\nBELL = yes\t# loud\n")
    assert read_settings() == Settings({"theme": "mono", "bell": "yes"})
    assert run("settings", "Bell", "NO").stderr == ""
    assert (folder / "settings.txt").read_text() == "Theme = Mono\n   # my note\nbell = no  # loud\n"


def test_what_a_killed_program_has_left_is_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_file, "LOCK_SECONDS", 0.0)
    folder.mkdir()
    left = (
        ".settings.txt.lock",
        ".settings.txt.0123456789abcdef.new",
        ".settings.damaged.0123456789abcdef.new",
    )
    for name in left:
        (folder / name).touch()
    with hold_file_lock(settings_file()):
        assert "another program has locked it" in run("settings", "bell", "no").stderr
        assert sorted(path.name for path in folder.iterdir()) == sorted(left)
    (folder / left[0]).touch()
    assert run("settings", "bell", "no").returncode == 0
    assert list(folder.iterdir()) == [settings_file()]


def test_settings_that_another_program_has_locked_are_named_and_keep_their_values(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_file, "LOCK_SECONDS", 0.0)
    folder.mkdir()
    store = SettingsStore(read_settings())
    with hold_file_lock(settings_file()):
        store.save_rank("5k")
    assert store.problem == f"{settings_file()}: another program has locked it; close that program"
    assert not settings_file().exists()


def test_the_default_choice_removes_an_earlier_one() -> None:
    store = SettingsStore(read_settings())
    store.save_choices({"clock": "10m", "komi": 0.5, "side": "black"})
    store.save_choices({"clock": None, "komi": None})
    assert SettingsStore(read_settings()).settings.last == {"side": "black"}
    assert "clock" not in settings_file().read_text()


def test_a_quoted_path_of_an_analyst_is_one_program(tmp_path: Path) -> None:
    program = file_with(tmp_path / "my engine", "")
    program.chmod(0o755)
    assert run("settings", "analyst", f'"{program}" gtp').stderr == ""


def test_the_list_of_settings_fits_80_columns_and_breaks_no_path() -> None:
    run("settings", "analyst", "/usr/local/bin/" + "a-long-name-" * 9 + " gtp")
    lines = run("settings").stdout.splitlines()
    assert max(len(line) for line in lines if "/" not in line) <= 80
    assert "analyst        see below" in "\n".join(lines)
    assert str(settings_file()) in lines
    assert "/usr/local/bin/" + "a-long-name-" * 9 + " gtp" in lines


def test_a_setting_without_a_value_is_shown(folder: Path) -> None:
    run("settings", "rank", "15k")
    assert run("settings", "RANK").stdout == "15k\n"
