"""Tests of the training of the network: the data, a short training, and the export.

They need PyTorch, which is not among the requirements of the tests, and are skipped without it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gnugo_py import PASS, GoPosition, Network, Play
from gnugo_py.engines.network.network import input_planes

torch = pytest.importorskip("torch", reason="PyTorch is not installed (training/requirements.txt)")

from training.data import Source, batches, turned  # noqa: E402
from training.evaluate import measure, measure_ladders  # noqa: E402
from training.ladders import make, save  # noqa: E402
from training.model import Model, export  # noqa: E402
from training.train import load_state, renew_normalization, train  # noqa: E402

SIZE, GAMES, MOVES = 7, 12, 16


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small file of games that the network of the package has played and judged."""
    teacher, chance = Network(), np.random.default_rng(5)
    moves, policies, owners, scores = [], [], [], []
    for _ in range(GAMES):
        position = GoPosition.start(SIZE, "tromp-taylor")
        for _ in range(MOVES):
            judged = teacher.evaluate(position)
            legal = [move for move in judged.policy if move is not PASS]
            shares = np.array([judged.policy[move] for move in legal])
            move = legal[chance.choice(len(legal), p=shares / shares.sum())]
            assert isinstance(move, Play)
            row, column = divmod(move.points[0], SIZE + 1)
            sign = -1 if position.to_move else 1
            policy = np.exp(judged.logits - judged.logits.max())
            moves.append(row * SIZE + column)
            policies.append(np.rint(policy * 255).astype(np.uint8))
            owners.append(np.rint(judged.owners * 8 * sign).astype(np.int8))
            scores.append(judged.score_mean * sign)
            position = position.play_unchecked(move)
    path = tmp_path_factory.mktemp("training") / "selfplay.npz"
    np.savez(
        path,
        size=np.array(SIZE),
        moves=np.array(moves, np.uint16),
        offsets=np.arange(GAMES + 1, dtype=np.uint32) * MOVES,
        policy=np.stack(policies),
        ownership=np.stack(owners),
        score=np.array(scores, np.float16),
    )
    return path


@pytest.fixture(scope="module")
def source(games: Path) -> Source:
    """The games as a source."""
    return Source(games)


def test_a_short_training_lowers_the_loss_and_its_export_equals_the_model(
    source: Source, tmp_path: Path
) -> None:
    torch.manual_seed(3)
    torch.set_num_threads(1)
    samples = batches([(source, 1.0, 32)], np.random.default_rng(1))
    model, history = train(Model(blocks=3, channels=16), samples, steps=300, seconds=20)
    assert np.mean(history[-20:]) < 0.9 * np.mean(history[:20])

    export(model, tmp_path / "weights.npz")
    network = Network(tmp_path / "weights.npz")
    position = GoPosition.start(SIZE, "chinese").play("D4").play("C3").play("pass")
    inputs = input_planes(position)
    with torch.no_grad():
        logits, owners, mean, stdev = (
            each[0].numpy() for each in model.eval()(torch.as_tensor(inputs)[None])
        )
    outputs = network.outputs(inputs)
    assert np.abs(outputs.logits - logits).max() < 0.05
    assert np.abs(outputs.owners - np.tanh(owners)).max() < 0.02
    assert abs(outputs.score_mean - mean) < 0.3
    assert abs(outputs.score_stdev - stdev) < 0.1
    found, score, owner = measure(network, source, 20)
    assert 0 <= found <= 1
    assert score < 49
    assert owner < 1


@pytest.fixture(scope="module")
def ladders(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Source:
    """A small file of ladders among the stones of the same games."""
    path = tmp_path_factory.mktemp("ladders") / "ladders.npz"
    save(make(games, 60, seed=1), path)
    return Source(path, held_out=0.2)


def test_a_training_with_ladders_and_the_measure_of_them(source: Source, ladders: Source) -> None:
    torch.manual_seed(3)
    torch.set_num_threads(1)
    chance = np.random.default_rng(1)
    samples = batches([(source, 1.0, 16), (ladders, 1.0, 16)], chance)
    model, history = train(Model(blocks=1, channels=16), samples, steps=40, seconds=20)
    assert np.isfinite(history).all()
    before = model.entry.norm.running_mean.clone()  # type: ignore[operator, union-attr, unused-ignore]
    renew_normalization(model, batches([(source, 1.0, 16)], chance), 3, "cpu")
    assert not torch.equal(model.entry.norm.running_mean, before)  # type: ignore[arg-type, unused-ignore]
    owner, catches, stays = measure_ladders(Network(), ladders, 40)
    assert owner > 0.8
    assert catches > 0.5
    assert stays > 0.5


def test_a_model_without_the_planes_of_ladders_can_be_trained_further(tmp_path: Path) -> None:
    old, new = Model(blocks=1, channels=16), Model(blocks=1, channels=16)
    state = old.state_dict()
    state["entry.conv.weight"] = state["entry.conv.weight"][:, :12]
    torch.save({"state": state}, tmp_path / "old.pt")
    load_state(new, tmp_path / "old.pt")
    assert torch.equal(new.entry.conv.weight[:, :12], old.entry.conv.weight[:, :12])
    assert not new.entry.conv.weight[:, 12:].any()


def test_symmetries_of_a_sample_permute_policy_and_ownership(source: Source) -> None:
    (sample,) = source.batch(np.random.default_rng(2), 1, for_training=False)
    assert sample.policy.sum() == pytest.approx(1, abs=1e-5)
    for symmetry in range(8):
        other = turned(sample, symmetry)
        stones = other.planes[0].reshape(-1) > 0
        before = sample.planes[0].reshape(-1) > 0
        assert sorted(other.ownership[stones]) == sorted(sample.ownership[before])
        assert sorted(other.policy[:-1]) == sorted(sample.policy[:-1])
        assert (other.score, other.komi) == (sample.score, sample.komi)
