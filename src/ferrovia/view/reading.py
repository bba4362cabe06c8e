"""A view made again from its facts: so a bot in another process, or on another machine, sees what its seat sees."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.game import Game
from ferrovia.engine.ledger import Line
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.scoring import Standing
from ferrovia.engine.state import NOBODY
from ferrovia.view.view import View


class ViewError(FerroviaError):
    """Facts that no view of this game has."""


def from_facts(game: Game, facts: Mapping[str, object]) -> View:
    """The view whose `facts()` these are. `game` is the one they were seen in."""
    try:
        return read(game, facts)
    except KeyError as error:
        raise ViewError("view.missing", {"fact": error.args[0]}) from None
    except (TypeError, ValueError, IndexError, OverflowError):
        raise ViewError("view.malformed") from None


def read(game: Game, facts: Mapping[str, object]) -> View:
    seat = whole(facts["seat"])
    if facts["board"] != game.board.id or facts["seats"] != game.seats or facts["options"] != game.options:
        raise ViewError("view.other_game")
    if not -1 <= seat < game.seats:
        raise ValueError(seat)
    view = View(game, seat)
    read_turn(view, facts)
    read_cards(view, facts)
    read_lanes(view, facts)
    read_tickets(view, facts)
    view.own_counters = {str(name): whole(number) for name, number in table(facts["own_counters"]).items()}
    for row in items(facts["ledger"]):
        rule, *rest = items(row)
        view.ledger.append(Line(str(rule), *wholes(rest)))
    for row in items(facts["standings"]):
        who, place, score, decided_by = items(row)
        view.standings.append(Standing(whole(who), whole(place), whole(score), str(decided_by)))
    return view


def read_turn(view: View, facts: Mapping[str, object]) -> None:
    view.phase = whole(facts["phase"])
    view.waiting = flags(facts["waiting"], view.game.seats)
    first_tickets = view.phase == FIRST_TICKETS
    view.deciding = view.waiting.index(True) if first_tickets else whole(facts["deciding"])
    view.turn = whole(facts["turn"])
    view.first = whole(facts["first"])
    view.turns = whole(facts["turns"])
    view.passes = whole(facts["passes"])
    view.turns_left = whole(facts["turns_left"])
    view.held = whole(facts["held"])


def read_cards(view: View, facts: Mapping[str, object]) -> None:
    game = view.game
    view.row = numbers(facts["row"], 5)
    view.deck_size = whole(facts["deck_size"])
    view.discard = numbers(facts["discard"], game.cards)
    view.known = flat(facts["known"], game.seats, game.cards)
    view.hand_sizes = numbers(facts["hand_sizes"], game.seats)
    view.hand = wholes(facts["hand"])


def read_lanes(view: View, facts: Mapping[str, object]) -> None:
    """A lane is open to a seat if nobody owns it and it is not closed to that seat."""
    game = view.game
    view.pieces = flat(facts["pieces"], game.seats, game.kinds)
    view.points = numbers(facts["points"], game.seats)
    view.owner = numbers(facts["owner"], len(game.lane_a))
    view.counters = vec[i64]([0] * game.counters)
    counters = table(facts["counters"])
    for name, start, width in game.counter_names:
        for offset, number in enumerate(numbers(counters[name], width)):
            view.counters[start + offset] = number
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


def read_tickets(view: View, facts: Mapping[str, object]) -> None:
    game = view.game
    view.ticket_discard = vec[i64](wholes(facts["ticket_discard"]))
    view.ticket_batch = numbers(facts["ticket_batch"], game.tickets)
    view.batches = whole(facts["batches"])
    view.put_under = vec[i64](wholes(facts["put_under"]))
    view.held_batches = [wholes(batches) for batches in items(facts["ticket_batches"])]
    view.offer_batches = [wholes(batches) for batches in items(facts["offer_batches"])]
    view.tickets = wholes(facts["tickets"])
    view.completed = flags(facts["completed"], len(view.tickets))
    view.offer = wholes(facts["offer"])
    view.choice = whole(facts["choice"])
    view.returned = wholes(facts["returned"])
    view.revealed = [wholes(held) for held in items(facts["revealed"])]


# --- plain data -----------------------------------------------------------------------------------------
def items(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise TypeError("a list is needed")
    return list(value)


def table(value: object) -> Mapping[object, object]:
    if not isinstance(value, dict):
        raise TypeError("an object is needed")
    return value


def whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("a whole number is needed")
    return value


def wholes(value: object) -> list[int]:
    return [whole(item) for item in items(value)]


def numbers(value: object, width: i64) -> vec[i64]:
    found = wholes(value)
    if len(found) != width:
        raise ValueError("another length is needed")
    return vec[i64](found)


def flat(value: object, count: i64, width: i64) -> vec[i64]:
    found = [number for row in items(value) for number in numbers(row, width)]
    if len(found) != count * width:
        raise ValueError("another length is needed")
    return vec[i64](found)


def flags(value: object, width: i64) -> list[bool]:
    found = items(value)
    if len(found) != width:
        raise ValueError("another length is needed")
    return [item is True for item in found]
