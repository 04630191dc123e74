"""The judge of the tests: the small network, which computes its outputs for the same inputs once."""

from hashlib import blake2b

import numpy as np
import pytest

from gnugo_py.engines import network_choice
from gnugo_py.engines.network import network
from gnugo_py.engines.network.forward_pass import ForwardPass, Outputs
from gnugo_py.engines.network.network_file import Array
from gnugo_py.engines.network_choice import SMALL_FILE

_WEIGHTS = 1_030_599
_MAX_REMEMBERED = 10_000
_compute = ForwardPass.outputs
_remembered: dict[tuple[ForwardPass, bytes], Outputs] = {}


def use_small_judge(patch: pytest.MonkeyPatch) -> None:
    """Let the small network judge, with the visits of the large one."""
    patch.setattr(network_choice, "LARGE_FILE", SMALL_FILE)
    patch.setattr(network, "_JUDGE_WEIGHTS", _WEIGHTS)


def remember_outputs(patch: pytest.MonkeyPatch) -> None:
    """Let networks remember their outputs, since many tests evaluate the same positions."""
    patch.setattr(ForwardPass, "outputs", _outputs)


def _outputs(self: ForwardPass, planes: Array, numbers: Array) -> Outputs:
    key = self, blake2b(planes.tobytes() + numbers.tobytes()).digest()
    if found := _remembered.get(key):
        return found
    if len(_remembered) >= _MAX_REMEMBERED:
        _remembered.clear()
    _remembered[key] = found = _compute(self, planes, numbers)
    for each in found:
        if isinstance(each, np.ndarray):
            each.flags.writeable = False
    return found
