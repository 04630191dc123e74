"""Tests of the networks: KataGo's answers, komi, damaged files, and the choice of a network."""

import gzip
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gnugo_py
from gnugo_py import PASS, Color, GoPosition, Network, Play, UserError
from gnugo_py.engines.network import forward_pass
from gnugo_py.engines.network.network import judge, judge_identity, small_network
from gnugo_py.engines.network_choice import LARGE_FILE, SMALL_FILE, choose_judge
from gnugo_py.games.go.rules import rules_preset
from tests.support.paths import DATA
from tests.support.tiny_network import TinyNetwork

NETWORK = Network(SMALL_FILE)
ANSWERS = [json.loads(line) for line in (DATA / "katago_small.jsonl").read_text().splitlines()]
LARGE_ANSWERS = [json.loads(line) for line in (DATA / "katago_large.jsonl").read_text().splitlines()]


def position_of(answer: dict[str, Any]) -> GoPosition:
    """Return the position that KataGo was asked about."""
    size = answer["size"]
    position = GoPosition.start(size, rules_preset(answer["rules"], size, answer["komi"]))
    for move in answer["moves"]:
        position = position.play_unchecked(position.ensure_move(move))
    return position


def check_answer(judge: Network, answer: dict[str, Any]) -> None:
    """Compare a network with KataGo's answer; half precision explains the tolerances."""
    position, expected = position_of(answer), answer["katago"]
    evaluation, size = judge.evaluate(position), answer["size"]
    policy = np.zeros(size * size + 1)
    for move, share in evaluation.policy.items():
        line, column = divmod(move.points[0], size + 1) if isinstance(move, Play) else (size, 0)
        policy[line * size + column] = share
    sign = 1 if position.to_move is Color.WHITE else -1
    policy_of_katago = np.nan_to_num(np.array(expected["policy"], float))
    assert np.abs(policy - policy_of_katago).sum() / 2 < 0.003
    assert np.abs(-np.array(list(evaluation.ownership.values())) - expected["own"]).max() < 0.004
    assert abs(sign * evaluation.lead - expected["whiteLead"]) < 0.04
    win, loss, no_result = evaluation.results
    assert abs((win if sign == 1 else loss) - expected["whiteWin"]) < 0.003
    assert abs(no_result - expected["noResult"]) < 0.003


@pytest.mark.parametrize(
    "answer", ANSWERS, ids=lambda each: f"{each['size']}-{each['rules']}-{len(each['moves'])}"
)
def test_the_small_network_answers_as_katago_does(answer: dict[str, Any]) -> None:
    check_answer(NETWORK, answer)


@pytest.mark.parametrize("answer", LARGE_ANSWERS, ids=lambda each: f"{each['size']}-{each['rules']}")
def test_the_large_network_answers_as_katago_does(answer: dict[str, Any]) -> None:
    check_answer(Network(LARGE_FILE), answer)


def test_a_policy_has_the_legal_moves_and_a_pass_and_its_sum_is_one() -> None:
    position = position_of(ANSWERS[3])
    policy = NETWORK.evaluate(position).policy
    assert set(policy) == {*position.legal_moves(), PASS}
    assert sum(policy.values()) == pytest.approx(1, abs=1e-5)


def test_the_win_rate_depends_on_komi_from_the_view_of_the_color_to_move() -> None:
    black = NETWORK.evaluate(GoPosition.start(9, "chinese"))
    white = NETWORK.evaluate(GoPosition.start(9, "chinese").play("E5"))
    assert black.win_rate(0) > black.win_rate(7) > black.win_rate(20)
    assert white.win_rate(0) < white.win_rate(7) < white.win_rate(20)
    assert black.win_rate(10**6) == pytest.approx(0, abs=0.01)
    assert black.win_rate(-(10**6)) == pytest.approx(1, abs=0.01)


def test_the_win_rate_for_the_komi_of_the_position_needs_no_other_evaluation() -> None:
    evaluation = NETWORK.evaluate(GoPosition.start(9, "chinese"))
    assert evaluation.win_rate(7.5) == evaluation.win_rate()
    win, loss, _ = evaluation.results
    assert win + loss == pytest.approx(1)


