"""Boards that people make on a server: drawn, edited together, named, played, reported and removed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from boards.toy import TOY
from cli.running import invoke
from ferrovia.boards.package import read_package
from server.serving import Server, create, greet, move, new_token, person, serving
from server.studio import Maker, small_board


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("studio")
    toy = folder / "boards" / "toy"
    toy.mkdir(parents=True)
    for name, text in TOY.items():
        (toy / name).write_text(text, encoding="utf-8")
    broken = folder / "boards" / "broken"
    broken.mkdir()
    (broken / "board.toml").write_text("id = 3")
    with serving(
        folder / "data", "--boards", str(folder / "boards"), "--studio", "open",
        "--boards-per-hour", "100000", "--boards-per-address", "100000",
    ) as running:  # fmt: skip
        yield running


def boards(server: Server) -> dict[str, str]:
    found = httpx.get(f"{server.url}/api/boards", timeout=30).json()["boards"]
    return {board["id"]: board["names"]["en"] for board in found}


def test_boards_from_disk_are_offered_and_played(studio: Server) -> None:
    offered = {id: name for id, name in boards(studio).items() if "@" in id}
    assert list(offered.values())[:1] == ["Toy"]
    ref = next(iter(offered))
    assert ref.startswith("toy@")
    tokens = [new_token(), new_token()]
    table = create(studio, ref, [person("Ada", tokens[0]), person("Bo", tokens[1])])["table"]
    with greet(studio, table, tokens[0]) as (line, position):
        assert position["status"] == "playing"
        move(line, position, position["choices"]["actions"][-1])
    for part in ("", "/map", "/look", "/rules"):
        assert httpx.get(f"{studio.url}/api/boards/{ref}{part}", timeout=60).status_code == 200, part


def test_from_a_blank_sheet_to_a_game_and_on(studio: Server) -> None:
    maker = Maker(studio)
    assert maker.make().status_code == 201
    codes = {finding["weight"] for finding in maker.post("check").json()["findings"]}
    assert codes == {"error"}
    refused = maker.post("versions", {"name": "too soon"})
    assert refused.status_code == 422
    assert refused.json()["params"]["problems"]
    assert maker.edit(*small_board()).status_code == 200
    checked = maker.post("check").json()
    assert checked["board"] == "grove"
    assert not [finding for finding in checked["findings"] if finding["weight"] == "error"]
    first = maker.publish()
    bot = {"kind": "bot", "bot": "novice"}
    token = new_token()
    table = create(studio, first["ref"], [person("Ada", token), bot])["table"]
    assert maker.edit(("r/r0/length", "4"), ("t/t3/points", "4")).status_code == 200
    second = maker.publish("longer")
    assert second["ref"] != first["ref"]
    assert second["digest"] != first["digest"]
    with greet(studio, table, token) as (line, position):  # goes on with the version it began with
        move(line, position, position["choices"]["actions"][-1])
    told = httpx.get(f"{studio.url}/api/boards/{first['ref']}", timeout=30).json()
    assert [route["cards"] for route in told["routes"]] != []
    assert max(route["cards"] for route in told["routes"]) == 4
    assert [named["name"] for named in maker.get().json()["versions"]] == ["first", "longer"]
    back = maker.get("/versions/1").json()["draft"]
    assert back["r/r1/length"] == "3"  # rows are numbered anew, from 1


def test_a_board_is_private_until_its_maker_lists_it(studio: Server) -> None:
    maker = Maker(studio)
    maker.make("Secret Grove")
    maker.edit(*small_board())
    ref = maker.publish()["ref"]
    assert ref not in boards(studio)
    assert maker.client.put(f"/boards/{maker.board}", json={"listed": True}).json() == {"done": True}
    assert ref in boards(studio)
    stranger = Maker(studio)
    stranger.board = maker.board
    assert stranger.get().json()["code"] == "studio.token"
    assert stranger.edit(("licence", "mine")).json()["code"] == "studio.token"


def test_two_people_edit_one_board(studio: Server) -> None:
    """Later wins on one field; everything else of both stays; each sees the other's edit while waiting for it."""
    maker = Maker(studio)
    maker.make()
    start = maker.get().json()["number"]
    heard: list[dict[str, object]] = []

    def wait() -> None:
        heard.extend(maker.get(f"/edits?after={start}&wait=true").json()["edits"])

    listener = threading.Thread(target=wait)
    listener.start()
    maker.edit(("p/p1/name", "Alder"), ("p/p1/x", "1"), author="Ada", key="key-of-ada-1")
    listener.join(20)
    assert [edit["author"] for edit in heard] == ["Ada"]
    maker.edit(("p/p1/name", "Elder"), author="Bo")
    again = maker.edit(("p/p1/name", "Alder"), ("p/p1/x", "1"), author="Ada", key="key-of-ada-1")
    assert again.json()["number"] == start + 1
    draft = maker.get().json()["draft"]
    assert (draft["p/p1/name"], draft["p/p1/x"]) == ("Elder", "1")
    history = maker.get(f"/edits?after={start}").json()["edits"]
    assert [edit["author"] for edit in history] == ["Ada", "Bo"]


