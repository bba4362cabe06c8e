"""T1–T7: tunnels, and the decision that waits for their players."""

from __future__ import annotations

from ferrovia.engine import claims
from ferrovia.engine.audit import audit
from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.state import State
from ferrovia.record import format_action
from ferrovia.record.notation import find_lanes
from ferrovia.view import determinize, observe
from positions import Position, codes, counter, do, every_card, hand_of, legal, log, refused, said
from rulings.skerries_board import SKERRIES

RED = "claim Falla–Gard red"  # three spaces
GREY = "claim Enby–Falla blue"  # two spaces of any colour


def at_tunnel(deck: dict[str, int], hand: dict[str, int], discard: dict[str, int] | None = None) -> State:
    """Seat 0 to claim, with so many cards in the deck; all others are with seat 1."""
    position = Position(SKERRIES, seats=2).hand(0, **hand).row("yellow", "yellow", "mint", "mint", "lilac")
    position.discard(**(discard or {}))
    left = {position.game.colours[card]: int(position.state().deck[card]) for card in range(position.game.wild)}
    left["wild"] = int(position.state().deck[position.game.wild])
    rest = {card: count - deck.get(card, 0) for card, count in left.items()}
    return position.hand(1, **rest).state()


def test_t1_without_a_match_a_tunnel_costs_what_it_shows() -> None:
    state = do(at_tunnel({"green": 2, "blue": 1}, {"red": 5}), RED)
    assert said(state, "tunnel.turned_up")[0]["extra"] == 0
    assert hand_of(state, 0) == {"red": 2}
    assert (list(state.owner).count(0), state.seat, counter(state, "tunnel_cards")) == (1, 1, -1)


def test_t1_nothing_is_paid_before_the_decision() -> None:
    state = do(at_tunnel({"red": 1, "blue": 2}, {"red": 5}), RED)
    assert (state.seat, state.turns, list(state.owner).count(0)) == (0, 0, 0)
    assert hand_of(state, 0) == {"red": 5}
    assert "cards.paid" not in codes(state)


def test_t1_what_was_shown_is_known_to_all_and_stays_in_a_hand_dealt_anew() -> None:
    state = do(at_tunnel({"red": 1, "blue": 2}, {"red": 3, "wild": 2}), f"{RED}+1w")
    for seed in range(20):
        filled = determinize(observe(state, 1), seeded(seed))
        assert hand_of(filled, 0)["red"] >= 2
        assert hand_of(filled, 0)["wild"] >= 1
        assert observe(filled, 1).facts() == observe(state, 1).facts()
        for action in filled.legal_actions():
            twin = filled.clone()
            twin.apply(action)
            assert audit(twin) == ""


def test_t2_each_match_and_each_wild_costs_a_card_more() -> None:
    state = do(at_tunnel({"red": 1, "wild": 1, "blue": 1}, {"red": 5, "wild": 2}), RED)
    told = said(state, "tunnel.turned_up")[0]
    assert (told["extra"], told["ruling"]) == (2, "T2")
    assert legal(state) == {"tunnel pay", "tunnel pay+1w", "tunnel pay+2w", "tunnel back"}


def test_t2_three_cards_are_turned_up_for_all_to_see() -> None:
    state = do(at_tunnel({"red": 1, "blue": 2}, {"red": 5}), RED)
    turned = said(state, "tunnel.turned_up")[0]["cards"]
    assert isinstance(turned, list)
    assert sorted(turned) == [0, 1, 1]
    for viewer in (-1, 0, 1):
        counters = observe(state, viewer).facts()["counters"]
        assert isinstance(counters, dict)
        assert counters["tunnel_cards"] == turned


def test_t2_on_a_grey_tunnel_the_colour_that_pays_counts() -> None:
    state = do(at_tunnel({"blue": 1, "red": 2}, {"blue": 3}), GREY)
    assert said(state, "tunnel.turned_up")[0]["extra"] == 1
    assert legal(state) == {"tunnel pay", "tunnel back"}


def test_t3_paid_with_wilds_alone_only_wilds_count_and_only_wilds_pay() -> None:
    state = do(at_tunnel({"red": 2, "wild": 1}, {"red": 5, "wild": 4}), "claim Falla–Gard wild")
    assert said(state, "tunnel.turned_up")[0]["extra"] == 1
    assert legal(state) == {"tunnel pay+1w", "tunnel back"}
    do(state, "tunnel pay+1w")
    assert hand_of(state, 0) == {"red": 5}
    plain = do(at_tunnel({"red": 3}, {"red": 5, "wild": 4}), "claim Falla–Gard wild")
    assert said(plain, "tunnel.turned_up")[0]["extra"] == 0


def test_t4_without_deck_and_discard_nothing_is_turned_up() -> None:
    state = do(at_tunnel({}, {"red": 3}), RED)
    told = said(state, "tunnel.turned_up")[0]
    assert (told["cards"], told["extra"], told["ruling"]) == ([], 0, "T4")
    assert list(state.owner).count(0) == 1


