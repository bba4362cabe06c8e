"""The seams: every place where a rule module may hang on the core. The list is closed.

A rule overrides the methods it needs. A game looks once, when it is built, which ones those are, so a seam nobody
uses costs nothing. What a rule remembers lives in counters of the state (`game.add_counter`), so that clones, digests
and views need not know it.

| seam         | when                                                                                   |
|--------------|----------------------------------------------------------------------------------------|
| check        | a board is loaded: what is wrong with its columns or parameters                        |
| limit        | the same: why a board is too large for this rule                                       |
| bind         | a game is built: read columns, ask for counters, ledger lines, decisions and actions   |
| setup        | hands and market are dealt, tickets are not                                            |
| announce     | a legal claim is about to be paid; True holds it up for a decision of this rule        |
| after_claim  | a claim has been paid, placed and scored                                               |
| after_turn   | a turn has ended and the game goes on; True holds up the next turn for a decision      |
| legal        | one of this rule's decisions is open, or a turn that it takes part in: list its actions |
| decide       | one of those actions was chosen                                                        |
| advise       | a bot answers one of these decisions: the action it had better choose; -1: any          |
| wording      | one of these actions is offered to a person: what it does, in the words of `terms.<key>` |
| borrowed     | tickets are scored: lanes of others that count as a seat's own, for its tickets only   |
| score        | the game is over: write ledger lines                                                   |
| tie_break    | seats are tied and the board breaks ties by this rule: the higher number is ahead      |
| notation     | the text of one of this rule's actions: short, its own, no verb of the core in front   |
| own_counters | the view of a seat: numbers that only this seat may know                               |
| shown_tickets| tickets that lie open before everybody while a decision of this rule is pending        |
| status       | the table is shown: what everybody should see of this rule now, besides its counters   |
| terms        | a seat looks at a free lane: what claiming it would cost or bring besides its cards    |
| mark         | a map or a list of lanes is drawn: what this rule prints on a lane                     |
| worth        | a bot values lanes: what a claim brings or costs by this rule, in tenths of a point    |
| lit          | a score is counted up: the lanes that a ledger line of this rule is about              |
| extras       | a game of the printed board is counted: what its players have besides routes, tickets  |
| lay_extra    | the same: a player has so many of one of these                                         |
| telling      | a rulebook is written: what this rule says, before it is bound to any game             |
| components   | a board is printed on paper: the cards and tokens that this rule is played with        |
| ticket_note  | the same: what this rule has printed on a ticket                                       |
| observed     | an environment is specified: what this rule's counters mean, and how large they get    |

May-claim needs no seam of its own: a rule closes a lane to a seat with `claims.close`, as double routes do. Counters
are public; what only a seat may know has to follow from what it sees (as a purse follows from payments).

Whatever a rule says has a key; the words are in the catalogues of the user interface, or in `WORDS` for a rule of
another package: `rulebook.<id>.title` heads its section of the rulebook, `rulebook.<id>.tie` says how it breaks a tie,
`rulebook.<key>` and `terms.<key>` are its sentences and terms; its events and ledger lines have their words there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine.board import Board, Lane, Ticket
from ferrovia.engine.errors import SetupError
from ferrovia.engine.ledger import Ledger
from ferrovia.engine.params import Told
from ferrovia.engine.telling import Component, Extra, Mark, Observed, Sentence, Term
from ferrovia.engine.values import LedgerLine

if TYPE_CHECKING:
    from ferrovia.engine.game import Game
    from ferrovia.engine.state import State

VERBS: Final = ("pass", "draw", "tickets", "keep", "claim")
"""The first words of the core's own actions."""
LONGEST_TEXT: Final = 60


