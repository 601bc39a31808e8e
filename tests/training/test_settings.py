"""Hyperparameters from a file: read whole, or refused with the place and the reason. Needs no PyTorch."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ferrovia.boards import load_board
from ferrovia.bots.network.weights import load_weights
from ferrovia.training.settings import OPTIONS, Settings, SettingsError, read_settings

BOARD = load_board("new_york")


def read(folder: Path, text: str) -> Settings:
    file = folder / "settings.json"
    file.write_text(text, encoding="utf-8")
    return read_settings(file, BOARD, Settings(games=64, rate=0.5))


def test_a_file_replaces_the_settings_it_names(tmp_path: Path) -> None:
    found = read(tmp_path, '{"last_rate": 0.00001, "steps": 32, "shares": {"2": 0.25, "4": 1}, "last_margin": 0}')
    assert found == Settings(games=64, rate=0.5, last_rate=0.00001, steps=32, shares={2: 0.25, 4: 1}, last_margin=0)
    assert read(tmp_path, '{"last_margin": null}') == read(tmp_path, "{}") == Settings(games=64, rate=0.5)


def test_the_settings_in_a_file_of_weights_can_be_used_again(tmp_path: Path) -> None:
    folder = Path(__file__).parents[2] / "src/ferrovia/bots/network/trained"
    kept = load_weights(folder / "new_york.npz", BOARD).about["history"][-1]["settings"]
    wanted = {name: value for name, value in kept.items() if name not in OPTIONS}
    again = read(tmp_path, json.dumps(wanted))
    found = json.loads(json.dumps(replace(again, **{name: kept[name] for name in OPTIONS}).as_data()))
    assert found == Settings().as_data() | kept  # an older file lacks newer settings


@pytest.mark.parametrize(
    "text, reason",
    [
        ("[]", "settings are an object"),
        ("{", "not a file of JSON"),
        ('{"speed": 1}', "there is no setting 'speed'; the settings are steps, epochs"),
        ('{"games": 5}', "games is an option of the command"),
        ('{"rate": "fast"}', "rate has to be a number from 0 to 1"),
        ('{"rate": -1}', "rate has to be a number from 0 to 1"),
        ('{"rate": NaN}', "rate has to be a number from 0 to 1"),
        ('{"rate": Infinity}', "rate has to be a number from 0 to 1"),
        ('{"steps": 1}', "steps has to be a whole number from 2 to 4096"),
        ('{"steps": 8.5}', "steps has to be a whole number from 2 to 4096"),
        ('{"steps": true}', "steps has to be a whole number from 2 to 4096"),
        (f'{{"steps": {10**30}}}', "steps has to be a whole number from 2 to 4096"),
        (f'{{"rate": {10**400}}}', "rate has to be a number from 0 to 1"),
        ('{"value": 1e300}', "value has to be a number from 0 to 1000"),
        ('{"shares": {"2": 1e308, "3": 1e308}}', "the share of 2 players has to be a number from 0 to 1000000"),
        ("[" * 100_000, "nested too deeply"),
        ('{"planners": 1.5}', "planners has to be a number from 0 to 1"),
        ('{"earlier": -0.5}', "earlier has to be a number from 0 to 1"),
        ('{"own": 0}', "own has to be a number from 0.01 to 1"),
        ('{"against": 2}', "against has to be a number from 0 to 1"),
        ('{"planners": 0.5, "earlier": 0.75}', "planners and earlier together have to be at most 1"),
        ('{"shares": {}}', "shares have to be an object from numbers of players, 2 to 4, to shares"),
        ('{"shares": {"5": 1}}', "shares have to be an object from numbers of players, 2 to 4, to shares"),
        ('{"shares": {"2": 0}}', "no number of players has a share of the games"),
        ('{"shares": {"2": -1}}', "the share of 2 players has to be a number from 0 to 1000000"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_reason(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        read(tmp_path, text)
    assert str(raised.value).startswith(f"{tmp_path / 'settings.json'}: ")
    assert reason in str(raised.value)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nothing\.json: No such file"):
        read_settings(tmp_path / "nothing.json", BOARD, Settings())
