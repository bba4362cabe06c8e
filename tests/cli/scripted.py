"""Whole games for a test to type: what people at the terminal would do in a seeded game, worked out beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ferrovia.boards import load, new_game
from ferrovia.bots import Budget, make_bot
from ferrovia.cli.commands.play import streams
from ferrovia.engine import claims
from ferrovia.engine.chance import seeded
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.record import format_action
from ferrovia.view import observe

HUMAN = "human"


@dataclass
class Script:
    typed: list[str] = field(default_factory=list)
    """Lines for the terminal, curtains included."""
    moves: list[tuple[int, str]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)


def script(board: str, seats: Sequence[str], seed: int, options: Mapping[str, bool] | None = None) -> Script:
    """People play like greedy bots; bots play as they will at the terminal."""
    game = new_game(load(board), len(seats), options)
    state = deal(game, seeded(seed))
    luck = streams(seed)
    minds = [make_bot("greedy" if seat == HUMAN else seat, luck(number)) for number, seat in enumerate(seats)]
    people = [number for number, seat in enumerate(seats) if seat == HUMAN]
    told = Script()
    before_screen = -1
    while not state.over:
        seat = int(state.seat)
        action = minds[seat].choose(observe(state, seat), list(state.legal_actions()), Budget())
        text = format_action(game, action)
        if seat in people:
            if len(people) > 1 and before_screen != seat:
                told.typed += [""] if before_screen == -1 else ["", ""]
            before_screen = seat
            told.typed.append(text)
            told.typed += ["yes"] if is_warned_of(state, action) else []
        told.moves.append((seat, text))
        state.apply(action)
    if len(people) > 1:
        told.typed.append("")
    told.scores = state.scores()
    return told


def is_warned_of(state: State, action: int) -> bool:
    """Whether the terminal asks again before it makes this move."""
    game = state.game
    if not game.claim_base <= action < game.rule_action_base:
        return False
    return any(term.warning for term in claims.terms(state, state.seat, game.claim_lane[action - game.claim_base]))