@mypyc_attr(allow_interpreted_subclasses=True)
class Rule:
    """A rule of some boards. Subclass it, and override the seams it needs; this base does nothing at any of them.

    `ferrovia.rules.register(id, YourRule)` makes it known to board files. `params` is its table in board.toml."""

    LANE_COLUMNS: ClassVar[tuple[str, ...]] = ()
    TICKET_COLUMNS: ClassVar[tuple[str, ...]] = ()
    PARAMS: ClassVar[tuple[str, ...]] = ()
    """What this rule reads of routes.csv, tickets.csv and its table in board.toml."""
    FLAGS: ClassVar[tuple[str, ...]] = ()
    """Those of its columns that say `yes` or nothing; an editor offers a box to tick."""
    USUAL: ClassVar[Mapping[str, object]] = {}
    """What a board begins with that takes up this rule: parameters, and the cell of a column that may not be empty."""
    BREAKS_TIES_UNPLAYED: ClassVar[bool] = False
    """Whether a board may break ties by it without playing it: `tie_break` needs neither parameters nor `bind`."""
    PICTURE: ClassVar[str] = ""
    """The drawing beside its section of the rulebook, by a name that the page knows; none is fine."""
    REWARDS_JOINING: ClassVar[bool] = False
    """Whether own lanes that touch each other are worth more; bots ask."""
    WORDS: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Language → key → text, for keys that no catalogue has."""
    EVENTS: ClassVar[Mapping[str, Told]] = {}
    """What it writes to the log: code → the parameters of the event, and what they mean."""

    def __init__(self, params: Mapping[str, object]) -> None:
        self.params = params

    @classmethod
    def check(cls, board: Board, params: Mapping[str, object]) -> list[tuple[str, int, str, str]]:
        """Problems as (file, row, column, reason); row 0 and column "" where they don't apply."""
        return []

    @classmethod
    def limit(cls, board: Board) -> str:
        """Why it can't be played, or break ties, on a board of this size; "" if it can."""
        return ""

    def bind(self, game: Game) -> None:
        """A game is built: read columns, ask for counters, ledger lines, decisions and actions."""

    def setup(self, state: State) -> None:
        """Hands and market are dealt, tickets are not."""

    def announce(self, state: State, lane: i64, colour: i64, wilds: i64) -> bool:
        """A legal claim is about to be paid; True holds it up for a decision of this rule."""
        return False

    def after_claim(self, state: State, seat: i64, lane: i64) -> None:
        """A claim has been paid, placed and scored."""

    def after_turn(self, state: State) -> bool:
        """A turn has ended and the game goes on; True holds up the next turn for a decision of this rule."""
        return False

    def legal(self, state: State, actions: vec[i64]) -> vec[i64]:
        """A decision of this rule is open: appends its actions. In the phase of a turn, which a rule takes part in by
        `game.join_turns`, those that it may be spent on, in rising order."""
        return actions

    def decide(self, state: State, action: i64) -> None:
        """One of those actions was chosen."""

    def advise(self, state: State) -> i64:
        """What a bot had better answer, by what its seat knows; -1 leaves it to luck."""
        return -1

    def wording(self, state: State, action: i64) -> Term | None:
        """What one of its actions does, said to the seat that may choose it; None: its notation says enough."""
        return None

    def borrowed(self, state: State, seat: i64) -> vec[i64]:
        """Lanes of others that count as this seat's own when its tickets are scored, and for nothing else."""
        return vec[i64]()

    def score(self, state: State, ledger: Ledger) -> None:
        """The game is over: writes ledger lines."""

    def tie_break(self, state: State, seat: i64) -> i64:
        """Of seats that are tied the one with the higher number is ahead."""
        return 0

    def notation(self, game: Game, action: i64) -> str:
        """The text of one of this rule's actions: short, its own, no verb of the core in front."""
        return ""

    def shown_tickets(self, counters: vec[i64]) -> list[int]:
        """Tickets that lie open before everybody while a decision of this rule is pending."""
        return []

    def own_counters(self, state: State, seat: i64) -> dict[str, int]:
        """Numbers that only this seat may know, for its view."""
        return {}

    def status(self, counters: vec[i64]) -> list[Term]:
        """Its words are `status.<key>`."""
        return []

    def terms(self, state: State, seat: i64, lane: i64) -> list[Term]:
        """Asks only what the seat itself knows."""
        return []

    def mark(self, lane: Lane) -> Mark | None:
        """Asked before the rule is bound to any game, as `telling` is."""
        return None

    def worth(self, lane: i64) -> i64:
        """A guess that holds for the whole game; what it rests on may be wrong late in it."""
        return 0

    def lit(self, state: State, line: LedgerLine) -> list[int]:
        """Asked for lines of the rule's own only."""
        return []

    def extras(self, board: Board) -> list[Extra]:
        """What to ask every player of a printed game for, once it is over; asked before the rule is bound."""
        return []

    def lay_extra(self, state: State, seat: i64, extra: str, number: i64) -> None:
        """A player of a printed game has so many of one of these extras: whatever `score` reads says so now.

        If it stands on places, the number is one of these, and every place is told by itself."""

    def telling(self, board: Board) -> list[Sentence]:
        """What it says in the rulebook of a board; asked before it is bound to any game."""
        return []

    def components(self, board: Board) -> list[Component]:
        """What has to be cut out to play it on a real table; asked before it is bound to any game."""
        return []

    def ticket_note(self, board: Board, ticket: Ticket) -> Sentence | None:
        """What a printed ticket says besides its places and points; asked before it is bound to any game."""
        return None

    def observed(self, game: Game) -> list[Observed]:
        """Its counters as fields of an observation, in this order; those it leaves out are in none."""
        return []


def check_notation(game: Game) -> None:
    """Every action of a rule has a text that can only be read as this action."""
    texts: set[str] = set()
    for place, rule in enumerate(game.action_rules):
        text = rule.notation(game, game.rule_action_base + place)
        words = text.lower().split()
        typed = " ".join(words)
        if not words or words[0] in VERBS or typed in texts or typed != text.lower() or len(text) > LONGEST_TEXT:
            raise SetupError("rule.notation", {"text": text[:LONGEST_TEXT]})
        texts.add(typed)
