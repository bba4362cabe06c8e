"""The neutral player (N20–N26): wagons nobody plays, placed by the ticket that a round turns up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.engine import claims, tickets, turn
from ferrovia.engine.board import Board, Lane, Ticket
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.game import Game
from ferrovia.engine.params import LANE, REASON, TICKET, Told
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.telling import Component, Observed, Sentence, Term
from ferrovia.rules.shared.columns import Problem, check_number, number
from ferrovia.rules.tolls import COLUMN as TOLL
from ferrovia.rules.tolls import Tolls

NO_HOLDER: Final = -1
NO_PAIR: Final = -1
FROM, TO = "neutral_from", "neutral_to"


def pair_lanes(game: Game, columns: Mapping[str, str]) -> list[int]:
    """The lanes of the double route a ticket names for the neutral player."""
    names = [place.name for place in game.board.places]
    if not columns.get(FROM):
        return []
    pair = {names.index(columns[FROM]), names.index(columns[TO])}
    return [i for i, lane in enumerate(game.lanes) if {lane.a, lane.b} == pair]


def costs(lane: Lane) -> tuple[int, int, str | None]:
    return lane.cards, lane.kind, lane.columns.get(TOLL)


def plays_with_tolls(board: Board) -> bool:
    """Whether tolls are on, and set up first, wherever the neutral player is."""
    uses = [use.rule for use in board.rules]
    if "tolls" not in uses or uses.index("tolls") > uses.index("neutral_player"):
        return False
    tolls, neutral = board.rules[uses.index("tolls")], board.rules[uses.index("neutral_player")]
    option = board.option(neutral.when) if neutral.when else None
    return tolls.when in (None, neutral.when) or (option is not None and option.requires == tolls.when)


class NeutralPlayer(Rule):
    """The marker's holder is a counter; so are the wagons left and the ticket that waits for a choice of lane."""

    TICKET_COLUMNS = (FROM, TO)
    PARAMS = ("pieces", "first_round")
    USUAL: ClassVar[Mapping[str, object]] = {"pieces": 40, "first_round": 6}
    PICTURE = "neutral"
    EVENTS: ClassVar[Mapping[str, Told]] = {
        "neutral.turned": Told({"ticket": TICKET}),
        "neutral.blank": Told(),
        "neutral.placed": Told({"lane": LANE}),
        "neutral.ended": Told({"reason": REASON}),
    }

    @classmethod
    def check(cls, board: Board, params: Mapping[str, object]) -> list[Problem]:
        problems: list[Problem] = []
        for name in ("pieces", "first_round"):
            reason = check_number(params, name)
            if reason:
                problems.append(("board.toml", 0, "neutral_player", reason))
        if not plays_with_tolls(board):
            problems.append(("board.toml", 0, "neutral_player", "needs the tolls rule to be on whenever it is"))
        if not board.ticket_deal.face_up_discard:  # a deck with tickets under it can't be told from one made anew
            problems.append(("board.toml", 0, "neutral_player", 'needs rejected tickets to go "face_up"'))
        names = [place.name for place in board.places]
        for ticket in board.tickets:
            ends = [ticket.columns.get(FROM), ticket.columns.get(TO)]
            if None in ends:
                return [*problems, ("tickets.csv", 1, FROM, f"the columns {FROM} and {TO} are missing")]
            if ends == ["", ""]:
                continue
            unknown = [end for end in ends if end not in names]
            if unknown:
                problems.append(("tickets.csv", ticket.row, FROM, f"{unknown[0]!r} is no place of this board"))
                continue
            pair = {names.index(str(end)) for end in ends}
            lanes = [lane for lane in board.lanes if {lane.a, lane.b} == pair]
            if len(lanes) != 2:
                problems.append(("tickets.csv", ticket.row, FROM, f"{ends[0]}–{ends[1]} is no double route"))
            elif costs(lanes[0]) != costs(lanes[1]):  # N23, N25 speak of the route, not of a lane
                reason = f"the lanes of {ends[0]}–{ends[1]} differ in length, piece or toll"
                problems.append(("tickets.csv", ticket.row, FROM, reason))
        return problems

    def bind(self, game: Game) -> None:
        self.supply: i64 = number(self.params, "pieces")
        self.first_round: i64 = number(self.params, "first_round")
        tolls = game.rule_by_id["tolls"]
        assert isinstance(tolls, Tolls)
        self.tolls: Tolls = tolls
        pairs = [pair_lanes(game, ticket.columns) for ticket in game.board.tickets]
        self.lane_one = vec[i64]([min(pair) if pair else NO_PAIR for pair in pairs])
        self.lane_two = vec[i64]([max(pair) if pair else NO_PAIR for pair in pairs])
        self.pieces = game.add_counter("neutral_pieces", 1)
        self.holder = game.add_counter("neutral_holder", 1)
        self.turned = game.add_counter("neutral_ticket", 1)
        self.owner = game.add_owner("neutral")
        self.choice = game.add_phase(self)
        self.place_first = game.add_actions(self, 2)

    def setup(self, state: State) -> None:
        state.counters[self.pieces] = self.supply
        state.counters[self.holder] = (state.first + 1) % state.game.seats  # N20
        state.counters[self.turned] = tickets.NO_TICKET

    def after_turn(self, state: State) -> bool:
        """N20: a neutral phase once both players have had their turn, from the sixth round on."""
        if state.counters[self.holder] == NO_HOLDER:
            return False
        if self.ran_out(state):
            self.retire(state, "tickets")
            return False
        seats = state.game.seats
        if state.turns % seats != 0 or state.turns // seats < self.first_round:
            return False
        return self.turn_up(state)

    def ran_out(self, state: State) -> bool:
        """N25: the ticket deck has been exhausted at least once."""
        return len(state.ticket_deck) == 0 or state.batches > 0

    def turn_up(self, state: State) -> bool:
        """Turns up the top ticket and does what it says; True if the holder has to choose a lane."""
        ticket = state.ticket_deck[0]
        tickets.lift(state, 1)
        if state.log is not None:
            holder = state.counters[self.holder]
            state.log.append(Event("neutral.turned", int(holder), {"ticket": ticket, "ruling": "N20"}))
        one, two = self.lane_one[ticket], self.lane_two[ticket]
        if one == NO_PAIR:
            self.say(state, "neutral.blank", "N21")
            return self.put_away(state, ticket)
        first, second = state.owner[one], state.owner[two]
        neutral = self.owner
        taken = first != NOBODY and second != NOBODY
        if taken or first == neutral or second == neutral:
            self.say(state, "neutral.blank", "N24")
            return self.put_away(state, ticket)
        if state.game.lane_pieces[one] > state.counters[self.pieces]:
            self.retire(state, "pieces")
            return self.put_away(state, ticket)
        if first == NOBODY and second == NOBODY:  # N22
            state.counters[self.turned] = ticket
            state.seat = state.counters[self.holder]
            state.phase = self.choice
            return True
        lane = two if first != NOBODY else one
        self.place(state, lane, "N23")
        owner = first if first != NOBODY else second
        self.tolls.receive(state, owner, self.tolls.toll[lane], "N23")
        return self.put_away(state, ticket)

    def say(self, state: State, code: str, ruling: str) -> None:
        if state.log is not None:
            state.log.append(Event(code, TABLE, {"ruling": ruling}))

    def place(self, state: State, lane: i64, ruling: str) -> None:
        state.counters[self.pieces] -= state.game.lane_pieces[lane]
        claims.occupy(state, lane, self.owner)
        if state.log is not None:
            holder = state.counters[self.holder]
            state.log.append(Event("neutral.placed", int(holder), {"lane": lane, "ruling": ruling}))

    def put_away(self, state: State, ticket: i64) -> bool:
        """Discards the ticket, which ends the phase. The marker goes with the last wagon or ticket (N25)."""
        state.ticket_discard = append(state.ticket_discard, ticket)
        if state.counters[self.pieces] == 0:
            self.retire(state, "no_pieces")
        if len(state.ticket_deck) == 0:
            self.retire(state, "tickets")
        tickets.restock(state)
        return False

    def retire(self, state: State, reason: str) -> None:
        """The marker is discarded; of several reasons the first is told."""
        if state.counters[self.holder] == NO_HOLDER:
            return
        state.counters[self.holder] = NO_HOLDER
        if state.log is not None:
            state.log.append(Event("neutral.ended", TABLE, {"reason": reason, "ruling": "N25"}))

    # --- the choice of a lane -----------------------------------------------------------------------------
    def legal(self, state: State, actions: vec[i64]) -> vec[i64]:
        actions = append(actions, self.place_first)
        return append(actions, self.place_first + 1)

    def decide(self, state: State, action: i64) -> None:
        """N22: the wagons go on the chosen lane, the marker to the opponent."""
        ticket = state.counters[self.turned]
        state.counters[self.turned] = tickets.NO_TICKET
        self.place(state, self.lane_one[ticket] if action == self.place_first else self.lane_two[ticket], "N22")
        state.counters[self.holder] = (state.counters[self.holder] + 1) % state.game.seats
        self.put_away(state, ticket)
        turn.resume(state)

    def shown_tickets(self, counters: vec[i64]) -> list[int]:
        turned: i64 = counters[self.turned]
        return [] if turned == tickets.NO_TICKET else [turned]

    def status(self, counters: vec[i64]) -> list[Term]:
        """Who holds the marker, and the wagons left."""
        holder = counters[self.holder]
        if holder == NO_HOLDER:
            return []
        return [Term("neutral_marker", {"seat": holder, "pieces": counters[self.pieces]})]

    def notation(self, game: Game, action: i64) -> str:
        return f"neutral {action - self.place_first + 1}"

    def components(self, board: Board) -> list[Component]:
        return [Component("neutral_marker", 1, token=True)]

    def ticket_note(self, board: Board, ticket: Ticket) -> Sentence | None:
        """The double route for the neutral wagons."""
        names = {place.name: {"en": place.name, **place.names} for place in board.places}
        ends = ticket.columns.get(FROM, ""), ticket.columns.get(TO, "")
        if not all(end in names for end in ends):
            return None
        return Sentence("neutral_player.ticket", {"a": names[ends[0]], "b": names[ends[1]]})

    def observed(self, game: Game) -> list[Observed]:
        return [
            Observed("neutral_pieces", number(self.params, "pieces")),
            Observed("neutral_holder", int(game.seats) - 1, NO_HOLDER, names="seat"),
            Observed("neutral_ticket", int(game.tickets) - 1, tickets.NO_TICKET, names="ticket"),
        ]

    def telling(self, board: Board) -> list[Sentence]:
        return [
            Sentence("neutral_player.wagons", {"pieces": number(self.params, "pieces")}, ("N20",)),
            Sentence("neutral_player.marker", {}, ("N20",)),
            Sentence("neutral_player.rounds", {"first": number(self.params, "first_round")}, ("N20",)),
            Sentence("neutral_player.blank", {}, ("N21",)),
            Sentence("neutral_player.free", {}, ("N22",)),
            Sentence("neutral_player.forced", {}, ("N23",)),
            Sentence("neutral_player.full", {}, ("N24",)),
            Sentence("neutral_player.gone", {}, ("N25",)),
            Sentence("neutral_player.deck", {}, ("N25",)),
            Sentence("neutral_player.beside", {}, ("N26",)),
            Sentence("neutral_player.nobody", {}, ("N26",)),
        ]
