"""Cases that other programs of these games are known to get wrong, one test each."""

from __future__ import annotations

import random

import pytest

from ferrovia import Game, load_board, to_position
from ferrovia.events import DeckReshuffled, DisplayReset, LastRoundBegan, TunnelPriced

from .table import (
    TINY,
    all_cards,
    cards_of,
    changes,
    hand,
    held,
    hoarded,
    may,
    other_views,
    others_of,
    play,
    refusal,
    scored,
    seen_by,
    set_up,
)

FOUR_TRAINS_LEFT = [
    "brooklyn-chinatown",
    "brooklyn-lower_east_side",
    "brooklyn-wall_street",
    "central_park-lincoln_center",
]


# --- the display ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("D6")
def test_a_display_of_three_wilds_that_had_to_stay_is_looked_at_again_after_a_claim():
    game = hoarded(
        "london",
        {"black": 4},
        display=["wild", "wild", "wild", "pink", "blue"],
        next=["black", "black", "wild", "pink", "wild"],
    )
    events = game.play("claim baker_street-hyde_park black*4")
    assert events.index(DisplayReset()) == 1  # right after the claim, before the next turn
    assert game.spectator_view().display == ("black", "black", "wild", "pink", "wild")
    assert all_cards(game) == cards_of(game.board)


@pytest.mark.rule("D9")
@pytest.mark.parametrize("board", ["europe", "new_york"])
def test_no_face_up_card_is_taken_with_deck_and_discards_empty(board):
    game = hoarded(board, {"black": 2}, display=["red", "blue", "green", "orange", "wild"])
    for card in ("red", "blue", "green", "orange", "wild"):
        assert refusal(game, f"take {card}") == ("draw/no_cards", "D9")


@pytest.mark.rule("D6")
def test_three_wilds_are_swept_away_as_often_as_they_come():
    swept = ["wild", "wild", "wild", "red", "red"]
    coming = ["wild", *swept, *swept, *swept, "red", "red", "wild", "wild", "blue"]
    game = set_up("europe", {}, {}, display=["wild", "wild", "blue", "green", "green"], next=coming)
    events = game.play("take blue")
    assert events.count(DisplayReset()) == 4
    assert game.spectator_view().display == ("red", "red", "wild", "wild", "blue")


@pytest.mark.rule("D6")
@pytest.mark.parametrize(
    "wilds, colored", [(3, 2), (3, 3), (4, 1), (4, 2), (5, 0), (5, 1), (5, 2), (5, 3), (8, 0), (8, 1), (8, 2), (8, 4)]
)
def test_a_sweep_ends_when_colours_are_scarce(wilds, colored):
    """All cards outside hands: so many wilds, so many blue ones, and the green card that is claimed with."""
    display = (["wild"] * wilds + ["blue"] * colored)[:5]
    rest = {"wild": wilds - display.count("wild"), "blue": colored - display.count("blue")}
    game = hoarded("new_york", {"green": 1}, display=display, deck=rest)
    game.play("claim chinatown-wall_street green*1")
    view = game.spectator_view()
    assert len(view.display) == 5
    assert (view.display.count("wild") < 3) == (colored + 1 >= 3)
    assert all_cards(game) == cards_of(game.board)


# --- drawing ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("D10")
@pytest.mark.parametrize("first", ["draw", "take blue"])
def test_the_game_goes_on_when_no_second_card_exists(first):
    game = hoarded("amsterdam", {}, display=["blue"] * 5, deck={"red": 1})
    game.play(first)
    assert game.actors == {1}
    assert game.phase == "turn"
    assert may(game)


@pytest.mark.rule("D3")
def test_a_face_up_wild_is_no_second_card_after_a_face_up_first():
    game = set_up("london", {}, {}, display=["blue", "wild", "green", "black", "pink"], next=["orange"])
    game.play("take blue")
    assert refusal(game, "take wild") == ("draw/wild_is_no_second_card", "D3")


@pytest.mark.rule("D3")
def test_a_face_up_wild_is_no_second_card_after_an_unseen_first():
    game = set_up("london", {}, {}, display=["blue", "wild", "green", "black", "pink"], next=["orange"])
    game.play("draw")
    assert refusal(game, "take wild") == ("draw/wild_is_no_second_card", "D3")


