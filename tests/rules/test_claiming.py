"""Rule R: claiming routes (doubles, ferries and tunnels have files of their own)."""

from __future__ import annotations

import pytest

from ferrovia import from_position, load_board
from ferrovia.events import MerchandiseTaken, RouteClaimed, TurnStarted

from .printed import each_board
from .table import changes, hand, hoarded, may, play, refusal, set_up


# --- R1: any free route, whole, one a turn, with enough trains --------------------------------------------------------
@pytest.mark.rule("R1")
@pytest.mark.rule("R5")
def test_a_claim_and_all_that_follows_from_it():
    game = set_up("europe", {"hand": {"orange": 3, "wild": 1}}, {})
    assert changes(game, "claim brest-dieppe orange*2") == {
        "turn": (0, 1),
        "seats[0].hand.orange": (3, 1),
        "discards.orange": (0, 2),
        "seats[0].routes": ([], ["brest-dieppe"]),
        "seats[0].trains": (45, 43),
        "seats[0].score": (0, 2),
    }


@pytest.mark.rule("R1")
def test_the_events_tell_of_a_claim():
    game = set_up("europe", {"hand": {"orange": 3, "wild": 1}}, {})
    assert game.play("claim frankfurt-paris orange*2+wild*1") == (
        RouteClaimed(0, "frankfurt-paris", "orange", colored=2, wilds=1, points=4),
        TurnStarted(1),
    )


@pytest.mark.rule("R1")
def test_routes_need_not_be_connected():
    game = set_up("europe", {"hand": {"orange": 2, "green": 2}, "routes": ["dieppe-paris"]}, {})
    game.play("claim kharkov-rostov green*2")
    assert game.spectator_view().owners == {"dieppe-paris": 0, "kharkov-rostov": 0}


@pytest.mark.rule("R1")
def test_a_taken_route_cannot_be_claimed_again():
    game = set_up("europe", {"hand": {"orange": 2}}, {"routes": ["brest-dieppe"]})
    assert "claim brest-dieppe orange*2" not in may(game)
    assert refusal(game, "claim brest-dieppe orange*2") == ("route/taken", "R1")


@pytest.mark.rule("R1")
def test_a_route_is_claimed_whole_or_not_at_all():
    """Two cards do not buy two spaces of three."""
    game = set_up("europe", {"hand": {"orange": 2}}, {})
    assert not may(game, "claim frankfurt-paris")
    assert refusal(game, "claim frankfurt-paris orange*3") == ("route/too_few_cards", "R2")
    assert refusal(game, "claim frankfurt-paris orange*2") == ("route/too_few_cards", "R2")
    rich = set_up("europe", {"hand": {"orange": 4}}, {})
    assert refusal(rich, "claim frankfurt-paris orange*2") == ("payment/wrong_count", "R2")


@pytest.mark.rule("R1")
def test_one_route_a_turn():
    game = set_up("europe", {"hand": {"orange": 2, "purple": 1}}, {})
    game.play("claim brest-dieppe orange*2")
    assert refusal(game, "claim dieppe-paris purple*1", seat=0) == ("action/not_your_turn", "S5")


FOUR_TRAINS_LEFT = [
    "brooklyn-chinatown",  # 3
    "brooklyn-lower_east_side",  # 3
    "brooklyn-wall_street",  # 3
    "central_park-lincoln_center",  # 2
]


@pytest.mark.known_mistake("trains become negative")
@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    "more, longest",
    [([], 4), (["chinatown-lower_east_side"], 3), (["chelsea-midtown_west"], 2), (["chelsea-greenwich_village"], 1)],
)
def test_only_with_enough_trains(more, longest):
    """With four, three, two and one train left; all the cards one could want are there."""
    few = {"turns_left": 2} if longest <= 2 else {}
    hand = {"pink": 4, "green": 4, "orange": 3, "black": 3, "wild": 4}
    game = set_up("new_york", {"hand": hand, "routes": FOUR_TRAINS_LEFT + more}, {}, display=["red"] * 5, **few)
    assert game.spectator_view().trains[0] == longest
    lengths = {game.board.route(text.split()[1]).length for text in may(game, "claim")}
    assert lengths == set(range(1, longest + 1))
    if longest < 4:
        assert refusal(game, "claim chelsea-soho pink*4") == ("route/too_few_trains", "R1")


