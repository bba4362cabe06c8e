"""What has to balance in any state of any game, worked out anew from the board and not from the engine's own sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ferrovia.engine.actions import BLIND, PASS, SLOT, SLOTS, TICKETS
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.phases import OVER, SECOND_CARD, TURN
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.tickets import BOX, LONG
from ferrovia.record.notation import parse_action
from ferrovia.view import observe
from properties.final_order import check_standings


def rows(table: Iterable[int], width: int) -> list[list[int]]:
    """A flat table, one row per seat."""
    flat = list(table)
    return [flat[at : at + width] for at in range(0, len(flat), width)]


def counters(state: State, name: str) -> list[int] | None:
    """The numbers a rule keeps under a name, if this game is played with it."""
    for known, start, width in state.game.counter_names:
        if known == name:
            return list(state.counters[start : start + width])
    return None


BESIDE: dict[str, list[list[int]]] = {}


def twins(game: Game) -> list[list[int]]:
    """For each lane the lanes beside it, by their places."""
    if game.board.digest not in BESIDE:
        ends = [{lane.a, lane.b} for lane in game.lanes]
        numbers = range(len(ends))
        BESIDE[game.board.digest] = [[i for i in numbers if i != lane and ends[i] == ends[lane]] for lane in numbers]
    return BESIDE[game.board.digest]


# --- what is conserved ----------------------------------------------------------------------------------
def check_cards(state: State) -> None:
    """Every card of the box is in a hand, the row, the deck or the discard. What is known of a hand is in it."""
    game = state.game
    hands = rows(state.hands, game.cards)
    for card, printed in enumerate(game.board.deck.values()):
        held = sum(hand[card] for hand in hands)
        assert held + list(state.market).count(card) + state.deck[card] + state.discard[card] == printed
    assert min(*state.deck, *state.discard, *state.hands, *state.known) >= 0
    assert all(seen <= held for seen, held in zip(state.known, state.hands, strict=True))
    assert all(card == NO_CARD or 0 <= card < game.cards for card in state.market)
    assert state.deck_total == sum(state.deck)
    assert state.discard_total == sum(state.discard)
    assert state.market_wilds == list(state.market).count(game.wild)


def check_market(state: State) -> None:
    """R9: no empty deck beside a discard. R10: no gap in the row beside a deck."""
    if state.deck_total == 0:
        assert state.discard_total == 0
    else:
        assert NO_CARD not in list(state.market)


def check_pieces(state: State) -> None:
    """Pieces left and pieces on the board are what the box gave, for each kind; the neutral player's too."""
    game = state.game
    used = Counter[tuple[int, int]]()
    for lane, owner in enumerate(state.owner):
        kind = game.board.kinds[game.lanes[lane].kind]
        used[owner, game.lanes[lane].kind] += 1 if kind.one_per_route else game.lanes[lane].cards
    left = rows(state.pieces, game.kinds)
    for seat in range(game.seats):
        for number, kind in enumerate(game.board.kinds):
            assert left[seat][number] + used[seat, number] == kind.supply
            assert left[seat][number] >= 0
    neutral = counters(state, "neutral_pieces")
    placed = sum(count for (owner, _), count in used.items() if owner >= game.seats)
    if neutral is None:
        assert placed == 0
    else:
        assert placed + neutral[0] == rule_param(game, "neutral_player", "pieces")
        assert neutral[0] >= 0


def rule_param(game: Game, rule: str, name: str) -> int:
    value = next(use.params[name] for use in game.board.rules if use.rule == rule)
    assert isinstance(value, int)
    return value


def check_tickets(state: State) -> None:
    """Each ticket is in exactly one place."""
    game = state.game
    held = [ticket for ticket in range(game.tickets) if state.holder[ticket] != NOBODY]
    offered = [ticket for ticket in state.offer if ticket != NOBODY]
    shown = [ticket for rule in game.rules for ticket in rule.shown_tickets(state.counters)]
    places = [*held, *offered, *state.ticket_deck, *state.ticket_discard, *shown]
    assert sorted(places) == list(range(len(game.board.tickets)))
    assert len(state.put_under) == len(state.ticket_deck)
    assert all(NOBODY <= seat < game.seats for seat in state.put_under)
    for ticket, printed in enumerate(game.board.tickets):  # L2, L4: long ones are apart
        assert (BOX - game.seats if printed.long else NOBODY) <= state.holder[ticket] < game.seats
        batch = state.ticket_batch[ticket]
        assert batch == LONG if printed.long else 0 <= batch <= state.batches
    if not game.tickets_face_up and "neutral_player" not in game.rule_by_id:
        assert len(state.ticket_discard) == 0
    if len(state.ticket_deck) == 0 and not shown:  # N10: at once, but with the ticket that lies open
        assert len(state.ticket_discard) == 0


