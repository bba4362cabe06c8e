"""How a server is set up. A field here is a flag, an environment variable and a key of the configuration file.

`config.py` reads all three; the flags are made in `cli/settings_options.py`. Nothing but Python is imported here, so
that `ferrovia serve --help` works without the packages of a server. Worker processes get the settings as JSON."""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from functools import cache
from ipaddress import ip_network
from itertools import pairwise
from pathlib import Path
from types import NoneType
from typing import Any, Final, Literal, get_args, get_type_hints

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.logs import LEVELS

VARIABLE: Final = "FERROVIA_SERVER"
FILE: Final = "ferrovia.sqlite3"
PLENTY: Final = 10**9
DAY: Final = 86_400
MANY_DAYS: Final = 36_500
MOST_WORKERS: Final = 64
NOTICES: Final = ("push", "webhook", "mail")
TRUTHS: Final = {**dict.fromkeys(("true", "yes", "on", "1"), True), **dict.fromkeys(("false", "no", "off", "0"), False)}


class SettingsError(FerroviaError):
    """A setting that does not exist, or has a value it can't have."""


# --- what a field may say about itself --------------------------------------------------------------------
def within(least: float, most: float, default: float) -> Any:
    """A number in a range. One that says nothing may be anything from 0 on."""
    return field(default=default, metadata={"least": least, "most": most})


def one_of(known: tuple[str, ...], default: str) -> Any:
    return field(default=default, metadata={"known": known})


def secret(part: Literal["all", "password"] = "all") -> Any:
    """Never shown and never a flag. With `password`, a URL in which only a password is secret: a flag without one."""
    return field(default=None, repr=False, metadata={"secret": part})


def checked(check: Callable[[Any, str], None], default: Any) -> Any:
    """`check` gets a value and how its name was spelled, and raises a SettingsError."""
    return field(default=default, metadata={"check": check})


def check_root_path(path: str, _: str) -> None:
    if not re.fullmatch(r"(/[^/\s]+)*", path):
        raise SettingsError("serve.root_path", {"path": path})


def check_proxies(proxies: tuple[str, ...], said: str) -> None:
    """A name would be believed never, silently: connections come from addresses."""
    for proxy in proxies:
        try:
            if proxy != "*":
                ip_network(proxy)
        except ValueError:
            raise SettingsError("settings.proxy", {"name": said, "value": proxy}) from None