@pytest.mark.rule("D3")
def test_a_display_swept_in_the_middle_of_a_draw_offers_no_wild_as_second_card():
    display = ["wild", "wild", "blue", "green", "green"]
    coming = ["wild", "red", "wild", "wild", "blue", "green"]
    game = set_up("europe", {}, {}, display=display, next=coming)
    game.play("take blue")
    assert may(game) == ["draw", "take blue", "take green", "take red"]


@pytest.mark.rule("D4")
def test_an_unseen_wild_does_not_end_the_turn():
    game = set_up("amsterdam", {}, {}, next=["wild", "pink"])
    game.play("draw")
    assert (game.phase, game.actors) == ("second_card", {0})
    game.play("draw")
    assert hand(game, 0) == {"wild": 1, "pink": 1}


# --- wilds alone ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    "kind, route, length",
    [
        ("grey", "danzig-warszawa", 2),
        ("coloured", "brest-dieppe", 2),
        ("tunnel", "munchen-zurich", 2),
        ("grey tunnel", "paris-zurich", 3),
        ("ferry", "athina-smyrna", 2),
        ("ferry all of symbols", "amsterdam-london", 2),
    ],
)
def test_wilds_alone_pay_for_every_kind_of_route(kind, route, length):
    game = set_up("europe", {"hand": {"wild": length}}, {}, next=["red"] * 3)
    assert may(game, f"claim {route} ") == [f"claim {route} wild*{length}"]
    game.play(f"claim {route} wild*{length}")
    assert game.spectator_view().owners == {route: 0}
    assert hand(game, 0) == {}


@pytest.mark.rule("R9")
def test_a_tunnel_paid_with_wilds_alone_is_not_charged_for_a_colour():
    game = set_up("europe", {"hand": {"wild": 2, "yellow": 3}}, {}, next=["yellow", "yellow", "yellow"])
    assert TunnelPriced(0, 0) in game.play("claim munchen-zurich wild*2")
    assert hand(game, 0) == {"yellow": 3}


@pytest.mark.rule("R9")
def test_a_wild_turned_up_for_a_tunnel_counts():
    game = set_up("europe", {"hand": {"green": 4}}, {}, next=["wild", "red", "wild"])
    game.play("claim venezia-zurich green*2")
    assert may(game) == ["back", "pay wild*0"]
    game.play("pay wild*0")
    assert hand(game, 0) == {}


@pytest.mark.rule("R11")
@pytest.mark.parametrize("payment", ["green*2", "green*1+wild*1", "wild*2"])
def test_a_tunnel_with_deck_and_discards_empty_is_claimed(payment):
    game = hoarded("europe", {"green": 2, "wild": 2}, display=["red"] * 5)
    game.play(f"claim venezia-zurich {payment}")
    assert game.spectator_view().owners == {"venezia-zurich": 0}
    assert game.spectator_view().discard_count == 2


@pytest.mark.rule("D7")
@pytest.mark.parametrize("end", ["back", "pay wild*0"])
def test_cards_laid_down_for_an_open_tunnel_are_not_shuffled_into_the_deck(end):
    """The discards have one card: it is turned up, and no second or third comes from the two laid down."""
    game = hoarded("europe", {"green": 3}, display=["red"] * 5, discards={"green": 1})
    events = game.play("claim venezia-zurich green*2")
    assert DeckReshuffled(1) in events
    assert game.view(1).tunnel["shown"] == ["green"]
    assert game.view(1).tunnel["extra"] == 1
    game.play(end)
    assert all_cards(game) == cards_of(game.board)


# --- nothing half done, nothing lost ----------------------------------------------------------------------------------
@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    "action",
    [
        "claim brest-dieppe orange*2",  # one card too few
        "claim brest-dieppe orange*1+wild*1",  # no wild
        "claim danzig-warszawa orange*2",
        "claim dieppe-paris purple*1",  # taken
        "claim bruxelles-paris/2 yellow*2",  # closed
        "claim athina-smyrna red*2",  # a ferry without its wild
        "station roma red",  # taken
        "station paris red+wild*1",
        "take wild",
        "back",
        "pay wild*0",
        "keep 1",
        "pass",
    ],
)
def test_a_refused_action_leaves_nothing_half_done(action):
    """`refusal` compares everything at the table, the seed's state included, before and after."""
    game = set_up(
        "europe",
        {"hand": {"orange": 1, "red": 3, "yellow": 2}},
        {"routes": ["dieppe-paris", "bruxelles-paris"], "stations": ["roma"]},
    )
    refusal(game, action)
    assert may(game, "draw") == ["draw"]


