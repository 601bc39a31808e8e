"""Bots by name, and errors for wrong names and packages."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from ferrovia.bots import BrokenBotError, Budget, UnknownBotError, bot_names, new_bot, registry

BUILT_IN = {"random", "greedy", "simple", "route_focus", "one_step", "long_route", "hungry", "planner", "search"}


def test_all_bots_of_this_package_are_installed() -> None:
    assert set(bot_names()) >= BUILT_IN


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_bot_says_how_it_plays(name: str) -> None:
    assert len(registry.about(name)) > 20
    assert registry.about(name).endswith("."), "a whole sentence"


def test_an_unknown_bot_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownBotError, match="Did you mean greedy"):
        new_bot("gredy")


class Mute:
    """A class without the one method."""


def explode() -> None:
    raise ZeroDivisionError("of its own making")


@pytest.mark.parametrize("value, told", [("Mute", "no method choose"), ("explode", "of its own making"), ("gone", "")])
def test_a_broken_bot_of_another_package_is_named(value: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("strange", f"{__name__}:{value}", registry.GROUP)
    monkeypatch.setattr(registry, "_installed", lambda: {"strange": point})
    with pytest.raises(BrokenBotError, match=f"the bot strange.*{told}"):
        new_bot("strange")


@pytest.mark.parametrize(
    "wrong",
    [{}, {"simulations": 3, "seconds": 1.0}, {"simulations": 0}, {"seconds": -1.0}]
    + [{"seconds": float(value)} for value in ("nan", "inf")],
)
def test_a_budget_is_in_simulations_or_in_seconds_finite_and_more_than_nothing(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="budget"):
        Budget(**wrong)  # type: ignore[arg-type]
