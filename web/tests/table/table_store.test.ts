import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { myTables } from "../../src/lib/mine/my_tables.svelte";
import { TableStore } from "../../src/lib/table/table_store.svelte";
import { makeChoices, makeEvent, makeInfo, makePosition } from "../builders";
import { FakeSocket } from "../fake_socket";

let store: TableStore;

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.lines = [];
});
afterEach(() => store.close());

function sit(): FakeSocket {
  store = new TableStore("t", "secret");
  return FakeSocket.last.accept();
}

function update(line: FakeSocket, version: number, ...codes: string[]): void {
  const events = codes.map((code) => makeEvent(code, 1, {}, version));
  line.say({ type: "update", position: makePosition({ version, events }) });
}

it("what happens is told once, however often it is sent", () => {
  const line = sit().welcome(1, { events: [makeEvent("a", 0, {}, 1)] });
  update(line, 2, "b");
  update(line, 2, "b"); // sent again after an interruption
  expect(store.events.map(({ code }) => code)).toEqual(["a", "b"]);
});

it("only an update is news: what was there before is not shown as happening now", () => {
  const line = sit().welcome(1, { events: [makeEvent("a", 0)] });
  expect(store.news).toEqual([]);
  update(line, 2, "b");
  expect(store.news.map(({ code }) => code)).toEqual(["b"]);
});

it("whoever comes back is told what was missed", () => {
  myTables.remember("t", { seen: 2 });
  const events = [1, 2, 3, 4].map((version) => makeEvent(`e${version}`, 1, {}, version));
  sit().welcome(4, { events });
  expect(store.missed.map(({ code }) => code)).toEqual(["e3", "e4"]);
});

it("whoever comes for the first time has missed nothing", () => {
  sit().welcome(4, { events: [makeEvent("a", 1, {}, 3)] });
  expect(store.missed).toEqual([]);
});

it("how far somebody has looked is remembered", () => {
  update(sit().welcome(1), 7, "b");
  expect(myTables.find("t")?.seen).toBe(7);
});

it("the whole log takes the place of its end, and later events stay", () => {
  const line = sit().welcome(5, { events: [makeEvent("e5", 1, {}, 5)] });
  update(line, 6, "e6");
  store.setLog([1, 2, 5].map((version) => makeEvent(`e${version}`, 1, {}, version)));
  expect(store.events.map(({ code }) => code)).toEqual(["e1", "e2", "e5", "e6"]);
});

it("a move answers the decision that is due, and nothing else is sent meanwhile", async () => {
  const line = sit().welcome(1, { choices: makeChoices({ decision: 7 }) });
  const moved = store.move(41);
  expect(store.sending).toBe(true);
  const [sent] = line.heard("move");
  expect(sent).toMatchObject({ decision: 7, action: 41, seat: 0 });
  line.say({ type: "accepted", key: sent?.key, version: 2, events: [] });
  await moved;
  expect(store.sending).toBe(false);
});

it("nothing is sent where nothing is to be decided", async () => {
  const line = sit().welcome(1);
  await expect(store.move(41)).rejects.toThrow("nothing to decide");
  expect(line.heard("move")).toEqual([]);
});

it("a log that is here before the table is not told twice", () => {
  const events = [1, 2].map((version) => makeEvent(`e${version}`, 1, {}, version));
  const line = sit();
  store.setLog(events);
  line.welcome(2, { events });
  expect(store.events.map(({ code }) => code)).toEqual(["e1", "e2"]);
});

it("a log that is ahead of the table is not told twice", () => {
  const line = sit().welcome(1, { events: [makeEvent("e1", 1, {}, 1)] });
  store.setLog([1, 2].map((version) => makeEvent(`e${version}`, 1, {}, version)));
  update(line, 2, "e2");
  expect(store.events.map(({ code }) => code)).toEqual(["e1", "e2"]);
});

describe("at a pace", () => {
  const held = (): number => store.showing.held.length;

  it("others' actions wait for each other, and the true state is there at once", () => {
    const line = sit().welcome(1);
    for (const version of [2, 3, 4]) update(line, version, "card.blind");
    expect([store.position?.version, held()]).toEqual([4, 2]);
  });

  it("an update that is sent again is not shown again", () => {
    const line = sit().welcome(1);
    for (const version of [2, 3, 3]) update(line, version, "card.blind");
    expect(held()).toBe(1);
  });

  it("whoever reloads or comes back is not behind", () => {
    const line = sit().welcome(1);
    for (const version of [2, 3]) update(line, version, "card.blind");
    line.welcome(4);
    expect(held()).toBe(0);
  });

  it("a move of one's own shows the present", () => {
    const line = sit().welcome(1, { choices: makeChoices() });
    for (const version of [2, 3]) update(line, version, "card.blind");
    line.say({ type: "update", position: makePosition({ version: 4, events: [makeEvent("card.blind", 0, {}, 4)] }) });
    expect(held()).toBe(0);
  });

  it("whoever watches is not behind", () => {
    const line = sit().welcome(1, { mine: [] });
    for (const version of [2, 3]) {
      const events = [makeEvent("card.blind", 1, {}, version)];
      line.say({ type: "update", position: makePosition({ version, mine: [], events }) });
    }
    expect(held()).toBe(0);
  });

  it("nothing is held back while one's own clock runs", () => {
    const line = sit().welcome(1);
    store.info = makeInfo({ clock: { kind: "live", bank_seconds: 60, increment_seconds: 0 } });
    update(line, 2, "card.blind");
    update(line, 3, "card.blind");
    expect(held()).toBe(1);
    const events = [makeEvent("card.blind", 1, {}, 4)];
    line.say({ type: "update", position: makePosition({ version: 4, choices: makeChoices(), events }) });
    expect(held()).toBe(0);
  });

  it("nothing is held back for those who want it at once", () => {
    settings.set({ pace: "instant" });
    const line = sit().welcome(1);
    for (const version of [2, 3]) update(line, version, "card.blind");
    expect(held()).toBe(0);
    settings.set({ pace: "normal" });
  });
});