# --- R2, R3, R4: what pays for a route --------------------------------------------------------------------------------
@pytest.mark.rule("R2")
def test_the_example_of_the_book_a_blue_route_of_three():
    """Three blue cards; two and a wild; one and two wilds; or three wilds."""
    game = set_up("europe", {"hand": {"blue": 3, "wild": 3, "red": 3}}, {}, display=["green"] * 5)
    assert may(game, "claim constantinople-sofia") == [
        "claim constantinople-sofia blue*1+wild*2",
        "claim constantinople-sofia blue*2+wild*1",
        "claim constantinople-sofia blue*3",
        "claim constantinople-sofia wild*3",
    ]
    assert refusal(game, "claim constantinople-sofia red*3") == ("payment/wrong_color", "R2")


@pytest.mark.rule("R2")
@each_board
def test_wilds_alone_pay_for_any_route_that_is_no_tunnel(printed):
    board = load_board(printed.board)
    for length in (2, 3):
        route = next(r for r in board.routes if r.length == length and r.color and not r.tunnel)
        game = set_up(printed.board, {"hand": {"wild": length}}, {})
        assert changes(game, f"claim {route.id} wild*{length}") == {
            "turn": (0, 1),
            "seats[0].hand.wild": (length, 0),
            "discards.wild": (0, length),
            "seats[0].routes": ([], [route.id]),
            "seats[0].trains": (printed.trains, printed.trains - length),
            "seats[0].score": (0, printed.points[length]),
        } | ({"seats[0].merchandise": (0, 1)} if route.carts else {})


@pytest.mark.rule("R3")
def test_the_example_of_the_book_a_grey_route_of_two():
    """Two red; a yellow and a wild; or two wilds; never a red and a yellow."""
    game = set_up("europe", {"hand": {"red": 2, "yellow": 1, "wild": 2}}, {}, display=["green"] * 5)
    assert may(game, "claim danzig-warszawa") == [
        "claim danzig-warszawa red*1+wild*1",
        "claim danzig-warszawa red*2",
        "claim danzig-warszawa wild*2",
        "claim danzig-warszawa yellow*1+wild*1",
    ]


@pytest.mark.rule("R3")
@each_board
def test_a_grey_route_takes_a_set_of_every_single_colour(printed):
    board = load_board(printed.board)
    route = next(r for r in board.routes if r.color is None and not r.tunnel and not r.ferry and r.length == 2)
    game = set_up(printed.board, {"hand": dict.fromkeys(printed.colors, 2)}, {})
    assert may(game, f"claim {route.id} ") == [f"claim {route.id} {color}*2" for color in sorted(printed.colors)]


@pytest.mark.rule("R3")
def test_two_colours_never_pay_together():
    game = set_up("europe", {"hand": {"red": 1, "yellow": 1}}, {})
    assert not may(game, "claim danzig-warszawa")
    assert refusal(game, "claim danzig-warszawa red*2") == ("route/too_few_cards", "R3")


@pytest.mark.rule("R4")
def test_the_player_chooses_how_many_wilds_pay():
    for wilds in (0, 1):
        hand = {"orange": 2, "wild": 1}
        game = set_up("europe", {"hand": hand}, {})
        paid = f"orange*{2 - wilds}" + ("+wild*1" if wilds else "")
        play(game, f"claim brest-dieppe {paid}")
        view = game.view(0)
        assert (view.hand["orange"], view.hand["wild"]) == (wilds, 1 - wilds)
        assert (view.discards["orange"], view.discards["wild"]) == (2 - wilds, wilds)


@pytest.mark.rule("R4")
def test_wilds_that_are_not_held_do_not_pay():
    game = set_up("europe", {"hand": {"orange": 2, "wild": 1}}, {})
    assert refusal(game, "claim brest-dieppe wild*2") == ("payment/not_held", "R2")
    assert refusal(game, "claim frankfurt-paris orange*1+wild*2") == ("payment/not_held", "R2")


