"""Each scripted bot has its character, and none is silly."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from bots.tables_of_bots import EXPLOITS, LIGHT, STYLES, play_out
from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots import Budget, make_bot
from ferrovia.bots.exploits import Blocker, Miser, Prospector, cards_lacking
from ferrovia.bots.outlook import Outlook
from ferrovia.bots.styles import OneStep
from ferrovia.engine.chance import seeded
from ferrovia.engine.network import groups
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import State
from ferrovia.view import observe

GAMES = 6


@cache
def games(name: str, board: str, rival: str = "greedy") -> list[tuple[State, int]]:
    """Finished games and the seat that `name` had in them."""
    game = new_game(load(board), 2)
    played = []
    for number in range(GAMES):
        seat = number % 2
        names = [name if other == seat else rival for other in range(2)]
        players = [make_bot(each, seeded(number, other)) for other, each in enumerate(names)]
        played.append((play_out(game, players, number // 2), seat))
    return played


def mean(name: str, measure: Callable[[State, int], float], board: str = "usa") -> float:
    return sum(measure(state, seat) for state, seat in games(name, board)) / GAMES


def tickets(state: State, seat: int) -> float:
    return list(state.holder).count(seat)


def lane_length(state: State, seat: int) -> float:
    lanes = [lane for lane, owner in enumerate(state.owner) if owner == seat]
    return sum(int(state.game.lane_cards[lane]) for lane in lanes) / max(1, len(lanes))


def turns(state: State, seat: int) -> float:
    return int(state.turns)


def rival_tickets_done(state: State, seat: int) -> float:
    return sum(line.points > 0 for line in state.ledger() if line.rule == "ticket" and line.seat != seat)


@pytest.mark.parametrize("board", board_ids())
@pytest.mark.parametrize("name", [*STYLES, "blocker", "rusher", "miser", "prospector"])
def test_all_are_better_than_random(name: str, board: str) -> None:
    lead = 0
    for state, seat in games(name, board, "random"):
        scores = state.scores()
        lead += scores[seat] - scores[1 - seat]
    assert lead > 0


@pytest.mark.parametrize("board", ["usa", "lyon"])
def test_the_long_route_hunter_builds_the_longest_lanes(board: str) -> None:
    lengths = {name: mean(name, lane_length, board) for name in STYLES}
    assert max(lengths, key=lambda name: lengths[name]) == "long-route"
    assert lengths["long-route"] > 3


def test_the_hungry_hold_more_tickets_and_hoarders_most() -> None:
    held = {name: mean(name, tickets) for name in LIGHT}
    assert held["greedy"] == 2
    assert held["path"] < held["hungry"] < held["hoarder"]
    assert held["hoarder"] == max(held[name] for name in [*STYLES, *EXPLOITS])


def test_the_rusher_ends_the_game_first() -> None:
    lasted = {name: mean(name, turns) for name in [*STYLES, *EXPLOITS]}
    assert min(lasted, key=lambda name: lasted[name]) == "rusher"


def test_the_blocker_costs_others_tickets() -> None:
    against = {name: mean(name, rival_tickets_done, "lyon") for name in ("blocker", "rusher", "path")}
    assert against["blocker"] == min(against.values())


def test_the_one_step_thinker_wants_one_lane_at_a_time() -> None:
    state = new_game(load("usa"), 2).start(seeded(1))
    bots = [OneStep(seeded(1)), OneStep(seeded(2))]
    while not state.over:
        view, bot = observe(state, state.seat), bots[state.seat]
        assert len(bot.wanted(Outlook(view))) <= 1
        state.apply(bot.choose(view, list(state.legal_actions()), Budget()))


def test_the_blocker_takes_the_lane_that_a_rival_is_missing() -> None:
    """A rival has built all of a ticket's way but one lane; the hand of the blocker can pay that lane."""
    game = new_game(load("usa"), 2)
    state = game.start(seeded(1))
    names = [place.name for place in game.board.places]
    ticket = next(
        t for t in range(game.tickets) if {names[game.ticket_a[t]], names[game.ticket_b[t]]} == {"Denver", "El Paso"}
    )
    lanes = {frozenset((names[lane.a], names[lane.b])): i for i, lane in enumerate(game.lanes)}
    state.owner[lanes[frozenset(("Denver", "Santa Fe"))]] = 1
    view = observe(state, 0)
    view.tickets = [other for other in view.tickets if other != ticket]
    view.hand = [6] * game.cards
    gap = lanes[frozenset(("Santa Fe", "El Paso"))]
    outlook = Outlook(view)
    assert gap in Blocker(seeded(1)).wanted(outlook)


def test_the_miser_shows_nothing_before_it_has_nearly_all_cards_of_its_network() -> None:
    state = new_game(load("usa"), 2).start(seeded(2))
    miser = Miser(seeded(1))
    bots = [miser, make_bot("path", seeded(2))]
    lacked: list[int] = []
    late = False
    while not state.over and not miser.builds:
        view = observe(state, state.seat)
        outlook = Outlook(view)
        late = outlook.fewest_pieces() * 2 < sum(state.game.supply)  # it can wait no longer
        action = bots[state.seat].choose(view, list(state.legal_actions()), Budget())
        if state.seat == 0:
            lacked.append(cards_lacking(outlook, miser.wanted(outlook)))
        state.apply(action)
    assert list(state.owner).count(0) <= 1  # the first one it claims, if it can pay one at once
    assert len(lacked) > 10
    assert min(lacked[1:-1]) > Miser.TIGHT * 2
    assert late or lacked[-1] <= Miser.TIGHT * 2


def test_cards_lacking_counts_what_grey_lanes_can_take_from_the_rest() -> None:
    game = new_game(load("usa"), 2)
    view = observe(game.start(seeded(1)), 0)
    grey = next(lane for lane in range(len(view.owner)) if game.lane_colour[lane] == game.grey)
    plain = next(lane for lane in range(len(view.owner)) if game.lane_colour[lane] != game.grey)
    view.hand = [0] * game.cards
    both = int(game.lane_cards[grey] + game.lane_cards[plain])
    assert cards_lacking(Outlook(view), [grey, plain]) == both
    view.hand[game.lane_colour[plain]] = game.lane_cards[plain] + 1  # one more than the lane needs
    assert cards_lacking(Outlook(view), [grey, plain]) == game.lane_cards[grey] - 1
    view.hand[game.wild] = 20
    assert cards_lacking(Outlook(view), [grey, plain]) == 0


def test_the_prospector_builds_one_network_before_it_draws_tickets() -> None:
    state = new_game(load("usa"), 2).start(seeded(3))
    bots = [Prospector(seeded(1)), make_bot("greedy", seeded(2))]
    while state.phase == FIRST_TICKETS:
        view = observe(state, state.seat)
        state.apply(bots[state.seat].choose(view, list(state.legal_actions()), Budget()))
    held = list(state.holder).count(0)
    while not state.over and not Prospector(seeded(0)).is_grown(Outlook(observe(state, 0))):
        view = observe(state, state.seat)
        state.apply(bots[state.seat].choose(view, list(state.legal_actions()), Budget()))
    game, label = state.game, groups(state, 0)
    mine = [lane for lane, owner in enumerate(state.owner) if owner == 0]
    assert len(mine) > 2
    assert len({label[game.lane_a[lane]] for lane in mine}) == 1
    assert list(state.holder).count(0) == held
