"""Tests of the network: its outputs against a reference, its speed of loading, and damaged weights.

The reference was computed from the file of KataGo that the weights come from, with its planes.
"""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import gnugo_py
from gnugo_py import PASS, GoPosition, Network, Play, UserError
from gnugo_py.engines.network.forward_pass import PLANES_WITH_AREAS
from gnugo_py.engines.network.network import WEIGHTS_FILE, input_planes
from tests.support.paths import DATA

Arrays = dict[str, NDArray[np.float16]]

NETWORK = Network()
REFERENCE = np.load(DATA / "network_reference.npz")
ROWS = [(size, row) for size in (9, 13, 19) for row in range(len(REFERENCE[f"moves{size}"]))]


def reference_position(size: int, row: int) -> GoPosition:
    """Return a position of the reference."""
    position = GoPosition.start(size, "chinese")
    for number in map(int, REFERENCE[f"moves{size}"][row]):
        if number == 65535:
            break
        point = number // size * (size + 1) + number % size
        position = position.play_unchecked(PASS if number == size * size else Play((point,)))
    return position


@pytest.mark.parametrize(("size", "row"), ROWS)
def test_the_reference_is_reproduced(size: int, row: int) -> None:
    position = reference_position(size, row)
    evaluation = NETWORK.evaluate(position)
    assert np.array_equal(input_planes(position, PLANES_WITH_AREAS), REFERENCE[f"planes{size}"][row])
    policy = np.zeros(size * size + 1)
    for move, share in evaluation.policy.items():
        if isinstance(move, Play):
            line, column = divmod(move.points[0], size + 1)
            policy[line * size + column] = share
        else:
            policy[-1] = share
    assert np.abs(policy - REFERENCE[f"policy{size}"][row]).max() < 0.005
    assert np.abs(list(evaluation.ownership.values()) - REFERENCE[f"ownership{size}"][row]).max() < 0.005
    assert abs(evaluation.score_mean - REFERENCE[f"score_mean{size}"][row]) < 0.05
    assert abs(evaluation.score_stdev - REFERENCE[f"score_stdev{size}"][row]) < 0.05


def test_a_policy_has_the_legal_moves_and_a_pass_and_its_sum_is_one() -> None:
    position = reference_position(9, 3)
    policy = NETWORK.evaluate(position).policy
    assert set(policy) == {*position.legal_moves(), PASS}
    assert sum(policy.values()) == pytest.approx(1, abs=1e-5)


def test_the_win_rate_depends_on_komi_from_the_view_of_the_color_to_move() -> None:
    black = NETWORK.evaluate(GoPosition.start(9, "chinese"))
    white = NETWORK.evaluate(GoPosition.start(9, "chinese").play("E5"))
    assert black.win_rate(0) > black.win_rate(7) > black.win_rate(20)
    assert white.win_rate(0) < white.win_rate(7) < white.win_rate(20)
    assert black.win_rate(10**6) == pytest.approx(0)
    assert black.win_rate(-(10**6)) == pytest.approx(1)


def test_a_batch_is_evaluated_position_by_position() -> None:
    positions = [reference_position(9, 0), reference_position(13, 0)]
    batch = NETWORK.evaluate_batch(positions)
    assert [each.score_mean for each in batch] == [NETWORK.evaluate(each).score_mean for each in positions]


def test_the_policy_of_a_finished_game_is_a_pass() -> None:
    over = GoPosition.start(9, "chinese").play("pass").play("pass")
    assert NETWORK.evaluate(over).policy == {PASS: 1.0}


@pytest.fixture
def arrays() -> Arrays:
    with np.load(WEIGHTS_FILE) as file:
        return {name: file[name] for name in file.files}


def test_networks_with_fewer_layers_can_be_loaded(arrays: Arrays, tmp_path: Path) -> None:
    smaller = {name: each for name, each in arrays.items() if not name.startswith(("4.", "5."))}
    np.savez(tmp_path / "small.npz", **smaller)  # type: ignore[arg-type, unused-ignore]
    evaluation = Network(tmp_path / "small.npz").evaluate(GoPosition.start(9, "chinese"))
    assert np.isfinite(evaluation.score_mean)


def test_a_network_that_sees_no_ladders_and_no_areas_can_be_loaded(arrays: Arrays, tmp_path: Path) -> None:
    np.savez(tmp_path / "12.npz", **{**arrays, "in.w": arrays["in.w"][:, :12]})  # type: ignore[arg-type, unused-ignore]
    network = Network(tmp_path / "12.npz")
    assert (network.input_plane_count, NETWORK.input_plane_count) == (12, 16)
    position = reference_position(9, 3)
    evaluation = network.evaluate(position)
    assert evaluation.score_mean != NETWORK.evaluate(position).score_mean
    assert np.isfinite(network.evaluate(position, 3).score_mean)


