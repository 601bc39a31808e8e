"""The cards a plan needs, what one more card of each kind is worth, and which cards to pay with."""

from __future__ import annotations

from ferrovia.bots.planner.route_costs import count_shown
from ferrovia.bots.planner.style import BORROWED, FILLER, NEEDED, NO_ACTION, NOT_PLANNED
from ferrovia.engine import kernel
from ferrovia.engine.state import (
    ALL_WILD,
    ANY_COLOR,
    CARDS,
    CLAIM,
    COLOR_STRIDE,
    DISPLAY,
    NO_CARD,
    NOBODY,
    ROUTE_STRIDE,
    WILD,
)

LEFT_OVER = 0.001  # of a card: breaks ties


@kernel
def _best_color(board, mind, count, style):
    """The colour that pays for a grey route soonest, from what the plan leaves of the hand and the face-up cards.

    Among several, the one that leaves fewest cards over, so that long routes find all their cards in one colour.
    """
    best = 1
    most = -1.0
    for color in range(1, board.colors + 1):
        rest = min(int(mind.rest[color]), count)
        ready = rest + style.shown * min(int(mind.shown[color]), count - rest) - LEFT_OVER * int(mind.rest[color])
        if ready > most:
            most = ready
            best = color
    return best


@kernel
def _ask_color(mind, asked, color, count):
    """Set aside `count` cards of a colour from the hand; add the missing ones to `asked`. Returns their number."""
    take = max(min(int(mind.rest[color]), count), 0)
    mind.rest[color] -= take
    asked[color] += count - take
    return take


@kernel
def ask_route(board, mind, asked, route, color):
    """Set cards aside for a route that will be paid in a colour."""
    ferry = int(board.route_ferry[route])
    mind.set_color[route] = color
    mind.set_count[route] = _ask_color(mind, asked, color, int(board.route_length[route]) - ferry)
    asked[WILD] += ferry


@kernel
def _ask_role(board, state, seat, mind, role, asked, style):
    """Set cards aside for the routes of one role: coloured ones first, grey ones from what is left."""
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        if mind.role[route] == role and state.owner[route] != seat and board.route_color[route] != ANY_COLOR:
            ask_route(board, mind, asked, route, int(board.route_color[route]))
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        if mind.role[route] == role and state.owner[route] != seat and board.route_color[route] == ANY_COLOR:
            count = int(board.route_length[route]) - int(board.route_ferry[route])
            ask_route(board, mind, asked, route, _best_color(board, mind, count, style))


@kernel
def _ask_stations(board, state, seat, mind, style):
    """Set cards aside for the stations of the plan."""
    stations = int(board.stations) - int(state.stations_left[seat])
    for i in range(int(mind.plan_count)):
        if mind.role[mind.plan[i]] == BORROWED:
            stations += 1
            _ask_color(mind, mind.lacking, _best_color(board, mind, stations, style), stations)


@kernel
def set_aside(board, state, seat, mind, style):
    """Set the hand's cards aside for the tickets of the plan: fills `lacking`, and `rest` with what is left."""
    for card in range(CARDS):
        mind.rest[card] = state.hands[seat, card]
        mind.lacking[card] = 0.0
        mind.filling[card] = 0.0
    _ask_role(board, state, seat, mind, NEEDED, mind.lacking, style)
    _ask_stations(board, state, seat, mind, style)


@kernel
def most_lacked(board, mind):
    """The number of missing cards in the colour that lacks most."""
    most = 0.0
    for color in range(1, board.colors + 1):
        most = max(most, mind.lacking[color] + mind.filling[color])
    return most


@kernel
def turns_for_cards(board, state, seat, mind, style):
    """Turns to find the missing cards; many of one colour take longer, because few of the new cards have it."""
    lacking, most = 0.0, 0.0
    for color in range(1, board.colors + 1):
        lacking += mind.lacking[color]
        most = max(most, mind.lacking[color])
    wilds = max(mind.lacking[WILD] - int(state.hands[seat, WILD]), 0.0)
    return style.missing * lacking + style.single * most + style.ferry_wild * wilds


@kernel
def _favour_finishing(board, state, seat, mind, wilds, style):
    """Raise the worth of cards that make a planned route affordable, alone or with one more card."""
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        color = int(board.route_color[route])
        if state.owner[route] != NOBODY or color == ANY_COLOR:
            continue
        missing = int(board.route_length[route]) - int(state.hands[seat, color]) - wilds
        if 0 < missing <= 2:
            mind.worth[color] += style.finish / missing