@pytest.mark.rule("D7")
def test_no_card_is_created_or_lost_when_the_discards_become_the_deck():
    game = hoarded("new_york", {"red": 3}, display=["blue"] * 5, deck={"red": 1}, discards={"wild": 2, "green": 3})
    for action in ("draw", "draw", "claim chelsea-soho pink*4", "take blue", "draw"):
        game.play(action)
        assert all_cards(game) == cards_of(game.board)
        data = to_position(game)
        view = game.spectator_view()
        assert (view.deck_count, view.discard_count) == (sum(data["deck"].values()), sum(data["discards"].values()))


# --- doubles ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("R6")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_owns_both_halves_whatever_the_number_of_players(players):
    game = set_up("usa", {"hand": {"wild": 4}}, *[{}] * (players - 1))
    game.play("claim dallas-houston wild*1")
    for _ in range(players - 1):
        play(game, "draw", "draw")
    assert refusal(game, "claim dallas-houston/2 wild*1") == ("route/twin_is_yours", "R6")


@pytest.mark.rule("P10")
@pytest.mark.parametrize(
    "board, half",
    [("new_york", "chinatown-wall_street"), ("london", "hyde_park-buckingham_palace"), ("amsterdam", "oude_kerk-waag")],
)
def test_the_second_half_is_open_with_three_players_on_a_city_board(board, half):
    route = load_board(board).route(half)
    twin = load_board(board).route(route.twin)
    game = set_up(board, {"routes": [route.id]}, {"hand": {"wild": 1}}, {}, turn=1)
    game.play(f"claim {twin.id} wild*1")
    assert game.spectator_view().owners == {route.id: 0, twin.id: 1}


@pytest.mark.rule("P10")
@pytest.mark.parametrize("board, half", [("europe", "budapest-wien"), ("usa", "dallas-houston")])
def test_the_second_half_is_closed_with_three_players_in_europe_and_the_usa(board, half):
    game = set_up(board, {"routes": [half]}, {"hand": {"wild": 1}}, {}, turn=1)
    assert refusal(game, f"claim {half}/2 wild*1") == ("route/closed", "P10")
    game = set_up(board, {"routes": [half]}, {"hand": {"wild": 1}}, {}, {}, turn=1)
    game.play(f"claim {half}/2 wild*1")


# --- the last round ---------------------------------------------------------------------------------------------------
def last_round(players, **more):
    """New York; seat 0 has just begun the last round. Returns the game and who has a turn from then on."""
    seat = {"routes": FOUR_TRAINS_LEFT, "hand": {"orange": 2}}
    display = ["blue", "blue", "green", "green", "black"]
    game = set_up("new_york", seat, *[{}] * (players - 1), display=display, **more)
    game.play("claim chelsea-gramercy_park orange*2")
    turns = []
    while not game.is_over:
        turns.append(game.spectator_view().turn)
        play(game, "draw", "draw")
    return game, turns


