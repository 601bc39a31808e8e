"""The pins with hashes say what `constraints.txt` and `pyproject.toml` say; `make pins` writes them."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {"play": ("cli", "server"), "dev": ("all", "docs", "dev")}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(file: Path) -> dict[str, set[str]]:
    """Versions by name; a package may have one for each range of Pythons."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", file.read_text(encoding="utf-8"), re.M):
        found.setdefault(plain(name), set()).add(version)
    return found


def required(extras: tuple[str, ...]) -> set[str]:
    """Names of everything that the package and these extras ask for."""
    names, waiting = set(), [*PROJECT["dependencies"], *(f"ferrovia[{','.join(extras)}]",)]
    while waiting:
        requirement = waiting.pop()
        if found := re.match(r"ferrovia\[(.*)\]", requirement):
            for extra in found[1].split(","):
                waiting += PROJECT["optional-dependencies"][extra]
        else:
            names.add(plain(re.match(r"[A-Za-z0-9_.-]+", requirement)[0]))  # type: ignore[index]
    return names


@pytest.mark.parametrize("name", EXTRAS)
def test_pins_with_hashes_are_those_of_the_constraints(name: str) -> None:
    constraints, pins = pinned(ROOT / "constraints.txt"), pinned(ROOT / "pins" / f"{name}.txt")
    stale = {package: versions for package, versions in pins.items() if constraints.get(package) != versions}
    assert not stale, "run `make pins`; a package that constraints.txt lacks belongs there too"
    assert required(EXTRAS[name]) <= pins.keys(), "run `make pins`"


@pytest.mark.parametrize("name", EXTRAS)
def test_every_pin_has_its_hashes(name: str) -> None:
    text = (ROOT / "pins" / f"{name}.txt").read_text(encoding="utf-8")
    for entry in re.split(r"\n(?=[A-Za-z0-9])", text.partition("\n")[2]):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry[:80]


def test_core_command_line_and_server_can_be_installed_on_the_newest_python() -> None:
    text = (ROOT / "pins" / "play.txt").read_text(encoding="utf-8")
    assert len(re.findall(r"^numpy==.*python_full_version", text, re.M)) == 2, "one for 3.15, one for those before"


def wheel(folder: Path, name: str, version: str, *metadata: str) -> str:
    """Writes an empty package; returns its pin."""
    file, info = folder / f"{name}-{version}-py3-none-any.whl", f"{name}-{version}.dist-info"
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *metadata]
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"{info}/METADATA", "\n".join(lines) + "\n")
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", "")
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


def test_a_newer_version_of_a_pinned_package_does_not_disturb(tmp_path: Path) -> None:
    """A package may ask for another with an extra, and that one may have a newer version since it was pinned."""
    pins = wheel(tmp_path, "asking", "1.0", "Requires-Dist: asked[more]>=1")
    pins += wheel(tmp_path, "asked", "1.0", "Provides-Extra: more")
    wheel(tmp_path, "asked", "2.0", "Provides-Extra: more")
    (tmp_path / "pins.txt").write_text(pins, encoding="utf-8")
    show = ["make", "--silent", "--eval", "show: ; @echo $(HASHED)", "show"]
    _, *command = subprocess.run(show, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    where = ["--no-index", "--find-links", str(tmp_path), "--target", str(tmp_path / "installed")]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    done = subprocess.run(
        [sys.executable, *command, "pins.txt", *where],
        cwd=tmp_path,
        env=alone,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (tmp_path / "installed").glob("*.dist-info")} == {
        "asking-1.0.dist-info",
        "asked-1.0.dist-info",
    }
