"""Schemathesis against the API: no call, however odd, makes the server fail, and every refusal has the same form."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from tests.server.serving import ME, PERSON, SOON, Room, Serving, create

from ferrovia.locales import read_texts

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]


def test_no_call_makes_the_server_fail(serving: Serving, room: Room) -> None:
    schema = schemathesis.openapi.from_url(f"{serving.url}/api/openapi.json")
    known = read_texts("en")
    statuses = set()
    called = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith("/events"):
            continue  # a stream has no end

        @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(case=operation.as_strategy())
        def check(case: schemathesis.Case) -> None:
            answer = case.call(timeout=SOON)
            case.validate_response(answer, checks=[not_a_server_error])
            statuses.add(answer.status_code)
            if answer.status_code >= 400:
                refusal = answer.json()["refusal"]
                assert refusal["key"] in known, refusal

        check()
        called += 1
    assert called > 15
    assert {200, 404, 422} <= statuses
    assert room.browser().get("/healthz").status_code == 200
    assert create(room.browser(), ME, PERSON)["invitations"]
