"""Views, events, actions and boards as plain data: one shape for sockets, HTTP, programs, records and browsers.

`schema` names every field. `secrecy` alone decides which events and actions a viewer may see; a view holds nothing
that its seat may not know, so views need no filter.
"""

from typing import Final

from ferrovia.data.actions import legal_entry, legal_list, legal_text, read_action
from ferrovia.data.answers import odds_data, outlook_data
from ferrovia.data.boards import board_data, board_summary
from ferrovia.data.events import event_data, event_name, read_event
from ferrovia.data.results import reason_data, result_data
from ferrovia.data.secrecy import action_for, event_for, seats_that_know_more
from ferrovia.data.views import game_view, own_part

PROTOCOL: Final = 2  # raised when an older client or program would misunderstand a message

__all__ = [
    "PROTOCOL",
    "action_for",
    "board_data",
    "board_summary",
    "event_data",
    "event_for",
    "event_name",
    "game_view",
    "legal_entry",
    "legal_list",
    "legal_text",
    "odds_data",
    "outlook_data",
    "own_part",
    "read_action",
    "read_event",
    "reason_data",
    "result_data",
    "seats_that_know_more",
]
