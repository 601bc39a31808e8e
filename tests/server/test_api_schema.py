"""Schemathesis against the API: no call, however odd, makes the server fail, and every answer is as described."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from tests.server.serving import ME, PERSON, Room, Serving, create

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]


@pytest.fixture(scope="session")
def api(serving: Serving) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{serving.url}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("api").exclude(path_regex="/events$")


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_call_makes_the_server_fail(case: schemathesis.Case) -> None:
    answer = case.call(timeout=30)
    case.validate_response(answer, checks=[not_a_server_error])
    if answer.status_code >= 400:
        refusal = answer.json()["refusal"]
        assert refusal["key"] == f"server.{refusal['code']}"


def test_the_server_is_well_after_all_that(room: Room) -> None:
    assert room.browser().get("/healthz").status_code == 200
    assert create(room.browser(), ME, PERSON)["invitations"]
