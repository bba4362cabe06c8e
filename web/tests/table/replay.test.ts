import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PastPosition } from "../../src/generated/types";
import { Replay } from "../../src/lib/table/replay.svelte";
import { ofRecord } from "../../src/lib/table/past_game";
import { ReplayScreen, claimBeforeCost } from "../../src/lib/table/replay_screen.svelte";
import { ULM_JENA, makeBoard, makeEvent, makeInfo, makePosition, makeView } from "../builders";
import { Refusal, serve } from "../fake_server";

const LAST = 4;
const moves = Array.from({ length: LAST }, (_, index) => ({
  number: index + 1,
  at: 0,
  seat: index % 2,
  by_bot: false,
  text: "",
}));

function past(number: number): PastPosition {
  const view = makeView({
    standings: number === LAST ? [[0, 1, 5, "score"], [1, 2, 1, "score"]] : [],
    ledger: number === LAST ? [["ferries", 0, 5, 1]] : [],
  }); // prettier-ignore
  const events = number === 2 ? [makeEvent("cards.paid", 1), makeEvent("route.claimed", 1, { lane: ULM_JENA })] : [];
  return { number, moves: LAST, view, standing: [], hands: [], tickets: [], completed: [], lit: [[ULM_JENA]], events };
}

function answers(): Record<string, unknown> {
  const found: Record<string, unknown> = {
    "GET tables/t": { table: makeInfo(), position: makePosition({ status: "over" }) },
    "GET boards/square": makeBoard(),
    "GET boards/square/map?lang=en": { width: 10, height: 5, lanes: [] },
    "GET tables/t/moves": { moves },
  };
  for (let number = 0; number <= LAST; number += 1) {
    for (const query of ["", "?seat=0", "?seat=1"]) found[`GET tables/t/moves/${number}${query}`] = past(number);
  }
  return found;
}

describe("a replay", () => {
  let game: Replay;
  beforeEach(async () => {
    serve(answers());
    game = new Replay("t");
    await game.open();
  });

  afterEach(() => game.close());

  it("begins with the deal", () => {
    expect([game.last, game.number, game.shown?.number]).toEqual([LAST, 0, 0]);
  });

  it("never goes over its ends", async () => {
    await game.go(-1);
    expect(game.number).toBe(0);
    await game.go(99);
    expect([game.number, game.shown?.number]).toEqual([LAST, LAST]);
  });

  it("knows whether somebody has seen the end", async () => {
    expect(game.seenEnd).toBe(false);
    await game.go(LAST);
    await game.go(1);
    expect(game.seenEnd).toBe(true);
  });

  it("shows the step that was asked for last, however slow the first one was", async () => {
    let answerFirst = (_: PastPosition): void => undefined;
    const slow = new Promise<PastPosition>((resolve) => (answerFirst = resolve));
    serve({ ...answers(), "GET tables/t/moves/1?seat=1": () => slow });
    const first = game.go(1, 1);
    await game.go(2, 1);
    answerFirst(past(1));
    await first;
    expect(game.shown?.number).toBe(2);
  });

  it("fetches what is near before it is asked for, and nothing twice", async () => {
    game.close();
    const asked = serve(answers());
    game = new Replay("t");
    await game.open();
    const everything = 1 + LAST + 1; // the list of moves, and every position
    await vi.waitFor(() => expect(asked).toHaveLength(everything));
    await game.go(3);
    await game.go(1);
    expect(asked).toHaveLength(everything);
  });

  it("keeps the last step in sight when the next one fails", async () => {
    serve({});
    await game.go(3, 0);
    expect([game.failure?.code, game.shown?.number]).toEqual(["offline", 0]);
  });
});

it("chances are asked for until they and the turning points are known", async () => {
  vi.useFakeTimers();
  const all = [[1, 0], [0, 1], [1, 0]]; // prettier-ignore
  const known = [
    { chances: [], turning: null },
    { chances: all, turning: null },
    { chances: all, turning: [] },
  ];
  const asked = serve({ "GET tables/t/analysis": () => ({ moves: 2, ...known[asked.length - 1] }) });
  const game = new Replay("t");
  const done = game.analyse();
  await vi.runAllTimersAsync();
  await done;
  expect([asked.length, game.chances?.chances.length, game.chances?.turning]).toEqual([3, 3, []]);
});

it("a link may open it at a move; beyond the last one is the last one", async () => {
  serve(answers());
  for (const [wanted, shown] of [[3, 3], [99, LAST]] as const) {
    const game = new Replay("t");
    await game.open(wanted);
    expect([game.number, game.shown?.number]).toEqual([shown, shown]);
    game.close();
  }
}); // prettier-ignore

