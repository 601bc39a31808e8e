"""Rules E1 and E2: how a game ends."""

from __future__ import annotations

import random

import pytest

from ferrovia import Game, from_position, load_board
from ferrovia.events import GameEnded, LastRoundBegan, Passed, TurnStarted

from .table import TINY, all_cards, cards_of, changes, hoarded, may, play, refusal, set_up

# Routes that leave four trains, a claim that leaves two, and its cards.
LAST_CLAIM = {
    "new_york": (
        ["brooklyn-chinatown", "brooklyn-lower_east_side", "brooklyn-wall_street", "central_park-lincoln_center"],
        "claim chelsea-gramercy_park orange*2",
    ),
    "london": (
        [
            "baker_street-british_museum",
            "baker_street-hyde_park",
            "kings_cross-regents_park",
            "kings_cross-british_museum",
        ],
        "claim hyde_park-piccadilly_circus orange*2",
    ),
    "amsterdam": (
        ["haringpakkerstoren-oude_waal", "blauwbrug-montelbaanstoren", "begijnhof-de_drie_hendricken"],
        "claim jordaan-westermarkt orange*2",
    ),
    "europe": (
        [
            *("petrograd-stockholm", "budapest-kyiv", "palermo-smyrna", "athina-brindisi", "athina-sarajevo"),
            *("barcelona-marseille", "berlin-danzig", "brest-pamplona", "amsterdam-bruxelles"),
        ],
        "claim brest-dieppe orange*2",
    ),
    "usa": (
        [
            *("calgary-winnipeg", "duluth-helena", "duluth-toronto", "el_paso-houston", "el_paso-los_angeles"),
            *("helena-seattle", "helena-omaha"),
        ],
        "claim denver-santa_fe orange*2",
    ),
}
TABLES = [(board, players) for board in LAST_CLAIM for players in (2, 3, 4)] + [("europe", 5), ("usa", 5)]
each_table = pytest.mark.parametrize("board, players", TABLES)


def near_the_end(board, players, *, seat=0, cards=2, others=None, **more):
    """`seat` has four trains and the cards to claim a route of two."""
    routes, claim = LAST_CLAIM[board]
    seats = [{} for _ in range(players)]
    seats[seat] = {"routes": routes, "hand": {"orange": cards}}
    for number, other in (others or {}).items():
        seats[number] = other
    display = ["blue", "blue", "green", "green", "black"]
    return set_up(board, *seats, turn=seat, display=display, **more), claim


# --- E1: the last round -----------------------------------------------------------------------------------------------
@pytest.mark.known_mistake("the last round is a turn too long or too short")
@pytest.mark.rule("E1")
@each_table
def test_after_two_trains_or_fewer_everybody_has_exactly_one_more_turn(board, players):
    game, claim = near_the_end(board, players)
    assert game.spectator_view().trains[0] == 4
    events = game.play(claim)
    assert events[-2:] == (LastRoundBegan(0), TurnStarted(1))
    turns = []
    while not game.is_over:
        view = game.spectator_view()
        assert view.turns_left == players - len(turns)
        turns.append(view.turn)
        game.play("draw")
        events = game.play("draw")
    assert turns == [*range(1, players), 0]
    assert events[-1] == GameEnded("last_round")
    assert game.result().ended_by == "last_round"
    assert game.actors == frozenset()
    assert game.legal_actions(0) == ()


@pytest.mark.rule("E1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_last_round_is_the_same_whoever_begins_it(seat):
    game, claim = near_the_end("new_york", 3, seat=seat, first=0)
    game.play(claim)
    turns = []
    while not game.is_over:
        turns.append(game.spectator_view().turn)
        play(game, "draw", "draw")
    assert turns == [(seat + 1) % 3, (seat + 2) % 3, seat]


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    "route, length, left, begins",
    [
        ("chinatown-wall_street wild*1", 1, 3, False),
        ("chelsea-gramercy_park wild*2", 2, 2, True),
        ("chelsea-greenwich_village wild*3", 3, 1, True),
        ("chelsea-soho wild*4", 4, 0, True),
    ],
)
def test_two_trains_one_or_none_begin_it_and_three_do_not(route, length, left, begins):
    seat = {"routes": LAST_CLAIM["new_york"][0], "hand": {"wild": length}}
    game = set_up("new_york", seat, {}, {})
    events = game.play(f"claim {route}")
    assert game.spectator_view().trains[0] == left
    assert (LastRoundBegan(0) in events) == begins
    assert game.spectator_view().turns_left == (3 if begins else None)


