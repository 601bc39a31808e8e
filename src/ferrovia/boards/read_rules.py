"""Reads the rules of a board and assembles the whole board. Rules are data, never tied to a board's name."""

from __future__ import annotations

import hashlib
from typing import Any, Final, cast, get_args

from ferrovia.boards.fields import Fields
from ferrovia.boards.model import (
    GRAY_NAME,
    WILD_NAME,
    Board,
    Bonuses,
    DrawnTickets,
    Merchandise,
    StartingTickets,
    Stations,
    TieBreak,
    Unkept,
)
from ferrovia.boards.problems import BoardProblems
from ferrovia.boards.read_map import MOST_POINTS, read_cities, read_routes, read_tickets
from ferrovia.engine.state import (
    FEW_TRAINS,
    MAX_CARDS_OF_A_KIND,
    MAX_COLORS,
    MAX_LENGTH,
    MAX_OFFER,
    MAX_PLAYERS,
    MAX_STATIONS,
    MAX_TIE_BREAKS,
    MAX_TRAINS,
)
from ferrovia.validation import nearest, shown

MOST_BONUS: Final = 1000  # points per bonus; the sum of all is checked too
MOST_MERCHANDISE: Final = 100
RESERVED_COLORS: Final = (WILD_NAME, GRAY_NAME, "grey")
KEYS: Final = (
    "id",
    "name",
    "players",
    "trains",
    "card_colors",
    "cards_per_color",
    "wilds",
    "starting_cards",
    "starting_tickets",
    "drawn_tickets",
    "double_routes_close_up_to",
    "route_points",
    "stations",
    "longest_path_points",
    "attraction_points",
    "district_points",
    "merchandise",
    "tie_breaks",
    "aspect",
    "reconstructed",
    "cities",
    "routes",
    "tickets",
)


def read_board(table: dict[str, Any], text: str, problems: BoardProblems) -> Board:
    """Reads a parsed file and checks each entry by itself. Discard the result if it reported `problems`."""
    top = Fields(table, KEYS, problems)
    colors = _read_colors(top)
    route_points = _read_route_points(top)
    cities = read_cities(top)
    return Board(
        id=top.identifier("id"),
        name=top.name("name"),
        players=_read_players(top),
        trains=top.integer("trains", FEW_TRAINS + 1, MAX_TRAINS),
        card_colors=colors,
        cards_per_color=top.integer("cards_per_color", 1, MAX_CARDS_OF_A_KIND),
        wilds=top.integer("wilds", 0, MAX_CARDS_OF_A_KIND),
        starting_cards=top.integer("starting_cards", 0, MAX_CARDS_OF_A_KIND),
        starting_tickets=_read_starting_tickets(top),
        drawn_tickets=_read_drawn_tickets(top),
        double_routes_close_up_to=top.integer("double_routes_close_up_to", 0, MAX_PLAYERS),
        route_points=route_points,
        stations=_read_stations(top),
        bonuses=_read_bonuses(top),
        tie_breaks=_read_tie_breaks(top),
        aspect=top.number("aspect", 0.2, 5),
        reconstructed=_read_reconstructed(top),
        cities=cities,
        routes=read_routes(top, cities, colors, route_points),
        tickets=read_tickets(top, cities),
        text=text,
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )


def _table(top: Fields, key: str, keys: tuple[str, ...]) -> Fields:
    # A missing table is reported once: the empty stand-in is not `readable` and reports none of its keys.
    table = Fields(top.data.get(key, {}), keys, top.problems, key)
    table.is_table = table.is_table and top.has(key)
    return table


def _read_players(top: Fields) -> tuple[int, int]:
    found = [top.checked_integer("players", count, 2, MAX_PLAYERS) for count in top.required_entries("players", 2, 2)]
    if len(found) != 2:
        return 2, 2
    if found[0] > found[1]:
        top.add("board/out_of_range", "players", f"The fewest players, {found[0]}, are more than the most, {found[1]}.")
    return found[0], max(found)


