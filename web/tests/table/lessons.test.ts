import { describe, expect, it } from "vitest";
import { lesson, reached, remarks } from "../../src/lib/table/lessons";
import { Names } from "../../src/lib/text/names";
import {
  BONN, BONN_CELLE, CELLE_ULM, RED, ULM, ULM_JENA, makeBoard, makeChoices, makeEvent, makePosition, makeView,
} from "../builders"; // prettier-ignore

const board = makeBoard();
const names = new Names(board, makePosition().people, 0, true);
const drawn = [makeEvent("card.blind", 0)];

function payable(lane: number, wilds = 0): ReturnType<typeof makeChoices>["claims"][number] {
  return { lane, default: 1, terms: [], payments: [{ action: 1, colour: RED, wilds }] };
}

function say(change: Parameters<typeof makePosition>[0], events = drawn): ReturnType<typeof lesson> {
  return lesson(makePosition(change), events, board, names);
}

describe("the stations of a first game", () => {
  it("are reached one after the other", () => {
    const done = (view: Parameters<typeof makeView>[0], events = drawn): string[] => [
      ...reached(makePosition({ view: makeView(view) }), events),
    ];
    expect(done({}, [])).toEqual([]);
    expect(done({ tickets: [0] }, [])).toEqual(["tickets"]);
    expect(done({ tickets: [0] })).toEqual(["tickets", "cards"]);
    expect(done({ tickets: [0], completed: [true], owner: [0] })).toEqual(["tickets", "cards", "route", "ticket"]);
  });

  it("are nobody's who only watches", () => {
    expect(reached(makePosition({ seat: null }), drawn).size).toBe(0);
  });
});

describe("the coach", () => {
  const view = makeView({ tickets: [0], completed: [false] });

  it("follows the decision that is due", () => {
    expect(say({ view, choices: makeChoices({ kind: "first_tickets", keep_least: 2 }) }).key).toBe("tickets");
    expect(say({ view, choices: makeChoices({ kind: "second_card" }) }).key).toBe("second");
    expect(say({ view, choices: makeChoices() }, []).key).toBe("cards");
    expect(say({ view }).key).toBe("wait");
    expect(say({ view, status: "over" }).key).toBe("over");
  });

  it("shows the way of a ticket, and what to claim of it", () => {
    const told = say({ view, choices: makeChoices({ claims: [payable(ULM_JENA), payable(CELLE_ULM)] }) });
    expect([told.key, told.params["route"]]).toEqual(["route", "Celle – Ulm"]);
    expect(told.shows).toEqual({ places: [ULM, BONN], lanes: [CELLE_ULM, BONN_CELLE], next: CELLE_ULM });
  });

  it("advises to draw while nothing on the way can be paid", () => {
    expect(say({ view, choices: makeChoices({ claims: [payable(ULM_JENA)] }) }).key).toBe("collect");
  });

  it("says when one lane is all that is missing", () => {
    const nearly = makeView({ tickets: [0], completed: [false], owner: [-1, -1, 0, -1, -1, -1] });
    expect(say({ view: nearly, choices: makeChoices({ claims: [payable(CELLE_ULM)] }) }).key).toBe("finish");
  });

  it("counts points when all tickets are done, and draws if no route can be paid", () => {
    const free = makeView({ tickets: [0], completed: [true] });
    const told = say({ view: free, choices: makeChoices({ claims: [payable(CELLE_ULM), payable(ULM_JENA)] }) });
    expect([told.key, told.params["route"], told.params["points"]]).toEqual(["free", "Ulm – Jena", 4]);
    expect(say({ view: free, choices: makeChoices() }).key).toBe("free_draw");
  });

  it("says when no way is left for a ticket", () => {
    const cut = makeView({ tickets: [0], completed: [false], pieces: [[0], [20]] });
    expect(say({ view: cut, choices: makeChoices() }).key).toBe("lost_draw");
  });
});

describe("remarks", () => {
  const keys = (news: Parameters<typeof remarks>[0], way: number[] = [], view = makeView()): [string[], string[]] => {
    const { mine, others } = remarks(news, way, makePosition({ view }), board, names);
    return [mine.map(({ key }) => key), others.map(({ key }) => key)];
  };

  it("praise a claim, and a ticket that it joins", () => {
    const claim = makeEvent("route.claimed", 0, { lane: CELLE_ULM, points: 2 });
    expect(keys([claim])).toEqual([["did_claim", "scale"], []]);
    const joined = makeView({ tickets: [2], completed: [true], owner: [-1, -1, -1, 0, -1, -1] });
    expect(keys([claim], [], joined)).toEqual([["did_ticket"], []]);
  });

  it("warn of a way that is cut, and only of that", () => {
    const claim = makeEvent("route.claimed", 1, { lane: CELLE_ULM, points: 2 });
    expect(keys([claim], [CELLE_ULM])).toEqual([[], ["cut"]]);
    expect(keys([claim], [ULM_JENA])).toEqual([[], []]);
  });

  it("say that the end is near", () => {
    expect(keys([], [], makeView({ pieces: [[20], [5]] }))[1]).toEqual(["near"]);
    expect(keys([], [], makeView({ pieces: [[20], [6]] }))[1]).toEqual([]);
  });
});
