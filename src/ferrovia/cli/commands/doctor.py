"""`ferrovia doctor`: checks the database, the logs, the disk and the clock of a server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ferrovia.cli.app import FAULT
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import Json, Lang
from ferrovia.cli.settings_options import DATABASE, takes_settings
from ferrovia.server.config import Config
from ferrovia.text.error_text import plain
from ferrovia.text.words import Words

if TYPE_CHECKING:
    from ferrovia.server.admin.doctor import Finding
    from ferrovia.server.settings import Settings


@takes_settings(*DATABASE)
def command(
    config: Config,
    every: Annotated[bool, typer.Option("--all", help="Play every game again from its log, not only the newest.")] = (
        False
    ),
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Looks at the database, its logs, the disk and the clock, and says what to do about what is wrong.

    Changes nothing, and may be run while the server is. Fails with exit code 2 if a check does.
    """
    words = Language.words()
    findings = asyncio.run(look(words, config.settings, every, as_json=json))
    failed = sum(finding.result == "failed" for finding in findings)
    warnings = sum(finding.result == "warning" for finding in findings)
    if json:
        print_json({"ok": not failed, "checks": [facts(words, finding) for finding in findings]})
    elif failed:
        console().print(words.say("doctor.faults", count=failed))
    else:
        console().print(words.say("doctor.warnings", count=warnings) if warnings else words.say("doctor.fine"))
    if failed:
        raise typer.Exit(FAULT)


async def look(words: Words, settings: Settings, every: bool, *, as_json: bool) -> list[Finding]:
    from ferrovia.server.admin.doctor import examine

    findings: list[Finding] = []
    async for finding in examine(settings, every, lambda total: bar(words.say("doctor.progress"), total)):
        findings.append(finding)
        if not as_json:
            show(words, finding)
    return findings


def show(words: Words, finding: Finding) -> None:
    out = console()
    width = max(len(words.say(f"doctor.result_{result}")) for result in ("ok", "warning", "failed"))
    out.print(f"{words.say(f'doctor.result_{finding.result}'):{width}}  {told(words, finding)}", soft_wrap=True)
    advice = advised(words, finding)
    if advice is not None:
        out.print(f"{'':{width}}  → {advice}", soft_wrap=True)


def key_of(finding: Finding) -> str:
    return "doctor.broken" if finding.what == "broken" else f"doctor.{finding.check}_{finding.what}"


def told(words: Words, finding: Finding) -> str:
    return words.say(key_of(finding), check=finding.check, **spoken(finding))


def advised(words: Words, finding: Finding) -> str | None:
    key = f"{key_of(finding)}/do"
    return words.say(key, **spoken(finding)) if words.knows(key) else None


def spoken(finding: Finding) -> dict[str, object]:
    return {name: plain(value) for name, value in finding.params.items()}


def facts(words: Words, finding: Finding) -> dict[str, object]:
    params = {name: str(value) if isinstance(value, Path) else value for name, value in finding.params.items()}
    return {
        "check": finding.check,
        "result": finding.result.value,
        "code": key_of(finding).removeprefix("doctor."),
        "params": params,
        "text": told(words, finding),
        "advice": advised(words, finding),
    }
