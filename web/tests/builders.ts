import type {
  BoardInfo,
  Choices,
  EventFacts,
  EventInfo,
  LaneInfo,
  Position,
  SeatInfo,
  Summary,
  TableInfo,
  ViewFacts,
} from "../src/generated/types";

/** Places of the board below. */
export const [ULM, JENA, BONN, CELLE] = [0, 1, 2, 3] as const;
/** Its cards; the last one is wild. */
export const [RED, BLUE, WILD] = [0, 1, 2] as const;

function lane(a: number, b: number, cards: number, colour: string, kind = 0): LaneInfo {
  return { a, b, cards, pieces: cards, points: 2 * cards, colour, kind, columns: {} };
}

/** Its lanes: a square, one side of it twice, and its diagonal. */
export const [ULM_JENA, JENA_BONN, BONN_CELLE, CELLE_ULM, ULM_JENA_2, ULM_BONN] = [0, 1, 2, 3, 4, 5] as const;

/** A board that exists nowhere else: four places, six lanes, three tickets. */
export function makeBoard(change: Partial<BoardInfo> = {}): BoardInfo {
  return {
    id: "square",
    digest: "0",
    names: { en: "The Square", fr: "Le Carré" },
    texts: {},
    players: [2, 4],
    places: 4,
    lanes: 6,
    tickets: 3,
    options: [],
    provenance: { texts: {} } as BoardInfo["provenance"],
    cards: ["red", "blue", "wild"],
    deck: { red: 12, blue: 12, wild: 14 },
    hand: 4,
    row: 5,
    end_at_pieces: 2,
    kinds: [{ id: "wagon", names: { en: "wagons", fr: "wagons" }, supply: 20, points: {}, one_per_route: false }],
    locations: [
      { name: "Ulm", names: { fr: "Oulm" }, x: 0, y: 0, junction: false },
      { name: "Jena", names: {}, x: 10, y: 0, junction: false },
      { name: "Bonn", names: {}, x: 10, y: 10, junction: false },
      { name: "Celle", names: {}, x: 0, y: 10, junction: false },
    ],
    routes: [
      lane(ULM, JENA, 2, "red"),
      lane(JENA, BONN, 2, "blue"),
      lane(BONN, CELLE, 1, "grey"),
      lane(CELLE, ULM, 1, "grey"),
      lane(ULM, JENA, 2, "blue"),
      lane(ULM, BONN, 5, "grey"),
    ],
    ticket_list: [
      { a: ULM, b: BONN, goals: [BONN], long: false, points: 5, columns: {} },
      { a: JENA, b: CELLE, goals: [CELLE], long: false, points: 7, columns: {} },
      { a: ULM, b: CELLE, goals: [CELLE], long: false, points: 1, columns: {} },
    ],
    ticket_deal: { first_deal: 3, first_keep: 2, later_deal: 3, later_keep: 1, face_up_discard: false, long_deal: 0 },
    doubles_close_up_to: 3,
    third_lanes_close_up_to: 0,
    start_scores: [],
    tie_breakers: [],
    rules: [],
    extras: [],
    words: {},
    drawing: null,
    ...change,
  };
}

/** What seat 0 of two may know: nothing is built yet, everybody has 20 pieces. */
export function makeView(change: Partial<ViewFacts> = {}): ViewFacts {
  return {
    board: "square", seats: 2, options: {}, seat: 0, phase: 0, deciding: 0, waiting: [true, false], turn: 0, first: 0,
    turns: 0, passes: 0, turns_left: 0, held: 0, row: [RED, RED, BLUE, WILD, BLUE], deck_size: 20, discard: [0, 0, 0],
    known: [], hand_sizes: [4, 4], pieces: [[20], [20]], points: [0, 0], owner: [-1, -1, -1, -1, -1, -1],
    closed: [[], []], counters: {}, ticket_counts: [0, 0], ticket_batches: [], offer_sizes: [], offer_batches: [],
    ticket_batch: [], batches: 0, ticket_deck_size: 3, ticket_discard: [], put_under: [], hand: [2, 1, 1], tickets: [],
    completed: [], offer: [], choice: 0, returned: [], boxed: [], own_counters: {}, revealed: [], ledger: [], standings: [],
    ...change,
  }; // prettier-ignore
}

export function makeChoices(change: Partial<Choices> = {}): Choices {
  return {
    decision: 7,
    kind: "turn",
    slots: [],
    slot_actions: [],
    blind: false,
    blind_action: null,
    tickets: false,
    tickets_action: null,
    must_pass: false,
    pass_action: null,
    keep_least: 0,
    keeps: [],
    claims: [],
    own: [],
    actions: [],
    ...change,
  };
}

export const person = (name: string): SeatInfo => ({ kind: "person", name, bot: "", away: false, resigned: false });
export const bot = (level: string): SeatInfo => ({ kind: "bot", name: "", bot: level, away: false, resigned: false });

/** A game between Ada, who looks at it, and Bo. */
export function makePosition(change: Partial<Position> = {}): Position {
  return {
    version: 1,
    now: 0,
    status: "playing",
    people: [person("Ada"), person("Bo")],
    clock: { banks: [], deadlines: [] },
    mine: [0],
    seat: 0,
    view: makeView(),
    standing: [],
    choices: null,
    moves: 0,
    rematch: null,
    questions: [],
    chat: { players: false, watchers: false },
    takeback: false,
    abort: false,
    events: [],
    ...change,
  };
}

export function makeInfo(change: Partial<TableInfo> = {}): TableInfo {
  return {
    id: "t",
    board: "square",
    digest: "0",
    rules_version: 1,
    standings_version: 1,
    options: {},
    seats: 2,
    first: 0,
    clock: { kind: "none" },
    stand_in: "commuter",
    start: "full",
    day: null,
    commitment: "",
    created_at: 0,
    ...change,
  };
}

export const makeEvent = (code: string, seat: number, facts: EventFacts = {}, version = 1): EventInfo => ({
  version,
  at: 0,
  code,
  seat,
  facts,
});

/** A game that is over: seat 0 is mine, and won. */
export function makeSummary(change: Partial<Summary> = {}): Summary {
  return {
    table: "t",
    board: "square",
    status: "over",
    people: [person("Ada"), person("Bo")],
    mine: [0],
    points: [40, 30],
    places: [1, 2],
    tickets: [],
    my_turn: false,
    updated_at: 0,
    deadline: null,
    rematch: null,
    reason: null,
    ...change,
  };
}
