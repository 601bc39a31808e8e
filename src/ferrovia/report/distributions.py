"""The distribution of numbers: quantiles and histograms. Compared distributions get bins of the same width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

BINS: Final = 24  # at most


def bins_of(values: Iterable[float]) -> int:
    """The bin width that fits all these values."""
    found = list(values)
    return bin_width(max(found) - min(found))


def distribution(values: Sequence[float], width: int) -> dict[str, Any]:
    """Quantiles, and a histogram in bins of that width."""
    ordered = sorted(values)

    def quantile(share: float) -> float:
        place = share * (len(ordered) - 1)
        low = int(place)
        high = min(low + 1, len(ordered) - 1)
        return round(ordered[low] + (ordered[high] - ordered[low]) * (place - low), 2)

    counts = Counter(int(value // width) for value in ordered)
    return {
        "count": len(ordered),
        "quantiles": {str(q): quantile(q / 100) for q in (0, 5, 25, 50, 75, 95, 100)},
        "width": width,
        "bins": [[number * width, counts[number]] for number in range(min(counts), max(counts) + 1)],
    }


def bin_width(spread: float) -> int:
    """1, 2, 5, 10, … so that the spread fits into the bins."""
    width, steps = 1, (2, 2.5, 2)
    number = 0
    while spread / width > BINS:
        width = int(width * steps[number % 3])
        number += 1
    return width
