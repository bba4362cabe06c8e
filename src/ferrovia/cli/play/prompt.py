"""What a person types: a move in notation, or a question that changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from rich.console import Console
from rich.table import Table as Grid

from ferrovia.boards.rulebook import at_table, rulebook
from ferrovia.cli.output.rulebook_text import pages
from ferrovia.cli.play.screen import hand_text
from ferrovia.engine import claims
from ferrovia.engine.actions import decode_action, is_claim
from ferrovia.engine.board import GREY
from ferrovia.engine.phases import TURN
from ferrovia.engine.proposals import proposals
from ferrovia.engine.state import State
from ferrovia.record.notation import NotationError, find_lanes, parse_action
from ferrovia.text.error_text import explain
from ferrovia.text.move_text import printed_names, spoken
from ferrovia.text.names import Table
from ferrovia.view import observe

ROUTE: Final = re.compile(r"(?P<route>.+?)(?:#(?P<lane>\d{1,2}))?")


class Questions:
    """Answers to what one seat asks before it moves. Asks the state nothing that the seat may not know."""

    def __init__(self, table: Table, state: State, seat: int, out: Console) -> None:
        self.table = table
        self.game = table.game
        self.state = state
        self.seat = seat
        self.out = out

    def say(self, key: str, **params: object) -> None:
        self.out.print(self.table.words.say(f"play.{key}", **params))

    # --- moves ------------------------------------------------------------------------------------------
    def read_move(self, text: str) -> int:
        """The action a text names; the places may be named in any language of the board."""
        try:
            return parse_action(self.game, text)
        except NotationError as error:
            translated = printed_names(self.table, text)
            if error.code != "notation.route" or translated is None:
                raise
            return parse_action(self.game, translated)

    def claim_actions(self) -> dict[int, list[int]]:
        """Lane → the claims of it that the seat can pay now, the one to propose first (R20)."""
        if self.state.phase != TURN or self.state.seat != self.seat:
            return {}
        return proposals(self.state, self.seat)

    def is_route(self, text: str) -> bool:
        """Whether a text names two joined places and nothing more."""
        match = ROUTE.fullmatch(text)
        try:
            return match is not None and bool(self.lanes_between(match["route"]))
        except NotationError:
            return False

    # --- questions --------------------------------------------------------------------------------------
    def help(self) -> None:
        self.out.print(self.table.words.say("play.help").strip("\n"))
        self.out.print()
        self.say("actions")
        claimable = self.claim_actions()
        for action in self.state.legal_actions():
            if not is_claim(self.game, action):
                self.out.print(f"  {self.with_meaning(action)}")
        if claimable:
            self.out.print("  " + self.table.words.say("play.claims", count=len(claimable)))

    def with_meaning(self, action: int) -> str:
        """A move, and what it would give where the notation alone doesn't say."""
        text = spoken(self.table, action)
        done = decode_action(self.game, action)
        if done.kind == "keep":
            offer = observe(self.state, self.seat).offer
            return f"{text}   {self.table.tickets([offer[place] for place in done.kept])}"
        if done.kind == "slot":
            return f"{text}   {self.table.card(self.state.market[done.slot])}"
        if done.kind == "rule":
            term = self.game.action_rules[done.own].wording(self.state, action)
            return text if term is None else f"{text}   {self.table.term(term)}"
        return text

    def routes(self) -> None:
        claimable = self.claim_actions()
        if not claimable:
            self.say("no_routes")
            return
        self.say("routes_title")
        grid = Grid(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 2))
        for lane in sorted(claimable, key=lambda lane: (-self.game.lane_points[lane], self.table.lane(lane))):
            actions, points = claimable[lane], int(self.game.lane_points[lane])
            grid.add_row(spoken(self.table, actions[0]), self.table.words.say("play.points_of", points=points))
        self.out.print(grid)

    def route(self, text: str) -> None:
        """Everything about the lanes between two places: the preview before a claim, or why there is none."""
        match = ROUTE.fullmatch(text)
        if match is None:
            raise NotationError("notation.route", {"route": text})
        lanes = self.lanes_between(match["route"])
        number = int(match["lane"] or 0)
        if number > len(lanes):
            raise NotationError("notation.lane", {"route": match["route"], "lanes": len(lanes)})
        for lane in [lanes[number - 1]] if number else lanes:
            self.preview(lane)

    def lanes_between(self, route: str) -> list[int]:
        try:
            return find_lanes(self.game, route)
        except NotationError:
            translated = printed_names(self.table, route)
            if translated is None:
                raise
            return find_lanes(self.game, translated)

    def preview(self, lane: int) -> None:
        self.out.print(self.facts(lane))
        refusal = claims.refuse(self.state, self.seat, lane)
        actions = self.claim_actions().get(lane)
        if refusal is not None:
            self.out.print(f"  {explain(self.table.words, refusal, self.table)}")
        elif actions is None:
            self.say("route_not_turn")
        else:
            self.say("route_free")
            for action in actions:
                self.out.print(f"  {self.after(lane, action)}")
            for warning in self.warnings(actions[0]):
                self.out.print(warning)

    def terms(self, lane: int) -> list[str]:
        """What claiming a lane costs or brings besides its cards."""
        return [self.table.term(term) for term in claims.terms(self.state, self.seat, lane)]

    def warnings(self, action: int) -> list[str]:
        """What has to be known before this move is made, if it can be made."""
        if not self.game.claim_base <= action < self.game.rule_action_base:
            return []
        lane = self.game.claim_lane[action - self.game.claim_base]
        if action not in self.claim_actions().get(lane, []):
            return []
        return [self.table.warning(term) for term in claims.terms(self.state, self.seat, lane) if term.warning]

    def facts(self, lane: int) -> str:
        words, printed = self.table.words, self.game.lanes[lane]
        kind = self.game.board.kinds[printed.kind]
        any_colour = printed.colour == GREY
        said = words.say(
            "play.route_facts",
            route=self.table.lane(lane),
            cards=int(self.game.lane_cards[lane]),
            colour=words.say("play.route_any") if any_colour else self.table.colour_name(printed.colour),
            points=int(self.game.lane_points[lane]),
            pieces=int(self.game.lane_pieces[lane]),
            names=words.of(kind.names),
        )
        return "; ".join([said, *self.terms(lane)])

    def after(self, lane: int, action: int) -> str:
        """A claim, and what the hand and the supply would be after it."""
        claim = decode_action(self.game, action)
        view = observe(self.state, self.seat)
        hand = list(view.hand)
        hand[self.game.wild] -= claim.wilds
        if claim.wilds < self.game.lane_cards[lane]:
            hand[claim.colour] -= int(self.game.lane_cards[lane]) - claim.wilds
        kind = int(self.game.lane_kind[lane])
        left = int(view.pieces[self.seat * self.game.kinds + kind] - self.game.lane_pieces[lane])
        return self.table.words.say(
            "play.route_after",
            action=spoken(self.table, action),
            cards=hand_text(self.table, hand).plain,
            pieces=left,
            names=self.table.words.of(self.game.board.kinds[kind].names),
        )

    def rules(self) -> None:
        """The rules of this table: nothing that holds only for other options or another number of players."""
        board = self.game.board
        for part in pages(self.table.words, board, at_table(rulebook(board), self.game.seats, self.game.options)):
            self.out.print(part)

    def map(self) -> None:
        """Every lane of the board, and whose it is."""
        grid = Grid(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for lane in sorted(range(len(self.game.lanes)), key=self.table.lane):
            owner = self.state.owner[lane]
            printed = self.game.lanes[lane]
            marked = self.table.mark(lane)
            cost = f"{printed.cards} {self.table.colour_name(printed.colour)}"
            grid.add_row(self.table.lane(lane), cost, marked, "" if owner < 0 else self.table.seat(owner))
        self.out.print(grid)


Ask = Callable[[Questions, str], None]
QUESTIONS: Final[Mapping[str, Ask]] = {
    "?": lambda questions, _: questions.help(),
    "help": lambda questions, _: questions.help(),
    "routes": lambda questions, _: questions.routes(),
    "route": lambda questions, rest: questions.route(rest),
    "map": lambda questions, _: questions.map(),
    "rules": lambda questions, _: questions.rules(),
}
"""First word → what it asks."""
