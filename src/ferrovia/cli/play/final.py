"""The end of a game: who scored what for what, and who won and why."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table as Grid
from rich.text import Text

from ferrovia.engine.values import LedgerLine, Standing
from ferrovia.engine.version import RULES_VERSION
from ferrovia.text.names import Table
from ferrovia.view import View


def ledger_grid(table: Table, view: View) -> Grid:
    """A row per kind of line, a column per player; the total is their sum."""
    words = table.words
    grid = Grid(title=words.say("final.title"), title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(words.say("final.line"))
    seats = range(view.game.seats)
    for seat in seats:
        grid.add_column(table.seat(seat), justify="right")
    for rule in dict.fromkeys(line.rule for line in view.ledger):
        cells = [cell(table, rule, [line for line in view.ledger if line[:2] == (rule, seat)]) for seat in seats]
        grid.add_row(words.name("ledger", rule), *cells)
    totals = [sum(line.points for line in view.ledger if line.seat == seat) for seat in seats]
    grid.add_row(words.say("ledger.total"), *(str(total) for total in totals), style="bold")
    return grid


def cell(table: Table, rule: str, lines: list[LedgerLine]) -> str:
    """The points of one player for one rule, and what they were given for."""
    if not lines:
        return "–"
    words = table.words
    points = sum(line.points for line in lines)
    if rule == "route":
        detail = words.say("final.route_count", count=len(lines))
    elif rule == "ticket":
        detail = words.say("final.ticket_count", done=sum(line.points > 0 for line in lines), count=len(lines))
    elif words.knows(f"detail.{rule}"):
        detail = words.say(f"detail.{rule}", detail=lines[0].detail)
    else:
        return str(points)
    return f"{points} ({detail})"


def ticket_lines(table: Table, view: View) -> Iterable[str]:
    """Every ticket of every player, shown at the end."""
    words = table.words
    for seat in range(view.game.seats):
        yield table.seat(seat)
        for line in view.ledger:
            if line.rule == "ticket" and line.seat == seat:
                done = words.say("final.done" if line.points > 0 else "final.failed")
                yield f"  {done}: {table.ticket(line.detail)}"


def standing_lines(table: Table, standings: list[Standing]) -> Iterable[str]:
    """Every place with what decided it, then who won."""
    words = table.words
    for standing in standings:
        line = f"{standing.place}. {table.seat(standing.seat)} – {standing.score}"
        if standing.decided_by != "score":
            line += f" ({words.name('tie', standing.decided_by)})"
        yield line
    winners = [standing for standing in standings if standing.place == 1]
    names = words.say("word.and").join(table.seat(winner.seat) for winner in winners)
    yield words.say("final.winner" if len(winners) == 1 else "final.winners", names=names, score=winners[0].score)


def version_lines(table: Table, standings: list[Standing], begun_with: int) -> Iterable[str]:
    """That ties of a game begun with older rules are broken by today's, if there were any."""
    if begun_with < RULES_VERSION and any(standing.decided_by != "score" for standing in standings):
        yield table.words.say("final.other_version", record=begun_with, here=RULES_VERSION)


def final_parts(table: Table, view: View, begun_with: int) -> list[Grid | Text]:
    """All of it, to be printed one after the other. `begun_with` is the version of the rules that the game names."""
    tickets = "\n".join(ticket_lines(table, view))
    order = [*standing_lines(table, view.standings), *version_lines(table, view.standings, begun_with)]
    standings = "\n".join(order)
    return [
        ledger_grid(table, view),
        Text(f"\n{table.words.say('final.ticket_title')}\n{tickets}"),
        Text(f"\n{table.words.say('final.standings')}\n{standings}"),
    ]
