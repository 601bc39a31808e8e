"""The network in PyTorch; `bots.network.network` evaluates the same one in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ferrovia.bots.network.features import GATES, WORTH_SCALE, Features
from ferrovia.bots.network.network import FORBIDDEN, LEAST_LEGAL, check_arrays, count_blocks
from ferrovia.bots.network.weights import Weights
from ferrovia.bots.planner.plan_view import CHOSEN, PREFERRED

# An untrained network should play like the planner. So the planner's choice starts out far likelier than anything else;
# payments it would not make and stations it would not build start out far less likely.
TRUST = 5.5
PAYMENT, STATION = 3.0, 5.0


class Block(nn.Module):
    """A residual block that starts as the identity."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.a = nn.Linear(width, width)
        self.b = nn.Linear(width, width)
        nn.init.zeros_(self.b.weight)
        nn.init.zeros_(self.b.bias)

    def forward(self, hidden: Any) -> Any:
        return hidden + self.b(functional.relu(self.a(self.norm(hidden))))


class Heads(nn.Module):
    """Adds up the outputs of a body, which a subclass defines, to the actions."""

    def __init__(self, features: Features) -> None:
        super().__init__()
        self.features = features
        terms = np.zeros((features.outputs + 1, features.actions.size), dtype=np.float32)
        for column in range(2):
            terms[features.terms[:, column], np.arange(features.actions.size)] = 1
        keeps = features.keep_columns
        self._keeps = np.flatnonzero(keeps >= 0).tolist()
        first = int(keeps[self._keeps[0]])
        self._keep_columns = slice(first, first + len(self._keeps))
        assert keeps[self._keeps].tolist() == list(range(first, first + len(self._keeps)))
        self.register_buffer("scale", torch.from_numpy(features.scale), persistent=False)
        self.register_buffer("terms", torch.from_numpy(terms[:-1]), persistent=False)
        self.register_buffer("stations", torch.from_numpy(features.is_station), persistent=False)

    def outputs(self, rows: Any) -> Any:
        raise NotImplementedError

    def logits(self, outputs: Any, rows: Any, masks: Any) -> Any:
        """The logit of every action; FORBIDDEN for those that a mask does not allow."""
        at = self.features.gate_at
        logits = outputs @ self.terms
        pay = torch.where(self.stations, outputs[:, at + 2, None], outputs[:, at + 1, None])
        logits = logits + outputs[:, at, None] * ((masks & CHOSEN) != 0) + pay * ((masks & PREFERRED) != 0)
        worth = rows[:, self._keep_columns].float() * WORTH_SCALE
        low = self._keeps[0]
        keep = functional.pad(
            outputs[:, at + 3, None] * worth, (low, self.features.actions.size - low - len(self._keeps))
        )
        return (logits + keep).clamp(min=float(LEAST_LEGAL)).masked_fill(masks == 0, float(FORBIDDEN))

    def forward(self, rows: Any, masks: Any) -> tuple[Any, Any, Any]:
        """Returns the logits, the logit of the chance to win, and the squeezed margin."""
        outputs = self.outputs(rows)
        return self.logits(outputs, rows, masks), outputs[:, -2], outputs[:, -1]


def first_bias(features: Features) -> Any:
    """The outputs with which a network plays like the planner."""
    bias = torch.zeros(features.outputs)
    bias[features.gate_at : features.gate_at + GATES] = torch.tensor([TRUST, PAYMENT, PAYMENT, 1.0])
    colors = torch.from_numpy(features.terms[features.terms[:, 1] < features.outputs, 1]).unique()
    bias[colors] = -PAYMENT
    stations = torch.from_numpy(features.terms[features.is_station, 1]).unique()
    bias[stations] = -STATION
    return bias


class Model(Heads):
    """A linear layer, residual blocks, a linear layer."""

    def __init__(self, features: Features, width: int, blocks: int) -> None:
        super().__init__(features)
        self.width = width
        self.first = nn.Linear(features.size, width)
        self.blocks = nn.ModuleList([Block(width) for _ in range(blocks)])
        self.norm = nn.LayerNorm(width)
        self.last = nn.Linear(width, features.outputs)
        nn.init.normal_(self.last.weight, std=0.01 / width**0.5)
        with torch.no_grad():
            self.last.bias.copy_(first_bias(features))

    def outputs(self, rows: Any) -> Any:
        kind = torch.bfloat16 if rows.is_cuda else torch.float32
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=rows.is_cuda):
            hidden = functional.relu(self.first(rows.to(kind) * self.scale.to(kind)))
            for block in self.blocks:
                hidden = block(hidden)
            hidden = functional.relu(self.norm(hidden))
        return self.last(hidden.float())

    def arrays(self) -> dict[str, Any]:
        """All parameters by name, as NumPy arrays."""
        return {name: value.detach().float().cpu().numpy() for name, value in self.state_dict().items()}

    @staticmethod
    def of_weights(features: Features, weights: Weights, blocks: int = 0) -> Model:
        """Creates a model that continues from saved weights. Adds blocks, which change nothing at first, up to
        `blocks`.
        """
        arrays = weights.arrays
        check_arrays(features, arrays)
        model = Model(features, len(arrays["first.bias"]), max(count_blocks(arrays), blocks))
        saved = {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}
        model.load_state_dict(model.state_dict() | saved)
        return model
