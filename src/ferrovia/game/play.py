"""A game in play. It holds the complete state; `view` and `data.event_for` show the part that a player may see.

`play` checks every action. It refuses an illegal one with a reason and changes nothing.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self, SupportsIndex, cast

import numpy as np

from ferrovia.actions import Action, ActionTextError, PaymentSizeError, decode, encode, from_text
from ferrovia.boards import Board, engine_board, load_board
from ferrovia.engine import NO_NOTES, NO_SCRIPT, SCRIPT_BROKEN, SCRIPT_HEADER, bridge, new_notes, prepare, state
from ferrovia.engine.state import PHASES, RANDOM_FIRST, SPECTATOR, STATE, new_records
from ferrovia.events import Event, from_notes
from ferrovia.game.key import Key
from ferrovia.game.result import Result, read_result
from ferrovia.views import Reason, View, World
from ferrovia.views.passing import copy_of, passed
from ferrovia.views.refusals import why_refused, why_wrong_size

_USUAL_NOTES = 256  # more are rare (a display cleared again and again); then the action is repeated with more room

MAX_SCRIPT: Final = 32_000  # outcomes; the engine counts them in 16 bits


class Refused(Exception):
    """Raised for an illegal action. `code` is stable, `rule` is the rule's id, `numbers` say what is missing."""

    def __init__(self, reason: Reason, action: str) -> None:
        super().__init__(reason, action)
        self.reason = reason
        self.code = reason.code
        self.rule = reason.rule
        self.numbers = reason.numbers
        self.action = action

    def text(self, language: str = "en", *, names: Sequence[str] | None = None) -> str:
        """The reason as a sentence in English (`en`), Spanish (`es`) or Portuguese (`pt`)."""
        return self.reason.text(language, names=names)

    def __str__(self) -> str:
        return f"{self.action}: {self.text()} ({self.code}, rule {self.rule})"


class ScriptError(ValueError):
    """The scripted cards or tickets cannot come next."""


def make_script(outcomes: Sequence[int]) -> Any:
    """Returns scripted outcomes in the form that the engine reads."""
    found: object = outcomes  # whatever the caller gave us
    if not isinstance(found, Sequence | np.ndarray) or isinstance(found, str | bytes):
        raise ScriptError(f"a script is a list of whole numbers, not {outcomes!r}")
    if not len(outcomes):
        return NO_SCRIPT
    for outcome in found:
        if not isinstance(outcome, int | np.integer) or isinstance(outcome, bool) or not 0 <= outcome < 2**15:
            raise ScriptError(f"an outcome of a script is a whole number from 0 to {2**15 - 1}, not {outcome!r}")
    if len(outcomes) > MAX_SCRIPT:
        raise ValueError(f"a script has {MAX_SCRIPT} outcomes at most, not {len(outcomes)}")
    return np.array([0, len(outcomes), *outcomes], dtype=np.int16)


