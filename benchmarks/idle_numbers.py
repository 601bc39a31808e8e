"""Which numbers of the planner's style do nothing: how many decisions change when one of them is set aside.

    python benchmarks/idle_numbers.py [BOARD ...] [--decisions 3000] [--numbers NAME,NAME]

Planners play each other, two and four at a table. In every position with a choice, each number is set to the value at
which it has no effect (zero, unless NEUTRAL says otherwise), and the planner is asked again. The table shows changed
decisions in a thousand. Style "planner" decides as the bot does; "rollouts" is the style of imagined games.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

from ferrovia.actions import decode
from ferrovia.boards import board_names, load_board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner.style import STYLE_DEFAULTS
from ferrovia.bots.search.bridge import decide_once
from ferrovia.bots.search.halving import PARTS
from ferrovia.engine import prepare
from ferrovia.game import Game

NEUTRAL: Final = {"patience": 1e9, "dare": 1.0, "orders": 1.0}
SWITCHES: Final = frozenset({"fresh"})  # set by benchmarks, never learned


def changes(board: str, kind: str, decisions: int, names: list[str]) -> dict[str, int]:
    """By number, how many of so many decisions change without it."""
    bench = Workbench(load_board(board))
    own: Any = getattr(bench, kind)
    without = {}
    for name in names:
        without[name] = own.copy()
        without[name][name] = NEUTRAL.get(name, 0.0)
    changed, asked, seed = dict.fromkeys(without, 0), 0, 0
    while asked < decisions:
        game = Game(bench.board, players=2 if seed % 2 else 4, seed=seed)
        seed += 1
        while not game.is_over and asked < decisions:
            seat = min(game.actors)
            view = game.view(seat)
            rest = (bench.boards, bench.roads, view.states, seat, bench.minds, bench.desk.legal)
            code = int(decide_once(*rest, own))
            if len(view.legal_actions()) > 1:
                asked += 1
                for name, styles in without.items():
                    changed[name] += int(decide_once(*rest, styles)) != code
            game.play(decode(bench.board, code), seat=seat)
    return changed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=board_names())
    parser.add_argument("--decisions", type=int, default=3000)
    parser.add_argument("--numbers", default="", help="only these, with commas between them")
    options = parser.parse_args()
    prepare(*PARTS)
    columns = [(board, kind) for board in options.boards for kind in ("planner", "rollouts")]
    names = options.numbers.split(",") if options.numbers else [name for name in STYLE_DEFAULTS if name not in SWITCHES]
    found = {column: changes(*column, options.decisions, names) for column in columns}
    print(f"{'':>15} " + " ".join(f"{board[:4]}.{kind[:4]:>4}" for board, kind in columns))
    for name in sorted(names, key=lambda name: max(each[name] for each in found.values())):
        cells = [1000 * found[column][name] / options.decisions for column in columns]
        print(f"{name:>15} " + " ".join(f"{cell:9.1f}" for cell in cells))


if __name__ == "__main__":
    main()
