"""Rules P and S: what is in the box, who gets what, and how a game begins."""

from __future__ import annotations

from itertools import combinations

import pytest

from ferrovia import SPECTATOR, Game, board_names, from_position, load_board, to_position
from ferrovia.events import CardDealt, DisplayFilled, DisplayReset, TicketsChosen, TicketsKept, TurnStarted

from .printed import AMSTERDAM, BOARDS, EUROPE, each_board, each_table
from .table import all_cards, changes, hand, held, may, play, refusal, seen_by, set_up


# --- P: the boards ---------------------------------------------------------------------------------------------------
def test_every_built_in_board_is_compared_with_what_is_printed():
    assert sorted(board_names()) == sorted(printed.board for printed in BOARDS)


@pytest.mark.rule("P1")
@each_board
def test_as_many_may_play_as_the_box_says(printed):
    for players in printed.players:
        assert Game(printed.board, players=players, seed=1).players == players
    for players in (1, max(printed.players) + 1):
        with pytest.raises(ValueError, match="players"):
            Game(printed.board, players=players, seed=1)


@pytest.mark.rule("P2")
@pytest.mark.rule("P5")
@pytest.mark.rule("P12")
@each_table
def test_everybody_begins_with_the_same_pieces_and_cards(printed, players):
    view = Game(printed.board, players=players, seed=2).spectator_view()
    assert view.trains == (printed.trains,) * players
    assert view.hand_counts == (printed.dealt,) * players
    assert view.stations_left == (printed.stations,) * players
    assert view.deck_count + view.discard_count == printed.cards - 5 - printed.dealt * players


@pytest.mark.rule("P3")
@pytest.mark.rule("P4")
@each_board
def test_the_cards_are_those_of_the_box(printed):
    game = Game(printed.board, players=2, seed=3)
    assert all_cards(game) == {"wild": printed.wilds} | dict.fromkeys(printed.colors, printed.of_a_color)
    assert set(game.board.card_colors) == printed.colors
    assert {route.color for route in game.board.routes} <= printed.colors | {None}


@pytest.mark.rule("P6")
@each_table
def test_the_ticket_deck_has_the_regular_tickets_that_were_not_offered(printed, players):
    game = Game(printed.board, players=players, seed=4)
    kinds = [ticket.long for ticket in game.board.tickets]
    assert (kinds.count(False), kinds.count(True)) == printed.tickets
    assert game.spectator_view().ticket_deck_count == printed.tickets[0] - players * printed.offered[1]


@pytest.mark.rule("P7")
@each_table
def test_everybody_is_offered_start_tickets_and_keeps_some(printed, players):
    game = Game(printed.board, players=players, seed=5)
    long, regular = printed.offered
    places = range(1, long + regular + 1)
    sizes = range(printed.kept, long + regular + 1)
    choices = sorted(f"keep {' '.join(map(str, some))}" for size in sizes for some in combinations(places, size))
    for seat in range(players):
        offer = [game.board.ticket(ticket) for ticket in game.view(seat).offer]
        assert [ticket.long for ticket in offer] == [True] * long + [False] * regular
        assert may(game, seat=seat) == choices


@pytest.mark.rule("P7")
def test_in_europe_two_must_be_kept_and_the_long_one_may_be_turned_down():
    game = Game("europe", players=2, seed=6)
    assert refusal(game, "keep 1", seat=0) == ("tickets/keep_more", "P7")
    assert "keep 2 3" in may(game, seat=0)


@pytest.mark.known_mistake("unkept start tickets of Europe come back")
@pytest.mark.rule("P8")
@each_table
def test_unkept_start_tickets_leave_europe_and_go_under_the_deck_elsewhere(printed, players):
    game = Game(printed.board, players=players, seed=7, first=players - 1)
    offers = [game.view(seat).offer for seat in range(players)]
    deck = game.spectator_view().ticket_deck_count
    keep = " ".join(str(place + 1) for place in range(printed.kept))
    for seat in range(players):
        game.play(f"keep {keep}", seat=seat)
    order = [players - 1, *range(players - 1)]
    unkept = [ticket for seat in order for ticket in offers[seat][printed.kept :]]
    piles = to_position(game)["ticket_deck"]
    view = game.spectator_view()
    if printed.unkept_leave:
        assert piles["returned"] == []
        assert sorted(piles["removed"]) == sorted(unkept)
        assert view.ticket_deck_count == deck
    else:
        assert piles == {"returned": unkept, "removed": []}
        assert view.ticket_deck_count == deck + len(unkept)


