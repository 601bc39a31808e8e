"""The game itself: asks the person and the bots in turn, carries out what they want, tells what happened."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.text import Text

from ferrovia.actions import Action, KeepTickets, Pass, PayTunnel, TakeBack
from ferrovia.bots import Bot
from ferrovia.bots.protocol import think
from ferrovia.cli.log import Log
from ferrovia.cli.look import painted
from ferrovia.cli.play import lists
from ferrovia.cli.play.choices import Choices, choices_of
from ferrovia.cli.play.prompt import Prompt
from ferrovia.cli.play.reading import NotUnderstood, Reader
from ferrovia.cli.play.screen import screen
from ferrovia.cli.play.wishes import Wishes
from ferrovia.cli.words import Words
from ferrovia.game import Game
from ferrovia.views import View


class Leave(Exception):
    """The person wants to go."""


class Session:
    """One person at `seat`, bots in all other seats."""

    def __init__(self, game: Game, words: Words, bot: Bot, *, seat: int, seed: int | None, console: Console) -> None:
        self.game = game
        self.words = words
        self.texts = words.texts
        self.bot = bot
        self.seat = seat
        self.console = console
        self.rng = np.random.default_rng(seed)
        self.log = Log(words)
        self.reader = Reader(words)
        self.wishes = Wishes(self.reader)
        self.prompt = Prompt(console, self.reader.completions())
        self._told = 0  # lines of the log the person has seen
        self._greeted = False  # the first table stands below the welcome, each later one on a screen of its own

    def run(self) -> None:
        """Until the end; Leave, EOFError or KeyboardInterrupt if the person goes before."""
        self.log.add(self.game.opening)
        while not self.game.is_over:
            actors = self.game.actors
            if self.seat in actors:
                self._play(self.seat, self._ask())
            else:
                seat = min(actors)
                self._play(seat, think(self.bot, self.game.view(seat), self.rng))
        self._tell()

    def _play(self, seat: int, action: Action) -> None:
        self.log.add(self.game.play(action, seat=seat))

    # --- showing ----------------------------------------------------------------------------------------------------
    def _show(self, view: View, choices: Choices) -> None:
        """The whole table, on a cleared screen if there is one."""
        if self._greeted and self.console.is_terminal and self.prompt.interactive:
            self.console.clear()
        self._greeted = True
        lines = self.log.lines[self._told :] or self.log.lines[-2:]
        self.console.print(screen(view, self.words, choices, lines, size=self.console.size))

    def _tell(self) -> None:
        for line in self.log.lines[self._told :]:
            self.console.print(painted(self.words, line))
        self._told = len(self.log.lines)

    def _say(self, sentence: str) -> None:
        self.console.print(Text(sentence, style="yellow"))

    # --- asking -----------------------------------------------------------------------------------------------------
    def _ask(self) -> Action:
        view = self.game.view(self.seat)
        choices = choices_of(view)
        self._show(view, choices)
        try:
            if view.phase in ("choosing_start", "choosing_tickets"):
                return self._ask_tickets(view)
            if view.phase == "in_tunnel":
                return self._ask_tunnel(view, choices)
            return self._ask_turn(view, choices)
        finally:
            self._told = len(self.log.lines)

    def _ask_turn(self, view: View, choices: Choices) -> Action:
        if choices.others == (Pass(),):
            question = self.texts("ask.pass")
        else:
            question = self.texts("ask.what" if view.phase == "turn" else "ask.second")
        while True:
            line = self.prompt.ask(question)
            try:
                action = self._understand(line, view, choices)
            except NotUnderstood as problem:
                self._say(str(problem))
                continue
            if action is not None:
                return action

    def _understand(self, line: str, view: View, choices: Choices) -> Action | None:
        """The action that a line means; None if it was a question and has been answered."""
        first, _, rest = line.partition(" ")
        if not line:
            self._show(view, choices)
            return None
        if line.isdecimal():
            return self._choose_payment(view, self.wishes.numbered_claims(view, choices, int(line)))
        match self.reader.command(first):
            case "quit":
                raise Leave
            case "help":
                self.console.print(lists.help_table(self.words, self.reader))
            case "show":
                self._show(view, choices)
            case "log":
                for entry in self.log.lines:
                    self.console.print(painted(self.words, entry))
            case "list":
                routes = self.wishes.listed_routes(rest)
                self.console.print(lists.routes_table(view, self.words, choices, routes))
            case "why":
                self._say(self.wishes.why(view, rest))
            case "claim" | "station" as command:
                return self._choose_payment(view, self.wishes.payments(view, choices, command, rest))
            case "draw" | "take" | "tickets" | "pass" as command:
                return self.wishes.simple(view, command, rest)
            case _:
                raise NotUnderstood(self.wishes.not_understood(line))
        return None

    def _choose_payment(self, view: View, payments: Sequence[Action]) -> Action | None:
        """The only way to pay, at once; else the person's choice. No tunnel is entered without a look at its risk."""
        if len(payments) == 1 and not self.wishes.is_tunnel(payments[0]):
            return payments[0]
        self.console.print(lists.payments_table(view, self.words, payments))  # type: ignore[arg-type]
        return self._number(self.texts("ask.payment"), payments)

    def _number(self, question: str, options: Sequence[Action]) -> Action | None:
        while True:
            line = self.prompt.ask(question)
            if not line:
                return None
            if line.isdecimal() and 1 <= int(line) <= len(options):
                return options[int(line) - 1]
            match self.reader.command(line):
                case "quit":
                    raise Leave
                case "back" if TakeBack() in options:
                    return TakeBack()
            self._say(self.texts("say.no_number", count=len(options)))

    def _ask_tickets(self, view: View) -> Action:
        choices = [action for action in view.legal_actions() if isinstance(action, KeepTickets)]
        least = min(len(choice.places) for choice in choices)
        self.console.print(lists.offer_panel(view, self.words))
        while True:
            line = self.prompt.ask(self.texts("ask.keep", count=least))
            try:
                wish = self.wishes.kept(view, line)
            except NotUnderstood as problem:
                self._say(str(problem))
                continue
            if wish is None:
                raise Leave
            return wish

    def _ask_tunnel(self, view: View, choices: Choices) -> Action:
        payments = [action for action in choices.others if isinstance(action, PayTunnel)]
        options: list[Action] = [*sorted(payments, key=lambda pay: pay.wilds), TakeBack()]
        back = self.reader.word("back")
        self.console.print(lists.tunnel_panel(view, self.words, options[:-1], back))  # type: ignore[arg-type]
        route = self.words.route((view.tunnel or {})["route"])
        while True:
            action = self._number(self.texts("ask.tunnel", route=route), options)
            if action is not None:
                return action
