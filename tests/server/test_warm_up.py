"""What the server prepares before it opens, so that no visitor waits for it later."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.kit.waiting import wait_until
from tests.server.new_machine import cache_without_sign_of_bots
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

PROGRAM = """
from numba.core.dispatcher import Dispatcher
from ferrovia import Game
from ferrovia.data import game_view, legal_text, own_part, result_data
from ferrovia.server.serve import warm_up

warm_up()
loaded = []
load = Dispatcher._compile_for_args
Dispatcher._compile_for_args = lambda self, *given, **named: loaded.append(self.__name__) or load(self, *given, **named)
game = start = Game("europe", players=3)
while not game.is_over:
    view = game.view(min(game.actors))
    own_part(view), legal_text(view), game_view(game.spectator_view())
    game = game.copy()
    game.play(view.legal_codes()[0], seat=view.seat)
result_data(game.result())
start.follow(game.moves, game.digests)
print("loaded:", *loaded)
"""


def test_a_warm_server_loads_no_kernel_during_a_game() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.splitlines()[-1] == "loaded:"


def test_the_bots_are_compiled_while_the_first_visitors_choose(tmp_path: Path) -> None:
    sign = cache_without_sign_of_bots(tmp_path)
    with Serving(tmp_path / "tables.sqlite", environment={"FERROVIA_CACHE": str(tmp_path)}) as server:
        assert "compiled for this machine, once" in server.said()
        wait_until(sign.exists, "the bots are compiled")
    with Serving(tmp_path / "tables.sqlite", environment={"FERROVIA_CACHE": str(tmp_path)}) as server:
        assert "compiled" not in server.said()
