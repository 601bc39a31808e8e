"""Views of a game: everything that one seat or spectator may know, and questions answered from it."""

from ferrovia.views.borrowing import Borrowed
from ferrovia.views.odds import Odds
from ferrovia.views.outlook import Outlook
from ferrovia.views.progress import Progress, progress
from ferrovia.views.reasons import Reason
from ferrovia.views.view import TicketDraw, View, World

__all__ = ["Borrowed", "Odds", "Outlook", "Progress", "Reason", "TicketDraw", "View", "World", "progress"]
