"""The game loop: asks the player and the bots in turn, carries out their actions, reports what happened."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

from ferrovia.actions import Action, BuildStation, ClaimRoute, KeepTickets, Pass, PayTunnel, TakeBack
from ferrovia.bots import Bot
from ferrovia.cli.output.board_map import board_map
from ferrovia.cli.output.log import Log
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import painted
from ferrovia.cli.play import listings
from ferrovia.cli.play.choices import Choices, choices_of
from ferrovia.cli.play.commands import CommandReader
from ferrovia.cli.play.parser import NotUnderstood, Reader, number
from ferrovia.cli.play.prompt import Prompt
from ferrovia.cli.play.screen import screen
from ferrovia.cli.play.thinking import bot_action
from ferrovia.game import Game
from ferrovia.views import View


class Leave(Exception):
    """The player leaves the game."""


class Session:
    """One player at `seat`, bots in all other seats."""

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
        self.commands = CommandReader(self.reader)
        self.prompt = Prompt(console, self.reader.completions())
        self._told = 0  # lines of the log the player has seen
        self._greeted = False  # the first table appears below the welcome, each later one on a cleared screen

    def run(self) -> None:
        """Play to the end. Raises Leave, EOFError or KeyboardInterrupt if the player leaves before."""
        self.log.add(self.game.opening)
        while not self.game.is_over:
            actors = self.game.actors
            if self.seat in actors:
                self._play(self.seat, self._ask())
            else:
                seat = min(actors)
                action = bot_action(self.bot, self.game.view(seat), self.rng, self.words, self.console)
                self._play(seat, action)
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
                return self._ask_tickets(view, choices)
            if view.phase == "in_tunnel":
                return self._ask_tunnel(view, choices)
            return self._ask_turn(view, choices)
        finally:
            self._told = len(self.log.lines)

    def _ask_line(self, question: str, view: View, choices: Choices, below: RenderableType = "") -> str:
        """Returns the next line that is not a question.

        Questions are answered here at any prompt; `below` is shown below the table.
        """
        while True:
            line = self.prompt.ask(question)
            try:
                answered = self._answer(line, view, choices)
            except NotUnderstood as problem:
                self._say(str(problem))
                continue
            if not answered:
                return line
            if below and self.reader.split(line)[0] == "show":
                self.console.print(below)

    def _answer(self, line: str, view: View, choices: Choices) -> bool:
        """Answer a question; returns False for any other line. Raises Leave if the player wants to go."""
        command, rest = self.reader.split(line)
        match command if line else None:
            case "quit":
                raise Leave
            case "help":
                self.console.print(listings.help_table(self.words, self.reader))
            case "show":
                self._show(view, choices)
            case "log":
                for entry in self.log.lines:
                    self.console.print(painted(self.words, entry))
            case "list":
                routes = self.commands.listed_routes(rest)
                self.console.print(listings.routes_table(view, self.words, choices, routes))
            case "routes":
                self.console.print(listings.owned_table(view, self.words))
            case "map":
                self.console.print(board_map(view, self.words, columns=self.console.width))
            case "why":
                self._say(self.commands.why(view, choices, rest))
            case _:
                return False
        return True

    def _ask_turn(self, view: View, choices: Choices) -> Action:
        if choices.others == (Pass(),):
            question = self.texts("ask.pass")
        else:
            question = self.texts("ask.what" if view.phase == "turn" else "ask.second")
        while True:
            line = self._ask_line(question, view, choices)
            try:
                action = self._understand(line, view, choices)
            except NotUnderstood as problem:
                self._say(str(problem))
                continue
            if action is not None:
                return action

    def _understand(self, line: str, view: View, choices: Choices) -> Action | None:
        """The action that a line means; None if the player changed their mind."""
        if not line:
            self._show(view, choices)
            return None
        place = number(line)
        if place is not None:
            return self._choose_payment(view, choices, self.commands.numbered_claims(view, choices, place))
        command, rest = self.reader.split(line)
        match command:
            case "claim" | "station":
                return self._choose_payment(view, choices, self.commands.payments(view, choices, command, rest))
            case "draw" | "take" | "tickets" | "pass":
                return self.commands.simple(view, command, rest)
        raise NotUnderstood(self.commands.not_understood(line))

    def _choose_payment(
        self, view: View, choices: Choices, payments: Sequence[ClaimRoute | BuildStation]
    ) -> Action | None:
        """The only payment, at once; otherwise the player's choice. A tunnel always shows its risk first."""
        if len(payments) == 1 and not self.commands.is_tunnel(payments[0]):
            return payments[0]
        ways = listings.payments_table(view, self.words, payments)
        self.console.print(ways)
        return self._number(self.texts("ask.payment"), payments, view, choices, ways)

    def _number(
        self, question: str, options: Sequence[Action], view: View, choices: Choices, below: RenderableType
    ) -> Action | None:
        """One of the options by its number; None for `back` or an empty line."""
        while True:
            line = self._ask_line(question, view, choices, below)
            command, rest = self.reader.split(line)
            if not line or command == "back":
                return None
            place = number(rest if command == "pay" else line)
            if place is not None and 1 <= place <= len(options):
                return options[place - 1]
            self._say(self.texts("say.no_number", count=len(options)))

    def _ask_tickets(self, view: View, choices: Choices) -> Action:
        least = min(len(action.places) for action in choices.others if isinstance(action, KeepTickets))
        offer = listings.offer_panel(view, self.words)
        self.console.print(offer)
        question = self.texts("ask.keep", count=least, example=listings.example_of_keeping(len(view.offer), least))
        while True:
            line = self._ask_line(question, view, choices, offer)
            try:
                return self.commands.kept(view, line)
            except NotUnderstood as problem:
                self._say(str(problem))

    def _ask_tunnel(self, view: View, choices: Choices) -> Action:
        payments = [action for action in choices.others if isinstance(action, PayTunnel)]
        payments.sort(key=lambda pay: pay.wilds)
        back = self.reader.word("back")
        panel = listings.tunnel_panel(view, self.words, payments, back)
        self.console.print(panel)
        question = self.texts(
            "ask.tunnel" if payments else "ask.no_tunnel", route=self.words.route((view.tunnel or {})["route"])
        )
        while True:
            line = self._ask_line(question, view, choices, panel)
            command, rest = self.reader.split(line)
            if command == "back":
                return TakeBack()
            place = number(rest if command == "pay" else line)
            if place is not None and 1 <= place <= len(payments):
                return payments[place - 1]
            if payments:
                self._say(self.texts("say.no_number", count=len(payments)))
            else:
                self._say(self.texts("say.only_back", back=back))
