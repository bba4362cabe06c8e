"""The files in deploy/ fit the package that they deploy: commands, settings, paths and users that are really there."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
import yaml
from prometheus_client.metrics import MetricWrapperBase

from checkout import ROOT, load_module
from ferrovia.server.config import names_of_settings, read_config, variable_of
from ferrovia.server.metrics import METRICS
from ferrovia.server.settings import Settings
from ferrovia.server.store import Database

CONTAINER = load_module("tools/containerfile.py")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DEPLOY = ROOT / "deploy"
SYSTEMD = DEPLOY / "systemd"
UNITS = ("ferrovia.service", "ferrovia-backup.service")
MOST_EXPOSURE = 1.5
"""Of 10, as systemd-analyze counts it; up to 2.0 is green."""


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The units, with this environment's `ferrovia` in place of the one in /opt."""
    folder = tmp_path_factory.mktemp("units")
    for file in SYSTEMD.iterdir():
        text = file.read_text().replace("/opt/ferrovia/bin/ferrovia", str(Path(sys.executable).with_name("ferrovia")))
        (folder / file.name).write_text(text)
    return folder


def analyze(*args: str | Path) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None:
        pytest.fail("systemd-analyze is missing: sh tools/debian.sh systemd", pytrace=False)
    command = ["systemd-analyze", *(str(arg) for arg in args)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


# --- systemd ----------------------------------------------------------------------------------------------
def test_systemd_understands_the_units(units: Path) -> None:
    done = analyze("verify", *(units / name for name in (*UNITS, "ferrovia-backup.timer")))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_is_in_the_green(units: Path, name: str) -> None:
    done = analyze("security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSURE * 10:g}", units / name)
    assert done.returncode == 0, done.stdout
    assert float(re.findall(r"exposure level for \S+: ([\d.]+) ", done.stdout)[0]) <= MOST_EXPOSURE
    listed = analyze("security", "--offline=true", "--json=short", units / name)
    left = {rule["name"] for rule in json.loads(listed.stdout) if rule["set"] is False}
    assert "UserOrDynamicUser" not in left


def test_the_unit_allows_enough_files() -> None:
    limit = re.findall(r"^LimitNOFILE=(\d+)$", (SYSTEMD / "ferrovia.service").read_text(), re.MULTILINE)
    assert int(limit[0]) >= 65_536


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_names_settings_that_are_there(name: str) -> None:
    set_there = re.findall(r"^Environment=(\w+)=", (SYSTEMD / name).read_text(), re.MULTILINE)
    assert set(set_there) <= {"FERROVIA_CONFIG", *map(variable_of, names_of_settings())}


def test_the_backup_of_the_unit_works(units: Path, tmp_path: Path) -> None:
    """Its two commands, with folders of ours: a new backup comes, one of 31 days goes, one of 29 stays."""

    async def make_database(settings: Settings) -> None:
        settings.make_folder()
        database = Database(settings.database_url)
        await database.migrate()
        await database.close()

    asyncio.run(make_database(Settings(data=tmp_path / "data")))
    folder = tmp_path / "backups"
    folder.mkdir()
    for days in (29, 31):
        (folder / f"{days}.backup").touch()
        os.utime(folder / f"{days}.backup", (time.time() - days * 86_400,) * 2)
    text = (units / "ferrovia-backup.service").read_text().replace("/var/backups/ferrovia", str(folder))
    commands = re.findall(r"^ExecStart(?:Post)?=(.*)$", text, re.MULTILINE)
    for command in commands:
        plain = command.replace("%%", "%")
        env = {**os.environ, "FERROVIA_DATA": str(tmp_path / "data")}
        subprocess.run(plain, shell=True, env=env, capture_output=True, check=True, timeout=60)
    new, kept = sorted(file.name for file in folder.iterdir())
    assert kept == "29.backup"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d{6}Z\.backup", new)


# --- the container ----------------------------------------------------------------------------------------
def test_the_container_runs_a_command_that_is_there_as_nobody_special() -> None:
    build, final = CONTAINER.read_stages()
    assert (build.name, final.base) == ("build", build.base)
    assert final.last("ENTRYPOINT").words[0] in PROJECT["project"]["scripts"]
    assert final.last("CMD").words == ["serve"]
    user, group = (int(number) for number in final.last("USER").text.split(":"))
    assert min(user, group) > 1000
    assert f"--uid {user}" in " ".join(step.text for step in final.steps)
    assert [step.words for step in final.steps if step.name == "VOLUME"] == [["/data"]]
    assert "/readyz" in " ".join(final.last("HEALTHCHECK").words)
    assert final.last("EXPOSE").text == str(Settings().port)


def test_the_container_sets_settings_that_are_there() -> None:
    final = CONTAINER.read_stages()[-1]
    set_there = {name: value for name, value in final.environment.items() if name.startswith("FERROVIA_")}
    settings = read_config({}, set_there, None).settings
    assert (str(settings.data), settings.host) == ("/data", "0.0.0.0")


def test_the_container_copies_and_installs_what_is_there() -> None:
    """All that the wheel is made of gets into the build, and nothing large or private."""
    files = CONTAINER.context_files()
    build, _ = CONTAINER.read_stages()
    text = " ".join(step.text for step in build.steps)
    for name in re.findall(r"requirements/\S+\.txt", text):
        assert name in files
    hook = load_module("hatch_build.py")
    named = {PROJECT["project"]["readme"], *PROJECT["project"]["license-files"], "pyproject.toml", "hatch_build.py"}
    assert {*named, *hook.MENDERS, "tools/web.py", "web/package-lock.json", *hook.compiled_files(ROOT)} <= {*files}
    unwanted = ("node_modules", "__pycache__", ".git/", ".venv", "tests/", "web/dist/", "secrets")
    assert [name for name in files if any(part in name for part in unwanted)] == []


def test_the_compose_file_fits() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    server, proxy = compose["services"]["ferrovia"], compose["services"]["caddy"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).resolve() == ROOT / "Containerfile"
    assert server["read_only"] is True
    assert server["cap_drop"] == ["ALL"]
    assert "ports" not in server
    password = server["environment"].pop("FERROVIA_DATABASE_PASSWORD_FILE")
    assert password == compose["services"]["database"]["environment"]["POSTGRES_PASSWORD_FILE"]
    settings = read_config({}, server["environment"], None).settings
    assert settings.proxy == (proxy["networks"]["front"]["ipv4_address"],)
    assert settings.workers > 1
    assert proxy["command"][-1] == f"ferrovia:{settings.port}"


# --- the settings that the documents name -----------------------------------------------------------------
def test_the_sample_file_is_understood() -> None:
    file = DEPLOY / "ferrovia.toml"
    assert read_config({}, {}, file).sources["bot_seconds"].kind == "file"
    named = re.findall(r"^(?:# )?(\w+) = ", file.read_text(), re.MULTILINE)
    assert set(named) <= {*names_of_settings()}


def test_the_documents_name_settings_that_are_there() -> None:
    page = (ROOT / "docs" / "server.md").read_text()
    table = page.split("| setting | default |")[1].split("\n\n")[0]
    named = re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in table.splitlines() if row.count("|") > 2))
    assert len(named) > 15
    assert set(named) <= {*names_of_settings()}


# --- Grafana ----------------------------------------------------------------------------------------------
def test_the_dashboard_asks_for_metrics_that_are_there() -> None:
    known = {
        f"{sample}{suffix}"
        for metric in vars(METRICS).values()
        if isinstance(metric, MetricWrapperBase)
        for sample in [metric._name]
        for suffix in ("", "_total", "_bucket")
    }
    board = json.loads((DEPLOY / "grafana" / "ferrovia.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = {name for query in asked for name in re.findall(r"ferrovia_\w+", query)}
    assert len(named) > 10
    assert named <= known
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
