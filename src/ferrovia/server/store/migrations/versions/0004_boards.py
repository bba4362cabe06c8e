"""Boards that people make: their versions, drafts, edits and reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "board_versions",
        sa.Column("version", sa.String(32), primary_key=True),
        sa.Column("board", sa.String(40), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("package", sa.Text, nullable=False),
        sa.Column("added_at", sa.BigInteger, nullable=False),
        sa.Column("removed_at", sa.BigInteger),
        sa.Column("reason", sa.Text),
    )
    op.create_table(
        "boards",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("creation_key", sa.String(64), nullable=False, unique=True),
        sa.Column("maker_hash", sa.String(64), nullable=False),
        sa.Column("maker_address", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
        sa.Column("draft", sa.Text, nullable=False),
        sa.Column("draft_number", sa.Integer, nullable=False),
    )
    op.create_index("boards_listed", "boards", ["listed"])
    op.create_index("boards_address", "boards", ["maker_address"])
    op.create_table(
        "board_edits",
        sa.Column("board_id", sa.String(22), sa.ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("changes", sa.Text, nullable=False),
    )
    op.create_table(
        "board_history",
        sa.Column("board_id", sa.String(22), sa.ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("board_history_version", "board_history", ["version"])
    op.create_table(
        "board_reports",
        sa.Column("version", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("board_reports", "board_history", "board_edits", "boards", "board_versions"):
        op.drop_table(name)
