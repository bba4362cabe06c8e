"""Boards that strangers send: refused with a reason, and whatever they name stays text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.hostile import SCRIPT, hostile
from server.serving import Server, serving
from server.studio import Maker, small_board


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("strangers") / "data"
    with serving(data, "--studio", "open", "--boards-per-hour", "100000", "--boards-per-address", "100000") as running:
        yield running


REASONS = ("board.invalid", "board.too_much", "body.too_large")


def files_below(folder: Path) -> set[str]:
    """Without the database's own, which come and go."""
    return {str(path) for path in folder.rglob("*") if ".db" not in path.name}


def test_hostile_files_are_refused_with_a_reason(studio: Server) -> None:
    folder = studio.data.parent
    before = files_below(folder)
    maker = Maker(studio)
    refused = harmless = 0
    for data in hostile():
        answer = maker.client.post("/import", content=data)
        if answer.status_code == 200:  # a flipped bit that changes nothing, or only a text
            harmless += 1
            continue
        assert answer.status_code in (413, 422), (answer.status_code, data[:40])
        failure = answer.json()
        assert failure["code"] in REASONS, answer.text
        assert failure["code"] != "board.invalid" or failure["params"]["problems"][0]["reason"], answer.text
        refused += 1
    print(f"{refused} hostile files refused, each with a reason; {harmless} were harmless")
    assert refused >= 200
    assert files_below(folder) == before
    assert httpx.get(f"{studio.url}/readyz", timeout=30).status_code == 200


HOSTILE_EDITS = [
    ("p/p1/name", "x" * 301), ("p/../name", "x"), ("p/p1/name", {"a": 1}), ("p/p1/name", 3), ("q/p1/name", "x"),
    ("s/x", [[[[[[[[[[[[[[1]]]]]]]]]]]]]]), ("l/\x00", 1), ("s/hand", 2**60), ("licence", 3), ("p/p1/name", "a\x00b"),
    ("r/r1/from", ["a", "b"]), ("__proto__", "x"), ("s/" + "a" * 400, 1), ("p/p1/name", "\ud800"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(HOSTILE_EDITS)))
def test_hostile_edits_are_refused_and_change_nothing(studio: Server, number: int) -> None:
    maker = Maker(studio)
    maker.make()
    key, value = HOSTILE_EDITS[number]
    answer = (
        maker.edit((key, value))
        if value != "\ud800"
        else maker.client.post(
            f"/boards/{maker.board}/edits",
            content=b'{"key":"key-00001","author":"Ada","changes":[["p/p1/name","\\ud800"]]}',
            headers={"Content-Type": "application/json"},
        )
    )
    assert answer.status_code == 422, answer.text
    assert maker.get().json()["number"] == 0


HOSTILE_LOOKS: list[tuple[str, object]] = [
    *(("l/backdrop/tint/water", tint) for tint in ("url(javascript:alert(1))", "red", "#fff;x:url(//evil)", SCRIPT, 7)),
    *(
        ("l/backdrop/layers", [{"kind": "water", "path": path}])
        for path in ("url(#x)", SCRIPT, 'M0 0"/><script>', "M0 0L1e9 0", "M0 0L999999999 0", "0 0", "M0", "", 7, None)
    ),
    ("l/backdrop/layers", [{"kind": "script", "path": "M0 0L1 1"}]),
    ("l/backdrop/layers", [{"kind": "water", "path": "M0 0L1 1", "onload": "alert(1)"}]),
    ("l/backdrop/layers", [{"kind": "water", "path": "M0 0L1 1"}] * 101),
    ("l/backdrop/picture", "https://evil.example/x.png"),
    ("l/backdrop/svg", "<svg onload=alert(1)>"),
    ("l/sheet/width", 1e308),
    ("l/script", "alert(1)"),
    ("s/rules/__import__", {}),
    ("s/id", "../../etc"),
    ("s/names/en", "a\u202eb"),
    ("s/names/en", "a\nb"),
    ("s/players", [2, 999]),
    ("s/cards/red", 10**9),
]


def test_hostile_looks_and_settings_make_no_version(studio: Server) -> None:
    """Each is refused with a reason where the same board without it is sound."""
    maker = Maker(studio)
    maker.make("Grove with land")
    tints = {name: "#cfe0dd" for name in ("water", "park", "built", "ink")}
    land = [(f"l/backdrop/tint/{name}", colour) for name, colour in tints.items()]
    sound = [("l/backdrop/layers", [{"kind": "water", "path": "M0 0L9 9L0 9Z"}])]
    maker.edit(*small_board(), *land, *sound)
    maker.publish("sound")
    draft = maker.get().json()["draft"]
    for key, value in HOSTILE_LOOKS:
        if maker.edit((key, value)).status_code == 200:
            answer = maker.post("versions", {"name": "hostile"})
            assert answer.status_code == 422, (key, value)
            assert answer.json()["params"]["problems"], (key, value)
            maker.edit((key, draft.get(key)))
    maker.publish("sound again")


def test_names_stay_text(studio: Server) -> None:
    """A name may be a script; nobody runs it: it comes back as JSON, and maps are data, not markup."""
    maker = Maker(studio)
    maker.make(SCRIPT[:60])
    maker.edit(*small_board(), ("p/p1/name", SCRIPT))
    ref = maker.publish()["ref"]
    for part in ("", "/map", "/rules"):
        answer = httpx.get(f"{studio.url}/api/boards/{ref}{part}", timeout=60)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_board_that_takes_too_much_is_given_up(studio: Server) -> None:
    """Larger than any board, and within all single limits: the answer comes, and the server goes on."""
    maker = Maker(studio)
    maker.make("Huge")
    changes: list[tuple[str, object]] = []
    for number in range(300):
        changes += [(f"p/p{number}/name", f"P{number}"), (f"p/p{number}/x", str(number)), (f"p/p{number}/y", "0")]
    assert maker.edit(*changes).status_code == 200
    answer = maker.post("check")
    assert answer.status_code in (200, 422)
    assert httpx.get(f"{studio.url}/readyz", timeout=30).status_code == 200
