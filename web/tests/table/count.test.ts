import { describe, expect, it } from "vitest";
import { Count, stepInWords, victoryInWords, winnersInWords } from "../../src/lib/table/count.svelte";
import { standingsOf } from "../../src/lib/table/final_score";
import { Names } from "../../src/lib/text/names";
import { learn } from "../../src/lib/text/words.svelte";
import { ULM_JENA, makeBoard, makeView, person } from "../builders";
import { plain } from "../plain";

const names = new Names(makeBoard(), [person("Ada"), person("Bo"), person("Cleo")]);
const view = makeView({
  ledger: [
    ["route", 0, 4, ULM_JENA],
    ["ticket", 0, -5, 0],
    ["ticket", 1, 5, 0],
  ],
});

function standings(...rows: [number, number, number, string][]): ReturnType<typeof standingsOf> {
  return standingsOf(makeView({ standings: rows }));
}

describe("the count", () => {
  it("is told step by step to its end", () => {
    const count = new Count(() => view);
    expect([count.step, count.told.length, count.pause]).toEqual([null, 0, 700]);
    count.next();
    expect([count.step?.rule, count.told.length, count.pause]).toEqual(["route", 1, 2200]);
    count.next();
    expect([count.step?.rule, count.told.length, count.pause]).toEqual(["ticket", 2, 1700]);
    count.next();
    expect(count.telling).toBe(true);
    count.next();
    expect([count.telling, count.step, count.told.length, count.pause]).toEqual([false, null, 3, null]);
    count.next();
    expect(count.told).toHaveLength(3);
  });

  it("goes at the reader's pace from the first turn on, and by itself when told again", () => {
    const count = new Count(() => view);
    count.turn();
    expect([count.step?.rule, count.pause]).toEqual(["route", null]);
    count.skip();
    count.again();
    expect([count.told.length, count.telling, count.pause]).toEqual([0, true, 700]);
  });

  it("of nothing is over with its first step", () => {
    const count = new Count(() => null);
    count.next();
    expect([count.telling, count.lines.length]).toEqual([false, 0]);
  });
});

describe("a step in words", () => {
  const line = { seat: 0, number: 0 };

  it("tells a ticket by what it brought or cost", () => {
    const ticket = (points: number): string | null =>
      plain(stepInWords({ rule: "ticket", lines: [{ ...line, rule: "ticket", points, detail: 0 }] }, names));
    expect(ticket(5)).toBe("Ada completed Ulm ↔ Bonn (5): 5 points.");
    expect(ticket(-5)).toBe("Ada missed Ulm ↔ Bonn (5): 5 points lost.");
  });

  it("names everybody once who scored by a rule", () => {
    const lines = [0, 0, 1].map((seat) => ({ ...line, seat, rule: "longest_path", points: 10, detail: 8 }));
    expect(plain(stepInWords({ rule: "longest_path", lines }, names))).toBe(
      "The longest path, 8 long: 10 points for Ada and Bo.",
    );
  });

  it("of a rule without a sentence is its name, and its id if it has none", () => {
    const step = { rule: "ferries", lines: [{ ...line, rule: "ferries", points: 1, detail: 0 }] };
    expect(stepInWords(step, names)).toBe("ferries");
    learn({ en: { "ledger.ferries": "Crossings" } });
    expect(stepInWords(step, names)).toBe("Crossings");
  });
});

describe("the victory", () => {
  it("is one's own or shared", () => {
    expect(winnersInWords(standings([1, 1, 30, "score"], [0, 2, 20, "score"]), names)).toBe(
      "Bo wins with 30\u00a0points",
    );
    expect(plain(winnersInWords(standings([1, 1, 30, "score"], [0, 1, 30, "score"]), names))).toBe(
      "Bo and Ada win with 30 points",
    );
  });

  it.each([
    ["by points", standings([0, 1, 30, "score"], [1, 2, 29, "score"]), "1 point ahead of Bo."],
    [
      "by a tie-break",
      standings([0, 1, 30, "score"], [1, 2, 30, "tickets"]),
      "As many points as Bo, but more completed tickets.",
    ],
    ["by a tie-break without words", standings([0, 1, 30, "score"], [1, 2, 30, "ferries"]), "0 points ahead of Bo."],
    ["of nobody", [], ""],
    ["alone", standings([0, 1, 30, "score"]), ""],
  ])("is explained: %s", (_, order, said) => {
    expect(plain(victoryInWords(order, names))).toBe(said);
  });

  it("is explained: shared", () => {
    const order = standings([0, 1, 30, "score"], [1, 1, 30, "score"], [2, 3, 9, "score"]);
    expect(victoryInWords(order, names)).toContain("the victory is shared");
  });
});
