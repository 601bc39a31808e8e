"""A million random games on every board, every position audited: no hang, no assertion, no lost card.

    python benchmarks/million_games.py [GAMES] [BOARD ...]

Writes benchmarks/results/million_games.json. Player counts take turns; about ten minutes on two cores.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path

import numpy as np

from ferrovia.boards import board_names, engine_board, load_board
from ferrovia.engine import SCRATCH, state, usable_cores
from ferrovia.engine.loops import AUDIT, ENDED_BY, FAULTS, OUTCOME_COLUMNS, STEPS, random_games

CHUNK = 2_500
RESULTS = Path(__file__).parent / "results" / "million_games.json"


def play(board: str, players: int, first: int, games: int) -> dict[str, int]:
    """Plays this many games from number `first`, in this thread."""
    boards, key = engine_board(load_board(board)), np.arange(8, dtype=np.int32)
    states, sheets = state.new_records(state.STATE), state.new_records(state.SHEET)
    scratches, legal = state.new_records(SCRATCH), np.zeros(state.LIST_SIZE, dtype=np.int16)
    found = {"games": 0, "steps": 0, "faulty": 0, "by_passes": 0, "by_turn_limit": 0}
    outcomes = np.zeros((CHUNK, OUTCOME_COLUMNS), dtype=np.int64)
    for start in range(0, games, CHUNK):
        rows = outcomes[: min(CHUNK, games - start)]
        rows[:] = 0
        random_games(
            *(boards, states, sheets, scratches, legal),
            *(key, first + start, players, 11, rows, AUDIT),
        )
        found["games"] += len(rows)
        found["steps"] += int(rows[:, STEPS].sum())
        found["faulty"] += int((rows[:, FAULTS] != 0).sum())
        found["by_passes"] += int((rows[:, ENDED_BY] == state.ENDED_BY_PASSES).sum())
        found["by_turn_limit"] += int((rows[:, ENDED_BY] == state.ENDED_BY_TURN_LIMIT).sum())
    return found


def run(board: str, games: int) -> dict[str, float]:
    fewest, most = load_board(board).players
    counts = range(fewest, most + 1)
    threads = usable_cores()
    share = -(-games // (len(counts) * threads))
    total: dict[str, float] = {}
    lock = threading.Lock()

    def work(thread: int) -> None:
        for players in counts:
            found = play(board, players, (thread * len(counts) + players) * share, share)
            with lock:
                for name, value in found.items():
                    total[name] = total.get(name, 0) + value
                print(f"  {board}: {int(total['games']):,} games, {int(total['faulty'])} faulty", flush=True)

    began = time.perf_counter()
    workers = [threading.Thread(target=work, args=(thread,)) for thread in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return total | {"seconds": round(time.perf_counter() - began, 1)}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    boards = sys.argv[2:] or list(board_names())
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for board in boards:
        print(f"{board}: {games:,} games")
        results[board] = run(board, games)
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    if any(result["faulty"] for result in results.values()):
        sys.exit("a game lost something: see the results")


if __name__ == "__main__":
    main()
