"""After the leak tests: how many views they compared, as the README says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from .watchers import Tally


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Iterator[Tally]:
    counts = Tally()
    yield counts
    record_property("views compared", counts.views)
    record_property("bytes compared", counts.bytes)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Properties travel with the reports, so the sum is right with several processes too."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    properties = [pair for report in reports for pair in getattr(report, "user_properties", ())]
    views, size = (
        sum(int(str(value)) for name, value in properties if name == f"{unit} compared") for unit in ("views", "bytes")
    )
    if views:
        said = f"{views:,} views equal, byte for byte, what other hidden cards and tickets show ({size / 1e6:,.0f} MB)"
        terminalreporter.write_line(said)
