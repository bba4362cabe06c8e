"""Do the facts of a view fit together? Whoever sends them may be mistaken, or mean harm.

What a seat sees has to add up to what is in the box: every card, piece and ticket is somewhere, and nothing is there
twice. Then `determinize` can deal what is hidden."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.game import RULE_PHASE, Game
from ferrovia.engine.network import joins, root
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, OVER
from ferrovia.engine.tickets import LONG, NOT_CHOSEN

SPECTATOR = -1
NOWHERE = -1  # an empty place of the row, a lane that nobody owns, a ticket that nobody put back


def contradiction(game: Game, facts: Mapping[str, object], counters: vec[i64]) -> str:
    """What does not fit, in a word, or "". The facts are of the right shape already."""
    seen = Seen(game, facts, counters)
    if not seen.turn_fits():
        return "turn"
    if not seen.cards_fit():
        return "cards"
    if not seen.lanes_fit():
        return "lanes"
    if not seen.tickets_fit():
        return "tickets"
    return "" if seen.end_fits() else "end"


class Seen:
    """The facts of one view, as numbers."""

    def __init__(self, game: Game, facts: Mapping[str, object], counters: vec[i64]) -> None:
        self.game = game
        self.facts = facts
        self.counters = counters
        self.seats = int(game.seats)
        self.seat = self.number("seat")
        self.phase = self.number("phase")

    def number(self, name: str) -> int:
        value = self.facts[name]
        if not isinstance(value, int):
            raise TypeError(name)
        return value

    def numbers(self, name: str) -> list[int]:
        return whole_list(self.facts[name])

    def rows(self, name: str) -> list[list[int]]:
        """One list per seat."""
        found = [whole_list(row) for row in plain_list(self.facts[name])]
        if len(found) != self.seats:
            raise ValueError(name)
        return found

    def own(self, table: list[list[int]]) -> list[int]:
        return table[self.seat] if self.seat != SPECTATOR else []

    # --- whose turn it is -------------------------------------------------------------------------------
    def turn_fits(self) -> bool:
        last_phase = RULE_PHASE + len(self.game.phase_rules) - 1
        if not (FIRST_TICKETS <= self.phase <= OVER or RULE_PHASE <= self.phase <= last_phase):
            return False
        if self.phase != FIRST_TICKETS and not 0 <= self.number("deciding") < self.seats:
            return False
        if not all(0 <= self.number(name) < self.seats for name in ("turn", "first")):
            return False
        if not all(0 <= self.number(name) <= self.seats for name in ("passes", "turns_left")):
            return False
        if self.number("turns") < 0 or not 0 <= self.number("held") <= len(self.game.turn_rules):
            return False
        return self.waiting_fits()

    def waiting_fits(self) -> bool:
        """First tickets are chosen by all at once; later the one who decides has a choice, if it is one of tickets."""
        waiting = [flag is True for flag in plain_list(self.facts["waiting"])]
        sizes = [len(batches) for batches in self.rows("offer_batches")]
        choice = self.number("choice")
        if self.phase == FIRST_TICKETS:
            if sizes != [self.game.first_offer] * self.seats or not 0 <= choice < 1 << self.game.first_offer:
                return False
            if self.seat == SPECTATOR or waiting[self.seat]:
                return choice == NOT_CHOSEN
            return choice.bit_count() >= self.game.first_keep
        decides = [seat == self.number("deciding") for seat in range(self.seats)]
        if waiting != [here and self.phase != OVER for here in decides] or choice != NOT_CHOSEN:
            return False
        offered = [size > 0 for size in sizes]
        return offered == decides if self.phase == KEEP_TICKETS else not any(offered)

    # --- cards ------------------------------------------------------------------------------------------
    def cards_fit(self) -> bool:
        game = self.game
        row, discard, sizes = self.numbers("row"), self.numbers("discard"), self.numbers("hand_sizes")
        known, hand = self.rows("known"), self.numbers("hand")
        if not all(NOWHERE <= card < game.cards for card in row):
            return False
        if len(hand) != (0 if self.seat == SPECTATOR else game.cards):
            return False
        if min([*discard, *sizes, *hand, *(count for cards in known for count in cards)]) < 0:
            return False
        if self.seat != SPECTATOR and sum(hand) != sizes[self.seat]:
            return False
        if any(here < seen for here, seen in zip(hand, self.own(known), strict=False)):
            return False
        if any(sum(cards) > size for cards, size in zip(known, sizes, strict=True)):
            return False
        hands = [hand if seat == self.seat else cards for seat, cards in enumerate(known)]
        for card in range(game.cards):
            if discard[card] + row.count(card) + sum(cards[card] for cards in hands) > game.deck[card]:
                return False
        face_up = len(row) - row.count(NOWHERE)
        deck = self.number("deck_size")
        return deck >= 0 and deck + sum(discard) + face_up + sum(sizes) == sum(game.deck)

    # --- lanes ------------------------------------------------------------------------------------------
    def lanes_fit(self) -> bool:
        """Every piece is on a lane or left, and routes have earned the points that are there."""
        game = self.game
        owner, pieces, first = self.numbers("owner"), self.rows("pieces"), self.number("first")
        earned = [0] * self.seats
        for order, score in enumerate(list(game.start_scores)[: self.seats]):
            earned[(first + order) % self.seats] += score
        if not all(left >= 0 for kinds in pieces for left in kinds):
            return False
        used = [list(kinds) for kinds in pieces]
        for lane, holder in enumerate(owner):
            if not NOWHERE <= holder < self.seats + len(game.owner_names):
                return False
            if 0 <= holder < self.seats:
                used[holder][game.lane_kind[lane]] += game.lane_pieces[lane]
                earned[holder] += game.lane_points[lane]
        closed = self.rows("closed")
        if not all(0 <= lane < len(owner) and owner[lane] == NOWHERE for lanes in closed for lane in lanes):
            return False
        return earned == self.numbers("points") and all(kinds == list(game.supply) for kinds in used)

    # --- tickets ----------------------------------------------------------------------------------------
    def tickets_fit(self) -> bool:
        """No ticket is seen twice, and those that are hidden are as many of each batch as there have to be."""
        game, last = self.game, self.number("batches")
        batch, put_under = self.numbers("ticket_batch"), self.numbers("put_under")
        held, offered = self.rows("ticket_batches"), self.rows("offer_batches")
        own, offer, returned = (self.numbers(name) for name in ("tickets", "offer", "returned"))
        seen = [*own, *offer, *returned, *self.numbers("boxed"), *self.numbers("ticket_discard"), *self.shown()]
        seen += [ticket for seat, tickets in self.revealed() if seat != self.seat for ticket in tickets]
        if len(set(seen)) != len(seen) or not all(0 <= ticket < game.tickets for ticket in seen):
            return False
        if not 0 <= last <= game.tickets or not self.long_fit(batch, held, offered):
            return False
        if not all(0 <= number <= last for number, long in zip(batch, game.ticket_long, strict=True) if not long):
            return False
        if not all(NOWHERE <= seat < self.seats for seat in put_under):
            return False
        if self.seat != SPECTATOR and put_under.count(self.seat) != len(returned):
            return False
        if self.own(held) != sorted(batch[ticket] for ticket in own):
            return False
        if self.own(offered) != sorted(batch[ticket] for ticket in offer):
            return False
        if max(map(len, offered)) > game.most_dealt:
            return False
        hidden = sorted(batch[ticket] for ticket in range(game.tickets) if ticket not in set(seen))
        return hidden == sorted(self.hidden_batches(held, offered, put_under, last)) and self.completed_fits()

    def hidden_batches(self, held: list[list[int]], offered: list[list[int]], under: list[int], last: int) -> list[int]:
        """The batches of tickets in places that the seat can't see: others' hands and offers, and the deck."""
        tables = [offered] if self.phase == OVER else [held, offered]
        hidden = [number for table in tables for seat, row in enumerate(table) if seat != self.seat for number in row]
        hidden += [LONG] * self.boxed_unseen(held, offered)
        return hidden + [last for seat in under if seat != self.seat or self.seat == SPECTATOR]

    def long_fit(self, batch: list[int], held: list[list[int]], offered: list[list[int]]) -> bool:
        """Long tickets are known by their batch; each seat had its number of them, and boxed what it did not keep."""
        game = self.game
        if any((number == LONG) != bool(long) for number, long in zip(batch, game.ticket_long, strict=True)):
            return False
        boxed, first = self.numbers("boxed"), self.phase == FIRST_TICKETS
        if any(row.count(LONG) != (game.long_deal if first else 0) for row in offered):
            return False
        kept = [row.count(LONG) for row in held]
        if any(count > (0 if first else game.long_deal) for count in kept):
            return False
        own = 0 if first or self.seat == SPECTATOR else int(game.long_deal) - kept[self.seat]
        return len(boxed) == own and all(batch[ticket] == LONG for ticket in boxed)

    def boxed_unseen(self, held: list[list[int]], offered: list[list[int]]) -> int:
        """How many long tickets are out of the game, without those that this seat put there."""
        found = sum(row.count(LONG) for table in (held, offered) for row in table)
        return int(sum(self.game.ticket_long)) - found - len(self.numbers("boxed"))

    def shown(self) -> list[int]:
        return [ticket for rule in self.game.rules for ticket in rule.shown_tickets(self.counters)]

    def revealed(self) -> list[tuple[int, list[int]]]:
        """Every seat's tickets, once the game is over."""
        found = [whole_list(tickets) for tickets in plain_list(self.facts["revealed"])]
        if len(found) != (self.seats if self.phase == OVER else 0):
            raise ValueError("revealed")
        return list(enumerate(found))

    def completed_fits(self) -> bool:
        game, owner = self.game, self.numbers("owner")
        label = vec[i64]([place for place in range(game.places)])
        for lane, holder in enumerate(owner):
            if holder == self.seat and holder != NOWHERE:
                label[root(label, game.lane_a[lane])] = root(label, game.lane_b[lane])
        for place in range(game.places):
            label[place] = root(label, place)
        joined = [joins(game, label, ticket) for ticket in self.numbers("tickets")]
        return joined == plain_list(self.facts["completed"])

    # --- the end ----------------------------------------------------------------------------------------
    def end_fits(self) -> bool:
        """Scores are told when the game is over, of each seat; what everybody holds is then what was held."""
        standings = [plain_list(row)[0] for row in plain_list(self.facts["standings"])]
        lines = [plain_list(row)[1] for row in plain_list(self.facts["ledger"])]
        if self.phase != OVER:
            return not standings and not lines
        batch = self.numbers("ticket_batch")
        for seat, tickets in self.revealed():
            if self.rows("ticket_batches")[seat] != sorted(batch[ticket] for ticket in tickets):
                return False
            if seat == self.seat and tickets != self.numbers("tickets"):
                return False
        return sorted(map(str, standings)) == [str(seat) for seat in range(self.seats)] and all(
            seat in range(self.seats) for seat in lines
        )


def plain_list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise TypeError("a list is needed")
    return list(value)


def whole_list(value: object) -> list[int]:
    return [item for item in plain_list(value) if isinstance(item, int)]