def test_t4_fewer_than_three_cards_are_all_turned_up() -> None:
    state = do(at_tunnel({"red": 2}, {"red": 5}), RED)
    told = said(state, "tunnel.turned_up")[0]
    assert (told["cards"], told["extra"], told["ruling"]) == ([0, 0], 2, "T4")
    assert every_card(state) == list(SKERRIES.deck.values())


def test_t4_r9_a_deck_that_runs_out_is_made_anew_while_cards_are_turned_up() -> None:
    state = do(at_tunnel({"blue": 1}, {"red": 5}, {"red": 2}), RED)
    assert said(state, "tunnel.turned_up")[0]["cards"] == [1, 0, 0]
    assert said(state, "deck.reshuffled")[0]["cards"] == 2
    assert every_card(state) == list(SKERRIES.deck.values())


def test_t5_the_extra_cards_are_paid_with_the_rest() -> None:
    state = do(at_tunnel({"red": 1, "wild": 1, "blue": 1}, {"red": 5, "wild": 2}), RED, "tunnel pay+1w")
    assert hand_of(state, 0) == {"red": 1, "wild": 1}
    assert said(state, "cards.paid") == [{"colour": 0, "plain": 4, "wilds": 1}]
    assert (list(state.owner).count(0), state.seat, state.turns) == (1, 1, 1)
    assert audit(state) == ""


def test_t5_only_what_the_hand_holds_can_be_paid() -> None:
    assert legal(do(at_tunnel({"red": 3}, {"red": 3, "wild": 1}), RED)) == {"tunnel back"}
    assert legal(do(at_tunnel({"red": 1, "blue": 2}, {"red": 3, "wild": 1}), RED)) == {"tunnel pay+1w", "tunnel back"}


def test_t5_wilds_announced_are_counted_once() -> None:
    state = do(at_tunnel({"red": 1, "blue": 2}, {"red": 3, "wild": 1}), f"{RED}+1w")
    assert legal(state) == {"tunnel pay", "tunnel back"}
    assert hand_of(do(state, "tunnel pay"), 0) == {}


def test_t6_who_takes_the_cards_back_keeps_them_and_ends_the_turn() -> None:
    state = do(at_tunnel({"red": 1, "blue": 2}, {"red": 5}), RED, "tunnel back")
    assert hand_of(state, 0) == {"red": 5}
    assert (list(state.owner).count(0), state.seat, state.turns) == (0, 1, 1)
    assert (codes(state)[-1], log(state)[-1].public["ruling"]) == ("tunnel.withdrawn", "T6")
    assert counter(state, "tunnel_lane") == -1


def test_t6_nothing_else_can_be_done_meanwhile() -> None:
    state = do(at_tunnel({"red": 1, "blue": 2}, {"red": 5, "lilac": 4}), RED)
    for text in ("pass", "draw 1", "draw blind", "tickets", "keep 1", RED, "claim Gard–Alvik lilac"):
        assert refused(state, text).code == "action.not_now"
    assert refused(state, "tunnel back", seat=1).code == "turn.not_yours"
    assert refused(at_tunnel({}, {"red": 3}), "tunnel back").code == "action.not_now"


def test_t7_turned_up_cards_go_to_the_discard_in_either_case() -> None:
    for answer, paid in (("tunnel pay+3w", 3), ("tunnel back", 0)):
        state = do(at_tunnel({"red": 5}, {"red": 3, "wild": 3}), RED, answer)
        assert (state.discard[0], state.deck_total) == (3 + paid, 2)
        assert every_card(state) == list(SKERRIES.deck.values())


def test_a_tunnel_is_told_before_it_is_claimed_and_while_it_waits() -> None:
    state = at_tunnel({"red": 1, "blue": 2}, {"red": 5})
    lane = find_lanes(state.game, "Falla–Gard")[0]
    assert [(term.key, term.warning) for term in claims.terms(state, 0, lane)] == [("tunnel", True)]
    do(state, RED)
    rule = state.game.rule_by_id["tunnels"]
    assert [(term.key, term.params) for term in rule.status(state.counters)] == [("tunnel", {"lane": lane, "extra": 1})]
    worded = {format_action(state.game, action): rule.wording(state, action) for action in state.legal_actions()}
    assert {text: term and term.params for text, term in worded.items()} == {
        "tunnel pay": {"colour": 0, "plain": 4, "wilds": 0},
        "tunnel back": {},
    }
    assert format_action(state.game, rule.advise(state)) == "tunnel pay"


def test_random_games_come_by_every_answer() -> None:
    game = Position(SKERRIES, seats=3).game
    given: set[str] = set()
    for number in range(60):
        state = game.start(seeded(number))
        policy = RandomPolicy(game, seeded(number, 1))
        while not state.over:
            action = policy.choose(state)
            if action >= game.rule_action_base:
                given.add(format_action(game, action))
            state.apply(action)
            assert audit(state) == ""
    assert given >= {"tunnel pay", "tunnel pay+1w", "tunnel back"}
