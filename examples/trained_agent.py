"""The agent that `ppo_new_york.py` trained, as a bot: `ferrovia tournament trained_agent:NewYorkAgent greedy`, here."""

from __future__ import annotations

import os
from pathlib import Path

from ferrovia.environments.agent import Network, NetworkBot

WEIGHTS = Path(os.environ.get("FERROVIA_AGENT", Path(__file__).parent / "new_york_ppo.npz"))


class NewYorkAgent(NetworkBot):
    """Two players in New York: a small network that learned from nothing, against itself."""

    def __init__(self) -> None:
        super().__init__(Network.load(WEIGHTS))
