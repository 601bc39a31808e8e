"""A board's names for its pieces and tickets: stored next to the board file, used by every text that names them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.kit.walks import TINY

from ferrovia.boards import BoardError, BoardWords, board_names, load_board
from ferrovia.boards.words import TicketWord, Vehicle
from ferrovia.data import board_data
from ferrovia.locales import LANGUAGES, Texts, read_texts

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

SOURCE = Path(__file__).parents[2] / "src" / "ferrovia"
DIGESTS = {
    "amsterdam": "c42da9a902bef9039e8444c1abbe9d4a3f9d6f2edf27af510da2af71380c95ff",
    "europe": "552d2cc3290c8549035aea3d66f140c3f61038cb48dc09d962470954c65aefb5",
    "london": "350100b2876dfc78aacbbd28133249c0e47159356929038e889e4b8ed3b90416",
    "new_york": "db616092665a1c3ccd7f07154868547b58e3f7a7a57a2be430530b8737c13140",
    "usa": "180b9acf925f3d622426851c8fe2481f37a7f1fecec9f0cb983f1663eb9564f2",
}


def every_text(language: str) -> dict[str, Any]:
    """The texts of the program and of the browser, and the rules as the browser shows them."""
    found: dict[str, Any] = dict(read_texts(language))
    for name in (f"{language}.json", f"score.{language}.json", f"lessons.{language}.json"):
        found |= json.loads((SOURCE / "web" / "texts" / name).read_text(encoding="utf-8"))
    rules = (SOURCE / "web" / "help" / f"rules.{language}.json").read_text(encoding="utf-8")
    return found | {"rules": "\n".join(re.findall(r'"((?:[^"\\]|\\.)*)"', rules))}


def forms(text: Any) -> list[str]:
    return list(text.values()) if isinstance(text, dict) else [text]


def phrases(language: str) -> set[str]:
    """The phrases in brackets anywhere, as the lists write them."""
    every = "\n".join(form for text in every_text(language).values() for form in forms(text))
    return {phrase[0].lower() + phrase[1:] for phrase in re.findall(r"\[([^][]+)\]", every)}


def lists(language: str) -> dict[str, set[str]]:
    return {key: set(text) for key, text in read_texts(language).items() if key.startswith("words.")}


def test_the_boards_are_still_the_same_boards() -> None:
    assert {name: load_board(name).digest for name in board_names()} == DIGESTS


def test_each_game_has_its_vehicle_and_its_word_for_tickets() -> None:
    found = {name: load_board(name).words.names for name in board_names()}
    assert found == {
        "amsterdam": ("cart", "contract"),
        "europe": ("train", "ticket"),
        "london": ("bus", "ticket"),
        "new_york": ("taxi", "ticket"),
        "usa": ("train", "ticket"),
    }
    assert board_data(load_board("london"))["words"] == {"vehicle": "bus", "tickets": "ticket"}


def test_a_words_file_next_to_a_board_changes_its_words_but_not_the_board(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(TINY.read_bytes())
    plain = load_board(file)
    assert plain.words == BoardWords()
    file.with_suffix(".words.toml").write_text('vehicle = "bus"\ntickets = "contract"\n', encoding="utf-8")
    worded = load_board(file)
    assert worded.words.names == ("bus", "contract")
    assert (worded.digest, worded) == (plain.digest, plain)


@pytest.mark.parametrize(
    "text, reason",
    [
        ('vehicle = "boat"', "vehicle: Choose one of train, taxi, bus, cart."),
        ("tickets = 3", "tickets: Choose one of ticket, contract."),
        ("tickets = [1]", "tickets: Choose one of"),
        ('colour = "red"', "colour: This key is unknown; there are vehicle and tickets."),
        ("vehicle", "This is not TOML"),
    ],
)
def test_a_bad_words_file_is_refused_with_place_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(TINY.read_bytes())
    file.with_suffix(".words.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BoardError) as refused:
        load_board(file)
    assert refused.value.source.endswith("mine.words.toml")
    assert reason in str(refused.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_in_brackets_is_known_for_every_word_and_used(language: str) -> None:
    known = lists(language)
    usual = {"train", "ticket"}
    assert set(known) == {f"words.{word}" for word in (*get_args(Vehicle), *get_args(TicketWord)) if word not in usual}
    vehicles = [known[f"words.{word}"] for word in get_args(Vehicle) if word not in usual]
    assert all(found == vehicles[0] for found in vehicles)
    assert vehicles[0] | known["words.contract"] == phrases(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_names_trains_or_tickets_outside_brackets(language: str) -> None:
    """Except where no board is meant: the house itself, commands, levels of bots, mistakes in board files."""
    noun = {"en": "trains?|tickets?", "es": "trenes|tren|billetes?", "pt": "trens|trem|bilhetes?"}[language]
    elsewhere = ("app.", "command.", "level.", "problem.", "server.", "words.")
    found = {}
    for key, text in every_text(language).items():
        if key.startswith(elsewhere):
            continue
        plain = re.sub(r"\[[^][]+\]|\{\w+\}", "", " | ".join(forms(text)))
        if re.search(rf"\b({noun})\b", plain, re.IGNORECASE):
            found[key] = plain
    assert found == {}


@pytest.mark.parametrize(
    "language, board, sentence",
    [
        ("en", "europe", "LAST ROUND: you are almost out of trains."),
        ("en", "new_york", "LAST ROUND: you are almost out of taxis."),
        ("es", "london", "ÚLTIMA RONDA: casi no te quedan autobuses."),
        ("es", "amsterdam", "ÚLTIMA RONDA: casi no te quedan carros."),
        ("pt", "amsterdam", "ÚLTIMA RODADA: você quase não tem mais carroças."),
        ("pt", "usa", "ÚLTIMA RODADA: você quase não tem mais trens."),
    ],
)
def test_sentences_name_the_vehicle_of_the_board(language: str, board: str, sentence: str) -> None:
    texts = Texts(language, load_board(board).words.names)
    assert texts("event.last_round_began.you").startswith(sentence)


def test_words_keep_the_capital_letter_and_the_number() -> None:
    texts = Texts("es", ("cart", "contract"))
    assert texts("sheet.tickets_won") == "Contratos completados"
    assert texts("sheet.trains", count=1) == "1 carro"
    assert texts("sheet.trains", count=3) == "3 carros"


@pytest.mark.parametrize(
    "language, names",
    [
        ("en", ["Amsterdam", "Europe", "London", "New York", "USA"]),
        ("es", ["Ámsterdam", "Europa", "Londres", "Nueva York", "EE. UU."]),
        ("pt", ["Amsterdã", "Europa", "Londres", "Nova York", "EUA"]),
    ],
)
def test_board_names_are_translated(language: str, names: list[str]) -> None:
    texts = Texts(language)
    assert [texts.board_name(load_board(name).name) for name in board_names()] == names
    assert texts.board_name("My street") == "My street"
