"""What the observer counts, against the log of the same games and against the plain simulation."""

from __future__ import annotations

import pytest

from ferrovia.balance.counting.layout import SHARE
from ferrovia.balance.counting.series import count_planned, count_random
from ferrovia.balance.counts import Counts
from ferrovia.balance.playing import offer_bounds
from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.tables import board_tables
from ferrovia.engine.chance import seeded
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.network import completed, joins, ticket_groups
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.series import POLICY_STREAM, play_series
from ferrovia.engine.setup import deal
from rulings.skerries_board import SKERRIES

SEED = 5
GAMES = 12


def counted(game: Game) -> Counts:
    return Counts(game, (count_random(game, offer_bounds(game), SEED, 0, GAMES),))


@pytest.mark.parametrize("board", board_ids())
def test_random_games_are_those_of_the_simulation(board: str) -> None:
    game = new_game(load(board), 2)
    whole, tally = counted(game).whole, play_series(game, SEED, 0, GAMES)
    assert whole.game("games") == GAMES
    assert whole.game("decisions") == tally.decisions
    assert [whole.of("chair", seat, "score") for seat in range(2)] == list(tally.scores)
    assert sum(whole.of("order", seat, "win") for seat in range(2)) == GAMES * SHARE


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("berlin", 4), ("nederland", 3), ("amsterdam", 2)])
def test_counts_agree_with_the_log_of_every_game(board: str, players: int) -> None:
    """The log is what the observer does without, to be fast."""
    game = new_game(load(board), players)
    whole = counted(game).whole
    seen = {"resets": 0, "empty_decks": 0, "passes": 0}
    claims = [0] * len(game.lanes)
    done = [0] * int(game.tickets)
    for index in range(GAMES):
        log: list[Event] = []
        state = deal(game, seeded(SEED, index), log)
        policy = RandomPolicy(game, seeded(SEED ^ POLICY_STREAM, index))
        while not state.over:
            state.apply(policy.choose(state))
        codes = {event.code for event in log}
        seen["resets"] += "row.reset" in codes
        seen["empty_decks"] += "deck.reshuffled" in codes
        seen["passes"] += "turn.passed" in codes
        for event in log:
            if event.code == "route.claimed":
                lane = event.public["lane"]
                assert isinstance(lane, int)
                claims[lane] += 1
        for ticket, holder in enumerate(state.holder):
            done[ticket] += holder >= 0 and completed(state, holder, ticket)
    assert {name: whole.game(name) for name in seen} == seen
    assert [whole.of("lanes", lane, "claimed") for lane in range(len(claims))] == claims
    assert [whole.of("tickets", ticket, "completed") for ticket in range(len(done))] == done


def test_tickets_count_as_they_are_scored_over_lanes_that_a_rule_lends() -> None:
    """R30, S: with stations and tickets of several goals."""
    game = new_game(SKERRIES, 4, {"stations": True})
    whole = counted(game).whole
    done = alone = 0
    for index in range(GAMES):
        state = deal(game, seeded(SEED, index))
        policy = RandomPolicy(game, seeded(SEED ^ POLICY_STREAM, index))
        while not state.over:
            state.apply(policy.choose(state))
        held = [(ticket, holder) for ticket, holder in enumerate(state.holder) if holder >= 0]
        done += sum(joins(game, ticket_groups(state, holder), ticket) for ticket, holder in held)
        alone += sum(completed(state, holder, ticket) for ticket, holder in held)
    assert alone < done == sum(whole.of("tickets", ticket, "completed") for ticket in range(int(game.tickets)))


def test_parts_add_up_to_the_whole() -> None:
    game = new_game(load("amsterdam"), 3)
    bounds = offer_bounds(game)
    tables = board_tables(game)
    random = [count_random(game, bounds, SEED, start, games) for start, games in ((0, 4), (4, 8), (0, 12))]
    planned = [count_planned(tables, bounds, SEED, start, games) for start, games in ((0, 4), (4, 8), (0, 12))]
    for first, second, whole in (random, planned):
        assert [one + other for one, other in zip(first, second, strict=True)] == whole


def test_planners_choose_by_lot_in_every_second_game() -> None:
    game = new_game(load("amsterdam"), 2)
    whole = Counts(game, (count_planned(board_tables(game), offer_bounds(game), SEED, 0, 20),)).whole
    assert (whole.game("games"), whole.game("lots"), whole.game("unfinished")) == (10, 10, 0)
    kept = sum(whole.of("tickets", ticket, "lot_kept") for ticket in range(int(game.tickets)))
    assert 20 <= kept <= 40, "one or two of two, at every seat"
    assert all(
        whole.of("pairs", t * int(game.tickets) + t, "both") == whole.of("tickets", t, "lot_kept") for t in range(20)
    )


def test_opening_offers_are_cut_into_classes_of_like_size() -> None:
    game = new_game(load("usa"), 2)
    assert offer_bounds(game) == sorted(offer_bounds(game))
    whole = Counts(game, (count_random(game, offer_bounds(game), SEED, 0, 400),)).whole
    offers = [whole.of("classes", kind, "offers") for kind in range(5)]
    assert sum(offers) == 800
    assert min(offers) > 80