def check_notices(ways: tuple[str, ...], said: str) -> None:
    for way in ways:
        if way not in NOTICES:
            raise SettingsError("settings.notices", {"name": said, "value": way})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The text below a field is its help."""

    data: Path = Path("ferrovia-data")
    """The folder where the server keeps everything."""
    database: str | None = secret("password")
    """postgresql://… instead of SQLite in the data folder."""
    database_password: str | None = secret()
    """The password for that URL."""
    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 for all."""
    port: int = within(0, 65_535, 8000)
    """The port to listen on; 0 takes a free one."""
    root_path: str = checked(check_root_path, "")
    """The sub-path that a reverse proxy serves this under, such as /ferrovia."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may open a socket here, such as https://games.example.org."""
    proxy: tuple[str, ...] = checked(check_proxies, ("127.0.0.1",))
    """Addresses or networks of reverse proxies whose X-Forwarded headers are believed; * believes anybody."""
    workers: int = within(1, MOST_WORKERS, 1)
    """Processes; more than one needs PostgreSQL."""
    log_level: str = one_of(LEVELS, "warning")
    """What is logged: debug, info, warning or error."""
    bot_processes: int = field(
        default_factory=lambda: max(1, (os.cpu_count() or 2) - 1), metadata={"least": 1, "most": 1024}
    )
    """Processes in which bots think; all cores but one by default."""
    bot_seconds: float = within(0.01, 60, 1.0)
    """How long the strongest bots may think about a move."""
    grace_seconds: float = within(0, DAY, 20.0)
    """After a start, nobody's time runs out for so long, so that people can come back first."""
    body_bytes: int = within(1024, PLENTY, 64 * 1024)
    """The longest body of a request."""
    message_bytes: int = within(1024, PLENTY, 8 * 1024)
    """The longest message over a socket."""
    tables_per_hour: int = within(1, PLENTY, 120)
    """Tables that one address may make in an hour."""
    sockets_per_address: int = within(1, PLENTY, 400)
    """Sockets that one address may keep open."""
    moves_per_second: float = within(0.01, PLENTY, 20.0)
    """Moves over one socket, or from one address by HTTP."""
    unsent_messages: int = within(1, PLENTY, 64)
    """Messages that may wait for one socket before it is closed as too slow."""
    clear_empty_days: float = within(0, MANY_DAYS, 30)
    """Tables without a move are deleted after so long without any other entry; 0 for never."""
    clear_abandoned_days: float = within(0, MANY_DAYS, 0)
    """Games that were begun and left are deleted after so long; 0 for never."""
    anonymise_days: float = within(0, MANY_DAYS, 0)
    """Finished games lose their names and links after so long, and keep their moves; 0 for never."""
    housekeeping_minutes: float = within(0, MANY_DAYS, 60)
    """How often the server does that by itself; 0 for never."""
    notices: tuple[str, ...] = checked(check_notices, ())
    """Ways in which people who ask for it may be called when it is their turn: push, webhook, mail. None by default."""
    notices_local: bool = False
    """Whether calls may go to addresses on this server's own network."""
    public_url: str | None = None
    """Where people find this server, such as https://games.example.org; for the links in mails."""
    smtp_host: str | None = None
    """The mail server that takes this server's mail."""
    smtp_port: int = within(1, 65_535, 587)
    """The port of the mail server."""
    smtp_security: str = one_of(("starttls", "tls", "none"), "starttls")
    """How the connection to the mail server is secured: starttls, tls or none."""
    smtp_user: str | None = None
    """The name under which this server sends mail."""
    smtp_password: str | None = secret()
    """The password for that name."""
    mail_from: str | None = None
    """The address that mails come from."""
    unsent_bytes: int = within(1, PLENTY, 256 * 1024)
    """The same in bytes."""
    connections_per_address: int = within(1, PLENTY, 200)
    """HTTP connections that one address may have open beside its sockets."""
    address_share: float = within(1, PLENTY, 10.0)
    """How many times what one socket may send all sockets of an address may send together."""
    quick_bot_processes: int = within(1, 1024, 1)
    """Processes for the bots that need no time, so that they never wait behind those of `bot_processes`."""
    boards: Path | None = None
    """A folder with boards, in folders or packages, that this server offers beside its own."""
    studio: str = one_of(("off", "key", "open"), "off")
    """Who may draw and share boards here: nobody (off), whoever has the key (key) or everybody (open)."""
    studio_key: str | None = secret()
    """The key of a studio that is open to those who have it."""
    daily_key: str | None = secret()
    """What the deals of the day follow from: servers with one key have the same days. By default one is made up."""
    boards_per_hour: int = within(1, PLENTY, 30)
    """Boards that one address may begin, or report, in an hour."""
    boards_per_address: int = within(1, PLENTY, 200)
    """Boards that one address may have in the studio."""
    versions_per_board: int = within(1, PLENTY, 300)
    """Versions that the maker of a board may name."""
    package_bytes: int = within(1024, PLENTY, 768 * 1024)
    """The longest package, or edit of a board, that is sent to the studio."""
    balances_per_hour: int = within(1, PLENTY, 30)
    """Measurements of boards that one address may ask for in an hour; the server makes ten times as many."""
    bot_budget: float | None = None
    """Seconds that the strongest bots may think together in every second; as many as they have processes by default.
    Where many are asked at once, each thinks for less."""

    @property
    def database_url(self) -> str:
        from ferrovia.server.store.database import sqlite_url, with_password

        if self.database is None:
            return sqlite_url(self.data / FILE)
        return with_password(self.database, self.database_password)

    def make_folder(self) -> None:
        """Closed to other users: the secrets of all deals will lie in it."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)

    def to_environment(self) -> None:
        values = {option.name: getattr(self, option.name) for option in fields(self)}
        os.environ[VARIABLE] = json.dumps(values, default=str)

    @classmethod
    def from_environment(cls) -> Settings:
        values = json.loads(os.environ[VARIABLE])
        return cls(**{name: read_value(name, value, name) for name, value in values.items() if value is not None})


# --- one setting ------------------------------------------------------------------------------------------
@cache
def settings_fields() -> dict[str, Field[Any]]:
    return {option.name: option for option in fields(Settings)}


@cache
def kind_of(name: str) -> type:
    """What a setting is: int, float, bool, str, Path or tuple."""
    hint = get_type_hints(Settings)[name]
    if hint == tuple[str, ...]:
        return tuple
    kind: type = next((kind for kind in get_args(hint) if kind is not NoneType), hint)
    return kind


@cache
def help_texts() -> dict[str, str]:
    """The text below each field."""
    (body,) = [node.body for node in ast.parse(inspect.getsource(Settings)).body if isinstance(node, ast.ClassDef)]
    texts: dict[str, str] = {}
    for option, text in pairwise(body):
        if isinstance(option, ast.AnnAssign) and isinstance(option.target, ast.Name) and isinstance(text, ast.Expr):
            texts[option.target.id] = " ".join(str(ast.literal_eval(text.value)).split())
    return texts


def read_value(name: str, value: object, said: str) -> Any:
    """A value as its setting has it, from text or from TOML. `said`: its name as it was spelled, such as --port."""
    option = settings_fields()[name]
    read = READERS[kind_of(name)](option, value, said)
    if "check" in option.metadata:
        option.metadata["check"](read, said)
    return read


def read_text(option: Field[Any], value: object, said: str) -> str:
    if not isinstance(value, str):
        raise SettingsError("settings.text", {"name": said})
    known = option.metadata.get("known")
    if known is not None and value not in known:
        raise SettingsError("settings.known", {"value": value, "name": said, "known": known})
    return value


def read_path(option: Field[Any], value: object, said: str) -> Path:
    return Path(read_text(option, value, said))


def read_list(_: Field[Any], value: object, said: str) -> tuple[str, ...]:
    """A list, or texts with commas; what is empty falls away."""
    given = value if isinstance(value, list | tuple) else [value]
    texts = [text for text in given if isinstance(text, str)]
    if len(texts) < len(given):
        raise SettingsError("settings.list", {"name": said})
    return tuple(part.strip() for text in texts for part in text.split(",") if part.strip())


def read_truth(_: Field[Any], value: object, said: str) -> bool:
    truth = value if isinstance(value, bool) else TRUTHS.get(str(value).lower())
    if truth is None:
        raise SettingsError("settings.truth", {"name": said, "value": value})
    return truth


def read_whole(option: Field[Any], value: object, said: str) -> int:
    try:
        if not isinstance(value, int | str) or isinstance(value, bool):
            raise ValueError
        number = int(value)
    except ValueError:
        raise SettingsError("number.whole", {"name": said, "value": str(value)}) from None
    check_range(option, number, said)
    return number


def read_number(option: Field[Any], value: object, said: str) -> float:
    try:
        if not isinstance(value, int | float | str) or isinstance(value, bool):
            raise ValueError
        number = float(value)
    except ValueError:
        raise SettingsError("settings.number", {"name": said, "value": str(value)}) from None
    check_range(option, number, said)
    return number


def check_range(option: Field[Any], number: float, said: str) -> None:
    least, most = option.metadata.get("least", 0), option.metadata.get("most", PLENTY)
    if not least <= number <= most:  # nan is in no range
        raise SettingsError("number.range", {"name": said, "least": least, "most": most, "value": number})


READERS: Final[dict[type, Callable[[Field[Any], object, str], Any]]] = {
    str: read_text,
    Path: read_path,
    tuple: read_list,
    bool: read_truth,
    int: read_whole,
    float: read_number,
}
