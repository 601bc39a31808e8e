"""An illegal action is refused with a reason that has a stable code and a rule, and changes nothing."""

from __future__ import annotations

import ast
import inspect
import random
from typing import Any

import numpy as np
import pytest
from tests.kit.walks import (
    BOARD_NAMES,
    BOARDS,
    BOARDS_AND_PLAYERS,
    TABLE_NAMES,
    all_codes,
    any_kind,
    board_of,
    everything,
    played,
    sized,
    walk,
)

from ferrovia import BoardError, Game, Key, Refused, from_position
from ferrovia.actions import ActionTextError, DrawCard, decode, to_text
from ferrovia.boards import NotOnBoardError, parse_board
from ferrovia.engine import bridge, state
from ferrovia.game.play import ScriptError
from ferrovia.locales import LANGUAGES, Texts
from ferrovia.record import RecordError, read_record, write_record
from ferrovia.views import Reason, reasons, refusals

TINY = board_of("tiny")
EUROPE = board_of("europe")
a_board = pytest.mark.parametrize("board", BOARDS, ids=BOARD_NAMES)
every_table = pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)

# Every code there is, with the rules it may rest on. Texts, servers and clients know them: none may change.
CODES = {
    "action/no_such_seat": {"P1"},
    "action/not_your_turn": {"S5"},
    "draw/no_cards": {"D9"},
    "draw/not_in_display": {"D1"},
    "draw/wild_is_no_second_card": {"D3"},
    "game/over": {"E1", "E2"},
    "pass/not_allowed": {"E2"},
    "payment/not_held": {"B2", "R2", "R9"},
    "payment/too_few_wilds": {"R8"},
    "payment/wrong_color": {"R2"},
    "payment/wrong_count": {"B2", "R2"},
    "phase/choose_tickets": {"S2", "T1"},
    "phase/in_tunnel": {"R10"},
    "phase/second_card": {"D1"},
    "route/closed": {"P10"},
    "route/taken": {"R1"},
    "route/too_few_cards": {"R2", "R3"},
    "route/too_few_trains": {"R1"},
    "route/too_few_wilds": {"R8"},
    "route/twin_is_yours": {"R6"},
    "station/city_taken": {"B1"},
    "station/none_left": {"B1"},
    "station/not_on_this_board": {"R13"},
    "station/too_few_cards": {"B2"},
    "tickets/already_chosen": {"S2"},
    "tickets/keep_more": {"P7", "P9"},
    "tickets/no_such_offer": {"P7", "T1"},
    "tickets/none_left": {"T2"},
    "tickets/none_offered": {"T1"},
    "tunnel/none_open": {"R10"},
    "tunnel/wrong_payment": {"R9"},
}


def codes_in_source() -> set[str]:
    found = set()
    for module in (reasons, refusals):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
                assert isinstance(node.args[0], ast.Constant), "a code is written out, so that it can be found"
                found.add(str(node.args[0].value))
    return found


