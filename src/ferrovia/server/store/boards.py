"""Boards that people have made: immutable versions by what is in them, and drafts with their edits in order."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update

from ferrovia.boards.library import reference
from ferrovia.boards.package import read_package, version_of, write_package
from ferrovia.server.core.entries import now
from ferrovia.server.core.errors import Conflict, Denied, Outdated, Unavailable
from ferrovia.server.store.board_edit_rows import Edit, edits_after, last_forgotten, read_edit
from ferrovia.server.store.database import Database
from ferrovia.server.store.schema import board_edits, board_history, board_reports, board_versions, boards
from ferrovia.studio.draft import Draft, apply_changes, to_json

TRIES: Final = 20
SNAPSHOT: Final = 40
"""Edits after which the draft itself is written again, so that few have to be replayed."""
MOST_REPORTS: Final = 200


@dataclass(frozen=True)
class Removal:
    reason: str


@dataclass(frozen=True)
class Named:
    """A version that its maker has named."""

    number: int
    version: str
    name: str
    at: int
    ref: str
    digest: str
    removed: bool


@dataclass(frozen=True)
class Made:
    """A board of somebody's own."""

    id: str
    maker_hash: str
    listed: bool
    draft: Draft
    number: int
    """Of the last edit that is in the draft."""
    size: int
    """Characters of the draft when it was last written whole."""


class BoardStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    # --- versions -----------------------------------------------------------------------------------------
    async def add_version(self, files: Mapping[str, bytes], board: str, digest: str) -> str:
        """Keeps a version for ever, and returns its name. Refused if it was removed before."""
        version = version_of(files)
        removal = await self.removal(version)
        if removal is not None:
            raise Outdated("board.removed", {"reason": removal.reason})
        package = base64.b64encode(write_package(files)).decode()
        row = {"version": version, "board": board, "digest": digest, "package": package, "added_at": now()}
        try:
            async with self.database.begin() as connection:
                known = select(board_versions.c.version).where(board_versions.c.version == version)
                if (await connection.execute(known)).first() is None:
                    await connection.execute(insert(board_versions), [row])
        except Conflict:
            pass  # somebody else has added the same
        return version

    async def files(self, version: str) -> dict[str, bytes] | None:
        """The files of a version. Raises a refusal if it was removed; None if there never was one."""
        package = await self.package(version)
        return None if package is None else read_package(package)

    async def package(self, version: str) -> bytes | None:
        """The same as the package that was kept, which nobody has to pack again."""
        async with self.database.begin() as connection:
            row = (await connection.execute(select(board_versions).where(board_versions.c.version == version))).first()
        if row is None:
            return None
        if row.removed_at is not None:
            raise Outdated("board.removed", {"reason": row.reason})
        return base64.b64decode(row.package)

    async def removal(self, version: str) -> Removal | None:
        columns = select(board_versions.c.reason).where(
            board_versions.c.version == version, board_versions.c.removed_at.is_not(None)
        )
        async with self.database.begin() as connection:
            row = (await connection.execute(columns)).first()
        return None if row is None else Removal(row.reason or "")

    async def listed(self) -> list[str]:
        """References to the newest version of every board that its maker has listed, oldest board first."""
        newest = select(board_history.c.board_id, func.max(board_history.c.number).label("number"))
        last = newest.group_by(board_history.c.board_id).subquery()
        query = (
            select(board_versions.c.board, board_versions.c.version)
            .join(board_history, board_history.c.version == board_versions.c.version)
            .join(last, (last.c.board_id == board_history.c.board_id) & (last.c.number == board_history.c.number))
            .join(boards, boards.c.id == board_history.c.board_id)
            .where(boards.c.listed == 1, board_versions.c.removed_at.is_(None))
            .order_by(boards.c.created_at)
        )
        async with self.database.begin() as connection:
            rows = (await connection.execute(query)).all()
        return list(dict.fromkeys(reference(row.board, row.version) for row in rows))

    # --- boards of one's own ------------------------------------------------------------------------------
    async def make(self, id: str, key: str, maker_hash: str, address: str, draft: Draft) -> str:
        """The id of a new board, or of the one that was made under the same key before."""
        row = {
            "id": id,
            "creation_key": key,
            "maker_hash": maker_hash,
            "maker_address": address,
            "created_at": now(),
            "listed": 0,
            "draft": to_json(draft),
            "draft_number": 0,
        }
        try:
            async with self.database.begin() as connection:
                await connection.execute(insert(boards), [row])
            return id
        except Conflict:
            async with self.database.begin() as connection:
                found = await connection.execute(select(boards.c.id).where(boards.c.creation_key == key))
                known = found.scalar_one_or_none()
            if known is None:
                raise Unavailable from None
            return str(known)

    async def count_of(self, address: str) -> int:
        query = select(func.count()).select_from(boards).where(boards.c.maker_address == address)
        async with self.database.begin() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def find(self, id: str) -> Made:
        """A board with all its edits made. Refused if there is none."""
        async with self.database.begin() as connection:
            row = (await connection.execute(select(boards).where(boards.c.id == id))).first()
            if row is None:
                raise Denied("board.unmade")
            later = (await connection.execute(edits_after(id, row.draft_number))).all()
        draft: Draft = json.loads(row.draft)
        number = row.draft_number
        for edit in later:
            draft, number = apply_changes(draft, json.loads(edit.changes)), edit.number
        return Made(row.id, row.maker_hash, bool(row.listed), draft, number, len(row.draft))

    async def set_listed(self, id: str, listed: bool) -> None:
        async with self.database.begin() as connection:
            await connection.execute(update(boards).where(boards.c.id == id).values(listed=int(listed)))

    # --- edits --------------------------------------------------------------------------------------------
    async def edit(self, id: str, key: str, author: str, changes: Sequence[Sequence[Any]]) -> Edit:
        """Puts an edit after all others, and says which number it got. One that was sent before is done once."""
        for _ in range(TRIES):
            made = await self.find(id)
            sent = await self.sent_before(id, key)
            if sent is not None:
                return sent
            after = apply_changes(made.draft, changes)
            text = to_json(after)
            number, at = made.number + 1, now()
            row = {
                "board_id": id,
                "number": number,
                "at": at,
                "key": key,
                "author": author,
                "changes": json.dumps(changes, separators=(",", ":"), ensure_ascii=False),
            }
            try:
                async with self.database.begin() as connection:
                    await connection.execute(insert(board_edits), [row])
                    if number % SNAPSHOT == 0:
                        whole = update(boards).where(boards.c.id == id).values(draft=text, draft_number=number)
                        await connection.execute(whole)
                        old = board_edits.c.number <= await last_forgotten(connection, id, number)
                        await connection.execute(delete(board_edits).where(board_edits.c.board_id == id, old))
            except Conflict:
                continue  # somebody else was faster: after theirs, then
            return Edit(number, at, key, author, [(change[0], change[1]) for change in changes])
        raise Unavailable

    async def sent_before(self, id: str, key: str) -> Edit | None:
        query = select(board_edits).where(board_edits.c.board_id == id, board_edits.c.key == key)
        async with self.database.begin() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else read_edit(row)

    async def edits(self, id: str, after: int) -> list[Edit]:
        async with self.database.begin() as connection:
            return [read_edit(row) for row in await connection.execute(edits_after(id, after))]

    async def last_edit(self, id: str) -> int:
        query = select(func.max(board_edits.c.number)).where(board_edits.c.board_id == id)
        async with self.database.begin() as connection:
            return (await connection.execute(query)).scalar_one() or 0

    # --- named versions -----------------------------------------------------------------------------------
    async def name_version(self, id: str, version: str, name: str, most: int) -> None:
        """Adds a version to the board's history; the newest is what others play."""
        for _ in range(TRIES):
            history = await self.history(id)
            if history and history[-1].version == version and history[-1].name == name:
                return
            if len(history) >= most:
                raise Denied("limit.versions", {"most": most})
            number = history[-1].number + 1 if history else 1
            row = {"board_id": id, "number": number, "version": version, "name": name, "at": now()}
            try:
                async with self.database.begin() as connection:
                    await connection.execute(insert(board_history), [row])
                return
            except Conflict:
                continue
        raise Unavailable

    async def history(self, id: str) -> list[Named]:
        """Oldest first."""
        query = (
            select(board_history, board_versions.c.board, board_versions.c.digest, board_versions.c.removed_at)
            .join(board_versions, board_versions.c.version == board_history.c.version)
            .where(board_history.c.board_id == id)
            .order_by(board_history.c.number)
        )
        async with self.database.begin() as connection:
            rows = (await connection.execute(query)).all()
        return [
            Named(
                number=row.number,
                version=row.version,
                name=row.name,
                at=row.at,
                ref=reference(row.board, row.version),
                digest=row.digest,
                removed=row.removed_at is not None,
            )
            for row in rows
        ]

    # --- reports ------------------------------------------------------------------------------------------
    async def report(self, version: str, text: str) -> None:
        """Notes what somebody says about a version; beyond so many, nobody learns more from another."""
        for _ in range(TRIES):
            last = select(func.max(board_reports.c.number)).where(board_reports.c.version == version)
            try:
                async with self.database.begin() as connection:
                    number = ((await connection.execute(last)).scalar_one() or 0) + 1
                    if number > MOST_REPORTS:
                        return
                    row = {"version": version, "number": number, "at": now(), "text": text}
                    await connection.execute(insert(board_reports), [row])
                return
            except Conflict:
                continue
        raise Unavailable
