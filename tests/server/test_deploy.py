"""The files for people who run a server: the image, the unit of systemd and the recipes for proxies do what they say.

Each is tried with the real program where that is installed. Building the image takes minutes and fetches packages, so
only `make soak` does that.
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import trustme
from tests.server.proxies import free_port, running
from tests.server.serving import ME, PERSON, SOON, SPOKEN, Serving
from websockets.sync.client import connect
from websockets.typing import Origin

from ferrovia.data import PROTOCOL
from ferrovia.server.http.addresses import is_within, read_networks

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example"


def nginx(folder: Path, http: int, https: int, server: str, *, path: str = "") -> list[str]:
    """deploy/nginx.conf as it is, with other ports and another certificate, inside the smallest main file."""
    recipe = (DEPLOY / "nginx.conf").read_text()
    if path:
        recipe = recipe.replace("location / {", f"location {path}/ {{").replace("= /metrics", f"= {path}/metrics")
        recipe = recipe.replace(
            "    # For operators", '    location / { return 200 "another page of the site"; }\n    # '
        )
    recipe = re.sub(r"\n\s*listen \[::\].*", "", recipe)
    recipe = recipe.replace("listen 80;", f"listen 127.0.0.1:{http};")
    recipe = recipe.replace("listen 443 ssl", f"listen 127.0.0.1:{https} ssl").replace("127.0.0.1:8000", server)
    recipe = recipe.replace("/etc/ssl/games.example.pem", f"{folder}/cert.pem")
    recipe = recipe.replace("/etc/ssl/games.example.key", f"{folder}/cert.pem")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};\n"
        f" fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};\n{recipe}\n}}\n"
    )
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def caddy(folder: Path, http: int, https: int, server: str, *, path: str = "") -> list[str]:
    """deploy/Caddyfile as it is, with other ports and a certificate that is there already."""
    recipe = (DEPLOY / "Caddyfile").read_text()
    if path:
        below = re.findall(r"^#(\t.*\n)", recipe, re.MULTILINE)
        recipe = f'{NAME} {{\n{"".join(below)}\trespond "another page of the site"\n}}\n'
    recipe = recipe.replace("127.0.0.1:8000", server)
    recipe = recipe.replace("games.example {", f"games.example {{\n\ttls {folder}/cert.pem {folder}/cert.pem", 1)
    ports = f"{{\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n\tdefault_bind 127.0.0.1\n}}\n"
    (folder / "Caddyfile").write_text(ports + recipe)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


RECIPES: dict[str, Callable[..., list[str]]] = {"nginx": nginx, "caddy": caddy}


@pytest.mark.parametrize("path", ["", "/games"])
@pytest.mark.parametrize("name", RECIPES)
def test_the_recipe_of_a_proxy_serves_pages_and_sockets_by_https(name: str, path: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed: its recipe was not tried")
    authority = trustme.CA()
    authority.issue_cert(NAME).private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "cert.pem"))
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    tmp_path.chmod(0o755)
    below = ["--root-path", path] if path else []
    with Serving(tmp_path / "tables.sqlite", "--trusted-proxy", "127.0.0.1", *below) as serving:
        http, https = free_port(), free_port()
        command = RECIPES[name](tmp_path, http, https, urlsplit(serving.url).netloc, path=path)
        home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        with running(command, https, home):
            at = f"https://127.0.0.1:{https}{path}"
            sni = {"sni_hostname": NAME}
            with httpx.Client(verify=trusted, headers={"host": NAME, **SPOKEN}, timeout=SOON) as visitor:
                page = visitor.get(f"{at}/", extensions=sni)
                assert "<title>Ferrovia</title>" in page.text
                if path:
                    assert visitor.get(at, extensions=sni).headers["location"].endswith("/games/")
                    assert "another page" in visitor.get(f"https://127.0.0.1:{https}/x", extensions=sni).text
                else:
                    assert page.headers["strict-transport-security"] == "max-age=31536000"
                assert visitor.get(f"{at}/metrics", extensions=sni).status_code in (403, 404)
                moved = visitor.get(f"http://127.0.0.1:{http}/learn")
                assert moved.status_code == 308
                assert moved.headers["location"].startswith(f"https://{NAME}")
                wish = {"board": "london", "seats": [ME, PERSON]}
                origin = {"origin": f"https://{NAME}"}
                made = visitor.post(f"{at}/api/tables", json=wish, headers=origin, extensions=sni)
                assert made.status_code == 201, made.text
                assert "; Secure" in made.headers["set-cookie"]
                events = f"{at}/api/tables/{made.json()['table']}/events"
                token = made.json()["seats"][0]["token"]
                bearer = {"authorization": f"Bearer {token}"}
                with visitor.stream("GET", events, headers=bearer, extensions=sni) as stream:
                    assert next(stream.iter_lines()).startswith("data: "), "events come at once, not in blocks"
            with connect(
                f"wss://{NAME}{path}/api/tables/{made.json()['table']}/socket",
                sock=socket.create_connection(("127.0.0.1", https)), ssl=trusted, origin=Origin(f"https://{NAME}"),
            ) as line:  # fmt: skip
                line.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "tokens": [token]}))
                assert json.loads(line.recv(SOON))["type"] == "welcome"


def test_systemd_takes_the_unit_and_finds_it_well_closed(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed: the unit was not tried")
    unit = (DEPLOY / "ferrovia.service").read_text().replace("/opt/ferrovia/bin/ferrovia", shutil.which("true") or "")
    (tmp_path / "ferrovia.service").write_text(unit)
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "ferrovia.service")], capture_output=True, text=True
    )
    ours = [line for line in verified.stderr.splitlines() if "ferrovia.service" in line]
    assert (verified.returncode, ours) == (0, [])
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(tmp_path / "ferrovia.service")],
        capture_output=True, text=True,
    )  # fmt: skip
    assert judged.returncode == 0, judged.stdout[-300:] + judged.stderr


def test_a_compose_tool_reads_the_file_and_asks_for_the_password() -> None:
    if shutil.which("podman-compose") is None:
        pytest.skip("podman-compose is not installed: the compose file was not tried")
    if "config" not in subprocess.run(["podman-compose", "--help"], capture_output=True, text=True).stdout:
        pytest.skip("this podman-compose is too old to show what it reads: the compose file was not tried")
    command = ["podman-compose", "-f", str(DEPLOY / "compose.yaml"), "config"]
    settings = {name: value for name, value in os.environ.items() if name != "POSTGRES_PASSWORD"}
    without = subprocess.run(command, capture_output=True, text=True, env=settings)
    assert without.returncode != 0
    assert "POSTGRES_PASSWORD" in without.stderr
    given = {**settings, "POSTGRES_PASSWORD": "correct-horse"}
    told = subprocess.run(command, capture_output=True, text=True, env=given)
    assert told.returncode == 0, told.stderr
    assert "PGPASSWORD: correct-horse" in told.stdout


def test_a_missing_password_is_named_with_its_file() -> None:
    """Some compose tools print only this message."""
    messages = re.findall(r"\$\{POSTGRES_PASSWORD:\?(.*?)\}", (DEPLOY / "compose.yaml").read_text())
    assert messages == ["set POSTGRES_PASSWORD in deploy/.env"] * 2


def test_git_and_the_image_leave_the_password_out() -> None:
    root = DEPLOY.parent
    if shutil.which("git") is None or not (root / ".git").exists():
        pytest.skip("this is not a clone: what git ignores was not tried")
    assert subprocess.run(["git", "check-ignore", "--quiet", "deploy/.env"], cwd=root).returncode == 0
    ignored = (root / ".dockerignore").read_text().splitlines()
    assert ignored[0] == "*"
    assert [line for line in ignored if line.startswith("!deploy")] == ["!deploy/start.sh"]


def test_compose_keeps_the_folder_that_the_image_writes_to() -> None:
    """A volume without a name is lost with `down`, and a backup in it."""
    [folder] = re.findall(r"^WORKDIR (\S+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert re.findall(r"^VOLUME (\S+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE) == [folder]
    compose = (DEPLOY / "compose.yaml").read_text()
    [name] = re.findall(rf'volumes: \["(\w+):{folder}"\]', compose)
    assert re.search(rf"^  {name}:$", compose.partition("\nvolumes:\n")[2], re.MULTILINE)


@pytest.mark.parametrize("gateway", ["172.17.0.1", "192.168.32.1", "10.88.0.1", "10.89.0.1"])
def test_the_compose_file_trusts_the_proxy_on_the_machine_behind_docker_and_podman(gateway: str) -> None:
    [networks] = re.findall(r"FERROVIA_TRUSTED_PROXY: (.*)", (DEPLOY / "compose.yaml").read_text())
    assert is_within(ipaddress.ip_address(gateway), read_networks(networks.split(), "a trusted proxy"))


def test_every_variable_in_the_files_is_a_setting_of_the_server() -> None:
    known = set(re.findall(r"FERROVIA_[A-Z_]+", (DEPLOY.parent / "docs/command_line.md").read_text()))
    for file in DEPLOY.iterdir():
        used = set(re.findall(r"FERROVIA_[A-Z_]+", file.read_text())) - {"FERROVIA_CACHE"}
        assert used <= known, file


@pytest.mark.soak
def test_the_image_is_built_and_starts_within_five_seconds_on_a_read_only_root(tmp_path: Path) -> None:
    """The environment holds what a sandbox needs: BUILD_OPTIONS such as `--isolation=chroot`, ENGINE_OPTIONS such as
    `--runtime=runc`, RUN_OPTIONS such as `--ulimit=nofile=20000:20000 --ulimit=nproc=4096:4096`.
    """
    if shutil.which("podman") is None:
        pytest.skip("podman is not installed: the image was not built")
    base = re.findall(r"ARG BASE=(\S+)", (DEPLOY / "Containerfile").read_text())[0]
    if subprocess.run(["podman", "image", "exists", base]).returncode:
        pytest.skip(f"{base} is not here: `podman pull {base}` fetches it")
    build = shlex.split(os.environ.get("BUILD_OPTIONS", ""))
    command = ["podman", "build", "--format=docker", "--pull=never", *build, "-f", str(DEPLOY / "Containerfile")]
    subprocess.run([*command, "-t", "ferrovia-test", str(DEPLOY.parent)], check=True)
    port = free_port()
    podman = ["podman", *shlex.split(os.environ.get("ENGINE_OPTIONS", ""))]
    options = shlex.split(os.environ.get("RUN_OPTIONS", ""))
    options += ["--network=host", "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--rm"]
    options += [
        "--tmpfs=/tmp:rw,size=512m,mode=1777,exec",
        "--env=FERROVIA_HOST=127.0.0.1",
        f"--env=FERROVIA_PORT={port}",
    ]
    subprocess.run([*podman, "create", "--name=ferrovia-test", *options, "ferrovia-test"], check=True)
    began = time.monotonic()  # some storage drivers first copy the whole image: that is not the server's start
    with running([*podman, "start", "--attach", "ferrovia-test"], port):
        assert time.monotonic() - began < 5
        assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=SOON).json()["database"] == "well"
        who = subprocess.run([*podman, "exec", "ferrovia-test", "id", "-u"], capture_output=True, text=True)
        assert who.stdout.strip() == "10001"
        kept = subprocess.run([*podman, "exec", "ferrovia-test", "touch", "/opt/x"], capture_output=True)
        assert kept.returncode != 0
        tables = [*podman, "exec", "ferrovia-test", "ferrovia", "tables", "list"]
        listed = subprocess.run(tables, capture_output=True, text=True)
        assert (listed.stdout, listed.stderr) == ("There are no such tables.\n", "")
        backup = [*podman, "exec", "ferrovia-test", "ferrovia", "backup", "tables.backup"]
        assert subprocess.run(backup, capture_output=True, text=True).stdout == "0 rows written to tables.backup\n"
