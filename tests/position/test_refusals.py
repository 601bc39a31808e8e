"""Every impossible position is rejected, with its code, its place and a reason."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit.walks import opened

from ferrovia import Game, PositionError, from_position, load_board, to_position
from ferrovia.boards import parse_board

from .walks import positions

EUROPE = load_board("europe")
REGULAR = [ticket.id for ticket in EUROPE.tickets if not ticket.long]
LONG = [ticket.id for ticket in EUROPE.tickets if ticket.long]
TUNNEL = {"route": "marseille-zurich", "color": "purple", "wilds": 0, "shown": ["purple", "red", "red"]}
FREE = [route for route in EUROPE.routes if route.twin is None]
MANY = ["petrograd-stockholm", "budapest-kyiv", "palermo-smyrna", "athina-brindisi", "athina-sarajevo"]
MANY += ["barcelona-marseille", "berlin-danzig", "brest-pamplona", "bucuresti-budapest"]  # 44 trains


def problems(data: Any, **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(PositionError) as caught:
        from_position(data, **options)
    assert caught.value.problems
    for problem in caught.value.problems:
        assert problem.reason.strip().endswith((".", "?"))
        assert len(problem.reason) < 300
    return [(problem.code.removeprefix("position/"), problem.place) for problem in caught.value.problems]


def europe(*seats: dict[str, Any], **rest: Any) -> dict[str, Any]:
    given = [*seats, {}, {}][: max(len(seats), 2)]
    return {"board": "europe", "players": len(given), "seats": given, **rest}


CASES: list[tuple[dict[str, Any], str, str]] = [
    # data
    ({"board": "europe", "plyers": 2}, "unknown_key", "plyers"),
    (europe({"hands": {}}), "unknown_key", "seats[0].hands"),
    (europe({"hand": {"grean": 1}}), "unknown_card", "seats[0].hand.grean"),
    (europe({"hand": {"red": -1}}), "out_of_range", "seats[0].hand.red"),
    (europe({"hand": {"red": 1.0}}), "wrong_type", "seats[0].hand.red"),
    (europe({"hand": {"red": True}}), "wrong_type", "seats[0].hand.red"),
    (europe({"hand": ["red"]}), "wrong_type", "seats[0].hand"),
    (europe({"routes": "paris-zurich"}), "wrong_type", "seats[0].routes"),
    (europe({"routes": ["paris-zurik"]}), "unknown_route", "seats[0].routes[0]"),
    (europe({"routes": [7]}), "wrong_type", "seats[0].routes[0]"),
    (europe({"routes": ["paris-zurich", "zurich-paris"]}), "duplicate", "seats[0].routes[1]"),
    (europe({"stations": ["pariss"]}), "unknown_city", "seats[0].stations[0]"),
    (europe({}, {"tickets": ["a-b"]}), "unknown_ticket", "seats[1].tickets[0]"),
    (europe(phase="later"), "unknown_word", "phase"),
    (europe(rules_version=99), "rules_version", "rules_version"),
    (europe(players=True), "wrong_type", "players"),
    (europe(players=6), "out_of_range", "players"),
    (europe(players=3), "wrong_count", "seats"),
    ({"board": "europe", "seats": [{}] * 6}, "wrong_count", "seats"),
    (europe({}, []), "wrong_type", "seats[1]"),
    (europe(next=["red", "rose"]), "unknown_card", "next[1]"),
    (europe(next=["red", "here-there"]), "unknown_ticket", "next[1]"),
    # cards
    (europe({"hand": {"red": 13}}), "too_many_cards", "seats[0].hand.red"),
    (europe({"hand": {"red": 7}}, {"hand": {"red": 6}}), "too_many_cards", "seats[1].hand.red"),
    (europe({"hand": {"wild": 12}}, display=["wild"] * 3 + ["red"] * 2), "too_many_cards", "display.wild"),
    (europe({"hand": {"blue": 12}}, discards={"blue": 1}), "too_many_cards", "discards.blue"),
    (europe(deck={"red": 12, "blue": 12}, display=["red"] + ["green"] * 4), "too_many_cards", "deck.red"),
    (europe(deck={"red": 7}, display=["red"] * 5), "missing_cards", "deck.wild"),
    (europe({"hand": {**dict.fromkeys(EUROPE.card_colors, 12), "wild": 10}}), "no_display", "display"),
    (europe(display=["red"] * 4), "wrong_count", "display"),
    (europe(display=["red"] * 6), "wrong_count", "display"),
    (europe(display=["red"] * 4 + ["none"]), "unknown_card", "display[4]"),
    (europe({"hand": {"red": 1}, "known": {"red": 2}}), "known_not_held", "seats[0].known.red"),
    (europe({"hand": {"red": 1}, "drawn_since": {"red": 2}}), "drawn_not_held", "seats[0].drawn_since.red"),
    # routes, trains, stations
    (europe({"routes": ["paris-zurich"]}, {"routes": ["paris-zurich"]}), "two_owners", "seats[1].routes"),
    (europe({"routes": ["bruxelles-paris"]}, {"routes": ["bruxelles-paris/2"]}), "closed_half", "seats[1].routes"),
    (europe({}, {}, {}, {"routes": ["bruxelles-paris", "bruxelles-paris/2"]}), "both_halves", "seats[3].routes"),
    (europe({"routes": [route.id for route in FREE]}), "too_many_trains", "seats[0].routes"),
    (europe({"trains": 44}), "trains_disagree", "seats[0].trains"),
    (europe({"stations": ["paris", "roma", "wien", "berlin"]}), "too_many_stations", "seats[0].stations"),
    (europe({"stations": ["paris"]}, {"stations": ["paris"]}), "two_stations", "seats[1].stations"),
    ({"board": "usa", "seats": [{"stations": ["boston"]}, {}]}, "no_stations", "seats[0].stations"),
    (europe({"merchandise": 1}), "merchandise", "seats[0].merchandise"),
    ({"board": "amsterdam", "seats": [{}, {"merchandise": 1}]}, "merchandise", "seats[1].merchandise"),
    # tickets
    (europe({"tickets": REGULAR[:2]}, {"tickets": REGULAR[1:3]}), "ticket_twice", "seats[1].tickets"),
    (europe({"tickets": REGULAR[:1]}, ticket_deck={"returned": REGULAR[:1]}), "ticket_twice", "ticket_deck.returned"),
    (europe(ticket_deck={"returned": LONG[:1]}), "long_ticket_in_deck", "ticket_deck.returned"),
    (europe(ticket_deck={"bottom": []}), "unknown_key", "ticket_deck.bottom"),
    (europe(ticket_deck=[]), "wrong_type", "ticket_deck"),
    ({"board": "usa", "ticket_deck": {"removed": [load_board("usa").tickets[0].id]}}, "removed_ticket",
     "ticket_deck.removed"),
    (europe({"offer": REGULAR[:3]}), "offer", "seats[0].offer"),
    (europe({}, {"offer": REGULAR[:3]}, phase="choosing_tickets", turn=0), "offer", "seats[1].offer"),
    (europe({"offer": REGULAR[:2]}, phase="choosing_tickets"), "offer", "seats[0].offer"),
    (europe({"offer": REGULAR[:4]}, phase="choosing_tickets"), "offer", "seats[0].offer"),
    (europe(phase="choosing_tickets"), "offer", "seats[0].offer"),
    (europe({"offer": [*REGULAR[:2], LONG[0]]}, phase="choosing_tickets"), "offer", "seats[0].offer"),
    (europe({"chosen": [1, 2]}), "chosen", "seats[0].chosen"),
    # turns
    (europe(turn=2), "out_of_range", "turn"),
    (europe(first=-1), "out_of_range", "first"),
    (europe(first=0, turn=0, turns_played=1), "turns_disagree", "turn"),
    (europe(turns_played=1000), "turns_disagree", "turns_played"),
    (europe(turns_played=1001), "out_of_range", "turns_played"),
    (europe(turns_left=1), "last_round", "turns_left"),
    (europe(turns_left=3), "out_of_range", "turns_left"),
    (europe({"routes": MANY}, turns_left=0), "last_round", "turns_left"),
    (europe({"routes": MANY}), "last_round", "turns_left"),
    (europe(passes=2), "passes", "passes"),
    (europe(passes=3), "out_of_range", "passes"),
    (europe(passes=1, phase="second_card"), "passes", "passes"),
    (europe(ended_by="passes"), "phase", "ended_by"),
    (europe(phase="over"), "last_round", "turns_left"),
    (europe(phase="over", ended_by="passes", passes=1), "passes", "passes"),
    (europe(phase="over", ended_by="turn_limit", turns_played=9), "turns_disagree", "turns_played"),
    (europe({"hand": dict.fromkeys(EUROPE.card_colors, 12)}, {"hand": {"wild": 9}}, phase="second_card"),
     "no_second_card", "phase"),
    # the tunnel
    (europe(phase="in_tunnel"), "phase", "tunnel"),
    (europe(tunnel=TUNNEL), "phase", "tunnel"),
    (europe(phase="in_tunnel", tunnel=[]), "wrong_type", "tunnel"),
    (europe(phase="in_tunnel", tunnel={**TUNNEL, "route": "paris-x"}), "unknown_route", "tunnel.route"),
    (europe(phase="in_tunnel", tunnel={"shown": ["red"]}), "missing_key", "tunnel.route"),
    (europe(phase="in_tunnel", tunnel={**TUNNEL, "route": "berlin-danzig"}), "tunnel_route", "tunnel.route"),
    (europe({}, {"routes": ["marseille-zurich"]}, phase="in_tunnel", tunnel=TUNNEL), "tunnel_route", "tunnel.route"),
    (europe({"routes": MANY}, phase="in_tunnel", tunnel=TUNNEL, turns_left=2), "tunnel_route", "tunnel.route"),
    (europe(phase="in_tunnel", tunnel={**TUNNEL, "color": "red"}), "tunnel_payment", "tunnel"),
    (europe(phase="in_tunnel", tunnel={**TUNNEL, "wilds": 2}), "tunnel_payment", "tunnel"),
    (europe(phase="in_tunnel", tunnel={**TUNNEL, "color": None, "wilds": 1, "shown": ["wild"] * 3}),
     "tunnel_payment", "tunnel"),
    (europe(phase="in_tunnel", tunnel={**TUNNEL, "shown": ["red"] * 3}), "tunnel_shown", "tunnel.shown"),
    (europe(phase="in_tunnel", tunnel={**TUNNEL, "shown": ["purple"]}), "tunnel_shown", "tunnel.shown"),
    (europe(phase="in_tunnel", tunnel={**TUNNEL, "shown": ["purple"] * 4}), "wrong_count", "tunnel.shown"),
]  # fmt: skip


@pytest.mark.parametrize("data, code, place", CASES, ids=[f"{case[1]}-{case[2]}" for case in CASES])
def test_an_impossible_position_is_refused_where_it_is_wrong(data, code, place):
    assert (code, place) in problems(data)


@pytest.mark.parametrize("data, code, place", CASES, ids=[f"{case[1]}-{case[2]}" for case in CASES])
def test_one_mistake_is_reported_once(data, code, place):
    found = problems(data)
    assert len(found) == 1 or {found_code for found_code, _ in found} <= {code, "missing_cards", "missing_key"}


def test_all_reasons_come_at_once():
    data = europe(
        {"hand": {"red": 13, "rose": 1}, "routes": ["bruxelles-paris"], "stations": ["paris"]},
        {"routes": ["bruxelles-paris/2", "bruxelles-paris"], "stations": ["paris"], "trains": 3},
        display=["red"],
        passes=2,
        tunnel=TUNNEL,
        extra=1,
    )
    assert {code for code, _ in problems(data)} == {
        "unknown_key", "unknown_card", "too_many_cards", "wrong_count", "two_owners", "both_halves", "closed_half",
        "two_stations", "passes", "phase",
    }  # fmt: skip


def test_a_misspelt_name_gets_a_suggestion():
    with pytest.raises(PositionError, match='Did you mean "paris-zurich"') as caught:
        from_position(europe({"routes": ["paris-zurick"]}))
    assert str(caught.value).startswith("seats[0].routes[0]: ")


@pytest.mark.parametrize(
    "data",
    [None, 3, "europe", [], {}, {"board": None}, {"board": "eurpe"}, {"board": 5}, {"board": "/etc/passwd"},
     {"board_text": 5}, {"board_text": "id = 3"}, {"board": "usa", "board_text": EUROPE.text}],
)  # fmt: skip
def test_without_its_board_nothing_is_read(data):
    assert {code for code, _ in problems(data)} <= {"board", "wrong_type"}


def test_data_can_not_open_files(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(EUROPE.text, encoding="utf-8")
    assert problems({"board": str(file)}) == [("board", "board")]


def test_a_position_on_another_board_than_the_given_one_is_refused():
    assert problems({"board": "usa"}, board="europe") == [("board", "board")]
    assert problems({"board_text": "other"}, board="europe") == [("board", "board_text")]


def test_a_seed_and_a_key_are_one_too_many():
    with pytest.raises(ValueError, match="not both"):
        from_position({"board": "usa"}, seed=1, key=Game("usa", players=2).key)


def start(**changes: Any) -> dict[str, Any]:
    data = to_position(Game("europe", players=3, seed=4))
    data.pop("ledger")
    return {**data, **changes}


def test_at_the_start_all_offers_are_full_long_ones_first():
    data = start()
    data["seats"][1]["offer"].reverse()
    data["seats"][2]["offer"].pop()
    assert problems(data) == [("offer", "seats[1].offer"), ("offer", "seats[2].offer")]


@pytest.mark.parametrize("chosen", [[], [1], [2, 1], [1, 1], [0, 1], [1, 5], [1, True], ["1", "2"], 3, [1, 9]])
def test_at_the_start_enough_is_kept_of_what_is_offered(chosen):
    data = start()
    data["seats"][1]["chosen"] = chosen
    assert problems(data)[0][1] == "seats[1].chosen"


def test_when_all_have_chosen_the_start_is_over():
    data = start()
    for seat in data["seats"]:
        seat["chosen"] = [1, 2]
    assert problems(data) == [("chosen", "phase")]


def test_at_the_start_nothing_is_on_the_board_yet():
    data = start()
    data["seats"][0]["routes"] = ["paris-zurich"]
    del data["seats"][0]["trains"]
    free = [ticket for ticket in REGULAR if not any(ticket in seat["offer"] for seat in data["seats"])]
    data["ticket_deck"]["removed"] = free[:1]
    assert problems(data) == [("phase", "seats[0]"), ("phase", "ticket_deck")]
    assert ("turns_disagree", "turns_played") in problems(start(turns_played=3))


def with_history() -> dict[str, Any]:
    """A position of a game in which tickets were drawn in play."""
    for game in positions(Game("new_york", players=2, seed=3), 3):
        data = to_position(game)
        if len(data["ledger"]) >= 5 and data["phase"] == "turn" and len(data["ticket_deck"]["returned"]) > 1:
            return data
    raise AssertionError("no tickets were drawn")


@pytest.mark.parametrize(
    "change, place",
    [
        (lambda data: data.update(ledger=[]), "ledger"),
        (lambda data: data["ledger"][0].update(seat=1 - data["ledger"][0]["seat"]), "ledger[0]"),
        (lambda data: data["ledger"][1]["offered"].pop(), "ledger[1]"),
        (lambda data: data["ledger"][1].update(kept=None), "ledger[1]"),
        (lambda data: data["ledger"][1].update(kept=[]), "ledger[1]"),
        (lambda data: data["ledger"][2].update(kept=data["ledger"][1]["kept"]), "ledger[2]"),
        (lambda data: data["ledger"][2].update(offered=data["ledger"][0]["offered"]), "ledger[2]"),
        (lambda data: data["ledger"][4].update(seat=5), "ledger[4].seat"),
        (lambda data: data["ledger"][4].pop("seat"), "ledger[4].seat"),
        (lambda data: data["ledger"].pop(), "seats["),
        (lambda data: data["ticket_deck"]["returned"].reverse(), "ticket_deck.returned"),
        (lambda data: data["seats"][0]["tickets"].pop(), "seats[0].tickets"),
        (lambda data: data.update(ledger=data["ledger"] * 30), "ledger"),
    ],
)
def test_a_ledger_must_lead_to_the_position(change, place):
    data = with_history()
    change(data)
    assert problems(data)[0][1].startswith(place)


def test_nothing_is_drawn_in_play_while_start_tickets_are_chosen():
    data = to_position(Game("europe", players=3, seed=4))
    offered = [ticket for seat in data["seats"] for ticket in seat["offer"]]
    data["ledger"].append({"seat": 0, "offered": [t for t in REGULAR if t not in offered][:3], "kept": None})
    assert problems(data) == [("ledger", "ledger[3]")]


@pytest.mark.parametrize(
    "change", [lambda ledger: ledger.pop(), lambda ledger: ledger[-1].update(kept=ledger[-1]["offered"])]
)
def test_the_last_entry_of_a_ledger_is_what_is_on_offer_now(change):
    game = opened(Game("new_york", players=2, seed=3))
    game.play("tickets")
    data = to_position(game)
    change(data["ledger"])
    assert problems(data) == [("ledger", f"ledger[{len(data['ledger']) - 1}]")]


def test_tickets_that_left_the_game_are_those_of_the_ledger():
    game = Game("europe", players=2, seed=4)
    for seat in (0, 1):
        game.play("keep 1 2", seat=seat)
    data = to_position(game)
    gone = next(t for t in data["ticket_deck"]["removed"] if t in REGULAR)
    elsewhere = [*data["ticket_deck"]["removed"], *(t for seat in data["seats"] for t in seat["tickets"])]
    data["ticket_deck"]["removed"].remove(gone)
    data["ticket_deck"]["removed"].append(next(t for t in REGULAR if t not in elsewhere))
    assert problems(data) == [("ledger", "ticket_deck.removed")]


@pytest.mark.parametrize("owner, players", [(0, 5), (1, 2)])
def test_a_tunnel_that_is_closed_by_its_twin_is_not_entered(owner, players):
    route = next(route for route in EUROPE.routes if route.tunnel and route.twin is not None)
    seats: list[dict[str, Any]] = [{} for _ in range(players)]
    seats[owner]["routes"] = [EUROPE.routes[route.twin].id]
    tunnel = {"route": route.id, "color": None, "shown": ["wild", "red", "red"]}
    data = europe(*seats, phase="in_tunnel", turn=0, tunnel=tunnel)
    assert problems(data) == [("tunnel_route", "tunnel.route")]
    seats[owner]["routes"] = []
    from_position(data)


def test_merchandise_must_be_given_when_it_ran_out():
    """The printed board has as many cards as routes with carts, so this one is given a card less."""
    board = parse_board(
        load_board("amsterdam").text.replace("merchandise = { cards = 16,", "merchandise = { cards = 15,")
    )
    routes = [route.id for route in board.routes if route.carts]
    seats: list[dict[str, Any]] = [{"routes": routes[i::4]} for i in range(4)]
    assert problems({"seats": seats}, board=board) == [("merchandise", "seats[3].merchandise")]
    seats[3]["merchandise"] = 3
    assert from_position({"seats": seats}, board=board).spectator_view().merchandise == (4, 4, 4, 3)
