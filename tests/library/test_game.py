"""A game as a whole: how it is created, and what stays the same when it is played again."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from tests.kit.walks import (
    BOARD_NAMES,
    BOARDS,
    BOARDS_AND_PLAYERS,
    TABLE_NAMES,
    any_kind,
    board_of,
    everything,
    many_tickets,
    opened,
    played,
    sized,
    walk,
)

import ferrovia.game.play as play_module
from ferrovia import Game, Key, board_names, from_position
from ferrovia.actions import ActionTextError
from ferrovia.boards import engine_board
from ferrovia.engine import state
from ferrovia.events import CardDealt, DisplayFilled, DisplayReset, RouteClaimed, TicketOffered
from ferrovia.game.play import ScriptError

TINY, EUROPE = board_of("tiny"), board_of("europe")
a_board = pytest.mark.parametrize("board", BOARDS, ids=BOARD_NAMES)
every_table = pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)


# --- making one ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P1")
@a_board
def test_a_board_takes_only_its_numbers_of_players(board):
    fewest, most = board.players
    for players in range(fewest, most + 1):
        assert Game(board, players=players, seed=1).players == players
    for wrong in (fewest - 1, most + 1, 0, -1, 10**9, True, 2.0, "2", None):
        with pytest.raises(ValueError, match="players"):
            Game(board, players=wrong, seed=1)


@pytest.mark.rule("P16")
@a_board
def test_the_first_seat_is_the_one_asked_for_or_drawn_at_random(board):
    players = board.players[1]
    for first in range(players):
        game = Game(board, players=players, seed=1, first=first)
        assert game.first == game.asked_first == first
        assert opened(game).actors == {first}
    assert {Game(board, players=players, seed=seed).first for seed in range(30)} == set(range(players))
    for wrong in (-1, players, True, 0.0, "0"):
        with pytest.raises(ValueError, match="first seat"):
            Game(board, players=players, seed=1, first=wrong)


@pytest.mark.parametrize("seed", [True, 1.0, "1", b"1", (1,)])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="seed"):
        Game(TINY, players=2, seed=seed)


def test_a_game_has_a_seed_or_a_key_and_not_both():
    with pytest.raises(ValueError, match="not both"):
        Game(TINY, players=2, seed=1, key=Key.of_seed(1))
    assert Game(TINY, players=2, key=Key.of_seed(1)).digest() == Game(TINY, players=2, seed=1).digest()


def test_a_board_goes_by_name_by_path_or_as_it_is():
    for name in board_names():
        assert Game(name, players=2, seed=1).board.id == name
    assert Game(TINY, players=2, seed=1).board is TINY
    with pytest.raises(Exception, match="no_such"):
        Game("no_such", players=2)


def test_options_must_be_named():
    with pytest.raises(TypeError):
        Game(TINY, 2)  # type: ignore[misc]


# --- chance ----------------------------------------------------------------------------------------------------------


@every_table
def test_a_seed_gives_the_same_game_again(board, players):
    games = [played(Game(board, players=players, seed=7), 7, any_kind, steps=sized(60, 12)) for _ in range(2)]
    one, other = games
    assert everything(one) == everything(other)
    assert one.digests[-1] == one.digest()
    assert len(one.digests) == len(one.moves) == len(other.moves)
    assert Game(board, players=players, seed=8).opening != one.opening


@every_table
def test_the_moves_of_a_game_and_its_key_rebuild_it(board, players):
    game = played(Game(board, players=players, seed=7), 7, many_tickets, steps=sized(60, 12))
    again = Game(board, players=players, key=game.key)
    for (seat, code), digest in zip(game.moves, game.digests, strict=True):
        again.play(code, seat=seat)
        assert again.digest() == digest
    assert again.states.tobytes() == game.states.tobytes()


def test_games_without_seed_have_keys_of_their_own():
    keys = {Game(TINY, players=2).key.secret for _ in range(20)}
    assert len(keys) == 20
    assert all(Game(TINY, players=2).key.seed is None for _ in range(2))
    assert Game(TINY, players=2, seed=5).key.seed == 5


@pytest.mark.rule("H3")
def test_the_commitment_is_the_hash_of_the_key_and_the_key_is_never_shown():
    for key in (Key.random(), Key.of_seed(3)):
        assert key.commitment == hashlib.sha256(key.secret).hexdigest()
        assert len(key.secret) == 32
        game = Game(TINY, players=2, key=key)
        for shown in (repr(key), str(key), repr(game), str(game)):
            assert key.secret.hex() not in shown
            assert repr(key.secret) not in shown
        assert game.states[0].key.tobytes() == key.secret, "the key, and nothing else, deals"
    assert Key.of_seed(3) == Key.of_seed(3) != Key.of_seed(4)
    assert len({Key.of_seed(seed).secret for seed in range(100)}) == 100


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_key_has_32_bytes(size):
    with pytest.raises(ValueError, match="32 bytes"):
        Key(bytes(size))


@pytest.mark.rule("S1")
@a_board
def test_the_opening_can_be_told_to_chance(board):
    """The same outcomes, given to another game with another key, produce the same table."""
    for seed in range(sized(10, 2)):
        game = Game(board, players=2, seed=seed)
        said = [game.first]
        for event in game.opening:
            if isinstance(event, CardDealt | DisplayFilled):
                said.append(board.color_number(str(event.card)))
            elif isinstance(event, TicketOffered):
                said.append(board.ticket(str(event.ticket)).number)
        again = Game(board, players=2, seed=1000 + seed, script=said)
        assert again.opening == game.opening
        assert again.script == tuple(said)
        assert all(again.view(seat)._bytes() == game.view(seat)._bytes() for seat in range(2))


def test_an_opening_that_cannot_come_is_refused():
    for said in ([9], [0, 99], [0, -1], [0, 9]):
        with pytest.raises(ScriptError):
            Game(TINY, players=2, seed=1, script=said)


def test_a_script_is_no_longer_than_the_engine_can_count():
    for outcomes in (play_module.MAX_SCRIPT + 1, 40_000, 60_000):
        with pytest.raises(ValueError, match="32000 outcomes at most"):
            Game(TINY, players=2, seed=1, script=[0] * outcomes)
    assert len(play_module.make_script([0] * play_module.MAX_SCRIPT)) == play_module.MAX_SCRIPT + 2


def test_a_world_with_an_unknown_key_has_none():
    game = opened(Game(TINY, players=2, seed=1))
    world = play_module.World(TINY, game.states)
    assert Game.of_world(world).key is None
    assert Game.of_world(world).copy().key is None
    assert Game.of_world(game.view(0).redeal(np.random.default_rng(1))).key is None
    assert Game.of_world(world, key=game.key).key == game.key


# --- actions by number ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [int, np.int64, np.int16, np.uint8, np.array])
def test_a_code_may_be_any_whole_number(kind):
    game = Game(TINY, players=2, seed=1)
    code = game.legal_codes(0)[0]
    copy = game.copy()
    assert copy.why_not(kind(code), seat=0) is None
    assert copy.play(kind(code), seat=0) == game.play(code, seat=0)
    assert copy.moves == game.moves
    assert type(copy.moves[0][1]) is int


@pytest.mark.parametrize(
    "wrong", [True, False, np.True_, np.float64(1), 1.0, None, np.array([1, 2]), np.array(1.0), -1]
)
def test_a_code_must_be_an_integer(wrong):
    game = Game(TINY, players=2, seed=1)
    for ask in (game.play, game.why_not):
        with pytest.raises(ActionTextError):
            ask(wrong, seat=0)
    assert game.moves == []


# --- copies ----------------------------------------------------------------------------------------------------------


@a_board
def test_a_copy_goes_on_alone_and_has_the_same_future(board):
    game = played(Game(board, players=2, seed=2), 2, any_kind, steps=10)
    before = everything(game)
    copy = game.copy()
    assert everything(copy) == before
    assert copy.opening_digest == game.opening_digest
    played(copy, 5, any_kind, steps=sized(30, 8))
    assert everything(game) == before
    played(game, 5, any_kind, steps=sized(30, 8))
    assert everything(game) == everything(copy)


def test_a_copy_has_its_own_script():
    game = from_position({"board_text": TINY.text, "players": 2, "next": ["red", "blue"]}, seed=1)
    copy = game.copy()
    assert copy.play("draw")[0].card == game.play("draw")[0].card == "red"  # type: ignore[union-attr]
    assert copy.play("draw")[0].card == game.play("draw")[0].card == "blue"  # type: ignore[union-attr]


@a_board
def test_a_copy_has_the_digest_of_the_original_whatever_memory_it_gets(board):
    """Bytes between the fields of a state must not come from memory that was used before."""
    game = opened(Game(board, players=2, seed=2))
    for value in range(1, 60):
        used = [np.full(state.STATE.itemsize, value, dtype=np.uint8) for _ in range(20)]
        del used
        copy = game.copy()
        assert copy.digest() == game.digest()
        other = Game.of_world(play_module.World(board, copy.states))
        assert other.digest() == game.digest()
        assert other.view(0) == game.view(0)


def test_every_byte_of_a_state_belongs_to_a_field():
    fields = (state.STATE.fields or {}).values()
    assert sum(kind.itemsize for kind, *_ in fields) == state.STATE.itemsize
    assert (state.STATE.fields or {})["free_end"][1] == 4 * state.DIGESTED_WORDS, "digests leave nothing out"


def test_records_of_one_kind_share_one_dtype_object():
    """Numba recognises it by identity."""
    game = Game(EUROPE, players=2, seed=1)
    states = (state.new_records(state.STATE, 3), game.states, game.copy().states, game.view(0)._states)
    assert len({id(found.dtype) for found in states}) == 1
    assert engine_board(EUROPE).dtype is engine_board(TINY).dtype is state.new_records(state.BOARD).dtype


# --- notes -----------------------------------------------------------------------------------------------------------


@a_board
def test_an_action_with_too_many_notes_for_the_buffer_has_all_its_events(board, monkeypatch):
    game = Game(board, players=2, seed=3)
    copy = game.copy()
    told = [copy.play(code, seat=seat) for seat, code in walk(game, 3, many_tickets, steps=sized(120, 12))]
    monkeypatch.setattr(play_module, "_USUAL_NOTES", 1)
    again = Game(board, players=2, seed=3)
    assert again.opening == game.opening
    assert again.opening_digest == game.opening_digest
    assert [again.play(code, seat=seat) for seat, code in game.moves] == told
    assert everything(again) == everything(game)


def test_a_scripted_opening_with_a_small_note_buffer_is_the_same(monkeypatch):
    said = [0, 1, 1, 2, 2, 1, 1, 2, 2, 2, 0, 1, 2, 3]
    game = Game(TINY, players=2, seed=3, script=said)
    monkeypatch.setattr(play_module, "_USUAL_NOTES", 1)
    assert everything(Game(TINY, players=2, seed=3, script=said)) == everything(game)


@pytest.mark.rule("D6")
def test_a_display_cleared_a_hundred_times_has_all_its_events():
    """Nearly all colours in hands: three wilds are swept away until the last colours come together."""
    held: dict[str, int] = dict.fromkeys(EUROPE.card_colors, 12) | {"red": 10}
    first, second = {"yellow": 12}, {card: count for card, count in held.items() if card != "yellow"}
    data = {"board": "europe", "display": ["wild"] * 3 + ["red"] * 2, "seats": [{"hand": first}, {"hand": second}]}
    longest = 0
    for seed in range(sized(40, 6)):
        game = from_position(data, seed=seed)
        told = game.play(f"claim {two_spaces_for('yellow')} yellow*2")
        resets = [place for place, event in enumerate(told) if isinstance(event, DisplayReset)]
        fills = [event for event in told if isinstance(event, DisplayFilled)]
        assert isinstance(told[0], RouteClaimed)
        assert len(fills) == 5 * len(resets)
        assert [event.card for event in fills[-5:]] == list(game.spectator_view().display)
        assert game.spectator_view().display.count("wild") < 3
        longest = max(longest, len(told))
    assert longest > sized(play_module._USUAL_NOTES, 6)


def two_spaces_for(color: str) -> str:
    """A plain route of two spaces that this colour pays."""
    found = [r for r in EUROPE.routes if r.length == 2 and r.color in (color, None) and not r.tunnel and not r.ferry]
    return found[0].id
