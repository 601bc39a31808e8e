"""Sentences: every event and every reason in a game has a text in every language."""

from __future__ import annotations

import random

import pytest

from ferrovia import SPECTATOR, Game, load_board
from ferrovia.cli.output.log import Log
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.play.parser import NotUnderstood, Reader
from ferrovia.cli.table_options import names_of
from ferrovia.data import event_for
from ferrovia.events import CardDrawn, CardTaken, RouteClaimed, TunnelPriced, TurnStarted
from ferrovia.locales import LANGUAGES, Texts
from ferrovia.views import Reason

EUROPE = load_board("europe")


def words_for(viewer: int = 0, language: str = "en") -> Words:
    return Words(Texts(language), EUROPE, ("You", "Ada", "Bruno"), viewer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_has_the_name_of_its_seat_as_in_the_browser(language: str) -> None:
    texts = Texts(language)
    assert names_of(texts, 4, 0) == (texts("screen.you"), "Bruno", "Clara", "Davi")
    assert names_of(texts, 4, 2) == ("Ada", "Bruno", texts("screen.you"), "Davi")
    assert names_of(texts, 5, None) == ("Ada", "Bruno", "Clara", "Davi", "Elsa")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_every_event_of_a_game_has_a_sentence(language: str, viewer: int) -> None:
    game = Game("europe", players=3, seed=2)
    words = Words(Texts(language), game.board, ("Xul", "Ada", "Bruno"), viewer)
    rng = random.Random(3)
    events = list(game.opening)
    for _ in range(60):
        seat = min(game.actors)
        events += game.play(rng.choice(game.legal_codes(seat)), seat=seat)
    for event in events:
        sentence = words.event(event_for(event, viewer))
        assert sentence[-1] in ".)"
        assert "{" not in sentence
        assert viewer == SPECTATOR or "Xul" not in sentence  # one's own seat is `you`


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_a_game_has_a_sentence(language: str) -> None:
    game = Game("europe", players=3, seed=2)
    words = Words(Texts(language), game.board, ("You", "Ada", "Bruno"), 0)
    rng = random.Random(3)
    codes = set()
    for _ in range(50):
        view = game.view(0)
        for what in [*(route.id for route in EUROPE.routes), *(city.id for city in EUROPE.cities), "draw", "tickets"]:
            reason = view.why_not(what)
            if reason is not None:
                codes.add(reason.code)
                sentence = words.reason(reason)
                assert "{" not in sentence
                assert sentence.endswith(f"{reason.rule})")
        seat = min(game.actors)
        game.play(rng.choice(game.legal_codes(seat)), seat=seat)
    assert len(codes) >= 5


def test_a_sentence_speaks_to_the_viewer_and_of_the_others() -> None:
    claimed = RouteClaimed(0, "dieppe-paris", "purple", 0, 1, 1)
    assert words_for(0).event(claimed) == "You claimed Dieppe–Paris with wild ×1: 1 point."
    assert words_for(0).event(TunnelPriced(1, 2)) == "The tunnel costs Ada 2 cards more."


def test_a_reason_names_what_is_missing_and_its_rule() -> None:
    reason = Reason("route/too_few_trains", "R1", {"needed": 4, "left": 2})
    assert words_for().reason(reason) == "It needs 4 trains, and you have 2. (rule R1)"
    taken = Reason("route/taken", "R1", {"owner": 1})
    assert words_for(0).short_reason(taken) == "The route already belongs to Ada."
    assert words_for(1).short_reason(taken) == "The route is already yours."


def test_two_cards_of_a_turn_share_a_sentence() -> None:
    log = Log(words_for(0))
    log.add([CardTaken(1, "red", 0), CardDrawn(1, "blue"), TurnStarted(0), CardDrawn(0, "white")])
    assert log.lines == ["Ada drew red and an unseen card.", "You drew white (from the deck)."]


def test_missing_routes_read_as_a_journey() -> None:
    words = words_for()
    lisboa, paris = EUROPE.city("lisboa").number, EUROPE.city("paris").number
    assert words.chain(["lisboa-madrid", "madrid-pamplona"], lisboa) == "Lisboa – Madrid – Pamplona"
    assert words.chain(["lisboa-madrid", "frankfurt-paris"], lisboa).startswith("Lisboa – Madrid … ")
    assert words.chain(["brest-paris"], paris) == "Paris – Brest"


@pytest.mark.parametrize(
    "text, route",
    [
        ("dieppe-paris", "dieppe-paris"),
        ("paris dieppe", "dieppe-paris"),
        ("Zürich–München", "munchen-zurich"),
        ("zur mun", "munchen-zurich"),
        ("frankfurt-paris/2", "frankfurt-paris/2"),
    ],
)
def test_a_route_is_understood_by_its_cities(text: str, route: str) -> None:
    assert [found.id for found in Reader(words_for()).routes(text)] == [route]


def test_both_halves_of_a_double_are_meant() -> None:
    assert len(Reader(words_for()).routes("frankfurt paris")) == 2


def test_cities_of_two_words_are_understood() -> None:
    usa = load_board("usa")
    reader = Reader(Words(Texts("en"), usa, ("You", "Ada"), 0))
    assert reader.routes("los angeles san francisco")[0].id == "los_angeles-san_francisco"
    assert reader.routes("new_york-boston")[0].id == "boston-new_york"


@pytest.mark.parametrize(
    "text, answer",
    [
        ("claim", "two cities"),
        ("pariss-dieppe", "Did you mean Paris?"),
        ("b-paris", "could be"),
        ("lisboa-moskva", "no route between"),
    ],
)
def test_unknown_input_gets_a_message(text: str, answer: str) -> None:
    with pytest.raises(NotUnderstood, match=answer.replace("?", r"\?")):
        Reader(words_for()).routes(text)


@pytest.mark.parametrize("language, word", [("en", "draw"), ("es", "robar"), ("pt", "comprar"), ("es", "draw")])
def test_commands_are_understood_in_the_language_and_in_english(language: str, word: str) -> None:
    assert Reader(words_for(0, language)).command(word) == "draw"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_word_of_every_command_means_it(language: str) -> None:
    reader = Reader(words_for(0, language))
    for command in (
        "draw",
        "take",
        "claim",
        "tickets",
        "station",
        "keep",
        "back",
        "pass",
        "list",
        "routes",
        "why",
        "log",
        "help",
        "quit",
    ):
        assert reader.command(reader.word(command)) == command


@pytest.mark.parametrize(
    "language, text, color", [("en", "r", "red"), ("es", "comodin", "wild"), ("pt", "preto", "black")]
)
def test_colours_are_understood_by_name_and_beginning(language: str, text: str, color: str) -> None:
    assert Reader(words_for(0, language)).color(text) == color
