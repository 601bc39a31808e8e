"""Rewrites the golden playthroughs after an intended change of rules: `python -m tests.playthroughs.write`."""

from __future__ import annotations

from tests.record.golden_games import GOLDEN_GAMES

from .telling import file_of, playthrough


def main() -> None:
    for board, players in GOLDEN_GAMES:
        file = file_of(board, players)
        text = playthrough(board, players)
        changed = not file.exists() or file.read_text(encoding="utf-8") != text
        file.write_text(text, encoding="utf-8")
        print(f"{'written ' if changed else 'the same'}  {file.name}")


if __name__ == "__main__":
    main()
