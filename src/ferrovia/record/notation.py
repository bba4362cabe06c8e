"""Actions as text that a person can read and type, and back.

    pass · draw 3 · draw blind · tickets · keep 1,3 · claim Dallas–Houston red+1w · claim Dallas–Houston#2 wild

`#2` names the second lane of a double route. A payment names its colour and, after a plus, how many wilds stand in.
Rules put their own actions in their own words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from ferrovia.boards.typed_names import fold
from ferrovia.engine.actions import BLIND, PASS, SLOT, SLOTS, TICKETS, decode_action, encode_action, keep_action
from ferrovia.engine.board import WILD
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.game import Game
from ferrovia.engine.values import Action

DASH = "–"
DASHES = "-–—"
LONGEST = 300  # letters; two names of 60 fit well
PAYMENT = re.compile(r"(?P<colour>[a-zA-Z]+)(?:\+(?P<wilds>[0-9]{1,3})[wW]?)?")
CLAIM = re.compile(rf"(?P<route>.+?)(?:#(?P<lane>[1-9][0-9]?))?\s+(?P<payment>{PAYMENT.pattern})")


class NotationError(FerroviaError):
    """A text that names no action of this game."""


# --- writing --------------------------------------------------------------------------------------------
def format_action(game: Game, action: int) -> str:
    """The one text of an action; `parse_action` gives the action back."""
    try:
        done = decode_action(game, action)
    except ValueError:
        raise NotationError("notation.no_action", {"action": action}) from None
    if done.kind == "slot":
        return f"draw {done.slot + 1}"
    if done.kind == "blind":
        return "draw blind"
    if done.kind == "keep":
        return f"keep {','.join(str(place + 1) for place in done.kept)}"
    if done.kind == "claim":
        return f"claim {lane_name(game, done.lane)} {format_payment(game, done)}"
    if done.kind == "rule":
        return game.action_rules[done.own].notation(game, action)
    return done.kind


def format_payment(game: Game, claim: Action) -> str:
    if claim.colour == game.wild:
        return "wild"
    return game.colours[claim.colour] + (f"+{claim.wilds}w" if claim.wilds else "")


def lane_name(game: Game, lane: int) -> str:
    """Both ends, and which lane where there are two."""
    places = game.board.places
    name = f"{places[game.lane_a[lane]].name}{DASH}{places[game.lane_b[lane]].name}"
    number = lane_number(game, lane)
    return name if number == 1 else f"{name}#{number}"


def lane_number(game: Game, lane: int) -> int:
    """1 for a single route and the first lane of a double one."""
    before = [twin for twin in game.twins[game.twin_first[lane] : game.twin_first[lane + 1]] if twin < lane]
    return len(before) + 1


# --- reading --------------------------------------------------------------------------------------------
def parse_action(game: Game, text: str) -> int:
    """The action a text names. Case, accents and the kind of dash don't matter; neither does which end comes first."""
    if len(text) > LONGEST:
        raise NotationError("notation.unknown", {"text": f"{text[:40]}…"})
    words = " ".join(text.split())
    verb, _, rest = words.partition(" ")
    verb = verb.lower()
    if verb == "pass" and not rest:
        return PASS
    if verb == "tickets" and not rest:
        return TICKETS
    if verb == "draw":
        return parse_draw(rest)
    if verb == "keep":
        return parse_keep(game, rest)
    if verb == "claim":
        return parse_claim(game, rest)
    return parse_own(game, words)


def parse_draw(text: str) -> int:
    if text.lower() == "blind":
        return BLIND
    if text.isdecimal() and len(text) == 1 and 1 <= int(text) <= SLOTS:
        return SLOT + int(text) - 1
    raise NotationError("notation.draw", {"text": text, "slots": SLOTS})


def parse_keep(game: Game, text: str) -> int:
    mask = 0
    for part in text.replace(",", " ").split():
        if not part.isdecimal() or len(part) > 2 or not 1 <= int(part) <= game.most_dealt:
            raise NotationError("notation.keep", {"text": text, "most": game.most_dealt})
        mask |= 1 << (int(part) - 1)
    if mask == 0:
        raise NotationError("notation.keep", {"text": text, "most": game.most_dealt})
    return keep_action(mask)


def parse_claim(game: Game, text: str) -> int:
    match = CLAIM.fullmatch(text)
    if match is None:
        raise NotationError("notation.claim", {"text": text})
    lanes = find_lanes(game, match["route"])
    number = int(match["lane"] or 1)
    colour, wilds = match["colour"].lower(), int(match["wilds"] or 0)
    if number > len(lanes):
        raise NotationError("notation.lane", {"route": match["route"], "lanes": len(lanes)})
    claim = find_claim(game, lanes[number - 1], colour, wilds)
    if claim is None and match["lane"] is None:  # typed without a lane: the only one that takes this payment
        claims = [find_claim(game, lane, colour, wilds) for lane in lanes[1:]]
        claim = next((found for found in claims if found is not None), None)
    if claim is None:
        raise NotationError("notation.payment", {"route": match["route"], "payment": match["payment"]})
    return claim


def find_lanes(game: Game, route: str) -> list[int]:
    """The lanes between the two places a text names, in any order of ends and with any dash between them.

    Names as the board prints them come first; what is typed carelessly counts where it means one place only."""
    exact, careless, lanes = route_index(game)
    typed = unicodedata.normalize("NFC", route)
    halves = [(typed[:at].strip(), typed[at + 1 :].strip()) for at, letter in enumerate(typed) if letter in DASHES]
    readings = [(exact.get(a), exact.get(b)) for a, b in halves]
    readings += [(exact.get(a, careless.get(fold(a))), exact.get(b, careless.get(fold(b)))) for a, b in halves]
    for ends in readings:
        if ends in lanes:
            return list(lanes[ends])
    raise NotationError("notation.route", {"route": route})


Ends = tuple[int | None, int | None]


@lru_cache(maxsize=64)
def route_index(game: Game) -> tuple[dict[str, int], dict[str, int | None], dict[Ends, list[int]]]:
    """Places by name and by careless name (None: several), and the lanes between any two. A game never changes."""
    exact = {place.name: index for index, place in enumerate(game.board.places)}
    careless: dict[str, int | None] = {}
    for index, place in enumerate(game.board.places):
        careless[fold(place.name)] = None if fold(place.name) in careless else index
    lanes: dict[Ends, list[int]] = {}
    for lane in range(len(game.lanes)):
        a, b = int(game.lane_a[lane]), int(game.lane_b[lane])
        lanes.setdefault((a, b), []).append(lane)
        lanes.setdefault((b, a), []).append(lane)
    return exact, careless, lanes


def find_claim(game: Game, lane: int, colour: str, wilds: int) -> int | None:
    """The claim of a lane with a payment as it is typed; `wild` alone means as many wilds as it takes."""
    price = int(game.lane_cards[lane])
    if colour == WILD:
        paid = Action("claim", lane=lane, colour=game.wild, wilds=wilds or price)
    elif colour in game.colours:
        paid = Action("claim", lane=lane, colour=game.colours.index(colour), wilds=wilds)
    else:
        return None
    try:
        return encode_action(game, paid)
    except ValueError:
        return None


def parse_own(game: Game, words: str) -> int:
    """An action of a rule, by the text the rule gives it."""
    for action in range(game.rule_action_base, game.actions):
        if format_action(game, action).lower() == words.lower():
            return action
    raise NotationError("notation.unknown", {"text": words})
