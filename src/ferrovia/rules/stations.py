"""Stations (S1–S6): pieces on places, each of which lends its owner a route of somebody else for tickets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.engine import claims, market, network, turn
from ferrovia.engine.board import Board
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.ledger import Ledger
from ferrovia.engine.params import PLACE, Told
from ferrovia.engine.phases import TURN
from ferrovia.engine.rule import LONGEST_TEXT, Rule
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.telling import Component, Extra, Observed, Sentence, Term
from ferrovia.rules.shared.columns import Problem, check_number, number

NO_PLACE: Final = -1
GLYPH: Final = "M-.75 .7V-.1L0-.75L.75-.1V.7ZM-.2 .7V.2H.2V.7"
"""A house with a door."""
MOST_PIECES: Final = 6
LONGEST_NAME: Final = LONGEST_TEXT - len("station at ")
GAIN: Final = 3
"""Points beyond those of a kept station that make a bot spend its last turn on one."""


class Stations(Rule):
    """Who has a station where is a counter for every place: 0 for nobody, else the seat and one."""

    PARAMS = ("pieces", "points")
    USUAL: ClassVar[Mapping[str, object]] = {"pieces": 3, "points": 4}
    PICTURE = "borrowed"
    EVENTS: ClassVar[Mapping[str, Told]] = {"station.built": Told({"place": PLACE})}

    @classmethod
    def check(cls, board: Board, params: Mapping[str, object]) -> list[Problem]:
        reasons = [check_number(params, name) for name in cls.PARAMS]
        if not reasons[0] and not 1 <= number(params, "pieces") <= MOST_PIECES:
            reasons[0] = f"`pieces` has to be a number from 1 to {MOST_PIECES}"
        problems: list[Problem] = [("board.toml", 0, "stations", reason) for reason in reasons if reason]
        for row, place in enumerate(board.places, 2):
            if len(place.name) > LONGEST_NAME:
                reason = f"is longer than {LONGEST_NAME} letters, too long for a station's move"
                problems.append(("locations.csv", row, "name", reason))
        return problems

    def bind(self, game: Game) -> None:
        self.supply: i64 = number(self.params, "pieces")
        self.points: i64 = number(self.params, "points")
        self.junction = vec[i64]([1 if place.junction else 0 for place in game.board.places])
        self.at = game.add_counter("stations", game.places)
        self.left = game.add_counter("stations_left", game.seats)
        self.chosen = game.add_counter("station_place", 1)
        self.line = game.add_line("stations")
        self.paying = game.add_phase(self)
        game.join_turns(self)
        self.put = game.add_actions(self, game.places)
        self.pay = game.add_actions(self, game.wild * self.supply + 1)  # colour by colour, by the number of wilds

    def setup(self, state: State) -> None:
        state.counters[self.chosen] = NO_PLACE
        seat: i64
        for seat in range(state.game.seats):
            state.counters[self.left + seat] = self.supply

    # --- a turn ---------------------------------------------------------------------------------------------
    def cost(self, state: State, seat: i64) -> i64:
        """S2: of the next station, in cards."""
        return self.supply - state.counters[self.left + seat] + 1

    def legal(self, state: State, actions: vec[i64]) -> vec[i64]:
        return self.sites(state, actions) if state.phase == TURN else self.payments(state, actions)

    def sites(self, state: State, actions: vec[i64]) -> vec[i64]:
        """S1, S3: any place that has no station and is no junction."""
        game = state.game
        seat = state.seat
        base = seat * game.cards
        end = base + game.wild
        if state.counters[self.left + seat] == 0:
            return actions
        if claims.most_alike(state.hands, base, end) + state.hands[end] < self.cost(state, seat):
            return actions
        place: i64
        for place in range(game.places):
            if state.counters[self.at + place] == 0 and not self.junction[place]:
                actions = append(actions, self.put + place)
        return actions

    def payments(self, state: State, actions: vec[i64]) -> vec[i64]:
        """S2: every payment that the hand allows."""
        game = state.game
        base = state.seat * game.cards
        wilds = state.hands[base + game.wild]
        cost = self.cost(state, state.seat)
        colour: i64
        more: i64
        for colour in range(game.wild):
            for more in range(cost):
                if more <= wilds and state.hands[base + colour] >= cost - more:
                    actions = append(actions, self.pay + colour * self.supply + more)
        if wilds >= cost:
            actions = append(actions, self.pay + game.wild * self.supply)
        return actions

    def decide(self, state: State, action: i64) -> None:
        if action < self.pay:
            state.counters[self.chosen] = action - self.put
            state.phase = self.paying
            return
        seat = state.seat
        place = state.counters[self.chosen]
        colour, wilds = self.payment(state, action)
        claims.pay(state, colour, self.cost(state, seat) - wilds, wilds)
        state.counters[self.chosen] = NO_PLACE
        state.counters[self.at + place] = seat + 1
        state.counters[self.left + seat] -= 1
        if state.log is not None:
            state.log.append(Event("station.built", int(seat), {"place": place, "ruling": "S1"}))
        market.use_discard(state)
        turn.end_turn(state)

    def payment(self, state: State, action: i64) -> tuple[i64, i64]:
        """The colour that pays and the wilds beside it."""
        colour = (action - self.pay) // self.supply
        if colour == state.game.wild:
            return colour, self.cost(state, state.seat)
        return colour, (action - self.pay) % self.supply

    # --- tickets --------------------------------------------------------------------------------------------
    def borrowed(self, state: State, seat: i64) -> vec[i64]:
        """S4: of all ways to lend each station of a seat one lane, the one by which its tickets bring most."""
        places = vec[i64]()
        place: i64
        for place in range(state.game.places):
            if state.counters[self.at + place] == seat + 1:
                places = append(places, place)
        if len(places) == 0:
            return vec[i64]()
        return self.best(state, seat, places)

    def best(self, state: State, seat: i64, places: vec[i64]) -> vec[i64]:
        """Tries every lane of others at each of these places, and none; of equals the first."""
        label = network.groups(state, seat)
        tried: list[vec[i64]] = [vec[i64]()]
        for place in places:
            lanes = self.lent(state, seat, label, place)
            longer: list[vec[i64]] = []
            for lent in tried:
                longer.append(lent)
                for lane in lanes:
                    longer.append(append(lent[:], lane))
            tried = longer
        best = tried[0]
        most = ticket_points(state, seat, label)
        for lent in tried:
            points = ticket_points(state, seat, network.connected(state.game, label, lent))
            if points > most:
                most = points
                best = lent
        return best

    def lent(self, state: State, seat: i64, label: vec[i64], place: i64) -> vec[i64]:
        """The lanes of others into a place; one is enough for each network of the seat's own that they lead to."""
        game = state.game
        lanes = vec[i64]()
        reached: set[int] = set()
        lane: i64
        for lane in range(len(state.owner)):
            if state.owner[lane] in (NOBODY, seat):
                continue
            far: i64 = NO_PLACE
            if game.lane_a[lane] == place:
                far = game.lane_b[lane]
            elif game.lane_b[lane] == place:
                far = game.lane_a[lane]
            if far != NO_PLACE and label[far] != label[place] and int(label[far]) not in reached:
                reached.add(int(label[far]))
                lanes = append(lanes, lane)
        return lanes

    def score(self, state: State, ledger: Ledger) -> None:
        """S6: what was kept."""
        seat: i64
        for seat in range(state.game.seats):
            kept = state.counters[self.left + seat]
            if kept > 0:
                ledger.add(self.line, seat, self.points * kept, kept)

    # --- what it says of itself -----------------------------------------------------------------------------
    def advise(self, state: State) -> i64:
        """In the last turn, the station that brings tickets much more than it costs; the payment with fewest wilds."""
        if state.phase == TURN:
            return self.last_station(state) if state.turns_left > 0 else -1
        payments = self.payments(state, vec[i64]())
        best = payments[0]
        for action in payments:
            if self.payment(state, action)[1] < self.payment(state, best)[1]:
                best = action
        return best

    def last_station(self, state: State) -> i64:
        seat = state.seat
        own = vec[i64]()
        place: i64
        for place in range(state.game.places):
            if state.counters[self.at + place] == seat + 1:
                own = append(own, place)
        label = network.groups(state, seat)
        now = ticket_points(state, seat, network.connected(state.game, label, self.borrowed(state, seat)))
        best: i64 = -1
        most = now + self.points + GAIN
        for action in self.sites(state, vec[i64]()):
            lent = self.best(state, seat, append(own[:], action - self.put))
            points = ticket_points(state, seat, network.connected(state.game, label, lent))
            if points > most:
                most = points
                best = action
        return best

    def notation(self, game: Game, action: i64) -> str:
        if action < self.pay:
            return f"station at {game.board.places[action - self.put].name}"
        colour = (action - self.pay) // self.supply
        wilds = (action - self.pay) % self.supply
        if colour == game.wild:
            return "station pay wild"
        return f"station pay {game.colours[colour]}" + (f"+{wilds}w" if wilds else "")

    def wording(self, state: State, action: i64) -> Term | None:
        if action < self.pay:
            cards = self.cost(state, state.seat)
            return Term("station", {"place": action - self.put, "cards": cards, "points": self.points}, glyph=GLYPH)
        colour, wilds = self.payment(state, action)
        plain = self.cost(state, state.seat) - wilds
        return Term("station.pay", {"colour": colour, "plain": plain, "wilds": wilds})

    def status(self, counters: vec[i64]) -> list[Term]:
        """Every station that stands."""
        places = range(len(self.junction))
        return [
            Term("station", {"seat": counters[self.at + place] - 1, "place": place}, glyph=GLYPH)
            for place in places
            if counters[self.at + place] > 0
        ]

    def extras(self, board: Board) -> list[Extra]:
        places = tuple(index for index, place in enumerate(board.places) if not place.junction)
        return [Extra("stations_built", most=number(self.params, "pieces"), places=places)]

    def lay_extra(self, state: State, seat: i64, extra: str, number: i64) -> None:
        state.counters[self.at + number] = seat + 1
        state.counters[self.left + seat] -= 1

    def components(self, board: Board) -> list[Component]:
        return [Component("station", number(self.params, "pieces") * board.players[1], glyph=GLYPH, token=True)]

    def observed(self, game: Game) -> list[Observed]:
        return [
            Observed("stations", int(game.seats), each="place", names="seat", first=1),
            Observed("stations_left", int(self.supply), each="seat"),
            Observed("station_place", int(game.places) - 1, NO_PLACE, names="place"),
        ]

    def telling(self, board: Board) -> list[Sentence]:
        return [
            Sentence("stations.put", {"pieces": number(self.params, "pieces")}, ("S1",)),
            Sentence("stations.cost", {}, ("S2",)),
            Sentence("stations.one", {}, ("S3",)),
            Sentence("stations.borrow", {}, ("S4",)),
            Sentence("stations.tickets_only", {}, ("S5",)),
            Sentence("stations.kept", {"points": number(self.params, "points")}, ("S6",)),
        ]


def ticket_points(state: State, seat: i64, label: vec[i64]) -> i64:
    """What a seat's tickets bring if places of one label are connected."""
    game = state.game
    points: i64 = 0
    ticket: i64
    for ticket in range(game.tickets):
        if state.holder[ticket] == seat:
            if network.joins(game, label, ticket):
                points += game.ticket_points[ticket]
            else:
                points -= game.ticket_points[ticket]
    return points
