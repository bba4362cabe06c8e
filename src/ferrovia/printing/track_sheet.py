"""The score track by itself, for a board that has none around it."""

from __future__ import annotations

from typing import Final

from ferrovia.draw.palette import FAINT_INK
from ferrovia.printing.fonts import SERIF, face_of
from ferrovia.printing.markup import fitted, moved, prose, rect
from ferrovia.printing.paper import CAPTION, MARGIN
from ferrovia.printing.score_track import track
from ferrovia.printing.sheets import Commission, Page

TRACK: Final = "track"


def track_page(commission: Commission) -> Page:
    """As large as the sheet lets it be, lying."""
    paper = commission.order.paper.for_cards
    wide, high = paper.height, paper.width
    room_x, room_y = wide - 2 * MARGIN, high - 2 * MARGIN - CAPTION
    size = fitted(commission.name, 12.0, 0.5 * room_x, face_of(SERIF))
    name = prose(room_x / 2, room_y / 2 + 0.3 * size, commission.name, size, text_anchor="middle")
    frame = rect(0, 0, room_x, room_y, stroke=FAINT_INK, stroke_width=0.2)
    return Page(
        TRACK, commission.say("track"), wide, high, moved([frame, *track(room_x, room_y), name], MARGIN, MARGIN)
    )
