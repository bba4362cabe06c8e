"""The API does what its OpenAPI document says, whatever is sent: by anybody, and by those who hold real tokens."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import ferrovia.server
from ferrovia.server.api.status import STATUS
from ferrovia.server.app import create_app
from ferrovia.server.settings import Settings
from ferrovia.studio import photos
from server.company_walk import company_requests
from server.serving import Server, new_token, serving
from server.solo_walk import solo_requests
from server.staged import StagedTable, finished_table, playing_table, waiting_table
from server.studio_walk import studio_requests

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
PATIENCE = 60
"""Seconds for an answer: a map that nobody has asked for yet takes long on a busy machine."""
DOCUMENT = create_app(Settings()).openapi()
OPERATIONS = [(method.upper(), path) for path, methods in DOCUMENT["paths"].items() for method in methods]
EVERY_OPERATION = pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=str)


def quick(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],  # the first failure says enough
    )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that may call people, and where everybody may make boards."""
    folder = tmp_path_factory.mktemp("openapi")
    with serving(folder / "data", "--notices", "webhook", "--studio", "open", "--boards-per-hour", "100000") as running:
        yield running


@pytest.fixture(scope="module")
def api(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


def send(case: Any, *more: Callable[..., Any]) -> int:
    if "wait" in (case.query or {}):
        case.query["wait"] = 0.01  # nobody has the time
    response = case.call(timeout=PATIENCE)
    case.validate_response(response, checks=[*CHECKS, *more])
    return int(response.status_code)


def takes_something(method: str, path: str) -> bool:
    operation = DOCUMENT["paths"][path][method.lower()]
    return bool(operation.get("parameters")) or "requestBody" in operation


# --- whatever anybody sends -----------------------------------------------------------------------------
@EVERY_OPERATION
def test_anything_gets_a_documented_answer(api: Any, method: str, path: str) -> None:
    """Values of the documented types, and values that are not: no failure, no undocumented status or shape."""
    operation = api[path][method]
    modes = [mode for mode in schemathesis.GenerationMode if mode.is_positive or takes_something(method, path)]

    @quick(16)
    @given(st.one_of([operation.as_strategy(generation_mode=mode) for mode in modes]))
    def answers(case: Any) -> None:
        send(case, negative_data_rejection, allow_header_conformance)

    answers()


# --- whatever those send who are at a table -------------------------------------------------------------
@pytest.fixture(scope="module")
def stages(server: Server) -> list[StagedTable]:
    closed = waiting_table(server)
    assert closed.ask("DELETE", "", closed.host).status_code == 200
    return [waiting_table(server, start="host"), playing_table(server, "usa", 3), finished_table(server), closed]


def real_cases(operation: Any, stages: list[StagedTable]) -> st.SearchStrategy[Any]:
    """Documented values, with the id of a real table and a token that opens something there."""
    keys = [(staged, token) for staged in stages for token in (staged.host, *staged.tokens, *staged.invites)]

    def with_key(key: tuple[StagedTable, str]) -> st.SearchStrategy[Any]:
        staged, token = key
        strategy: st.SearchStrategy[Any] = operation.as_strategy(
            path_parameters={"table": staged.table}, headers={"authorization": f"Bearer {token}"}
        )
        return strategy

    return st.sampled_from(keys).flatmap(with_key)


@pytest.mark.parametrize(
    ("method", "path"), [(method, path) for method, path in OPERATIONS if "{table}" in path], ids=str
)
def test_holders_of_tokens_get_documented_answers(api: Any, stages: list[StagedTable], method: str, path: str) -> None:
    @quick(20)
    @given(real_cases(api[path][method], stages))
    def answers(case: Any) -> None:
        send(case)

    answers()


# --- what is right succeeds -----------------------------------------------------------------------------
class Walk:
    """A valid request for every operation, in an order in which each can succeed."""

    def __init__(self, server: Server, over: StagedTable) -> None:
        self.server = server
        self.waiting = waiting_table(server, start="host")
        self.playing = playing_table(server)
        self.over = over

    def requests(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        yield from self.public()
        yield from self.of_elsewhere()
        yield from self.before_the_game()
        yield from self.in_the_game()
        yield from company_requests(self.server)
        yield from studio_requests(self.server)
        yield from solo_requests(self.server)
        yield from self.after_it()

    def public(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        for path in ("/api/boards", "/api/bots", "/api/messages.json", "/healthz", "/readyz", "/metrics"):
            yield "GET", path, {}
        for path in (
            "/api/boards/{board}",
            "/api/boards/{board}/map",
            "/api/boards/{board}/rules",
            "/api/boards/{board}/look",
        ):
            yield "GET", path, {"path_parameters": {"board": "amsterdam"}}
        few = {"path_parameters": {"board": "amsterdam"}, "query": {"part": "rules"}}
        yield "GET", "/api/boards/{board}/print", few
        for method in ("GET", "POST"):
            two = {"path_parameters": {"board": "berlin"}, "query": {"players": 2}}
            yield method, "/api/boards/{board}/balance", two
        wanted = {"board": "lyon", "seats": [{"kind": "open"}, {"kind": "bot", "bot": "novice"}], "host": new_token()}
        yield "POST", "/api/tables", {"body": {**wanted, "clock": {"kind": "live"}, "first": 1}}

    def of_elsewhere(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        players = [{"lanes": [0, 5], "tickets": [1]}, {"lanes": [9], "tickets": []}]
        yield "POST", "/api/count", {"body": {"board": "usa", "first": 1, "players": players}}
        body = {"record": self.over.ask("GET", "/record").text}
        yield "POST", "/api/records", {"body": body}
        yield "POST", "/api/records/moves/{number}", {"body": body, "path_parameters": {"number": 2}}
        yield "POST", "/api/records/analysis", {"body": body}

    def before_the_game(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        staged = self.waiting
        table = "/api/tables/{table}"
        yield "GET", f"{table}/invites", at(staged, staged.host)
        joining = {"name": "Zoë", "token": new_token()}
        yield "POST", f"{table}/join", at(staged, staged.invites[0], body=joining)
        yield "POST", f"{table}/leave", at(staged, joining["token"])
        yield "PUT", f"{table}/seats/{{seat}}", at(staged, staged.host, body={"kind": "open"}, seat=1)
        yield "DELETE", table, at(staged, staged.host)

    def in_the_game(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        staged = self.playing
        table = "/api/tables/{table}"
        token = next(token for token in staged.tokens if staged.position(token)["choices"])
        yield "POST", f"{table}/start", at(staged, staged.host)
        yield "GET", table, at(staged, token)
        yield "GET", f"{table}/log", at(staged, None)
        yield "GET", f"{table}/lanes/{{lane}}", at(staged, token, lane=0)
        yield "POST", f"{table}/back", at(staged, token)
        yield "POST", f"{table}/seats/{{seat}}/stand-in", at(staged, token, seat=staged.tokens.index(token))
        choices = staged.position(token)["choices"]
        moving = {"key": "openapi-1", "decision": choices["decision"], "action": choices["actions"][0]}
        yield "POST", f"{table}/moves", at(staged, token, body=moving)

    def after_it(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        staged = self.over
        table = "/api/tables/{table}"
        yield "GET", f"{table}/record", at(staged, None)
        yield "GET", f"{table}/moves", at(staged, None)
        yield "GET", f"{table}/moves/{{number}}", at(staged, None, number=3)
        yield "GET", f"{table}/analysis", at(staged, None)
        yield "POST", f"{table}/rematch", at(staged, staged.tokens[0])
        yield "POST", "/api/mine", {"body": {"tables": [{"table": staged.table, "token": staged.tokens[1]}]}}


def at(staged: StagedTable, token: str | None, body: Any = None, **path: object) -> dict[str, Any]:
    headers = {} if token is None else {"headers": {"authorization": f"Bearer {token}"}}
    return {"path_parameters": {"table": staged.table, **path}, **headers, **({} if body is None else {"body": body})}


def test_every_operation_succeeds_as_documented(server: Server, api: Any, stages: list[StagedTable]) -> None:
    done = set()
    for method, path, parts in Walk(server, stages[2]).requests():
        media = {"media_type": "application/json"} if "body" in parts else {}
        case = api[path][method].Case(**media | parts)
        assert send(case) in (200, 201), (method, path)
        done.add((method, path))
    assert done == set(OPERATIONS)


# --- what the document says -----------------------------------------------------------------------------
def schemas_of(method: str, path: str) -> Iterator[tuple[str, Any]]:
    for status, answer in DOCUMENT["paths"][path][method.lower()]["responses"].items():
        for content in answer.get("content", {"": {}}).values():
            yield status, content.get("schema")


@EVERY_OPERATION
def test_every_answer_has_a_type(method: str, path: str) -> None:
    for status, schema in schemas_of(method, path):
        assert schema, status
        if status.startswith("4") or status == "503":
            assert schema == {"$ref": "#/components/schemas/Failure"}
        else:
            assert "$ref" in schema or schema.get("type") in ("string", "object")


@EVERY_OPERATION
def test_every_operation_that_can_refuse_says_so(method: str, path: str) -> None:
    said = {status for status, _ in schemas_of(method, path)}
    if "{table}" in path:
        assert {"403", "404", "409", "422", "503"} <= said
    if method != "GET":
        assert {"413", "422", "429"} <= said


def decorating(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    for decorator in function.decorator_list:
        yield from ast.walk(decorator)


ROUTERS = ("router", "inside", "changes")


def test_only_the_pages_are_not_in_the_document() -> None:
    ids = {DOCUMENT["paths"][path][method.lower()]["operationId"]: (method, path) for method, path in OPERATIONS}
    named = {id.removesuffix(re.sub(r"\W", "_", f"{path}_{method.lower()}")) for id, (method, path) in ids.items()}
    routes = {
        function.name
        for tree in trees("api")
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        if any(isinstance(node, ast.Name) and node.id in ROUTERS for node in decorating(function))
    }
    assert named - routes == {"messages_schema"}
    assert routes - named == {"show"}  # the web app; sockets stand before all routes


# --- codes ----------------------------------------------------------------------------------------------
def trees(folder: str = "") -> Iterator[ast.Module]:
    for file in sorted((Path(ferrovia.server.__path__[0]) / folder).rglob("*.py")):
        if file.name != "status.py":
            yield ast.parse(file.read_text())


def raised_codes() -> set[str]:
    """Codes of `Denied("…")` anywhere in the server."""
    return {
        str(call.args[0].value)
        for tree in trees()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Denied"
        if isinstance(call.args[0], ast.Constant)
    }


def texts() -> set[str]:
    """Of the server, and of what the studio refuses by itself."""
    everything = (*trees(), ast.parse(Path(photos.__file__).read_text()))
    found = [node.value for tree in everything for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {value.decode() if isinstance(value, bytes) else str(value) for value in found}


def test_every_code_that_is_raised_has_a_status() -> None:
    raised = raised_codes()
    assert len(raised) > 15
    assert raised <= STATUS.keys()


def test_every_code_with_a_status_is_raised() -> None:
    said = texts()
    assert {code for code in STATUS if not any(code in text for text in said)} == set()
    assert list(STATUS) == sorted(STATUS)


def test_every_status_of_a_code_is_documented() -> None:
    documented = {int(status) for method, path in OPERATIONS for status, _ in schemas_of(method, path)}
    assert set(STATUS.values()) - {500} <= documented


# --- other methods --------------------------------------------------------------------------------------
SOMETHING = {
    "seat": 0,
    "lane": 0,
    "number": 0,
    "call": 0,
    "token": "a",
    "board": "usa",
    "ref": "usa",
    "day": "2026-01-01",
    "puzzle": "a",
}
"""What stands in the other places of a path."""


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "PATCH", "PUT", "POST", "DELETE", "TRACE"])
def test_other_methods_are_refused_and_told_which_there_are(server: Server, method: str) -> None:
    staged = waiting_table(server)
    for path in sorted({path for _, path in OPERATIONS}):
        there = {known for known, other in OPERATIONS if other == path}
        if method in there:
            continue
        url = server.url + path.format(table=staged.table, **SOMETHING)
        answer = httpx.request(method, url, verify=False)
        assert answer.status_code == 405, path
        assert {*answer.headers["allow"].split(", ")} <= there
        if method != "HEAD":
            assert answer.json() == {"code": "route.missing", "params": {}}
        assert "access-control-allow-origin" not in answer.headers
    assert staged.position()["status"] == "waiting"


def test_unknown_paths_are_refused_in_the_same_words(server: Server) -> None:
    strange = ("/../etc/passwd", "/%00", "/api/tables//", "/api/boards/", "/a" * 9000)
    for path in ("/api", "/api/", "/api/nothing", "/docs", "/redoc", *strange):
        answer = httpx.get(server.url + path, verify=False, follow_redirects=False)
        assert (answer.status_code, answer.json()["code"]) == (404, "route.missing"), path[:40]
        if not path.startswith("/api"):
            continue
        browsed = httpx.get(server.url + path, headers={"Accept": "text/html"}, verify=False, follow_redirects=False)
        assert browsed.json()["code"] == "route.missing"
    for path in ("/api/tables/", "/api/mine/", "//evil.example/api/mine/"):  # sent nowhere else, whatever Host says
        answer = httpx.post(server.url + path, json={}, headers={"Host": "evil.example"}, verify=False)
        assert answer.status_code == 405
        assert "location" not in answer.headers
