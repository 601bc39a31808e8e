"""Answers that players can type at each prompt: questions everywhere, numbers and `back` where they make sense."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ferrovia import Game, from_position
from ferrovia.actions import PayTunnel
from ferrovia.cli.files import save_game
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.play.choices import choices_of
from ferrovia.cli.play.listings import example_of_keeping
from ferrovia.cli.play.parser import Reader, number
from ferrovia.cli.play.prompt import _nth
from ferrovia.locales import LANGUAGES, Texts
from ferrovia.views import View

from .terminal import run

QUESTIONS = "help\nlist\nroutes\nwhy draw\nlog\nshow\n"


def game_until(wanted: Callable[[View], bool], board: str = "europe") -> Game:
    """A random game in which the player, seat 0, sees the wanted prompt."""
    for seed in range(200):
        game = Game(board, players=2, seed=seed)
        rng = random.Random(seed)
        while not game.is_over:
            seat = min(game.actors)
            if seat == 0 and wanted(game.view(0)):
                return game
            game.play(rng.choice(game.legal_codes(seat)), seat=seat)
    raise AssertionError("no game has it")


def resumed(game: Game, folder: Path, text: str, *options: str) -> str:
    file = save_game(game, folder / "game.json", ("You", "Ada"))
    result = run("play", "--resume", str(file), *options, text=text)
    assert result.exit_code == 0, result.stderr
    return str(result.stdout)


def in_tunnel(view: View, *, payable: bool) -> bool:
    can_pay = any(isinstance(action, PayTunnel) for action in view.legal_actions())
    return view.phase == "in_tunnel" and can_pay == payable


def test_a_tunnel_that_cannot_be_paid_takes_only_back(tmp_path: Path) -> None:
    game = game_until(lambda view: in_tunnel(view, payable=False))
    output = resumed(game, tmp_path, "1\npay 1\nback\nquit\n")
    assert "You cannot pay the extra cards: take yours back (back)." in output
    assert output.count("You cannot pay the extra cards. Type: back") == 2
    assert output.index("> back") < output.index("left the tunnel")


def test_the_number_after_the_last_payment_does_not_leave_the_tunnel(tmp_path: Path) -> None:
    game = game_until(lambda view: in_tunnel(view, payable=True))
    output = resumed(game, tmp_path, "9\nquit\n")
    assert "Choose a number from 1 to" in output
    assert "left the tunnel" not in output


def test_questions_are_answered_at_the_prompt_of_tickets() -> None:
    output = run("play", "europe", "--seed", "4", text=f"{QUESTIONS}why 1\nwhy lisboa-madrid\nquit\n").stdout
    for words in ("Free routes", "Claimed routes", "Commands"):
        assert words in output
    assert output.count("Tickets on offer") == 2, "shown again below the table"
    assert "Choose a number" not in output
    assert output.count("Choose your tickets first.") >= 3


def test_questions_are_answered_in_a_tunnel(tmp_path: Path) -> None:
    output = resumed(game_until(lambda view: in_tunnel(view, payable=True)), tmp_path, f"{QUESTIONS}quit\n")
    assert "Choose a number" not in output
    assert output.count("Finish the tunnel first") == 2, "once above the list, once as the answer to why"


def test_questions_are_answered_at_the_prompt_of_payments_and_back_leaves_it(tmp_path: Path) -> None:
    def rich(view: View) -> bool:
        return view.phase == "turn" and any(len(ways) > 1 for ways in list(choices_of(view).claims.values())[:1])

    output = resumed(game_until(rich, "usa"), tmp_path, f"1\n{QUESTIONS}back\nquit\n")
    assert "Which cards?" in output
    assert "Choose a number" not in output
    assert output.rindex("Which cards?") < output.rindex("What do you do?")


@pytest.mark.parametrize(
    "language, line", [("es", "por qué"), ("es", "¿Por qué"), ("pt", "por que"), ("pt", "por quê")]
)
def test_why_may_be_two_words(language: str, line: str) -> None:
    reader = Reader(Words(Texts(language), Game("new_york", players=2).board, ("You", "Ada"), 0))
    assert reader.split(f"{line} soho chelsea") == ("why", "soho chelsea")
    assert reader.split("porque soho") == ("why", "soho")


def test_why_takes_a_number_of_the_list_and_two_words(tmp_path: Path) -> None:
    game = game_until(lambda view: view.phase == "turn" and "claim" in str(view.legal_actions()).lower(), "new_york")
    output = resumed(game, tmp_path, "why 1\nwhy chelsea soho\nwhy soho chin\nwhy 99\nquit\n")
    assert "You can do that now." in output
    assert "Chelsea–" in output
    assert "There is no route between" in output
    assert "Choose a number from 1 to" in output


def test_the_second_card_is_asked_for_once_above_the_list(tmp_path: Path) -> None:
    game = game_until(lambda view: view.phase == "second_card", "new_york")
    output = resumed(game, tmp_path, "list\nquit\n")
    assert output.count("Draw your second card first.") == 1
    assert output.index("Draw your second card first.") < output.index("Free routes")


def test_a_station_is_built_where_the_player_says(tmp_path: Path) -> None:
    def can_build(view: View) -> bool:
        return view.phase == "turn" and 0 in view.stations.values() and bool(choices_of(view).stations)

    game = game_until(can_build)
    view = game.view(0)
    own = next(city for city, seat in view.stations.items() if seat == 0)
    free = next(iter(choices_of(view).stations))
    output = resumed(game, tmp_path, f"station\nstation {own}\nstation {free}\n1\nquit\n")
    assert "Name a city" in output
    assert "You already have a station there. (rule B1)" in output
    assert f"You built a station in {game.board.city(free).name}" in output


@pytest.mark.parametrize("language, word", [("en", "routes"), ("es", "rutas"), ("pt", "rotas")])
def test_claimed_routes_and_stations_are_shown_by_player(language: str, word: str, tmp_path: Path) -> None:
    game = game_until(lambda view: view.phase == "turn" and len(view.stations) > 1 and len(view.owners) > 3)
    output = resumed(game, tmp_path, f"{word}\nquit\n", "--lang", language)
    shown = output[output.index(Texts(language)("list.owned")) :]
    words = Words(Texts(language), game.board, ("You", "Ada"), 0)
    view = game.view(0)
    for route in view.owners:
        assert words.route(route) in " ".join(shown.split())
    for city in view.stations:
        assert words.city(city) in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_lists_the_command_for_claimed_routes(language: str) -> None:
    texts = Texts(language)
    text = f"{texts('command.help').split()[0]}\nquit\n"
    assert texts("help.routes") in run("play", "new_york", "--lang", language, text=text).stdout


@pytest.mark.parametrize(
    "offered, least, example", [(1, 1, "1"), (2, 1, "1 2"), (3, 1, "1 3"), (4, 2, "1 3"), (5, 3, "1 2 3")]
)
def test_the_example_fits_what_is_offered(offered: int, least: int, example: str) -> None:
    assert example_of_keeping(offered, least) == example


def test_a_number_of_thousands_of_digits_is_just_too_large() -> None:
    digits = "9" * 5000
    assert number(digits) == 10**9
    assert number("07") == 7
    assert number("-1") is None
    text = f"{digits}\n1\n{digits}\nclaim {digits}\nwhy {digits}\nquit\n"
    result = run("play", "new_york", "--seed", "5", text=text)
    assert result.exit_code == 0
    assert result.exception is None


@pytest.mark.parametrize(
    "language, words",
    [
        ("es", "no son las impresas, sino recreadas con el mismo estilo: los contratos y las rutas con carros."),
        ("pt", "não são as impressas, e sim recriadas no mesmo estilo: os contratos e as rotas com carroças."),
    ],
)
def test_reconstructed_parts_are_named_in_a_sentence(language: str, words: str) -> None:
    assert words in run("play", "amsterdam", "--lang", language, text="quit\n").stdout


def europe(*, hand: dict[str, int] | None = None, **more: object) -> Game:
    """The player's turn on Europe, with these cards and whatever else their seat has."""
    return from_position({"board": "europe", "seats": [{"hand": hand or {}, **more}, {}]}, seed=1)


