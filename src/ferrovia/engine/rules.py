"""Setting up, applying an action, ending turns and the game. `apply` trusts its caller: only listed actions come here.

Kernels take the board, the state and the two things that are not state: `notes` (what happened) and `script`
(what chance shall say).
"""

from __future__ import annotations

from .cards import (
    deal_card,
    discard,
    draw_unseen,
    fill_display,
    lay_down,
    pay,
    second_card_exists,
    settle_display,
    take_back,
    take_face_up,
)
from .chance import draw_card, first_seat, set_key
from .jit import kernel
from .layout import (
    ALL_WILD,
    CARDS,
    CHOOSING_START,
    CHOOSING_TICKETS,
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    DISPLAY,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    ENDED_BY_LAST_ROUND,
    ENDED_BY_PASSES,
    ENDED_BY_TURN_LIMIT,
    IN_TUNNEL,
    KEEP_TICKETS,
    MAX_CITIES,
    MAX_ROUTES,
    MAX_TICKETS,
    MAX_TURNS_EACH,
    NO_CARD,
    NO_ROUTE,
    NO_TWIN,
    NOBODY,
    NOT_YET,
    NOTE_GAME_ENDED,
    NOTE_LAST_ROUND,
    NOTE_MERCHANDISE_TAKEN,
    NOTE_PASSED,
    NOTE_ROUTE_CLAIMED,
    NOTE_STATION_BUILT,
    NOTE_TUNNEL_CARD,
    NOTE_TUNNEL_ENTERED,
    NOTE_TUNNEL_LEFT,
    NOTE_TUNNEL_PRICED,
    NOTE_TURN_STARTED,
    OUT_OF_GAME,
    OVER,
    PASS,
    PAY_EXTRA,
    RANDOM_FIRST,
    ROUTE_STRIDE,
    SECOND_CARD,
    STATION,
    STATION_COLOR_STRIDE,
    TAKE_BACK,
    TAKE_CARD,
    TUNNEL_CARDS,
    TURN,
    WILD,
)
from .notes import note
from .tickets import (
    choose_start,
    clear_ticket_deck,
    draw_tickets,
    fill_ticket_deck,
    keep_drawn,
    offer_ticket,
    write_ledger,
)

FEW_TRAINS = 2  # E1


@kernel
def set_up(board, state, players, first, key, stream, notes, script):
    """S1–S5. A used state may be set up again: all that the rules read is written."""
    set_key(state, key, stream)
    state.players = players
    state.first = first_seat(state, script) if first == RANDOM_FIRST else first
    state.phase = CHOOSING_START
    state.turn = state.first
    state.turns = 0
    state.turns_left = NOT_YET
    state.passes = 0
    state.ended_by = 0
    state.chosen = 0
    state.merchandise_left = board.merchandise_cards  # S4
    _leave_tunnel(state)
    _clear_table(board, state)
    for i in range(players):
        seat = (int(state.first) + i) % players
        for _ in range(board.starting_cards):
            deal_card(state, seat, notes, script)
    for slot in range(DISPLAY):
        fill_display(state, slot, notes, script)
    settle_display(state, notes, script)
    _offer_start_tickets(board, state, notes, script)


@kernel
def _clear_table(board, state):
    state.deck_count = 0
    state.discard_count = 0
    for card in range(CARDS):
        state.deck[card] = board.cards[card]
        state.deck_count += board.cards[card]
        state.discards[card] = 0
    everyone = (1 << int(state.players)) - 1
    for route in range(MAX_ROUTES):
        state.owner[route] = NOBODY
        state.open_to[route] = everyone if route < board.routes else 0
    for city in range(MAX_CITIES):
        state.station_owner[city] = NOBODY
    for ticket in range(MAX_TICKETS):
        state.ticket_at[ticket] = OUT_OF_GAME
    for seat in range(state.hand_count.shape[0]):
        taking_part = seat < int(state.players)
        state.hand_count[seat] = 0
        state.score[seat] = 0
        state.trains[seat] = board.trains if taking_part else 0
        state.stations_left[seat] = board.stations if taking_part else 0
        state.merchandise[seat] = 0
        state.tickets_held[seat] = 0
        state.offer_count[seat] = 0
        state.start_kept[seat] = 0
        for card in range(CARDS):
            state.hands[seat, card] = 0
            state.known[seat, card] = 0


