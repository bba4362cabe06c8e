import { expect, it } from "vitest";
import { bestSeat, byBoard, isAgainstBots, isOnOneDevice, isPast, mean, tally } from "../../src/lib/mine/my_stats";
import { bot, makeSummary, person } from "../builders";

const won = makeSummary();
const lost = makeSummary({ board: "berlin", points: [10, 30], places: [2, 1] });

it("games, wins and points are counted", () => {
  expect(tally([won, lost])).toEqual({ games: 2, wins: 1, points: [40, 10] });
  expect(mean([40, 10])).toBe(25);
  expect(mean([])).toBe(0);
});

it("a game that was only watched is none of mine", () => {
  expect(tally([makeSummary({ mine: [] })]).games).toBe(0);
});

it("of several seats of mine the best one counts", () => {
  expect(bestSeat(makeSummary({ mine: [0, 1, 2], places: [3, 1, 2] }))).toBe(1);
  expect(bestSeat(makeSummary({ mine: [] }))).toBeNull();
});

it("every board is summed up by itself", () => {
  expect(byBoard([won, lost, won]).map(({ board, sum }) => [board, sum.games, sum.wins])).toEqual([
    ["square", 2, 2],
    ["berlin", 1, 0],
  ]);
});

it("games are told apart by who else sat there", () => {
  expect(isAgainstBots(makeSummary({ people: [person("Ada"), bot("novice")] }))).toBe(true);
  expect(isAgainstBots(won)).toBe(false);
  expect(isOnOneDevice(makeSummary({ mine: [0, 1] }))).toBe(true);
  expect(isOnOneDevice(won)).toBe(false);
});

it("nothing more happens in a past game", () => {
  expect((["waiting", "playing", "over", "closed", "outdated"] as const).filter((status) => isPast({ ...won, status }))).toEqual([
    "over", "closed", "outdated",
  ]); // prettier-ignore
});
