"""The network in PyTorch, and its export as weights for numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from gnugo_py.engines.network.forward_pass import PLANES_WITH_LADDERS

POOLED_BLOCKS = (2, 4)


class Convolution(nn.Module):
    """A convolution followed by batch normalization."""

    def __init__(self, inputs: int, outputs: int, width: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x: Tensor) -> Tensor:
        """Return the normalized convolution."""
        normalized: Tensor = self.norm(self.conv(x))
        return normalized

    def folded(self) -> tuple[Tensor, Tensor]:
        """Return weights and bias of one convolution that does the same."""
        variance, mean = self.norm.running_var, self.norm.running_mean
        assert variance is not None
        assert mean is not None
        scale = self.norm.weight / torch.sqrt(variance + self.norm.eps)
        return self.conv.weight * scale[:, None, None, None], self.norm.bias - mean * scale


class Block(nn.Module):
    """A residual block, with global pooling in the middle if `pools`."""

    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.first, self.second = Convolution(channels, channels, 3), Convolution(channels, channels, 3)
        self.pooling = nn.Linear(2 * channels, channels) if pools else None
        nn.init.zeros_(self.second.norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        """Return the output of the block."""
        y = torch.relu(self.first(x))
        if self.pooling is not None:
            y = y + self.pooling(pooled(y))[:, :, None, None]
        return torch.relu(x + self.second(y))


class Model(nn.Module):
    """The network; `gnugo_py.engines.network.network` has the meaning of its inputs and outputs."""

    def __init__(self, blocks: int = 6, channels: int = 64) -> None:
        super().__init__()
        self.half = channels // 2
        self.entry = Convolution(PLANES_WITH_LADDERS, channels, 5)
        self.blocks = nn.ModuleList(Block(channels, number in POOLED_BLOCKS) for number in range(blocks))
        self.head = Convolution(channels, channels, 1)
        self.policy, self.own = nn.Conv2d(self.half, 1, 1), nn.Conv2d(self.half, 1, 1)
        self.f1, self.f2 = nn.Linear(2 * channels + 1, 64), nn.Linear(64, 3)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the logits of points and pass, the logits of ownership, score_mean and score_stdev."""
        size = x.shape[-1]
        x = torch.relu(self.entry(x))
        for block in self.blocks:
            x = block(x)
        h = torch.relu(self.head(x))
        points = self.policy(h[:, : self.half]).flatten(1)
        owners = self.own(h[:, self.half :]).flatten(1)
        scale = torch.full((len(x), 1), (size - 14) / 5, device=x.device, dtype=h.dtype)
        a, b, c = self.f2(torch.relu(self.f1(torch.cat((pooled(h), scale), 1)))).unbind(1)
        mean = torch.tanh(owners).sum(1) + 10 * a
        stdev = 1 + 5 * nn.functional.softplus(b + 2)
        return torch.cat((points, c[:, None]), 1), owners, mean, stdev


def pooled(x: Tensor) -> Tensor:
    """Return the mean and the maximum of each channel over the board."""
    return torch.cat((x.mean((2, 3)), x.amax((2, 3))), 1)


def export(model: Model, path: Path | str) -> None:
    """Write the weights of a model, with batch normalization folded in, as float16."""
    arrays: dict[str, Tensor] = {}
    convolutions = {"in": model.entry, "head": model.head}
    for number, block in enumerate(model.blocks):
        assert isinstance(block, Block)
        convolutions |= {f"{number}.1": block.first, f"{number}.2": block.second}
        if block.pooling is not None:
            arrays[f"{number}.g.w"], arrays[f"{number}.g.b"] = block.pooling.weight, block.pooling.bias
    for name, convolution in convolutions.items():
        arrays[f"{name}.w"], arrays[f"{name}.b"] = convolution.folded()
    layers: dict[str, nn.Conv2d | nn.Linear] = {
        "policy": model.policy,
        "own": model.own,
        "f1": model.f1,
        "f2": model.f2,
    }
    for name, layer in layers.items():
        assert layer.bias is not None
        arrays[f"{name}.w"], arrays[f"{name}.b"] = layer.weight, layer.bias
    halves = {name: each.detach().float().cpu().numpy().astype(np.float16) for name, each in arrays.items()}
    np.savez_compressed(path, **halves)