class Game:
    """A whole game: `Game("europe", players=3, seed=7)`. `board` is a name, the path of a board file or a Board."""

    def __init__(
        self,
        board: str | Path | Board,
        *,
        players: int,
        seed: int | None = None,
        key: Key | None = None,
        first: int | None = None,
        script: Sequence[int] = (),
    ) -> None:
        """`first` is the seat that begins (random if None). `script` fixes the outcomes of chance, for tests."""
        if seed is not None and key is not None:
            raise ValueError("a game has a seed or a key, not both")
        if seed is not None and not _is_whole(seed):
            raise ValueError(f"a seed is a whole number, not {seed!r}")
        if key is not None and not isinstance(key, Key):
            raise ValueError(f"a key is a Key, such as Key(secret) of 32 bytes, not {type(key).__name__}")
        self.board = board if isinstance(board, Board) else load_board(board)
        _check_seats(self.board, players, first)
        players, first = int(players), None if first is None else int(first)
        key = key or (Key.random() if seed is None else Key.of_seed(int(seed)))
        self.key: Key | None = key  # None: continues a world whose key is unknown
        self.asked_first = first
        self.position: dict[str, Any] | None = None  # the position it was set up from, if not a normal start
        self._players = players
        self._boards = engine_board(self.board)
        self._states = new_records(STATE)
        self._words = bridge.as_words(self._states)
        self._script = make_script(script)
        self.moves: list[tuple[int, int]] = []  # (seat, code of the action)
        self.digests: list[str] = []  # of the state after each move
        prepare("rules")
        seat = RANDOM_FIRST if first is None else first
        room = _USUAL_NOTES
        while True:
            notes = new_notes(room)
            bridge.open_game(self._boards, self._states, 0, players, seat, key.words, 0, notes, self._script)
            if not notes[0, 1]:
                break
            room *= 8
            self._words[:], self._script = 0, make_script(script)
        self._check_script()
        self.opening: tuple[Event, ...] = from_notes(self.board, notes)
        self.opening_digest = self.digest()

    @classmethod
    def of_world(cls, world: World, *, key: Key | None = None, script: Sequence[int] = ()) -> Game:
        """Returns a playable game from a complete state. It has no opening.

        Pass `key` if the state was made with it. Otherwise the key is unknown, and the game has nothing to commit to.
        """
        if not isinstance(world, World):
            raise ValueError(f"a world is a World, such as view.redeal(rng), not {type(world).__name__}")
        game = cls.__new__(cls)
        game.board = world.board
        game.key = key
        game.position = None
        game.asked_first = None
        game._boards = engine_board(world.board)
        game._states = copy_of(bridge.as_words(world.states))
        game._players = int(game._states[0].players)
        game._words = bridge.as_words(game._states)
        game._script = make_script(script)
        game.moves, game.digests, game.opening = [], [], ()
        prepare("rules")
        game.opening_digest = game.digest()
        return game

    def copy(self) -> Self:
        """Returns an independent game that continues from here, with the same future."""
        game = type(self).__new__(type(self))
        game.__dict__.update(self.__dict__)
        game._states = copy_of(self._words)
        game._words = bridge.as_words(game._states)
        game._script = self._script.copy()
        game.moves, game.digests = list(self.moves), list(self.digests)
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Leaves out derived fields: `_words` is the memory of `_states`, and a board's record is shared."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_boards", "_words")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._states = copy_of(bridge.as_words(self._states))  # Ray hands out read-only memory
        self._script = self._script.copy()
        self._boards = engine_board(self.board)
        self._words = bridge.as_words(self._states)
        prepare("rules")

    # --- whose turn it is -------------------------------------------------------------------------------------------
    @property
    def players(self) -> int:
        return self._players

    @property
    def phase(self) -> str:
        return PHASES[self._states[0]["phase"]]

    @property
    def first(self) -> int:
        return int(self._states[0].first)

    @property
    def is_over(self) -> bool:
        return int(self._states[0]["phase"]) == state.OVER

    @property
    def actors(self) -> frozenset[int]:
        """The seats that may act now: at the start all that have not chosen, then one seat, none after the end."""
        states = passed(self._states)
        return frozenset(seat for seat in range(self.players) if bridge.may_seat_act(states, 0, seat))

    @property
    def states(self) -> Any:
        """The complete state in an array of one, for rooms that store it. Do not modify or reveal it."""
        return self._states

    @property
    def script(self) -> tuple[int, ...]:
        """The scripted outcomes of chance, from the beginning."""
        return tuple(self._script[SCRIPT_HEADER:].tolist())

    # --- acting -----------------------------------------------------------------------------------------------------
    def legal_codes(self, seat: int | None = None) -> list[int]:
        legal = bridge.desk().legal
        actor = self._actor(seat)
        if not 0 <= actor < self.players:
            return []
        count = bridge.list_actions(self._boards, self._states, 0, actor, legal)
        codes: list[int] = np.sort(legal[:count]).tolist()
        return codes

    def legal_actions(self, seat: int | None = None) -> tuple[Action, ...]:
        """Everything a seat may do now, one action per payment. `seat` is optional when only one may act."""
        return tuple(decode(self.board, code) for code in self.legal_codes(seat))

    def play(self, action: Action | str | SupportsIndex, *, seat: int | None = None) -> tuple[Event, ...]:
        """Plays an action, given as an object, text or code. Raises Refused and changes nothing if it is illegal.

        The events contain secrets; show them through `data.event_for`.
        """
        actor = self._actor(seat)
        try:
            code = self._code(action)
        except PaymentSizeError as error:
            raise Refused(why_wrong_size(self.board, self._states[0], actor, error), str(action)) from error
        if not self._is_listed(actor, code):
            raise Refused(why_refused(self.board, self._states[0], actor, decode(self.board, code)), str(action))
        before, script = self._words.copy(), self._script.copy()
        room = _USUAL_NOTES
        while True:
            notes = new_notes(room)
            bridge.act(passed(self._boards), passed(self._states), 0, actor, code, notes, self._script)
            if not notes[0, 1]:
                break
            room *= 8
            self._words[:], self._script = before, script.copy()
        self._check_script(before, script)
        self.moves.append((actor, code))
        self.digests.append(self.digest())
        return from_notes(self.board, notes)

    def follow(self, moves: Sequence[tuple[int, int]], digests: Sequence[str]) -> int:
        """Plays recorded moves at once, without events, and compares the digest after each.

        Returns how many were right. Nothing changes unless all were, nor if ScriptError reports that the script asked
        for an impossible outcome.
        """
        rows = np.array(moves, dtype=np.int64).reshape(-1, 2)
        halves = np.frombuffer(bytes.fromhex("".join(digests)), dtype=">u4").astype(np.int64).reshape(-1, 2)
        if len(rows) != len(halves):
            raise ValueError(f"{len(rows)} moves have {len(halves)} digests")
        before, script = self._words.copy(), self._script.copy()
        legal = bridge.desk().legal
        right = int(
            bridge.replay(self._boards, self._states, 0, self._words, rows, halves, legal, NO_NOTES, self._script)
        )
        if right < len(rows):
            self._words[:], self._script = before, script
        else:
            self._check_script(before, script)
            self.moves.extend(moves)
            self.digests.extend(digests)
        return right

    def _is_listed(self, actor: int, code: int) -> bool:
        legal = bridge.desk().legal
        if not 0 <= actor < self.players:
            return False
        return bool(bridge.is_listed(passed(self._boards), passed(self._states), 0, actor, code, legal))

    def _actor(self, seat: int | None) -> int:
        if seat is not None:
            if not _is_whole(seat):
                raise ValueError(f"a seat is a whole number, not {seat!r}")
            return int(seat)
        actors = self.actors
        if len(actors) > 1:
            raise ValueError(f"say which seat acts: {sorted(actors)} may")
        return next(iter(actors), int(self._states[0].turn))

    def _code(self, action: Action | str | SupportsIndex) -> int:
        if isinstance(action, str):
            action = from_text(self.board, action)
        if isinstance(action, bool):
            raise ActionTextError(f"{action!r} is not an action")
        if hasattr(action, "__index__"):  # NumPy integers are not instances of int
            try:
                code = operator.index(cast(SupportsIndex, action))
            except TypeError as error:
                raise ActionTextError(f"{action!r} is not an action") from error
            return encode(self.board, decode(self.board, code))
        return encode(self.board, action)

    def _check_script(self, before: Any = None, script: Any = None) -> None:
        if len(self._script) and self._script[1] == SCRIPT_BROKEN:
            asked = int(self._script[SCRIPT_HEADER + self._script[0] - 1])
            if before is not None:
                self._words[:], self._script = before, script
            raise ScriptError(f"outcome {int(asked)} of the script cannot come now")

    # --- knowing ----------------------------------------------------------------------------------------------------
    def view(self, seat: int) -> View:
        """The game as a seat knows it."""
        if not _is_whole(seat) or not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.players - 1}")
        return View(self.board, self._states, int(seat))

    def spectator_view(self) -> View:
        """The game as a spectator knows it."""
        return View(self.board, self._states, SPECTATOR)

    def why_not(self, action: Action | str | SupportsIndex, *, seat: int | None = None) -> Reason | None:
        """Returns why a seat may not do this now; None if it may."""
        actor = self._actor(seat)
        try:
            code = self._code(action)
        except PaymentSizeError as error:
            return why_wrong_size(self.board, self._states[0], actor, error)
        if self._is_listed(actor, code):
            return None
        return why_refused(self.board, self._states[0], actor, decode(self.board, code))

    def digest(self) -> str:
        """A checksum of the whole state, secrets included, in 16 hexadecimal digits."""
        high, low = bridge.digest(self._words, 0)
        return f"{high:08x}{low:08x}"

    def result(self) -> Result:
        """The final score sheets. Raises ValueError before the end."""
        if not self.is_over:
            raise ValueError("the game is not over yet")
        desk = bridge.desk()
        bridge.fill_sheet(self._boards, self._states, 0, desk.sheets, desk.scratches)
        return read_result(self.board, self._states[0], desk.sheets[0])

    def svg(
        self,
        *,
        theme: str = "light",
        lit: Sequence[str] = (),
        names: bool = True,
        width: float | None = None,
        height: float | None = None,
    ) -> str:
        """Draws the board as spectators see it; `lit` routes and cities, by id, are highlighted."""
        return self.spectator_view().svg(theme=theme, lit=lit, names=names, width=width, height=height)

    def _repr_svg_(self) -> str:
        return self.svg(width=900, height=620)

    def _repr_html_(self) -> str:
        """For notebooks: the public view. `game.view(seat)` also shows a hand and tickets."""
        return self.spectator_view()._repr_html_()

    def __repr__(self) -> str:
        return f"<Game on {self.board.id}, {self.players} players, {len(self.moves)} moves, {self.phase}>"


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _check_seats(board: Board, players: int, first: int | None) -> None:
    fewest, most = board.players
    if not _is_whole(players) or not fewest <= players <= most:
        raise ValueError(f"{board.name} is for {fewest} to {most} players, not {players!r}")
    if first is not None and (not _is_whole(first) or not 0 <= first < players):
        raise ValueError(f"the first seat is one of 0 to {players - 1}, not {first!r}")
