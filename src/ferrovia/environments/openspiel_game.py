"""OpenSpiel: the game `python_ferrovia`, chance sampled inside. Needs the extra `spiel`.

```python
import pyspiel

import ferrovia.environments.openspiel_game  # registers the game

game = pyspiel.load_game("python_ferrovia", {"board": "new_york", "players": 2, "wilds": "fewest"})
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
print(state.returns())
```

There are no chance nodes: `apply_action` draws cards and tickets from the state's own key, so a state and an action
determine what follows (`DETERMINISTIC`). A clone has the same future, and so has a state that was serialised or
pickled. `resample_from_infostate` returns a world that the player cannot tell from this one, with its own future, as
an information-set search needs. `observation_tensor` is the flat encoding times `encoding.scale`.
`information_state_tensor` has the same numbers, since they contain what matters of the past (card counting, owners).
`information_state_string` identifies the exact history that the player has seen. While starting tickets are chosen,
the players are asked one after the other and do not see each other's choices.

Parameters: board (a name or a path), players, wilds ("explicit" or "fewest"), reward ("win", "rank" or "margin"), seed
(-1: different every time).
"""

from __future__ import annotations

import hashlib
import secrets
from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel

from ferrovia.boards import engine_board, load_board
from ferrovia.engine import NO_NOTES, NO_SCRIPT, bridge, next_to_act
from ferrovia.engine.state import MAX_PLAYERS, MAX_TURNS_EACH, OVER, RANDOM_FIRST, SPECTATOR, STATE, new_records
from ferrovia.environments.action_space import ActionSpace
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.kernels.rewards import final_reward
from ferrovia.environments.kernels.sections import REWARDS
from ferrovia.environments.observer import Observer
from ferrovia.environments.text import view_text
from ferrovia.views import View

NAME: Final = "python_ferrovia"
MOST_MARGIN: Final = 500.0
DEFAULTS: Final = {"board": "new_york", "players": 2, "wilds": "explicit", "reward": "win", "seed": -1}

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Ferrovia",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class Table:
    """The constants shared by all states of a game; copies of states keep the same object."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.board = load_board(options["board"])
        self.encoding = Encoding(self.board, int(options["players"]))
        self.actions = ActionSpace(self.board, options["wilds"])
        if options["reward"] not in REWARDS:
            raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {options['reward']!r}")
        self.reward = REWARDS.index(options["reward"])
        self.observer = Observer(self.encoding, self.actions)
        self.boards = engine_board(self.board)
        seed = int(options["seed"])
        self.rng = np.random.default_rng(secrets.randbits(64) if seed < 0 else seed)
        self._view: Any = new_records(STATE)
        self._offers = bridge.new_seen()

    def digest(self, states: Any, player: int) -> bytes:
        """A checksum of what a player may know."""
        bridge.look(self.boards, states, 0, player, self._view, 0, self._offers, bridge.desk().works)
        return hashlib.sha256(self._view.tobytes() + self._offers.tobytes()).digest()

    def __deepcopy__(self, memo: Any) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickled state names its table, so that all states of a game share one again after unpickling."""
        return table_of, tuple(sorted(self.options.items()))


@cache
def table_of(*options: tuple[str, Any]) -> Table:
    return Table(dict(options))