@pytest.mark.rule("P8")
def test_no_long_ticket_of_europe_is_ever_drawn_later():
    """The whole deck is drawn to its end: forty regular tickets and none of the six."""
    game = set_up("europe", {}, {})
    drawn = []
    while "tickets" in may(game, "tickets"):
        game.play("tickets")
        drawn += game.view(next(iter(game.actors))).offer
        game.play("keep " + " ".join(map(str, range(1, len(game.view(next(iter(game.actors))).offer) + 1))))
    assert sorted(drawn) == sorted(ticket.id for ticket in game.board.tickets if not ticket.long)


@pytest.mark.rule("P9")
@each_board
def test_so_many_tickets_are_drawn_in_play_and_one_of_them_is_enough(printed):
    game = set_up(printed.board, {}, {})
    game.play("tickets")
    assert len(game.view(0).offer) == printed.drawn
    assert [text for text in may(game) if len(text) == len("keep 1")] == [
        f"keep {place + 1}" for place in range(printed.drawn)
    ]
    assert f"keep {' '.join(map(str, range(1, printed.drawn + 1)))}" in may(game)
    game.play("keep 2")
    assert game.spectator_view().ticket_counts == (1, 0)


@pytest.mark.rule("P11")
@each_board
def test_a_route_scores_by_its_length(printed):
    board = load_board(printed.board)
    assert {route.length for route in board.routes} == set(printed.points)
    for length, points in printed.points.items():
        route = min((route for route in board.routes if route.length == length), key=lambda route: route.tunnel)
        color = route.color or "red"
        color = color if color in board.card_colors else "yellow"
        wilds = f"+wild*{route.ferry}" if route.ferry else ""
        other = "green" if color != "green" else "blue"
        game = set_up(
            printed.board,
            {"hand": {color: length - route.ferry, "wild": route.ferry}},
            {},
            display=[other] * 5,
            next=[other] * 3,
        )
        game.play(f"claim {route.id} {color}*{length - route.ferry}{wilds}")
        assert game.spectator_view().scores == (points, 0), route.id


@pytest.mark.rule("P13")
@pytest.mark.rule("R13")
@each_board
def test_tunnels_ferries_and_stations_are_europes_alone(printed):
    board = load_board(printed.board)
    assert any(route.tunnel for route in board.routes) == printed.tunnels_and_ferries
    assert any(route.ferry for route in board.routes) == printed.tunnels_and_ferries
    assert (board.stations.each > 0) == (printed.stations > 0)
    game = set_up(printed.board, {"hand": {"wild": 3}}, {})
    city = board.cities[0].id
    if printed.stations:
        assert game.view(0).why_not(city) is None
        assert may(game, "station")
    else:
        assert game.view(0).why_not(city).rule == "R13"
        assert not may(game, "station")


@pytest.mark.rule("P14")
@each_board
def test_each_board_has_its_own_bonus_and_no_other(printed):
    board = load_board(printed.board)
    bonuses = board.bonuses
    assert bonuses.longest_path == printed.bonuses.get("longest_path", 0)
    assert bonuses.attraction == printed.bonuses.get("attraction", 0)
    assert bonuses.districts == ("districts" in printed.bonuses)
    districts = sorted({city.district for city in board.cities if city.district})
    assert tuple(districts) == printed.bonuses.get("districts", ())
    if "merchandise" in printed.bonuses:
        assert (bonuses.merchandise.cards, dict(bonuses.merchandise.points)) == printed.bonuses["merchandise"]
    else:
        assert bonuses.merchandise is None


@pytest.mark.rule("P15")
@each_board
def test_ties_are_broken_in_the_order_of_the_book(printed):
    assert load_board(printed.board).tie_breaks == printed.tie_breaks


