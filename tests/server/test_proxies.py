"""Behind nginx and Caddy, set up as the samples in deploy/ say: under a sub-path, on a port that is not 80."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from server.proxies import caddy, nginx
from server.serving import Server, hear_until, new_token, person, say, serving

PROXIES: dict[str, Callable[[Path, int], AbstractContextManager[str]]] = {"nginx": nginx, "caddy": caddy}
STRICT = ("--root-path", "/ferrovia", "--tables-per-hour", "4", "--log-level", "info")


@pytest.fixture(scope="module", params=PROXIES)
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server, and the address at which its proxy shows it."""
    folder = tmp_path_factory.mktemp(request.param)
    with serving(folder / "data", *STRICT) as server, PROXIES[request.param](folder, server.port) as url:
        yield server, url


def new_table(url: str, **headers: str) -> httpx.Response:
    wanted = {"board": "berlin", "seats": [person("Ada", new_token()), {"kind": "open"}], "host": new_token()}
    return httpx.post(f"{url}/ferrovia/api/tables", json=wanted, headers=headers, timeout=30)


def test_the_page_and_what_it_loads_come_through(proxied: tuple[Server, str]) -> None:
    _, url = proxied
    page = httpx.get(f"{url}/ferrovia/new")
    assert page.status_code == 200
    assert '<base href="/ferrovia/"' in page.text
    assert httpx.get(f"{url}/ferrovia/api/boards").status_code == 200
    moved = httpx.get(f"{url}/ferrovia")
    assert (moved.status_code, str(httpx.URL(moved.url).join(moved.headers["location"]))) == (308, f"{url}/ferrovia/")


def test_a_page_of_ours_opens_a_socket_and_another_does_not(proxied: tuple[Server, str]) -> None:
    """`Host $host` dropped the port, and the server took its own page for a stranger's."""
    _, url = proxied
    table = new_table(url).json()["table"]
    address = f"{url.replace('http', 'ws', 1)}/ferrovia/api/tables/{table}/live"
    with connect(address, origin=Origin(url)) as line:
        say(line, type="hello")
        assert hear_until(line, "welcome")["position"]["status"] == "waiting"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=Origin("http://127.0.0.1:1")):
        pass
    assert refused.value.response.status_code == 403


def test_nobody_passes_for_another_address(proxied: tuple[Server, str]) -> None:
    """One table at once for each address: what a caller writes into the header makes him nobody else."""
    _, url = proxied
    codes = [new_table(url, **{"X-Forwarded-For": f"203.0.113.{n}"}).status_code for n in range(3)]
    assert codes[-1] == 429


def test_metrics_are_not_for_those_who_come_through(proxied: tuple[Server, str]) -> None:
    server, url = proxied
    assert httpx.get(f"{url}/ferrovia/metrics").status_code == 404
    assert "ferrovia_moves_total" in httpx.get(f"{server.url}/metrics").text
    for header in ("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Via"):
        assert httpx.get(f"{server.url}/metrics", headers={header: "x"}).status_code == 404
    assert httpx.get(f"{url}/ferrovia/readyz").status_code == 200


@pytest.mark.parametrize("path", ["/", "/new", "/icon.svg", "/maps/amsterdam.en.json"])
def test_head_answers_like_get_without_a_body(proxied: tuple[Server, str], path: str) -> None:
    server, url = proxied
    for address in (f"{server.url}{path}", f"{url}/ferrovia{path}"):
        got, head = httpx.get(address), httpx.head(address)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == got.headers["content-type"]