@pytest.mark.known_mistake("the last round begins twice")
@pytest.mark.rule("E1")
def test_a_second_player_with_few_trains_does_not_begin_it_again():
    other = {
        "routes": ["lincoln_center-midtown_west", "lincoln_center-times_square", "chelsea-soho"],
        "hand": {"pink": 3},
    }
    other["routes"].append("gramercy_park-united_nations")
    game, claim = near_the_end("new_york", 3, others={1: other})
    game.play(claim)
    events = game.play("claim central_park-united_nations pink*3")
    assert game.spectator_view().trains[1] == 1
    assert events[-1] == TurnStarted(2)
    assert not [event for event in events if isinstance(event, LastRoundBegan)]
    assert game.spectator_view().turns_left == 2
    play(game, "draw", "draw", "draw", "draw")
    assert game.is_over


@pytest.mark.rule("E1")
def test_a_player_who_begins_it_may_still_claim_in_the_last_turn():
    game, claim = near_the_end("new_york", 2, cards=3)
    play(game, claim, "draw", "draw")
    events = game.play("claim empire_state_building-times_square orange*1")
    assert events[-1] == GameEnded("last_round")
    assert game.spectator_view().trains == (1, 15)
    assert game.result().sheets[0].routes == 4 + 4 + 4 + 2 + 2 + 1


@pytest.mark.rule("E1")
def test_nothing_can_be_done_after_the_end():
    game, claim = near_the_end("new_york", 2)
    play(game, claim, "draw", "draw", "draw", "draw")
    for seat in (0, 1):
        assert refusal(game, "draw", seat=seat) == ("game/over", "E1")


@pytest.mark.rule("E1")
def test_the_last_turn_may_be_an_unpaid_tunnel():
    game, claim = near_the_end(
        "europe", 2, others={1: {"hand": {"yellow": 2}}}, next=["wild", "red", "red", "red", "red"]
    )
    play(game, claim, "claim munchen-zurich yellow*2")
    assert game.spectator_view().turns_left == 2  # the turn is not over yet
    game.play("back")
    assert game.spectator_view().turns_left == 1
    play(game, "draw", "draw")
    assert game.is_over


# --- E2: passing and the limit ----------------------------------------------------------------------------------------
def tickets_of(board):
    return [ticket.id for ticket in load_board(board).tickets if not ticket.long]


def stuck(**more):
    """Three players on a tiny board: every route, city and ticket is taken, and all cards lie face up or in hands."""
    seats = [
        {"routes": ["ash-birch", "cedar-dogwood"], "stations": ["ash", "birch"], "hand": {"red": 5}},
        {
            "routes": ["ash-birch/2", "dogwood-elm", "birch-cedar"],
            "stations": ["cedar", "dogwood"],
            "hand": {"blue": 5},
        },
        {"routes": ["ash-elm", "birch-elm"], "stations": ["elm"], "hand": {"wild": 4, "blue": 1}},
    ]
    seats[1]["hand"] = {"blue": 5}
    seats[0]["tickets"] = [ticket.id for ticket in TINY.tickets]
    display = ["red", "red", "red", "blue", "blue"]
    return from_position({"seats": seats, "display": display, "deck": {}, **more}, board=TINY, seed=1)


@pytest.mark.rule("E2")
def test_a_seat_that_can_do_nothing_passes():
    game = hoarded("new_york", {}, display=["red"] * 5, hoarder={"tickets": tickets_of("new_york")})
    assert may(game) == ["pass"]
    assert changes(game, "pass") == {"turn": (0, 1), "passes": (0, 1)}


@pytest.mark.rule("E2")
@pytest.mark.parametrize(
    "more",
    [
        {"hand": {"red": 1}},  # a route can be claimed
        {"hand": {}, "deck": {"blue": 1}},  # a card can be drawn
        {"hand": {}, "hoarder": {"tickets": tickets_of("new_york")[1:]}},  # a ticket
    ],
)
def test_no_seat_may_pass_if_it_can_do_anything_else(more):
    hand = more.pop("hand")
    game = hoarded("new_york", hand, display=["red"] * 5, **({"hoarder": {"tickets": tickets_of("new_york")}} | more))
    assert "pass" not in may(game)
    assert refusal(game, "pass") == ("pass/not_allowed", "E2")