@kernel
def count_wants(board, state, seat, mind, style):
    """Fill `lacking`, `filling`, `rest` and `worth` from plan and hand; return the number of missing cards."""
    count_shown(state, mind)
    set_aside(board, state, seat, mind, style)
    _ask_role(board, state, seat, mind, FILLER, mind.filling, style)
    wilds = int(state.hands[seat, WILD])
    missing, best = 0.0, style.spare
    most = max(most_lacked(board, mind), 1.0)
    for color in range(1, board.colors + 1):
        missing += mind.lacking[color]
        asked = style.rare * (mind.lacking[color] + mind.filling[color]) / most
        mind.worth[color] = style.spare
        if mind.filling[color] > 0.0:
            mind.worth[color] = style.filler * (1.0 + asked)
        if mind.lacking[color] > 0.0:
            mind.worth[color] = 1.0 + asked
        best = max(best, mind.worth[color])
    _favour_finishing(board, state, seat, mind, wilds, style)
    mind.worth[WILD] = style.wild * best
    if mind.lacking[WILD] > wilds:
        mind.worth[WILD] = style.wild * (best + 1.0)
    mind.rest[WILD] = wilds - int(mind.lacking[WILD])
    return missing + max(mind.lacking[WILD] - wilds, 0.0)


@kernel
def worth_of_unseen(board, state, seat, mind, style):
    """The average worth of a card from the deck, over the cards that the seat has not seen."""
    total = 0.0
    sum_worth = 0.0
    for card in range(board.colors + 1):
        unseen = float(board.cards[card]) - float(state.discards[card]) - float(state.hands[seat, card])
        for other in range(state.players):
            if other != seat:
                unseen -= float(state.known[other, card])
        for slot in range(DISPLAY):
            if state.display[slot] == card:
                unseen -= 1.0
        if unseen > 0.0:
            total += unseen
            sum_worth += unseen * mind.worth[card]
    if total == 0.0:
        return style.spare
    return sum_worth / total + style.blind


@kernel
def best_shown(state, mind, but):
    """The slot with the most useful coloured card, excluding one slot (or NO_CARD); NO_CARD if there is none."""
    best = NO_CARD
    for slot in range(DISPLAY):
        card = int(state.display[slot])
        if card > WILD and slot != but and (best == NO_CARD or mind.worth[card] > mind.worth[state.display[best]]):
            best = slot
    return best


@kernel
def claim_code(route, color, wilds, length):
    """The action that claims a route with this many wilds and the rest in a colour."""
    if wilds == length:
        color = ALL_WILD
    return CLAIM + route * ROUTE_STRIDE + color * COLOR_STRIDE + wilds


@kernel
def _fewest_wilds(board, state, seat, route, color):
    """Wilds needed to pay for a route in a colour; CARDS * CARDS if the hand cannot pay."""
    length = int(board.route_length[route])
    wilds = max(length - int(state.hands[seat, color]), int(board.route_ferry[route]))
    return wilds if wilds <= int(state.hands[seat, WILD]) else CARDS * CARDS


@kernel
def pay_route(board, state, seat, mind, route, may_harm, style):
    """The best way to pay for a free route: few wilds, and cards the plan does not need. NO_ACTION if there is none.

    Returns the action and its cost: wilds, and cards that the plan needs elsewhere.
    """
    length = int(board.route_length[route])
    if length > state.trains[seat]:
        return NO_ACTION, 0.0
    color = int(board.route_color[route])
    first, last = (1, int(board.colors)) if color == ANY_COLOR else (color, color)
    best = NO_ACTION
    least = 1000.0
    for paid in range(first, last + 1):
        wilds = _fewest_wilds(board, state, seat, route, paid)
        if wilds > length:
            continue
        cost = style.hold_wilds * (wilds - int(board.route_ferry[route]))
        if color == ANY_COLOR or may_harm == 0:
            free = int(mind.rest[paid])
            if mind.role[route] != NOT_PLANNED and mind.set_color[route] == paid:
                free += int(mind.set_count[route])  # its own
            cost += max(length - wilds - free, 0)
        if cost < least:
            least = cost
            best = claim_code(route, paid, wilds, length)
    return best, least
