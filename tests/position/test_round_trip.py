"""A position is complete: writing and reading it changes nothing."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from tests.kit.walks import BOARDS_AND_PLAYERS, TABLE_NAMES, TINY, sized

from ferrovia import Game, Key, from_position, load_board, to_position
from ferrovia.engine import bridge
from ferrovia.engine.audit import TICKETS_WRONG
from ferrovia.events import CardDrawn, DisplayFilled, TicketOffered, TunnelCardShown

from .walks import differences, positions


@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)
def test_any_position_of_a_random_game_comes_back_as_it_was(board, players):
    rng = random.Random(players)
    for seed in range(sized(2, 1)):
        for game in positions(Game(board, players=players, seed=seed), seed, steps=sized(10_000, 40)):
            if rng.random() < sized(10, 25) / 100:
                data = to_position(game)
                again = from_position(json.loads(json.dumps(data)))
                assert differences(game, again) == []
                assert to_position(again) == data
                assert bridge.faults(again._boards, again.states, 0) == 0


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)
def test_every_phase_and_ending_is_met_and_comes_back(board, players):
    for game in positions(Game(board, players=players, seed=99), 99):
        assert differences(game, from_position(to_position(game))) == []
    assert to_position(game)["phase"] == "over"
    assert from_position(to_position(game)).result() == game.result()


def outcomes(events) -> list[str]:
    """What chance said, read off the events."""
    found = []
    for event in events:
        if isinstance(event, CardDrawn | DisplayFilled | TunnelCardShown):
            found.append(event.card)
        elif isinstance(event, TicketOffered):
            found.append(event.ticket)
    return found


@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)
def test_playing_on_with_the_same_draws_gives_the_same(board, players):
    rng = random.Random(5)
    game = Game(board, players=players, seed=5)
    for _ in positions(game, 6, steps=sized(60, 30)):
        pass
    data = to_position(game)
    told, moves = [], []
    for _ in range(sized(40, 20)):
        if game.is_over:
            break
        unseen = int(game.states[0].unseen_tickets)
        seat = rng.choice(sorted(game.actors))
        action = rng.choice(game.legal_actions(seat))
        names = outcomes(game.play(action, seat=seat))
        # Tickets that were put back come without chance.
        told += names if "-" not in "".join(names) else names[:unseen]
        moves.append((seat, action))
    again = from_position({**data, "next": told})
    for seat, action in moves:
        again.play(action, seat=seat)
    assert differences(game, again) == []


def test_the_key_decides_what_comes_after_a_position():
    data = {"board": "europe", "players": 2}
    games = [from_position(data, seed=3), from_position(data, seed=3), from_position(data, key=Key.of_seed(4))]
    for game in games:
        for _ in range(40):
            game.play("draw")
    assert games[0].digest() == games[1].digest() != games[2].digest()
    assert games[0].key == Key.of_seed(3)


def test_a_position_without_a_key_gets_a_random_one():
    assert from_position({"board": "europe"}).key != from_position({"board": "europe"}).key


def test_a_custom_board_travels_with_its_position():
    game = Game(TINY, players=3, seed=1)
    data = to_position(game)
    assert data["board_text"] == game.board.text
    assert from_position(data).board == game.board
    del data["board_text"]
    for given in (TINY, str(TINY), load_board(TINY)):
        assert differences(from_position(data, board=given), game) == []


def test_a_built_in_board_goes_by_its_name_alone():
    assert "board_text" not in to_position(Game("usa", players=2, seed=1))


def test_a_changed_copy_of_a_built_in_board_is_a_board_of_its_own(tmp_path):
    file = tmp_path / "europe.toml"
    file.write_text(load_board("europe").text + "# my house rules\n", encoding="utf-8")
    game = Game(file, players=2, seed=1)
    assert from_position(to_position(game)).board == game.board != load_board("europe")


def test_a_redealt_world_can_be_stored_too():
    game = Game("amsterdam", players=3, seed=2)
    for _ in positions(game, 3, steps=40):
        pass
    world = Game.of_world(game.view(1).redeal(np.random.default_rng(1)))
    data = to_position(world)
    assert to_position(from_position(data)) == data


def test_a_position_without_ledger_can_be_played_viewed_and_redealt():
    game = from_position({"board": "london", "players": 2}, seed=1)
    for _ in positions(game, 4, steps=30):
        pass
    assert not game.states[0].has_history
    again = from_position(to_position(game))
    assert set(differences(game, again)) <= {"drawn_order", "drawn_tickets"}  # nobody is taken to remember
    for seat in range(2):
        world = Game.of_world(again.view(seat).redeal(np.random.default_rng(7)))
        assert world.view(seat) == again.view(seat)
        assert bridge.faults(world._boards, world.states, 0) & ~TICKETS_WRONG == 0


def test_positions_hold_plain_data_only():
    def plain(value: object) -> bool:
        if isinstance(value, dict):
            return all(type(key) is str and plain(item) for key, item in value.items())
        if isinstance(value, list):
            return all(map(plain, value))
        return value is None or type(value) in (str, int)

    for game in positions(Game("europe", players=4, seed=8), 8, steps=30):
        assert plain(to_position(game))
