"""The settings of a server as somebody wrote them down: in flags, in the environment, in a file. In this order: what a
flag says holds before a variable, that before the file, and that before the default.

A secret may also be named by the path of a file that holds it: `database_password_file`, in all three places."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import parse_qs, urlsplit

from ferrovia.server.settings import Settings, SettingsError, read_value, settings_fields

PREFIX: Final = "FERROVIA_"
CONFIG: Final = "FERROVIA_CONFIG"
ELSEWHERE: Final = frozenset(
    {
        *("FERROVIA_CONFIG", "FERROVIA_SERVER", "FERROVIA_INTERPRETED", "FERROVIA_PURE", "FERROVIA_WEB"),
        *("FERROVIA_EXPECT", "FERROVIA_DEEP", "FERROVIA_LOCK_SECONDS", "FERROVIA_BUILD", "FERROVIA_WORKERS_DIR"),
        "FERROVIA_PLANS",
        "FERROVIA_LIBRARY",
        *("FERROVIA_WORKSHOP", "FERROVIA_PROFILED", "FERROVIA_MODEL_KEY"),
    }
)
"""Variables that are no settings of a server: those of the build, of the tests, of worker processes and of other
commands, and the one that names the file."""
OF_A_FILE: Final = "_file"
MASK: Final = "***"
OTHERS_MAY_READ: Final = 0o004


class Source(NamedTuple):
    """Where a value was written."""

    kind: Literal["flag", "environment", "file", "default"]
    name: str
    """As it is spelled there: --bot-seconds, FERROVIA_BOT_SECONDS, bot_seconds."""
    path: Path | None = None


@dataclass(frozen=True)
class Config:
    settings: Settings
    sources: Mapping[str, Source]
    """Of every setting."""
    warnings: tuple[SettingsError, ...] = ()
    """What works and is unwise."""


class Written(NamedTuple):
    source: Source
    value: Any


def read_config(flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None) -> Config:
    """All settings, each from the first place that has it. Raises a SettingsError for an unknown name or a bad value.

    `flags` has only those that were given, by the name of the setting."""
    places = [from_file(file), from_environment(environment), from_flags(flags)]
    sources = {name: Source("default", name) for name in settings_fields()}
    values: dict[str, Any] = {}
    for place in places:
        for name, written in place.items():
            sources[name] = written.source
            values[name] = written.value
    settings = Settings(**values)
    return Config(settings, sources, tuple(warnings_for(settings, sources)))


# --- the three places -------------------------------------------------------------------------------------
def from_flags(flags: Mapping[str, object]) -> dict[str, Written]:
    written = {name: (Source("flag", flag_of(name)), value) for name, value in flags.items()}
    for name, (source, value) in written.items():
        if name in settings_fields() and holds_secret(name, value):
            raise SettingsError("settings.secret", {"name": source.name, "variable": variable_of(name)})
    return values_of(written)


def from_environment(environment: Mapping[str, str]) -> dict[str, Written]:
    names = {
        variable.removeprefix(PREFIX).lower(): variable
        for variable in environment
        if variable.startswith(PREFIX) and variable not in ELSEWHERE
    }
    for name, variable in names.items():
        if name not in names_of_settings() or variable != variable_of(name):
            known = [variable_of(each) for each in names_of_settings()]
            raise SettingsError("settings.variable", {"variable": variable, "known": known})
    return values_of({name: (Source("environment", v), environment[v]) for name, v in names.items()})


def from_file(file: Path | None) -> dict[str, Written]:
    if file is None:
        return {}
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError("settings.unreadable", {"file": file, "reason": error.strerror}) from None
    except UnicodeDecodeError:
        raise SettingsError("settings.unreadable", {"file": file, "reason": "UTF-8?"}) from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError("settings.toml", {"file": file, "reason": error}) from None
    for key in content:
        if key not in names_of_settings():
            raise SettingsError("settings.key", {"setting": key, "file": file, "known": names_of_settings()})
    return values_of({key: (Source("file", key, file), value) for key, value in content.items()})


def values_of(written: Mapping[str, tuple[Source, object]]) -> dict[str, Written]:
    """What one place says, each value checked; a secret that is in a file is read from it."""
    values: dict[str, Written] = {}
    for name, (source, value) in written.items():
        if name in settings_fields():
            values[name] = Written(source, read_value(name, value, source.name))
            continue
        secret = name.removesuffix(OF_A_FILE)
        if secret in written:
            raise SettingsError("settings.twice", {"name": written[secret][0].name, "other": source.name})
        values[secret] = Written(source, read_value(secret, read_secret(source, value), source.name))
    return values


def read_secret(source: Source, path: object) -> str:
    """The first line of a file, which has no other."""
    if not isinstance(path, str):
        raise SettingsError("settings.text", {"name": source.name})
    try:
        text = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "UTF-8?"
        raise SettingsError("settings.unreadable", {"file": path, "reason": reason}) from None
    if not text or "\n" in text:
        raise SettingsError("settings.one_line", {"name": source.name, "file": path})
    return text


# --- names ------------------------------------------------------------------------------------------------
def names_of_settings() -> list[str]:
    """Of all keys, those of files with a secret in them among them."""
    secrets = [f"{name}{OF_A_FILE}" for name, option in settings_fields().items() if "secret" in option.metadata]
    return [*settings_fields(), *secrets]


def flag_of(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def variable_of(name: str) -> str:
    return f"{PREFIX}{name.upper()}"


# --- secrets ----------------------------------------------------------------------------------------------
def holds_secret(name: str, value: object) -> bool:
    kind = settings_fields()[name].metadata.get("secret")
    return value is not None and (kind == "all" or (kind == "password" and has_password(str(value))))


def has_password(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.password is not None or "password" in parse_qs(parts.query, keep_blank_values=True)
    except ValueError:
        return "@" in url  # nobody knows what is in it


def masked(url: str) -> str:
    """A URL without its password."""
    try:
        parts = urlsplit(url)
        user, _, host = parts.netloc.rpartition("@")
    except ValueError:
        return MASK
    named = user.partition(":")[0]
    query = re.sub(r"(?<=password=)[^&]*", MASK, parts.query, flags=re.IGNORECASE)
    return parts._replace(netloc=f"{named}:{MASK}@{host}" if ":" in user else parts.netloc, query=query).geturl()


def shown(name: str, value: Any) -> Any:
    """A value for people to read, without what is secret of it."""
    if holds_secret(name, value):
        return masked(str(value)) if settings_fields()[name].metadata["secret"] == "password" else MASK
    return str(value) if isinstance(value, Path) else list(value) if isinstance(value, tuple) else value


def warnings_for(settings: Settings, sources: Mapping[str, Source]) -> Iterator[SettingsError]:
    if "*" in settings.proxy:
        yield SettingsError("settings.any_proxy", {"name": sources["proxy"].name})
    for name, source in sources.items():
        stands_there = source.path is not None and source.name == name and holds_secret(name, getattr(settings, name))
        if stands_there and source.path is not None and source.path.stat().st_mode & OTHERS_MAY_READ:
            yield SettingsError("settings.readable", {"file": source.path, "name": name})