@kernel
def _offer_start_tickets(board, state, notes, script):
    """S2, P7: long ones first, then regular ones, each seat's from the first player on."""
    players = int(state.players)
    state.returned_tickets = 0
    state.drawn_tickets = 0
    state.ledger_count = 0
    state.has_history = 1
    if board.start_long > 0:
        fill_ticket_deck(board, state, 1)
        for i in range(players):
            for _ in range(board.start_long):
                offer_ticket(state, (int(state.first) + i) % players, notes, script)
        clear_ticket_deck(state)
    fill_ticket_deck(board, state, 0)
    for i in range(players):
        seat = (int(state.first) + i) % players
        for _ in range(board.start_regular):
            offer_ticket(state, seat, notes, script)
        write_ledger(state, seat)


@kernel
def _end_game(state, reason, notes):
    state.phase = OVER
    state.ended_by = reason
    note(notes, NOTE_GAME_ENDED, reason, 0, 0, 0, 0)


@kernel
def _end_turn(state, notes):
    seat = int(state.turn)
    players = int(state.players)
    state.turns += 1
    if state.turns_left > 0:
        state.turns_left -= 1
        if state.turns_left == 0:
            _end_game(state, ENDED_BY_LAST_ROUND, notes)
            return
    elif state.trains[seat] <= FEW_TRAINS:
        state.turns_left = players  # E1: everyone, that player included, has one more turn
        note(notes, NOTE_LAST_ROUND, seat, 0, 0, 0, 0)
    if state.turns >= MAX_TURNS_EACH * players:
        _end_game(state, ENDED_BY_TURN_LIMIT, notes)
        return
    state.phase = TURN
    state.turn = (seat + 1) % players
    note(notes, NOTE_TURN_STARTED, int(state.turn), 0, 0, 0, 0)


@kernel
def _pass(state, seat, notes):
    """E2: nothing else was possible."""
    note(notes, NOTE_PASSED, seat, 0, 0, 0, 0)
    state.passes += 1
    if state.passes >= state.players:
        state.turns += 1
        _end_game(state, ENDED_BY_PASSES, notes)
        return
    _end_turn(state, notes)


@kernel
def _after_card(state, may_go_on, notes):
    if state.phase == TURN and may_go_on and second_card_exists(state):
        state.phase = SECOND_CARD
    else:
        _end_turn(state, notes)  # D10


@kernel
def _occupy(board, state, seat, route, color, colored, wilds, notes):
    """R5, R6, R12: trains, points and merchandise for a route that is paid for."""
    length = int(board.route_length[route])
    state.owner[route] = seat
    state.open_to[route] = 0
    twin = int(board.route_twin[route])
    if twin != NO_TWIN:
        if state.players <= board.doubles_close_up_to:
            state.open_to[twin] = 0
        else:
            state.open_to[twin] = int(state.open_to[twin]) & ~(1 << seat)
    state.trains[seat] -= length
    state.score[seat] += board.route_points[route]
    note(notes, NOTE_ROUTE_CLAIMED, seat, route, color, colored, wilds)
    if board.route_carts[route] and state.merchandise_left > 0:
        state.merchandise_left -= 1
        state.merchandise[seat] += 1
        note(notes, NOTE_MERCHANDISE_TAKEN, seat, 0, 0, 0, 0)


@kernel
def _claim(board, state, seat, route, color, wilds, notes, script):
    length = int(board.route_length[route])
    if board.route_tunnel[route]:
        _enter_tunnel(board, state, seat, route, color, wilds, notes, script)
        return
    pay(state, seat, color, length, wilds)
    _occupy(board, state, seat, route, color, length - wilds, wilds, notes)
    settle_display(state, notes, script)
    _end_turn(state, notes)


@kernel
def _enter_tunnel(board, state, seat, route, color, wilds, notes, script):
    """R9: lay the payment down (it is in nobody's pile: D7), then turn up three cards, or what there is (R11)."""
    lay_down(state, seat, WILD, wilds)
    length = int(board.route_length[route])
    if length > wilds:
        lay_down(state, seat, color, length - wilds)
    state.tunnel_route = route
    state.tunnel_color = color
    state.tunnel_wilds = wilds
    note(notes, NOTE_TUNNEL_ENTERED, seat, route, color, wilds, 0)
    extra = 0
    for i in range(TUNNEL_CARDS):
        card = draw_card(state, notes, script)
        state.tunnel_shown[i] = card
        if card == NO_CARD:
            continue
        note(notes, NOTE_TUNNEL_CARD, card, 0, 0, 0, 0)
        if card == WILD or card == color:  # color is ALL_WILD = WILD if only wilds were laid down
            extra += 1
    state.tunnel_extra = extra
    note(notes, NOTE_TUNNEL_PRICED, seat, extra, 0, 0, 0)
    if extra == 0:
        _finish_tunnel(board, state, seat, 0, notes, script)  # R10: no choice
    else:
        state.phase = IN_TUNNEL