class FerroviaGame(pyspiel.Game):  # type: ignore[misc]
    """One board for a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = DEFAULTS | (params or {})
        self.table = Table(options)
        most = MOST_MARGIN if options["reward"] == "margin" else 1.0
        players = self.table.encoding.players
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions.size,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=None,
            max_game_length=players * (1 + 2 * MAX_TURNS_EACH),
        )
        super().__init__(_TYPE, info, options)

    def new_initial_state(self) -> FerroviaState:
        return FerroviaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FerroviaObserver:
        if params:
            raise ValueError(f"observations take no parameters, but got {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return FerroviaObserver(self.table.encoding, recall)


class FerroviaState(pyspiel.State):  # type: ignore[misc]
    """A game in play. `states` holds the complete state in an array of one."""

    def __init__(self, game: FerroviaGame) -> None:
        super().__init__(game)
        self.table: Table = game.table
        self.states: Any = new_records(STATE)
        key = self.table.rng.integers(-(2**31), 2**31, size=8, dtype=np.int32)
        players = self.table.encoding.players
        bridge.open_game(self.table.boards, self.states, 0, players, RANDOM_FIRST, key, 0, NO_NOTES, NO_SCRIPT)
        self._seen = [b""] * players  # a checksum of everything that each player has seen so far ...
        self._to_be_seen = [self.states.copy()]  # ... except these positions, added on demand: most callers never ask
        self._find_player()

    def _find_player(self) -> None:
        """Caches the player, because OpenSpiel asks many times per step."""
        state = self.states[0]
        over = int(state.phase) == OVER
        self._player = int(pyspiel.PlayerId.TERMINAL) if over else int(next_to_act(state))

    def seen_by(self, player: int) -> bytes:
        """A checksum of all that a player has seen; equal for two states that the player cannot tell apart."""
        for states in self._to_be_seen:
            for other in range(len(self._seen)):
                self._seen[other] = hashlib.sha256(self._seen[other] + self.table.digest(states, other)).digest()[:12]
        self._to_be_seen = []
        return self._seen[player]

    def view(self, player: int) -> View:
        """A player's information state."""
        return View(self.table.board, self.states, player)

    def current_player(self) -> int:
        return self._player

    def _legal_actions(self, player: int) -> list[int]:
        mask, _ = self.table.observer.mask(self.states, player)
        numbers: list[int] = np.flatnonzero(mask).tolist()
        return numbers

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        mask, codes = self.table.observer.mask(self.states, player)
        if not 0 <= action < len(mask) or not mask[action]:
            raise ValueError(f"action {action} is not allowed now for player {player}")
        bridge.act(self.table.boards, self.states, 0, player, int(codes[action]), NO_NOTES, NO_SCRIPT)
        self._to_be_seen.append(self.states.copy())
        self._find_player()

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.actions.names[action]

    def is_terminal(self) -> bool:
        return self._player < 0

    def returns(self) -> list[float]:
        players = self.table.encoding.players
        if not self.is_terminal():
            return [0.0] * players
        desk = bridge.desk()
        bridge.fill_sheet(self.table.boards, self.states, 0, desk.sheets, desk.scratches)
        return [float(final_reward(self.table.reward, desk.sheets[0], players, seat)) for seat in range(players)]

    def __str__(self) -> str:
        return view_text(View(self.table.board, self.states, SPECTATOR))

    def resample_from_infostate(self, player: int, sampler: Any = None) -> FerroviaState:
        """A state that `player` cannot tell from this one; `sampler` returns numbers from 0 to 1."""
        words = [0] * 8 if sampler is None else [int(sampler() * 2**32) for _ in range(8)]
        seed = secrets.randbits(128) if sampler is None else words
        self.seen_by(player)
        other: FerroviaState = self.clone()
        other.states = self.view(player).redeal(np.random.default_rng(seed)).states
        for rival in range(len(other._seen)):
            if rival != player:  # the others have seen a different history now
                other._seen[rival] = self.table.digest(other.states, rival)[:12]
        return other


class FerroviaObserver:
    """Tensors and strings of a state, in the form of OpenSpiel's observers."""

    def __init__(self, encoding: Encoding, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.scale = encoding.scale
        self.tensor: Any = np.zeros(encoding.size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: FerroviaState, player: int) -> None:
        np.multiply(state.table.observer.observe(state.states, player), self.scale, out=self.tensor)

    def string_from(self, state: FerroviaState, player: int) -> str:
        text = view_text(state.view(player))
        return f"{text}\nseen: {state.seen_by(player).hex()}" if self.perfect_recall else text


pyspiel.register_game(_TYPE, FerroviaGame)