def test_a_route_is_claimed_by_the_names_of_its_cities(tmp_path: Path) -> None:
    output = resumed(europe(hand={"black": 4}), tmp_path, "claim london edinburgh\n1\nquit\n")
    assert "You claimed Edinburgh–London" in output


def test_a_route_that_cannot_be_claimed_says_why_for_each_of_a_double(tmp_path: Path) -> None:
    output = resumed(europe(hand={"black": 3}), tmp_path, "claim london edinburgh\nquit\n")
    asked = " ".join(output.partition("> claim london edinburgh")[2].split())
    assert "Edinburgh–London: 1 card is missing" in asked
    assert "Edinburgh–London (2): 4 cards are missing" in asked


def test_tickets_are_drawn_and_kept_by_number_or_all_together(tmp_path: Path) -> None:
    for answer, kept in (("keep 1 3", 2), ("keep all", 3), ("all", 3)):
        output = resumed(europe(), tmp_path, f"tickets\nkeep 9\n{answer}\nquit\n")
        assert output.count("Choose a number from 1 to 3.") == 1
        assert f"You kept {kept} tickets" in output


def test_an_empty_line_shows_the_table_again_and_a_question_mark_helps(tmp_path: Path) -> None:
    plain = resumed(europe(), tmp_path, "quit\n")
    again = resumed(europe(), tmp_path, "\nquit\n")
    assert again.count("● You") == plain.count("● You") + 1
    assert resumed(europe(), tmp_path, "?\nquit\n").count("claim") > plain.count("claim")


