"""Measures the speed of the environments, next to comparable games of PettingZoo and OpenSpiel in the same run.

    python benchmarks/environments.py [--seconds 2] [--parts one_core all_cores many_games doors] [--out FILE]
    python benchmarks/environments.py --parts gpu [--boards new_york europe] [--games 131072] [--out FILE]

A step is one action of one seat, with the mask and the flat observation of the seat to act next. Random actions are
chosen outside the measured time if the library allows it. Times are those of the measuring thread alone, so that other
programs on the machine matter less (by the clock with several threads); the result is the best of several rounds. The
GPU part compares everything that a step writes with the CPU before it measures, and fails if it differs.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from ferrovia.boards import board_names
from ferrovia.engine import usable_cores
from ferrovia.environments.batch import Batch

ROUNDS = 20
STEPS_BY_THE_CLOCK = 8
PARTS = ("one_core", "all_cores", "doors", "many_games", "gpu")
MANY_GAMES = 1 << 14


def batched(board: str, seconds: float, games: int = 256) -> float:
    """Steps per second of a batch on one core."""
    batch = Batch(board, games=games, threads=1, seed=3)
    batch.reset()
    actions = batch.sample()
    for _ in range(200):  # until games are in all stages
        batch.step(batch.sample(actions))
    best = 0.0
    for _ in range(ROUNDS):
        spent, steps = 0.0, 0
        while spent < seconds / ROUNDS:
            batch.sample(actions)
            began = time.thread_time()
            batch.step(actions)
            spent += time.thread_time() - began
            steps += games
        best = max(best, steps / spent)
    return best


def by_threads(board: str, seconds: float, games: int = 4096) -> dict[str, float]:
    """Steps per second by the clock, for 1, 2, 4, ... threads up to all cores; they take turns, round by round."""
    cores = usable_cores()
    counts = sorted({1 << k for k in range(cores.bit_length())} | {cores})
    batches = [Batch(board, games=games, threads=count, seed=3) for count in counts if count <= cores]
    for batch in batches:
        batch.reset()
        for _ in range(100):
            batch.step(batch.sample())
    best = dict.fromkeys((str(batch.threads) for batch in batches), 0.0)
    ends = time.perf_counter() + seconds * len(batches)
    while time.perf_counter() < ends:
        for batch in batches:
            spent = 0.0
            for _ in range(STEPS_BY_THE_CLOCK):
                actions = batch.sample()
                began = time.perf_counter()
                batch.step(actions)
                spent += time.perf_counter() - began
            best[str(batch.threads)] = max(best[str(batch.threads)], STEPS_BY_THE_CLOCK * games / spent)
    for batch in batches:
        batch.close()
    return best


def many_games(board: str, seconds: float, games: int = MANY_GAMES) -> dict[str, float]:
    """Steps per second by the clock with actions sampled: one thread and all threads on the same positions, in turn,
    and all threads with a batch each, which never wait for one another.
    """
    cores = usable_cores()
    together, alone = Batch(board, games=games, threads=cores, seed=3), Batch(board, games=games, threads=1, seed=3)
    together.reset()
    alone.reset()
    for _ in range(250):  # until games are in all stages
        together.step(together.sample())
    for name in ("states", "graphs", "streams", "given", "words", "codes"):
        np.copyto(getattr(alone, name).view(np.ndarray), getattr(together, name).view(np.ndarray))
    for name in alone.buffers.__slots__:
        np.copyto(getattr(alone.buffers, name), getattr(together.buffers, name))
    best = {1: 0.0, cores: 0.0}
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends or not best[1]:
        for batch in (alone, together):
            began = time.perf_counter()
            batch.step(batch.sample())
            best[batch.threads] = max(best[batch.threads], games / (time.perf_counter() - began))
    together.close()
    apart = _batch_per_thread(board, cores, games // cores)
    return {
        "cores": cores,
        "games": games,
        "one_thread": best[1],
        "all_threads": best[cores],
        "ratio": best[cores] / best[1],
        "batch_per_thread": apart,
    }


def _batch_per_thread(board: str, threads: int, games: int, steps: int = 60) -> float:
    gate = threading.Barrier(threads + 1)

    def work(batch: Batch) -> None:
        batch.reset()
        for number in range(2 * steps):
            if number == steps:
                gate.wait()
            batch.step(batch.sample())
        gate.wait()

    workers = [
        threading.Thread(target=work, args=(Batch(board, games=games, threads=1, seed=seed),))
        for seed in range(threads)
    ]
    for worker in workers:
        worker.start()
    gate.wait()
    began = time.perf_counter()
    gate.wait()
    return threads * games * steps / (time.perf_counter() - began)


def one_by_one(make: Callable[[], Any], seconds: float) -> float:
    """Steps per second through PettingZoo with random legal actions, including their choice."""
    table, rng = make(), np.random.default_rng(1)
    table.reset(seed=1)
    best = 0.0
    for _ in range(ROUNDS):
        began, steps = time.thread_time(), 0
        while time.thread_time() - began < seconds / ROUNDS:
            for _agent in table.agent_iter():
                observation, _, ended, cut_off, info = table.last()
                steps += 1
                if ended or cut_off:
                    table.step(None)
                    continue
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                allowed = mask.nonzero()[0]
                table.step(int(allowed[int(rng.random() * len(allowed))]))
            table.reset()
        best = max(best, steps / (time.thread_time() - began))
    return best


def spiel(name: str, seconds: float, options: dict[str, Any] | None = None) -> float:
    """Actions per second of an OpenSpiel game from Python, with the tensor of the player to act; chance counts too."""
    import pyspiel

    game = pyspiel.load_game(name, options or {})
    tells = game.get_type().provides_observation_tensor
    rng, best = np.random.default_rng(1), 0.0
    for _ in range(ROUNDS):
        began, steps = time.thread_time(), 0
        while time.thread_time() - began < seconds / ROUNDS:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                if tells and not state.is_chance_node():
                    state.observation_tensor(state.current_player())
                state.apply_action(actions[int(rng.random() * len(actions))])
                steps += 1
        best = max(best, steps / (time.thread_time() - began))
    return best


def has(module: str) -> bool:
    try:
        importlib.import_module(module)
    except Exception:  # anything that prevents its import prevents its measurement
        return False
    return True


def doors(seconds: float) -> dict[str, float]:
    """The one-at-a-time environments, ours and others', if installed."""
    found: dict[str, float] = {}
    if has("ferrovia.environments.pettingzoo_env"):
        from ferrovia.environments.pettingzoo_env import FerroviaAEC

        found["PettingZoo, Ferrovia New York"] = one_by_one(lambda: FerroviaAEC("new_york"), seconds)
        found["PettingZoo, Ferrovia Europe"] = one_by_one(lambda: FerroviaAEC("europe"), seconds)
        for name in ("gin_rummy_v4", "leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3", "tictactoe_v3"):
            if has(f"pettingzoo.classic.{name}"):
                theirs = importlib.import_module(f"pettingzoo.classic.{name}")
                found[f"PettingZoo, {name}"] = one_by_one(theirs.raw_env, seconds)
    if has("ferrovia.environments.openspiel_game"):
        found["OpenSpiel, Ferrovia New York"] = spiel("python_ferrovia", seconds, {"board": "new_york"})
        for name in ("backgammon", "gin_rummy"):
            found[f"OpenSpiel, {name}"] = spiel(name, seconds)
    return found


