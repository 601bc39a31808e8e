"""Tournaments between bots: paired deals with rotated seats, ratings with intervals, results that survive crashes.

    from ferrovia.arena import WorkerPool, Journal, plan_tournament, run, summarise

A tournament is planned, a journal keeps its results, a pool of workers plays it, and `run` connects them.
"""

from ferrovia.arena.contestants import ContestantError, read_budget, read_contestant
from ferrovia.arena.journal import Journal, JournalError, read_tournament
from ferrovia.arena.match import Table
from ferrovia.arena.outcome import Outcome
from ferrovia.arena.run import Finish, run
from ferrovia.arena.schedule import GamePlan, Match, Tournament, TournamentError, plan_tournament
from ferrovia.arena.sprt import Sprt
from ferrovia.arena.summary import summarise
from ferrovia.arena.workers import Limits, WorkerPool, WorkerPoolError

__all__ = [
    "ContestantError",
    "Finish",
    "GamePlan",
    "Journal",
    "JournalError",
    "Limits",
    "Match",
    "Outcome",
    "Sprt",
    "Table",
    "Tournament",
    "TournamentError",
    "WorkerPool",
    "WorkerPoolError",
    "plan_tournament",
    "read_budget",
    "read_contestant",
    "read_tournament",
    "run",
    "summarise",
]
