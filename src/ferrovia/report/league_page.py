"""A league as one HTML page: the ladder, and each board's own."""

from __future__ import annotations

from typing import Final

from ferrovia.arena.league import League, Standing
from ferrovia.arena.responses import Response, newest
from ferrovia.boards import board_ids, load
from ferrovia.report.page import render
from ferrovia.text.numbers import give_or_take, number, percent, span
from ferrovia.text.words import DEFAULT, Words

RESPONSE_HEADS: Final = (
    "league.exploited",
    "league.response",
    "league.board",
    "league.updates",
    "arena.games",
    "arena.win_rate",
    "arena.interval",
    "league.margin",
)


def league_page(league: League, language: str = DEFAULT) -> str:
    """The HTML of a league: the ladders, and how far bots can be exploited where that was measured."""
    words = Words(language)
    ladders = [("", league.ladder())]
    for board in dict.fromkeys(round.board for round in league.rounds):
        name = words.of(load(board).names) if board in board_ids() else board
        ladders.append((name, league.ladder(board)))
    games = sum(len(round.results) for round in league.rounds)
    return render(
        "league",
        words,
        facts=[words.say("league.facts", rounds=len(league.rounds), games=games, seats=league.plan.seats)],
        reading=[words.say(f"arena.{key}") for key in ("read_wins", "read_interval", "read_rating")],
        command="ferrovia league FILE",
        options=[f"--{name} {value}" for name, value in arguments(league)],
        heads=[words.say(f"arena.{key}") for key in ("bot", "rating", "games", "win_rate", "interval")],
        ladders=[(name, [row(words, standing) for standing in ladder]) for name, ladder in ladders if ladder],
        response_heads=[words.say(key) for key in RESPONSE_HEADS],
        responses=[response_row(words, one) for one in newest(league.responses)],
    )


def arguments(league: League) -> list[tuple[str, str]]:
    """Of the command that goes on with it. Bots from files are named without their folders."""
    plan = league.plan
    names = ",".join(plan.names()[bot] for bot in plan.bots)
    boards = [("board", load(board).id) for board in plan.boards]
    return [("bots", names), *boards, ("seats", str(plan.seats)), ("seed", str(plan.seed))]


def row(words: Words, standing: Standing) -> list[str]:
    rating = give_or_take(words, standing.rating, standing.sigma)
    interval = span(words, 100 * standing.low, 100 * standing.high)
    return [standing.bot, rating, str(standing.games), percent(words, standing.win_rate), interval]


def response_row(words: Words, one: Response) -> list[str]:
    board = words.of(load(one.board).names) if one.board in board_ids() else one.board
    interval = span(words, 100 * one.low, 100 * one.high)
    reached = [str(one.games), percent(words, one.win_rate), interval, number(words, one.margin, 1)]
    return [one.bot, one.response, f"{board}, {one.seats}", str(one.updates), *reached]
