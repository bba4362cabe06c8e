"""The table as one viewer sees it. Everything here is drawn from a View: what it doesn't hold can't be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ferrovia.engine.cards import NO_CARD
from ferrovia.text.names import Table
from ferrovia.view import SPECTATOR, View

STYLES: Final = {
    "pink": "bold magenta", "white": "bold", "blue": "bold blue", "yellow": "bold yellow",
    "orange": "bold dark_orange", "black": "bold", "red": "bold red", "green": "bold green",
    "lilac": "bold medium_purple1", "mint": "bold pale_green1", "wild": "bold cyan",
}  # fmt: skip
DONE: Final = "✓"
OPEN: Final = "·"


def card_text(table: Table, card: int, count: int | None = None) -> Text:
    if card == NO_CARD:
        return Text("–")
    number = "" if count is None else f"{count} "
    return Text(number + table.card(card), style=STYLES.get(table.colour(card), ""))


def screen(table: Table, view: View) -> RenderableType:
    """All a viewer knows: the players, what lies on the table and, for a seat, its own cards and tickets."""
    parts: list[RenderableType] = [players(table, view), Text(stocks(table, view))]
    parts += [Text(line) for line in extras(table, view)]
    grid = Grid(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name, content in rows(table, view):
        grid.add_row(Text(name, style="bold"), content)
    return Group(*parts, grid)


def players(table: Table, view: View) -> Grid:
    """The public facts of every seat; those who have to decide something are marked."""
    words, game = table.words, view.game
    kinds = [words.of(kind.names) for kind in game.board.kinds]
    counted = [name for name, _, width in game.counter_names if width == game.seats and words.knows(f"counter.{name}")]
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(words.say("play.player"))
    heads = [words.say(f"play.{name}") for name in ("points", "cards", "ticket_count", "routes")]
    for head in [*heads, *kinds, *(words.say(f"counter.{name}") for name in counted)]:
        grid.add_column(head, justify="right")
    owned = [list(view.owner).count(seat) for seat in range(game.seats)]
    for seat in range(game.seats):
        numbers = [view.points[seat], view.hand_sizes[seat], len(view.held_batches[seat]), owned[seat]]
        numbers += [view.pieces[seat * game.kinds + kind] for kind in range(game.kinds)]
        numbers += [counter(view, name)[seat] for name in counted]
        mark = "▸ " if view.waiting[seat] else "  "
        style = "bold" if seat == view.seat else ""
        grid.add_row(mark + table.seat(seat), *(str(number) for number in numbers), style=style)
    return grid


def counter(view: View, name: str) -> list[int]:
    at, width = next((at, width) for known, at, width in view.game.counter_names if known == name)
    return list(view.counters[at : at + width])


def stocks(table: Table, view: View) -> str:
    return table.words.say(
        "play.deck", deck=int(view.deck_total), discard=sum(view.discard), tickets=len(view.put_under)
    )


def extras(table: Table, view: View) -> Iterable[str]:
    """What only some boards or some moments have."""
    words = table.words
    if view.turns_left > 0 and not view.over:
        yield words.say("play.last_round", count=int(view.turns_left))
    if len(view.ticket_discard) > 0:
        yield words.say("play.discarded_tickets", tickets=table.tickets(list(view.ticket_discard)))
    for status in [status for rule in view.game.rules for status in rule.status(view.counters)]:
        yield words.say(f"status.{status.key}", **table.fill(status.params))
    shown = [ticket for rule in view.game.rules for ticket in rule.shown_tickets(view.counters)]
    if shown:
        yield words.say("play.shown", tickets=table.tickets(shown))


def rows(table: Table, view: View) -> Iterable[tuple[str, Text]]:
    words = table.words
    yield words.say("play.row"), row_text(table, list(view.market))
    if view.seat == SPECTATOR:
        return
    yield words.say("play.hand"), hand_text(table, view.hand)
    for name, amount in view.own_counters.items():
        yield words.name("counter", name), Text(str(amount))
    if view.tickets:
        yield words.say("play.tickets"), Text("\n".join(ticket_lines(table, view)))
    if view.offer:
        yield words.say("play.offer"), Text("\n".join(offer_lines(table, view.offer)))


def row_text(table: Table, row: Sequence[int]) -> Text:
    return Text("   ").join([Text(f"{slot} ") + card_text(table, card) for slot, card in enumerate(row, 1)])


def hand_text(table: Table, hand: Sequence[int]) -> Text:
    held = [card_text(table, card, count) for card, count in enumerate(hand) if count]
    return Text("   ").join(held) if held else Text(table.words.say("word.nothing"))


def ticket_lines(table: Table, view: View) -> list[str]:
    pairs = zip(view.tickets, view.completed, strict=True)
    return [f"{DONE if done else OPEN} {table.ticket(ticket)}" for ticket, done in pairs]


def offer_lines(table: Table, offer: Sequence[int]) -> list[str]:
    return [f"{number}. {table.ticket(ticket)}" for number, ticket in enumerate(offer, 1)]
