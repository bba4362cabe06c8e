"""The end of a game that was played on the printed board, from what lies on the table: its position, to be scored.

game = new_game(load("usa"), seats=2, first=0)
end = final_position(game, [Player(lanes=[3, 17], tickets=[4]), Player(lanes=[8])])
end.ledger(), end.standings()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ferrovia.engine import claims
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import FerroviaError, Refusal
from ferrovia.engine.game import Game
from ferrovia.engine.phases import OVER
from ferrovia.engine.rule import Rule
from ferrovia.engine.setup import lay_out
from ferrovia.engine.state import State
from ferrovia.engine.telling import Extra


class CountError(FerroviaError):
    """Something that can't lie on the table at the end of a game."""


@dataclass(frozen=True)
class Player:
    """What one player has at the end: lanes and tickets by their numbers, extras by their ids: how many, or, if they
    stand on places, which places."""

    lanes: Sequence[int] = ()
    tickets: Sequence[int] = ()
    extras: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)


def final_position(game: Game, players: Sequence[Player]) -> State:
    """The position that these players are left with: `ledger` and `standings` are those of the game they played.

    Who began is the game's `first`, which matters where later players start with more points. Routes are laid one by
    one and refused as claims are: taken, closed beside another one, too few pieces. Which cards are where is not known,
    and counts for nothing."""
    if len(players) != game.seats:
        raise CountError("count.players", {"players": len(players), "seats": int(game.seats)})
    state = empty_table(game)
    for seat, player in enumerate(players):
        lay_lanes(state, seat, player.lanes)
    for seat, player in enumerate(players):
        lay_tickets(state, seat, player.tickets)
    lay_extras(state, players)
    state.phase = OVER
    return state


def empty_table(game: Game) -> State:
    state = State(game, seeded(0))
    lay_out(state)
    state.first = max(int(game.first), 0)
    for rule in game.setup_rules:
        rule.setup(state)
    return state


def lay_lanes(state: State, seat: int, lanes: Sequence[int]) -> None:
    game = state.game
    for lane in lanes:
        if not 0 <= lane < len(game.lanes):
            raise CountError("lane.unknown", {"lane": lane})
        refusal = claims.refuse_lane(state, seat, lane)
        if refusal is not None:
            raise count_error(refusal, seat)
        state.pieces[seat * game.kinds + game.lane_kind[lane]] -= game.lane_pieces[lane]
        state.points[seat] += game.lane_points[lane]
        claims.occupy(state, lane, seat)


def count_error(refusal: Refusal, seat: int) -> CountError:
    """Why a lane can't be claimed, said of a game that is over."""
    facts = {**refusal.params, "seat": seat}
    match refusal.code:
        case "route.taken":
            return CountError("count.taken", facts)
        case "route.own_twin":
            return CountError("count.own_twin", facts)
        case "route.closed":
            return CountError("count.closed", facts)
    return CountError("count.pieces", facts)


def lay_tickets(state: State, seat: int, tickets: Sequence[int]) -> None:
    for ticket in tickets:
        if not 0 <= ticket < state.game.tickets:
            raise CountError("count.no_ticket", {"ticket": ticket})
        if state.holder[ticket] >= 0:  # long ones lie in the box
            raise CountError("count.ticket_twice", {"ticket": ticket, "owner": int(state.holder[ticket])})
        state.holder[ticket] = seat


# --- extras -----------------------------------------------------------------------------------------------
def extras_of(game: Game) -> list[tuple[Rule, Extra]]:
    """What to ask every player for, and the rule that wants to know."""
    return [(rule, extra) for rule in game.rules for extra in rule.extras(game.board)]


def lay_extras(state: State, players: Sequence[Player]) -> None:
    """Every player says each of them, and nothing else; where nothing is said to stand, nothing stands."""
    asked = extras_of(state.game)
    numbered = {extra.id for _, extra in asked if not extra.places}
    standing = {extra.id for _, extra in asked if extra.places}
    for player in players:
        for unknown in (player.extras.keys() - numbered) | (player.places.keys() - standing):
            raise CountError("count.no_extra", {"extra": unknown})
    for rule, extra in asked:
        if extra.places:
            lay_on_places(state, rule, extra, players)
            continue
        numbers = [number_of(player, seat, extra) for seat, player in enumerate(players)]
        if extra.together and sum(numbers) > extra.together:
            raise CountError("count.together", {"extra": extra.id, "count": sum(numbers), "most": extra.together})
        for seat, number in enumerate(numbers):
            rule.lay_extra(state, seat, extra.id, number)


def lay_on_places(state: State, rule: Rule, extra: Extra, players: Sequence[Player]) -> None:
    taken: dict[int, int] = {}
    for seat, player in enumerate(players):
        places = player.places.get(extra.id, ())
        if len(places) > extra.most:
            raise CountError("count.extra", {"extra": extra.id, "seat": seat, "most": extra.most})
        for place in places:
            if place not in extra.places:
                raise CountError("count.no_place", {"extra": extra.id})
            if place in taken:
                raise CountError("count.place_taken", {"place": place, "owner": taken[place]})
            taken[place] = seat
            rule.lay_extra(state, seat, extra.id, place)


def number_of(player: Player, seat: int, extra: Extra) -> int:
    if extra.id not in player.extras:
        raise CountError("count.missing", {"extra": extra.id, "seat": seat})
    number = player.extras[extra.id]
    if not 0 <= number <= extra.most:
        raise CountError("count.extra", {"extra": extra.id, "seat": seat, "most": extra.most})
    return number