def on_gpu(board: str, games: int, rounds: int = 60, compared: int = 80) -> dict[str, float]:
    """Steps per second with everything left on the GPU, and how many of a sample of games differ from the CPU's."""
    from ferrovia.environments.gpu import DeviceBatch

    began = time.perf_counter()
    small, cpu = DeviceBatch(board, games=2048, seed=11), Batch(board, games=2048, seed=11)
    small.reset()
    cpu.reset()
    small.sample()
    small.step()
    small.synchronize()
    compile_seconds = time.perf_counter() - began
    cpu.step(cpu.sample())
    different = 0
    for number in range(compared):
        pairs = ("observations", "masks", "seats", "rewards", "dones", "totals", "ranks")
        wrong = [not np.array_equal(getattr(small, name).numpy(), getattr(cpu.buffers, name)) for name in pairs]
        different += sum(wrong)
        if number + 1 < compared:
            small.sample()
            small.step()
            cpu.step(cpu.sample())
    batch = DeviceBatch(board, games=games, seed=3)
    batch.reset()
    for _ in range(100):
        batch.sample()
        batch.step()
    batch.synchronize()
    spent = 0.0
    for _ in range(rounds):
        batch.sample()
        batch.synchronize()
        began = time.perf_counter()
        batch.step()
        batch.synchronize()
        spent += time.perf_counter() - began
    began = time.perf_counter()
    for _ in range(rounds):
        batch.sample()
        batch.step()
    batch.synchronize()
    with_choice = time.perf_counter() - began
    return {
        "games": games,
        "steps_per_second": games * rounds / spent,
        "steps_per_second_with_random_choice": games * rounds / with_choice,
        "compile_seconds": compile_seconds,
        "arrays_compared": 7 * compared,
        "arrays_different": different,
        "refused": float(batch.refused.numpy().sum()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each line")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS[:3])
    parser.add_argument("--boards", nargs="+", default=["new_york", "europe"], help="on all cores and on the GPU")
    parser.add_argument("--games", type=int, nargs="+", default=[1 << 17], help="at once on the GPU")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    result: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": platform.processor() or platform.machine(),
        "cores": usable_cores(),
        "load_at_the_start": os.getloadavg()[0],
        "python": platform.python_version(),
    }
    if "one_core" in options.parts:
        result["one_core"] = {}
        for board in board_names():
            result["one_core"][board] = batched(board, options.seconds)
            print(f"{board:12} {result['one_core'][board]:>12,.0f} steps/s, one core", flush=True)
    if "all_cores" in options.parts:
        result["all_cores"] = {}
        for board in options.boards:
            result["all_cores"][board] = by_threads(board, options.seconds)
            for threads, speed in result["all_cores"][board].items():
                print(f"{board:12} {speed:>12,.0f} steps/s by the clock, threads: {threads}", flush=True)
    if "many_games" in options.parts:
        result["many_games"] = {}
        for board in options.boards:
            found = result["many_games"][board] = many_games(board, options.seconds)
            print(board, json.dumps(found), flush=True)
    if "doors" in options.parts:
        result["doors"] = doors(options.seconds)
        for name, speed in result["doors"].items():
            print(f"{name:40} {speed:>12,.0f} steps/s", flush=True)
    if "gpu" in options.parts:
        result["gpu"] = {}
        for board in options.boards:
            for games in options.games:
                found = result["gpu"][f"{board} {games}"] = on_gpu(board, games)
                print(board, json.dumps(found), flush=True)
    if options.out:
        options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    if any(found["arrays_different"] for found in result.get("gpu", {}).values()):
        raise SystemExit("the GPU's arrays are not the CPU's")


if __name__ == "__main__":
    main()
