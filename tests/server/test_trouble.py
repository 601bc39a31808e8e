"""The database disappears for a while: players get a notice, nothing is lost, and play continues."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.kit.waiting import wait_until
from tests.server.real_postgres import new_postgres, patiently
from tests.server.serving import BOT, ME, Room, Serving, TwoPeople, create

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]


def play_through_trouble(table: TwoPeople, begin: object, end: object) -> None:
    """Acts while the database is away, gets a refusal, and sends the same again when it is back."""
    assert callable(begin)
    assert callable(end)
    table.choose_tickets()
    mover = table.mover
    state, number = mover.update["state"], mover.update["number"]
    begin()
    answer = mover.ask("action", id="late", state=state, action="draw")
    assert answer["refusal"]["code"] == "database/away"
    assert mover.update["number"] == number, "what was not written was shown to nobody"
    assert table.waiter.until("notice")["notice"] == "trouble"
    end()
    assert table.waiter.until("notice")["notice"] == "well"
    assert mover.ask("action", id="late", state=state, action="draw")["type"] == "accepted"
    table.waiter.see(lambda update: update["number"] == number + 1)
    assert mover.ask("action", id="late", state=state, action="draw")["number"] == number + 1


def test_a_sqlite_file_that_somebody_else_has_locked(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.sqlite") as serving:
        room = Room(serving)
        table = room.two_people()
        other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
        play_through_trouble(table, lambda: other.execute("BEGIN EXCLUSIVE"), lambda: other.execute("ROLLBACK"))
        other.close()
        room.close()


SMALL_DISK = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
MOUNT = 'mount -t tmpfs -o size=6m tmpfs "$0" && exec "$@"'  # it is gone when the server is


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        while filler.write(bytes(4096)):
            pass


def test_a_full_disk_is_reported_and_play_goes_on_once_there_is_room(tmp_path: Path) -> None:
    if shutil.which("unshare") is None or subprocess.run([*SMALL_DISK, MOUNT, str(tmp_path), "true"]).returncode:
        pytest.skip("this machine does not let a test mount a small disk of its own")
    program = [*SMALL_DISK, MOUNT, str(tmp_path), sys.executable, "-m", "ferrovia"]
    with Serving(tmp_path / "tables.sqlite", program=program) as serving:
        room = Room(serving)
        table, browser = room.two_people(), room.browser()
        table.choose_tickets()
        mover = table.mover
        assert browser.get("/healthz").status_code == 200
        filler = Path(f"/proc/{serving.process.pid}/root{tmp_path}/filler")  # as the server sees that folder
        fill(filler)
        while (answer := mover.ask("chat", text="x" * 280))["type"] == "accepted":
            pass  # there was room left in the files that are there
        assert answer["refusal"]["code"] == "database/away"
        assert table.waiter.until("notice")["notice"] == "trouble"
        wait_until(lambda: browser.get("/healthz").json() == {"database": "away"}, "health tells of the full disk")
        assert browser.get("/healthz").status_code == 503
        filler.unlink()
        table.waiter.until("notice", where=lambda message: message["notice"] == "well")
        wait_until(lambda: browser.get("/healthz").status_code == 200, "health tells that there is room")
        assert mover.act("draw")["type"] == "accepted"
        room.close()


def test_a_postgresql_that_is_away_for_ten_seconds(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = new_postgres(tmp_path_factory)

    def back_again() -> None:
        time.sleep(10)
        patiently(server.start)

    with Serving(server.get_uri()) as serving:
        room = Room(serving)
        table = room.two_people()
        play_through_trouble(table, server.stop, back_again)
        made = create(room.browser(), ME, BOT, start=True)
        player = room.player(made["table"], made["seats"][0]["token"])
        assert player.act()["type"] == "accepted", "new tables work too, and so do their bots"
        player.see(lambda update: bool(update["legal"]))
        room.close()
        said = serving.said()
    server.cleanup()
    assert said.count("the database sends no notices") == 1, "one line per outage, not one per attempt"
    assert "Error" not in said


def test_a_server_that_closes_says_so_and_finishes_what_it_acknowledged(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.sqlite") as serving:
        room = Room(serving)
        table = room.two_people()
        table.choose_tickets()
        acknowledged = table.mover.act("draw")["number"]
        program = room.browser()
        program.headers["authorization"] = f"Bearer {table.joined['token']}"
        with program.stream("GET", f"/api/tables/{table.table}/events") as stream:
            serving.stop()
            assert "shutdown exceeded" not in serving.last_words, "a stream without end does not keep it from closing"
            assert "closing" in "".join(stream.iter_text())
        assert table.first.until("notice")["notice"] == "closing"
        assert table.first.is_closed() == 1001
        room.close()
        serving.start()
        room = Room(serving)
        again = room.player(table.table, table.joined["token"])
        assert again.update["number"] == acknowledged
        room.close()


def test_a_server_that_is_stopped_cleans_up_after_itself(tmp_path: Path) -> None:
    """Without a writable cache, compiled code is kept in a temporary folder while the server runs."""
    nowhere, temporary = tmp_path / "file", tmp_path / "temporary"
    nowhere.write_text("not a folder")
    temporary.mkdir()
    environment = {"FERROVIA_CACHE": str(nowhere), "XDG_CACHE_HOME": str(nowhere), "TMPDIR": str(temporary)}
    with Serving(tmp_path / "tables.sqlite", environment={**environment, "NUMBA_DISABLE_JIT": "1"}) as serving:
        assert list(temporary.iterdir())
        assert serving.stop() == 0
    assert list(temporary.iterdir()) == []