def test_the_score_mean_is_the_lead_before_komi() -> None:
    rules = rules_preset("chinese", 9, 7.5)
    black = NETWORK.evaluate(GoPosition.start(9, rules))
    assert black.score_mean == pytest.approx(black.lead + 7.5)
    white = NETWORK.evaluate(GoPosition.start(9, rules).play("E5"))
    assert white.score_mean == pytest.approx(white.lead - 7.5)


def test_ownership_is_blacks_whoever_is_to_move() -> None:
    cells = {row * 10 + 4: "X" for row in range(9)}
    for color in Color:
        position = GoPosition.start(9, "chinese").with_board(cells, color)
        assert min(NETWORK.evaluate(position).ownership.values()) > 0.5


def test_a_batch_is_evaluated_position_by_position() -> None:
    positions = [position_of(ANSWERS[0]), position_of(ANSWERS[9])]
    batch = NETWORK.evaluate_batch(positions)
    assert [each.lead for each in batch] == [NETWORK.evaluate(each).lead for each in positions]


def test_the_policy_of_a_finished_game_is_a_pass() -> None:
    over = GoPosition.start(9, "chinese").play("pass").play("pass")
    assert NETWORK.evaluate(over).policy == {PASS: 1.0}


def test_the_networks_of_the_package_are_unchanged() -> None:
    contents = [Path(each).read_bytes() for each in (LARGE_FILE, SMALL_FILE)]
    sums = [hashlib.sha256(content).hexdigest()[:16] for content in contents]
    assert sums == ["4d6dd4ca5f2e5efa", "d9004cf35aea6e0a"]


