import { beforeEach, expect, it, vi } from "vitest";
import {
  linesOfCount,
  newDraft,
  PrintedCount,
  readDraft,
  standingsOfCount,
} from "../../src/lib/table/printed_count.svelte";
import { makeBoard } from "../builders";
import { Refusal, serve } from "../fake_server";

const goods = { id: "merchandise", when: null, most: 16, together: 16, mark: "cart", lanes: [1, 3], places: [] };
const purse = { id: "purse", when: "tolls", most: 999, together: 0, mark: "", lanes: [], places: [] };
const stations = { id: "stations_built", when: null, most: 3, together: 0, mark: "", lanes: [], places: [0, 2] };
const tolls = {
  id: "tolls",
  names: { en: "Tolls" },
  texts: {},
  default: false,
  players: [2, 3] as [number, number],
  requires: null,
  knobs: {},
};
const board = makeBoard({ extras: [goods, purse], options: [tolls] });
const nobody = { ledger: [], standings: [], lit: [] };

let count: PrintedCount;
beforeEach(() => {
  localStorage.clear();
  count = new PrintedCount();
  count.begin("square", 4);
});

it("a lane has one owner, and a second tap takes it back", () => {
  count.tapLane(0, 2);
  count.tapLane(1, 2);
  expect(count.owners(board)[2]).toBe(1);
  count.tapLane(1, 2);
  expect(count.owners(board)).toEqual([-1, -1, -1, -1, -1, -1]);
});

it("a ticket has one holder", () => {
  count.tapTicket(0, 1);
  expect(count.holder(1)).toBe(0);
  count.tapTicket(1, 1);
  expect([count.holder(1), count.holder(0)]).toEqual([1, -1]);
});

it("on a place stands one of an extra, and what is sent says whose", () => {
  count.tapPlace(0, stations, 2);
  count.tapPlace(1, stations, 2);
  count.tapPlace(0, stations, 0);
  count.tapPlace(0, stations, 0);
  expect([count.standsThere(stations, 2), count.standsThere(stations, 0)]).toEqual([1, -1]);
  const sent = count.game(makeBoard({ extras: [stations], options: [] }));
  expect(sent.players.map(({ places }) => places)).toEqual([{ stations_built: [] }, { stations_built: [2] }]);
  expect(sent.players.map(({ extras }) => extras)).toEqual([{}, {}]);
});

it("a draft of before extras had places is gone on with", () => {
  const before = { name: "", lanes: [], tickets: [], extras: {} };
  expect(readDraft(JSON.stringify({ ...newDraft("square"), players: [before, before] }))).toEqual(newDraft("square"));
});

it("what was tapped is there after a reload", () => {
  count.setName(1, "Bo");
  count.tapLane(1, 3);
  count.tapTicket(0, 2);
  count.setExtra(0, "merchandise", 4);
  expect(new PrintedCount().draft).toEqual(count.draft);
  expect(new PrintedCount().isBegun).toBe(true);
});

it("what is kept and nothing of ours is left aside", () => {
  for (const text of [null, "", "7", "{}", '{"board":"usa","options":{},"first":0,"players":[{"name":1}]}']) {
    expect(readDraft(text)).toBeNull();
  }
  expect(readDraft(JSON.stringify(newDraft("usa")))).toEqual(newDraft("usa"));
});

it("extras are proposed where marked lanes bring them", () => {
  count.tapLane(0, 1);
  count.tapLane(0, 3);
  count.tapLane(0, 4);
  expect([count.extra(0, goods), count.extra(1, goods)]).toEqual([2, 0]);
  count.setExtra(0, "merchandise", 1);
  expect(count.extra(0, goods)).toBe(1);
  count.setExtra(0, "merchandise", null);
  expect(count.extra(0, goods)).toBe(2);
});

it("an extra is asked for where its option is on and offered to so many", () => {
  expect(count.extras(board).map((extra) => extra.id)).toEqual(["merchandise"]);
  count.setOption("tolls", true);
  expect(count.extras(board).map((extra) => extra.id)).toEqual(["merchandise", "purse"]);
  expect(count.extra(0, purse)).toBeNull();
  count.seat(4);
  expect(count.extras(board).map((extra) => extra.id)).toEqual(["merchandise"]);
});

it("what is sent is what was tapped", async () => {
  const asked = serve({ "POST count": nobody });
  count.setOption("tolls", true);
  count.setFirst(1);
  count.tapLane(0, 1);
  count.tapTicket(1, 2);
  count.setExtra(1, "purse", 30);
  await count.count(board);
  expect(count.result).toEqual(nobody);
  expect(asked[0]?.body).toEqual({
    board: "square",
    options: { tolls: true },
    first: 1,
    players: [
      { lanes: [1], tickets: [], extras: { merchandise: 1 }, places: {} },
      { lanes: [], tickets: [2], extras: { merchandise: 0, purse: 30 }, places: {} },
    ],
  });
});

it("a refusal is told, and gone with the next tap", async () => {
  serve({ "POST count": new Refusal("count.taken", 422, { lane: 3 }) });
  await count.count(board);
  expect([count.refusal?.code, count.waiting]).toEqual(["count.taken", false]);
  count.tapLane(0, 3);
  expect(count.refusal).toBeNull();
});

it("without a line it is counted as soon as there is one", async () => {
  vi.useFakeTimers();
  serve({});
  await count.count(board);
  expect([count.waiting, count.result]).toEqual([true, null]);
  serve({ "POST count": nobody });
  await vi.advanceTimersByTimeAsync(5000);
  expect([count.waiting, count.result]).toEqual([false, nobody]);
  vi.useRealTimers();
});

it("fewer players take their things with them, and the first player stays one of them", () => {
  count.seat(4);
  count.setFirst(3);
  count.tapLane(3, 5);
  count.seat(3);
  expect([count.draft.first, count.owners(board)[5]]).toEqual([2, -1]);
});

it("lines and standings have the shape that the final count shows", () => {
  const line = { rule: "route", seat: 0, points: 4, detail: 2 };
  const place = { seat: 0, place: 1, score: 4, decided_by: "score" };
  const counted = { ledger: [line], standings: [place], lit: [[]] };
  expect(linesOfCount(counted)).toEqual([{ ...line, number: 0 }]);
  expect(standingsOfCount(counted)).toEqual([{ seat: 0, place: 1, score: 4, decidedBy: "score" }]);
});
