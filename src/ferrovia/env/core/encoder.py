"""Writes observations: what is public of a position and what one seat knows of the rest, by the layout of `fields`."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from ferrovia.engine.actions import SLOTS
from ferrovia.engine.game import Game
from ferrovia.engine.public import Public
from ferrovia.engine.state import State
from ferrovia.engine.telling import Observed
from ferrovia.env.core.knowledge import NOBODY, Knowledge
from ferrovia.env.fields import MOST, counter_place, fields_of, rule_counters, sizes
from ferrovia.view.view import View

NOWHERE: Final = -1

# What is written of a rule's counter: a row of eight numbers.
ROW: Final = 8
BY_SEAT: Final = 0
"""1 if it has a number for each seat."""
FROM: Final = 1
WIDTH: Final = 2
AT: Final = 3
LEAST: Final = 4
"""Of a quantity; of a name, the number of the first."""
MOST_OF_IT: Final = 5
NAMED: Final = 6
"""How many there are of what it names; 0: it is a quantity."""
NAMES_SEAT: Final = 7


@mypyc_attr(acyclic=True)
class Encoder:
    """The encoder of one game. It keeps tables of its own between calls, so it serves one thread at a time."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.known: Knowledge = Knowledge(game)
        place = {field.name: field.at for field in fields_of(game)}
        last = fields_of(game)[-1]
        self.size: i64 = last.at + last.size
        self.owners: i64 = game.seats + len(game.owner_names)
        self.phase_at: i64 = place["phase"]
        self.deciding_at: i64 = place["seat.deciding"]
        self.turn_at: i64 = place["seat.turn"]
        self.first_at: i64 = place["seat.first"]
        self.turns_at: i64 = place["turns"]
        self.passes_at: i64 = place["passes"]
        self.turns_left_at: i64 = place["turns_left"]
        self.rules_done_at: i64 = place["rules_done"]
        self.market_at: i64 = place["market"]
        self.deck_at: i64 = place["deck"]
        self.discard_at: i64 = place["discard"]
        self.hand_at: i64 = place["hand"]
        self.hand_sizes_at: i64 = place["seat.hand"]
        self.known_at: i64 = place["seat.known"]
        self.pieces_at: i64 = place["seat.pieces"]
        self.points_at: i64 = place["seat.points"]
        self.tickets_at: i64 = place["seat.tickets"]
        self.offered_at: i64 = place["seat.offered"]
        self.owner_at: i64 = place["lane.owner"]
        self.open_at: i64 = place["lane.open"]
        self.lanes_at: i64 = place["place.lanes"]
        self.holder_at: i64 = place["ticket.holder"]
        self.done_at: i64 = place["ticket.done"]
        self.offer_at: i64 = place["ticket.offer"]
        self.choice_at: i64 = place["choice"]
        self.returned_at: i64 = place["ticket.returned"]
        self.ticket_deck_at: i64 = place["ticket_deck"]
        self.face_up_at: i64 = place.get("ticket.face_up", NOWHERE)
        self.batch_at: i64 = place.get("ticket.batch", NOWHERE)
        self.batches_at: i64 = place.get("ticket.batches", NOWHERE)
        self.counters = vec[i64]()
        for told in rule_counters(game):
            self.add_counter(told, place[f"rule.{told.counter}"])

    def add_counter(self, told: Observed, at: int) -> None:
        start, width = counter_place(self.game, told.counter)
        named = sizes(self.game)[told.names] if told.names else 0
        least = told.first if told.names else told.least
        by_seat, names_seat = int(told.each == "seat"), int(told.names == "seat")
        for number in (by_seat, start, width, at, least, told.most, named, names_seat):
            self.counters = append(self.counters, i64(number))

    # --- the two ways in --------------------------------------------------------------------------------
    def encode_view(self, view: View) -> vec[i16]:
        """What a view tells, and nothing else."""
        row = vec[i16]([0] * self.size)
        self.known.read_view(view)
        self.write(view, row, 0)
        return row

    def encode_state(self, state: State, seat: i64, rows: vec[i16], base: i64) -> None:
        """Writes the same numbers as the view of this seat would give, from `base` on."""
        self.known.read_state(state, seat)
        self.write(state, rows, base)

    # --- writing ----------------------------------------------------------------------------------------
    def write(self, position: Public, out: vec[i16], base: i64) -> None:
        at: i64
        for at in range(base, base + self.size):
            out[at] = 0
        self.write_turn(position, out, base)
        self.write_cards(position, out, base)
        self.write_seats(position, out, base)
        self.write_lanes(position, out, base)
        self.write_tickets(position, out, base)
        if len(self.counters) > 0:
            self.write_counters(position, out, base)

    def write_turn(self, position: Public, out: vec[i16], base: i64) -> None:
        seat = self.known.seat
        seats = self.game.seats
        out[base + self.phase_at + position.phase] = 1
        out[base + self.turn_at + relative(position.turn, seat, seats)] = 1
        out[base + self.first_at + relative(position.first, seat, seats)] = 1
        out[base + self.turns_at] = i16(min(position.turns, MOST))
        out[base + self.passes_at] = i16(position.passes)
        out[base + self.turns_left_at] = i16(position.turns_left)
        out[base + self.rules_done_at] = i16(position.held)

    def write_cards(self, position: Public, out: vec[i16], base: i64) -> None:
        cards = self.game.cards
        market = position.market
        slot: i64
        for slot in range(SLOTS):
            if market[slot] >= 0:
                out[base + self.market_at + slot * cards + market[slot]] = 1
        out[base + self.deck_at] = i16(position.deck_total)
        discard = position.discard
        hand = self.known.hand
        card: i64
        for card in range(cards):
            out[base + self.discard_at + card] = i16(discard[card])
            out[base + self.hand_at + card] = i16(hand[card])

    def write_seats(self, position: Public, out: vec[i16], base: i64) -> None:
        """Everybody's numbers, the observer's first, then round the table."""
        known = self.known
        seats = self.game.seats
        cards = self.game.cards
        kinds = self.game.kinds
        seat = known.seat
        row: i64
        for row in range(seats):
            out[base + self.deciding_at + row] = i16(known.waiting[seat])
            out[base + self.hand_sizes_at + row] = i16(known.hand_sizes[seat])
            out[base + self.points_at + row] = i16(max(-MOST, min(position.points[seat], MOST)))
            out[base + self.tickets_at + row] = i16(known.ticket_counts[seat])
            out[base + self.offered_at + row] = i16(known.offer_sizes[seat])
            card: i64
            for card in range(cards):
                out[base + self.known_at + row * cards + card] = i16(position.known[seat * cards + card])
            kind: i64
            for kind in range(kinds):
                out[base + self.pieces_at + row * kinds + kind] = i16(position.pieces[seat * kinds + kind])
            seat += 1
            if seat == seats:
                seat = 0

    def write_lanes(self, position: Public, out: vec[i16], base: i64) -> None:
        game = self.game
        seats = game.seats
        observer = self.known.seat
        owner = position.owner
        owner_base = base + self.owner_at
        lane: i64
        for lane in range(len(owner)):
            holder = owner[lane]
            if holder == NOBODY:
                continue
            if holder < seats:
                holder = relative(holder, observer, seats)
                out[base + self.lanes_at + game.lane_a[lane] * seats + holder] += 1
                out[base + self.lanes_at + game.lane_b[lane] * seats + holder] += 1
            out[owner_base + lane * self.owners + holder] = 1
        open = position.open
        lane_class = game.lane_class
        lane_bit = game.lane_bit
        seat = observer
        row: i64
        for row in range(seats):
            classes = seat * game.class_count
            open_base = base + self.open_at + row
            for lane in range(len(owner)):
                if open[classes + lane_class[lane]] & lane_bit[lane]:
                    out[open_base + lane * seats] = 1
            seat += 1
            if seat == seats:
                seat = 0

    def write_tickets(self, position: Public, out: vec[i16], base: i64) -> None:
        known = self.known
        seats = self.game.seats
        ticket: i64
        for ticket in range(self.game.tickets):
            holder = known.holder[ticket]
            if holder != NOBODY:
                out[base + self.holder_at + ticket * seats + relative(holder, known.seat, seats)] = 1
                out[base + self.done_at + ticket] = i16(known.done[ticket])
            out[base + self.returned_at + ticket] = i16(known.returned[ticket])
        place: i64
        for place in range(len(known.offer)):
            if known.offer[place] >= 0:
                out[base + self.offer_at + known.offer[place]] = i16(place + 1)
            out[base + self.choice_at + place] = i16((known.choice >> place) & 1)
        put_under = position.put_under
        at = base + self.ticket_deck_at
        for place in range(len(put_under)):
            out[at] = 1
            if put_under[place] >= 0:
                out[at + 1 + relative(put_under[place], known.seat, seats)] = 1
            at += 1 + seats
        if self.face_up_at != NOWHERE:
            self.write_batches(position, out, base)

    def write_batches(self, position: Public, out: vec[i16], base: i64) -> None:
        most = self.game.tickets
        for ticket in position.ticket_discard:
            out[base + self.face_up_at + ticket] = 1
        place: i64
        for place in range(most):
            out[base + self.batch_at + place] = i16(min(position.ticket_batch[place], most))
        out[base + self.batches_at] = i16(min(position.batches, most))

    def write_counters(self, position: Public, out: vec[i16], base: i64) -> None:
        rows = self.counters
        row: i64
        for row in range(0, len(rows), ROW):
            start = rows[row + FROM]
            at = base + rows[row + AT]
            least = rows[row + LEAST]
            named = rows[row + NAMED]
            index: i64
            for index in range(rows[row + WIDTH]):
                place = index
                if rows[row + BY_SEAT]:
                    place = relative(index, self.known.seat, self.game.seats)
                number = position.counters[start + index]
                if named == 0:
                    out[at + place] = i16(max(least, min(number, rows[row + MOST_OF_IT])))
                elif least <= number < least + named:
                    number -= least
                    if rows[row + NAMES_SEAT]:
                        number = relative(number, self.known.seat, self.game.seats)
                    out[at + place * named + number] = 1


def relative(seat: i64, observer: i64, seats: i64) -> i64:
    """How many seats after the observer."""
    distance = seat - observer
    return distance if distance >= 0 else distance + seats


def write_mask(actions: vec[i64], masks: vec[u8], base: i64, flag: u8) -> None:
    """Sets, or takes away, what may be done."""
    index: i64
    for index in range(len(actions)):
        masks[base + actions[index]] = flag
