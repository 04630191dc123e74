"""Train the network.

    python -m training.train OUT.pt SOURCE:SHARE:BATCH ... [--steps N | --seconds S] [--start MODEL.pt]

A source is a file of `training.data`, for example `labelled19.npz:36:128`. At the end, the statistics of
batch normalization are computed anew on all sources but the ladders, which are unlike positions of games.
"""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from gnugo_py.engines.network.forward_pass import PLANES_WITH_LADDERS
from training.data import Sample, Source, batches
from training.model import Model

WARM_UP, AVERAGE = 300, 0.999
BATCHES_NORMALIZED = 160
WIN_RATE_STEEPNESS = 1.7


def losses(model: Model, samples: Sequence[Sample], device: str) -> dict[str, Tensor]:
    """Return the parts of the loss on a batch of one source."""
    if samples[0].avoid is not None:
        return ladder_losses(model, samples, device)

    def stack(name: str) -> Tensor:
        return _stack(samples, name, device)

    functional = nn.functional
    logits, owners, mean, stdev = model(stack("planes"))
    score, final, winner = stack("score"), stack("final"), stack("winner")
    policy = -(stack("policy") * torch.log_softmax(logits, 1)).sum(1).mean()
    ownership = functional.binary_cross_entropy_with_logits(2 * owners, (1 + stack("ownership")) / 2)
    by_score = by_end = by_winner = logits.sum() * 0
    if (known := ~score.isnan()).any():
        by_score = functional.smooth_l1_loss(mean[known], score[known], beta=2.0)
    if (known := ~final.isnan()).any():
        by_end = functional.gaussian_nll_loss(mean[known], final[known], stdev[known] ** 2)
    if (known := ~winner.isnan()).any():
        lead = WIN_RATE_STEEPNESS * (mean - stack("komi")) / stdev
        by_winner = functional.binary_cross_entropy_with_logits(lead[known], winner[known])
    return {
        "policy": policy,
        "ownership": ownership,
        "score": 0.03 * by_score,
        "final": 0.03 * by_end,
        "winner": 0.5 * by_winner,
    }


def ladder_losses(model: Model, samples: Sequence[Sample], device: str) -> dict[str, Tensor]:
    """Return the parts of the loss on a batch of ladders: the chain's owner, catching it, a hopeless run."""
    logits, owners, _, _ = model(_stack(samples, "planes", device))
    ownership, policy = _stack(samples, "ownership", device), _stack(samples, "policy", device)
    avoid, known, log_shares = _stack(samples, "avoid", device), ~ownership.isnan(), logits.log_softmax(1)
    target = (1 + ownership.nan_to_num()) / 2
    by_point = nn.functional.binary_cross_entropy_with_logits(2 * owners, target, reduction="none")
    owner = (by_point * known).sum(1) / known.sum(1)
    runs = (log_shares[:, :-1].exp() * avoid).sum(1)
    return {
        "policy": -0.15 * (policy * log_shares).sum() / (policy.sum(1) > 0).sum().clamp(min=1),
        "ownership": 0.5 * owner.mean(),
        "runs": -0.3 * (1 - runs).clamp(min=1e-3).log().sum() / avoid.sum().clamp(min=1),
    }


def _stack(samples: Sequence[Sample], name: str, device: str) -> Tensor:
    """Return a field of the samples of a batch as one tensor."""
    values = np.stack([getattr(each, name) for each in samples])
    return torch.as_tensor(values, dtype=torch.float32).to(device)


def rate(step: int, steps: int, highest: float, decay: float = 1 / 3) -> float:
    """Return the learning rate: a warm-up, then constant, then linearly down to 0.

    decay -- the share of the steps in which it falls.
    """
    return highest * min(1.0, (step + 1) / WARM_UP, (steps - step) / (steps * decay))