@pytest.mark.rule("E2")
def test_a_station_that_can_be_built_keeps_one_from_passing():
    game = hoarded("europe", {"green": 1}, display=["red"] * 5, hoarder={"tickets": tickets_of("europe")})
    assert may(game, "pass") == []
    assert may(game, "station")


@pytest.mark.rule("E2")
def test_when_every_player_in_turn_has_had_to_pass_the_game_ends():
    game = stuck()
    for seat in (0, 1):
        assert may(game) == ["pass"]
        assert game.play("pass") == (Passed(seat), TurnStarted(seat + 1))
    assert game.play("pass") == (Passed(2), GameEnded("passes"))
    assert game.is_over
    result = game.result()
    assert result.ended_by == "passes"
    assert [sheet.routes for sheet in result.sheets] == [2 + 4, 2 + 2 + 1, 7 + 1]  # and it is scored


@pytest.mark.rule("E2")
def test_passes_must_follow_each_other():
    """One passes, the next claims: the count begins again, and the cards paid can be drawn."""
    game = hoarded("new_york", {}, display=["red"] * 5, hoarder={"tickets": tickets_of("new_york")})
    play(game, "pass")
    changed = changes(game, "claim central_park-times_square black*2")
    assert changed["passes"] == (1, 0)
    assert may(game) == ["draw", "take red"]


@pytest.mark.rule("E2")
@pytest.mark.parametrize("passed", [1, 2])
def test_the_last_pass_ends_the_game(passed):
    game = stuck(passes=passed)
    game.play("pass")
    assert game.is_over == (passed == 2)


@pytest.mark.rule("E2")
@pytest.mark.parametrize(
    "board, players", [("new_york", 2), ("london", 3), ("amsterdam", 4), ("europe", 5), ("usa", 2)]
)
def test_a_game_ends_after_500_turns_of_each_player(board, players):
    seats = [{} for _ in range(players)]
    game = set_up(board, *seats, turns_played=500 * players - 2)
    play(game, "draw", "draw")
    assert not game.is_over
    assert game.spectator_view().turns_played == 500 * players - 1
    game.play("draw")
    assert game.play("draw")[-1] == GameEnded("turn_limit")
    assert game.result().ended_by == "turn_limit"
    assert game.spectator_view().turns_played == 500 * players
    assert len(game.result().winners) == players  # nobody has anything


@pytest.mark.rule("E2")
def test_the_limit_counts_turns_and_not_tries():
    """A tunnel tried and taken back is a turn like any other, and ends the game at the limit."""
    seat = {"hand": {"yellow": 2}, "tickets": ["london-wien"]}
    game = set_up("europe", {}, seat, turns_played=999, next=["yellow", "red", "red"])
    game.play("claim munchen-zurich yellow*2")
    assert not game.is_over
    assert game.play("back")[-1] == GameEnded("turn_limit")
    assert game.result().totals == (12, 12 - 10)


@pytest.mark.rule("E2")
def test_the_limit_cuts_a_last_round_short():
    game, claim = near_the_end("new_york", 2, turns_played=998)
    assert LastRoundBegan(0) in game.play(claim)
    game.play("draw")
    assert game.play("draw")[-1] == GameEnded("turn_limit")


@pytest.mark.known_mistake("a player to act has no legal action")
@pytest.mark.rule("E2")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_the_seat_to_act_has_a_legal_action(players, seed):
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


@pytest.mark.known_mistake("all cards in hands end the game")
@pytest.mark.rule("D9")
@pytest.mark.rule("E2")
def test_all_cards_in_hands_is_no_end_of_the_game():
    """Nobody can draw, but whoever can claim goes on, and the others draw what was paid."""
    gone = [ticket.id for ticket in load_board("new_york").tickets]
    game = hoarded("new_york", {}, display=["red"] * 5, hoarder={"tickets": gone})
    assert may(game) == ["pass"]
    assert changes(game, "pass") == {"turn": (0, 1), "passes": (0, 1)}
    assert may(game, "pass") == []
    game.play("claim chelsea-soho pink*4")
    assert may(game) == ["draw", "take red"]
