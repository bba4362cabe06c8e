"""A view made again from its facts: so a bot in another process, or on another machine, sees what its seat sees."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import NOBODY
from ferrovia.engine.values import LedgerLine, Standing
from ferrovia.view.consistency import contradiction
from ferrovia.view.facts import FACTS, flags, items, numbers, read_fact, whole, wholes
from ferrovia.view.view import View


class ViewError(FerroviaError):
    """Facts that no view of this game has."""


def from_facts(game: Game, facts: Mapping[str, object]) -> View:
    """The view whose `facts()` these are. `game` is the one they were seen in. Raises a ViewError if they can't be."""
    try:
        view = read(game, facts)
        wrong = contradiction(game, facts, view.counters)
    except KeyError as error:
        raise ViewError("view.missing", {"fact": error.args[0]}) from None
    except (TypeError, ValueError, IndexError, OverflowError):
        raise ViewError("view.malformed") from None
    if wrong:
        raise ViewError("view.inconsistent", {"what": wrong})
    return view


def read(game: Game, facts: Mapping[str, object]) -> View:
    seat = whole(facts["seat"])
    if facts["board"] != game.board.id or facts["seats"] != game.seats or facts["options"] != game.options:
        raise ViewError("view.other_game")
    if not -1 <= seat < game.seats:
        raise ValueError(seat)
    view = View(game, seat)
    for fact in FACTS:
        setattr(view, fact.field, read_fact(fact, game, facts[fact.name]))
    first_tickets = view.phase == FIRST_TICKETS
    view.deciding = view.waiting.index(True) if first_tickets else whole(facts["deciding"])
    view.completed = flags(facts["completed"], len(view.tickets))
    view.own_counters = {str(name): whole(number) for name, number in table(facts["own_counters"]).items()}
    read_counters(view, facts)
    read_open_lanes(view, facts)
    read_scores(view, facts)
    return view


def read_counters(view: View, facts: Mapping[str, object]) -> None:
    game = view.game
    view.counters = vec[i64]([0] * game.counters)
    counters = table(facts["counters"])
    for name, start, width in game.counter_names:
        for offset, number in enumerate(numbers(counters[name], width)):
            view.counters[start + offset] = number


def read_open_lanes(view: View, facts: Mapping[str, object]) -> None:
    """A lane is open to a seat if nobody owns it and it is not closed to that seat."""
    game = view.game
    view.open = vec[i64]([0] * (game.seats * game.class_count))
    view.free = vec[i64]([0] * (game.seats * game.class_count))
    closed = [set(wholes(lanes)) for lanes in items(facts["closed"])]
    seat: i64
    lane: i64
    for seat in range(game.seats):
        for lane in range(len(game.lane_a)):
            if view.owner[lane] == NOBODY and lane not in closed[seat]:
                place = seat * game.class_count + game.lane_class[lane]
                view.open[place] |= game.lane_bit[lane]
                view.free[place] += 1


def read_scores(view: View, facts: Mapping[str, object]) -> None:
    for row in items(facts["ledger"]):
        rule, *rest = items(row)
        view.ledger.append(LedgerLine(str(rule), *wholes(rest)))
    for row in items(facts["standings"]):
        who, place, score, decided_by = items(row)
        view.standings.append(Standing(whole(who), whole(place), whole(score), str(decided_by)))


def table(value: object) -> Mapping[object, object]:
    if not isinstance(value, dict):
        raise TypeError("an object is needed")
    return value
