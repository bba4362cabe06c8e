"""One server for a data folder, and none of its processes outlives it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from cli.running import invoke
from ferrovia.server.settings import FILE
from server.processes import children, parents, pid_of, until
from server.serving import Server, create, new_token, person, serving, show


def two_people(server: Server) -> str:
    table: str = create(server, "berlin", [person("Ada", new_token()), person("Bo", new_token())])["table"]
    return table


def start(data: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A server that is expected to end by itself."""
    command = [sys.executable, "-m", "ferrovia", "serve", "--port", "0", "--data", str(data), *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


# --- a second server ------------------------------------------------------------------------------------
def test_a_second_server_on_the_same_folder_is_refused_and_told_of_the_first(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as first:
        table = two_people(first)
        (tmp_path / "link").symlink_to(data)
        before = (data / FILE).read_bytes()
        for way in (data, tmp_path / "link", data / ".." / "data"):
            second = start(way)
            assert second.returncode == 2
            assert second.stdout == ""
            assert f"process {pid_of(first)} on {os.uname().nodename} ({first.url}/)" in second.stderr
            assert len(second.stderr.splitlines()) == 1
        assert (data / FILE).read_bytes() == before
        assert show(first, table)["position"]["status"] == "playing"
        with httpx.Client() as client:
            assert first.is_ready(client)


def test_a_server_that_was_killed_is_no_obstacle(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        table = two_people(server)
        server.kill()
        assert json.loads((tmp_path / "data" / f"{FILE}.lock").read_text())["pid"] > 0
        server.start()
        assert show(server, table)["position"]["status"] == "playing"


def test_a_refusal_leaves_the_lock_with_the_first(tmp_path: Path) -> None:
    """Whoever is refused must not write into the file that names the first."""
    with serving(tmp_path / "data") as first:
        told = {start(tmp_path / "data").stderr for _ in range(3)}
        assert len(told) == 1
        assert str(pid_of(first)) in told.pop()


def test_commands_of_the_operator_work_beside_a_server_but_a_restore_does_not(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "one.backup"
    with serving(data) as server:
        place = ["--data", str(data)]
        assert invoke("backup", file, *place).code == 0
        for command in (["doctor"], ["games", "list"]):
            assert invoke(*command, *place).code == 0
        done = invoke("restore", file, *place)
        assert done.code == 2
        assert f"process {pid_of(server)}" in done.err
    assert invoke("restore", file, *place).code == 0  # it was empty all the while


def test_a_restore_into_a_postgresql_that_is_being_served_is_refused(tmp_path: Path, postgres_url: str) -> None:
    file, place = tmp_path / "one.backup", ["--database", postgres_url]
    with serving(tmp_path / "data", *place):
        assert invoke("backup", file, *place).code == 0
        until(lambda: "A server is using this database" in invoke("restore", file, *place).err)
    until(lambda: invoke("restore", file, *place).code == 0)


def test_several_servers_share_a_postgresql_even_from_one_folder(tmp_path: Path, postgres_url: str) -> None:
    with serving(tmp_path / "data", "--database", postgres_url) as one:
        table = two_people(one)
        with serving(tmp_path / "data", "--database", postgres_url) as two:
            assert show(two, table)["position"]["status"] == "playing"


# --- processes that are left behind ---------------------------------------------------------------------
def family(pid: int) -> set[int]:
    """A process and all that it started, and those started."""
    found = {pid}
    known = parents()
    while more := {child for child, parent in known.items() if parent in found} - found:
        found |= more
    return found


def kill_only_the_parent(server: Server) -> None:
    os.kill(pid_of(server), signal.SIGKILL)
    assert server.process is not None
    server.process.wait()


def test_a_server_that_is_killed_leaves_no_thinking_bot_behind(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        create(server, "usa", [person("Ada", new_token()), *[{"kind": "bot", "bot": "stationmaster"}] * 4])
        until(lambda: children(pid_of(server)))
        whole = family(pid_of(server))
        kill_only_the_parent(server)
        until(lambda: not whole & parents().keys(), seconds=10)


def test_a_supervisor_that_is_killed_leaves_no_worker_behind(tmp_path: Path, postgres_url: str) -> None:
    with serving(tmp_path / "data", "--workers", "2", "--database", postgres_url) as server:
        create(server, "usa", [person("Ada", new_token()), *[{"kind": "bot", "bot": "stationmaster"}] * 4])
        workers = until(lambda: found if len(found := children(pid_of(server))) == 2 else set())
        until(lambda: any(children(worker) for worker in workers))
        whole = family(pid_of(server))
        kill_only_the_parent(server)
        until(lambda: not whole & parents().keys(), seconds=30)
        with pytest.raises(httpx.TransportError):
            httpx.get(f"{server.url}/healthz")
