"""Pictures of a tournament: ratings with intervals, scores, a table of wins. Only this module imports matplotlib.

All are drawn from the plain data of `summarise`, in one style, one set per board and number of players.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

Data = dict[str, Any]

PAPER: Final = "#fbfaf7"
INK: Final = "#23282d"
SOFT: Final = "#7d858c"
LINE: Final = "#e3e0d8"
ACCENT: Final = "#1f6f8b"
COLD, WARM = "#c8553d", "#1f6f8b"
STYLE: Final[dict[str, Any]] = {
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlecolor": INK,
    "axes.titlepad": 14,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "ytick.left": False,
    "xtick.bottom": False,
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "svg.fonttype": "none",  # keeps text searchable and in the reader's own font
    "svg.hashsalt": "ferrovia",  # the same results give the same file
}


class PlotsError(RuntimeError):
    """Nothing can be drawn; the text says why."""

    code = "tournament/plots"


def check_plots() -> None:
    """Fails before the games begin, not after them."""
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError as error:
        raise PlotsError("plots need matplotlib: install it with pip install 'ferrovia[arena]'") from error


def draw_plots(summary: Data, folder: Path, *, suffix: str = "svg") -> list[Path]:
    """Draws everything into the folder; returns the files written."""
    check_plots()
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PlotsError(f"{folder}: cannot be made: {error.strerror}") from error
    drawings: dict[str, Callable[[Data], Any]] = {
        "ratings": draw_ratings,
        "scores": draw_scores,
        "wins": draw_wins,
    }
    written = []
    with plt.rc_context(cast(Any, STYLE)):
        for table in summary["tables"]:
            for name, draw in drawings.items():
                figure = draw(table)
                if figure is None:
                    continue
                file = folder / f"{table['board']}-{table['players']}-{name}.{suffix}"
                try:
                    figure.savefig(file, dpi=160, metadata={"Date": None} if suffix == "svg" else None)
                except OSError as error:
                    raise PlotsError(f"{file}: cannot be written: {error.strerror}") from error
                finally:
                    plt.close(figure)
                written.append(file)
    return written


def draw_lines(
    file: Path, title: str, across: str, up: str, lines: dict[str, list[tuple[float, float, float]]]
) -> None:
    """Lines with a band each: points are (x, y, half the band's height)."""
    check_plots()
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    with plt.rc_context(cast(Any, STYLE)):
        figure, axes = plt.subplots(figsize=(8.0, 4.5), layout="constrained")
        for name, points in lines.items():
            at, value, half = (list(column) for column in zip(*points, strict=True))
            (line,) = axes.plot(at, value, label=name, marker="o", markersize=3)
            low, high = zip(*((v - h, v + h) for v, h in zip(value, half, strict=True)), strict=True)
            axes.fill_between(at, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
        axes.set_title(title)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.legend(frameon=False)
        try:
            figure.savefig(file, dpi=160)
        except OSError as error:
            raise PlotsError(f"{file}: cannot be written: {error.strerror}") from error
        finally:
            plt.close(figure)


def _canvas(table: Data, title: str, note: str, *, height: float, width: float = 8.0) -> tuple[Any, Any]:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(width, height), layout="constrained")
    where = f"{table['board_name']}, {table['players']} players, {table['games']:,} games"
    axes.set_title(f"{title}\n", pad=6)
    axes.xaxis.set_major_formatter(lambda value, _: _whole(value))
    axes.annotate(
        f"{where}. {note}", (0, 1), (0, 6), xycoords="axes fraction", textcoords="offset points", color=SOFT, fontsize=9
    )
    cast(Any, figure.get_layout_engine()).set(w_pad=0.15, h_pad=0.15)
    return figure, axes


def draw_ratings(table: Data) -> Any:
    """A dot per rating and a line for its interval; an arrow if the games set no limit."""
    rows = [row for row in table["contestants"] if row["rating"]["value"] is not None][::-1]
    if len(rows) < 2:
        return None
    scale = table["rating_scale"]
    fixed = f"{scale['anchor']} = {scale['anchor_rating']:,.0f}" if scale["anchor"] else "mean fixed"
    figure, axes = _canvas(table, "How strong", f"Elo with 95 % intervals, {fixed}", height=1.5 + 0.42 * len(rows))
    values = [row["rating"]["value"] for row in rows]
    ends = [end for row in rows for end in row["rating"].values() if end is not None]
    room = max(60.0, 0.06 * (max(ends) - min(ends)))
    for place, row in enumerate(rows):
        rating = row["rating"]
        value = rating["value"]
        low, high = (
            rating[end] if rating[end] is not None else value + sign * room for end, sign in (("low", -1), ("high", 1))
        )
        anchored = row["name"] == scale["anchor"]
        if not anchored:
            axes.plot([low, high], [place, place], color=ACCENT, alpha=0.35, linewidth=5, solid_capstyle="round")
            for end, at, marker in (("low", low, "<"), ("high", high, ">")):
                if rating[end] is None:
                    axes.plot([at], [place], marker=marker, color=ACCENT, alpha=0.5, markersize=7)
        axes.plot([value], [place], marker="o", markersize=8, color=INK if anchored else ACCENT)
        axes.annotate(
            _whole(value), (max(value, high), place), (9, 0), textcoords="offset points", va="center", fontsize=9
        )
    axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
    axes.grid(axis="y", visible=False)
    axes.set_xlim(min(ends + values) - 1.5 * room, max(ends + values) + 2.6 * room)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    return figure


def draw_scores(table: Data) -> Any:
    """Each contestant's final points as a hill, one above the other, with its mean marked."""
    rows = table["contestants"][::-1]
    everything = [score for row in rows for score in row["scores"]]
    if not everything:
        return None
    figure, axes = _canvas(
        table, "How many points", "Final scores; the line is the mean", height=1.6 + 0.62 * len(rows)
    )
    low, high = min(everything), max(everything)
    points = [np.array(row["scores"], dtype=float) for row in rows]
    room = 2.5 * max(_width(scores) for scores in points)
    grid = np.linspace(low - room, high + room, 400)
    hills = [_hill(scores, grid) for scores in points]
    for place, (row, hill) in enumerate(zip(rows, hills, strict=True)):
        shape = 0.8 * hill / float(hill.max())
        seen = shape > 0.004  # a line along the ground would mean nothing
        axes.fill_between(grid, place, place + shape, where=seen, color=ACCENT, alpha=0.28, linewidth=0, zorder=3)
        axes.plot(np.where(seen, grid, np.nan), place + shape, color=ACCENT, linewidth=1.3, zorder=4)
        axes.axhline(place, color=LINE, linewidth=0.8, zorder=2)
        mean = row["score"]["value"]
        top = float(np.interp(mean, grid, shape))
        axes.plot([mean, mean], [place, place + top], color=INK, linewidth=1.4, zorder=5)
        axes.annotate(_whole(mean), (mean, place), (5, 4), textcoords="offset points", fontsize=9, zorder=6)
    axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
    axes.tick_params(axis="y", pad=6)
    axes.set_xlim(grid[0], grid[-1])
    axes.set_ylim(-0.12, len(rows))
    axes.grid(axis="y", visible=False)
    return figure


def _whole(value: float) -> str:
    """An integer, with the same minus sign as the axes."""
    return f"{value:,.0f}".replace("-", "−")


def _width(scores: np.ndarray) -> float:
    """The kernel width by Silverman's rule."""
    width: float = 0.9 * float(scores.std()) * len(scores) ** -0.2
    return max(1.5, width)


def _hill(scores: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """A density with Gaussian kernels."""
    width = _width(scores)
    values, counts = np.unique(scores, return_counts=True)
    kernels = np.exp(-0.5 * ((grid[:, None] - values[None, :]) / width) ** 2) * counts
    density: np.ndarray = kernels.sum(axis=1) / (len(scores) * width * np.sqrt(2 * np.pi))
    return density


def draw_wins(table: Data) -> Any:
    """How often the row finished ahead of the column, as a matrix."""
    from matplotlib.colors import LinearSegmentedColormap

    names = [row["name"] for row in table["contestants"]]
    if len(names) < 2:
        return None
    size = len(names)
    shares = np.full((size, size), np.nan)
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            if a != b and table["before"][a][b] is not None:
                shares[i, j] = table["before"][a][b]["value"]
    figure, axes = _canvas(
        table,
        "Who beats whom",
        "How often the row came in before the column" if table["players"] > 2 else "Wins of the row against the column",
        height=2.0 + 0.62 * size,
        width=max(7.0, 3.4 + 0.82 * size),
    )
    colors = LinearSegmentedColormap.from_list("ferrovia", [COLD, "#f1ece1", WARM]).with_extremes(bad=PAPER)
    axes.imshow(shares, cmap=colors, vmin=0, vmax=1, aspect="auto")
    for i in range(size):
        for j in range(size):
            if not np.isnan(shares[i, j]):
                light = abs(shares[i, j] - 0.5) > 0.28
                axes.text(j, i, f"{shares[i, j]:.0%}", ha="center", va="center", color=PAPER if light else INK)
    axes.set_xticks(range(size), names, rotation=30 if max(map(len, names)) > 11 else 0, ha="center", color=INK)
    axes.set_yticks(range(size), names)
    axes.grid(visible=False)
    axes.set_xticks(np.arange(size + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(size + 1) - 0.5, minor=True)
    axes.grid(which="minor", color=PAPER, linewidth=3)
    axes.tick_params(which="both", length=0)
    axes.spines["bottom"].set_visible(False)
    return figure