def faulty_weights(arrays: Arrays) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of faulty files, with a part of the message."""
    content = WEIGHTS_FILE.read_bytes()
    yield "damaged", b""
    yield "damaged", b"PK\x03\x04" + b"x" * 100
    yield "damaged", content[: len(content) // 2]
    yield "damaged", content[:5000] + bytes(200) + content[5200:]
    for change, message in (
        ({"in.w": arrays["in.w"][:, :3]}, "in has the shape"),
        ({"0.1.b": arrays["0.1.b"][:3]}, "0.1 has the shape"),
        ({"f2.w": arrays["f2.w"][:1]}, "f2 has the shape"),
        ({"head.w": arrays["head.w"][1:], "head.b": arrays["head.b"][1:]}, "head has the shape"),
        ({"policy.w": np.full_like(arrays["policy.w"], np.nan)}, "not numbers"),
        ({"own.b": np.array(["x"])}, "damaged"),
        ({"f1.w": np.array([object()], dtype=object)}, "damaged"),
    ):
        file = io.BytesIO()
        np.savez(file, **{**arrays, **change})  # type: ignore[arg-type, unused-ignore]
        yield message, file.getvalue()
    file = io.BytesIO()
    np.savez(file, **{name: each for name, each in arrays.items() if name != "head.w"})  # type: ignore[arg-type, unused-ignore]
    yield "'head.w' is missing", file.getvalue()
    file = io.BytesIO()
    np.save(file, arrays["in.w"])
    yield "damaged", file.getvalue()


def test_faulty_weights_are_reported_in_one_line_with_the_file(arrays: Arrays, tmp_path: Path) -> None:
    for message, content in faulty_weights(arrays):
        path = tmp_path / "weights.npz"
        path.write_bytes(content)
        with pytest.raises(UserError) as error:
            Network(path)
        assert str(error.value).startswith(f"{path}: ")
        assert str(error.value).endswith("; use another file")
        assert message in str(error.value)
        assert "\n" not in str(error.value)


def test_missing_weights_are_reported_with_the_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no\.npz: no such file; check the name"):
        Network(tmp_path / "no.npz")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_a_device_and_a_folder_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(UserError, match="not a regular file; specify a weights file"):
            Network(path)
    with pytest.raises(UserError, match="is a folder; specify a weights file in it"):
        Network(tmp_path)


def test_weights_that_would_fill_the_memory_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("in.w.npy", bytes(120_000_000))
    with pytest.raises(UserError, match="its arrays are too large"):
        Network(tmp_path / "bomb.npz")


def test_weights_with_changed_bytes_are_read_or_refused_in_one_line(tmp_path: Path) -> None:
    rng, content, messages = random.Random(7), WEIGHTS_FILE.read_bytes(), []
    for _ in range(60):
        changed = bytearray(content)
        for _ in range(rng.randint(1, 4)):
            place = rng.choice([rng.randrange(200), len(content) - rng.randrange(1, 3000)])
            changed[place : place + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
        (tmp_path / "weights.npz").write_bytes(changed)
        try:
            Network(tmp_path / "weights.npz")
        except UserError as error:
            messages.append(str(error))
    assert messages
    assert not any("\n" in message for message in messages)


def test_the_weights_are_small_and_stored_with_half_precision() -> None:
    assert WEIGHTS_FILE.stat().st_size < 3_000_000
    with np.load(WEIGHTS_FILE) as file:
        assert {file[name].dtype for name in file.files} == {np.dtype(np.float16)}
    assert zipfile.is_zipfile(WEIGHTS_FILE)


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="genmove black\nquit\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.strip()


def test_numpy_has_one_thread_and_child_processes_keep_their_own_setting() -> None:
    code = (
        "import os; os.environ['OMP_NUM_THREADS'] = '7'; import gnugo_py; gnugo_py.Network();"
        " print(os.environ['OMP_NUM_THREADS'], os.environ.get('OPENBLAS_NUM_THREADS'));"
        " print(len(os.listdir('/proc/self/task')) if os.path.exists('/proc/self/task') else 1)"
    )
    assert run(code).splitlines() == ["7 None", "1"]


@pytest.mark.parametrize(
    "use",
    [
        "from gnugo_py.cli.main import gnugo_py_command",
        "from gnugo_py.engines.classic.classic_engine import classic_engine; from gnugo_py import GoPosition;"
        " engine = classic_engine(1, None);"
        " engine.choose(GoPosition.start(19, 'gnugo-1.1'), engine.initial_memory())",
        "from gnugo_py.cli import gtp, play, review, saves",
        "from gnugo_py.cli.main import gnugo_py_command;"
        " gnugo_py_command.main(['gtp', '--seed', '1'], standalone_mode=False)",
        "from gnugo_py.cli.main import gnugo_py_command;"
        " gnugo_py_command.main(['play', '--plain', '--seed', '1', '--size', '9'], standalone_mode=False)",
    ],
)
def test_numpy_is_not_imported_before_it_is_needed(use: str) -> None:
    assert run(f"import sys; {use}; print('numpy' in sys.modules)").splitlines()[-1] == "False"


def test_the_network_is_public() -> None:
    assert gnugo_py.Network is Network
    assert "Network" in dir(gnugo_py)
