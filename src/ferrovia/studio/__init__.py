"""Making boards: drafts and their edits, checks that point to a place, fitting a map, suggesting a deck, and the files
of another editor. Nothing here knows the web or a database."""

from ferrovia.studio.draft import Draft, DraftError, apply_changes, document_of, draft_of, name_places, restored_rows

__all__ = [
    "Draft",
    "DraftError",
    "apply_changes",
    "document_of",
    "draft_of",
    "name_places",
    "restored_rows",
]
