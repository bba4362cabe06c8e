"""What a tournament's page shows of one board: plots and tables, as values that the template draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.arena import BotRow, Tournament, TournamentPlan
from ferrovia.arena.bot_rows import used_lines
from ferrovia.arena.tournament_plan import line_names
from ferrovia.report.plots import RATES, Bar, Scale, Segment, Tick, axis, histogram, round_scale, shares, stacked
from ferrovia.text.numbers import give_or_take, number, percent, span
from ferrovia.text.words import Words

COLOURS: Final = 8  # of bots and of ledger lines, in report.css
BINS: Final = 5  # of a histogram, per step of its scale
STEPS: Final = 8  # of a scale, at most
COLUMNS: Final = (
    "bot", "games", "wins", "rating", "kept", "completed", "turns", "branching", "ms_per_move", "faults",
)  # fmt: skip


@dataclass(frozen=True)
class Paint:
    """Colours of bots and of ledger lines, the same for all boards of a page."""

    bots: dict[str, int]
    lines: dict[str, int]


def paint(plan: TournamentPlan) -> Paint:
    def numbered(names: Iterable[str]) -> dict[str, int]:
        return {name: index % COLOURS for index, name in enumerate(dict.fromkeys(names))}

    return Paint(numbered(plan.names.values()), numbered(line_names(plan)))


@dataclass(frozen=True)
class BotLine:
    """The name and the number of one bot beside its drawing; `label` is the drawing in words."""

    bot: str
    colour: int
    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True)
class RateLine(BotLine):
    """A measured rate with its interval."""

    at: str = ""
    low: str = ""
    high: str = ""


@dataclass(frozen=True)
class ScoreLine(BotLine):
    """How often each score occurred, and the mean."""

    bars: Sequence[Bar] = ()
    mean: str = ""


@dataclass(frozen=True)
class PointsLine(BotLine):
    """Where the points came from."""

    segments: Sequence[Segment] = ()


@dataclass(frozen=True)
class Plot:
    lines: Sequence[BotLine]
    scale: Scale
    ticks: Sequence[Tick]
    mark: str = ""
    """Where a line of its own stands: an equal share, or zero."""


@dataclass(frozen=True)
class Meeting:
    """What one bot won of the games with another; `depth` colours the cell, from 0 to 1."""

    depth: str
    rate: str
    reach: str


@dataclass(frozen=True)
class BoardFigures:
    heading: str
    """The board, if there are several."""
    headline: str
    headline_note: str
    share: str
    rates: Plot
    scores: Plot
    points: Plot
    keys: Sequence[tuple[int, str]]
    """(colour, name) of the ledger lines."""
    bots: Sequence[str]
    meetings: Sequence[Sequence[Meeting | None]]
    """A row per bot; empty if there are only two."""
    columns: Sequence[str]
    numbers: Sequence[Sequence[str]]
    faults: Sequence[str]


def section(words: Words, tournament: Tournament, board: str, colours: Paint, heading: str) -> BoardFigures:
    plan, rows = tournament.plan, tournament.rows(board)
    share = 1 / plan.seats
    headline, note = headlines(words, rows)
    return BoardFigures(
        heading=heading,
        headline=headline,
        headline_note=note,
        share=percent(words, share, 0),
        rates=rate_plot(words, rows, colours, share),
        scores=score_plot(words, rows, colours, scores_of(tournament, board)),
        points=points_plot(words, rows, colours),
        keys=[(colours.lines[name], words.name("ledger", name)) for name in used_lines(rows)],
        bots=[row.bot for row in rows],
        meetings=[meetings(words, row, rows, share) for row in rows] if len(rows) > 2 else [],
        columns=[words.say(f"arena.{column}") for column in COLUMNS],
        numbers=[cells(words, row) for row in rows],
        faults=[
            words.say("arena.fault_line", bot=row.bot, count=row.faults, fault=row.fault) for row in rows if row.faults
        ],
    )


def headlines(words: Words, rows: Sequence[BotRow]) -> tuple[str, str]:
    """The first thing anybody wants to know, and how sure it is."""
    best = rows[0]
    level = [row.bot for row in rows if row.win_rate == best.win_rate]
    rate, low, high = (percent(words, value) for value in (best.win_rate, best.low, best.high))
    if len(level) > 1:
        return words.say("arena.headline_tie", bots=words.say("word.and").join(level), rate=rate), ""
    told = words.say("arena.headline", bot=best.bot, rate=rate)
    return told, words.say("arena.headline_range", low=low, high=high)


def scores_of(tournament: Tournament, board: str) -> dict[str, list[int]]:
    """Every score of every bot on a board."""
    scores: dict[str, list[int]] = {}
    for result in tournament.results:
        if result.board == board:
            for seat in result.seats:
                scores.setdefault(tournament.plan.names[seat.bot], []).append(seat.score)
    return scores


# --- plots ------------------------------------------------------------------------------------------------
def rate_plot(words: Words, rows: Sequence[BotRow], colours: Paint, share: float) -> Plot:
    lines = []
    for row in rows:
        rate, reach = percent(words, row.win_rate), span(words, 100 * row.low, 100 * row.high)
        label = f"{row.bot}: {rate} ({reach})"
        ends = [RATES.at(value) for value in (row.win_rate, row.low, row.high)]
        lines.append(RateLine(row.bot, colours.bots[row.bot], label, rate, reach, *ends))
    ticks = axis(RATES, lambda tick: words.say("arena.percent", value=f"{100 * tick:.0f}"))
    return Plot(lines, RATES, ticks, RATES.at(share))


def score_plot(words: Words, rows: Sequence[BotRow], colours: Paint, scores: dict[str, list[int]]) -> Plot:
    every = [score for part in scores.values() for score in part]
    scale = round_scale(min(every), max(every) + 1, STEPS)
    bin = scale.step / BINS
    tallest = max(share for part in scores.values() for share in shares(part, bin).values())
    lines = []
    for row in rows:
        mean, reach = number(words, row.mean_score, 1), f"± {number(words, row.score_high - row.mean_score, 1)}"
        own = scores[row.bot]
        bars = list(histogram(own, scale, bin, tallest))
        at = scale.at(sum(own) / len(own))
        lines.append(
            ScoreLine(row.bot, colours.bots[row.bot], f"{row.bot}: {mean} {reach}", mean, reach, bars=bars, mean=at)
        )
    return Plot(lines, scale, axis(scale, lambda tick: number(words, tick, 0)))


def points_plot(words: Words, rows: Sequence[BotRow], colours: Paint) -> Plot:
    names = used_lines(rows)
    won = max(sum(max(row.lines[name], 0) for name in names) for row in rows)
    lost = min(sum(min(row.lines[name], 0) for name in names) for row in rows)
    scale = round_scale(lost, won, STEPS)
    lines = []
    for row in rows:
        parts = [f"{words.name('ledger', name)} {number(words, row.lines[name], 1)}" for name in names]
        points = [(colours.lines[name], row.lines[name]) for name in names]
        segments = list(stacked(points, scale, lambda value: number(words, value, 0)))
        label = f"{row.bot}: {', '.join(parts)}"
        total = number(words, row.mean_score, 1)
        lines.append(PointsLine(row.bot, colours.bots[row.bot], label, total, segments=segments))
    return Plot(lines, scale, axis(scale, lambda tick: number(words, tick, 0)), scale.at(0))


# --- tables -----------------------------------------------------------------------------------------------
def meetings(words: Words, row: BotRow, rows: Sequence[BotRow], share: float) -> list[Meeting | None]:
    """A cell for every bot; None where they never met."""
    found: list[Meeting | None] = []
    for record in (row.against.get(other.bot) for other in rows):
        if record is None:
            found.append(None)
            continue
        depth = max(0.0, min(1.0, (record.win_rate - share) / (1 - share)))
        reach = span(words, 100 * record.low, 100 * record.high)
        found.append(Meeting(f"{depth:.2f}", percent(words, record.win_rate), reach))
    return found


def cells(words: Words, row: BotRow) -> list[str]:
    """The bot and its numbers, in the order of COLUMNS."""
    return [
        row.bot,
        str(row.games),
        number(words, row.wins, 0 if row.wins == int(row.wins) else 1),
        give_or_take(words, row.rating, row.rating_sigma),
        *(number(words, value, 1) for value in (row.tickets_kept, row.tickets_completed, row.turns, row.branching)),
        number(words, row.ms_per_move, 3),
        str(row.faults),
    ]