def _read_colors(top: Fields) -> tuple[str, ...]:
    colors = top.strings("card_colors", 1, MAX_COLORS)
    for color in colors:
        top.check_identifier("card_colors", color)
        if color in RESERVED_COLORS:
            reason = f"{shown(color)} cannot be a colour of cards, because the word has a meaning of its own."
            top.add("board/reserved_color", "card_colors", reason)
    return tuple(colors)


def _read_route_points(top: Fields) -> dict[int, int]:
    lengths = tuple(str(length) for length in range(1, MAX_LENGTH + 1))  # TOML keys are strings
    table = _table(top, "route_points", lengths)
    return {int(length): table.integer(length, 0, MOST_POINTS) for length in lengths if length in table.data}


def _read_starting_tickets(top: Fields) -> StartingTickets:
    table = _table(top, "starting_tickets", ("long", "regular", "keep", "unkept"))
    long = table.integer("long", 0, MAX_OFFER, default=0)
    regular = table.integer("regular", 0, MAX_OFFER)
    keep = table.integer("keep", 1, MAX_OFFER)
    unkept = cast(Unkept, table.word("unkept", get_args(Unkept)))
    if long + regular > MAX_OFFER:
        reason = f"long and regular together must be {MAX_OFFER} at most, and are {long + regular}."
        top.add("board/out_of_range", "starting_tickets", reason)
    return StartingTickets(long, regular, keep, unkept)


def _read_drawn_tickets(top: Fields) -> DrawnTickets:
    table = _table(top, "drawn_tickets", ("count", "keep"))
    return DrawnTickets(table.integer("count", 1, MAX_OFFER), table.integer("keep", 1, MAX_OFFER))


def _read_stations(top: Fields) -> Stations:
    if "stations" not in top.data:
        return Stations(each=0, points_unused=0)
    table = _table(top, "stations", ("each", "points_unused"))
    return Stations(table.integer("each", 0, MAX_STATIONS), table.integer("points_unused", 0, MOST_BONUS))


def _read_bonuses(top: Fields) -> Bonuses:
    return Bonuses(
        longest_path=top.integer("longest_path_points", 0, MOST_BONUS, default=0),
        attraction=top.integer("attraction_points", 0, MOST_BONUS, default=0),
        districts="district_points" in top.data and top.word("district_points", ("number",)) == "number",
        merchandise=_read_merchandise(top) if "merchandise" in top.data else None,
    )


def _read_merchandise(top: Fields) -> Merchandise:
    table = _table(top, "merchandise", ("cards", "points"))
    counts = tuple(str(count) for count in range(2, MAX_PLAYERS + 1))
    rows = Fields(table.data.get("points", {}), counts, top.problems, "merchandise.points")
    if rows.is_table:
        table.has("points")
    points: dict[int, tuple[int, ...]] = {}
    for count in (count for count in counts if count in rows.data):
        ranks = rows.required_entries(count, int(count), int(count))
        points[int(count)] = tuple(rows.checked_integer(count, rank, 0, MOST_BONUS) for rank in ranks)
    return Merchandise(table.integer("cards", 1, MOST_MERCHANDISE), points)


def _read_tie_breaks(top: Fields) -> tuple[TieBreak, ...]:
    known = get_args(TieBreak)
    found = top.strings("tie_breaks", 0, MAX_TIE_BREAKS)
    for word in found:
        if word not in known:
            reason = f"There is no tie-break {shown(word)}; choose from {', '.join(known)}.{nearest(word, known)}"
            top.add("board/unknown_word", "tie_breaks", reason)
    return tuple(cast(TieBreak, word) for word in found)


def _read_reconstructed(top: Fields) -> tuple[str, ...]:
    parts = top.strings("reconstructed", 0, len(KEYS), optional=True)
    for part in parts:
        top.check_name("reconstructed", part)
    return tuple(parts)
