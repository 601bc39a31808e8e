"""Below a path of a site: pages, files, sockets, links and QR codes stay there, whatever the proxy does to the path."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser
from tests.browser.people import copied_link, open_window
from tests.server.proxies import free_port, running
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module", params=["no proxy", "path kept", "path taken off"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that serves Ferrovia below /games/."""
    folder = tmp_path_factory.mktemp("games")
    with Serving(folder / "tables.sqlite", "--root-path", "/games", "--trusted-proxy", "127.0.0.1") as serving:
        server = "http://" + urlsplit(serving.url).netloc
        if request.param == "no proxy":
            yield server
            return
        if shutil.which("nginx") is None:
            pytest.skip("nginx is not installed")
        port, end = free_port(), "/" if request.param == "path taken off" else ""
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}\n"
            f"http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};\n"
            f" fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};\n"
            f" server {{ listen 127.0.0.1:{port}; location /games/ {{ proxy_pass {server}{end};\n"
            "  proxy_http_version 1.1; proxy_set_header Host $http_host;\n"
            "  proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; } } }\n"
        )
        with running(["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")], port):
            yield f"http://127.0.0.1:{port}"


def test_friends_find_each_other_and_play_below_a_path(chromium: Browser, site: str) -> None:
    host = open_window(chromium, f"{site}/games/", permissions=["clipboard-read", "clipboard-write"])
    page = host.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.reload()
    page.click(".pick:has-text('London')")
    page.fill(".seatlist input", "Ana")
    page.locator(".seatlist select").first.select_option("open")
    page.click(".start .primary")
    page.wait_for_selector(".gathering .link-row")
    assert page.evaluate("location.pathname").startswith("/games/table/")
    page.click(".gathering .is-open .link-row button:has-text('QR')")
    page.wait_for_function("() => document.querySelector('.qr img')?.naturalWidth > 0")
    link = copied_link(page, ".gathering .is-open .link-row button:has-text('Copy')")
    assert link.startswith(f"{site}/games/table/")
    guest = open_window(chromium, link)
    guest.page.wait_for_selector(".is-invitation:has-text('London') img.thumb")
    guest.page.fill("input[type=text]", "Bea")
    guest.page.keyboard.press("Enter")
    page.wait_for_selector(".gathering:has-text('Bea')")
    page.click(".gathering .primary:not([disabled])")
    for player in (host, guest):
        player.page.wait_for_selector(".is-offer")
        player.page.reload()
        player.page.wait_for_selector(".is-offer")
    host.step()
    host.shot("below-a-path")
    outside = [url for url in asked if not urlsplit(url).path.startswith("/games/") and not url.startswith("data:")]
    assert outside == []
    assert any(url.startswith("ws") for url in asked)
    page.wait_for_function("() => document.fonts.check('16px Inter')")
    cookies = {(cookie["name"], cookie["path"]) for cookie in page.context.cookies()}
    assert cookies == {("ferrovia", "/games/")}
    assert host.errors == guest.errors == []
    host.close()
    guest.close()


@pytest.mark.parametrize("path", ["learn", "score", "rules"])
def test_every_page_can_be_opened_and_left_below_a_path(chromium: Browser, site: str, path: str) -> None:
    visitor = open_window(chromium, f"{site}/games/{path}")
    page = visitor.page
    page.wait_for_selector("h1")
    page.locator("a[href='/games/']").first.click()
    page.wait_for_selector(".pick")
    assert page.evaluate("location.pathname") == "/games/"
    page.go_back()
    page.wait_for_url(f"{site}/games/{path}")
    assert visitor.errors == []
    visitor.close()
