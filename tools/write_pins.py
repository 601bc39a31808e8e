"""`make pins`: writes `pins/*.txt`, the versions of `constraints.txt` with the hashes of all files they may come in.

Run it after a change of `pyproject.toml` or `constraints.txt`. `make` installs from these files, so a file that was
replaced on the package index is refused.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PINS = {"play": ("cli", "server"), "dev": ("all", "docs", "dev")}  # file -> extras
BUILD = "hatchling\neditables\n"  # the package itself is built without isolation, from pinned tools
HEAD = "# Written by `make pins` from pyproject.toml and constraints.txt; installed by `make`. Do not edit.\n"


def main() -> None:
    for name, extras in PINS.items():
        (ROOT / "pins" / f"{name}.txt").write_text(HEAD + compiled(extras), encoding="utf-8")


def compiled(extras: tuple[str, ...]) -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    command: list[str | Path] = [Path(sys.executable).with_name("uv"), "pip", "compile", "pyproject.toml", "-"]
    command += [argument for extra in extras for argument in ("--extra", extra)]
    command += ["--constraint", "constraints.txt", "--universal", "--generate-hashes", "--python-version", oldest]
    command += ["--no-header", "--no-annotate", "--quiet"]
    done = subprocess.run(command, cwd=ROOT, input=BUILD, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"uv could not pin {', '.join(extras)}:\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
