"""Being called in a real browser: asked for on the page, sent by the server, shown by the service worker."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.words import texts
from server.processes import until
from server.receivers import Browser
from server.serving import Server
from server.staged import StagedTable, playing_table
from server.test_calls import calling, hurry, to_turn_of

EN: Final = texts("en")
SUBSCRIBE: Final = """subscription => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription });
}"""
"""A headless browser knows no push service: the test is one, with keys of its own."""
SHOWN: Final = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }))"""


def at_calls(page: Page, server: Server, staged: StagedTable) -> None:
    page.goto(f"{server.url}/t/{staged.table}#{staged.tokens[0]}")
    page.locator(".table").wait_for()
    page.get_by_role("button", name=EN["panel.menu"]).click()
    page.locator("summary", has_text=EN["calls.title"]).click()


def deliver(page: Page, origin: str, text: str) -> None:
    """What the push service would hand to the service worker, through the debugging protocol."""
    session = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    session.send("ServiceWorker.enable")

    def is_known() -> bool:
        page.wait_for_timeout(50)  # in which the page's events arrive
        return bool(known)

    until(is_known)
    (registration,) = {each["registrationId"] for each in known if each["scopeURL"].startswith(origin)}
    pushed = {"origin": origin, "registrationId": registration, "data": text}
    session.send("ServiceWorker.deliverPushMessage", pushed)


def shown_after(page: Page, origin: str, text: str, count: int) -> bool:
    """Whether so many are shown after one more delivery: on a busy machine the protocol loses some. The same message
    takes the place of itself."""
    deliver(page, origin, text)
    page.wait_for_timeout(500)
    return len(page.evaluate(SHOWN)) == count


def test_a_push_goes_all_the_way(tmp_path: Path, visit: Visit) -> None:
    browser = Browser()
    with calling(tmp_path) as (server, receiver, _):
        staged = playing_table(server)
        page = visit("/", url=server.url)
        page.context.grant_permissions(["notifications"], origin=server.url)
        page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => undefined)")
        keys = {"endpoint": f"{receiver.url}/push", "keys": {"p256dh": browser.p256dh, "auth": browser.auth}}
        page.context.add_init_script(f"({SUBSCRIBE})({json.dumps(keys)})")
        at_calls(page, server, staged)
        page.get_by_role("button", name=EN["calls.want_push"]).click()
        expect(page.get_by_role("button", name=EN["calls.stop"])).to_be_visible()
        page.goto(f"{server.url}/", wait_until="networkidle")  # it asks for nothing any more when the server ends
        to_turn_of(staged, 0)
        until(lambda: hurry(server) and receiver.posted)
        told = browser.read(receiver.posted[0].body)
        until(lambda: shown_after(page, server.url, json.dumps(told), 1))
        path = f"t/{staged.table}"
        assert page.evaluate(SHOWN) == [{"title": "Ferrovia", "body": "Your turn", "tag": path, "path": path}]
        nowhere = '{"calls":[{"path":"../../elsewhere"}],"text":7}'  # shown, and leads nowhere
        until(lambda: shown_after(page, server.url, nowhere, 2))
        assert {"title": "Ferrovia", "body": "", "tag": "ferrovia", "path": ""} in page.evaluate(SHOWN)


def test_ways_and_quiet_hours_are_chosen_on_the_page(tmp_path: Path, visit: Visit) -> None:
    with calling(tmp_path) as (server, receiver, letters):
        staged = playing_table(server)
        page = visit("/", url=server.url, timezone_id="Europe/Paris", **ON_PHONE)
        at_calls(page, server, staged)
        page.get_by_role("switch", name=EN["calls.quiet"]).check(force=True)
        page.get_by_label(EN["calls.quiet_from"], exact=True).fill("21:30")
        page.get_by_role("combobox").select_option(label=EN["calls.digest_60"])
        page.get_by_label(EN["calls.mail_address"]).fill("ada@example.org")
        page.get_by_role("button", name=EN["calls.want_mail"]).click()
        expect(page.get_by_text(EN["calls.confirm_sent"])).to_be_visible()
        page.get_by_label(EN["calls.hook_address"]).fill(f"{receiver.url}/hook")
        page.get_by_role("button", name=EN["calls.want_webhook"]).click()
        expect(page.get_by_text(EN["calls.secret"])).to_be_visible()
        found = staged.ask("GET", "/calls", staged.tokens[0]).json()["calls"]
        assert sorted(call["way"] for call in found) == ["mail", "webhook"]
        manner = {"quiet_from": 21 * 60 + 30, "quiet_to": 7 * 60, "zone": "Europe/Paris", "digest_minutes": 60}
        assert all(call.items() >= manner.items() for call in found)
        confirm = next(line for line in letters[0].get_content().split() if "calls#confirm=" in line)
        page.goto(confirm.replace("https://games.example.org", server.url))
        assert not letters_confirm(staged)  # a link that is only opened confirms nothing
        page.get_by_role("button", name=EN["calls.confirm_yes"]).click()
        expect(page.get_by_text(EN["calls.confirmed"])).to_be_visible()
        assert letters_confirm(staged)


def letters_confirm(staged: StagedTable) -> bool:
    time.sleep(0.2)
    found = staged.ask("GET", "/calls", staged.tokens[0]).json()["calls"]
    return bool(next(call["confirmed"] for call in found if call["way"] == "mail"))
