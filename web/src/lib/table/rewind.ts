import type { BoardInfo, EventInfo, LaneInfo, ViewFacts } from "../../generated/types";

/** What an event changed on the table for everybody to see, taken back. Hidden cards are never touched. */
type Undo = (view: ViewFacts, event: EventInfo, board: BoardInfo) => void;

const GAP = -1;
const NOBODY = -1;

const undo: Record<string, Undo> = {
  "card.face_up": (view, { seat, facts }) => {
    set(view.row, facts.slot, facts.card ?? GAP);
    add(view.hand_sizes, seat, -1);
  },
  "card.blind": (view, { seat }) => {
    add(view.hand_sizes, seat, -1);
    view.deck_size += 1;
  },
  "row.filled": (view, { facts }) => {
    set(view.row, facts.slot, GAP);
    view.deck_size += 1;
  },
  "row.reset": (view, { facts }) => {
    view.row = [...(facts.row ?? view.row)];
    for (const card of view.row) add(view.discard, card, -1);
  },
  "deck.reshuffled": (view, { facts }) => {
    view.deck_size = 0; // it is shuffled when nothing is left of it
    view.discard = view.discard.map((_, card) => (card === 0 ? Number(facts.cards) : 0)); // how many; which ones, nobody told
  },
  "cards.paid": (view, { seat, facts: { colour, plain = 0, wilds = 0 } }) => {
    add(view.hand_sizes, seat, plain + wilds);
    add(view.discard, colour, -plain);
    add(view.discard, view.discard.length - 1, -wilds);
  },
  "route.claimed": (view, { seat, facts: { lane = 0, points = 0 } }, board) => {
    const route = board.routes[lane];
    set(view.owner, lane, NOBODY);
    add(view.points, seat, -points);
    add(view.pieces[seat] ?? [], route?.kind, route?.pieces ?? 0);
    const isTwin = (other: number): boolean => isSame(board.routes[other], route);
    view.closed = view.closed.map((lanes, each) => (each === seat ? lanes.filter((other) => !isTwin(other)) : lanes));
  },
  "route.closed": (view, { facts }) => {
    view.closed = view.closed.map((lanes) => lanes.filter((lane) => lane !== facts.lane));
  },
  "neutral.placed": (view, { facts }) => {
    set(view.owner, facts.lane, NOBODY);
  },
  "neutral.turned": (view) => {
    view.ticket_deck_size += 1;
  },
  "tickets.reshuffled": (view, { facts }) => {
    view.ticket_deck_size -= facts.count ?? 0;
  },
  "tickets.offered": (view, { facts }) => {
    view.ticket_deck_size += facts.count ?? 0;
  },
  "tickets.kept": (view, { seat, facts: { kept = 0, rejected = 0 } }, board) => {
    add(view.ticket_counts, seat, -kept);
    if (!board.ticket_deal.face_up_discard) view.ticket_deck_size -= rejected;
  },
  "game.over": (view) => {
    view.ledger = [];
    view.standings = [];
  },
};

/** A view as it was before some events, the last that happened: what everybody sees of map, row and players. The seat's
 * own hand and tickets stay as they are. */
export function rewind(board: BoardInfo, view: ViewFacts, events: readonly EventInfo[]): ViewFacts {
  if (events.length === 0) return view;
  const before = copy(view);
  for (const event of events.toReversed()) undo[event.code]?.(before, event, board);
  const next = events.find((event) => event.seat >= 0)?.seat;
  before.waiting = view.waiting.map((_, seat) => seat === next);
  return before;
}

function copy(view: ViewFacts): ViewFacts {
  const { row, discard, hand_sizes, pieces, points, owner, ticket_counts } = view;
  return {
    ...view,
    row: [...row],
    discard: [...discard],
    hand_sizes: [...hand_sizes],
    pieces: pieces.map((kinds) => [...kinds]),
    points: [...points],
    owner: [...owner],
    ticket_counts: [...ticket_counts],
  };
}

/** Two lanes between the same places. */
function isSame(one: LaneInfo | undefined, other: LaneInfo | undefined): boolean {
  if (!one || !other) return false;
  return Math.min(one.a, one.b) === Math.min(other.a, other.b) && Math.max(one.a, one.b) === Math.max(other.a, other.b);
}

function set(items: number[], index: number | undefined, value: number): void {
  if (index !== undefined && index in items) items[index] = value;
}

/** Nothing that is counted gets below nothing. */
function add(items: number[], index: number | undefined, count: number): void {
  if (index !== undefined && index in items) items[index] = Math.max(0, (items[index] ?? 0) + count);
}
