"""Settings and fixtures of all tests."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import gnugo_py.engines.network  # noqa: F401 - before any test imports numpy, so that it uses one thread
from gnugo_py.engines import network_choice
from tests.support.program import HOME_VARIABLES
from tests.support.screen import Screen
from tests.support.small_judge import remember_outputs, use_small_judge
from tests.support.terminal import Terminal

if (
    threading.current_thread() is threading.main_thread()
):  # signals may be ignored under nohup and in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)

# The processes of the tests, and the many programs that tests start, share compiled modules.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile("project", deadline=None)
settings.load_profile("project")


def pytest_xdist_auto_num_workers() -> int:
    """Return 1.5 times the number of cores: many tests wait for a terminal or another process."""
    return (os.cpu_count() or 2) * 3 // 2


@pytest.fixture(autouse=True)
def a_person_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run each test with an empty home folder and no settings, without touching the real ones."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in HOME_VARIABLES:
            patch.setenv(name, str(home))
        patch.setenv("GNUGO_PY_SAVES", str(home / "saves"))
        yield home


@pytest.fixture(autouse=True)
def small_judge(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the small network judge, except in tests marked `large_network`; outputs are computed once."""
    if "large_network" not in request.keywords:
        use_small_judge(monkeypatch)
    monkeypatch.setattr(network_choice, "chosen", [network_choice.LARGE_FILE])
    if request.path.parent.name != "network":
        remember_outputs(monkeypatch)


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Close the screens and terminals that a test has opened."""
    yield
    for opened in (Screen.opened, Terminal.opened):
        while opened:
            opened.pop().close()