@kernel
def _finish_tunnel(board, state, seat, extra_wilds, notes, script):
    """Pay what the tunnel asked for and claim it."""
    route = int(state.tunnel_route)
    color = int(state.tunnel_color)
    wilds = int(state.tunnel_wilds)
    extra = int(state.tunnel_extra)
    length = int(board.route_length[route])
    pay(state, seat, color, extra, extra_wilds)
    discard(state, WILD, wilds)
    discard(state, color, length - wilds)
    _discard_shown(state)
    _leave_tunnel(state)
    colored = length - wilds + extra - extra_wilds
    _occupy(board, state, seat, route, color, colored, wilds + extra_wilds, notes)
    settle_display(state, notes, script)  # R11
    _end_turn(state, notes)


@kernel
def _give_up_tunnel(board, state, seat, notes, script):
    """R10: everything back into the hand, the turn is over."""
    route = int(state.tunnel_route)
    wilds = int(state.tunnel_wilds)
    length = int(board.route_length[route])
    take_back(state, seat, WILD, wilds)
    if length > wilds:
        take_back(state, seat, int(state.tunnel_color), length - wilds)
    _discard_shown(state)
    _leave_tunnel(state)
    note(notes, NOTE_TUNNEL_LEFT, seat, route, 0, 0, 0)
    settle_display(state, notes, script)
    _end_turn(state, notes)


@kernel
def _discard_shown(state):
    for i in range(TUNNEL_CARDS):
        card = int(state.tunnel_shown[i])
        if card != NO_CARD:
            discard(state, card, 1)


@kernel
def _leave_tunnel(state):
    state.tunnel_route = NO_ROUTE
    state.tunnel_color = ALL_WILD
    state.tunnel_wilds = 0
    state.tunnel_extra = 0
    for i in range(TUNNEL_CARDS):
        state.tunnel_shown[i] = NO_CARD


@kernel
def _build_station(board, state, seat, city, color, wilds, notes, script):
    cost = int(board.stations) - int(state.stations_left[seat]) + 1  # B2
    pay(state, seat, color, cost, wilds)
    state.stations_left[seat] -= 1
    state.station_owner[city] = seat
    note(notes, NOTE_STATION_BUILT, seat, city, color, wilds, cost)
    settle_display(state, notes, script)
    _end_turn(state, notes)


@kernel
def apply(board, state, seat, action, notes, script):
    """Carry out a listed action of `seat`."""
    if action == PASS:
        _pass(state, seat, notes)
        return
    state.passes = 0
    if action == DRAW_UNSEEN:
        draw_unseen(state, seat, notes, script)
        _after_card(state, True, notes)
    elif action < DRAW_TICKETS:
        card = action - TAKE_CARD
        take_face_up(state, seat, card, notes, script)
        _after_card(state, card != WILD, notes)  # D3
    elif action == DRAW_TICKETS:
        draw_tickets(board, state, seat, notes, script)
        state.phase = CHOOSING_TICKETS
    elif action == TAKE_BACK:
        _give_up_tunnel(board, state, seat, notes, script)
    elif action < KEEP_TICKETS:
        _finish_tunnel(board, state, seat, action - PAY_EXTRA, notes, script)
    elif action < CLAIM:
        mask = action - KEEP_TICKETS
        if state.phase == CHOOSING_TICKETS:
            keep_drawn(state, seat, mask, notes)
            _end_turn(state, notes)
        elif choose_start(board, state, seat, mask, notes):
            state.phase = TURN
            note(notes, NOTE_TURN_STARTED, int(state.turn), 0, 0, 0, 0)
    elif action < STATION:
        code = action - CLAIM
        rest = code % ROUTE_STRIDE
        _claim(board, state, seat, code // ROUTE_STRIDE, rest // COLOR_STRIDE, rest % COLOR_STRIDE, notes, script)
    else:
        code = action - STATION
        rest = code % CITY_STRIDE
        color, wilds = rest // STATION_COLOR_STRIDE, rest % STATION_COLOR_STRIDE
        _build_station(board, state, seat, code // CITY_STRIDE, color, wilds, notes, script)