def check_merchandise(state: State) -> None:
    taken, left = counters(state, "merchandise"), counters(state, "merchandise_left")
    if taken is not None and left is not None:
        assert sum(taken) + left[0] == rule_param(state.game, "merchandise", "cards")
        assert min(*taken, *left) >= 0


def check_tolls(state: State) -> None:
    """Tokens: what the payments in the log leave in each purse, the bank being where the rest went or came from."""
    paid, received = counters(state, "tolls_paid"), counters(state, "tolls_received")
    loans = counters(state, "loans")
    if paid is None or received is None or loans is None:
        return
    assert min(*paid, *received, *loans) >= 0
    seats = state.game.seats
    tokens = rule_param(state.game, "tolls", "purse")
    purses = [observe(state, seat).own_counters["purse"] for seat in range(seats)]
    assert min(purses) >= 0
    assert purses == [tokens - paid[seat] + received[seat] for seat in range(seats)]
    if state.log is None:
        return
    booked, bank, taken = [tokens] * seats, 0, [0] * seats
    for event in state.log:
        if event.code == "toll.paid":
            booked[event.seat] -= amount(event)
            bank += amount(event)
        elif event.code == "toll.received":
            booked[event.seat] += amount(event)
            bank -= amount(event)
        elif event.code == "loan.taken":
            taken[event.seat] += 1
    assert (booked, taken) == (purses, loans)
    assert sum(purses) + bank == tokens * seats


def amount(event: Event) -> int:
    tokens = event.public["tokens"]
    assert isinstance(tokens, int)
    assert tokens >= 0
    return tokens


def check_points(state: State) -> None:
    """The running points, and at the end the scores, are nothing but the lines of the ledger."""
    game = state.game
    lines = state.ledger()
    so_far, total = [0] * game.seats, [0] * game.seats
    for line in lines:
        total[line.seat] += line.points
        if line.rule in ("start", "route"):
            so_far[line.seat] += line.points
    assert so_far == list(state.points)
    assert total == state.scores()
    claimed = [line.detail for line in lines if line.rule == "route"]
    assert claimed == [lane for lane, owner in enumerate(state.owner) if 0 <= owner < game.seats]
    if state.phase != OVER:
        assert {line.rule for line in lines} <= {"start", "route"}
    else:
        counted = [line.detail for line in lines if line.rule == "ticket"]
        assert sorted(counted) == [ticket for ticket, seat in enumerate(state.holder) if seat >= 0]


def check_lanes(state: State) -> None:
    """What is open to a seat follows from who owns what: R21, R22, and nothing remembered besides."""
    game = state.game
    assert all(NOBODY <= owner < game.seats + len(game.owner_names) for owner in state.owner)
    for lane in range(len(game.lanes)):
        beside = [state.owner[twin] for twin in twins(game)[lane]]
        assert state.owner[lane] == NOBODY or state.owner[lane] not in beside
        for seat in range(game.seats):
            closed = any(owner != NOBODY for owner in beside) if game.doubles_close else seat in beside
            if game.seats <= game.board.third_lanes_close_up_to:
                closed = closed or sum(owner != NOBODY for owner in beside) >= 2
            expected = state.owner[lane] == NOBODY and not closed
            place = seat * game.class_count + game.lane_class[lane]
            assert (state.open[place] & game.lane_bit[lane] != 0) == expected
    assert [bits.bit_count() for bits in map(int, state.open)] == list(state.free)


def check_clock(state: State) -> None:
    """Whose turn it is, and how far the game has come."""
    game = state.game
    assert 0 <= state.first < game.seats
    assert 0 <= state.turn < game.seats
    assert 0 <= state.seat < game.seats
    assert 0 <= state.passes <= game.seats
    assert 0 <= state.turns_left <= game.seats
    if state.phase == TURN:
        assert state.turn == state.seat == (state.first + state.turns) % game.seats
    if state.phase == OVER:
        assert state.turn == (state.first + state.turns - 1) % game.seats  # every turn is counted, the last one too
        assert not any(state.waits_for(seat) for seat in range(game.seats))
        assert state.passes == game.seats or state.turns_left == 0
    else:
        assert state.waits_for(state.seat)


