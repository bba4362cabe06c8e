"""A board, its options and a number of seats, worked out into the tables that a state is played on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from ferrovia.engine.actions import KEEP, keep_action
from ferrovia.engine.board import GREY, Board, Lane
from ferrovia.engine.errors import SeatError, SetupError
from ferrovia.engine.game_tables import GameTables
from ferrovia.engine.ledger import CORE_LINES
from ferrovia.engine.options import knob, resolve
from ferrovia.engine.params import EVENTS, Told
from ferrovia.engine.picture import picture
from ferrovia.engine.rule import Rule, check_notation

if TYPE_CHECKING:
    from ferrovia.engine.chance import Chance
    from ferrovia.engine.state import State

RANDOM_FIRST: Final = -1
CLASS_LANES: Final = 60  # lanes of one class share a 64-bit mask

# A section is a colour and a piece kind; its classes are runs of lanes alike in price too. Both tables are flat, so
# that a hot loop holds two of them instead of ten: `sections[i * SECTION + PRICE]` is the price of its cheapest class.
SECTION: Final = 5
COLOUR: Final = 0
KIND: Final = 1
PRICE: Final = 2
FIRST: Final = 3
LAST: Final = 4  # both are classes
CLASS: Final = 6
CARDS: Final = 0
PIECES: Final = 1
LANE: Final = 2  # the first of the class
ACTION: Final = 3  # that lane's first
STRIDE: Final = 4  # from one lane's actions to the next one's
WILDS: Final = 5  # that a payment has to have at least

RULE_PHASE: Final = 8  # phases below are the core's own


def lane_order(board: Board) -> list[int]:
    """Lanes sorted so that those alike in colour, piece and price stand together."""
    colours = [*board.colours, GREY]
    lanes = board.lanes
    return sorted(range(len(lanes)), key=lambda i: (colours.index(lanes[i].colour), lanes[i].kind, lanes[i].cards))


class Game(GameTables):
    """A board laid for a number of seats: the tables that states are played on, made by `new_game`.

    It never changes once it is built, so a copy is the game itself. What may be read:

    board, seats, options: what it was made of; `first` is the seat that begins, or -1 if that is drawn by lot
    lanes: the board's lanes, numbered by colour, piece and price: `lanes[i]` is lane i everywhere
    lane_a, lane_b, lane_cards, lane_colour, lane_kind, lane_pieces, lane_points, lane_wilds: of a lane, by its number
    tickets: how many there are; ticket_a, ticket_b, ticket_points: of a ticket, by its number; `goals` tells where it
    may end
    colours, wild, cards: the colours' names, the number of a wild card, and how many kinds of cards there are
    actions: how many actions there are; `decode_action` says what one does
    rule_by_id: the rules in play"""

    def __init__(
        self,
        board: Board,
        seats: i64,
        rules: list[tuple[str, Rule]],
        options: Mapping[str, bool],
        first: i64 = RANDOM_FIRST,
        tie_rules: Mapping[str, Rule] | None = None,
    ) -> None:
        super().__init__()
        self.board = board
        self.seats = seats
        self.first = first
        self.options: dict[str, bool] = dict(options)
        self.start_scores = vec[i64](board.start_scores)
        self.end_at_pieces: i64 = board.end_at_pieces
        closed_up_to = knob(board, options, "doubles_close_up_to", board.doubles_close_up_to)
        self.doubles_close = seats <= closed_up_to
        thirds_up_to = knob(board, options, "third_lanes_close_up_to", board.third_lanes_close_up_to)
        self.third_lanes_close = not self.doubles_close and seats <= thirds_up_to
        self.lay_cards()
        self.lay_lanes()
        self.lay_tickets()
        self.lay_actions()
        self.hang_rules(rules)
        self.lay_classes()  # rules may have asked for wilds
        self.tie_rules: dict[str, Rule] = dict(tie_rules or {})  # by the board's word for it

    # --- the tables -------------------------------------------------------------------------------------
    def lay_cards(self) -> None:
        """Colours, deck and hands."""
        board = self.board
        self.colours: list[str] = list(board.colours)
        self.wild = len(self.colours)
        self.grey = self.wild  # grey is no card, so a lane may use the number that wild has among cards
        self.cards = self.wild + 1
        self.deck = vec[i64](board.deck.values())
        self.hand = board.hand

    def lay_lanes(self) -> None:
        """What each lane joins, costs and scores, and which lanes stand beside it."""
        board = self.board
        self.lanes: list[Lane] = [board.lanes[i] for i in lane_order(board)]
        kinds = [board.kinds[lane.kind] for lane in self.lanes]
        self.kinds = len(board.kinds)
        self.supply = vec[i64]([kind.supply for kind in board.kinds])
        self.lane_a = vec[i64]([lane.a for lane in self.lanes])
        self.lane_b = vec[i64]([lane.b for lane in self.lanes])
        self.lane_cards = vec[i64]([lane.cards for lane in self.lanes])
        self.lane_kind = vec[i64]([lane.kind for lane in self.lanes])
        self.lane_colour = vec[i64]([self.lane_colour_number(lane) for lane in self.lanes])
        self.lane_pieces = vec[i64](
            [1 if kind.one_per_route else lane.cards for lane, kind in zip(self.lanes, kinds, strict=True)]
        )
        self.lane_wilds = vec[i64]([0] * len(self.lanes))
        self.lane_points = vec[i64]([kind.points[lane.cards] for lane, kind in zip(self.lanes, kinds, strict=True)])
        twins: dict[frozenset[int], list[int]] = {}
        for i, lane in enumerate(self.lanes):
            twins.setdefault(frozenset((lane.a, lane.b)), []).append(i)
        self.twin_first = vec[i64]()
        self.twins = vec[i64]()
        for i, lane in enumerate(self.lanes):
            self.twin_first = append(self.twin_first, len(self.twins))
            for twin in twins[frozenset((lane.a, lane.b))]:
                if twin != i:
                    self.twins = append(self.twins, i64(twin))
        self.twin_first = append(self.twin_first, len(self.twins))

    def lane_colour_number(self, lane: Lane) -> int:
        """The card that pays it; `grey` if any does."""
        return len(self.colours) if lane.colour == GREY else self.colours.index(lane.colour)

    def lay_classes(self) -> None:
        """Lanes alike in colour, piece and price: what a hand can pay is found class by class."""
        self.sections = vec[i64]()
        self.classes = vec[i64]()
        self.lane_class = vec[i64]()
        self.lane_bit = vec[i64]()  # of the lane in the masks of its class
        self.class_count = 0
        one: i64 = 1
        lane: i64
        for lane in range(len(self.lane_cards)):
            new_section = lane == 0 or not self.alike(lane - 1, lane)
            if new_section:
                self.open_section(lane)
            if new_section or not self.same_class(lane):
                self.open_class(lane)
            self.lane_class = append(self.lane_class, self.class_count - 1)
            # Doubled, not shifted: mypyc hands C a plain 1 to shift, which has 32 bits only.
            alone = lane == self.classes[(self.class_count - 1) * CLASS + LANE]
            self.lane_bit = append(self.lane_bit, one if alone else self.lane_bit[lane - 1] * 2)
            self.sections[len(self.sections) - SECTION + LAST] = self.class_count - 1
        self.asks_wilds = False
        for lane in range(len(self.lane_wilds)):
            self.asks_wilds = self.asks_wilds or self.lane_wilds[lane] > 0
        self.all_free = vec[i64]([0] * self.class_count)
        self.all_open = vec[i64]([0] * self.class_count)
        for lane in range(len(self.lane_cards)):
            self.all_free[self.lane_class[lane]] += 1
            self.all_open[self.lane_class[lane]] |= self.lane_bit[lane]

    def alike(self, one: i64, other: i64) -> bool:
        """Whether two lanes are of one section."""
        return self.lane_colour[one] == self.lane_colour[other] and self.lane_kind[one] == self.lane_kind[other]

    def same_class(self, lane: i64) -> bool:
        """Whether this lane goes on with the class before it: price and wilds the same, and room in the mask."""
        at = (self.class_count - 1) * CLASS
        if self.lane_cards[lane] != self.classes[at + CARDS] or self.lane_wilds[lane] != self.classes[at + WILDS]:
            return False
        return lane - self.classes[at + LANE] < CLASS_LANES

    def open_section(self, lane: i64) -> None:
        """Begins with this lane."""
        kind = self.lane_kind[lane]
        row = vec[i64]([self.lane_colour[lane], kind, self.lane_cards[lane], self.class_count, self.class_count])
        self.sections = extend(self.sections, row)

    def open_class(self, lane: i64) -> None:
        """Begins with this lane."""
        cards = self.lane_cards[lane]
        stride = self.lane_action[lane + 1] - self.lane_action[lane]
        wilds = self.lane_wilds[lane]
        row = vec[i64]([cards, self.lane_pieces[lane], lane, self.lane_action[lane], stride, wilds])
        self.classes = extend(self.classes, row)
        self.class_count += 1

    def lay_tickets(self) -> None:
        """What each ticket joins and scores, and how they are dealt."""
        board = self.board
        self.places = len(board.places)
        self.tickets = len(board.tickets)
        self.ticket_a = vec[i64]([ticket.a for ticket in board.tickets])
        self.ticket_b = vec[i64]([ticket.b for ticket in board.tickets])
        self.ticket_points = vec[i64]([ticket.points for ticket in board.tickets])
        self.further_first = vec[i64]()  # goals besides ticket_b: `further[i]` from here on
        self.further = vec[i64]()
        for ticket in board.tickets:
            self.further_first = append(self.further_first, len(self.further))
            self.further = extend(self.further, vec[i64](ticket.further))
        self.further_first = append(self.further_first, len(self.further))
        self.several_goals = len(self.further) > 0
        deal = board.ticket_deal
        self.first_deal = deal.first_deal
        self.first_keep = deal.first_keep
        self.later_deal = deal.later_deal
        self.later_keep = deal.later_keep
        self.long_deal = deal.long_deal
        self.ticket_long = vec[i64]([1 if ticket.long else 0 for ticket in board.tickets])
        self.first_offer = self.first_deal + self.long_deal  # how many tickets the first choice is made from
        self.most_dealt = max(self.first_offer, self.later_deal)
        self.tickets_face_up = deal.face_up_discard

    def lay_actions(self) -> None:
        """Sets of tickets to keep, then claims lane by lane, as `actions` says."""
        one: i64 = 1
        self.first_keeps = [self.keep_actions(size, self.first_keep) for size in range(self.most_dealt + 1)]
        self.later_keeps = [self.keep_actions(size, self.later_keep) for size in range(self.most_dealt + 1)]
        self.claim_base = KEEP + (one << self.most_dealt) - 1
        self.lane_action = vec[i64]()
        self.claim_lane = vec[i64]()
        self.claim_colour = vec[i64]()
        self.claim_wilds = vec[i64]()
        lane: i64
        wilds: i64
        for lane in range(len(self.lanes)):
            self.lane_action = append(self.lane_action, self.claim_base + len(self.claim_lane))
            first, last = self.payment_colours(lane)
            for colour in range(first, last):
                for wilds in range(self.lane_cards[lane]):
                    self.add_claim(lane, colour, wilds)
            self.add_claim(lane, self.wild, self.lane_cards[lane])
        self.lane_action = append(self.lane_action, self.claim_base + len(self.claim_lane))
        self.actions = self.claim_base + len(self.claim_lane)

    def keep_actions(self, size: i64, least: i64) -> vec[i64]:
        """Every set of `size` offered tickets with at least `least` in it; all of them where there are fewer (R13)."""
        actions = vec[i64]()
        one: i64 = 1
        mask: i64
        for mask in range(1, one << size):
            if int(mask).bit_count() >= min(least, size):
                actions = append(actions, keep_action(mask))
        return actions

    def payment_colours(self, lane: i64) -> tuple[i64, i64]:
        """The first colour that pays this lane and the one after the last."""
        colour = self.lane_colour[lane]
        zero: i64 = 0
        return (zero, self.wild) if colour == self.grey else (colour, colour + 1)

    def add_claim(self, lane: i64, colour: i64, wilds: i64) -> None:
        """The next action: a lane and a payment of it."""
        self.claim_lane = append(self.claim_lane, lane)
        self.claim_colour = append(self.claim_colour, colour)
        self.claim_wilds = append(self.claim_wilds, wilds)

    # --- rules ------------------------------------------------------------------------------------------
    def hang_rules(self, rules: list[tuple[str, Rule]]) -> None:
        """Asks each rule what it needs, and notes which seams it uses."""
        self.counters = 0
        self.counter_names: list[tuple[str, int, int]] = []  # (name, first, width): all public
        self.line_names: list[str] = list(CORE_LINES)
        self.line_rules: list[Rule | None] = [None] * len(CORE_LINES)
        self.owner_names: list[str] = []  # who owns lanes beside the seats: owner `seats` is the first of them
        self.rule_by_id: dict[str, Rule] = dict(rules)
        self.phase_rules = []
        self.action_offers = []
        self.action_rules = []
        self.rule_action_base = self.actions
        for _, rule in rules:
            rule.bind(self)
            self.line_rules += [rule] * (len(self.line_names) - len(self.line_rules))
        check_notation(self)
        self.events: dict[str, Told] = dict(EVENTS)  # what may be in the log of a state
        for _, rule in rules:
            self.events.update(type(rule).EVENTS)
        self.rules = [rule for _, rule in rules]
        self.setup_rules = [rule for rule in self.rules if overrides(rule, "setup")]
        self.announce_rules = [rule for rule in self.rules if overrides(rule, "announce")]
        self.claim_rules = [rule for rule in self.rules if overrides(rule, "after_claim")]
        self.lenders = [rule for rule in self.rules if overrides(rule, "borrowed")]
        self.turn_rules = [rule for rule in self.rules if overrides(rule, "after_turn")]
        self.score_rules = [rule for rule in self.rules if overrides(rule, "score")]
        self.terms_rules = [rule for rule in self.rules if overrides(rule, "terms")]
        self.plain_claims = not self.announce_rules and not self.claim_rules

    def require_wilds(self, lane: i64, count: i64) -> None:
        """A payment of this lane has to have so many wilds at least. Called by rules while they are bound."""
        self.lane_wilds[lane] = count

    def add_counter(self, name: str, width: i64) -> i64:
        """Room for `width` public numbers in every state; returns where they begin."""
        start = self.counters
        self.counter_names.append((name, start, width))
        self.counters += width
        return start

    def add_line(self, name: str) -> i64:
        """A kind of ledger line."""
        self.line_names.append(name)
        return len(self.line_names) - 1

    def add_phase(self, rule: Rule) -> i64:
        """A decision that `rule` may put to a seat."""
        self.phase_rules.append(rule)
        return RULE_PHASE + len(self.phase_rules) - 1

    def join_turns(self, rule: Rule) -> None:
        """A turn may be spent on what `rule.legal` lists in its phase."""
        self.action_offers.append(rule)

    def add_owner(self, name: str) -> i64:
        """Somebody who owns lanes and sits nowhere; called `who.<name>`."""
        self.owner_names.append(name)
        return self.seats + len(self.owner_names) - 1

    def add_actions(self, rule: Rule, count: i64) -> i64:
        """`count` actions of the rule's own; returns the first."""
        start = self.actions
        for _ in range(count):
            self.action_rules.append(rule)
        self.actions += count
        return start

    def goals(self, ticket: i64) -> vec[i64]:
        """The places of which one has to be joined to where a ticket begins (R30)."""
        further = self.further[self.further_first[ticket] : self.further_first[ticket + 1]]
        return extend(vec[i64]([self.ticket_b[ticket]]), further)

    def check_seat(self, seat: int) -> None:
        """Raises a SeatError unless this is a seat: a negative number would count from the end of a table."""
        count: int = self.seats  # no i64: what is compared with it may be wider
        if not 0 <= seat < count:
            raise SeatError(seat, count)

    def __reduce__(self) -> tuple[object, ...]:
        """By what it was built from; the classes of its rules by their names."""
        rules = {id: type(rule) for id, rule in {**self.tie_rules, **self.rule_by_id}.items()}
        return restore_game, (self.board, self.seats, rules, self.options, self.first)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self

    def __repr__(self) -> str:
        on = [id for id, value in self.options.items() if value]
        first = "random" if self.first == RANDOM_FIRST else f"seat {self.first}"
        return f"<Game {self.board.id}: {self.seats} seats, first {first}{', '.join(['', *on])}>"

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it: its board."""
        return picture(self.board)

    def start(self, chance: Chance) -> State:
        """Deals: everybody has a hand and a first offer of tickets."""
        from ferrovia.engine.setup import deal

        return deal(self, chance)


def overrides(rule: Rule, seam: str) -> bool:
    return getattr(type(rule), seam) is not getattr(Rule, seam)


def build(
    board: Board,
    seats: int,
    factories: Mapping[str, type[Rule]],
    options: Mapping[str, bool] | None = None,
    first: int = RANDOM_FIRST,
) -> Game:
    """The game of a board at a table: options resolved, the rules they call for hung on their seams."""
    if not board.players[0] <= seats <= board.players[1]:
        raise SetupError("seats.number", {"seats": seats, "least": board.players[0], "most": board.players[1]})
    if not RANDOM_FIRST <= first < seats:
        raise SetupError("seats.first", {"first": first, "seats": seats})
    values = resolve(board, seats, options or {})
    rules: list[tuple[str, Rule]] = []
    for use in board.rules:
        if use.when is None or values[use.when]:
            rules.append((use.rule, factories[use.rule](use.params)))
    return Game(board, seats, rules, values, first, tie_rules(board, dict(rules), factories))


def tie_rules(board: Board, played: Mapping[str, Rule], factories: Mapping[str, type[Rule]]) -> dict[str, Rule]:
    """The rules that break ties. One that is not played measures all the same, and does nothing else."""
    names = [name for name in board.tie_breakers if name in factories]
    return {name: played[name] if name in played else factories[name]({}) for name in names}


RESTORED: Final[dict[tuple[object, ...], Game]] = {}
MOST_RESTORED: Final = 64


def restore_game(
    board: Board, seats: int, rules: Mapping[str, type[Rule]], options: Mapping[str, bool], first: int
) -> Game:
    """The game that was pickled: one for all that are alike, because bots work out much for a game they don't know."""
    key = (board.digest, seats, tuple(rules.items()), tuple(options.items()), first)
    known = RESTORED.get(key)
    if known is not None and known.board == board:
        return known
    if len(RESTORED) >= MOST_RESTORED:
        RESTORED.clear()
    RESTORED[key] = build(board, seats, rules, options, first)
    return RESTORED[key]
