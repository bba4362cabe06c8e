"""The parts of a tournament's page: plots and tables, each with its title and a line that says how to read it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.arena import Plan, Row
from ferrovia.arena.plan import line_names
from ferrovia.cli import arena_plots as plots
from ferrovia.cli.output.tournament_table import give_or_take, number, percent, span, used_lines
from ferrovia.cli.page import tag, text
from ferrovia.text.words import Words

COLOURS: Final = 8  # of bots and of ledger lines, in arena.css
BINS: Final = 5  # of a histogram, per step of its scale


@dataclass(frozen=True)
class Paint:
    """Colours of bots and of ledger lines, the same for all boards of a page."""

    bots: dict[str, int]
    lines: dict[str, int]


def paint(plan: Plan) -> Paint:
    def numbered(names: Iterable[str]) -> dict[str, int]:
        return {name: index % COLOURS for index, name in enumerate(dict.fromkeys(names))}

    return Paint(numbered(plan.names.values()), numbered(line_names(plan)))


def headline(words: Words, rows: Sequence[Row]) -> str:
    """The first thing anybody wants to know."""
    best = rows[0]
    level = [row.bot for row in rows if row.win_rate == best.win_rate]
    rate, low, high = (percent(words, value) for value in (best.win_rate, best.low, best.high))
    if len(level) > 1:
        return tag("p", words.say("arena.headline_tie", bots=words.say("word.and").join(level), rate=rate), "headline")
    told = words.say("arena.headline", bot=best.bot, rate=rate)
    return tag("p", told, "headline") + tag("p", words.say("arena.headline_range", low=low, high=high), "note")


def figure(words: Words, name: str, *parts: str, **params: object) -> str:
    note = words.say(f"arena.{name}_note", **params)
    head = tag("h3", words.say(f"arena.{name}_title")) + tag("p", note, "note")
    return f"<figure><figcaption>{head}</figcaption>{''.join(parts)}</figure>"


def plot(lines: Iterable[str], axis: str) -> str:
    return f'<div class="plot">{"".join(lines)}{line("", axis, "")}</div>'


def line(name: str, drawing: str, value: str, detail: str = "") -> str:
    """Name, plot and number of one bot."""
    told = tag("b", value) + (tag("small", detail) if detail else "")
    return f'{tag("div", name, "name")}<div class="drawing">{drawing}</div><div class="value">{told}</div>'


def rate_figure(words: Words, rows: Sequence[Row], colours: Paint, share: float) -> str:
    lines = []
    for row in rows:
        rate, reach = percent(words, row.win_rate), span(words, 100 * row.low, 100 * row.high)
        drawing = plots.whisker(
            row.win_rate, row.low, row.high, share, colours.bots[row.bot], f"{row.bot}: {rate} ({reach})"
        )
        lines.append(line(row.bot, drawing, rate, reach))
    axis = plots.axis(plots.RATES, lambda tick: words.say("arena.percent", value=f"{100 * tick:.0f}"))
    return figure(
        words, "rate", plot(lines, axis), share=words.say("arena.percent", value=number(words, 100 * share, 0))
    )


def score_figure(words: Words, rows: Sequence[Row], colours: Paint, scores: dict[str, list[int]]) -> str:
    every = [score for part in scores.values() for score in part]
    scale = plots.round_scale(min(every), max(every) + 1, 8)
    bin = scale.step / BINS
    tallest = max(share for part in scores.values() for share in plots.shares(part, bin).values())
    lines = []
    for row in rows:
        mean, reach = number(words, row.mean_score, 1), f"± {number(words, row.score_high - row.mean_score, 1)}"
        label = f"{row.bot}: {mean} {reach}"
        drawing = plots.histogram(scores[row.bot], scale, bin, tallest, colours.bots[row.bot], label)
        lines.append(line(row.bot, drawing, mean, reach))
    axis = plots.axis(scale, lambda tick: number(words, tick, 0))
    return figure(words, "score", plot(lines, axis))


def lines_figure(words: Words, rows: Sequence[Row], colours: Paint) -> str:
    names = used_lines(rows)
    won = max(sum(max(row.lines[name], 0) for name in names) for row in rows)
    lost = min(sum(min(row.lines[name], 0) for name in names) for row in rows)
    scale = plots.round_scale(lost, won, 8)
    lines = []
    for row in rows:
        parts = [f"{words.name('ledger', name)} {number(words, row.lines[name], 1)}" for name in names]
        points = [(colours.lines[name], row.lines[name]) for name in names]
        label = f"{row.bot}: {', '.join(parts)}"
        drawing = plots.stacked(points, scale, lambda value: number(words, value, 0), label)
        lines.append(line(row.bot, drawing, number(words, row.mean_score, 1)))
    axis = plots.axis(scale, lambda tick: number(words, tick, 0))
    told = [(colours.lines[name], words.name("ledger", name)) for name in names]
    keys = "".join(f'<li><i class="l{colour}"></i>{text(name)}</li>' for colour, name in told)
    return figure(words, "lines", plot(lines, axis), f'<ul class="keys">{keys}</ul>')


# --- tables -----------------------------------------------------------------------------------------------
def meetings(words: Words, rows: Sequence[Row], share: float) -> str:
    head = "<th></th>" + "".join(f'<th scope="col">{text(row.bot)}</th>' for row in rows)
    body = []
    for row in rows:
        cells = [f'<th scope="row">{text(row.bot)}</th>']
        for other in rows:
            record = row.against.get(other.bot)
            if record is None:
                cells.append('<td class="none">–</td>')
                continue
            depth = max(0.0, min(1.0, (record.win_rate - share) / (1 - share)))
            reach = span(words, 100 * record.low, 100 * record.high)
            inside = tag("b", percent(words, record.win_rate)) + tag("small", reach)
            cells.append(f'<td style="--depth:{depth:.2f}">{inside}</td>')
        body.append(f"<tr>{''.join(cells)}</tr>")
    grid = f'<div class="wide"><table class="meet"><tr>{head}</tr>{"".join(body)}</table></div>'
    return figure(words, "meet", grid)


def numbers(words: Words, rows: Sequence[Row]) -> str:
    columns = ("bot", "games", "wins", "rating", "kept", "completed", "turns", "branching", "ms_per_move", "faults")
    head = "".join(f'<th scope="col">{text(words.say(f"arena.{column}"))}</th>' for column in columns)
    body = []
    for row in rows:
        cells = [
            str(row.games),
            number(words, row.wins, 0 if row.wins == int(row.wins) else 1),
            give_or_take(words, row.rating, row.rating_sigma),
            *(number(words, value, 1) for value in (row.tickets_kept, row.tickets_completed, row.turns, row.branching)),
            number(words, row.ms_per_move, 3),
            str(row.faults),
        ]
        inside = "".join(tag("td", cell) for cell in cells)
        body.append(f'<tr><th scope="row">{text(row.bot)}</th>{inside}</tr>')
    title = tag("h3", words.say("arena.table_title"))
    faulty = [
        words.say("arena.fault_line", bot=row.bot, count=row.faults, fault=row.fault) for row in rows if row.faults
    ]
    told = "".join(tag("p", fault, "note") for fault in faulty)
    return f'{title}<div class="wide"><table><tr>{head}</tr>{"".join(body)}</table></div>{told}'
