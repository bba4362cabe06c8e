import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EventInfo } from "../../src/generated/types";
import type { Pace } from "../../src/lib/app/settings.svelte";
import { STEPS, Showing, byAction, foremostLast } from "../../src/lib/table/showing.svelte";
import { makeEvent } from "../builders";

const STEP = STEPS.normal;
let pace: Pace = "normal";
let showing: Showing;

beforeEach(() => {
  vi.useFakeTimers();
  pace = "normal";
  showing = new Showing(() => pace);
});
afterEach(() => {
  showing.stop();
  vi.useRealTimers();
});

/** A seat draws a card, by a version of the table of its own. */
const draws = (seat: number, version: number): EventInfo[] => [
  makeEvent("card.face_up", seat, { slot: 0, card: 1 }, version),
  makeEvent("row.filled", -1, { slot: 0, card: 0 }, version),
];
const seats = (): number[] => showing.news.filter(({ seat }) => seat >= 0).map(({ seat }) => seat);
const held = (): number[] => [...new Set(showing.held.map(({ version }) => version))];

it("the first action is shown at once, each other one a step after the one before", () => {
  showing.later(draws(1, 2));
  showing.later(draws(2, 3));
  showing.later(draws(3, 4));
  expect([seats(), held()]).toEqual([[1], [3, 4]]);
  vi.advanceTimersByTime(STEP - 1);
  expect(seats()).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect([seats(), held()]).toEqual([[2], [4]]);
  vi.advanceTimersByTime(STEP);
  expect([seats(), held(), showing.isBehind]).toEqual([[3], [], false]);
});

it("an update of several actions is shown action by action", () => {
  showing.later([...draws(1, 2), ...draws(2, 3)]);
  expect([seats(), held()]).toEqual([[1], [3]]);
});

it("what comes long after is not kept waiting, what comes soon after is", () => {
  showing.later(draws(1, 2));
  vi.advanceTimersByTime(STEP / 2);
  showing.later(draws(2, 3));
  expect([seats(), held()]).toEqual([[1], [3]]);
  vi.advanceTimersByTime(10 * STEP);
  showing.later(draws(3, 4));
  expect([seats(), held()]).toEqual([[3], []]);
});

it("slow is slower, and a change of pace holds from the next step on", () => {
  pace = "slow";
  showing.later([...draws(1, 2), ...draws(2, 3), ...draws(3, 4)]);
  vi.advanceTimersByTime(STEPS.slow - 1);
  expect(seats()).toEqual([1]);
  pace = "normal";
  vi.advanceTimersByTime(1);
  expect(seats()).toEqual([2]);
  vi.advanceTimersByTime(STEP);
  expect(seats()).toEqual([3]);
});

it("skipping shows the present, and nothing comes after it", () => {
  showing.later([...draws(1, 2), makeEvent("route.claimed", 2, { lane: 4 }, 3)]);
  showing.skip();
  expect([held(), showing.isBehind]).toEqual([[], false]);
  expect(showing.news.map(({ facts }) => facts.lane)).toEqual([4]);
  vi.advanceTimersByTime(10 * STEP);
  expect(seats()).toEqual([2]);
});

it("what one did oneself ends whatever was being shown", () => {
  showing.later([...draws(1, 2), ...draws(2, 3)]);
  showing.now(draws(0, 4));
  expect([seats(), held()]).toEqual([[0], []]);
});

it("a round is shown again from before its first action", () => {
  showing.again([...draws(1, 2), ...draws(2, 3)]);
  expect([showing.news, held(), showing.isAgain]).toEqual([[], [2, 3], true]);
  vi.advanceTimersByTime(STEP);
  expect([seats(), held()]).toEqual([[1], [3]]);
  vi.advanceTimersByTime(2 * STEP);
  expect([seats(), showing.isBehind, showing.isAgain]).toEqual([[2], false, false]);
});

it("again has a pace even for those who want everything at once", () => {
  pace = "instant";
  showing.again([...draws(1, 2), ...draws(2, 3)]);
  vi.advanceTimersByTime(STEP - 1);
  expect(held()).toEqual([2, 3]);
});

it("what happens meanwhile comes after what is shown again", () => {
  showing.again(draws(1, 2));
  showing.later(draws(2, 3));
  vi.advanceTimersByTime(STEP);
  expect([seats(), held()]).toEqual([[1], [3]]);
});

it("nobody gets further behind than a round, however fast others go on", () => {
  for (let version = 2; version < 100; version++) showing.later(draws(1, version));
  expect(held()).toHaveLength(12);
  expect(held().at(-1)).toBe(99);
});

it("an action brings along all that its version has, and what is no action waits for nothing", () => {
  const claim = [makeEvent("cards.paid", 1, {}, 2), makeEvent("route.claimed", 1, {}, 2)];
  const returned = makeEvent("table.returned", 2, {}, 3);
  expect(byAction([...claim, returned, ...draws(2, 4)])).toEqual([[...claim, returned], draws(2, 4)]);
  expect(byAction([returned])).toEqual([]);
});

it("a claim is announced rather than its toll, and of cards the last", () => {
  const codes = (news: EventInfo[]): string | undefined => foremostLast(news).at(-1)?.code;
  expect(codes(["cards.paid", "route.claimed", "toll.paid"].map((code) => makeEvent(code, 1)))).toBe("route.claimed");
  expect(codes(draws(1, 2))).toBe("card.face_up");
  expect(foremostLast([makeEvent("row.reset", -1)])).toEqual([]);
});
