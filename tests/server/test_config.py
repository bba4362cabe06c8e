"""Settings from flags, environment and file: the same names, in this order, and nothing misspelt goes unnoticed."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from checkout import ROOT
from cli.running import invoke, refused, run
from ferrovia.cli.settings_options import EARLIER
from ferrovia.server.config import ELSEWHERE, Config, flag_of, names_of_settings, read_config, variable_of
from ferrovia.server.settings import READERS, Settings, help_texts, kind_of, read_value, settings_fields

EXAMPLES = {int: "7", float: "2.5", str: "x", Path: "folder", tuple: "a,b", bool: "yes"}
WANTED = {"root_path": "/trains", "log_level": "error", "proxy": "10.0.0.1,10.1.0.0/16", "message_bytes": "2048"} | {
    "body_bytes": "2048",
    "package_bytes": "2048",
    "notices": "push,mail",
    "smtp_security": "tls",
    "studio": "open",
    "database": "postgresql://ferrovia@db/ferrovia",
}
SECRET = "hunter2"
SECRETS = tuple(name for name, option in settings_fields().items() if "secret" in option.metadata)
"""Read from the environment or a file, never from a flag; tests of their own see to that."""


def example(name: str) -> str:
    return WANTED.get(name) or EXAMPLES[kind_of(name)]


def shown(*args: str | Path, env: dict[str, str] | None = None) -> dict[str, dict[str, object]]:
    done = run("serve", "--show-config", "--json", *args, env=env)
    assert done.code == 0, done.err
    facts: dict[str, dict[str, object]] = json.loads(done.out)
    return facts


# --- one field, three spellings ---------------------------------------------------------------------------
@pytest.mark.parametrize("name", settings_fields())
def test_a_field_is_complete(name: str) -> None:
    option = settings_fields()[name]
    assert kind_of(name) in READERS
    assert help_texts()[name].endswith(".")
    default = option.default_factory() if option.default_factory is not MISSING else option.default
    written = str(default) if isinstance(default, Path) else default
    assert default is None or read_value(name, written, name) == default


@pytest.mark.parametrize("name", [name for name in names_of_settings() if not name.startswith(SECRETS)])
def test_every_setting_is_a_flag_a_variable_and_a_key(name: str, tmp_path: Path) -> None:
    text = example(name)
    value = read_value(name, text, name)
    written = json.dumps(value, default=str) if kind_of(name) in (int, float, bool, tuple) else json.dumps(text)
    file = tmp_path / "ferrovia.toml"
    file.write_text(f"{name} = {written}\n")
    configs = [read_config({name: text}, {}, None), read_config({}, {variable_of(name): text}, None)]
    configs.append(read_config({}, {}, file))
    assert [getattr(config.settings, name) for config in configs] == [value] * 3
    assert [config.sources[name].name for config in configs] == [flag_of(name), variable_of(name), name]


def test_every_setting_is_an_option_of_the_command() -> None:
    said = invoke("serve", "--help").out
    flags = {flag_of(name) for name in names_of_settings()}
    assert flags - set(re.findall(r"--[a-z-]+", said)) == {flag_of(name) for name in SECRETS if name != "database"}
    assert all(earlier in said for earlier in EARLIER.values())


def test_the_first_place_that_has_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "ferrovia.toml"
    file.write_text("port = 1\nworkers = 2\nbot_seconds = 3.5\n")
    env = {"FERROVIA_PORT": "4", "FERROVIA_WORKERS": "5", "FERROVIA_CONFIG": str(file)}
    facts = shown("--port", "6", env=env)
    assert {name: (facts[name]["value"], facts[name]["source"]) for name in ("port", "workers", "bot_seconds")} == {
        "port": (6, "flag"),
        "workers": (5, "environment"),
        "bot_seconds": (3.5, "file"),
    }
    assert facts["host"] == {"value": "127.0.0.1", "source": "default", "name": "host", "file": None}
    assert facts["bot_seconds"]["file"] == str(file)


def test_the_table_says_where_from(tmp_path: Path) -> None:
    file = tmp_path / "ferrovia.toml"
    file.write_text('origins = ["https://a.example", "https://b.example"]\n')
    said = " ".join(invoke("serve", "--show-config", "--config", file, "--port", "9").out.split())
    assert f"origins https://a.example, https://b.example file ({file})" in said
    assert "port 9 flag (--port)" in said
    assert "option (--port)" in invoke("serve", "--show-config", "--port", "9", "--lang", "fr").out


def test_the_other_commands_read_the_same_places(tmp_path: Path) -> None:
    file = tmp_path / "ferrovia.toml"
    file.write_text(f'data = "{tmp_path}/elsewhere"\nport = 5\n')
    for command in (["doctor"], ["games", "list"], ["backup", tmp_path / "b"]):
        for place in ([*command, "--config", file], [*command, "--data", tmp_path / "elsewhere"]):
            done = invoke(*place)
            assert done.code == 2
            assert f"{tmp_path}/elsewhere" in done.out + done.err


def test_workers_get_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database="postgresql://a:b@c/d", proxy=("10.0.0.1",), bot_seconds=0.5)
    monkeypatch.setenv("FERROVIA_SERVER", "")
    settings.to_environment()
    assert Settings.from_environment() == settings


# --- what is refused --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--bot-secnds", "3"], "There is no option --bot-secnds here; did you mean --bot-seconds?"),
        (["--port", "x"], "--port has to be a whole number, not “x”."),
        (["--port", "70000"], "--port has to be from 0 to 65535, not 70000."),
        (["--bot-seconds", "nan"], "--bot-seconds has to be from 0.01 to 60, not nan."),
        (["--log-level", "loud"], "--log-level can't be “loud”. Known: debug, info, warning, error."),
        (["--root-path", "trains/"], "A root path begins with a slash"),
        (["--proxy", "caddy"], "--proxy takes the addresses or networks of proxies"),
        (["--config", "/nowhere/ferrovia.toml"], "/nowhere/ferrovia.toml can't be read: No such file"),
        (["--database-file", "/nowhere"], "/nowhere can't be read: No such file"),
        (
            ["--database-file", "/dev/null"],
            "/dev/null, which --database-file names, has to hold one",
        ),
    ],
)
def test_a_wrong_flag(args: list[str], said: str) -> None:
    assert said in refused(invoke("serve", "--show-config", *args))


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        ("FERROVIA_BOT_SECNDS", "There is no setting FERROVIA_BOT_SECNDS (a variable of the environment). "
                                "Nearest: FERROVIA_BOT_SECONDS"),
        ("FERROVIA_Port", "There is no setting FERROVIA_Port"),
        ("FERROVIA_PORT", "FERROVIA_PORT has to be a whole number, not “tcp://10.0.0.1:80”."),
    ],
)  # fmt: skip
def test_a_wrong_variable(variable: str, said: str) -> None:
    assert said in refused(run("serve", "--show-config", env={variable: "tcp://10.0.0.1:80"}))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bot_second = 2", "There is no setting bot_second ({file}). Nearest: bot_seconds"),
        ("[limits]\nport = 5", "There is no setting limits"),
        ("port = true", "port has to be a whole number, not “True”."),
        ("port = 1.5", "port has to be a whole number, not “1.5”."),
        ("host = 5", "host has to be a text, in quotation marks."),
        ("origins = [5]", "origins has to be a list of texts."),
        ("bot_seconds = [5]", "bot_seconds has to be a number, not “[5]”."),
        ("bot_seconds = inf", "bot_seconds has to be from 0.01 to 60, not inf."),
        ("port = ", "{file} is no TOML file: "),
        ('database = "a"\ndatabase_file = "b"', "database and database_file say the same thing twice"),
    ],
)
def test_a_wrong_file(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "ferrovia.toml"
    file.write_text(text)
    assert said.format(file=file) in refused(invoke("serve", "--show-config", "--config", file))


def test_every_variable_of_ours_is_known() -> None:
    """A new one of the build or the tests has to be told apart from a misspelt setting."""
    listed = [
        "git",
        "grep",
        "-ohE",
        r"\bFERROVIA_[A-Z_]+\b",
        "--",
        "Makefile",
        ".ci",
        "tools",
        "src",
        "tests/*.py",
        "bench",
    ]
    named = set(subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split())
    misspelt = {"FERROVIA_BOT_SECNDS", "FERROVIA_COMPLETE"}
    assert named - misspelt - ELSEWHERE - {variable_of(name) for name in names_of_settings()} == set()


# --- secrets ----------------------------------------------------------------------------------------------
def test_a_password_is_no_flag() -> None:
    for url in (f"postgresql://a:{SECRET}@db/x", f"postgresql://a@db/x?password={SECRET}"):
        said = refused(invoke("serve", "--show-config", "--database", url))
        assert "FERROVIA_DATABASE" in said
        assert "--database-file" in said
        assert SECRET not in said
        assert SECRET not in refused(invoke("doctor", "--database", url))
    assert "There is no option --database-password" in refused(invoke("serve", "--database-password", SECRET))


def config_with(tmp_path: Path, place: str) -> Config:
    url, file = f"postgresql://a:{SECRET}@db/x", tmp_path / "secret"
    if place == "variable":
        return read_config({}, {"FERROVIA_DATABASE": url}, None)
    if place == "key":
        (tmp_path / "ferrovia.toml").write_text(f'database = "{url}"\n')
        return read_config({}, {}, tmp_path / "ferrovia.toml")
    if place == "password file":
        file.write_text(f"{SECRET}\n")
        return read_config({"database": "postgresql://a@db/x", "database_password_file": str(file)}, {}, None)
    file.write_text(f"{url}\n")
    return read_config({}, {"FERROVIA_DATABASE_FILE": str(file)}, None)


@pytest.mark.parametrize("place", ["variable", "key", "password file", "file"])
def test_a_password_by_other_ways_reaches_the_database_and_nobody_else(place: str, tmp_path: Path) -> None:
    from ferrovia.cli.settings_options import facts

    config = config_with(tmp_path, place)
    assert config.settings.database_url.endswith(f"://a:{SECRET}@db/x")
    assert SECRET not in json.dumps(facts(config)) + repr(config.settings)
    assert "***" in json.dumps(facts(config))


def test_a_file_with_a_secret_that_others_may_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "ferrovia.toml"
    file.write_text(f'database = "postgresql://a:{SECRET}@db/x"\n')
    file.chmod(0o644)
    done = run("serve", "--show-config", "--config", file)
    assert done.err.startswith(f"ferrovia: warning: everybody on this machine can read {file}, and database in it")
    assert done.err.count("\n") == 1
    assert SECRET not in done.out + done.err
    file.chmod(0o640)  # as the warning says: a group of its own may read it
    assert run("serve", "--show-config", "--config", file).err == ""


def test_believing_any_proxy_is_told() -> None:
    assert "--proxy believes the X-Forwarded headers of anybody" in run("serve", "--show-config", "--proxy", "*").err
    assert run("serve", "--show-config", "--proxy", "10.0.0.0/8").err == ""


def test_no_field_is_shown_that_is_secret() -> None:
    assert [option.name for option in fields(Settings) if "secret" in option.metadata and option.repr] == []
