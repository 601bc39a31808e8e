"""Behind proxies: limits count real visitors, whatever they claim, and cookies respect https."""

from __future__ import annotations

import asyncio
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.proxies import free_port, running
from tests.server.serving import ME, PERSON, SOON, Serving, refused_serve
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ferrovia.server.http.addresses import address_in
from ferrovia.server.http.middleware import is_https, trusted_hosts

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

VISITOR = "127.0.0.77"  # not the proxy's own address, which is trusted
LIMIT = 3


def seen(trusted: list[str], client: str, *lines: str, proto: str | None = None) -> tuple[str, bool]:
    """The address that limits count for a request, and whether it came by https."""
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    headers += [] if proto is None else [(b"x-forwarded-proto", proto.encode())]
    found: list[tuple[str, bool]] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        found.append((address_in(scope), is_https(scope)))

    scope: Any = {"type": "http", "scheme": "http", "client": (client, 1), "headers": headers}
    asyncio.run(ProxyHeadersMiddleware(app, trusted_hosts(trusted))(scope, None, None))  # type: ignore[arg-type]
    return found[0]


@pytest.mark.parametrize(
    "client, lines, address",
    [
        ("203.0.113.1", ["198.51.100.7"], "203.0.113.1"),  # no proxy of ours
        ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["1.2.3.4, 198.51.100.7, 10.9.9.9"], "198.51.100.7"),  # the nearest stranger
        ("10.0.0.1", ["7.7.7.7", "198.51.100.7"], "198.51.100.7"),  # the proxy adds a line of its own
        ("10.0.0.1", ["8.8.4.5:1001"], "8.8.4.5"),
        ("10.0.0.1", ["[2001:db8::1]:1001"], "2001:db8::/64"),
        ("10.0.0.1", ["2001:db8::2"], "2001:db8::/64"),
        ("10.0.0.1", ["::ffff:198.51.100.7"], "198.51.100.7"),
        ("::ffff:10.0.0.1", ["198.51.100.7"], "198.51.100.7"),  # a server that listens on ::
        ("::ffff:203.0.113.1", ["198.51.100.7"], "203.0.113.1"),
        ("10.0.0.1", [], "10.0.0.1"),
    ],
)
def test_limits_count_the_nearest_address_that_is_no_trusted_proxy(client: str, lines: list[str], address: str) -> None:
    assert seen(["10.0.0.0/8"], client, *lines)[0] == address


def test_only_a_trusted_proxy_says_that_a_visitor_comes_by_https() -> None:
    assert seen(["10.0.0.1"], "10.0.0.1", "198.51.100.7", proto="https")[1]
    assert seen(["10.0.0.1"], "::ffff:10.0.0.1", "198.51.100.7", proto="https")[1]
    assert not seen(["10.0.0.1"], "203.0.113.1", "198.51.100.7", proto="https")[1]


def test_a_trusted_proxy_that_is_no_address_is_refused_in_one_line(tmp_path: Path) -> None:
    outcome = refused_serve("--database", str(tmp_path / "x"), "--trusted-proxy", "proxy.example")
    assert outcome.exit_code == 2
    assert "A trusted proxy is an address or a network, not 'proxy.example'" in outcome.output


def haproxy(folder: Path, port: int, server: str) -> list[str]:
    (folder / "haproxy.cfg").write_text(
        "defaults\n mode http\n option forwardfor\n timeout connect 5s\n timeout client 60s\n timeout server 60s\n"
        f"frontend visitors\n bind 127.0.0.1:{port}\n http-request set-header X-Forwarded-Proto https\n"
        f" default_backend tables\nbackend tables\n server one {server}\n"
    )
    return ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


def nginx(folder: Path, port: int, server: str) -> list[str]:
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};\n"
        f" fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};\n"
        f" server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://{server};\n"
        "  proxy_set_header Host $host:$server_port; proxy_set_header X-Forwarded-Proto https;\n"
        "  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } } }\n"
    )
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


PROXIES: dict[str, Callable[[Path, int, str], list[str]]] = {"haproxy": haproxy, "nginx": nginx}


def new_tables(url: str, address: str, *claims: str | None) -> list[int]:
    """The statuses of creating one table per claimed address, by visitors without a cookie."""
    with httpx.Client(base_url=url, timeout=SOON, transport=httpx.HTTPTransport(local_address=address)) as visitor:
        statuses = []
        for claim in claims:
            visitor.cookies.clear()
            headers = {} if claim is None else {"x-forwarded-for": claim}
            answer = visitor.post("/api/tables", json={"board": "london", "seats": [ME, PERSON]}, headers=headers)
            statuses.append(answer.status_code)
    return statuses


@pytest.mark.parametrize("name", PROXIES)
def test_no_visitor_behind_a_real_proxy_escapes_the_limits(name: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    options = ["--trusted-proxy", "127.0.0.1", f"--limit=tables={LIMIT}/3600"]
    with Serving(tmp_path / "tables.sqlite", *options, limited=True) as serving:
        port = free_port()
        command = PROXIES[name](tmp_path, port, serving.url.removeprefix("http://"))
        with running(command, port):
            url = f"http://127.0.0.1:{port}"
            claims = [None, "7.7.7.1", "7.7.7.2, 7.7.7.3", "7.7.7.4:1001", "127.0.0.1"]
            assert new_tables(url, VISITOR, *claims) == [201] * LIMIT + [429] * 2
            assert new_tables(url, "127.0.0.78", None) == [201], "another visitor has a limit of their own"
            with httpx.Client(base_url=url, transport=httpx.HTTPTransport(local_address="127.0.0.79")) as visitor:
                answer = visitor.post("/api/tables", json={"board": "london", "seats": [ME, PERSON]}, timeout=SOON)
            assert "secure" in answer.headers["set-cookie"].lower()


def test_ipv4_visitors_of_a_server_on_all_addresses_have_limits_of_their_own(tmp_path: Path) -> None:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::", 0))
    except OSError as error:
        pytest.skip(f"there is no IPv6 here: {error.strerror}")
    options = ["--host", "::", "--trusted-proxy", "127.0.0.9", f"--limit=tables={LIMIT}/3600"]
    with Serving(tmp_path / "tables.sqlite", *options, limited=True) as serving:
        url = serving.url.replace("localhost", "127.0.0.1")
        assert new_tables(url, "127.0.0.1", *[None] * (LIMIT + 1)) == [201] * LIMIT + [429]
        assert new_tables(url, VISITOR, None) == [201]
        assert new_tables(url, "127.0.0.9", "198.51.100.7") == [201]
        assert new_tables(url, "127.0.0.9", *["198.51.100.8"] * (LIMIT + 1)) == [201] * LIMIT + [429]
