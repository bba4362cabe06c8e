"""Behind a reverse proxy, under a path of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.player import Player
from browser.proxy import Proxy
from browser.words import texts
from server.serving import serving

EN = texts("en")


@pytest.mark.parametrize("strips", [True, False], ids=["stripped", "kept"])
def test_under_a_sub_path(tmp_path: Path, visit: Visit, strips: bool) -> None:
    with serving(tmp_path / "data", "--root-path", "/x") as server, Proxy(server.port, "/x", strips) as proxy:
        page = visit("/", url=proxy.url)
        page.get_by_role("button", name="Berlin").click()
        page.get_by_role("button", name=EN["bot.novice"]).first.click()
        player = Player(page)
        player.play_on(3)
        assert page.url.startswith(f"{proxy.url}/t/")
        page.reload()
        player.wait()
        expect(player.hand).to_be_visible()
        page.goto(f"{proxy.url}/rules/berlin")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Berlin")
        page.wait_for_load_state("networkidle")  # before the proxy goes away
