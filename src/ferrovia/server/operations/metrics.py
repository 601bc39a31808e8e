"""Counters for operators, in the format of Prometheus. They hold numbers alone, nobody's name or address."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

from starlette.types import Scope

from ferrovia.server.storage import LogRow

_STEPS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    def __init__(self) -> None:
        self._counts = [0] * (len(_STEPS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_STEPS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> list[str]:
        total, lines = 0, [f"# TYPE {name} histogram"]
        for step, count in zip((*map(str, _STEPS), "+Inf"), self._counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{step}"}} {total}')
        return [*lines, f"{name}_sum {self._sum:.6f}", f"{name}_count {total}"]


class Metrics:
    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str]] = Counter()
        self._rows: Counter[str] = Counter()
        self.answers = Histogram()
        self._http = Histogram()

    def request(self, scope: Scope, status: int, seconds: float) -> None:
        self._requests[
            scope["method"] if scope["method"] in ("GET", "POST", "HEAD") else "other", f"{status // 100}xx"
        ] += 1
        self._http.add(seconds)

    def rows(self, _table: object, fresh: list[LogRow], ours: bool) -> None:
        if ours:
            self._rows.update(row.kind for row in fresh)

    def text(self, gauges: dict[str, float]) -> str:
        lines = []
        for name, value in gauges.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# TYPE ferrovia_{name} {kind}", f"ferrovia_{name} {value:g}"]
        lines.append("# TYPE ferrovia_http_requests_total counter")
        for (method, status), count in sorted(self._requests.items()):
            lines.append(f'ferrovia_http_requests_total{{method="{method}",status="{status}"}} {count}')
        lines.append("# TYPE ferrovia_rows_total counter")
        for kind, count in sorted(self._rows.items()):
            lines.append(f'ferrovia_rows_total{{kind="{kind}"}} {count}')
        lines += self._http.lines("ferrovia_http_seconds")
        lines += self.answers.lines("ferrovia_answer_seconds")
        return "\n".join(lines) + "\n"
