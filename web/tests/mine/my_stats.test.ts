import { expect, it } from "vitest";
import {
  bestSeat, byBoard, byEach, isAgainstBots, isOnOneDevice, isPast, levelsOf, mean, opponentsOf, resultsOf, streaks, tally, ticketTally,
} from "../../src/lib/mine/my_stats"; // prettier-ignore
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

const sat = (at: number, places: number[], others = [bot("novice")]): ReturnType<typeof makeSummary> =>
  makeSummary({ table: `t${at}`, updated_at: at, places, people: [person("Ada"), ...others] });

it("a game counts for every level that sat there, once", () => {
  const games = [
    sat(1, [1, 2, 3], [bot("novice"), bot("novice")]),
    sat(2, [2, 1, 3], [bot("novice"), bot("conductor")]),
  ];
  expect(byEach(games, levelsOf).map(({ key, sum }) => [key, sum.games, sum.wins])).toEqual([
    ["novice", 2, 1],
    ["conductor", 1, 0],
  ]);
  expect(byEach(games, opponentsOf)).toEqual([]);
});

it("people are told apart by their names, and I am none of my opponents", () => {
  const games = [sat(1, [1, 2], [person("Bo")]), sat(2, [2, 1], [person("Bo")]), sat(3, [1, 2], [person("Cy")])];
  expect(byEach(games, opponentsOf).map(({ key, sum }) => [key, sum.games, sum.wins])).toEqual([
    ["Bo", 2, 1],
    ["Cy", 1, 1],
  ]);
});

it("tickets kept and completed are added up for my seat; games that don't say are left out", () => {
  const one = makeSummary({ tickets: [{ kept: 4, completed: 3 }, { kept: 9, completed: 0 }] }); // prettier-ignore
  expect(ticketTally([one, one, makeSummary()])).toEqual({ games: 2, kept: 8, completed: 6 });
});

it("results come in the order of play", () => {
  const results = resultsOf([sat(3, [1, 2]), sat(1, [2, 1]), sat(2, [1, 2])]);
  expect(results.map(({ table, won }) => [table, won])).toEqual([
    ["t1", false],
    ["t2", true],
    ["t3", true],
  ]);
});

it("streaks are those of victories, now and ever", () => {
  const course = (text: string): ReturnType<typeof resultsOf> =>
    resultsOf(Array.from(text, (letter, at) => sat(at, letter === "w" ? [1, 2] : [2, 1])));
  expect(streaks(course("wwwlw"))).toEqual({ now: 1, best: 3 });
  expect(streaks(course("wwl"))).toEqual({ now: 0, best: 2 });
  expect(streaks([])).toEqual({ now: 0, best: 0 });
});