def test_the_codes_are_those_that_clients_know():
    assert codes_in_source() == set(CODES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_text_in_every_language(language):
    texts = Texts(language)
    assert [code for code in CODES if f"reason.{code}" not in texts] == []


# --- one position for each reason ------------------------------------------------------------------------------------


def tiny(*seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"board_text": TINY.text, "seats": [*seats, *[{}] * (2 - len(seats))], **more}


def europe(*seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"board": "europe", "seats": [*seats, *[{}] * (2 - len(seats))], **more}


RICH = {"hand": {"red": 3, "blue": 3, "wild": 2}}
CAREFUL = TINY.text.replace("drawn_tickets = { count = 2, keep = 1 }", "drawn_tickets = { count = 2, keep = 2 }")
OFFER = {"offer": ["ash-cedar", "ash-elm"]}
IN_TUNNEL = {"route": "birch-cedar", "color": "red", "wilds": 0, "shown": ["red", "wild", "blue"]}
NO_CARDS = {
    "display": ["red", "red", "red", "blue", "blue"],
    "seats": [{"hand": {"red": 5, "blue": 6, "wild": 4}}, {}],
}

CASES: list[tuple[dict[str, Any], int, str, str, str, dict[str, Any]]] = [
    # position, seat, action, code, rule, numbers
    (tiny(RICH), 1, "draw", "action/not_your_turn", "S5", {"turn": 0}),
    (tiny(RICH), -1, "draw", "action/no_such_seat", "P1", {"seat": -1, "players": 2}),
    (tiny(RICH), 2, "draw", "action/no_such_seat", "P1", {"seat": 2, "players": 2}),
    (tiny(RICH), 99, "draw", "action/no_such_seat", "P1", {"seat": 99, "players": 2}),
    (tiny(RICH), 2**80, "draw", "action/no_such_seat", "P1", {"seat": 2**80, "players": 2}),
    (tiny({**OFFER, "chosen": [1]}, {"offer": ["ash-dogwood", "birch-dogwood"]}, phase="choosing_start"), 0, "keep 1",
     "tickets/already_chosen", "S2", {}),
    (tiny(OFFER, {"offer": ["ash-dogwood", "birch-dogwood"]}, phase="choosing_start"), 0, "draw",
     "phase/choose_tickets", "S2", {}),
    (tiny(OFFER, {"offer": ["ash-dogwood", "birch-dogwood"]}, phase="choosing_start"), 1, "keep 1 2 3",
     "tickets/no_such_offer", "P7", {"offered": 2}),
    (europe(
        {"offer": ["brest-petrograd", "london-wien", "madrid-dieppe", "sofia-smyrna"]},
        {"offer": ["cadiz-stockholm", "athina-angora", "brest-marseille", "berlin-roma"]},
        phase="choosing_start"), 0, "keep 4", "tickets/keep_more", "P7", {"needed": 2, "offered": 4}),
    (tiny(OFFER, phase="choosing_tickets"), 0, "tickets", "phase/choose_tickets", "T1", {}),
    (tiny(OFFER, phase="choosing_tickets"), 0, "take red", "phase/choose_tickets", "T1", {}),
    (tiny(OFFER, phase="choosing_tickets"), 0, "keep 3", "tickets/no_such_offer", "T1", {"offered": 2}),
    ({**tiny(OFFER, phase="choosing_tickets"), "board_text": CAREFUL}, 0, "keep 2",
     "tickets/keep_more", "P9", {"needed": 2, "offered": 2}),
    (tiny(RICH), 0, "keep 1", "tickets/none_offered", "T1", {}),
    (tiny({**RICH, "tickets": [ticket.id for ticket in TINY.tickets]}), 0, "tickets", "tickets/none_left", "T2", {}),
    (tiny(RICH, phase="second_card"), 0, "tickets", "phase/second_card", "D1", {}),
    (tiny(RICH, phase="second_card"), 0, "claim birch-elm red*1", "phase/second_card", "D1", {}),
    (tiny(RICH, phase="second_card"), 0, "station ash red", "phase/second_card", "D1", {}),
    (tiny(phase="second_card", display=["wild", "red", "red", "blue", "blue"]), 0, "take wild",
     "draw/wild_is_no_second_card", "D3", {}),
    (tiny(display=["blue"] * 5), 0, "take red", "draw/not_in_display", "D1", {"card": "red"}),
    (tiny(display=["blue"] * 5), 0, "take wild", "draw/not_in_display", "D1", {"card": "wild"}),
    (tiny(**NO_CARDS), 0, "draw", "draw/no_cards", "D9", {}),
    (tiny(**NO_CARDS), 0, "take red", "draw/no_cards", "D9", {}),
    (tiny(RICH, phase="in_tunnel", tunnel=IN_TUNNEL), 0, "draw", "phase/in_tunnel", "R10", {}),
    (tiny(RICH, phase="in_tunnel", tunnel=IN_TUNNEL), 0, "claim birch-elm red*1", "phase/in_tunnel", "R10", {}),
    (tiny(RICH, phase="in_tunnel", tunnel=IN_TUNNEL), 0, "pay wild*3", "tunnel/wrong_payment", "R9", {"extra": 2}),
    (tiny({"hand": {"wild": 1}}, phase="in_tunnel", tunnel={**IN_TUNNEL, "color": None, "wilds": 1}), 0, "pay wild*0",
     "tunnel/wrong_payment", "R9", {"extra": 1}),
    (tiny({"hand": {"red": 1}}, phase="in_tunnel", tunnel=IN_TUNNEL), 0, "pay wild*0",
     "payment/not_held", "R9", {"card": "red", "needed": 2, "held": 1}),
    (tiny({"hand": {"red": 1}}, phase="in_tunnel", tunnel=IN_TUNNEL), 0, "pay wild*1",
     "payment/not_held", "R9", {"card": "wild", "needed": 1, "held": 0}),
    (tiny(RICH), 0, "pay wild*0", "tunnel/none_open", "R10", {}),
    (tiny(RICH), 0, "back", "tunnel/none_open", "R10", {}),
    (tiny(RICH), 0, "pass", "pass/not_allowed", "E2", {}),
    (tiny(RICH, phase="in_tunnel", tunnel=IN_TUNNEL), 0, "pass", "pass/not_allowed", "E2", {}),
    (tiny({**RICH, "routes": ["birch-elm"]}), 0, "claim birch-elm red*1", "route/taken", "R1", {"owner": 0}),
    (tiny(RICH, {"routes": ["birch-elm"]}), 0, "claim birch-elm red*1", "route/taken", "R1", {"owner": 1}),
    (tiny({**RICH, "routes": ["ash-birch"]}), 0, "claim ash-birch/2 blue*2", "route/twin_is_yours", "R6", {}),
    (tiny({**RICH, "routes": ["ash-birch"]}, {}, {}), 0, "claim ash-birch/2 blue*2", "route/twin_is_yours", "R6", {}),
    (tiny(RICH, {"routes": ["ash-birch/2"]}), 0, "claim ash-birch red*2", "route/closed", "P10", {"players": 2}),
    (tiny({"hand": {"red": 3}}), 0, "claim dogwood-elm red*1+wild*1", "route/too_few_wilds", "R8",
     {"missing": 1, "needed": 1, "held": 0}),
    (tiny({"hand": {"red": 1, "wild": 1}}), 0, "claim cedar-dogwood red*3", "route/too_few_cards", "R2",
     {"missing": 1, "color": "red", "held": 1, "wilds": 1}),
    (tiny({"hand": {}}), 0, "claim birch-elm blue*1", "route/too_few_cards", "R3",
     {"missing": 1, "color": "red", "held": 0, "wilds": 0}),
    (tiny({**RICH, "routes": ["cedar-dogwood", "dogwood-elm"]}), 0, "claim ash-elm blue*3+wild*1",
     "route/too_few_trains", "R1", {"needed": 4, "left": 3}),
    (tiny(RICH), 0, "claim ash-birch blue*2", "payment/wrong_color", "R2", {"color": "red"}),
    (tiny(RICH), 0, "claim dogwood-elm red*2", "payment/too_few_wilds", "R8", {"needed": 1}),
    (tiny({"hand": {"red": 1, "wild": 1}}), 0, "claim ash-birch red*2", "payment/not_held", "R2",
     {"card": "red", "needed": 2, "held": 1}),
    (tiny({"hand": {"red": 1, "wild": 1}}), 0, "claim ash-birch wild*2", "payment/not_held", "R2",
     {"card": "wild", "needed": 2, "held": 1}),
    (tiny({**RICH, "stations": ["ash"]}), 0, "station ash red", "station/city_taken", "B1", {"owner": 0}),
    (tiny(RICH, {"stations": ["ash"]}), 0, "station ash red", "station/city_taken", "B1", {"owner": 1}),
    (tiny({**RICH, "stations": ["ash", "elm"]}), 0, "station birch red", "station/none_left", "B1", {}),
    (tiny({"hand": {"red": 1}, "stations": ["ash"]}), 0, "station birch red", "station/too_few_cards", "B2",
     {"missing": 1, "needed": 2}),
    (tiny(RICH), 0, "station birch wild*2", "payment/wrong_count", "B2", {"needed": 1}),
    (tiny(RICH), 0, "station birch red+wild*1", "payment/wrong_count", "B2", {"needed": 1}),
    (tiny(RICH), 0, "station birch wild*9", "payment/wrong_count", "B2", {"needed": 1}),
    (tiny(RICH), 0, "claim ash-birch red*1", "payment/wrong_count", "R2", {"needed": 2}),
    (tiny(RICH), 0, "claim ash-birch red*2+wild*1", "payment/wrong_count", "R2", {"needed": 2}),
    (tiny(RICH), 0, "claim ash-birch wild*5", "payment/wrong_count", "R2", {"needed": 2}),
    (tiny(RICH, {"routes": ["ash-birch"]}), 0, "claim ash-birch red*1", "route/taken", "R1", {"owner": 1}),
    (tiny(RICH), 1, "claim ash-birch red*1", "action/not_your_turn", "S5", {"turn": 0}),
    (tiny(RICH), 0, "pay wild*9", "tunnel/none_open", "R10", {}),
    (tiny({"hand": {"blue": 1}}), 0, "station birch red", "payment/not_held", "B2",
     {"card": "red", "needed": 1, "held": 0}),
    (tiny(phase="over", turns_played=3, turns_left=0, first=0, turn=0, ended_by="last_round") | {
        "seats": [{"routes": ["ash-elm", "dogwood-elm"]}, {}]}, 0, "draw", "game/over", "E1", {}),
    (tiny(phase="over", turns_played=3, turns_left=0, first=0, turn=0, ended_by="last_round") | {
        "seats": [{"routes": ["ash-elm", "dogwood-elm"]}, {}]}, 99, "pass", "game/over", "E1", {}),
    (tiny(phase="over", turns_played=2, passes=2, ended_by="passes"), 0, "draw", "game/over", "E2", {}),
]  # fmt: skip
CASE_NAMES = [f"{code} {text}" for _, _, text, code, _, _ in CASES]


@pytest.mark.parametrize("data, seat, text, code, rule, numbers", CASES, ids=CASE_NAMES)
def test_a_refusal_names_its_reason_and_changes_nothing(data, seat, text, code, rule, numbers):
    game = from_position(data, seed=1)
    before = everything(game)
    with pytest.raises(Refused) as found:
        game.play(text, seat=seat)
    assert (found.value.code, found.value.rule, found.value.numbers) == (code, rule, numbers)
    assert found.value.reason == Reason(code, rule, numbers) == game.why_not(text, seat=seat)
    assert code in str(found.value)
    assert rule in str(found.value)
    assert text in str(found.value)
    assert {found.value.text(language) for language in LANGUAGES} == {
        found.value.reason.text(language) for language in LANGUAGES
    }
    assert everything(game) == before
    if 0 <= seat < game.players:
        assert game.view(seat).why_not(text) == found.value.reason


def test_a_station_on_a_board_without_them_gets_a_reason():
    game = from_position({"board": "london", "players": 2}, seed=1)
    city = game.board.cities[0].id
    assert game.view(0).why_not(city) == Reason("station/not_on_this_board", "R13")
    with pytest.raises(ActionTextError):
        game.play(f"station {city} wild*1")


def test_every_code_and_rule_is_shown_by_a_position():
    shown = {(code, rule) for _, _, _, code, rule, _ in CASES} | {("station/not_on_this_board", "R13")}
    assert shown == {(code, rule) for code, rules in CODES.items() for rule in rules}


def test_a_refusal_speaks_three_languages():
    reason = Reason("route/taken", "R1", {"owner": 1})
    assert reason.text() == "The route already belongs to player 2."
    assert reason.text("es") == "La ruta ya es de jugador 2."
    assert reason.text("pt", names=["Ana", "Rui"]) == "A rota já é de Rui."
    assert reason.text(viewer=1) == "The route is already yours."
    error = Refused(Reason("payment/wrong_count", "R2", {"needed": 3}), "claim paris-zurich red*2")
    assert error.text("pt") == "Custa exatamente 3 cartas."
    assert str(error) == "claim paris-zurich red*2: This costs exactly 3 cards. (payment/wrong_count, rule R2)"
    with pytest.raises(ValueError, match="no language 'fr'"):
        reason.text("fr")


def test_odd_arguments_get_the_errors_of_the_library():
    game = Game(TINY, players=2, seed=1)
    with pytest.raises(BoardError, match="A board is a name"):
        Game(None, players=2)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a key is a Key"):
        Game(TINY, players=2, key=bytes(32))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a key has 32 bytes, not str"):
        Key("0" * 32)  # type: ignore[arg-type]
    for script in ([1.5], [True], [-1], [2**15], "12", None, 3):
        with pytest.raises(ScriptError, match="script"):
            Game(TINY, players=2, seed=1, script=script)  # type: ignore[arg-type]
    for ticket in (None, 1.5, True, [1]):
        with pytest.raises(NotOnBoardError, match="goes by its id or number"):
            game.view(0).outlook(ticket)  # type: ignore[arg-type]
    for seat in (None, "0", 0.5):
        for ask in (game.view, game.view(0).known_hand, game.view(0).hand_known_by_all, game.view(0).tickets_of):
            with pytest.raises(ValueError, match=f"there is no seat {seat}"):
                ask(seat)
    for rng in (None, 7):
        with pytest.raises(ValueError, match="a redeal needs a NumPy generator"):
            game.view(0).redeal(rng)  # type: ignore[arg-type]
    for world in (None, game):
        with pytest.raises(ValueError, match="a world is a World, such as"):
            Game.of_world(world)  # type: ignore[arg-type]
    for text in (None, b"ferrovia record 1"):
        with pytest.raises(RecordError, match="A record is a text"):
            read_record(text)  # type: ignore[arg-type]


def test_whole_numbers_of_numpy_are_whole_numbers():
    game = Game(TINY, players=np.int64(2), seed=np.uint8(1), first=np.int16(1))
    same = Game(TINY, players=2, seed=1, first=1)
    assert game.view(np.int64(0)) == same.view(0)
    code = np.int32(same.legal_codes(np.int64(0))[0])
    assert game.why_not(code, seat=np.int64(0)) is None
    assert game.play(code, seat=np.int64(0)) == same.play(int(code), seat=0)
    assert list(read_record(write_record(played(game, 1))).moves) == played(same, 1).moves


# --- nothing changes -------------------------------------------------------------------------------------------------


@every_table
def test_no_action_of_a_wrong_seat_changes_anything(board, players):
    game = Game(board, players=players, seed=3)
    dice = random.Random(3)
    for _, code in walk(game, 3, any_kind, steps=sized(80, 12)):
        if dice.random() < 0.4:
            before = everything(game)
            for seat in (*(set(range(players)) - game.actors), -1, players, 99):
                for action in (code, decode(board, code), to_text(board, decode(board, code))):
                    with pytest.raises(Refused) as found:
                        game.play(action, seat=seat)
                    assert found.value.code in ("action/not_your_turn", "tickets/already_chosen", "action/no_such_seat")
            assert everything(game) == before


@every_table
def test_when_the_game_is_over_nothing_is_allowed(board, players):
    if not sized(1, 0):
        data = {"board_text": board.text, "phase": "over", "turns_played": players, "players": players}
        game = from_position({**data, "passes": players, "ended_by": "passes"}, seed=1)
    else:
        game = Game(board, players=players, seed=3)
        for _ in walk(game, 3):
            pass
    before = everything(game)
    assert game.actors == frozenset()
    for seat in (*range(players), None, -1, 99):
        assert game.legal_actions(seat) == ()
        for text in ("draw", "take wild", "tickets", "pass", "back", "keep 1", "pay wild*0"):
            with pytest.raises(Refused, match="game/over"):
                game.play(text, seat=seat)
    assert everything(game) == before


def positions_of(board: Any, wanted: int, *, every: int) -> list[tuple[Game, int]]:
    """Positions of a random game with the seat to act, every phase of the board among them."""
    found: dict[str, list[tuple[Game, int]]] = {}
    for seed in range(4):
        game = Game(board, players=board.players[1], seed=seed)
        for step, (seat, _) in enumerate(walk(game, seed, any_kind, steps=300)):
            if step % every == 0 and len(found.setdefault(game.phase, [])) < wanted:
                found[game.phase].append((game.copy(), seat))
    return [position for phase in found.values() for position in phase]


@pytest.mark.compiled_only
@a_board
def test_exactly_the_listed_codes_are_allowed(board):
    """Of all codes there are, those of other boards included."""
    for game, seat in positions_of(board, 1, every=5):
        legal = bridge.desk().legal.copy()
        listed = set(game.legal_codes(seat))
        boards, states = game._boards, game.states
        for code in range(-2, state.ACTION_CODES + 2):
            assert bridge.is_listed(boards, states, 0, seat, code, legal) == (code in listed)
        assert len(listed) == bridge.list_actions(boards, states, 0, seat, legal), "none is listed twice"
        assert listed <= set(all_codes(board))


@pytest.mark.compiled_only
@a_board
def test_every_unlisted_action_is_refused_and_changes_nothing(board):
    phases = set()
    for game, seat in positions_of(board, 1, every=7):
        phases.add(game.phase)
        before, listed = everything(game), set(game.legal_codes(seat))
        states = game.states.tobytes()
        for code in all_codes(board):
            if code in listed:
                assert game.why_not(code, seat=seat) is None
                continue
            with pytest.raises(Refused) as found:
                game.play(code, seat=seat)
            assert found.value.rule in CODES[found.value.code]
            assert game.states.tobytes() == states
        assert everything(game) == before
    assert phases >= {"choosing_start", "turn", "second_card", "choosing_tickets"}


@a_board
def test_some_unlisted_actions_are_refused_and_change_nothing(board):
    game = Game(board, players=2, seed=6)
    codes, dice = list(all_codes(board)), random.Random(6)
    for seat, _ in walk(game, 6, any_kind, steps=sized(60, 10)):
        before, listed = everything(game), set(game.legal_codes(seat))
        for code in dice.sample(codes, sized(30, 6)):
            if code not in listed:
                with pytest.raises(Refused) as found:
                    game.play(code, seat=seat)
                assert found.value.rule in CODES[found.value.code]
        assert everything(game) == before


@pytest.mark.parametrize(
    "action",
    ["", "nonsense", "take gray", -1, 10**9, state.ACTION_CODES, True, 1.5, None, ..., DrawCard, [], b"draw"],
)
def test_an_unknown_action_is_not_understood_and_changes_nothing(action):
    game = from_position(tiny(RICH), seed=1)
    before = everything(game)
    with pytest.raises(ActionTextError):
        game.play(action)
    with pytest.raises(ActionTextError):
        game.why_not(action)
    assert everything(game) == before


@pytest.mark.parametrize("seat", [True, 0.0, "0", b"0", (0,)])
def test_an_invalid_seat_number_is_rejected_and_changes_nothing(seat):
    game = from_position(tiny(RICH), seed=1)
    before = everything(game)
    for ask in (lambda: game.play("draw", seat=seat), lambda: game.view(seat), lambda: game.legal_actions(seat)):
        with pytest.raises(ValueError, match="seat"):
            ask()
    assert everything(game) == before


def test_while_several_may_act_the_seat_must_be_said():
    game = Game(TINY, players=3, seed=1)
    with pytest.raises(ValueError, match=r"\[0, 1, 2\]"):
        game.play("keep 1")
    game.play("keep 1", seat=0)
    game.play("keep 1", seat=2)
    assert game.play("keep 1")  # one is left


def test_a_draw_that_cannot_come_changes_nothing():
    game = from_position({**tiny(RICH), "next": ["blue", "red"], "deck": {"blue": 2, "wild": 2, "red": 0}, "discards": {
        "red": 3}, "display": ["red", "red", "blue", "blue", "blue"]}, seed=1)  # fmt: skip
    game.play("draw")
    before = everything(game)
    for _ in range(2):
        with pytest.raises(ScriptError):
            game.play("draw")
        assert everything(game) == before


def test_an_action_refused_for_one_payment_can_be_done_with_another():
    game = from_position(tiny({"hand": {"red": 1, "wild": 1}}), seed=1)
    with pytest.raises(Refused):
        game.play("claim ash-birch red*2")
    assert game.play("claim ash-birch red*1+wild*1")
    assert parse_board(CAREFUL).drawn_tickets.keep == 2
