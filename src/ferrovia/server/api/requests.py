"""What clients send. Every field is checked, and unknown ones are refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, TypeAdapter

from ferrovia.record import Player
from ferrovia.server.api.fields import Key, Name, Number, OptionId, TableId, Text, Token, Words
from ferrovia.server.core import commands, creation, setup
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.setup import Level

LONGEST_ACTION = 300
MOST_MINE = 200
MOST_RECORD = 60_000
"""Characters: a game of five players has some 10,000. `--body-bytes` may be the narrower limit."""
MOST_THINGS = 200


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# --- making a table -------------------------------------------------------------------------------------
class NoClock(Request):
    """Everybody takes the time they want."""

    kind: Literal["none"] = "none"

    def value(self) -> setup.NoClock:
        return setup.NoClock()


class LiveClock(Request):
    """A time bank for the whole game, and a little more with every turn."""

    kind: Literal["live"] = "live"
    bank_seconds: int = Field(600, ge=5, le=86_400)
    increment_seconds: int = Field(10, ge=0, le=3_600)

    def value(self) -> setup.LiveClock:
        return setup.LiveClock(bank_seconds=self.bank_seconds, increment_seconds=self.increment_seconds)


class DaysClock(Request):
    """So many days for every move."""

    kind: Literal["correspondence"] = "correspondence"
    days: int = Field(3, ge=1, le=60)

    def value(self) -> setup.DaysClock:
        return setup.DaysClock(days=self.days)


Clock = Annotated[NoClock | LiveClock | DaysClock, Field(discriminator="kind")]


class OpenSeat(Request):
    """For somebody who gets an invitation."""

    kind: Literal["open"]

    def value(self) -> creation.ForAnybody:
        return creation.ForAnybody()


class BotSeat(Request):
    kind: Literal["bot"]
    bot: Level

    def value(self) -> creation.ForBot:
        return creation.ForBot(self.bot)


class PersonSeat(Request):
    """Somebody on this device. Several may share one token: then each view is shown only on its own turn."""

    kind: Literal["person"]
    name: Name
    token: Token

    def value(self) -> creation.ForPerson:
        return creation.ForPerson(self.name, self.token)


WantedSeat = Annotated[OpenSeat | BotSeat | PersonSeat, Field(discriminator="kind")]


class NewTable(Request):
    board: Text = Field(max_length=80)
    options: dict[OptionId, bool] = Field(default_factory=dict, max_length=20)
    seats: list[WantedSeat] = Field(min_length=1, max_length=9)
    first: int | None = Field(None, ge=0, le=8)
    clock: Clock = NoClock()
    stand_in: Level = "conductor"
    start: Literal["full", "host"] = "full"
    host: Token
    """The host's own token. A table is made once for it, however often it is asked for."""

    def new_table(self) -> creation.NewTable:
        return creation.NewTable(
            board=self.board,
            seats=[seat.value() for seat in self.seats],
            host=self.host,
            options=self.options,
            first=self.first,
            clock=self.clock.value(),
            stand_in=self.stand_in,
            start=self.start,
        )


class Join(Request):
    name: Name
    token: Token


class PlayDay(Request):
    """A seat at a table of one's own, with the cards of a day."""

    name: Name
    token: Token
    host: Token


class Solve(Request):
    """What somebody would do in a puzzle's position."""

    action: int = Field(ge=-(2**53), le=2**53, strict=True)


class SetSeat(Request):
    """What the host does with a seat."""

    kind: Literal["open", "bot"]
    bot: Level = "conductor"

    def command(self, host: str, seat: int) -> commands.SeatBot | commands.OpenSeat:
        return commands.SeatBot(host, seat, self.bot) if self.kind == "bot" else commands.OpenSeat(host, seat)


class Move(Request):
    key: Key
    decision: int = Field(ge=0, le=2**31, strict=True)
    action: StrictInt | Text = Field(union_mode="left_to_right")
    seat: int | None = Field(None, ge=0, le=8, strict=True)
    """Needed only where one token holds several seats and more than one of them is to decide."""

    @property
    def is_sane(self) -> bool:
        return len(self.action) <= LONGEST_ACTION if isinstance(self.action, str) else abs(self.action) < 2**53

    def command(self, token: str | None) -> commands.Move:
        if token is None:
            raise Denied("token.seat")
        if not self.is_sane:
            raise Denied("request.invalid")
        return commands.Move(token, self.decision, self.action, self.key, self.seat)


class Answer(Request):
    """To a question of somebody at the table; who asked takes it back by not agreeing."""

    question: int = Field(ge=1, le=2**31, strict=True)
    agrees: bool = Field(strict=True)