def test_routes_are_listed_by_city_colour_or_both_ends(tmp_path: Path) -> None:
    for asked, shown, hidden in (
        ("edinburgh", "Edinburgh–London", "Brest–Paris"),
        ("edinburgh-london", "Edinburgh–London", "Amsterdam–London"),
        ("black", "Brest–Paris", "Zürich–Venezia"),
    ):
        listed = resumed(europe(), tmp_path, f"list {asked}\nquit\n").partition(f"> list {asked}")[2]
        assert shown in listed
        assert hidden not in listed
    assert "There is no city “atlantis”" in resumed(europe(), tmp_path, "list atlantis\nquit\n")


def test_a_list_without_a_free_route_says_so(tmp_path: Path) -> None:
    owned = europe(routes=["edinburgh-london"])
    assert "There is no such route left." in resumed(owned, tmp_path, "list edinburgh\nquit\n")


def test_tickets_say_whether_a_station_completes_them_or_nothing_can(tmp_path: Path) -> None:
    seats = [
        {"tickets": ["brest-marseille", "edinburgh-paris"], "routes": ["brest-paris"], "stations": ["paris"]},
        {"routes": ["marseille-paris", "edinburgh-london"]},
    ]
    output = resumed(from_position({"board": "europe", "seats": seats}, seed=1), tmp_path, "quit\n")
    assert "joined with your station in Paris" in output
    assert "cannot be completed" in output


def test_a_tunnel_is_paid_by_the_number_of_a_payment(tmp_path: Path) -> None:
    game = game_until(lambda view: in_tunnel(view, payable=True))
    output = resumed(game, tmp_path, "1\nquit\n")
    assert "You claimed" in output.partition("> 1")[2]


def test_tab_completes_a_word_whatever_its_case() -> None:
    words = ["draw", "tickets", "take"]
    assert [_nth(words, "T", place) for place in range(3)] == ["tickets ", "take ", None]
