"""Export a trained model: `python -m training.export MODEL.pt WEIGHTS.npz`."""

from __future__ import annotations

import sys

import torch

from training.model import Model, export


def load(path: str) -> Model:
    """Return a model that `training.train` has saved."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    model = Model(saved["blocks"], saved["channels"])
    model.load_state_dict(saved["state"])
    return model.eval()


if __name__ == "__main__":
    export(load(sys.argv[1]), sys.argv[2])