BLOCKS = ("ordinary_block", "gpool_block", "nested_bottleneck_block")
TRANSFORMER = ("transformer_attention_block", "transformer_ffn_block")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a network file."""
    return tmp_path / "network.bin.gz"


def lead_of(path: Path, content: bytes) -> float:
    """Write a network file, and return the lead that the network sees on an empty board."""
    path.write_bytes(content)
    return Network(path).evaluate(GoPosition.start(5, "chinese")).lead


@pytest.mark.parametrize("version", [8, 10, 11, 13, 14, 15, 16, 17])
def test_every_version_of_the_format_is_read(version: int, file: Path) -> None:
    assert np.isfinite(lead_of(file, TinyNetwork(version, BLOCKS).content()))


@pytest.mark.parametrize("blocks", [BLOCKS, TRANSFORMER], ids=["convolutions", "transformer"])
def test_arrays_as_text_and_in_both_binary_forms_are_the_same_network(
    blocks: tuple[str, ...], file: Path
) -> None:
    leads = {
        lead_of(file, TinyNetwork(17, blocks, form).content()) for form in ("text", "float32", "float16")
    }
    assert len(leads) == 1


@pytest.mark.parametrize("spread", [0.5, 40.0])
def test_attention_is_the_same_whether_or_not_its_weights_are_scaled_first(
    spread: float, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = TinyNetwork(17, ("transformer_attention_block",), spread=spread).content()
    lead = lead_of(file, content)
    monkeypatch.setattr(forward_pass, "_MAX_EXPONENT", 0)
    assert lead == pytest.approx(lead_of(file, content), rel=1e-4)


def unusable_networks() -> Iterator[tuple[str, bytes]]:
    """Yield contents of files that are no usable network, with a part of the message."""
    good = TinyNetwork(15, form="float32").plain()
    packed = gzip.compress(good)
    yield "it ends early", b""
    yield "not compressed with gzip", b"PK\x03\x04" + b"x" * 100
    yield "is damaged", packed[: len(packed) // 2]
    yield "is damaged", packed[:60] + b"\0\0\0" + packed[63:]
    for change, message in (
        ((b"\n15\n", b"\n7\n"), "version 7; 8 to 17 are known"),
        ((b"\n15\n", b"\nx\n"), "invalid literal"),
        ((b"\n22\n19\n", b"\n17\n19\n"), "not those of a network for Go"),
        ((b"150\n0\n", b"150\n1\n"), "it imitates people"),
        ((b"ordinary_block", b"unknown_block"), "blocks of the kind unknown_block are not known"),
        ((b"ACTIVATION_MISH", b"ACTIVATION_COSH"), "the activation ACTIVATION_COSH is not known"),
        ((b"matrix\n19\n4\n", b"matrix\n19\n999999999\n"), "a layer has the size 999999999"),
        ((b"matrix\n19\n4\n", b"matrix\n90000\n90000\n"), "it is too large"),
        ((b"matrix\n19\n4\n@BIN@", b"matrix\n19\n4\n@BUN@"), "an array is missing"),
        ((b"conv\n3\n3\n", b"conv\n3\n1\n"), "a convolution of an unknown kind"),
    ):
        assert change[0] in good
        yield message, gzip.compress(good.replace(*change, 1))
    yield "something follows its end", gzip.compress(good + b"more")
    yield "it ends early", gzip.compress(good[:-40])
    yield "it ends early", gzip.compress(good[:30])
    nan = np.float32(np.nan).tobytes()
    at = good.index(b"@BIN@") + 5
    yield "some of its weights are not finite", gzip.compress(good[:at] + nan + good[at + 4 :])
    deep = b"nested_bottleneck_block\nblock\n1\n"
    yield "its layers do not fit together", gzip.compress(good.replace(b"matrix\n19\n4", b"matrix\n4\n19", 1))
    yield "it contains words that are too long", gzip.compress(b"x" * 10_000 + deep)


UNUSABLE = [*unusable_networks()]


@pytest.mark.parametrize(("message", "content"), UNUSABLE, ids=[message for message, _ in UNUSABLE])
def test_an_unusable_network_is_refused_in_one_line_with_the_file(
    message: str, content: bytes, file: Path
) -> None:
    file.write_bytes(content)
    with pytest.raises(UserError) as error:
        Network(file)
    assert str(error.value).startswith(f"{file}: not a network that can be used (")
    assert str(error.value).endswith("); choose another one with gnugo-py settings network")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_the_weights_of_earlier_versions_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "go.npz", weights=np.zeros(3))
    with pytest.raises(UserError, match="not compressed with gzip, as KataGo's networks are"):
        Network(tmp_path / "go.npz")


def test_a_file_that_unpacks_without_end_is_refused(file: Path) -> None:
    file.write_bytes(gzip.compress(b"tiny\n8\n22\n19\n" + b" " * 100_000_000))
    with pytest.raises(UserError, match="one of its lines is too long"):
        Network(file)


def test_a_missing_network_is_reported_with_the_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no\.gz: no such file; check the name"):
        Network(tmp_path / "no.gz")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_a_device_and_a_folder_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(UserError, match="not a regular file; specify a network file of KataGo"):
            Network(path)
    with pytest.raises(UserError, match="is a folder; specify a network file of KataGo"):
        Network(tmp_path)


def test_a_network_with_changed_bytes_is_read_or_refused_in_one_line(file: Path) -> None:
    chance, content, messages = random.Random(7), TinyNetwork(17, BLOCKS, "float16").plain(), []
    for _ in range(200):
        changed = bytearray(content)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(content))
            changed[place : place + chance.randrange(4)] = chance.randbytes(chance.randrange(4))
        file.write_bytes(gzip.compress(changed, 1))
        try:
            Network(file)
        except UserError as error:
            messages.append(str(error))
    assert messages
    assert not any("\n" in message for message in messages)


def test_another_network_takes_the_place_of_the_judge(file: Path) -> None:
    file.write_bytes(TinyNetwork().content())
    choose_judge(str(file))
    assert (judge().name, small_network().name) == ("tiny", NETWORK.name)
    choose_judge("small")
    assert judge() is small_network()


def test_a_network_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no\.gz: no such file; choose built-in, small, katrain or the file"):
        choose_judge(str(tmp_path / "no.gz"))


def test_the_newest_network_of_katrain_is_found(a_person_of_its_own: Path) -> None:
    folder = a_person_of_its_own / ".katrain"
    folder.mkdir()
    for age, name in enumerate(("new.bin.gz", "old.bin.gz", "config.json")):
        (folder / name).write_bytes(TinyNetwork().content())
        os.utime(folder / name, (10**9 - age, 10**9 - age))
    (folder / "b18c384nbt-humanv0.bin.gz").write_bytes(b"")
    choose_judge("katrain")
    assert judge_identity().startswith("new.bin.gz ")


def test_without_katrain_its_folders_are_named() -> None:
    with pytest.raises(UserError, match=r"katrain: no network in .*\.katrain.*; name the file"):
        choose_judge("katrain")


def test_a_network_as_large_as_the_judge_has_its_visits_and_a_larger_one_fewer() -> None:
    assert Network(SMALL_FILE).relative_cost == pytest.approx(1)


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
