"""`make release`: builds wheel and sdist, checks them in an empty environment and says what to do next.

Nothing is published and nothing is tagged: that is left to a person.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from ferrovia import __version__

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
CONSTRAINTS = ROOT / "constraints.txt"
NEEDED_IN_SDIST = ("tests/library/test_game.py", "benchmarks/learn.py", "docs/rules.md", "Makefile", "constraints.txt")
TESTED_IN_SDIST = ("tests/boards", "tests/library", "tests/record", "tests/test_pins.py")  # the rest is collected
LIBRARY_GAME = """
import random
from ferrovia import Game
game, rng = Game("new_york", players=2, seed=7), random.Random(7)
while not game.is_over:
    seat = min(game.actors)
    game.play(rng.choice(game.legal_actions(seat)), seat=seat)
print("a library game ended", game.result().totals)
"""


LINKS = "Its README links to the repository, at the tag of this version."
NO_LINKS = "Links in its README are relative and break on a package index: run make release REPOSITORY=https://…"


class NotReadyError(Exception):
    """The release cannot be made yet; the text says why."""


def main() -> None:
    try:
        date = release_date()
        build()
        wheel, sdist = only("*.whl"), only("*.tar.gz")
        check_files(wheel, sdist)
        check_sdist(sdist)
        check_installed(wheel)
    except NotReadyError as error:
        sys.exit(f"Not ready: {error}")
    print(
        f"""
Ferrovia {__version__} of {date} is in {DIST.relative_to(ROOT)}/: {wheel.name}, {sdist.name}.
{LINKS if os.environ.get("FERROVIA_REPOSITORY") else NO_LINKS}
Next: git tag v{__version__}, push the tag, then publish with: .venv/bin/twine upload dist/*"""
    )


def release_date() -> str:
    """The date that the changelog gives this version."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## \[{re.escape(__version__)}\] - ([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})$", changelog, re.M)
    if found is None:
        raise NotReadyError(f"CHANGELOG.md has no heading `## [{__version__}] - YYYY-MM-DD`")
    return found[1]


def build() -> None:
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)


def only(pattern: str) -> Path:
    [file] = DIST.glob(pattern)
    return file


def check_files(wheel: Path, sdist: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    run(Path(sys.executable).with_name("check-wheel-contents"), "--config", ROOT / "pyproject.toml", wheel)
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = [name for name in NEEDED_IN_SDIST if name not in names]
    if missing:
        raise NotReadyError(f"the sdist lacks {', '.join(missing)}")


def check_sdist(sdist: Path) -> None:
    """The unpacked sdist finds all of its tests, and those of the library pass against its own sources."""
    with tempfile.TemporaryDirectory() as folder, tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
        [root] = Path(folder).iterdir()
        pytest = (sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider")
        own = {"PYTHONPATH": str(root / "src")}
        run(*pytest, "--collect-only", "-qq", "tests", cwd=root, more=own)
        run(*pytest, "-m", "not slow and not soak and not train", *TESTED_IN_SDIST, cwd=root, more=own)


def check_installed(wheel: Path) -> None:
    """In an empty environment: the library alone, then the command, as a new user meets them."""
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "venv", Path(folder) / "empty")
        programs = Path(folder) / "empty" / "bin"
        run(programs / "python", "-m", "pip", "install", "--quiet", wheel)
        run(programs / "ferrovia", "--version")
        run(programs / "python", "-c", LIBRARY_GAME)
        run(programs / "python", "-m", "pip", "install", "--quiet", f"{wheel}[cli,server]")
        run(programs / "ferrovia", "play", "new_york", "--watch", "--pause", "0", "--seed", "7", "--bots", "greedy")
        run(programs / "ferrovia", "serve", "--help")


def run(*command: str | Path, cwd: Path | None = None, more: dict[str, str] | None = None) -> None:
    print("+", *command, flush=True)
    pins = {"PIP_CONSTRAINT": str(CONSTRAINTS), "PIP_BUILD_CONSTRAINT": str(CONSTRAINTS)}
    environment = os.environ | pins | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONPATH": ""} | (more or {})
    done = subprocess.run(
        command, env=environment, cwd=cwd or tempfile.gettempdir(), stdin=subprocess.DEVNULL, check=False
    )
    if done.returncode:
        raise NotReadyError(f"`{Path(command[0]).name} {' '.join(map(str, command[1:4]))} …` failed")


if __name__ == "__main__":
    main()
