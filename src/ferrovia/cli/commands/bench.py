"""`ferrovia bench`: the table of speeds."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer

import ferrovia
from ferrovia.cli.errors import UserError
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.params import Json, Lang
from ferrovia.simulation.speed import SECONDS, Speed, clone_microseconds, import_seconds, machine, rows
from ferrovia.simulation.workloads import row_names
from ferrovia.text.words import Words

QUICK: Final = 0.05


def command(
    beside: Annotated[
        Path | None,
        typer.Option(
            "--beside", metavar="FOLDER", help="Compile <board>_kernel.py of a folder and measure it in turns."
        ),
    ] = None,
    only: Annotated[
        str, typer.Option("--only", metavar="TEXT", help="Only rows whose name has this in it, such as 2p-random.")
    ] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Short and rough.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Measures random games on one core, and the same engine interpreted in the same run.

    Rows named random choose without listing the legal actions, rows named listed choose from the list, rows named
    python call the engine from Python for every decision. In rows named search, games are iterations of the expert.
    """
    words = Language.words()
    names = [name for name in row_names() if only in name]
    if not names:
        raise UserError("bench.unknown", {"row": only, "known": list(row_names())})
    table: list[Speed] = []
    for row in rows(beside, names, QUICK if quick else SECONDS):
        table.append(row)
        if sys.stderr.isatty():
            print(words.say("bench.progress", name=row.name), file=sys.stderr)
    clone, imported = clone_microseconds(), import_seconds()
    if json:
        print_json(
            {
                "compiled": ferrovia.COMPILED,
                "machine": machine(),
                "rows": [asdict(row) for row in table],
                "clone_microseconds": clone,
                "import_seconds": imported,
            }
        )
        return
    show(words, table)
    console().print(words.say("bench.clone", microseconds=clone, seconds=imported))


def show(words: Words, table: list[Speed]) -> None:
    from rich.table import Table

    mode = words.say("simulate.compiled" if ferrovia.COMPILED else "simulate.interpreted")
    grid = Table(title=words.say("bench.title", machine=machine(), mode=mode))
    grid.add_column(words.say("bench.head.name"))
    for head in ("games", "decisions", "interpreted", "prototype"):
        grid.add_column(words.say(f"bench.head.{head}"), justify="right")
    for row in table:
        speeds = (f"{row.games_per_second:,.0f}", f"{row.decisions_per_second:,.0f}")
        ratios = ("–" if ratio is None else f"{ratio:g}" for ratio in (row.vs_interpreted, row.vs_prototype))
        grid.add_row(row.name, *speeds, *ratios)
    console().print(grid)
