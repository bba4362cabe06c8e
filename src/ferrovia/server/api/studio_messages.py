"""What a studio and those who draw in it tell each other."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field
from typing_extensions import TypeAliasType, TypedDict

from ferrovia.server.api import requests
from ferrovia.server.api.fields import Key, Token, clean_name, whole
from ferrovia.server.workbench import LandChange
from ferrovia.studio.other_editor import Note

LONGEST_TITLE: Final = 60
LONGEST_REPORT: Final = 1000
MOST_CHANGES: Final = 5000

Title = Annotated[str, Field(min_length=1, max_length=LONGEST_TITLE), AfterValidator(whole)]
DraftChange = TypeAliasType("DraftChange", tuple[str, Any])
"""A key of a draft, and what it is from now on."""


class StudioInfo(TypedDict):
    mode: str
    """off, key or open."""
    rules: list[RuleInfo]


class RuleInfo(TypedDict):
    """What a rule asks of a board."""

    id: str
    lane_columns: list[str]
    ticket_columns: list[str]
    params: list[str]
    flags: list[str]
    """Those of its columns that say `yes` or nothing."""
    usual: dict[str, Any]
    """Parameters and cells that a board begins with when it takes up the rule."""
    marks: list[RuleMark]


class RuleMark(TypedDict):
    """What a rule prints on a lane if this stands in one of its columns."""

    column: str
    cell: str
    number: int
    glyph: str
    """The data of an SVG path, from −1 to 1 both ways; drawn where there is no number."""
    spaces: int
    """How many of the lane's spaces bear the glyph."""
    broken: bool
    """Its spaces have a heavy, broken edge."""


class NewBoard(requests.Request):
    token: Token
    """The maker's own, made up by the browser: who has it may edit."""
    name: Title
    start: Annotated[str, Field(max_length=80)] | None = None
    """A board to begin with: an id or a reference; a blank sheet if left out."""
    own_work: bool
    """The maker says that it is, or will be, their own work or free to use."""


class Changes(requests.Request):
    key: Key
    author: Annotated[str, Field(max_length=120), AfterValidator(clean_name)]
    changes: list[DraftChange] = Field(max_length=MOST_CHANGES)


class VersionName(requests.Request):
    name: Title


class Listing(requests.Request):
    listed: bool


class Report(requests.Request):
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_REPORT), AfterValidator(whole)]


class Fitting(requests.Request):
    held: list[Annotated[str, Field(max_length=24)]] = Field(default_factory=list, max_length=1000)


class RegionWish(requests.Request):
    """Degrees; a region that crosses the 180th meridian has its west east of its east."""

    west: float = Field(ge=-180, le=180)
    east: float = Field(ge=-180, le=180)
    south: float = Field(ge=-85, le=85)
    north: float = Field(ge=-85, le=85)


class DeckWish(requests.Request):
    seed: int = Field(ge=0, le=2**31)
    count: int | None = Field(None, ge=1, le=300)


class MadeBoard(TypedDict):
    board: str


class EditInfo(TypedDict):
    number: int
    at: int
    key: str
    author: str
    changes: list[DraftChange]


class Edits(TypedDict):
    edits: list[EditInfo]


class VersionInfo(TypedDict):
    number: int
    name: str
    at: int
    ref: str
    digest: str
    removed: bool


class StudioBoard(TypedDict):
    board: str
    draft: dict[str, Any]
    number: int
    """Of the last edit in the draft."""
    listed: bool
    versions: list[VersionInfo]


class BegunLand(TypedDict):
    changes: list[LandChange]


class WorldPath(TypedDict):
    path: str
    """All land, in degrees: x to the east, y to the south."""


class SuggestedTicket(TypedDict):
    a: str
    b: str
    points: int


class SuggestedDeck(TypedDict):
    tickets: list[SuggestedTicket]


class Imported(TypedDict):
    draft: dict[str, Any]
    notes: list[Note]
    """What was kept, though nobody plays by it here."""


class StudioDone(TypedDict):
    done: bool
