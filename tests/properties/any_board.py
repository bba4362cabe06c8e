"""Boards nobody thought of: small ones that the loader takes, with any numbers, pieces, options and rules."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

import toy.cuttings  # noqa: F401 (makes the rule known)
from ferrovia.boards import load
from ferrovia.boards.schema import COLOURS
from ferrovia.engine.actions import SLOTS
from ferrovia.engine.board import Board


@dataclass
class Files:
    settings: str
    locations: str
    routes: str
    tickets: str

    def load(self) -> Board:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (
                ("board.toml", self.settings),
                ("locations.csv", self.locations),
                ("routes.csv", self.routes),
                ("tickets.csv", self.tickets),
            ):
                (Path(folder) / name).write_text(text, encoding="utf-8")
            return load(Path(folder))


@st.composite
def any_boards(draw: st.DrawFn) -> Board:
    most = draw(st.integers(2, 5))
    players = draw(st.integers(2, most)), most
    colours = draw(st.lists(st.sampled_from(COLOURS), min_size=1, max_size=8, unique=True))
    hand = draw(st.integers(0, 4))
    copies = draw_deck(draw, colours, most * hand + SLOTS)
    kinds = draw(st.integers(1, 3))
    places = draw(st.integers(3, 9))
    lanes = draw_lanes(draw, places, copies, kinds)
    first_deal = draw(st.integers(1, 4))
    tickets = draw_tickets(draw, places, lanes, most * first_deal)
    first_deal = min(first_deal, len(tickets) // most)
    if first_deal == 0:  # too few places for tickets: start again with a fixed few
        places, first_deal = 7, 1
        lanes = draw_lanes(draw, places, copies, kinds)
        tickets = draw_tickets(draw, places, lanes, most)
    later_deal = draw(st.integers(1, 5))
    rules = draw(st.sets(st.sampled_from(["longest_path", "merchandise", "tolls", "neutral_player", "cuttings"])))
    settings = [
        'id = "any"',
        f"players = [{players[0]}, {players[1]}]",
        f"hand = {hand}",
        f"doubles_close_up_to = {draw(st.integers(0, 5))}",
        "doubles_same_length = false",
        f"end_at_pieces = {draw(st.integers(0, 4))}",
        f"start_scores = {draw(st.lists(st.integers(-9, 9), min_size=most, max_size=most))}",
        f"tie_breakers = {draw(st.permutations(['tickets', 'longest_path']))[: draw(st.integers(0, 2))]}",
        "[names]\nen = 'Any'\n[texts]\nen = 'Any.'",
        "[cards]",
        *(f"{colour} = {count}" for colour, count in copies.items()),
    ]
    for kind in range(kinds):
        path = sum(lane[2] for lane in lanes[: places - 1] if lane[4] == kind)
        settings += [
            f"[pieces.kind{kind}]\nnames = {{ en = 'k' }}\nsupply = {max(draw(st.integers(6, 14)), path)}",
            f"points = {{ {', '.join(f'{cards} = {draw(st.integers(0, 9))}' for cards in range(1, 7))} }}",
            f"one_per_route = {str(draw(st.booleans())).lower()}",
        ]
    settings += [
        "[tickets]",
        f"first = {{ deal = {first_deal}, keep = {draw(st.integers(1, first_deal))} }}",
        f"later = {{ deal = {later_deal}, keep = {draw(st.integers(1, later_deal))} }}",
        f"rejected = '{'face_up' if 'neutral_player' in rules or draw(st.booleans()) else 'under'}'",
        *rule_sections(draw, rules, most),
        "[provenance]\nplaces = 'own'\nroutes = 'own'\ntickets = 'own'\ntexts = { en = 'Made up.' }",
    ]
    return Files(
        "\n".join(settings),
        "name,x,y\n" + "".join(f"p{place},{place},0\n" for place in range(places)),
        "from,to,length,colour,piece,cart,toll,cutting\n" + "".join(lane_row(draw, lane) for lane in lanes),
        "from,to,points,neutral_from,neutral_to\n"
        + "".join(ticket_row(draw, ticket, alike(lanes)) for ticket in tickets),
    ).load()


Lane = tuple[int, int, int, str, int, int]
"""Two places, cards, colour, piece and toll."""


def draw_deck(draw: st.DrawFn, colours: list[str], least: int) -> dict[str, int]:
    """Copies of each colour, as scarce as the loader allows."""
    copies = {colour: draw(st.integers(1, 9)) for colour in (*colours, "wild")}
    copies[colours[0]] += max(0, least - sum(copies.values()))
    return copies


def draw_lanes(draw: st.DrawFn, places: int, copies: dict[str, int], kinds: int) -> list[Lane]:
    """A path through all places that can be paid, so that every ticket can be completed; then more lanes, single and
    double, which the deck may be too small for."""
    plain = [colour for colour in copies if colour != "wild"]
    pairs = [(place, place + 1) for place in range(places - 1)]
    end = st.integers(0, places - 1)
    pairs += draw(st.lists(st.sampled_from(pairs) | st.tuples(end, end), max_size=10))
    lanes: list[Lane] = []
    for a, b in pairs:
        beside = sum({a, b} == {lane[0], lane[1]} for lane in lanes)
        if a != b and beside == 1 and draw(st.booleans()):
            lanes.append((b, a, *next(lane for lane in lanes if {*lane[:2]} == {a, b})[2:]))
        elif a != b and beside < 2:
            colour = draw(st.sampled_from([*plain, "grey"]))
            payable = max(copies[paid] for paid in plain if colour in (paid, "grey")) + copies["wild"]
            cards, kind = draw(st.integers(1, 6)), draw(st.integers(0, kinds - 1))
            cards = min(cards, payable) if len(lanes) < places - 1 else cards
            lanes.append((a, b, cards, colour, kind, draw(st.integers(0, 6))))
    return lanes


def draw_tickets(draw: st.DrawFn, places: int, lanes: list[Lane], least: int) -> list[tuple[int, int]]:
    pairs = [(a, b) for a in range(places) for b in range(a)]
    size = draw(st.integers(min(least, len(pairs)), len(pairs)))
    return draw(st.permutations(pairs))[:size]


def lane_row(draw: st.DrawFn, lane: Lane) -> str:
    a, b, cards, colour, kind, toll = lane
    cart, cutting = (draw(st.sampled_from(["", "yes"])) for _ in range(2))
    return f"p{a},p{b},{cards},{colour},kind{kind},{cart},{toll},{cutting}\n"


def ticket_row(draw: st.DrawFn, ticket: tuple[int, int], doubles: list[str]) -> str:
    return f"p{ticket[0]},p{ticket[1]},{draw(st.integers(1, 20))},{draw(st.sampled_from([',', *doubles]))}\n"


def alike(lanes: list[Lane]) -> list[str]:
    """The double routes a ticket may name for the neutral player: both lanes cost the same."""
    costs = [(*sorted(lane[:2]), lane[2], *lane[4:]) for lane in lanes]
    return sorted({f"p{cost[0]},p{cost[1]}" for cost in costs if costs.count(cost) == 2})


def rule_sections(draw: st.DrawFn, rules: set[str], most: int) -> list[str]:
    """The neutral player goes with tolls; the rest goes with anything."""
    few = st.integers(0, 8)
    rank = ", ".join(f"{seats} = {draw(st.lists(few, max_size=seats))}" for seats in range(2, most + 1))
    if "neutral_player" in rules:
        rules = rules | {"tolls"}
    sections = {
        "longest_path": f"[rules.longest_path]\npoints = {draw(few)}",
        "merchandise": f"[rules.merchandise]\ncards = {draw(few)}\nrank = {{ {rank} }}",
        "tolls": f"[rules.tolls]\npurse = {draw(few)}\nloan_cost = {draw(few)}\nrank = {{ {rank} }}",
        "neutral_player": f"[rules.neutral_player]\npieces = {draw(few)}\nfirst_round = {draw(st.integers(0, 3))}",
        "cuttings": f"[rules.cuttings]\nturned_up = {draw(st.integers(0, 4))}\npoints = {draw(few)}",
    }
    return [section for rule, section in sections.items() if rule in rules]
