import { describe, expect, it } from "vitest";
import type { NewTable } from "../../src/generated/types";
import { myTables } from "../../src/lib/mine/my_tables.svelte";
import { createTable, minutes } from "../../src/lib/new_table/create_table";
import { companies, seatsFor } from "../../src/lib/new_table/draft_seats";
import { makeBoard } from "../builders";
import { Refusal, serve } from "../fake_server";

const created = { "POST tables": { table: "new", commitment: "", invites: [] } };

describe("a new table", () => {
  it("gives all people on this device one token, and the host another", async () => {
    const asked = serve(created);
    const seats = [
      { kind: "person", name: "Ada" },
      { kind: "person", name: "Bo" },
      { kind: "open" },
      { kind: "bot", bot: "novice" },
    ] as const;
    expect(await createTable({ board: "usa", seats: [...seats] })).toBe("new");
    const sent = asked[0]?.body as NewTable;
    const tokens = sent.seats.map((seat) => ("token" in seat ? seat.token : null));
    expect(tokens[0]).toMatch(/^[\w-]{43}$/);
    expect(tokens).toEqual([tokens[0], tokens[0], null, null]);
    expect(sent.host).not.toBe(tokens[0]);
    expect(myTables.find("new")).toMatchObject({ board: "usa", token: tokens[0], host: sent.host });
  });

  it("gives everybody a name, and no two the same", async () => {
    const asked = serve(created);
    const seats = [...Array<{ kind: "person"; name: string }>(4).fill({ kind: "person", name: " " })];
    await createTable({ board: "usa", seats: [{ kind: "person", name: "Robin" }, ...seats] });
    const names = (asked[0]?.body as NewTable).seats.map((seat) => ("name" in seat ? seat.name : ""));
    expect(names[0]).toBe("Robin");
    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(name).toMatch(/^\p{Lu}\p{L}+$/u);
  });

  it("is remembered without a seat if nobody here sits there", async () => {
    serve(created);
    await createTable({ board: "usa", seats: [{ kind: "open" }, { kind: "bot", bot: "novice" }] });
    expect(myTables.find("new")?.token).toBeNull();
    expect(myTables.find("new")?.host).not.toBeNull();
  });

  it("that was refused is not remembered", async () => {
    serve({ "POST tables": new Refusal("limits.tables", 429) });
    await expect(createTable({ board: "usa", seats: [{ kind: "open" }] })).rejects.toMatchObject({
      code: "limits.tables",
      status: 429,
    });
    expect(myTables.tables).toEqual([]);
  });
});

it("a game takes longer with more pieces and players, told to five minutes", () => {
  const long = (supply: number): ReturnType<typeof makeBoard> =>
    makeBoard({ kinds: [{ id: "wagon", names: {}, supply, points: {}, one_per_route: false }] });
  expect([minutes(long(45), 2), minutes(long(45), 5), minutes(long(17), 2)]).toEqual([35, 70, 15]);
  expect(minutes(long(1), 2)).toBe(10); // never less
});

describe("seats for the usual ways to play", () => {
  it.each([
    ["links", ["person", "open", "open"]],
    ["device", ["person", "person", "person"]],
    ["bots", ["person", "bot", "bot"]],
  ] as const)("with %s", (company, kinds) => {
    const seats = seatsFor(company, 3, "Ada", "novice");
    expect(seats.map(({ kind }) => kind)).toEqual(kinds);
    expect(seats.map(({ name }) => name)).toEqual(["Ada", "", ""]);
    expect(new Set(seats.map(({ key }) => key)).size).toBe(3);
    expect(companies).toContain(company);
  });
});
