"""A bot that plays at a server: `python online.py LINK [NAME]`, where LINK is an invitation or a public table.

It keeps all its starting tickets, claims the routes that its tickets still need, and draws cards otherwise.
"""

import sys

from ferrovia.client import Server, Table


def choose(table: Table) -> dict[str, object]:
    """One of the legal actions."""
    legal = {kind: [entry for entry in table.legal if entry["kind"] == kind] for kind in KINDS}
    if legal["keep"]:
        return max(legal["keep"], key=lambda entry: len(entry["places"]))
    if legal["pay"]:
        return legal["pay"][0]
    lengths = {route["id"]: route["length"] for route in table.board["routes"]}
    wanted = missing_routes(table)
    useful = [entry for entry in legal["claim"] if entry["route"] in wanted]
    if not wanted or is_ending(table):
        useful = legal["claim"]  # nothing left to connect: every route is worth points
    if useful:
        return max(useful, key=lambda entry: (lengths[entry["route"]], -entry["wilds"]))
    return (legal["draw"] + legal["take"] + legal["claim"] + table.legal)[0]


def missing_routes(table: Table) -> set[str]:
    """The missing routes of tickets that can still be completed."""
    open_tickets = [found for found in table.outlook().values() if found["possible"] and not found["joined"]]
    return {route for found in open_tickets for route in found["missing"]}


def is_ending(table: Table) -> bool:
    return any(seat["trains"] <= 6 for seat in table.view["seats"])


KINDS = ("keep", "pay", "claim", "draw", "take")


def main() -> None:
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    link, name = sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "Online"
    with Server(link) as server, server.join(link, name) as table:
        print(f"sitting at seat {table.seat}; come back with {table.link}", flush=True)
        for turn in table.turns():
            turn.play(choose(turn))
        if table.result is None:
            raise SystemExit("the table was closed")
        print("points:", table.result["totals"][table.seat], "of", table.result["totals"])
        print("the deal was fair:", table.is_deal_fair())


if __name__ == "__main__":
    main()
