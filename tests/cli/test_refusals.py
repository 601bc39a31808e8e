"""Every refusal is one line, the place and a sentence, with the documented exit code, whatever the input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.kit.walks import TINY

from .terminal import run

# Places such as `a.txt: line 3: `, then a sentence that starts with a capital letter, a number, an option or a quote.
REFUSAL = re.compile(r"ferrovia: (\S+: |line \d+(, \S+( \d+)?)?: )*[A-Z0-9'`-].*[.?!]")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every kind of wrong file, and it is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FERROVIA_DATABASE", str(tmp_path / "tables.sqlite"))
    for name in ("folder", "folder.toml"):
        (tmp_path / name).mkdir()
    for name in ("empty", "empty.toml"):
        (tmp_path / name).touch()
    for name in ("bytes", "bytes.toml"):
        (tmp_path / name).write_bytes(b"\xff\xfe\x00")
    (tmp_path / "nan.json").write_text('{"board": "europe", "seats": [{"hand": {"orange": NaN}}, {}]}')
    (tmp_path / "list.json").write_text("[1]")
    (tmp_path / "deep.json").write_text("[" * 200_000)
    (tmp_path / "garbage").write_text("garbage\n")
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "command, code, place, reason",
    [
        ("replay missing", 2, "missing", "There is no such file."),
        ("replay folder", 2, "folder", "The file cannot be read: Is a directory."),
        ("verify empty", 1, "empty: line 1", "The record is empty."),
        ("verify bytes", 1, "bytes", "This is not UTF-8 text."),
        ("verify garbage", 1, "garbage: line 1", None),
        ("import missing", 2, "missing", "There is no such file."),
        ("import folder", 2, "folder", "This is not a file."),
        ("restore folder", 2, "folder", "This is not a file."),
        ("restore garbage", 1, "garbage", "This is not a Ferrovia backup."),
        ("restore empty", 1, "empty", "The file is not whole."),
        ("backup folder/a/b", 2, "folder/a/b", "There is no folder folder/a."),
        ("export empty", 2, "empty", "The folder cannot be made: File exists."),
        ("tables list", 2, "tables.sqlite", "There is no such database."),
        ("play --resume empty", 1, "empty", "This is not an unfinished game of `ferrovia play`."),
        ("play --save folder", 2, "folder", "This is not a regular file."),
        ("play --bots nobot", 2, "", "There is no level and no bot 'nobot'"),
        ("play --bots ,", 2, "", "--bots names no bot"),
        ("board check missing.toml --json -", 2, "missing.toml", "There is no such file."),
        ("board layout london --out folder", 2, "folder", "This is not a regular file."),
        ("bots --json folder", 2, "folder", "This is not a regular file."),
        ("score deep.json", 1, "deep.json", "This is not a position."),
        ("board check missing.toml", 2, "missing.toml", "There is no such file."),
        ("board check folder.toml", 2, "folder.toml", "This is not a file."),
        ("simulate bytes.toml", 1, "bytes.toml", "The file is not a UTF-8 text (at byte 0)."),
        ("simulate nowhere", 2, "", 'There is no board "nowhere"'),
        ("board draw europe --out a.gif", 2, "a.gif", "A picture is written as .svg, .png, .pdf."),
        ("board draw europe --out a.svg --scenery empty.toml", 1, "empty.toml: base", "It must be"),
        ("board layout europe --scenery empty.toml", 1, "empty.toml: base", "It must be"),
        ("board layout europe --scenery missing.toml", 2, "missing.toml", "There is no such file."),
        ("board layout europe --out no/such/file", 2, "no/such/file", "There is no folder no/such."),
        ("boards --json folder", 2, "folder", "This is not a regular file."),
        ("simulate --json no/such/file", 2, "no/such/file", "There is no folder no/such."),
        ("score nan.json", 1, "nan.json: seats[0].hand.orange", "This must be a whole number, and is nan."),
        ("score list.json", 1, "list.json", "A position is a table, and this is a list."),
        ("score empty", 1, "empty: line 1, column 1", "`ferrovia score` reads positions in JSON"),
        ("tournament planner greedy --format x", 2, "", "There is no format 'x'"),
        ("tournament planner greedy --sprt 0.5,0.6 --alpha 2", 2, "--sprt", "Alpha and beta are between 0 and 0.5."),
        ("tournament planner nobot", 2, "", "There is no bot 'nobot'"),
        ("bots --check program:folder", 2, "folder", "There is no such file."),
        ("report europe --budget x", 2, "", "'x' is not a budget"),
        ("tables prune --days inf", 2, "", "Invalid value for '--days'"),
        ("bans add 192.0.2.1 --days 1e30", 2, "", "Invalid value for '--days'"),
        ("play --players x", 2, "", "Invalid value for '--players'"),
        ("championship", 2, "", "No such command 'championship'."),
    ],
)
def test_a_refusal_is_a_place_and_a_sentence(command: str, code: int, place: str, reason: str | None) -> None:
    result = run(*command.split())
    assert result.exit_code == code, result.output
    [line] = result.stderr.splitlines()
    assert REFUSAL.fullmatch(line), line
    if place:
        assert f"{place}: " in line
    if reason:
        assert reason in line


def test_files_with_a_byte_order_mark_are_read(folder: Path) -> None:
    position = {"board": "new_york", "seats": [{}, {}]}
    marked = folder / "marked.json"
    marked.write_text(json.dumps(position), encoding="utf-8-sig")
    assert run("score", str(marked)).exit_code == 0
    scenery = folder / "scenery.toml"
    scenery.write_bytes(b'\xef\xbb\xbfbase = "water"\r\nshapes = []\r\n')
    assert run("board", "draw", str(TINY), "--out", "a.svg", "--scenery", str(scenery)).exit_code == 0
