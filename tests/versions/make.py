"""Writes what version 1 of the rules left behind: the database of a server with games in it, and saved games.

Made once, by the code of that version (commit b7eb2cf), whose records name another board Amsterdam, too:

    PYTHONPATH=OLD_CHECKOUT/src python tests/versions/make.py

Never to be run by any other version: it would not be a witness any more."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
import tempfile
from pathlib import Path

from ferrovia.server.messages.requests import Move, NewTable
from ferrovia.server.service import Service
from ferrovia.server.table import Status
from ferrovia.server.tables import Tables
from left import GAMES, SAVED, token

from ferrovia.boards import load, new_game
from ferrovia.engine.chance import commitment, seeded
from ferrovia.engine.setup import deal
from ferrovia.engine.version import RULES_VERSION
from ferrovia.record import begin, to_text, write_move
from ferrovia.server.settings import Settings
from ferrovia.server.store import Database, Journal, Shelf

FOLDER = Path(__file__).parent
AGED = ("entries.at", "tables.created_at", "tables.finished_at", "tables.due_at")
AGE = 2 * 365 * 86_400_000
"""Milliseconds: the games are old wherever the tests run."""


def seat(game: str, name: str) -> dict[str, str]:
    if not name:
        return {"kind": "open"}
    if name.islower():
        return {"kind": "bot", "bot": name}
    return {"kind": "person", "name": name, "token": token(f"{game} {name}")}


async def play(service: Service, game: str) -> dict[str, object]:
    """Where the game stands in the end, as this version sees it."""
    board, options, names, moves = GAMES[game]
    wanted = {"board": board, "options": options, "first": 0, "host": token(f"{game} host")}
    made = await service.create(NewTable.model_validate({**wanted, "seats": [seat(game, name) for name in names]}))
    id = made["table"]
    luck = seeded(2026, len(game))
    for number in range(moves):
        table = (await service.tables.fresh(id)).table
        if table.status != Status.PLAYING or table.state is None:
            break
        deciding = table.waiting_seats()[0]
        actions = table.state.legal_for(deciding)
        action = int(actions[luck.below(len(actions))])
        asked = {"key": f"move-{number:04}", "decision": table.decisions[deciding], "action": action}
        await service.move(id, token(f"{game} {names[deciding]}"), Move.model_validate(asked))
    table = (await service.tables.fresh(id)).table
    seen: dict[str, object] = {"table": id, "status": table.status.value, "moves": table.moves}
    if table.state is not None:
        seen |= {"digest": table.state.digest(), "scores": table.state.scores()}
    return seen


async def fill(file: Path) -> dict[str, dict[str, object]]:
    settings = Settings(data=file.parent)
    database = Database(settings.database_url)
    journal = Journal(database)
    await database.migrate()
    journal.open()
    service = Service(settings, Tables(Shelf(database), journal))
    seen = {game: await play(service, game) for game in GAMES}
    await journal.close()
    await database.close()
    return seen


def save(name: str) -> None:
    """As `ferrovia play` keeps a game that is to go on: with its secret, without a result."""
    board, options, moves = SAVED[name]
    game = new_game(load(board), 2, options, 0)
    record = begin(game, ["Ada", "random"])
    secret = hashlib.sha256(name.encode()).digest()
    record.secret, record.commitment = secret.hex(), commitment(secret)
    state, luck = deal(game, record.chance()), seeded(7)
    for _ in range(moves):
        actions = state.legal_actions()
        action = int(actions[luck.below(len(actions))])
        write_move(record, game, int(state.seat), action)
        state.apply(action)
    (FOLDER / f"{name}.txt").write_bytes(to_text(record).encode())


def main() -> None:
    if RULES_VERSION in range(2, 1000):
        raise SystemExit("this is not the code of version 1")
    for name in SAVED:
        save(name)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ferrovia.sqlite3"
        seen = asyncio.run(fill(file))
        with sqlite3.connect(file) as database:
            for column in AGED:
                table, _, name = column.partition(".")
                database.execute(f"UPDATE {table} SET {name} = {name} - {AGE}")
            text = "\n".join(database.iterdump()) + "\n"
    (FOLDER / "version_1.sql").write_text(text, encoding="utf-8")
    (FOLDER / "version_1.json").write_text(json.dumps(seen, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