def test_fit_and_deck_answer_with_edits(studio: Server) -> None:
    maker = Maker(studio)
    maker.make()
    maker.edit(*small_board(), ("p/p3/x", "100"))
    fit = maker.post("fit", {"held": ["p1"]}).json()
    assert fit["after"] <= fit["before"]
    assert dict(fit["changes"])["p/p1/x"] == "40"
    one, two, other = (maker.post("deck", {"seed": seed, "count": 8}).json()["tickets"] for seed in (5, 5, 6))
    assert one == two
    assert isinstance(other, list)


def test_a_package_goes_out_and_in(studio: Server) -> None:
    maker = Maker(studio)
    maker.make("Berlin by night", start="berlin")
    data = maker.get("/package").content
    files = read_package(data)
    assert b'id = "berlin-by-night"' in files["board.toml"]
    again = maker.client.post("/import", content=data).json()
    assert again["draft"] == maker.get().json()["draft"]
    ref = maker.publish()["ref"]
    assert maker.client.get(f"/packages/{ref}").content == data


def test_a_large_picture_gets_through(studio: Server) -> None:
    """Longer than most requests may be, and no longer than one of a studio: the connection takes it."""
    maker = Maker(studio)
    maker.make()
    answer = maker.edit(("l/backdrop/picture/data", "A" * 373_000))
    assert answer.status_code == 200, answer.text
    assert len(maker.get().json()["draft"]["l/backdrop/picture/data"]) == 373_000


def test_a_removed_board_ends_its_games_with_the_reason(studio: Server) -> None:
    maker = Maker(studio)
    maker.make("Not mine")
    maker.edit(*small_board(), ("licence", "copied"))
    ref = maker.publish()["ref"]
    tokens = [new_token(), new_token()]
    table = create(studio, ref, [person("Ada", tokens[0]), person("Bo", tokens[1])])["table"]
    assert maker.client.post(f"/reports/{ref}", json={"text": "this is <b>mine</b>"}).json() == {"done": True}
    shown = invoke("studio", "list", "--data", studio.data)
    assert "this is <b>mine</b>" in shown.out
    done = invoke("studio", "remove", ref, "--reason", "copied", "--data", studio.data, "--json")
    assert (done.code, done.json()) == (0, {"version": ref.split("@")[1], "ended": 1})
    position = httpx.get(f"{studio.url}/api/tables/{table}", timeout=30)
    assert position.status_code in (200, 410)
    assert position.json().get("code", position.json().get("position", {}).get("status")) in ("closed", "board.removed")
    answer = httpx.get(f"{studio.url}/api/boards/{ref}", timeout=30)
    assert (answer.status_code, answer.json()) == (410, {"code": "board.removed", "params": {"reason": "copied"}})
    again = maker.post("versions", {"name": "again"})
    assert again.json()["code"] == "board.removed"
    wanted = {"board": ref, "seats": [{"kind": "open"}] * 2, "host": new_token()}
    assert httpx.post(f"{studio.url}/api/tables", json=wanted, timeout=30).json()["code"] == "board.removed"


# --- who may ----------------------------------------------------------------------------------------------
def test_a_studio_that_is_closed_or_has_a_key(tmp_path: Path) -> None:
    with serving(tmp_path / "off", "--studio", "off") as off:
        assert Maker(off).make().json()["code"] == "studio.off"
        assert httpx.get(f"{off.url}/api/studio", timeout=30).json()["mode"] == "off"
    with serving(
        tmp_path / "key", "--studio", "key", "--boards-per-address", "1", env={"FERROVIA_STUDIO_KEY": "sesame"}
    ) as keyed:
        assert Maker(keyed).make().json()["code"] == "studio.key"
        assert Maker(keyed, "wrong").make().json()["code"] == "studio.key"
        maker = Maker(keyed, "sesame")
        assert maker.make().status_code == 201
        answer = maker.client.post(
            "/boards", json={"token": new_token(), "name": "A", "start": None, "own_work": False}
        )
        assert answer.json()["code"] == "studio.not_own"
        one_more = Maker(keyed, "sesame").make()  # whoever asks, from an address that has as many as it may
        assert (one_more.status_code, one_more.json()["code"]) == (429, "limit.boards")
