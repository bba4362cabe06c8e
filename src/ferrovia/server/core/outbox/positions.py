"""A table as one client sees it: the view of its seat, what that seat may do, what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Final, cast

from ferrovia.engine.actions import BLIND, KEEP, PASS, TICKETS, decode_action, is_keep, is_slot, slot_of
from ferrovia.engine.claims import terms as claim_terms
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.game import RULE_PHASE, Game
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, SECOND_CARD, TURN
from ferrovia.engine.proposals import proposals
from ferrovia.engine.state import State
from ferrovia.engine.telling import Term
from ferrovia.engine.version import RULES_VERSION
from ferrovia.record import format_action
from ferrovia.server.core.agreements import ABORTED, PATIENCE, may_take_back
from ferrovia.server.core.entries import MOVES, Entry, Kind, now
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.outbox.answers import (
    ClockInfo,
    ClockSetup,
    EventFacts,
    EventInfo,
    Log,
    Position,
    QuestionInfo,
    SeatInfo,
    SeatPresence,
    TableAnswer,
    TableInfo,
)
from ferrovia.server.core.outbox.choice_answers import Choices, Claim, DecisionKind, Keep, Payment, TermInfo
from ferrovia.server.core.outbox.view_facts import ViewFacts
from ferrovia.server.core.permissions import shown_seat
from ferrovia.server.core.questions import Question
from ferrovia.server.core.setup import NoClock
from ferrovia.server.core.table import Status, Table
from ferrovia.view import SPECTATOR, observe

KINDS: Final[dict[int, DecisionKind]] = {
    FIRST_TICKETS: "first_tickets",
    TURN: "turn",
    SECOND_CARD: "second_card",
    KEEP_TICKETS: "keep_tickets",
}
ABOUT_TABLE: Final = "table."
"""How the codes begin under which entries of the log are told that are not events of the game."""

News = Iterable[tuple[Entry, list[Event]]]


def position(table: Table, held: Sequence[int], news: News) -> Position:
    seat = shown_seat(table, held)
    state = table.state
    return {
        "version": table.version,
        "now": now(),
        "status": table.status.value,
        "people": people(table),
        "clock": clock(table),
        "mine": list(held),
        "seat": None if seat == SPECTATOR else seat,
        "view": None if state is None else facts(state, seat),
        "standing": [] if state is None else standing(state),
        "choices": None if seat == SPECTATOR else choices(table, seat),
        "moves": table.moves,
        "rematch": table.rematch,
        "questions": [question_info(question) for question in table.questions],
        "chat": {"players": table.chats.players, "watchers": table.chats.watchers},
        "takeback": may_take_back(table, held),
        "abort": bool(held) and table.status == Status.PLAYING and table.is_first_round,
        "events": told(news, seat),
    }


def answer(opened: OpenTable, held: Sequence[int], news: News) -> TableAnswer:
    table = opened.table
    return {"table": table_info(table), "position": position(table, held, news), "presence": presence(opened)}


def question_info(question: Question) -> QuestionInfo:
    return {
        "version": question.version,
        "what": question.what,
        "seat": question.asker,
        "about": question.about if question.what == "stand_in" else 0,
        "needed": sorted(question.needed),
        "agreed": sorted(question.agreed),
    }


def presence(opened: OpenTable) -> list[SeatPresence]:
    """The same for everybody. In whole seconds: nobody is to be known again by how they come and go."""
    at, here = now(), opened.presence
    has_clock = not isinstance(opened.table.setup.clock, NoClock)
    found: list[SeatPresence] = []
    for number, seat in enumerate(opened.table.seats):
        away = here.absent_since(number, at) if seat.kind == "person" else None
        found.append(
            {
                "connected": seat.kind == "person" and away is None,
                "since": None if away is None else whole_second(here.last_seen(number)) or None,
                "stand_in_at": None if away is None or has_clock else whole_second(away + PATIENCE),
            }
        )
    return found


def whole_second(at: int) -> int:
    return at // 1000 * 1000


def log_answer(table: Table, held: Sequence[int], news: News) -> Log:
    return {"version": table.version, "events": told(news, shown_seat(table, held))}


def facts(state: State, seat: int) -> ViewFacts:
    return cast(ViewFacts, observe(state, seat).facts())


def table_info(table: Table) -> TableInfo:
    setup = table.setup
    return {
        "id": table.id,
        "board": setup.board,
        "digest": setup.digest,
        "rules_version": setup.rules_version,
        "standings_version": RULES_VERSION,
        "options": setup.options,
        "seats": setup.seats,
        "first": setup.first,
        "clock": cast(ClockSetup, asdict(setup.clock)),
        "stand_in": setup.stand_in,
        "start": setup.start,
        "day": setup.day,
        "commitment": table.commitment,
        "created_at": table.created_at,
    }


def people(table: Table) -> list[SeatInfo]:
    return [
        {
            "kind": seat.kind,
            "name": seat.name,
            "bot": table.bot_of(number) or "",
            "away": table.away[number],
            "resigned": table.resigned[number],
        }
        for number, seat in enumerate(table.seats)
    ]


def clock(table: Table) -> ClockInfo:
    waiting = table.waiting_seats()
    deadlines = [table.deadline(seat) if seat in waiting else None for seat in range(table.setup.seats)]
    return {"banks": table.banks, "deadlines": deadlines}


# --- events ---------------------------------------------------------------------------------------------
def told(news: News, seat: int) -> list[EventInfo]:
    """Events as a seat saw them. Entries that are not moves are told as events of the table."""
    events: list[EventInfo] = []
    for entry, happened in news:
        if entry.kind not in MOVES:
            code = ABOUT_TABLE + told_as(entry)
            events.append({"version": entry.version, "at": entry.at, "code": code, "seat": entry.seat, "facts": {}})
        events += [seen(entry, event, seat) for event in happened]
    return events


def told_as(entry: Entry) -> str:
    """The kind of an entry; of a question, what is asked."""
    if entry.kind == Kind.ASKED:
        return f"{entry.kind.value}.{entry.text.partition(' ')[0]}"
    return entry.text if entry.kind == Kind.CLOSED and entry.text == ABORTED else entry.kind.value


def seen(entry: Entry, event: Event, seat: int) -> EventInfo:
    facts = event.seen_by(TABLE if seat == SPECTATOR else seat)
    del facts["code"], facts["seat"]
    known = cast(EventFacts, facts)
    return {"version": entry.version, "at": entry.at, "code": event.code, "seat": event.seat, "facts": known}


# --- choices --------------------------------------------------------------------------------------------
def choices(table: Table, seat: int) -> Choices | None:
    """What a seat may do now, or None if nothing is asked of it."""
    state = table.state
    if state is None or table.status != Status.PLAYING or not state.waits_for(seat):
        return None
    return choices_in(state, seat, table.decisions[seat])


def choices_in(state: State, seat: int, decision: int) -> Choices:
    """What a seat may do that has something to decide."""
    game = state.game
    actions = [int(action) for action in state.legal_for(seat)]
    phase = int(state.phase)
    least = {FIRST_TICKETS: int(game.first_keep), KEEP_TICKETS: int(game.later_keep)}
    simple = [action for action in actions if action < KEEP]
    slots = [action for action in simple if is_slot(action)]
    offered = sum(1 for ticket in state.offer[seat * game.most_dealt : (seat + 1) * game.most_dealt] if ticket >= 0)
    return {
        "decision": decision,
        "kind": "rule" if phase >= RULE_PHASE else KINDS[phase],
        "slots": [int(slot_of(action)) for action in slots],
        "slot_actions": slots,
        "blind": BLIND in simple,
        "blind_action": BLIND if BLIND in simple else None,
        "tickets": TICKETS in simple,
        "tickets_action": TICKETS if TICKETS in simple else None,
        "must_pass": PASS in simple,
        "pass_action": PASS if PASS in simple else None,
        "keep_least": min(least.get(phase, 0), offered),
        "keeps": keeps(game, actions),
        "claims": claims(state, seat),
        "own": [
            {"action": action, "text": format_action(game, action), "term": wording(state, action)}
            for action in actions
            if action >= game.rule_action_base
        ],
        "actions": actions,
    }


def keeps(game: Game, actions: list[int]) -> list[Keep]:
    return [
        {"kept": list(decode_action(game, action).kept), "action": action}
        for action in actions
        if is_keep(game, action)
    ]


def claims(state: State, seat: int) -> list[Claim]:
    """What the seat can claim now. The page proposes what `default` says and knows no rule for it."""
    game = state.game
    return [
        {
            "lane": lane,
            "payments": [payment(game, action) for action in actions],
            "default": actions[0],
            "terms": terms(state, seat, lane),
        }
        for lane, actions in proposals(state, seat).items()
    ]


def standing(state: State) -> list[TermInfo]:
    """What everybody should see of the rules now."""
    return [term_info(term) for rule in state.game.rules for term in rule.status(state.counters)]


def wording(state: State, action: int) -> TermInfo | None:
    """What a rule says of one of its actions."""
    term = state.game.action_rules[action - state.game.rule_action_base].wording(state, action)
    return None if term is None else term_info(term)


def terms(state: State, seat: int, lane: int) -> list[TermInfo]:
    return [term_info(term) for term in claim_terms(state, seat, lane)]


def term_info(term: Term) -> TermInfo:
    params = {name: int(value) for name, value in term.params.items()}
    cards = [int(card) for card in term.cards]
    return {"key": term.key, "params": params, "warning": term.warning, "glyph": term.glyph, "cards": cards}


@lru_cache(maxsize=65536)
def payment(game: Game, action: int) -> Payment:
    """Made once for all tables that are laid alike."""
    claim = decode_action(game, action)
    return {"action": action, "colour": claim.colour, "wilds": claim.wilds}