def train(
    model: Model,
    samples: Iterator[list[Sample]],
    steps: int,
    seconds: float = float("inf"),
    highest_rate: float = 0.002,
    device: str = "cpu",
    decay: float = 1 / 3,
) -> tuple[Model, list[float]]:
    """Train a model; return the model with the running average of its weights, and the loss of each step.

    seconds -- the time after which training ends, if `steps` are not reached.
    decay   -- the share of the steps in which the learning rate falls.
    """
    model = model.to(device)
    average = copy.deepcopy(model).eval()
    matrices = [each for each in model.parameters() if each.ndim > 1]
    others = [each for each in model.parameters() if each.ndim <= 1]
    groups = [{"params": matrices, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=highest_rate, betas=(0.9, 0.98))
    history: list[float] = []
    begun = time.monotonic()
    for step in range(steps):
        model.train()
        for group in optimizer.param_groups:
            group["lr"] = rate(step, steps, highest_rate, decay)
        parts = losses(model, next(samples), device)
        loss = torch.stack(list(parts.values())).sum()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        update_average(average, model, min(AVERAGE, (step + 1) / (step + 10)))
        history.append(loss.item())
        if step % 100 == 0:
            shown = ", ".join(f"{name} {part.item():.3f}" for name, part in parts.items())
            print(f"step {step}: {shown}", flush=True)
        if time.monotonic() - begun > seconds:
            break
    return average, history


def update_average(average: Model, model: Model, share: float) -> None:
    """Move the running average of the weights towards those of the model; `share` of it stays."""
    with torch.no_grad():
        for old, new in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - share)
            else:
                old.copy_(new)


def renew_normalization(model: Model, samples: Iterator[list[Sample]], number: int, device: str) -> None:
    """Compute the statistics of batch normalization anew, as the mean over a number of batches."""
    for layer in model.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.reset_running_stats()
            layer.momentum = None
    model.train()
    with torch.no_grad():
        for _ in range(number):
            model(_stack(next(samples), "planes", device))
    model.eval()


def load_state(model: Model, path: Path) -> None:
    """Set the weights of a model to saved ones. If those have fewer input planes, the others begin at 0."""
    state = torch.load(path, map_location="cpu", weights_only=True)["state"]
    entry = state["entry.conv.weight"]
    missing = PLANES_WITH_LADDERS - entry.shape[1]
    state["entry.conv.weight"] = nn.functional.pad(entry, (0, 0, 0, 0, 0, missing))
    model.load_state_dict(state)


def parse_source(text: str) -> tuple[Source, float, int]:
    """Parse `FILE:SHARE:BATCH`."""
    path, share, number = text.rsplit(":", 2)
    return Source(path), float(share), int(number)


def main() -> None:
    """Train and save a model."""
    parser = argparse.ArgumentParser(description="Train the network that judges Go.")
    parser.add_argument("out", type=Path, help="the file for the model, for example model.pt")
    parser.add_argument("sources", nargs="+", help="FILE:SHARE:BATCH, for example labelled19.npz:36:128")
    parser.add_argument("--steps", type=int, default=33_600)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.002, help="the highest learning rate")
    parser.add_argument("--decay", type=float, default=1 / 3, help="the share of the steps in which it falls")
    parser.add_argument("--start", type=Path, help="a model to train further")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    sources = [parse_source(each) for each in given.sources]
    chance, model = np.random.default_rng(given.seed), Model(given.blocks, given.channels)
    if given.start is not None:
        load_state(model, given.start)
    model, _ = train(
        model, batches(sources, chance), given.steps, given.seconds, given.rate, given.device, given.decay
    )
    games = [source for source in sources if source[0].kind != "ladders"]
    if games and len(games) < len(sources):
        renew_normalization(model, batches(games, chance), BATCHES_NORMALIZED, given.device)
    torch.save({"blocks": given.blocks, "channels": given.channels, "state": model.state_dict()}, given.out)


if __name__ == "__main__":
    main()
