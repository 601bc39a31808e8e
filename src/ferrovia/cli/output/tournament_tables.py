"""The tables of `ferrovia tournament`: ratings, wins, and how well bots used cards and trains."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ferrovia.cli.output.console import counted

Data = dict[str, Any]


def print_summary(console: Console, found: Data) -> None:
    for part in found["tables"]:
        played = f"{counted(part['games'], 'game')} of {counted(part['deals'], 'deal')}"
        title = f"{part['board_name']}, {part['players']} players: {played}"
        console.print(Text(f"\n{title}", style="bold"))
        console.print(_standings(part))
        console.print(_matches(part))
        console.print(_efficiency(part))
        for row in part["contestants"]:
            if row["late"]:
                console.print(Text(_late_line(row), style="yellow"))
            if row["faults"]["total"]:
                console.print(Text(_fault_line(row), style="red"))
    if not found["reproducible"]:
        console.print(Text("Budgets in seconds: another run may come out differently.", style="dim"))
    seconds, games = found["timing"]["seconds"], found["timing"]["games"]
    if games:
        console.print(
            Text(f"{counted(games, 'game')} in {seconds:,.1f} s, {games / seconds:,.1f} a second.", style="dim")
        )


def _new_table(*columns: str) -> Table:
    """Narrow enough for eighty columns: what does not fit is in the JSON."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(columns[0], style="bold", overflow="fold", min_width=8)  # a long name makes way for the numbers
    for column in columns[1:]:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _standings(part: Data) -> Table:
    several = part["players"] > 2
    table = _new_table(
        "contestant", "rating", "95 %", "wins", "95 %", *(("rank",) if several else ()), "points", "margin"
    )
    for row in part["contestants"]:
        rating, wins, margin = row["rating"], row["wins"], row["margin"]
        table.add_row(
            row["name"],
            _number(rating["value"], 0),
            _rating_range(rating, is_anchor=row["name"] == part["rating_scale"]["anchor"]),
            f"{wins['value']:.1%}",
            _range(wins, 1, percent=True),
            *((_number(row["rank"]["value"], 2),) if several else ()),
            _number(row["score"]["value"], 1),
            _number(margin["value"], 1, sign=True),
        )
    return table


def _matches(part: Data) -> Table:
    tested = any(match["sprt"] for match in part["matches"])
    table = _new_table("line-up", "games", "wins", "95 %", "margin", *(("test",) if tested else ()))
    for match in part["matches"]:
        wins, margin = match["wins"][match["lineup"][0]], match["margin"]
        if wins["value"] is None:
            continue
        table.add_row(
            " – ".join(_counted(match["lineup"])),
            f"{match['games']:,}",
            f"{wins['value']:.1%}",
            _range(wins, 1, percent=True),
            _number(margin["value"], 1, sign=True),
            *((_verdict(match["sprt"]),) if tested else ()),
        )
    table.caption = "wins and margin of the first"
    table.caption_justify = "left"
    return table


def _counted(lineup: list[str]) -> list[str]:
    """`planner`, `3 one_step`."""
    return [f"{lineup.count(name)} {name}" if lineup.count(name) > 1 else name for name in dict.fromkeys(lineup)]


def _verdict(sprt: Data | None) -> str:
    if sprt is None:
        return ""
    if sprt["accepted"] is None:
        return f"open ({_number(sprt['log_likelihood_ratio'], 1, sign=True)})"
    return f"{sprt[sprt['accepted']]:.1%} accepted"


def _efficiency(part: Data) -> Table:
    table = _new_table("contestant", "turns", "tickets", "done", "cards*", "trains*", "µs a move", "CPU", "slowest")
    for row in part["contestants"]:
        done = row["tickets_completed"]
        table.add_row(
            row["name"],
            _number(row["turns"], 1),
            _number(row["tickets_kept"], 1),
            "–" if done is None else f"{done:.0%}",
            _number(row["cards_left_when_winning"], 1),
            _number(row["trains_left_when_winning"], 1),
            _number(row["micros"], 0),
            _number(row["cpu_micros"], 0),
            _seconds(row["slowest"]),
        )
    table.caption = "tickets kept, how many were completed; * left to the winner"
    table.caption_justify = "left"
    return table


def _seconds(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{seconds * 1_000:.1f} ms"


def _late_line(row: Data) -> str:
    share = row["late"] / row["decisions"]
    late = counted(row["late"], "move")
    return f"{row['name']} took longer than its budget in {late} ({share:.1%}): was the machine busy?"


def _fault_line(row: Data) -> str:
    faults = row["faults"]
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in faults["kinds"].items())
    first = faults["first"]
    moves, games = counted(faults["total"], "move"), counted(faults["games"], "game")
    return (
        f"{row['name']} lost {moves} in {games} to a stand-in ({kinds}); "
        f"first at move {first['move'] + 1} of game {'/'.join(map(str, first['game']))}: {first['reason']}"
    )


def _number(value: float | None, digits: int, *, sign: bool = False) -> str:
    if value is None:
        return "–"
    return f"{value:{'+' if sign else ''},.{digits}f}".replace("-", "−")


def _rating_range(rating: Data, *, is_anchor: bool) -> str:
    """Open at an end without a win, or a loss, that would set a limit."""
    if is_anchor:
        return "fixed"
    low, high = rating["low"], rating["high"]
    if rating["value"] is None or (low is None and high is None):
        return ""
    if low is None:
        return f"at most {_number(high, 0)}"
    return f"at least {_number(low, 0)}" if high is None else _range(rating, 0)


def _range(estimate: Data, digits: int, *, percent: bool = False) -> str:
    low, high = estimate["low"], estimate["high"]
    if low is None or high is None:
        return ""
    factor = 100 if percent else 1
    return f"{_number(factor * low, digits)} … {_number(factor * high, digits)}"
