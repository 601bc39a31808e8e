"""One game between bots, played without the events, records and checks that a tournament does not need.

A bot gets a view, the legal actions, a random source and its budget. Any fault costs it the move: a quick bot moves
instead, and the notes record the fault.
"""

from __future__ import annotations

import contextlib
import time
from typing import Any, Final

import numpy as np

from ferrovia.actions import Action, decode, encode
from ferrovia.arena.contestants import make_bot
from ferrovia.arena.heartbeat import CRASHED, FAULTS, ILLEGAL, MAX_MOVES, NONSENSE, UNMADE, Interruption, WorkerNotes
from ferrovia.arena.outcome import Outcome, SeatFaults
from ferrovia.arena.schedule import GamePlan, Tournament
from ferrovia.boards import Board, engine_board
from ferrovia.bots import Bot, Budget, ExternalBotFault, dismiss
from ferrovia.bots.conformance import GRACE
from ferrovia.bots.styles.greedy import GreedyBot
from ferrovia.engine import NO_NOTES, NO_SCRIPT, bridge, prepare
from ferrovia.engine.state import CHOOSING_START, ENDINGS, NOBODY, OVER, RANDOM_FIRST, STATE, TURN, new_records
from ferrovia.views import View
from ferrovia.views.passing import passed

SHOWN: Final = 160  # characters of a wrong answer


