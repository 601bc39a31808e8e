"""The texts: complete in every language, all of them used, with the same gaps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from ferrovia.boards import board_names, load_board
from ferrovia.boards.words import TicketWord, Vehicle
from ferrovia.data import event_name
from ferrovia.engine.state import ENDINGS, MAX_PLAYERS, TIE_BREAKS
from ferrovia.events import Event
from ferrovia.locales import LANGUAGES, Text, Texts, language_of, read_texts

SOURCE = Path(__file__).parents[2] / "src" / "ferrovia"
COLORS = {color for name in board_names() for color in load_board(name).card_colors}
EVENTS = {event_name(kind.__new__(kind)) for kind in Event.__args__}
OTHERS = [language for language in LANGUAGES if language != "en"]


def reason_codes() -> set[str]:
    files = [SOURCE / "views" / name for name in ("reasons.py", "refusals.py")]
    return {code for file in files for code in re.findall(r'Reason\(\s*"([a-z_]+/[a-z_]+)"', file.read_text())}


def gaps(text: Text) -> set[str]:
    forms = [text] if isinstance(text, str) else list(text.values())
    return {gap for form in forms for gap in re.findall(r"{(\w+)}", form)} - {"count"}


def built_keys() -> set[str]:
    """Keys that the program assembles from codes; with `.you` for sentences that address the viewer."""
    keys = {f"event.{name}" for name in EVENTS} | {f"reason.{code}" for code in reason_codes()}
    keys |= {f"color.{color}" for color in COLORS} | {"color.wild", "color.gray"}
    keys |= {f"ended.{ending}" for ending in ENDINGS} | {f"tie_break.{name}" for name in TIE_BREAKS if name != "none"}
    keys |= {f"bot.name.{bot}" for bot in range(MAX_PLAYERS)}
    parts = {part for name in board_names() for part in load_board(name).reconstructed}
    keys |= {f"board_name.{name}" for name in board_names()}
    keys |= {f"words.{word}" for word in (*get_args(Vehicle), *get_args(TicketWord)) if word not in ("train", "ticket")}
    return keys | {f"screen.part.{part}" for part in parts}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_with_the_same_gaps(language: str) -> None:
    english, other = read_texts("en"), read_texts(language)
    assert list(other) == list(english)
    assert {key: gaps(other[key]) for key in other} == {key: gaps(english[key]) for key in english}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_reason_colour_and_ending_has_a_text(language: str) -> None:
    assert built_keys() <= set(read_texts(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_with_forms_has_one_and_other(language: str) -> None:
    for key, text in read_texts(language).items():
        if isinstance(text, dict) and not key.startswith("words."):
            assert {"one", "other"} <= set(text) <= {"zero", "one", "other"}, key


def test_no_text_is_unused() -> None:
    sources = "\n".join(
        file.read_text(encoding="utf-8")
        for room in ("cli", "arena", "report", "views")
        for file in (SOURCE / room).rglob("*.py")
    )
    literals = set(re.findall(r"[\"']([a-z_]+\.[a-z_./]+)[\"']", sources))
    # f"table.{name}" and the like: the names are literals in the same places
    families = set(re.findall(r"f[\"']([a-z_]+)\.\{", sources)) - {"event", "reason", "color", "ended", "tie_break"}
    words = set(re.findall(r"[\"']([a-z_]+)[\"']", sources))
    built = built_keys()
    for key in read_texts("en"):
        if key.startswith("server."):
            continue  # the server's own tests check these
        name = key.removesuffix(".you")
        family, _, rest = name.partition(".")
        used = name in built or not {name, key}.isdisjoint(literals) or (family in families and rest in words)
        assert used, f"nobody uses {key}"


def test_numbers_choose_the_form() -> None:
    texts = Texts("en")
    assert texts("sheet.trains", count=1) == "1 train"
    assert texts("sheet.trains", count=0) == "0 trains"
    assert texts("screen.claimable", count=0) == "You cannot pay for any route yet"


@pytest.mark.parametrize(
    "environment, language",
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_a_language_we_do_not_speak_is_refused() -> None:
    with pytest.raises(ValueError, match="en, es, pt"):
        Texts("tlh")
