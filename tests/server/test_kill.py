"""kill -9 in the middle of play: every acknowledged action is stored, none twice, every table continues."""

from __future__ import annotations

import random
import time
from contextlib import suppress

import pytest
from tests.server.serving import BOT, ME, PERSON, SOON, Json, Player, Room, Serving, create, join, sensible
from websockets.exceptions import ConnectionClosed

from ferrovia.record import read_record, verify

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]


class Stubborn:
    """A player who plays on whatever happens to the server: unanswered requests are sent again with the same id."""

    def __init__(self, table: str, token: str) -> None:
        self.table, self.token = table, token
        self.player: Player | None = None
        self.accepted: dict[str, int] = {}  # request → row
        self.asked: Json | None = None
        self.count = 0

    def come(self, room: Room) -> None:
        since = self.player.update["number"] if self.player is not None else None
        self.player = room.player(self.table, self.token, since=since)

    def decide(self) -> None:
        assert self.player is not None
        self.count += 1
        chosen = sensible(self.player.update)["code"]
        self.asked = {"id": f"q{self.count}", "state": self.player.update["state"], "action": chosen}

    def say_something(self) -> None:
        """Sends an action without waiting for the answer."""
        if self.asked is None:  # else it was asked before a kill, and may have been played
            self.decide()
        assert self.player is not None
        assert self.asked is not None
        self.player.say(type="action", **self.asked)

    def step(self) -> bool:
        """One action, or one message of others; False when the game is over."""
        assert self.player is not None
        if self.asked is None:
            if self.player.update["result"] is not None:
                return False
            if not self.player.update["legal"]:
                with suppress(TimeoutError):  # perhaps it is the other one's turn
                    self.player.hear(0.02)
                return True
            self.decide()
        assert self.asked is not None
        answer = self.player.ask("action", **self.asked)
        if answer["type"] == "accepted":
            self.accepted[self.asked["id"]] = answer["number"]
            self.player.see(lambda update: update["number"] >= answer["number"])
        else:
            assert answer["refusal"]["code"] == "action/stale", answer
            self.player.see(lambda update: update["state"] >= answer["state"])
        self.asked = None
        return True


def test_killed_at_random_moments_nothing_is_lost_and_nothing_played_twice(database: str) -> None:
    chance = random.Random(7)
    with Serving(database) as serving:
        play_and_kill(serving, chance)


def play_and_kill(serving: Serving, chance: random.Random) -> None:
    room = Room(serving)
    ana, bea = room.browser(), room.browser()
    made = create(ana, ME, PERSON, BOT)
    people = [
        Stubborn(made["table"], made["seats"][0]["token"]),
        Stubborn(made["table"], join(bea, made)["token"]),
    ]
    for person in people:
        person.come(room)
    assert people[0].player is not None
    assert people[0].player.ask("start")["type"] == "accepted"
    kills = 0
    killer = 8  # rows of the game
    over = False
    heard, number = time.monotonic(), 0
    while not over:
        if (now := max(person.player.update["number"] for person in people if person.player is not None)) > number:
            heard, number = time.monotonic(), now
        assert time.monotonic() < heard + SOON, "the game does not go on"
        try:
            for person in people:
                if number >= killer and kills < 4:
                    if chance.random() < 0.5 and person.player is not None and person.player.update["legal"]:
                        person.say_something()  # killed between asking and hearing the answer
                        time.sleep(chance.random() * 0.01)
                    serving.kill()
                    kills += 1
                    raise ConnectionClosed(None, None)
                person.step()
            over = all(person.player is not None and person.player.update["result"] for person in people)
        except (ConnectionClosed, ConnectionError):
            room.close()
            serving.start()
            room = Room(serving)
            for person in people:
                person.come(room)
            killer = number + chance.randint(2, 12)
    assert kills == 4
    last = people[0].player
    assert last is not None
    rows = last.ask("history")["data"]["rows"]
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    for seat, person in enumerate(people):
        played = [row["number"] for row in rows if row["kind"] == "action" and row["seat"] == seat]
        assert len(played) == len(set(person.accepted.values())), "no action twice"
        assert set(person.accepted.values()) == set(played), "every acknowledged action is there"
    header = {"authorization": f"Bearer {people[0].token}"}
    text = room.browser().get(f"/api/tables/{made['table']}/record", headers=header).text
    assert verify(read_record(text)).actions == sum(row["kind"] == "action" for row in rows)
    room.close()


def test_a_table_of_bots_goes_on_after_a_restart_when_somebody_watches(database: str) -> None:
    with Serving(database) as serving:
        room = Room(serving)
        made = create(room.browser(), BOT, BOT, start=True, pace=0.05)
        watcher = room.player(made["table"], made["watch"]["token"])
        watcher.see(lambda update: update["number"] > 12)
        serving.kill()
        room.close()
        serving.start()
        room = Room(serving)
        again = room.player(made["table"], made["watch"]["token"])
        assert again.see(lambda update: update["result"] is not None)["result"]["winners"]
        room.close()