@pytest.mark.rule("P16")
@each_table
def test_the_host_may_choose_the_starting_player(printed, players):
    game = Game(printed.board, players=players, seed=8, first=players - 1)
    for seat in range(players):
        game.play("keep " + " ".join(map(str, range(1, sum(printed.offered) + 1))), seat=seat)
    assert game.first == players - 1
    assert game.actors == {players - 1}
    play(game, "draw", "draw")
    assert game.actors == {0}


@pytest.mark.rule("P16")
def test_the_starting_player_is_random_by_default():
    firsts = {Game("new_york", players=3, seed=seed).first for seed in range(30)}
    assert firsts == {0, 1, 2}
    with pytest.raises(ValueError, match="first seat"):
        Game("new_york", players=3, first=3)


# --- S: setting up ---------------------------------------------------------------------------------------------------
def opened(board, cards, *, players=2, first=0):
    """A new game in which the first cards that come are these."""
    number = load_board(board).color_number
    return Game(board, players=players, first=first, seed=9, script=[number(card) for card in cards])


@pytest.mark.rule("S1")
def test_hands_are_dealt_from_the_first_player_and_then_five_cards_turned_up():
    display = ["red", "wild", "pink", "wild", "blue"]
    game = opened("new_york", ["red", "blue", "green", "green", "black", "wild", *display], players=3, first=2)
    assert [hand(game, seat) for seat in (2, 0, 1)] == [{"red": 1, "blue": 1}, {"green": 2}, {"black": 1, "wild": 1}]
    view = game.spectator_view()
    assert view.display == tuple(display)
    assert (view.deck_count, view.discard_count) == (44 - 11, 0)
    assert [event for event in game.opening if isinstance(event, CardDealt)][:2] == [
        CardDealt(2, "red"),
        CardDealt(2, "blue"),
    ]


@pytest.mark.rule("S1")
@pytest.mark.rule("D6")
@pytest.mark.parametrize("board, dealt", [("europe", 8), ("new_york", 4), ("london", 4), ("amsterdam", 4)])
def test_a_first_display_of_three_wilds_is_replaced_before_the_first_turn(board, dealt):
    swept = ["wild", "green", "wild", "black", "wild"]
    again = ["wild", "wild", "wild", "pink" if board != "europe" else "red", "blue"]
    final = ["green", "black", "wild", "wild", "blue"]
    game = opened(board, [*["orange"] * (dealt - 2), "blue", "blue", *swept, *again, *final])
    view = game.spectator_view()
    assert view.display == tuple(final)
    assert held(view.discards) == {"wild": 6, "green": 1, "black": 1, "blue": 1, again[3]: 1}
    told = [event for event in game.opening if isinstance(event, DisplayReset | DisplayFilled)]
    assert [type(event) for event in told] == [DisplayFilled] * 5 + ([DisplayReset] + [DisplayFilled] * 5) * 2


@pytest.mark.rule("S2")
def test_start_tickets_are_chosen_by_all_at_once_in_any_order():
    game = Game("london", players=3, seed=10, first=1)
    assert game.actors == {0, 1, 2}
    assert game.spectator_view().turn is None
    assert game.play("keep 1", seat=2) == (TicketsChosen(2),)
    assert game.actors == {0, 1}
    assert refusal(game, "keep 2", seat=2) == ("tickets/already_chosen", "S2")
    assert refusal(game, "draw", seat=0) == ("phase/choose_tickets", "S2")
    game.play("keep 1 2", seat=0)
    events = game.play("keep 2", seat=1)
    assert [type(event) for event in events] == [TicketsChosen, *[TicketsKept] * 3, TurnStarted]
    assert [event.seat for event in events[1:]] == [1, 2, 0, 1]
    assert game.actors == {1}


@pytest.mark.rule("S2")
def test_every_order_of_the_same_choices_is_the_same_game():
    digests = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        game = Game("usa", players=3, seed=11, first=2)
        for seat in order:
            game.play(["keep 1 3", "keep 2 3", "keep 1 2"][seat], seat=seat)
        digests.add(game.digest())
    assert len(digests) == 1


