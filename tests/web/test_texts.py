"""The texts of the client: the same keys in every language, each used, each gap filled; the rules as in the docs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from tools.web.write_help import HELP, PAGES, help_file

from ferrovia.boards import board_names, load_board
from ferrovia.boards.problems import Code
from ferrovia.locales import LANGUAGES, read_texts
from ferrovia.record.errors import Code as RecordCode
from ferrovia.server.http.routes.boards import BROWSER_TEXTS
from ferrovia.server.messages.incoming import CLOCKS, PACES, PHRASES

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

WEB = Path(HELP).parent
SETS = ("{}.json", "score.{}.json", "lessons.{}.json", "end.{}.json")
SCRIPTS = {path: path.read_text(encoding="utf-8") for path in sorted(WEB.rglob("*.js")) if "vendor" not in path.parts}

# Keys that are put together from a stem and a word; the words are all there are.
LEVELS = ("easy", "medium", "hard", "expert", "master")
# Problems of writing a record are no concern of the browser.
RECORD_PROBLEMS = sorted(
    set(get_args(RecordCode)) - {"record/unfinished", "record/no_beginning", "record/not_replayable"}
)
FAMILIES = {
    "bot.": LEVELS,
    "level.": (*LEVELS, "rating"),
    "make.clock.": tuple(CLOCKS),
    "make.pace.": tuple(f"{pace:g}" for pace in PACES),
    "pill.closed.": ("host", "operator", "expired"),
    "lobby.status.": ("open", "playing", "over", "frozen", "closed"),
    "pill.does.": ("turn", "second_card", "in_tunnel", "choosing_tickets"),
    "notice.": ("trouble", "closing", "revoked", "replaced"),
    "refusal.": ("net/unreachable", "net/trouble", "page/unknown", "page/outdated"),
    "problem.": (
        *get_args(Code),
        *RECORD_PROBLEMS,
        *(f"board/{name}" for name in ("too_hard", "scenery", "not_kept", "too_slow", "not_playable")),
    ),
    "menu.chat.": ("free", "phrases", "off"),
    "set.wild.": ("always", "touch", "never"),
    "howto.draw.": ("title", "text"),
    "howto.claim.": ("title", "text"),
    "howto.tickets.": ("title", "text"),
    "howto.station.": ("title", "text"),
}


def texts(language: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in SETS:
        found |= json.loads((WEB / "texts" / name.format(language)).read_text(encoding="utf-8"))
    return found


def literals() -> set[str]:
    """Every quoted word in the scripts that could be a key."""
    return {word for script in SCRIPTS.values() for word in re.findall(r"'([a-z][a-z0-9_./]*)'", script)}


def stems() -> set[str]:
    """What stands before a gap in a key: `bot.${level}`, `pill.does.${phase}`."""
    return {stem for script in SCRIPTS.values() for stem in re.findall(r"`([a-z][a-z_.]*\.)\$\{", script)}


def family_keys() -> set[str]:
    return {stem + word for stem, words in FAMILIES.items() for word in words}


def gaps(text: Any) -> set[str]:
    forms = text.values() if isinstance(text, dict) else [text]
    return {gap for form in forms for gap in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_with_the_same_gaps(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert set(other) == set(english)
    assert {key for key in english if gaps(english[key]) != gaps(other[key])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_plural_forms_its_language_needs(language: str) -> None:
    forms = {key: set(text) for key, text in texts(language).items() if isinstance(text, dict)}
    assert {key for key, found in forms.items() if not {"one", "other"} <= found <= {"zero", "one", "other"}} == set()
    assert {key for key, text in texts(language).items() if text == ""} == set()


def test_every_key_is_used_and_every_used_key_exists() -> None:
    known = set(texts("en"))
    asked = {
        key
        for script in SCRIPTS.values()
        for key in re.findall(r"\b(?:t|pieces)\(\s*'([a-z][a-z0-9_./]*)'", script)
    }  # fmt: skip
    assert asked - known - set(read_texts("en")) == set()
    own_stems = {stem for stem in stems() if any(key.startswith(stem) for key in known)}
    used = (
        literals()
        | family_keys()
        | {key for key in known for stem in own_stems - set(FAMILIES) if key.startswith(stem)}
    )
    used |= {f"{key}.you" for key in used} & known
    assert known - used == set()
    assert family_keys() - known == set()


def test_the_server_sends_the_texts_that_the_client_uses_and_no_others() -> None:
    program = set(read_texts("en"))
    used = {key for key in program if key in literals() or any(key.startswith(stem) for stem in stems())}
    used |= {f"{key}.you" for key in used} & program
    sent = {key for key in program if key.startswith(BROWSER_TEXTS)}
    assert used - sent == set()
    # Other clients may tell every event; this one tells some of them in one line.
    assert {key for key in sent - used if not key.startswith("event.")} == set()
    assert [stem for stem in BROWSER_TEXTS if not any(key.startswith(stem) for key in used)] == []


def test_no_key_of_the_client_hides_one_of_the_program() -> None:
    assert set(texts("en")) & set(read_texts("en")) == set()


def test_no_text_stands_in_the_scripts() -> None:
    """Words between the arguments of h() would be in one language only; names of the house and signs are no words."""
    found = {
        words
        for script in SCRIPTS.values()
        for words in re.findall(r"\bh\(\s*'[a-z0-9]+',\s*(?:null|\{[^{}]*\}),\s*'([^']*[A-Za-z]{2}[^']*)'", script)
    }
    assert found - {"Ferrovia"} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_the_server_says_has_a_text(language: str) -> None:
    known = set(read_texts(language)) | set(texts(language))
    assert {f"server.phrase.{phrase}" for phrase in PHRASES} <= known
    colors = {color for name in board_names() for color in load_board(name).card_colors}
    assert {f"color.{color}" for color in (*colors, "wild")} <= known


@pytest.mark.parametrize("language", PAGES)
def test_the_rules_in_the_browser_are_those_of_the_docs(language: str) -> None:
    assert (HELP / f"rules.{language}.json").read_text(encoding="utf-8") == help_file(language), "run: make generated"


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_short_enough_for_their_place(language: str) -> None:
    """The longest words that the layouts were drawn for, in letters, whatever the board calls its tickets."""
    places = {
        "pay.enter_tunnel": 22, "pay.claim": 14, "tunnel.pay_claim": 18, "tunnel.back": 14, "cancel": 12,
        "make.start": 14,
        "make.invite": 20, "offer.confirm": 26, "tab.cards": 11, "tab.tickets": 11, "tab.players": 11, "tab.log": 11,
        "dock.tickets": 12, "dock.station": 12, "pill.your_turn": 14, "market.title": 12, "station.build": 14,
    }  # fmt: skip
    known = texts(language)

    said = [dict(read_texts(language)[f"words.{word}"]) for word in ("taxi", "bus", "cart", "contract")]

    def shown(form: str, words: dict[str, Any]) -> str:
        named = re.sub(r"\[([^]]+)\]", lambda found: words.get(found[1].lower(), found[1]), form)
        return named.replace("{count}", "2")

    def longest(text: Any) -> int:
        forms = text.values() if isinstance(text, dict) else [text]
        return max(len(shown(form, words)) for form in forms for words in ({}, *said))

    assert {key: longest(known[key]) for key, most in places.items() if longest(known[key]) > most} == {}
