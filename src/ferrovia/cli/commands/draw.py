"""`ferrovia board draw` and the pictures of `ferrovia replay`: SVG, PNG, and PDF on paper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from ferrovia.boards import Board, load_board
from ferrovia.cli.files import read_file, refused_scenery
from ferrovia.cli.output.console import Failure
from ferrovia.events import RouteClaimed, StationBuilt
from ferrovia.game import Game
from ferrovia.geometry import PixelsError, Scene, SceneryError, draw_board, to_png
from ferrovia.geometry.pixels import to_paper
from ferrovia.record.begin import begin_again
from ferrovia.views.picture import scene_of

WIDTH: Final = 1600  # pixels
SECONDS_A_MOVE: Final = 0.5  # in an animated replay
KINDS: Final = (".svg", ".png", ".pdf")


def draw_empty(
    name: str, *, out: Path | None, theme: str, names: bool, width: int, paper: str | None, scenery: Path | None
) -> None:
    """Draw a board without a game on it."""
    board = load_board(name)
    if scenery is not None:
        board = replace(board, scenery=read_file(scenery))
    file = out or Path(f"{board.id}.{'pdf' if paper else 'svg'}")
    write_picture(_drawn(board, Scene(), theme, names, name, scenery), file, width=width, paper=paper)


def draw_replay(game: Game, file: Path, *, at: int | None, theme: str) -> None:
    """The position after move `at`, or the whole game as an animation in which the routes appear one by one."""
    if at is None and file.suffix.lower() == ".svg":
        scene = _time_line(game)
    else:
        again = begin_again(game)
        for seat, code in game.moves[: len(game.moves) if at is None else at]:
            again.play(code, seat=seat)
        scene = scene_of(again.spectator_view())
    write_picture(_drawn(game.board, scene, theme, True, game.board.id), file, width=WIDTH, paper=None)


def _drawn(board: Board, scene: Scene, theme: str, names: bool, name: str, scenery: Path | None = None) -> str:
    try:
        return draw_board(board, scene, theme=theme, names=names)
    except SceneryError as error:
        raise refused_scenery(error, name, scenery) from error
    except ValueError as error:
        raise Failure(str(error), exit_code=2) from error


def _time_line(game: Game) -> Scene:
    """The end of the game, and the time at which each route and station appears."""
    again = begin_again(game)
    times, station_times = {}, {}
    for number, (seat, code) in enumerate(game.moves):
        for event in again.play(code, seat=seat):
            if isinstance(event, RouteClaimed):
                times[game.board.route(event.route).number] = number * SECONDS_A_MOVE
            elif isinstance(event, StationBuilt):
                station_times[game.board.city(event.city).number] = number * SECONDS_A_MOVE
    scene = scene_of(again.spectator_view())
    return replace(scene, closed=(), times=times, station_times=station_times)


def write_picture(svg: str, file: Path, *, width: int, paper: str | None) -> None:
    """In the format of the file's name; `-` is standard output, as SVG."""
    if file == Path("-"):
        print(svg)
        return
    kind = file.suffix.lower()
    if kind not in KINDS:
        raise Failure(f"a picture is written as {', '.join(KINDS)}", at=file, exit_code=2)
    try:
        if kind == ".svg":
            content = svg.encode()
        elif kind == ".pdf" or paper is not None:
            png, pdf = to_paper(svg, size=paper or "a3")
            content = pdf if kind == ".pdf" else png
        else:
            content = to_png(svg, width=width)
    except PixelsError as error:
        raise Failure(str(error), exit_code=2) from error
    try:
        file.write_bytes(content)
    except OSError as error:
        raise Failure(f"the file cannot be written: {error.strerror}", at=file, exit_code=2) from error
    print(f"Drawn: {file}")
