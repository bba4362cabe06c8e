"""Errors that only the command line knows."""

from __future__ import annotations

from ferrovia.engine.errors import FerroviaError


class UserError(FerroviaError):
    """Something that the user of a command typed or named is wrong."""