it("a record is sent along with every question", async () => {
  const opened = { board: "square", options: {}, rules_version: 1, people: [], finished: true, moves };
  const asked = serve({
    "POST records": opened,
    "POST records/moves/0": past(0),
    "POST records/moves/1": past(1),
    "POST records/moves/1?seat=1": past(1),
  });
  const game = new Replay("", ofRecord("ferrovia record 1"));
  await game.open();
  await game.go(1, 1);
  game.close();
  expect([game.last, game.shown?.number]).toEqual([LAST, 1]);
  expect(new Set(asked.map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set([JSON.stringify({ record: "ferrovia record 1" })]),
  );
});

it("a game that is not over is refused", async () => {
  serve({ "GET tables/t/moves": new Refusal("game.not_over") });
  const game = new Replay("t");
  await game.open();
  expect(game.failure?.code).toBe("game.not_over");
});

describe("the screen of a replay", () => {
  let screen: ReplayScreen;
  beforeEach(async () => {
    serve(answers());
    screen = new ReplayScreen("t");
    await screen.load();
  });
  afterEach(() => screen.game.close());

  it("tells who moved, and whose hand lies open", async () => {
    expect([screen.mover, screen.open]).toEqual([null, 0]);
    await screen.game.go(2);
    expect([screen.mover, screen.open]).toEqual([1, 1]);
    await screen.game.go(2, 0);
    expect(screen.open).toBe(0);
  });

  it("marks what was built, until something else is pointed at", async () => {
    await screen.game.go(2);
    expect(screen.highlight.lanes).toEqual([ULM_JENA]);
    screen.pointAtTicket(0, 0);
    expect(screen.highlight.places).toHaveLength(2);
    screen.go(2);
    expect(screen.highlight.places).toEqual([]);
  });

  it("counts only at the end, and lights what a rule says", async () => {
    expect([screen.over, screen.lines]).toEqual([false, []]);
    await screen.game.go(LAST);
    expect([screen.over, screen.standings.length]).toEqual([true, 2]);
    screen.pointAtLines(screen.lines);
    expect(screen.highlight.lanes).toEqual([ULM_JENA]);
  });

  it("shows a turning point as it stood before, with the better route next", async () => {
    const played = { kind: "claim", text: "", lane: ULM_JENA, card: 0, wilds: 0, tickets: [] } as const;
    const better = { ...played, lane: 2 };
    const figures = { gain: 0.1, error: 0.02, why: null, better_why: null };
    const point = { number: 3, seat: 0, before: 0.6, after: 0.4, played, better, ...figures };
    screen.goToPoint({ ...point, played: { ...played, tickets: [] }, better: { ...better, tickets: [0] } });
    expect(screen.game.number).toBe(2);
    expect(screen.highlight).toMatchObject({ lanes: [ULM_JENA, 2], next: 2 });
    expect(screen.highlight.places).toHaveLength(2);
    screen.go(2);
    expect([screen.point, screen.highlight.next]).toEqual([null, undefined]);
    await Promise.resolve();
  });

  it("steps by arrows and plays by space; other keys are not its own", async () => {
    expect(screen.key("ArrowRight")).toBe(true);
    expect(screen.key("End")).toBe(true);
    expect(screen.game.number).toBe(LAST);
    expect(screen.key(" ")).toBe(true); // from the end it begins anew
    expect([screen.playing, screen.game.number]).toEqual([true, 0]);
    screen.key("ArrowLeft");
    expect(screen.playing).toBe(false);
    expect(screen.key("x")).toBe(false);
    await Promise.resolve();
  });

  it("plays a step at a time, and stops at the end", async () => {
    vi.useFakeTimers();
    await screen.game.go(LAST - 1);
    screen.speed = 2;
    screen.play();
    screen.playOn();
    await vi.advanceTimersByTimeAsync(799);
    expect(screen.game.number).toBe(LAST - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(screen.game.number).toBe(LAST);
    expect(screen.playOn()).toBeUndefined();
    expect(screen.playing).toBe(false);
  });

  it("says why there is nothing to see", async () => {
    serve({ "GET tables/t": new Refusal("table.unknown", 404) });
    const none = new ReplayScreen("t");
    await none.load();
    expect([none.failure?.code, none.names]).toEqual(["table.unknown", null]);
  });
});

it("what was done is told before what it cost", () => {
  const events = ["toll.paid", "cards.paid", "route.claimed", "row.filled"].map((code) => makeEvent(code, 0));
  expect(claimBeforeCost(events).map(({ code }) => code)).toEqual([
    "toll.paid", "route.claimed", "cards.paid", "row.filled",
  ]); // prettier-ignore
});
