"""What an environment of a game shows and takes: named fields, shapes, ranges, a version."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ferrovia.engine.errors import SeatError
from ferrovia.engine.game import Game
from ferrovia.env.core.encoder import Encoder
from ferrovia.env.fields import VERSION, Field, digest_of, fields_of
from ferrovia.view import SPECTATOR, View


class Spec:
    """Observations and actions of a game, made by `spec(game)`.

    version: of the layout, in all games
    digest: the same for two games if what is learned in one fits the other
    fields: the parts of an observation, in order
    size: how many numbers an observation has; each is an integer of 16 bits
    actions: how many actions there are; a mask has one byte for each, 1 for what may be done"""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.version = VERSION
        self.fields: tuple[Field, ...] = fields_of(game)
        self.size = self.fields[-1].at + self.fields[-1].size
        self.actions = int(game.actions)
        self.digest = digest_of(self.fields, self.actions)

    def __repr__(self) -> str:
        table = f"{self.game.board.id}, {self.game.seats} seats"
        return f"<Spec of {table}: {self.size} numbers in {len(self.fields)} fields, {self.actions} actions>"

    @cached_property
    def encoder(self) -> Encoder:
        return Encoder(self.game)

    def field(self, name: str) -> Field:
        """A KeyError if the game has none of that name."""
        return {field.name: field for field in self.fields}[name]

    def encode(self, view: View) -> memoryview:
        """The observation of a view: `size` integers of 16 bits, which numpy.asarray reads without a copy.

        It is a function of the view alone. A spectator has none: a SeatError."""
        if view.seat == SPECTATOR:
            raise SeatError(SPECTATOR, int(self.game.seats))
        return memoryview(self.encoder.encode_view(view))

    def mask(self, actions: Iterable[int]) -> bytes:
        """One byte for each action of the game, 1 for each of these."""
        flags = bytearray(self.actions)
        for action in actions:
            flags[action] = 1
        return bytes(flags)

    def read(self, row: memoryview) -> dict[str, list[int]]:
        """An observation by the names of its fields, each as a flat list: for looking at one."""
        return {field.name: list(row[field.at : field.at + field.size]) for field in self.fields}

    def constants(self) -> dict[str, list[int]]:
        """What never changes in a game, lane by lane and ticket by ticket, in the order of the fields."""
        game = self.game
        tables = {
            "lane.a": game.lane_a,
            "lane.b": game.lane_b,
            "lane.cards": game.lane_cards,
            "lane.colour": game.lane_colour,
            "lane.kind": game.lane_kind,
            "lane.pieces": game.lane_pieces,
            "lane.points": game.lane_points,
            "lane.wilds": game.lane_wilds,
            "lane.first_action": game.lane_action[: len(game.lanes)],
            "ticket.a": game.ticket_a,
            "ticket.b": game.ticket_b,
            "ticket.points": game.ticket_points,
        }
        found = {name: [int(number) for number in table] for name, table in tables.items()}
        for lane, laid in enumerate(game.lanes):
            for mark in filter(None, (rule.mark(laid) for rule in game.rules)):
                found.setdefault(f"lane.mark.{mark.id}", [0] * len(game.lanes))[lane] = mark.number or 1
        return found


def spec(game: Game) -> Spec:
    """What an environment of this game shows and takes."""
    return Spec(game)
