import { describe, expect, it } from "vitest";
import {
  applied,
  difference,
  effective,
  inverse,
  merged,
  removal,
  tablesOf,
  type Draft,
} from "../../src/lib/studio/draft";

const draft: Draft = {
  "p/p1/name": "Alder", "p/p1/x": "0", "p/p1/y": "0", "p/p2/name": "Beech", "p/p2/x": "90", "p/p2/y": "0",
  "r/r1/from": ["p1"], "r/r1/to": ["p2"], "r/r1/length": "3", "t/t1/from": ["p1"], "t/t1/to": ["p2"], "s/hand": 4,
}; // prettier-ignore

describe("a draft", () => {
  it("has rows in the order of their first keys", () => {
    const { places, routes, tickets } = tablesOf(draft);
    expect(places.map(({ id }) => id)).toEqual(["p1", "p2"]);
    expect(routes[0]).toMatchObject({ id: "r1", from: "p1", to: "p2" });
    expect(tickets[0]?.from).toBe("p1");
  });

  it("takes changes back exactly", () => {
    const changes = [["p/p1/name", "Elder"], ["s/hand", null], ["p/p9/name", "New"]] as const; // prettier-ignore
    const after = applied(draft, changes);
    expect(after["p/p1/name"]).toBe("Elder");
    expect(applied(after, inverse(draft, changes))).toEqual(draft);
  });

  it("loses with a place its routes and tickets", () => {
    const after = applied(draft, removal(draft, "p", "p1"));
    expect(Object.keys(after).sort()).toEqual(["p/p2/name", "p/p2/x", "p/p2/y", "s/hand"]);
  });

  it("keeps a ticket that has other goals than a place that goes", () => {
    const several = { ...draft, "p/p3/name": "Cedar", "t/t1/to": ["p2", "p3"] };
    expect(tablesOf(several).tickets[0]).toMatchObject({ to: "p2", goals: ["p2", "p3"] });
    const after = tablesOf(applied(several, removal(several, "p", "p2")));
    expect(after.tickets[0]?.goals).toEqual(["p3"]);
    expect(tablesOf(applied(several, removal(several, "p", "p1"))).tickets).toEqual([]);
  });

  it("takes in tickets to one of several places", () => {
    const part: Draft = { "t/t9/from": "Alder", "t/t9/to": "Beech | Alder", "t/t9/points": "3" };
    expect(tablesOf(applied(draft, merged(draft, part))).tickets[1]?.goals).toEqual(["p2", "p1"]);
  });

  it("knows what changes nothing", () => {
    expect(effective(draft, [["r/r1/from", ["p1"]], ["s/hand", 5], ["s/none", null]])).toEqual([["s/hand", 5]]); // prettier-ignore
  });

  it("becomes another by the difference", () => {
    const other: Draft = { "p/p1/name": "Oak", "s/hand": 4 };
    expect(applied(draft, difference(draft, other))).toEqual(other);
  });

  it("takes in rows that name their places", () => {
    const part: Draft = { "p/p1/name": "Alder", "p/p2/name": "Cedar", "r/r1/from": "Cedar", "r/r1/to": "Beech" };
    const after = tablesOf(applied(draft, merged(draft, part)));
    expect(after.places.map(({ cells }) => cells["name"])).toEqual(["Alder", "Beech", "Cedar"]);
    const [, added] = after.routes;
    expect(added?.to).toBe("p2");
    expect(added?.from).toBe(after.places[2]?.id);
  });
});
