"""A small custom board, as a map designer would write it, with room for changes."""

from __future__ import annotations

from ferrovia.boards import Board, parse_board

HEAD = """
id = "valley"
name = "Valley"
players = [2, 3]
trains = 12
card_colors = ["blue", "green", "red"]
cards_per_color = 8
wilds = 6
starting_cards = 2
starting_tickets = { regular = 2, keep = 1, unkept = "under_deck" }
drawn_tickets = { count = 2, keep = 1 }
double_routes_close_up_to = 2
route_points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }
tie_breaks = ["tickets_completed"]
aspect = 1.4
"""

CITIES = {
    "abbey": (0.1, 0.1),
    "bridge": (0.9, 0.1),
    "castle": (0.1, 0.9),
    "dam": (0.9, 0.9),
    "elm": (0.5, 0.5),
}


def valley(
    *, head: str = HEAD, places: dict[str, tuple[float, float]] = CITIES, length: int = 3, color: str = "blue"
) -> Board:
    """Five cities, the double abbey-elm and four single routes; the routes abbey-dam and bridge-castle cross at elm."""
    cities = "\n".join(
        f'  {{ id = "{name}", name = "{name.title()}", x = {x}, y = {y} }},' for name, (x, y) in places.items()
    )
    pairs = [("abbey", "elm", color), ("abbey", "elm", "red"), ("bridge", "elm", "green"), ("castle", "elm", "gray")]
    pairs += [("dam", "elm", "gray"), ("abbey", "dam", "red"), ("bridge", "castle", color)]
    routes = "\n".join(
        f'  {{ cities = ["{a}", "{b}"], length = {length}, color = "{color}" }},' for a, b, color in pairs
    )
    tickets = '  { cities = ["abbey", "dam"], points = 5 },\n  { cities = ["bridge", "castle"], points = 5 },\n'
    tickets += "".join(f'  {{ cities = ["{a}", "elm"], points = 2 }},\n' for a in ("abbey", "bridge", "castle", "dam"))
    return parse_board(f"{head}\ncities = [\n{cities}\n]\nroutes = [\n{routes}\n]\ntickets = [\n{tickets}]\n")