# --- R5: points at once -----------------------------------------------------------------------------------------------
@pytest.mark.rule("R5")
def test_points_are_scored_at_once_and_add_up():
    game = set_up("london", {"hand": {"blue": 5}}, {"hand": {"green": 3}})
    play(game, "claim baker_street-regents_park blue*2", "claim kings_cross-regents_park green*3")
    assert game.spectator_view().scores == (2, 4)
    game.play("claim brick_lane-tower_of_london blue*3")
    assert game.spectator_view().scores == (6, 4)


# --- R12: merchandise -------------------------------------------------------------------------------------------------
@pytest.mark.rule("R12")
@pytest.mark.parametrize("route, length", [("jordaan-westermarkt", 2), ("blauwbrug-munttoren", 3)])
def test_a_route_with_carts_gives_one_merchandise_card_whatever_its_length(route, length):
    game = set_up("amsterdam", {"hand": {"wild": length}}, {})
    events = game.play(f"claim {route} wild*{length}")
    assert events[1] == MerchandiseTaken(0)
    view = game.view(1)  # they lie open
    assert view.merchandise == (1, 0)
    assert view.merchandise_left == 15


@pytest.mark.rule("R12")
def test_a_route_of_four_with_carts_gives_one_card_too():
    game = set_up("amsterdam", {"hand": {"wild": 4}}, {})
    game.play("claim haringpakkerstoren-oude_waal wild*4")
    assert game.spectator_view().merchandise == (1, 0)


@pytest.mark.rule("R12")
def test_a_route_without_carts_gives_none():
    game = set_up("amsterdam", {"hand": {"red": 3}}, {})
    game.play("claim begijnhof-westermarkt red*3")
    assert game.spectator_view().merchandise == (0, 0)
    assert game.spectator_view().merchandise_left == 16


@pytest.mark.rule("R12")
def test_no_card_is_taken_when_none_is_left(tmp_path):
    """The printed board has as many cards as routes with carts, so this one is given a card less."""
    text = load_board("amsterdam").text.replace("merchandise = { cards = 16,", "merchandise = { cards = 1,")
    path = tmp_path / "amsterdam.toml"
    path.write_text(text, encoding="utf-8")
    board = load_board(path)
    assert board.bonuses.merchandise.cards == 1
    seats = [{"hand": {"orange": 4}}, {"hand": {"red": 2}}]
    game = from_position({"seats": seats, "display": ["blue"] * 5}, board=board)
    game.play("claim jordaan-westermarkt orange*2")
    events = game.play("claim jordaan-noordermarkt red*2")
    assert [type(event).__name__ for event in events] == ["RouteClaimed", "TurnStarted"]
    assert game.spectator_view().merchandise == (1, 0)
    assert game.spectator_view().merchandise_left == 0


@pytest.mark.rule("R12")
def test_other_boards_have_no_merchandise():
    game = set_up("new_york", {"hand": {"wild": 2}}, {})
    game.play("claim central_park-lincoln_center wild*2")
    assert game.spectator_view().merchandise == (0, 0)


# --- R13: the city boards ---------------------------------------------------------------------------------------------
@pytest.mark.rule("R13")
@pytest.mark.parametrize("board", ["new_york", "london", "amsterdam", "usa"])
def test_every_claim_of_a_board_without_tunnels_is_settled_at_once(board):
    """Cards that would have stopped a tunnel lie on top of the deck, and nothing is turned up."""
    game = hoarded(board, {"blue": 5}, display=["black"] * 5, deck={"blue": 1, "wild": 2})
    for text in may(game, "claim"):
        other = game.copy()
        other.play(text)
        assert other.actors == {1}
        assert other.spectator_view().deck_count == 3


@pytest.mark.known_mistake("wilds alone do not pay for some kinds of routes")
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


@pytest.mark.known_mistake("a refused action leaves cards or trains moved")
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