# --- the neutral player ---------------------------------------------------------------------------------
def check_neutral(state: State) -> None:
    """N20, N25: how many tickets were turned up, and why and when the marker went, all from the log."""
    holder, turned = counters(state, "neutral_holder"), counters(state, "neutral_ticket")
    if holder is None or turned is None or state.log is None:
        return
    game = state.game
    left, phases, wanted, ended = rule_param(game, "neutral_player", "pieces"), 0, 0, False
    for event in state.log:
        if not event.code.startswith("neutral."):
            continue
        assert not ended, f"{event.code} after the marker was discarded"
        if event.code == "neutral.turned":
            phases += 1
            wanted = neutral_price(game, event.public["ticket"])
        elif event.code == "neutral.placed":
            left -= wanted
        elif event.code == "neutral.ended":
            ended = True
            check_end_of_neutral(state, event, left, wanted)
    assert ended == (holder[0] < 0)
    if state.phase == TURN and state.turns > 0 and not ended:
        assert left > 0 or phases == 0
        assert len(state.ticket_deck) > 0
        assert state.batches == 0
    rounds = state.turns // game.seats - max(rule_param(game, "neutral_player", "first_round"), 1) + 1
    if state.phase == TURN and not ended:
        assert phases == max(0, rounds)
    assert phases <= max(0, rounds)


def check_end_of_neutral(state: State, event: Event, left: int, wanted: int) -> None:
    reason = event.public["reason"]
    if reason == "no_pieces":
        assert left == 0
    elif reason == "pieces":
        assert wanted > left
    else:
        assert reason == "tickets"
        assert state.batches > 0 or len(state.ticket_deck) == 0


def neutral_price(game: Game, ticket: object) -> int:
    """How many wagons the pair of a turned-up ticket asks for; 0 if it names none."""
    assert isinstance(ticket, int)
    names = [place.name for place in game.board.places]
    columns = game.board.tickets[ticket].columns
    ends = {columns["neutral_from"], columns["neutral_to"]}
    lane = next((lane for lane in game.lanes if {names[lane.a], names[lane.b]} == ends), None)
    if lane is None:
        return 0
    return 1 if game.board.kinds[lane.kind].one_per_route else lane.cards


# --- what may be done -----------------------------------------------------------------------------------
def check_legal(state: State) -> None:
    """Sorted, unique, inside the space, empty only at the end; in a turn, exactly what the rules say one by one."""
    listed = list(state.legal_actions())
    assert listed == sorted(set(listed))
    assert all(0 <= action < state.game.actions for action in listed)
    assert (listed == []) == state.over
    if state.phase in (TURN, SECOND_CARD):
        assert listed == expected_actions(state)


def expected_actions(state: State) -> list[int]:
    """The slow way: every action of the space is asked on its own."""
    game = state.game
    first = state.phase == TURN
    never = (NO_CARD,) if first else (NO_CARD, game.wild)
    actions = [SLOT + slot for slot in range(SLOTS) if state.market[slot] not in never]
    actions += [BLIND] if state.deck_total else []
    if first and (len(state.ticket_deck) or len(state.ticket_discard)):
        actions.append(TICKETS)
    if first:
        hand = state.hand(state.seat)
        claims = range(len(game.claim_lane))
        actions += [game.claim_base + code for code in claims if can_claim(state, hand, code)]
        actions += stations_to_put(state, hand)
    return actions or [PASS]


def stations_to_put(state: State, hand: list[int]) -> list[int]:
    """S1–S3: on every place without one that is no junction, if one colour and wilds pay the next."""
    left, at, game = counters(state, "stations_left"), counters(state, "stations"), state.game
    if left is None or at is None or not left[state.seat]:
        return []
    cost = rule_param(game, "stations", "pieces") - left[state.seat] + 1
    if max(hand[: game.wild]) + hand[game.wild] < cost:
        return []
    names = [f"station at {place.name}" for place in game.board.places]
    free = [not at[number] and not place.junction for number, place in enumerate(game.board.places)]
    return [parse_action(game, name) for name, open_here in zip(names, free, strict=True) if open_here]


def can_claim(state: State, hand: list[int], code: int) -> bool:
    game, seat = state.game, state.seat
    lane, colour, wilds = game.claim_lane[code], game.claim_colour[code], game.claim_wilds[code]
    plain = game.lane_cards[lane] - wilds
    payable = hand[game.wild] >= wilds and (plain == 0 or hand[colour] >= plain)
    if not payable or state.pieces[seat * game.kinds + game.lane_kind[lane]] < game.lane_pieces[lane]:
        return False
    if state.owner[lane] != NOBODY or wilds < int(game.lanes[lane].columns.get("ferry") or 0):  # F1
        return False
    beside = [state.owner[twin] for twin in twins(game)[lane]]
    if game.seats <= game.board.third_lanes_close_up_to and sum(owner != NOBODY for owner in beside) >= 2:  # R22
        return False
    return all(owner == NOBODY for owner in beside) if game.doubles_close else seat not in beside


CHECKS: Sequence[Callable[[State], None]] = (
    check_cards,
    check_market,
    check_pieces,
    check_tickets,
    check_merchandise,
    check_tolls,
    check_points,
    check_lanes,
    check_clock,
    check_neutral,
    check_standings,
    check_legal,
)


def check(state: State) -> None:
    for account in CHECKS:
        account(state)
