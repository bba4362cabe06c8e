"""Plans for the next turn, and the results of the deals of the day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("claim", sa.Text, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
    )
    op.create_table(
        "day_results",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("player", sa.String(22), primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("day_results")
    op.drop_table("plans")
