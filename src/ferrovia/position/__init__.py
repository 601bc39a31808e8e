"""Any position as plain, JSON-able data, there and back: to set one up, store one, share one.

Nearly everything may be left out; `{"board": "europe", "players": 2, "seats": [{"hand": {"red": 3}}, {}]}` is a
position. Keys, with what they mean when left out:

    board           name of a built-in board; board_text: the TOML text of any other
    rules_version   of the rules it was written for; these
    players         number of seats; as many as `seats` has
    phase           choosing_start, turn, second_card, in_tunnel, choosing_tickets, over; turn
    first, turn     the seat that began, the seat whose turn it is; 0, or what the other and turns_played give
    turns_played    by all together; the fewest that fit
    turns_left      in the last round; not begun
    passes          turns passed in a row; 0
    ended_by        phase over: last_round, passes, turn_limit; last_round
    display         five cards by name; taken from the cards left, no wilds
    discards        {card: number}; none
    deck            {card: number}; all cards that are nowhere else
    seats           by seat: hand, known {card: number}; drawn_since {card: number} (which of the cards that others do
                    not know came after the last shuffle; all); routes, stations, tickets, offer [ids]; chosen [places
                    from 1] (choosing_start); merchandise; trains (follow from the routes; if given they must agree)
    tunnel          phase in_tunnel: route, color (none: wilds alone), wilds, shown [cards]
    ticket_deck     returned [ids, the next to come first], removed [ids]; the other regular tickets are in the deck
    ledger          every draw of tickets: seat, offered [ids], kept [ids] (none: not yet); without it nobody is taken
                    to remember what lies under the deck
    next            what chance will say, cards and tickets in the order in which they will be drawn; left to the key
"""

from ferrovia.position.problems import PositionError
from ferrovia.position.setup import from_position
from ferrovia.position.write import to_position

__all__ = ["PositionError", "from_position", "to_position"]