class Table:
    """A worker's table: boards, bots and buffers, reused for every game."""

    def __init__(self, tournament: Tournament, notes: WorkerNotes | None = None) -> None:
        prepare("rules")
        self.tournament = tournament
        self.notes = notes or WorkerNotes()
        self.states = new_records(STATE)
        self._passed = passed(self.states)
        self._words = bridge.as_words(self.states)
        plain = self.states.view(np.ndarray)
        # Direct fields: through the record each access would cost a microsecond.
        self._phase, self._chosen, self._turn = plain["phase"], plain["chosen"], plain["turn"]
        self._stand_in = GreedyBot()

    def play(self, plan: GamePlan, past: Interruption | None = None, *, most_moves: int = MAX_MOVES) -> Outcome:
        """Plays a whole game, or the rest of one that another worker began.

        `most_moves` is for rehearsals, which end unfinished.
        """
        match = self.tournament.matches[plan.match]
        board, seating = self.tournament.boards[match.board], match.seating(plan.rotation)
        boards, notes = passed(engine_board(board)), self.notes
        notes.clear()
        self.states[:] = new_records(STATE)
        words = self.tournament.key(plan).words
        bridge.open_game(boards, self._passed, 0, match.players, RANDOM_FIRST, words, 0, NO_NOTES, NO_SCRIPT)
        self._turns = [0] * match.players
        if past is not None:
            notes.restore(past)
            for code in past.codes:
                self._carry_out(boards, self._actor(), code)
        streams = self.tournament.streams(plan, start=len(past.codes) if past else 0)
        budgets = [self.tournament.budget_of(name) for name in seating]
        bots = [
            self._seat_bot(seat, self.tournament.who[name].bot, past.benched if past else set())
            for seat, name in enumerate(seating)
        ]
        if past is not None and past.asked != NOBODY and self._phase[0] != OVER:
            self._carry_out(boards, self._actor(), self._replacement(board, boards))
        while self._phase[0] != OVER and notes.moves[0] < most_moves:
            seat = self._actor()
            bot = bots[seat]
            if bot is None:
                code = self._replacement(board, boards)
            else:
                code = self._ask(board, boards, seat, bot, streams[seat], budgets[seat])
            self._carry_out(boards, seat, code)
        for bot in bots:
            if bot is not None:
                with contextlib.suppress(Exception):  # the game is over; an error while closing changes nothing
                    dismiss(bot)
        return self._outcome(plan, board, boards, match.players)

    # --- moves ------------------------------------------------------------------------------------------------------
    def _actor(self) -> int:
        """The seat to move; at the start all choose at once, here one after the other."""
        if self._phase[0] == CHOOSING_START:
            chosen, seat = int(self._chosen[0]), 0
            while chosen >> seat & 1:
                seat += 1
            return seat
        return int(self._turn[0])

    def _carry_out(self, boards: Any, seat: int, code: int) -> None:
        if self._phase[0] == TURN:
            self._turns[seat] += 1
        notes = self.notes
        bridge.act(boards, self._passed, 0, seat, code, NO_NOTES, NO_SCRIPT)
        moves = notes.moves[0]
        notes.codes[moves] = code
        notes.moves[0] = moves + 1

    def _ask(self, board: Board, boards: Any, seat: int, bot: Bot, stream: np.random.Generator, budget: Budget) -> int:
        """Returns the bot's action, or the stand-in's if the bot returns no legal one."""
        view = View(board, self.states, seat)
        codes = view.legal_codes()
        legal = actions_of(board, codes)
        notes = self.notes
        notes.asked[0] = seat
        notes.serial[0] += 1
        began, used = time.perf_counter(), time.process_time()
        try:
            answer: Any = bot.choose(view, legal, stream, budget)
        except BaseException as error:  # bots may raise anything, SystemExit too; no signal reaches a worker
            answer = error
        seconds, cpu = time.perf_counter() - began, time.process_time() - used
        notes.asked[0] = NOBODY
        notes.decisions[seat] += 1
        notes.seconds[seat] += seconds
        notes.cpu[seat] += cpu
        if seconds > notes.slowest[seat]:
            notes.slowest[seat] = seconds
        if budget.seconds is not None and seconds > budget.seconds + GRACE:
            notes.late[seat] += 1
        if isinstance(answer, BaseException):
            notes.note_fault(seat, CRASHED, _words_of(answer))
            return self._replacement(board, boards)
        try:
            code = encode(board, answer)
        except Exception:  # an answer may be any object, even one that raises when inspected
            notes.note_fault(seat, NONSENSE, shown(answer))
            return self._replacement(board, boards)
        if code not in codes:
            notes.note_fault(seat, ILLEGAL, shown(answer))
            return self._replacement(board, boards)
        return code

    def _replacement(self, board: Board, boards: Any) -> int:
        """The stand-in's move. It sees no more than the seat."""
        view = View(board, self.states, self._actor())
        codes = view.legal_codes()
        answer = self._stand_in.choose(view, actions_of(board, codes), np.random.default_rng(0), Budget(simulations=1))
        return encode(board, answer)

    def _seat_bot(self, seat: int, name: str, benched: set[int]) -> Bot | None:
        """A new bot for a seat; None if it cannot be created or was benched."""
        if seat in benched:
            return None
        notes = self.notes
        notes.asked[0] = seat
        notes.serial[0] += 1
        try:
            return make_bot(name)
        except BaseException as error:
            notes.note_fault(seat, UNMADE, str(error)[:SHOWN])
            return None
        finally:
            notes.asked[0] = NOBODY

    # --- the end ----------------------------------------------------------------------------------------------------
    def _outcome(self, plan: GamePlan, board: Board, boards: Any, players: int) -> Outcome:
        desk, notes, state = bridge.desk(), self.notes, self.states[0]
        bridge.fill_sheet(boards, self.states, 0, desk.sheets, desk.scratches)
        sheet = desk.sheets[0]

        def row(field: Any) -> list[int]:
            values: list[int] = field[:players].tolist()
            return values

        high, low = bridge.digest(self._words, 0)
        decisions = row(notes.decisions)
        won, lost = row(sheet.tickets_won), row(sheet.tickets_lost)
        return Outcome(
            match=plan.match,
            deal=plan.deal,
            rotation=plan.rotation,
            first=int(state.first),
            scores=row(sheet.total),
            ranks=[rank + 1 for rank in row(sheet.rank)],
            turns=self._turns,
            kept=row(state.tickets_held),
            completed=row(sheet.tickets_completed),
            ticket_points=[plus - minus for plus, minus in zip(won, lost, strict=True)],
            cards=row(state.hand_count),
            trains=row(state.trains),
            stations=row(sheet.stations_built),
            decisions=decisions,
            micros=_micros(notes.seconds, decisions),
            cpu_micros=_micros(notes.cpu, decisions),
            slowest=[round(seconds, 6) for seconds in notes.slowest[:players].tolist()],
            late=row(notes.late),
            ended_by=ENDINGS[int(state.ended_by)],
            digest=f"{high:08x}{low:08x}",
            faults=[self._faults(seat) for seat in range(players) if notes.faults[seat].any()],
            codes=tuple(notes.codes[: int(notes.moves[0])].tolist()),
        )

    def _faults(self, seat: int) -> SeatFaults:
        notes = self.notes
        counts = {kind: int(count) for kind, count in zip(FAULTS, notes.faults[seat], strict=True) if count}
        return SeatFaults(seat, int(notes.first_move[seat]), notes.reasons(seat), counts)


def _micros(seconds: Any, decisions: list[int]) -> list[float]:
    """The average per decision; `seconds` by seat."""
    return [round(float(seconds[seat]) / count * 1e6, 2) if count else 0.0 for seat, count in enumerate(decisions)]


def actions_of(board: Board, codes: list[int]) -> tuple[Action, ...]:
    """The actions of legal codes."""
    known = board.known_codes
    return tuple([known.get(code) or decode(board, code) for code in codes])


def _words_of(error: BaseException) -> str:
    """The error that a bot raised, with the last line of stderr if the bot is a program."""
    last = error.log.strip().splitlines()[-1:] if isinstance(error, ExternalBotFault) else []
    said = f"; it wrote: {last[0]}" if last else ""
    return f"{type(error).__name__}: {error}"[: SHOWN - min(len(said), SHOWN // 2)] + said[: SHOWN // 2]


def shown(answer: object) -> str:
    """Any wrong answer in a few characters."""
    try:
        return repr(answer)[:SHOWN]
    except Exception as error:
        return f"an object of {type(answer).__name__} that cannot be shown ({type(error).__name__})"
