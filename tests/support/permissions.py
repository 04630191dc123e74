"""Programs that run without root's power to read and write everything."""

import os
from shutil import which

import pytest

_POWERS = "-dac_override,-dac_read_search"


def command_without_root_powers() -> tuple[str, ...]:
    """Return the beginning of a command line under which permissions apply, also to root.

    Skip the test if that is impossible.
    """
    if not hasattr(os, "geteuid"):
        pytest.skip("permissions of Windows are different")
    if os.geteuid() != 0:
        return ()
    if which("setpriv") is None:
        pytest.skip("root may read everything, and setpriv is not installed")
    return ("setpriv", f"--inh-caps={_POWERS}", f"--bounding-set={_POWERS}")
