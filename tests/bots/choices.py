"""What the frozen bots choose at seeded positions of every board; stored, so that a change shows.

`PYTHONPATH=tests python -m bots.choices` writes choices.json anew: only when a rule changed on purpose."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ferrovia.boards import board_ids, load
from ferrovia.bots import Budget, make_bot
from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.record import format_action
from ferrovia.view import observe
from properties.tables import tables_of

FILE: Final = Path(__file__).with_name("choices.json")
POSITIONS: Final = 200
DEEPEST: Final = 160  # decisions; a game that is over before is looked at some moves before its end
BUDGETS: Final = {"planner-v1": Budget(), "expert-v1": Budget(iterations=200)}


def position(board: Board, number: int) -> State:
    """The tables of the board in turn, played on by greedy bots for a number of decisions that is drawn."""
    tables = tables_of(board)
    game = tables[number % len(tables)].game(first=0)
    state = deal(game, seeded(number, 1))
    bots = [make_bot("greedy", seeded(number, 2 + seat)) for seat in range(game.seats)]
    wanted = int(seeded(number, 0).below(DEEPEST))
    before: list[State] = []
    while not state.over and len(before) < wanted:
        before.append(state.clone())
        seat = int(state.seat)
        state.apply(bots[seat].choose(observe(state, seat), list(state.legal_actions()), Budget()))
    return before[-(1 + number % 12)] if state.over else state


def choose(bot: str, state: State, number: int) -> str:
    """In notation."""
    seat = int(state.seat)
    player = make_bot(bot, seeded(number, 100))
    action = player.choose(observe(state, seat), list(state.legal_actions()), BUDGETS[bot])
    return format_action(state.game, action)


def choices(board: Board, bot: str, numbers: range) -> Iterator[str]:
    for number in numbers:
        yield choose(bot, position(board, number), number)


if __name__ == "__main__":
    stored = {id: {bot: list(choices(load(id), bot, range(POSITIONS))) for bot in BUDGETS} for id in board_ids()}
    FILE.write_text(json.dumps(stored, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
