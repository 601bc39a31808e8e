"""Counters for operators, in the Prometheus format. They contain only numbers, no names or addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import Scope

from ferrovia.server.storage import LogRow

_STEPS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)  # seconds
_METHODS: Final = ("GET", "POST", "HEAD")

disable_created_metrics()  # type: ignore[no-untyped-call]  # start times double the number of series


class _Moment(Collector):
    """Numbers read from the server when a scraper asks."""

    def __init__(self) -> None:
        self.numbers: Mapping[str, float] = {}

    def collect(self) -> Iterable[Metric]:
        for name, value in self.numbers.items():
            family = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            yield family(f"ferrovia_{name.removesuffix('_total')}", name.replace("_", " "), value=value)


class Metrics:
    """The metrics of one server, in its own registry: two servers in one process count separately."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._moment = _Moment()
        registry.register(self._moment)
        self._requests = Counter("ferrovia_http_requests", "Requests answered", ("method", "status"), registry=registry)
        self._rows = Counter("ferrovia_rows", "Rows written to the logs of tables", ("kind",), registry=registry)
        self._http = Histogram(
            "ferrovia_http_seconds", "Seconds to answer a request", buckets=_STEPS, registry=registry
        )
        self._answers = Histogram(
            "ferrovia_answer_seconds",
            "Seconds from a player's message to its answer",
            ("type",),
            buckets=_STEPS,
            registry=registry,
        )

    def request(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._requests.labels(method, f"{status // 100}xx").inc()
        self._http.observe(seconds)

    def answer(self, kind: str, seconds: float) -> None:
        """Counts an answered message of this type, over a socket or HTTP."""
        self._answers.labels(kind).observe(seconds)

    def rows(self, _table: object, fresh: list[LogRow], ours: bool) -> None:
        if ours:
            for row in fresh:
                self._rows.labels(row.kind).inc()

    def text(self, numbers: Mapping[str, float]) -> str:
        """All counters, plus these current numbers; names that end in `_total` only ever grow."""
        self._moment.numbers = numbers
        return generate_latest(self._registry).decode()
