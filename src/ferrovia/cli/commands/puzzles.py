"""`ferrovia puzzles`: positions in which one move is clearly best."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from ferrovia.boards import load
from ferrovia.cli.commands.balance import read_seats
from ferrovia.cli.errors import UserError
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import BoardName, Jobs, Json, Lang, Seed, number_option
from ferrovia.puzzles import Puzzle, PuzzlePlan, PuzzleSearch, shipped
from ferrovia.puzzles.plan import MOST_GAMES
from ferrovia.record import parse_action
from ferrovia.text.move_text import spoken
from ferrovia.text.names import Table
from ferrovia.text.numbers import number
from ferrovia.text.reason_text import reason_text
from ferrovia.text.words import Words

MOST_SEARCHES: Final = 100
MOST_PLAYOUTS: Final = 10_000_000
MOST_ROUNDS: Final = 1000


def read_margin(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise UserError("puzzles.margin", {"value": text})
    return value


def command(
    board: BoardName,
    games: Annotated[int, number_option("--games", "Games between planners to look through.", 1, MOST_GAMES)] = 100,
    players: Annotated[
        str, typer.Option("--seats", metavar="N,N,…", help="Numbers of players, game by game in turn.")
    ] = "2,3",
    margin: Annotated[
        float,
        typer.Option(
            "--margin",
            metavar="M",
            help="How far the best move has to be ahead of the next, from 0 to 1.",
            parser=read_margin,
        ),
    ] = 0.06,
    searches: Annotated[
        int, number_option("--searches", "Independent searches that all have to agree.", 2, MOST_SEARCHES)
    ] = 4,
    iterations: Annotated[
        int, number_option("--iterations", "Playouts of each of these searches.", 100, MOST_PLAYOUTS)
    ] = 3000,
    last_rounds: Annotated[
        int,
        number_option("--last-rounds", "Look at the last rounds of each game alone; 0: at all of it.", 0, MOST_ROUNDS),
    ] = 0,
    seed: Seed = 1,
    jobs: Jobs = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Keep all that is found in FILE; the same command goes on from there after a kill.",
            show_default=False,
        ),
    ] = None,
    list_shipped: Annotated[bool, typer.Option("--shipped", help="List those that come along; look for none.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Finds puzzles: positions of real games in which one move is clearly best, proved by longer thinking.

    Planners play; every position with a choice is looked at, and what looks clear is searched again and again, each
    time with luck of its own. Only what is ahead by the margin in every search is kept. The five levels then try it,
    which tells how hard it is. The results depend on the seed alone.
    """
    words = Language.words()
    here = load(board)
    if list_shipped:
        tell(words, list(shipped(here.id)), json)
        return
    plan = PuzzlePlan(here, read_seats(players), seed, games, margin, searches, iterations, last_rounds=last_rounds)
    with PuzzleSearch(plan, resume) as search:
        told = words.say("puzzles.progress", board=words.of(here.names))
        with bar(told, plan.games, plan.games - len(search.left)) as advance:
            for _ in search.run(jobs):
                advance(1)
        tell(words, search.puzzles(), json)


def tell(words: Words, puzzles: list[Puzzle], json: bool) -> None:
    if json:
        found = [{"id": one.id, **one.data(), "difficulty": one.difficulty, "rank": one.rank} for one in puzzles]
        print_json({"puzzles": found})
        return
    out = console()
    out.print(words.say("puzzles.found", count=len(puzzles)))
    for puzzle in puzzles:
        out.print()
        for line in lines(words, puzzle):
            out.print(line)


def lines(words: Words, puzzle: Puzzle) -> list[str]:
    """What a puzzle is about, with its answer."""
    position = puzzle.position()
    table = Table(position.game, puzzle.record.seats, words)
    head = words.say(
        "puzzles.head",
        id=puzzle.id,
        players=puzzle.players,
        turn=int(position.state.turns) + 1,
        difficulty=number(words, 100 * puzzle.difficulty, 0),
    )
    action = parse_action(position.game, puzzle.answer)
    why = reason_text(table, puzzle.reason.code, puzzle.reason.params)
    margins = ", ".join(number(words, 100 * margin, 1) for margin in puzzle.margins)
    return [
        head,
        f"  {words.say('puzzles.answer', move=spoken(table, action))} {why}",
        f"  {words.say('puzzles.ahead', margins=margins, second=puzzle.second)}",
    ]
