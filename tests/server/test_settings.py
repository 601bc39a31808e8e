"""An operator's settings: options, environment, access to metrics, and the log."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from tests.cli.terminal import run
from tests.server.serving import BOT, ME, PERSON, Room, Serving, create, refused_serve, sensible

from ferrovia.cli.app import app
from ferrovia.server.http.root_path import read_root_path

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels


def settings() -> list[Any]:
    command: Any = typer.main.get_command(app)
    return [parameter for parameter in command.commands["serve"].params if parameter.name != "help"]


def test_every_setting_of_the_server_can_stand_in_the_environment() -> None:
    for parameter in settings():
        flag = parameter.opts[0].removeprefix("--").replace("-", "_").upper()
        assert parameter.envvar == f"FERROVIA_{flag}"


def test_the_help_names_the_variable_of_every_setting() -> None:
    shown = re.sub(r"\s+", "", run("serve", "--help", columns=400).output)
    for parameter in settings():
        assert f"[envvar:{parameter.envvar}" in shown, parameter.envvar


def test_a_server_takes_its_settings_from_the_environment(tmp_path: Path) -> None:
    environment = {
        "FERROVIA_ROOT_PATH": "games",
        "FERROVIA_METRICS_FOR": "192.0.2.1 2001:db8::/32",
        "FERROVIA_LIMIT": "tables=1/3600 sockets=7",
        "FERROVIA_LOG": "json",
    }
    with Serving(tmp_path / "tables.sqlite", limited=True, environment=environment) as serving:
        with httpx.Client(base_url=serving.url) as visitor:
            wish = {"board": "london", "seats": [ME, PERSON]}
            assert [visitor.post("/games/api/tables", json=wish).status_code for _ in range(2)] == [201, 429]
            assert visitor.get("/metrics").status_code == 404
        lines = [json.loads(line) for line in serving.said().splitlines()]
    assert [line["event"] for line in lines] == ["server.ready", "table.created"]


@pytest.mark.parametrize(
    "name, value, problem",
    [
        ("PORT", "many", "FERROVIA_PORT"),
        ("LIMIT", "tables=lots", "A limit is written tables=100/3600"),
        ("ROOT_PATH", "/a b", "A root path is written /games"),
        ("ROOT_PATH", "/static/x", "A root path is written /games"),
        ("METRICS_FOR", "me", "A reader of the metrics is an address or a network, not 'me'"),
        ("LOG", "xml", "FERROVIA_LOG"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named_in_one_line(
    name: str, value: str, problem: str, tmp_path: Path
) -> None:
    port = None if name == "PORT" else "0"
    outcome = refused_serve("--database", str(tmp_path / "tables.sqlite"), port=port, env={f"FERROVIA_{name}": value})
    assert outcome.exit_code == 2
    assert problem in outcome.output


@pytest.mark.parametrize(
    "readers, status", [([], 200), (["127.0.0.0/8"], 200), (["192.0.2.1", "127.0.0.1"], 200), (["nobody"], 404)]
)
def test_the_operator_says_who_reads_the_metrics(readers: list[str], status: int, tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.sqlite", *(f"--metrics-for={reader}" for reader in readers)) as serving:
        assert httpx.get(f"{serving.url}/metrics").status_code == status
        assert httpx.get(f"{serving.url}/healthz").status_code == 200


def test_the_log_has_one_line_for_each_thing_that_happens_to_a_table_and_no_names(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.sqlite") as serving:
        room = Room(serving)
        browser = room.browser()
        made = create(browser, {**ME, "name": "Zacarias"}, BOT, board="london", start=True)
        player = room.player(made["table"], made["seats"][0]["token"])
        while player.see(lambda update: bool(update["legal"]) or update["table"]["status"] == "over")["legal"]:
            player.act(sensible(player.update)["text"])
        gone = create(browser, ME, PERSON)
        assert room.player(gone["table"], gone["seats"][0]["token"]).ask("host", do="close")["type"] == "accepted"
        room.close()
        lines = [line for line in serving.said().splitlines() if " INFO " in line]
    words = [line.partition(" INFO ")[2] for line in lines]
    table, other = made["table"], gone["table"]
    assert words[1:3] == [
        f"table {table}: made for 2 on london",
        f"table {table}: started with 1 of 2 seats for people",
    ]
    assert re.fullmatch(rf"table {table}: finished after \d+ actions", words[3])
    assert words[4:] == [f"table {other}: made for 2 on new_york", f"table {other}: closed (host)"]
    assert "Zacarias" not in "".join(lines)
    assert "127.0.0.1" not in "".join(lines)


@pytest.mark.parametrize("text, path", [("", ""), ("/", ""), ("games", "/games"), ("/a/b/", "/a/b")])
def test_a_root_path_may_be_written_with_or_without_slashes(text: str, path: str) -> None:
    assert read_root_path(text) == path