class Chat(Request):
    """Who may write freely: the players, and apart from them the watchers."""

    players: bool = Field(strict=True)
    watchers: bool = Field(strict=True)


class NewPlan(Request):
    """For the next turn: a route to claim, and whether to draw blind if that does not fit."""

    lane: int | None = Field(None, ge=0, le=10_000, strict=True)
    payment: int | None = Field(None, ge=0, lt=2**53, strict=True)
    """The claim by its number, as the lane's answer lists it; what is proposed first if none is named."""
    draws: bool = Field(True, strict=True)


class NewCall(Request):
    """How somebody wants to be called: by a browser's push subscription, a webhook or a mail address."""

    way: Literal["push", "webhook", "mail"]
    address: Annotated[str, Field(min_length=3, max_length=1000, pattern="^[!-~]+$")]
    p256dh: Annotated[str, Field(max_length=100, pattern="^[A-Za-z0-9_-]+$")] | None = None
    auth: Annotated[str, Field(max_length=40, pattern="^[A-Za-z0-9_-]+$")] | None = None
    quiet_from: int = Field(0, ge=0, lt=1440, strict=True)
    """Minutes since midnight; nobody is called from here …"""
    quiet_to: int = Field(0, ge=0, lt=1440, strict=True)
    """… until there. The same number twice: whenever it is due."""
    zone: Annotated[str, Field(max_length=60, pattern="^[A-Za-z0-9_+/-]+$")] = "UTC"
    digest_minutes: int = Field(0, ge=0, le=1440, strict=True)
    """At most one call in so many minutes, about everything since the last."""
    language: Literal["en", "fr"] = "en"


class CallToken(Request):
    token: Annotated[str, Field(max_length=80, pattern="^[A-Za-z0-9_.-]+$")]


class Held(Request):
    table: TableId
    token: Token


class Mine(Request):
    """The tables a browser remembers."""

    tables: list[Held] = Field(max_length=MOST_MINE)


# --- games of elsewhere ---------------------------------------------------------------------------------
class RecordText(Request):
    """A game as text, as `ferrovia play --save` and the page write it."""

    record: Text = Field(max_length=MOST_RECORD)


class PrintedPlayer(Request):
    """What a player of the printed game has at its end."""

    lanes: list[Number] = Field(default_factory=list, max_length=MOST_THINGS)
    tickets: list[Number] = Field(default_factory=list, max_length=MOST_THINGS)
    extras: dict[OptionId, Number] = Field(default_factory=dict, max_length=20)
    places: dict[OptionId, Annotated[list[Number], Field(max_length=MOST_THINGS)]] = Field(
        default_factory=dict, max_length=20
    )
    """Extras that stand on places: which."""

    def value(self) -> Player:
        return Player(self.lanes, self.tickets, self.extras, self.places)


class PrintedGame(Request):
    board: Text = Field(max_length=80)
    options: dict[OptionId, bool] = Field(default_factory=dict, max_length=20)
    first: int | None = Field(None, ge=0, le=8, strict=True)
    """Who began; matters where later players start with more points."""
    players: list[PrintedPlayer] = Field(min_length=1, max_length=9)


# --- over the socket ------------------------------------------------------------------------------------
class Hello(Request):
    """The first message on a socket. Without a token: a watcher."""

    type: Literal["hello"]
    token: Token | None = None
    since: int | None = Field(None, ge=0, le=2**31, strict=True)
    """The last version the client has; events after it are told. 0: all of them."""
    back: bool = Field(False, strict=True)
    """The person is here again: a stand-in hands back."""
    presence: bool = Field(False, strict=True)
    """Tell me who comes and goes."""
    said: bool = Field(False, strict=True)
    """Tell me what is said."""


class MoveMessage(Move):
    type: Literal["move"]
    answer: Literal["accepted", "update"] = "accepted"
    """Which message shall say that the move is safe: one of its own, or the update that everybody gets. The latter only
    if the welcome offers it; `accepted` comes all the same where an update can't say it."""


class Back(Request):
    type: Literal["back"]


class Say(Request):
    """A phrase or a reaction by its name, or free words where there is a chat."""

    type: Literal["say"]
    kind: Literal["phrase", "reaction", "chat"]
    text: Words
    name: Name | Literal[""] = ""
    """What a watcher wants to be called in the watchers' chat. Players have their seats' names."""


class Ping(Request):
    type: Literal["ping"]


ClientMessage = Annotated[Hello | MoveMessage | Back | Say | Ping, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[Hello | MoveMessage | Back | Say | Ping] = TypeAdapter(ClientMessage)
