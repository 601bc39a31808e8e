"""The history of the ticket draws: replays it and compares the resulting tickets with the position.

The order in which tickets first left the deck follows from it. The engine remembers nothing else about it.
"""

from __future__ import annotations

from dataclasses import replace

from ferrovia.position.draft import Draft, Drawing
from ferrovia.position.problems import PositionProblems


def check_ledger(draft: Draft, problems: PositionProblems) -> Draft:
    """Returns the draft with its ledger; while starting tickets are chosen, the offers determine it."""
    if draft.phase == "choosing_start" and draft.ledger is None:
        seats = [(draft.first + i) % draft.players for i in range(draft.players)]
        return replace(draft, ledger=tuple(Drawing(seat, draft.seats[seat].offer, None) for seat in seats))
    if draft.ledger is not None and problems.clean("seats", "ledger", "ticket_deck", "turn", "first", "phase"):
        _Table(draft, problems).play(draft.ledger)
    return draft


def drawn_order(draft: Draft) -> tuple[int, ...]:
    """Tickets in the order in which they first left the deck; at the start, all seats' long ones came first."""
    rules = draft.board.starting_tickets
    ledger = draft.ledger or ()
    start, later = ledger[: draft.players], ledger[draft.players :]
    order = [ticket for entry in start for ticket in entry.offered[: rules.long]]
    order += [ticket for entry in start for ticket in entry.offered[rules.long :]]
    for entry in later:
        order += [ticket for ticket in entry.offered if ticket not in order]
    return tuple(order)


class _Table:
    """The tickets as they move during the replay of the ledger."""

    def __init__(self, draft: Draft, problems: PositionProblems) -> None:
        self.draft = draft
        self.problems = problems
        self.unseen = {ticket.number for ticket in draft.board.tickets if not ticket.long}
        self.long = {ticket.number for ticket in draft.board.tickets if ticket.long}
        self.queue: list[int] = []
        self.removed: set[int] = set()
        self.held: list[set[int]] = [set() for _ in range(draft.players)]

    def play(self, ledger: tuple[Drawing, ...]) -> None:
        """Stops at the first wrong entry, because later ones depend on it."""
        players = self.draft.players
        if len(ledger) < players:
            self._wrong("ledger", f"It begins with the start offers of all {players} seats, and has {len(ledger)}.")
            return
        for number, entry in enumerate(ledger):
            reason = self._draw(number, entry) or self._keep(number, entry, last=number == len(ledger) - 1)
            if reason:
                self._wrong(f"ledger[{number}]", reason)
                return
            if number == players - 1:  # S2: unkept tickets leave only when all have chosen
                for start in ledger[:players]:
                    self._return(start, removed=self.draft.board.starting_tickets.unkept == "removed")
            elif number >= players:
                self._return(entry, removed=False)
        self._compare()

    def _wrong(self, place: str, reason: str) -> None:
        self.problems.add("position/ledger", place, reason)

    def _draw(self, number: int, entry: Drawing) -> str:
        board, start = self.draft.board, self.draft.board.starting_tickets
        if number < self.draft.players:
            if entry.seat != (self.draft.first + number) % self.draft.players:
                return "The start offers come seat by seat from the first player on."
            if [board.ticket(t).long for t in entry.offered] != [True] * start.long + [False] * start.regular:
                return f"At the start each seat is offered {start.long} long and then {start.regular} regular tickets."
        else:
            size = min(board.drawn_tickets.count, len(self.unseen) + len(self.queue))
            if size == 0 or len(entry.offered) != size:
                return f"The deck gave {size} tickets then, and not {len(entry.offered)}."
        for ticket in entry.offered:
            pile = self.long if number < self.draft.players and board.ticket(ticket).long else self.unseen
            if not pile and self.queue and self.queue[0] == ticket:
                self.queue.pop(0)
            elif ticket in pile:
                pile.remove(ticket)
            else:
                return f"{board.ticket(ticket).id} was not the ticket on the deck then."
        return ""

    def _keep(self, number: int, entry: Drawing, *, last: bool) -> str:
        phase = self.draft.phase
        open_offer = phase == "choosing_start" or (phase == "choosing_tickets" and last)
        if open_offer or entry.kept is None:
            if not open_offer:
                return "It must say which tickets were kept."
            if entry.kept is not None:
                return "Nothing is kept yet of what is on offer now."
            on_offer = self.draft.seats[entry.seat].offer == entry.offered
            return "" if on_offer else f"This is not what seat {entry.seat} is offered now."
        rules = self.draft.board.starting_tickets if number < self.draft.players else self.draft.board.drawn_tickets
        if entry.kept != tuple(ticket for ticket in entry.offered if ticket in entry.kept):
            return "What was kept must be some of what was offered, in the same order."
        if len(entry.kept) < min(rules.keep, len(entry.offered)):
            return f"At least {min(rules.keep, len(entry.offered))} had to be kept."
        self.held[entry.seat].update(entry.kept)
        return ""

    def _return(self, entry: Drawing, *, removed: bool) -> None:
        if entry.kept is None:
            return
        for ticket in entry.offered:
            if ticket not in entry.kept and removed:
                self.removed.add(ticket)
            elif ticket not in entry.kept:
                self.queue.append(ticket)

    def _compare(self) -> None:
        draft = self.draft
        for i, seat in enumerate(draft.seats):
            if set(seat.tickets) != self.held[i]:
                self._wrong(f"seats[{i}].tickets", f"By the ledger seat {i} holds other tickets.")
        if list(draft.returned) != self.queue:
            self._wrong("ticket_deck.returned", "By the ledger, other tickets are under the deck, or in another order.")
        if {ticket for ticket in draft.removed if not draft.board.ticket(ticket).long} != {
            ticket for ticket in self.removed if not draft.board.ticket(ticket).long
        }:
            self._wrong("ticket_deck.removed", "By the ledger, other tickets have left the game.")
