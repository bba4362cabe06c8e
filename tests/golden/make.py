"""Writes golden games anew: `PYTHONPATH=tests python -m golden.make`. Only when rules or boards changed on purpose."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from ferrovia.bots import Budget, make_bot
from ferrovia.engine.board import Board
from ferrovia.engine.chance import commitment, seeded
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.phases import TURN
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.record import Record, begin, from_text, to_text, verify, write_move
from ferrovia.view import observe
from properties.tables import Table, all_boards, tables_of

FOLDER = Path(__file__).parent
SEEDED = "-seeded"
PERFT_SEED = 2026
MIDDLE = 40  # decisions


def golden_tables() -> dict[str, Table]:
    """A game by a secret for every table, and one by a seed for the fullest table of every board."""
    names = {str(table): table for board in all_boards() for table in tables_of(board)}
    return names | {f"{tables_of(board)[-1]}{SEEDED}": tables_of(board)[-1] for board in all_boards()}


def number_of(name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"golden {name}".encode()).digest()[:4], "big")


# --- records --------------------------------------------------------------------------------------------
def play(name: str, table: Table) -> tuple[Record, State]:
    """Greedy and random bots in turns around the table; who begins changes from game to game."""
    number = number_of(name)
    kinds = [("greedy", "random")[(seat + number) % 2] for seat in range(table.seats)]
    game = table.game(first=number % (table.seats + 1) - 1)
    record = begin(game, kinds)
    give_luck(record, name)
    state = deal(game, record.chance())
    bots = [make_bot(kind, seeded(number, seat)) for seat, kind in enumerate(kinds)]
    while not state.over:
        seat = int(state.seat)
        action = bots[seat].choose(observe(state, seat), list(state.legal_actions()), Budget())
        write_move(record, game, seat, action)
        state.apply(action)
    record.result = state.scores()
    return record, state


def give_luck(record: Record, name: str) -> None:
    if name.endswith(SEEDED):
        record.seed = number_of(name), 0
    else:
        secret = hashlib.sha256(f"golden secret {name}".encode()).digest()
        record.secret, record.commitment = secret.hex(), commitment(secret)


# --- counts ---------------------------------------------------------------------------------------------
def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` actions there are; fewer actions where the game ends before."""
    actions = state.legal_actions()
    if depth == 1 or state.over:
        return len(actions)
    total = 0
    for action in actions:
        next_state = state.clone()
        next_state.apply(action)
        total += perft(next_state, depth - 1)
    return total


def counts(board: Board) -> dict[str, object]:
    """Sequences from the deal and from the middle of a random game, and every legal list of that game in its order."""
    game = tables_of(board)[0].game(first=0)
    state = game.start(seeded(PERFT_SEED))
    start = [perft(state, depth) for depth in (1, 2, 3)]
    policy = RandomPolicy(game, seeded(PERFT_SEED, 1))
    order = hashlib.sha256()
    middle: list[int] = []
    decisions = 0
    while not state.over:
        if decisions >= MIDDLE and state.phase == TURN and not middle:
            middle = [perft(state, depth) for depth in (1, 2, 3)]
        order.update(json.dumps(list(state.legal_actions())).encode())
        state.apply(policy.listed(state))
        decisions += 1
    return {"start": start, "middle": middle, "decisions": decisions, "order": order.hexdigest()}


def write_json(name: str, content: object) -> None:
    (FOLDER / name).write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def kept(file: Path, table: Table) -> State | None:
    """How the golden game of a table ends, if it can still be played."""
    try:
        return verify(from_text(file.read_bytes().decode()), board=table.board).state
    except (OSError, FerroviaError):
        return None


def main() -> None:
    """A game that can still be played stays as it is: records of older versions have to play the same, too."""
    names = golden_tables()
    for file in FOLDER.glob("*.txt"):
        if file.stem not in names:
            file.unlink()
    digests: dict[str, str] = {}
    for name, table in names.items():
        file = FOLDER / f"{name}.txt"
        state = kept(file, table)
        if state is None:
            record, state = play(name, table)
            file.write_bytes(to_text(record).encode())
        digests[name] = state.digest()
    write_json("digests.json", digests)
    write_json("counts.json", {board.id: counts(board) for board in all_boards()})


if __name__ == "__main__":
    main()
