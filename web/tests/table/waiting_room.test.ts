import { beforeEach, describe, expect, it, vi } from "vitest";
import { router } from "../../src/lib/app/router.svelte";
import { myTables } from "../../src/lib/mine/my_tables.svelte";
import type { TableStore } from "../../src/lib/table/table_store.svelte";
import { WaitingRoom } from "../../src/lib/table/waiting_room.svelte";
import { bot, makeBoard, makeInfo, makePosition, person } from "../builders";
import { Refusal, serve } from "../fake_server";

const open = { kind: "open", name: "", bot: "", away: false, resigned: false } as const;
let room: WaitingRoom;

beforeEach(() => {
  vi.stubGlobal("scrollTo", vi.fn());
  const position = makePosition({ status: "waiting", people: [person("Ada"), open, bot("novice")], view: null });
  const store = { id: "t", token: "secret", info: makeInfo({ board: "inn", options: { goods: true } }), position };
  room = new WaitingRoom(store as unknown as TableStore);
});

describe("the host", () => {
  beforeEach(() => myTables.remember("t", { token: "secret", host: "host" }));

  it("has the invitations to open seats", async () => {
    const asked = serve({ "GET tables/t/invites": { invites: [{ seat: 1, token: "invite" }] } });
    await room.loadInvites();
    expect(asked[0]?.token).toBe("host");
    expect([room.inviteTo(1), room.inviteTo(2)]).toEqual(["http://localhost/games/t/t#invite", null]);
    expect([room.firstInvited, room.open]).toEqual([1, 1]);
  });

  it("seats bots and frees seats", async () => {
    const asked = serve({ "PUT tables/t/seats/1": { version: 2 }, "PUT tables/t/seats/2": { version: 3 } });
    expect([await room.seatBot(1, "conductor"), await room.vacate(2)]).toEqual([true, true]);
    expect(asked.map(({ token, body }) => [token, body])).toEqual([
      ["host", { kind: "bot", bot: "conductor" }],
      ["host", { kind: "open" }],
    ]);
  });

  it("is told why the game can't start, and may try again", async () => {
    serve({ "POST tables/t/start": new Refusal("seats.open") });
    expect(await room.start()).toBe(false);
    expect(room.problem).toBe("Not every seat is taken yet.");
    serve({ "POST tables/t/start": { version: 2 } });
    expect(await room.start()).toBe(true);
    expect([room.problem, room.busy]).toEqual([null, false]);
  });

  it("who leaves keeps the table, and may close it", async () => {
    serve({ "POST tables/t/leave": { version: 2 }, "DELETE tables/t": { version: 3 } });
    await room.leave();
    expect(myTables.find("t")).toMatchObject({ token: null, host: "host" });
    await room.close();
    expect([myTables.find("t"), [...router.parts]]).toEqual([undefined, []]);
  });
});

describe("a guest", () => {
  beforeEach(() => myTables.remember("t", { token: "secret" }));

  it("asks for no invitations", async () => {
    const asked = serve({});
    await room.loadInvites();
    expect([asked, room.host, room.inviteTo(1)]).toEqual([[], null, null]);
  });

  it("who leaves forgets the table", async () => {
    serve({ "POST tables/t/leave": { version: 2 } });
    await room.leave();
    expect(myTables.find("t")).toBeUndefined();
  });

  it("stays if leaving fails", async () => {
    serve({});
    await room.leave();
    expect([room.problem, myTables.find("t")?.token]).toEqual([
      "The server can’t be reached. Check the connection.",
      "secret",
    ]);
  });
});

it("the options that are played with are named", async () => {
  const options = ["goods", "open"].map((id) => ({ id, names: { en: id.toUpperCase() } }));
  serve({ "GET boards/inn": makeBoard({ options: options as unknown as ReturnType<typeof makeBoard>["options"] }) });
  await room.loadBoard();
  expect([room.title, room.options]).toEqual(["The Square", ["GOODS"]]);
});
