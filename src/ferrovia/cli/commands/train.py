"""`ferrovia train`: trains a network for a board by imitation and self-play, with its learning curve."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console

from ferrovia.arena.contestants import ContestantError, read_budget
from ferrovia.boards import load_board
from ferrovia.bots import Budget, bot_names
from ferrovia.cli.files import check_file, check_place
from ferrovia.cli.output.console import INTERRUPTED, Failure, new_console, new_progress
from ferrovia.engine import gpu, usable_cores

if TYPE_CHECKING:
    from ferrovia.training.curve import Point
    from ferrovia.training.self_play import Report

A_LITTLE: Final = Budget(simulations=100)
LEAST_MINUTES, MOST_MINUTES = 0.01, 100_000
# at once: on a CPU, for a GPU that 16 cores play for (a third slower with 4,096), and on a GPU
SMALL_GAMES, LARGE_GAMES, DEVICE_GAMES = 512, 16384, 32768


def train_board(
    name: str,
    *,
    minutes: float,
    out: Path | None,
    resume: Path | None,
    against: Path | None,
    imitate: str | None,
    imitate_games: int,
    budget: str | None,
    games: int | None,
    settings_file: Path | None,
    blocks: int | None,
    threads: int | None,
    seed: int,
    small: bool,
    overwrite: bool,
) -> None:
    if importlib.util.find_spec("torch") is None:
        raise Failure("training needs PyTorch: install it with pip install 'ferrovia[train]'")
    if not LEAST_MINUTES <= minutes <= MOST_MINUTES:  # NaN passes the limits of an option
        raise Failure(f"--minutes has to be a number from {LEAST_MINUTES} to {MOST_MINUTES}", exit_code=2)
    for network in (resume, against):
        if network is not None:
            check_file(network)
    board = load_board(name)
    file = out or Path(f"{board.id}-network.npz")
    if file.suffix != ".npz":
        raise Failure("weights go into a file with the ending .npz", at=file, exit_code=2)
    curve, picture = file.with_suffix(".json"), file.with_suffix(".png")
    if against is not None and against.resolve() == file.resolve():
        reason = "--against leaves this network as it is, but the result would replace it"
        raise Failure(f"{reason}; name another file with --out", at=file, exit_code=2)
    continues_file = resume is not None and resume.resolve() == file.resolve()
    for written in (file, curve, picture):
        check_place(written)
        if settings_file is not None and settings_file.resolve() == written.resolve():
            reason = "the result would replace these settings; name another file with --out"
            raise Failure(reason, at=written, exit_code=2)
        if written.exists() and not overwrite and not continues_file:
            reason = "the file exists; name another one with --out, or replace it with --overwrite"
            raise Failure(reason, at=written, exit_code=2)
    if imitate is not None and imitate not in bot_names():
        raise Failure(f"there is no bot {imitate!r:.60}; the bots are {', '.join(bot_names())}", exit_code=2)
    from ferrovia.bots.network.weights import WeightsError
    from ferrovia.training.run import Imitation, Options, best_device, default_shares, train
    from ferrovia.training.settings import Settings, SettingsError, read_settings

    device = best_device()
    on_gpu = device == "cuda"
    on_device = on_gpu and gpu.available()[0]
    settings = Settings(
        seconds=60 * minutes,
        games=games or (DEVICE_GAMES if on_device else LARGE_GAMES if on_gpu else SMALL_GAMES),
        epochs=1 if on_device else 2,  # a GPU plays faster than it learns, so every decision counts once
        minibatch=32768 if on_gpu else 4096,
        warm=0 if resume else 8,
        shares=default_shares(board),
        seed=seed,
    )
    if settings_file is not None:
        try:
            settings = read_settings(settings_file, board, settings)
        except SettingsError as error:
            raise Failure(str(error), exit_code=2) from error
    imitation = Imitation(imitate, imitate_games, _budget(budget)) if imitate else None
    options = Options(
        board=board,
        out=file,
        settings=settings,
        resume=resume,
        imitation=imitation,
        against=against,
        blocks=blocks,
        threads=threads or usable_cores(),
        device=device,
        on_device=on_device,
        small=small,
    )
    console = new_console()
    where = "a GPU" if on_device else "the CPU, for a network on a GPU" if on_gpu else "the CPU"
    console.print(f"{board.name}: {minutes:g} minutes of self-play on {where}, into {file}")
    if on_gpu and not on_device:
        console.print(f"Games on the GPU would be up to ten times as many: {gpu.available()[1]}")
    before = _changed(file)
    try:
        has_gained = _train(console, options, train, settings.seconds)
    except WeightsError as error:
        raise Failure(str(error)) from error
    except KeyboardInterrupt:
        has_network = continues_file or _changed(file) != before
        kept = f"the best network so far is in {file}" if has_network else "it had kept no network yet"
        console.print(f"Stopped; {kept}.")
        raise SystemExit(INTERRUPTED) from None
    if has_gained:
        console.print(f"The best network is in {file}, the curve of the run in {curve} and {picture}.")
    else:
        console.print(f"No network beat {resume}, whose weights are in {file}. The curve is in {curve} and {picture}.")


def _changed(file: Path) -> int | None:
    """When the file was last written; None if it does not exist."""
    return file.stat().st_mtime_ns if file.exists() else None


def _train(console: Console, options, train, seconds: float) -> bool:  # type: ignore[no-untyped-def]
    """Trains, and returns whether the run found a network better than the one that it resumed, if any."""
    from ferrovia.training.run import Progress

    opponent = options.measured_against
    has_gained = options.resume is None
    with new_progress() as progress:
        imitated = options.imitation.games if options.imitation else 0
        watching = progress.add_task("imitation", total=imitated, visible=bool(imitated))
        playing = progress.add_task("self-play, seconds", total=round(seconds))

        class ShownProgress(Progress):
            def imitated(self, games: int) -> None:
                progress.update(watching, completed=games)
                if games == imitated:
                    progress.console.print("learning from these games until it gains no more")

            def agreed(self, before: float, after: float) -> None:
                progress.console.print(
                    f"agrees with {100 * before:.1f} %, then {100 * after:.1f} % of the bot's choices"
                )

            def began(self, games: int) -> None:
                if games != options.settings.games:
                    wanted = f"instead of {options.settings.games:,}, to fill equal batches"
                    console.print(f"Playing {games:,} games at once {wanted}.")

            def learned(self, report: Report) -> None:
                progress.update(playing, completed=round(report.seconds))

            def looked(self, point: Point, *, is_best: bool) -> None:
                nonlocal has_gained
                # before any learning, the resumed network meets itself
                has_gained |= is_best and (point.decisions > 0 or options.imitation is not None)
                won = "; ".join(f"{match.players} players: {match}" for match in point.matches)
                mark = "  (best so far)" if is_best else ""
                console.print(
                    f"{point.seconds:6.0f} s  {point.decisions:>12,} decisions  against {opponent} {won}{mark}"
                )

        train(options, ShownProgress())
    return has_gained


def _budget(text: str | None) -> Budget:
    try:
        return read_budget(text) if text else A_LITTLE
    except ContestantError as error:
        raise Failure(str(error), exit_code=2) from error
