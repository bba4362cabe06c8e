"""Which mail addresses were asked whether they want to be called, so that nobody is asked without end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mail_questions",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("address_hash", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("mail_questions_address", "mail_questions", ["address_hash", "at"])


def downgrade() -> None:
    op.drop_table("mail_questions")
