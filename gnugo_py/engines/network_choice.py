"""Which network judges positions.  This module is imported at the start, and imports no numpy.

Two networks come with the program: the large one judges, unless another one was chosen; the small one plays
the lower levels.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib.util import find_spec

from gnugo_py.engines.engine import NetworkError
from gnugo_py.system.files import PACKAGE_FOLDER

NETWORK_NAMES = ("built-in", "small", "katrain")
"""The names of networks; everything else is the path of a file."""
_FOLDER = os.path.join(PACKAGE_FOLDER, "engines", "network")
LARGE_FILE = os.path.join(_FOLDER, "b10c384h6nbttflrs.f16.gz")
SMALL_FILE = os.path.join(_FOLDER, "g170-b6c96.f16.gz")
_SUFFIXES = (".bin.gz", ".txt.gz")
_HUMAN = "human"
"""What the names of networks contain that imitate people of a rank."""
chosen = [LARGE_FILE]
"""The file of the network that judges positions, as the only item."""


def choose_judge(name: str) -> None:
    """Let a network judge positions from now on.

    name -- `built-in`, `small`, `katrain` for the newest network in the folders of KaTrain and KataGo, or the
            path of a file.

    Raise NetworkError if there is no such network.  Its file is read when the judge is first used.
    """
    match name:
        case "built-in":
            path = LARGE_FILE
        case "small":
            path = SMALL_FILE
        case "katrain":
            path = _network_of_katrain()
        case _:
            path = os.path.abspath(os.path.expanduser(name))
    if name not in NETWORK_NAMES and not os.path.exists(path):
        raise NetworkError(
            f"{path}: no such file; choose {', '.join(NETWORK_NAMES)} or the file of a network of KataGo"
        )
    chosen[:] = [path]


def is_built_in(path: str) -> bool:
    """Return whether a network file is one of this package."""
    return os.path.dirname(path) == _FOLDER


def _network_of_katrain() -> str:
    """Return the newest network in the first folder of KaTrain or KataGo that has one."""
    spec = find_spec("katrain")
    installed = (
        [os.path.join(each, "models") for each in spec.submodule_search_locations or ()] if spec else []
    )
    folders = [os.path.expanduser("~/.katrain"), *installed, os.path.expanduser("~/.katago")]
    for folder in folders:
        with suppress(OSError):
            names = [each for each in os.listdir(folder) if each.endswith(_SUFFIXES) and _HUMAN not in each]
            if names:
                return max((os.path.join(folder, each) for each in names), key=os.path.getmtime)
    raise NetworkError(f"katrain: no network in {', '.join(folders)}; name the file of a network of KataGo")