@pytest.mark.rule("S2")
@pytest.mark.rule("H2")
def test_nobody_learns_how_many_another_kept_until_all_have_chosen():
    games = [Game("europe", players=3, seed=12) for _ in range(2)]
    told = [game.play(keep, seat=0) for game, keep in zip(games, ("keep 1 2", "keep 1 2 3 4"), strict=True)]
    assert seen_by(1, told[0]) == seen_by(1, told[1]) == [TicketsChosen(0)]
    for seat in (1, 2):
        assert games[0].view(seat) == games[1].view(seat)
    assert games[0].spectator_view() == games[1].spectator_view()
    assert games[0].spectator_view().ticket_counts == (0, 0, 0)
    for game in games:
        game.play("keep 2 3", seat=1)
        events = game.play("keep 1 2", seat=2)
        kept = [event for event in seen_by(SPECTATOR, events) if isinstance(event, TicketsKept)]
        assert [event.kept for event in sorted(kept, key=lambda event: event.seat)[1:]] == [2, 2]
        assert all(event.tickets is None for event in kept)
    assert [game.spectator_view().ticket_counts[0] for game in games] == [2, 4]


@pytest.mark.rule("S2")
def test_an_offer_is_seen_by_its_own_seat_alone():
    game = Game("amsterdam", players=2, seed=13)
    offers = [game.view(seat).offer for seat in (0, 1)]
    assert len(set(offers[0] + offers[1])) == 4
    assert game.spectator_view().offer == ()
    assert game.view(0).offer_counts == (2, 2)
    hidden = [event.ticket for event in seen_by(0, game.opening) if hasattr(event, "ticket") and event.seat == 1]
    assert hidden == [None, None]


@pytest.mark.rule("S3")
def test_a_kept_ticket_can_never_be_handed_back():
    game = set_up("europe", {"tickets": ["london-wien"]}, {}, next=["berlin-roma", "kyiv-sochi", "paris-wien"])
    assert refusal(game, "keep 1") == ("tickets/none_offered", "T1")
    game.play("tickets")
    assert game.view(0).offer == ("berlin-roma", "kyiv-sochi", "paris-wien")
    game.play("keep 2")
    assert sorted(game.view(0).tickets) == ["kyiv-sochi", "london-wien"]


@pytest.mark.rule("S4")
@each_board
def test_only_amsterdam_has_merchandise_cards(printed):
    view = Game(printed.board, players=2, seed=14).spectator_view()
    assert view.merchandise_left == (16 if printed is AMSTERDAM else 0)
    assert view.merchandise == (0, 0)


@pytest.mark.rule("S5")
@each_table
def test_scores_start_at_nothing_and_turns_go_round_clockwise(printed, players):
    game = from_position({"board": printed.board, "players": players, "first": 1}, seed=15)
    assert game.spectator_view().scores == (0,) * players
    order = []
    for _ in range(players + 1):
        order.append(game.spectator_view().turn)
        play(game, "draw", "draw")
    assert order == [(1 + turn) % players for turn in range(players + 1)]


@pytest.mark.rule("S5")
@pytest.mark.parametrize(
    "actions",
    [
        ["draw", "draw"],
        ["take red", "draw"],
        ["take wild"],
        ["claim brest-dieppe orange*2"],
        ["tickets", "keep 1"],
        ["station paris orange"],
        ["claim angora-smyrna orange*3"],
    ],
)
def test_a_turn_is_exactly_one_action(actions):
    display = ["red", "blue", "green", "black", "wild"]
    cards = [] if "tickets" in actions else ["blue"] * 3
    game = set_up(EUROPE.board, {"hand": {"orange": 5, "red": 2}}, {}, display=display, next=cards)
    for action in actions[:-1]:
        game.play(action)
        assert game.actors == {0}
        assert not may(game, "claim", "station", "tickets", "pass")
    assert changes(game, actions[-1])["turn"] == (0, 1)
    assert game.actors == {1}
    for action in ("draw", "tickets", "claim bruxelles-paris red*2"):
        assert refusal(game, action, seat=0) == ("action/not_your_turn", "S5")