@pytest.mark.rule("E1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_round_is_not_a_turn_too_long(players):
    assert len(last_round(players)[1]) == players


@pytest.mark.rule("E1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_round_is_not_a_turn_too_short(players):
    """The player who began it has a turn in it, the last one."""
    assert last_round(players)[1][-1] == 0


@pytest.mark.rule("E1")
def test_the_last_round_begins_once():
    """Both players end turns with two trains or fewer, one of them twice."""
    other = [
        "chelsea-soho",
        "gramercy_park-united_nations",
        "central_park-united_nations",
        "lincoln_center-midtown_west",
    ]
    seats = [{"routes": FOUR_TRAINS_LEFT, "hand": {"orange": 2}}, {"routes": other, "hand": {"green": 2}}]
    game = set_up("new_york", *seats, display=["blue"] * 5)
    assert LastRoundBegan(0) in game.play("claim chelsea-gramercy_park orange*2")
    events = game.play("claim empire_state_building-midtown_west green*2")
    assert game.spectator_view().trains == (2, 1)
    events += game.play("draw")
    events += game.play("draw")
    assert not [event for event in events if isinstance(event, LastRoundBegan)]
    assert game.is_over


@pytest.mark.rule("R1")
def test_trains_never_become_negative():
    seat = {"routes": FOUR_TRAINS_LEFT, "hand": {"wild": 8}}
    game = set_up("new_york", seat, {"hand": {}}, display=["blue"] * 5)
    game.play("claim chelsea-greenwich_village wild*3")
    play(game, "draw", "draw")
    assert {game.board.route(text.split()[1]).length for text in may(game, "claim")} == {1}
    assert refusal(game, "claim soho-wall_street wild*2") == ("route/too_few_trains", "R1")
    game.play("claim empire_state_building-times_square wild*1")
    assert game.spectator_view().trains[0] == 0


# --- tickets ----------------------------------------------------------------------------------------------------------
def tickets_but(board, count):
    """All regular tickets of a board but the first `count`, and those."""
    tickets = [ticket.id for ticket in load_board(board).tickets if not ticket.long]
    return tickets[count:], tickets[:count]


@pytest.mark.rule("T2")
@pytest.mark.parametrize("board", ["europe", "new_york", "london", "amsterdam"])
def test_tickets_can_be_drawn_when_one_is_left(board):
    gone, left = tickets_but(board, 1)
    game = set_up(board, {}, {"tickets": gone})
    game.play("tickets")
    assert game.view(0).offer == tuple(left)
    assert may(game) == ["keep 1"]


@pytest.mark.rule("T1")
@pytest.mark.parametrize("board", ["europe", "new_york", "london", "amsterdam"])
def test_tickets_can_be_drawn_when_two_are_left(board):
    gone, left = tickets_but(board, 2)
    game = set_up(board, {}, {"tickets": gone}, next=left)
    game.play("tickets")
    assert game.view(0).offer == tuple(left)
    assert may(game) == ["keep 1", "keep 1 2", "keep 2"]


@pytest.mark.rule("T1")
def test_unkept_tickets_are_not_the_next_to_come():
    gone, left = tickets_but("new_york", 4)
    game = set_up("new_york", {}, {"tickets": gone}, next=left)
    play(game, "tickets", "keep 1", "tickets")
    assert game.view(1).offer == (left[2], left[3])
    game.play("keep 1 2")
    game.play("tickets")
    assert game.view(0).offer == (left[1],)  # now it has come to the top


@pytest.mark.rule("P8")
def test_start_tickets_of_europe_never_come_back():
    game = Game("europe", players=5, seed=3, first=0)
    turned_down = {ticket for seat in range(5) for ticket in game.view(seat).offer[2:]}
    for seat in range(5):
        game.play("keep 1 2", seat=seat)
    assert game.spectator_view().ticket_deck_count == 40 - 15
    drawn = []
    while may(game, "tickets"):
        game.play("tickets")
        offer = game.view(game.spectator_view().turn).offer
        drawn += offer
        game.play("keep " + " ".join(str(place + 1) for place in range(len(offer))))
    assert len(drawn) == len(set(drawn)) == 25
    assert not turned_down & set(drawn)


@pytest.mark.rule("E3")
def test_tickets_not_completed_are_subtracted():
    seat = {"routes": ["chelsea-gramercy_park"], "tickets": ["chelsea-brooklyn", "times_square-brooklyn"]}
    sheet = scored("new_york", seat, {}).sheets[0]
    assert sheet.total == 2 + 1 - 8 - 8


# --- stations and tickets ---------------------------------------------------------------------------------------------
MISSING_LINK = {"routes": ["pamplona-paris", "amsterdam-bruxelles"], "tickets": ["amsterdam-pamplona"]}


@pytest.mark.rule("E4")
def test_an_opponents_route_connects_nothing_without_a_station():
    assert scored("europe", MISSING_LINK, {"routes": ["bruxelles-paris"]}).sheets[0].ticket_points == -7


@pytest.mark.rule("B3")
def test_one_station_is_not_used_for_two_different_routes():
    seat = {
        "routes": [*MISSING_LINK["routes"], "madrid-pamplona"],
        "tickets": ["amsterdam-pamplona", "madrid-dieppe"],
        "stations": ["paris"],
    }
    sheet = scored("europe", seat, {"routes": ["bruxelles-paris"]}, {"routes": ["dieppe-paris"]}).sheets[0]
    assert sheet.tickets_completed == 1
    assert sheet.ticket_points == 8 - 7


@pytest.mark.rule("B3")
def test_the_stations_choice_is_made_jointly_and_not_ticket_by_ticket():
    """Ticket by ticket Paris would serve three small ones in three ways; jointly one route serves two of them."""
    seat = {
        "routes": ["pamplona-paris", "madrid-pamplona", "barcelona-pamplona", "frankfurt-munchen", "essen-frankfurt"],
        "tickets": ["barcelona-munchen", "madrid-dieppe", "marseille-essen"],
        "stations": ["paris", "marseille"],
    }
    other = {"routes": ["frankfurt-paris", "dieppe-paris", "marseille-paris"]}
    sheet = scored("europe", seat, other).sheets[0]
    assert {ticket.ticket for ticket in sheet.tickets if ticket.completed} == {"barcelona-munchen", "marseille-essen"}
    assert {station.city: station.borrows for station in sheet.stations} == {
        "paris": "frankfurt-paris",
        "marseille": "marseille-paris",
    }
    assert sheet.ticket_points == 8 + 8 - 8


@pytest.mark.rule("B4")
def test_a_borrowed_route_does_not_lengthen_the_longest_path():
    seat = MISSING_LINK | {"stations": ["paris"]}  # 4 and 1 trains, joined by a borrowed route of 2
    sheets = scored("europe", seat, {"routes": ["bruxelles-paris", "brest-paris"]}).sheets
    assert sheets[0].tickets_completed == 1
    assert [sheet.longest_path for sheet in sheets] == [4, 5]
    assert [sheet.longest_path_bonus for sheet in sheets] == [0, 10]


# --- the longest path -------------------------------------------------------------------------------------------------
def walked(board, routes):
    """The longest path by trying every walk."""
    ends = {route: board.route(route).cities for route in routes}

    def on_from(city, left):
        found = 0
        for route in left:
            if city in ends[route]:
                a, b = ends[route]
                further = on_from(b if city == a else a, left - {route})
                found = max(found, board.route(route).length + further)
        return found

    return max(on_from(city, frozenset(routes)) for pair in ends.values() for city in pair)


@pytest.mark.rule("E5")
def test_the_longest_path_may_pass_a_city_again():
    """A figure of eight around Paris, with a tail: every train is on the path."""
    routes = ["bruxelles-dieppe", "bruxelles-paris", "dieppe-paris", "frankfurt-paris", "frankfurt-munchen"]
    routes += ["munchen-zurich", "paris-zurich", "marseille-paris"]
    sheet = scored("europe", {"routes": routes}, {}).sheets[0]
    assert sheet.longest_path == 2 + 2 + 1 + 3 + 2 + 2 + 3 + 4


@pytest.mark.rule("E5")
@pytest.mark.parametrize("seed", range(12))
def test_the_longest_path_of_a_network_is_that_of_every_walk_tried(seed):
    """Eleven routes that hang together, grown at random on Europe."""
    board = load_board("europe")
    rng = random.Random(seed)
    routes = [board.route("berlin-wien")]
    while len(routes) < 11:
        cities = {city for route in routes for city in route.cities}
        near = [r for r in board.routes if r.length <= 4 and (set(r.cities) & cities) and r.twin is None]
        routes.append(rng.choice([route for route in near if route not in routes]))
    ids = [route.id for route in routes]
    assert scored("europe", {"routes": ids}, {}).sheets[0].longest_path == walked(board, ids)


@pytest.mark.rule("E5")
def test_an_opponents_half_of_a_double_is_not_on_ones_path():
    seats = [{"routes": ["bruxelles-paris", "dieppe-paris"]}, {"routes": ["bruxelles-paris/2"]}, {}, {}]
    sheets = scored("europe", *seats).sheets
    assert [sheet.longest_path for sheet in sheets] == [3, 2, 0, 0]
    assert sheets[1].longest_path_routes == ("bruxelles-paris/2",)


@pytest.mark.rule("E5")
def test_the_bonus_of_a_tie_goes_to_all_who_tie():
    seats = [{"routes": ["berlin-danzig"]}, {"routes": ["marseille-paris"]}, {"routes": ["edinburgh-london"]}]
    assert [sheet.longest_path_bonus for sheet in scored("europe", *seats).sheets] == [10, 10, 10]


# --- the result -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("P15")
def test_equal_points_are_decided_by_the_tie_breaks_of_the_board():
    """The same two equal players of Europe: by stations; with the same stations by the Express; or not at all."""
    plain = {"routes": ["palermo-smyrna", "kyiv-smolensk", "berlin-wien", "dieppe-paris"]}
    express = {"routes": ["barcelona-marseille", "marseille-paris"]}
    assert scored("europe", plain, express).winners == (1,)
    plain["routes"].remove("berlin-wien")
    assert scored("europe", plain, express | {"stations": ["roma"]}).winners == (0,)
    assert scored("europe", {}, {}).winners == (0, 1)


@pytest.mark.rule("E2")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_whoever_is_to_act_has_a_legal_action(players, seed):
    """Whole games on a board with so few cards that all of them end up in hands."""
    rng = random.Random(seed)
    game = Game(TINY, players=players, seed=seed)
    scarce = False
    while not game.is_over and len(game.moves) < 150:
        assert game.actors
        for seat in game.actors:
            assert may(game, seat=seat)
        seat = min(game.actors)
        texts = may(game, seat=seat)
        hoard = [text for text in texts if text.startswith(("draw", "take ", "keep"))]
        game.play(rng.choice(hoard or texts), seat=seat)
        assert all_cards(game) == cards_of(TINY)
        scarce |= game.spectator_view().deck_count + game.spectator_view().discard_count == 0
    assert scarce


@pytest.mark.rule("E7")
def test_a_district_whose_places_are_touched_and_not_joined_scores_nothing():
    """All four places of district 4 are ends of routes, in two pieces; a route between the pieces is worth 4."""
    touched = ["st_pauls-the_charterhouse", "brick_lane-tower_of_london"]
    assert scored("london", {"routes": touched}, {}).sheets[0].district_points == 0
    assert scored("london", {"routes": [*touched, "st_pauls-tower_of_london"]}, {}).sheets[0].district_points == 4


@pytest.mark.rule("E8")
def test_after_a_tie_the_next_rank_of_amsterdam_is_skipped():
    seats = [
        {"routes": ["nieuwe_waal-noordermarkt", "montelbaanstoren-oude_waal"]},
        {"routes": ["jordaan-noordermarkt", "jordaan-westermarkt"]},
        {"routes": ["begijnhof-munttoren"]},
    ]
    assert [sheet.merchandise_points for sheet in scored("amsterdam", *seats).sheets] == [8, 8, 2]
    assert [sheet.merchandise_points for sheet in scored("amsterdam", *seats, {}).sheets] == [8, 8, 4, 0]


# --- what others can tell ---------------------------------------------------------------------------------------------
@pytest.mark.rule("H2")
def test_what_a_player_can_pay_for_is_not_told_to_others():
    """A hand that can pay for much and one that can pay for nothing look alike from every other seat."""
    hands = ({"red": 2, "yellow": 2, "wild": 4}, dict.fromkeys(["purple", "blue", "orange", "white"], 2))
    worlds = [set_up("europe", {"hand": cards}, {}) for cards in hands]
    assert len(may(worlds[0], "claim")) != len(may(worlds[1], "claim"))
    assert other_views(worlds[0], 0) == other_views(worlds[1], 0)
    for view in other_views(worlds[0], 0):
        assert view.legal_actions() == ()
        assert view.legal_codes() == []
    assert worlds[0].view(1).why_not("bruxelles-paris") == worlds[1].view(1).why_not("bruxelles-paris")


@pytest.mark.rule("R10")
@pytest.mark.rule("H2")
@pytest.mark.parametrize("extra", [["wild", "red", "red"], ["green", "wild", "green"]])
def test_the_step_of_a_tunnel_does_not_tell_others_whether_one_could_pay(extra):
    hands = ({"green": 4, "wild": 3}, {"green": 2, "black": 5})
    worlds = [set_up("europe", {"hand": cards}, {}, {}, next=extra) for cards in hands]
    for action in ("claim venezia-zurich green*2", "back"):
        told = [world.play(action) for world in worlds]
        for viewer in others_of(worlds[0], 0):
            assert seen_by(viewer, told[0]) == seen_by(viewer, told[1])
        assert other_views(worlds[0], 0) == other_views(worlds[1], 0)
        assert worlds[0].phase == worlds[1].phase
        assert worlds[0].actors == worlds[1].actors
    assert held(worlds[1].view(2).known_hand(0)) == {"green": 2}


@pytest.mark.rule("D9")
@pytest.mark.rule("E2")
def test_all_cards_in_hands_is_no_end_of_the_game():
    """Nobody can draw, but whoever can claim goes on, and the others draw what was paid."""
    gone, _ = tickets_but("new_york", 0)
    game = hoarded("new_york", {}, display=["red"] * 5, hoarder={"tickets": gone})
    assert may(game) == ["pass"]
    assert changes(game, "pass") == {"turn": (0, 1), "passes": (0, 1)}
    assert may(game, "pass") == []
    game.play("claim chelsea-soho pink*4")
    assert may(game) == ["draw", "take red"]
