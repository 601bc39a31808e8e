"""The modules that the page starts with are sent as one, and mean the same as before."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ferrovia.server.http.joined_modules import Modules, joined
from ferrovia.server.http.static_files import web_folder

NODE = Path(sys.executable).with_name("node")
CLIENT = web_folder(None)

SMALL = {
    "app.js": """import { total } from './sum/total.js';
import {
  first,
  second as other,
} from './numbers.js';
import './sum/log.js';

const first2 = 'private';
console.log(JSON.stringify([total(first, other), first2]));
const later = await import('./later/part.js');
console.log(JSON.stringify([later.twice(), later.sameCounter()]));
""",
    "numbers.js": """const secret = 1;
export const first = secret;
export const second = 2;
export class Shape {}
""",
    "sum/total.js": """import { counter } from './log.js';

const secret = 'another of the same name';
/** @param {number} a @param {number} b */
export function total(a, b) {
  counter.calls += 1;
  return a + b + secret.length;
}
export async function more() {
  return (await import('../later/part.js')).twice();
}
""",
    "sum/log.js": "export const counter = { calls: 0 };\n",
    "later/part.js": """import { counter } from '../sum/log.js';
import { second as two } from '../numbers.js';
import { own } from './own.js';

export const twice = () => two * 2 + own;
export const sameCounter = () => counter.calls;
export { own } from './own.js';
""",
    "later/own.js": "export const own = 10;\n",
}


def write(folder: Path, modules: Modules) -> None:
    for name, text in modules.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text)
    (folder / "package.json").write_text('{"type": "module"}')


def run(folder: Path, script: str) -> list[object]:
    done = subprocess.run([NODE, script], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def encoded(modules: dict[str, str]) -> Modules:
    return {name: text.encode() for name, text in modules.items()}


def test_joined_modules_do_the_same_as_separate_ones(tmp_path: Path) -> None:
    modules = encoded(SMALL)
    write(tmp_path / "separate", modules)
    found = joined(modules, "app.js")
    assert found is not None
    write(tmp_path / "joined", found)
    assert sorted(found) == ["app.js", "later/own.js", "later/part.js"]
    expected = [[27, "private"], [14, 1]]
    assert run(tmp_path / "separate", "app.js") == expected
    assert run(tmp_path / "joined", "app.js") == expected


@pytest.mark.parametrize(
    "name, text",
    [
        ("numbers.js", "export let first = 1;\nexport const second = 2;\n"),
        ("numbers.js", "export default 1;\nexport const first = 1, second = 2;\n"),
        ("numbers.js", "export const { first, second } = { first: 1, second: 2 };\n"),
        ("numbers.js", "export * from './sum/log.js';\n"),
        ("numbers.js", "import * as log from './sum/log.js';\nexport const first = log;\nexport const second = 2;\n"),
        (
            "numbers.js",
            "import { total } from './sum/total.js';\nexport const first = total;\nexport const second = 2;\n",
        ),
        ("sum/log.js", "export const counter = import.meta.url;\n"),
        ("sum/log.js", "export const counter = import('../numbers.js');\n"),
        ("later/part.js", "export { first } from '../numbers.js';\n"),
        ("later/part.js", "import * as numbers from '../numbers.js';\nexport const twice = numbers;\n"),
        ("later/part.js", "export const twice = () => import('../numbers.js');\n"),
    ],
    ids=lambda value: value.splitlines()[0][:50],
)
def test_modules_that_cannot_be_joined_stay_separate(name: str, text: str) -> None:
    changed = encoded(
        SMALL | {name: text, "sum/total.js": "import { first } from '../numbers.js';\n" + SMALL["sum/total.js"]}
    )
    assert joined(changed, "app.js") is None


def test_a_missing_module_or_start_is_left_to_the_browser() -> None:
    assert joined({}, "app.js") is None
    assert joined(encoded({"app.js": "import { x } from './gone.js';\n"}), "app.js") is None


LINKED = """
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import vm from 'node:vm';

const [folder, ...names] = process.argv.slice(2);
const modules = new Map();
const load = (name) => {
  if (!modules.has(name)) {
    const text = readFileSync(join(folder, name), 'utf8');
    modules.set(name, new vm.SourceTextModule(text, { identifier: name }));
  }
  return modules.get(name);
};
for (const name of names) {
  if (load(name).status === 'unlinked')
    await load(name).link((imported, from) => load(normalize(join(dirname(from.identifier), imported))));
}
const exported = (name) => Object.getOwnPropertyNames(load(name).namespace);
console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, exported(name)]))));
"""


def linked(folder: Path, names: list[str]) -> dict[str, list[str]]:
    """The exports of each module. Node links the modules, so an import of a missing name is an error."""
    (folder / "linked.mjs").write_text(LINKED)
    command = [NODE, "--no-warnings", "--experimental-vm-modules", "linked.mjs", folder, *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    exports: dict[str, list[str]] = json.loads(done.stdout)
    return exports


def test_the_client_starts_with_one_module_that_exports_what_its_parts_export(tmp_path: Path) -> None:
    scripts = {"preload.js", "unsupported.js"}
    modules = {path.relative_to(CLIENT).as_posix(): path.read_bytes() for path in CLIENT.rglob("*.js")}
    found = joined(modules, "app.js")
    assert found is not None, "an import or export of the client has a form that cannot be joined"
    write(tmp_path / "separate", modules)
    write(tmp_path / "joined", found)
    before = linked(tmp_path / "separate", sorted(set(modules) - scripts))
    after = linked(tmp_path / "joined", sorted(set(found) - scripts))
    gone = set(modules) - set(found)
    assert len(gone) > 40
    expected = {f"${re.sub('[^a-z0-9]', '_', name[:-3])}${export}" for name in gone for export in before[name]}
    assert set(after.pop("app.js")) == expected
    assert after == {name: before[name] for name in after}


def test_the_joined_module_loads_parts_that_exist() -> None:
    modules = {path.relative_to(CLIENT).as_posix(): path.read_bytes() for path in CLIENT.rglob("*.js")}
    found = joined(modules, "app.js")
    assert found is not None
    parts = set(re.findall(r"import\('\./([^']+)'\)", found["app.js"].decode()))
    assert len(parts) > 10
    assert parts <= set(found)
