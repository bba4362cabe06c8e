"""The shape of a view as JSON."""

from __future__ import annotations

from typing_extensions import TypedDict


class ViewFacts(TypedDict):
    """What one seat may know of the game, as `ferrovia.view.View.facts` tells it. Lists go by seat, lane or card."""

    board: str
    seats: int
    options: dict[str, bool]
    seat: int
    phase: int
    deciding: int | None
    waiting: list[bool]
    turn: int
    first: int
    turns: int
    passes: int
    turns_left: int
    held: int
    row: list[int]
    deck_size: int
    discard: list[int]
    known: list[list[int]]
    hand_sizes: list[int]
    pieces: list[list[int]]
    points: list[int]
    owner: list[int]
    closed: list[list[int]]
    counters: dict[str, list[int]]
    ticket_counts: list[int]
    ticket_batches: list[list[int]]
    offer_sizes: list[int]
    offer_batches: list[list[int]]
    ticket_batch: list[int]
    batches: int
    ticket_deck_size: int
    ticket_discard: list[int]
    put_under: list[int]
    hand: list[int]
    tickets: list[int]
    completed: list[bool]
    offer: list[int]
    choice: int
    returned: list[int]
    boxed: list[int]
    own_counters: dict[str, int]
    revealed: list[list[int]]
    ledger: list[tuple[str, int, int, int]]
    standings: list[tuple[int, int, int, str]]
