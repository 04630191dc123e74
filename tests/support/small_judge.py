"""The small network as the judge, so that tests are quick."""

import pytest

from gnugo_py.engines import network_choice
from gnugo_py.engines.network import network
from gnugo_py.engines.network_choice import SMALL_FILE

_WEIGHTS = 1_030_599


def use_small_judge(patch: pytest.MonkeyPatch) -> None:
    """Let the small network judge, with the visits of the large one."""
    patch.setattr(network_choice, "LARGE_FILE", SMALL_FILE)
    patch.setattr(network, "_JUDGE_WEIGHTS", _WEIGHTS)
