"""A tournament as tables in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid

from ferrovia.arena import BotRow, Tournament
from ferrovia.arena.bot_rows import used_lines
from ferrovia.boards import load
from ferrovia.cli.output.console import console
from ferrovia.text.numbers import give_or_take, number, percent, span
from ferrovia.text.words import Words


def show(words: Words, tournament: Tournament) -> None:
    out = console()
    for index, board in enumerate(tournament.plan.boards):
        if index:
            out.print()
        show_board(words, out, tournament, board)


def show_board(words: Words, out: Console, tournament: Tournament, board: str) -> None:
    rows = tournament.rows(board)
    games = sum(result.board == board for result in tournament.results)
    out.print(title(words, tournament, board, games))
    grids = [strength(words, rows), play_grid(words, rows), breakdown(words, rows)]
    for grid in [*grids, *([meetings(words, rows)] if len(rows) > 2 else [])]:
        out.print()
        out.print(grid)
    for row in rows:
        if row.faults:
            out.print(words.say("arena.fault_line", bot=row.bot, count=row.faults, fault=row.fault))


def title(words: Words, tournament: Tournament, board: str, games: int) -> str:
    plan = tournament.plan
    facts = {"board": words.of(load(board).names), "games": games, "seats": plan.seats, "seed": plan.seed}
    return words.say("arena.title", **facts)


def strength(words: Words, rows: Sequence[BotRow]) -> Grid:
    grid = new_grid(words, ("games", "wins", "win_rate", "interval", "rating", "mean_score"))
    for row in rows:
        grid.add_row(
            row.bot,
            str(row.games),
            number(words, row.wins, 1),
            percent(words, row.win_rate),
            span(words, 100 * row.low, 100 * row.high),
            give_or_take(words, row.rating, row.rating_sigma),
            give_or_take(words, row.mean_score, row.score_high - row.mean_score),
        )
    return grid


def play_grid(words: Words, rows: Sequence[BotRow]) -> Grid:
    grid = new_grid(words, ("kept", "completed", "turns", "branching", "ms_per_move", "faults"))
    for row in rows:
        cells = [row.tickets_kept, row.tickets_completed, row.turns, row.branching]
        texts = [number(words, cell, 1) for cell in cells]
        grid.add_row(row.bot, *texts, number(words, row.ms_per_move, 3), str(row.faults))
    return grid


def breakdown(words: Words, rows: Sequence[BotRow]) -> Grid:
    """Mean points by ledger line; a line that nobody ever had is left out."""
    names = used_lines(rows)
    grid = new_grid(words, ())
    for name in (*names, "total"):
        grid.add_column(words.name("ledger", name), justify="right")
    for row in rows:
        points = [number(words, row.lines[name], 1) for name in names]
        grid.add_row(row.bot, *points, number(words, row.mean_score, 1))
    return grid


def meetings(words: Words, rows: Sequence[BotRow]) -> Grid:
    """What each bot won of the games in which another sat, too."""
    grid = new_grid(words, ())
    for row in rows:
        grid.add_column(words.say("arena.versus", bot=row.bot), justify="right")
    for row in rows:
        records = [row.against.get(other.bot) for other in rows]
        grid.add_row(row.bot, *(percent(words, record.win_rate) if record else "–" for record in records))
    return grid


def new_grid(words: Words, columns: Sequence[str]) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(words.say("arena.bot"))
    for column in columns:
        grid.add_column(words.say(f"arena.{column}"), justify="right")
    return grid
