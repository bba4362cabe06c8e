import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hello, MoveMessage } from "../../src/generated/types";
import { TableSocket, type Connection } from "../../src/lib/server/socket";
import { makePosition } from "../builders";
import { FakeSocket } from "../fake_socket";

let states: Connection[];
let failures: string[];
let socket: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.lines = [];
  states = [];
  failures = [];
  socket = new TableSocket(
    "t",
    "secret",
    {
      welcome: () => undefined,
      update: () => undefined,
      presence: () => undefined,
      said: () => undefined,
      refused: () => undefined,
      connection: (state) => states.push(state),
      failed: (refusal) => failures.push(refusal.code),
    },
    true,
  );
});
afterEach(() => socket.close());

const hello = (line: FakeSocket): Hello | undefined => line.heard("hello")[0];
const moves = (line: FakeSocket): MoveMessage[] => line.heard("move");

describe("a line to the table", () => {
  it("leads to the server of the page, and begins with a token", () => {
    FakeSocket.last.accept().welcome();
    expect(FakeSocket.last.url.href).toBe("ws://localhost/games/api/tables/t/live");
    expect(hello(FakeSocket.last)).toMatchObject({ type: "hello", since: 0, back: true, token: "secret" });
    expect(states).toEqual(["connecting", "open"]);
  });

  it("that is cut is opened again, and asks for what was missed", async () => {
    FakeSocket.last.accept().welcome(7).cut();
    expect(states.at(-1)).toBe("waiting");
    await vi.advanceTimersByTimeAsync(400);
    expect(FakeSocket.lines).toHaveLength(2);
    FakeSocket.last.accept();
    expect(hello(FakeSocket.last)?.since).toBe(7);
  });

  it("is tried less and less often, but at least every two seconds", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const pauses: number[] = [];
    for (let number = 0; number < 6; number += 1) {
      const [lines, before] = [FakeSocket.lines.length, Date.now()];
      FakeSocket.last.cut();
      while (FakeSocket.lines.length === lines) await vi.advanceTimersByTimeAsync(10);
      pauses.push(Date.now() - before);
    }
    expect(pauses).toEqual([250, 500, 1000, 1300, 1300, 1300]);
  });

  it("is tried quickly again after it was good", async () => {
    for (let number = 0; number < 4; number += 1) {
      FakeSocket.last.cut();
      await vi.advanceTimersByTimeAsync(2000);
    }
    FakeSocket.last.accept().welcome().cut();
    const lines = FakeSocket.lines.length;
    await vi.advanceTimersByTimeAsync(330);
    expect(FakeSocket.lines).toHaveLength(lines + 1);
  });

  it.each([4400, 4403, 4404])("that the server ends with %d is not opened again", async (code) => {
    FakeSocket.last.accept().say({ type: "refused", code: "token.wrong", params: {}, key: null }).cut(code);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([FakeSocket.lines.length, failures, states.at(-1)]).toEqual([1, ["token.wrong"], "closed"]);
  });

  it("that one closes stays closed", async () => {
    FakeSocket.last.accept().welcome();
    socket.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([FakeSocket.lines.length, states.at(-1)]).toEqual([1, "closed"]);
  });
});

describe("a silent line", () => {
  it("is asked now and then, and kept while it answers", async () => {
    const line = FakeSocket.last.accept().welcome();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(line.heard("ping")).toHaveLength(1);
    line.say({ type: "pong" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.lines).toHaveLength(1);
  });

  it("that does not answer is given up, and another one opened", async () => {
    FakeSocket.last.accept().welcome();
    await vi.advanceTimersByTimeAsync(30_000 + 400);
    expect(FakeSocket.lines).toHaveLength(2);
    expect(states).toContain("waiting");
  });

  it("is opened at once when the network is back", () => {
    FakeSocket.last.accept().welcome().cut();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.lines).toHaveLength(2);
  });
});

describe("a move", () => {
  it("is answered once it is safe", async () => {
    const line = FakeSocket.last.accept().welcome();
    const moved = socket.move(3, 41, 0);
    const [sent] = moves(line);
    expect(sent).toMatchObject({ decision: 3, action: 41, seat: 0 });
    line.say({ type: "accepted", key: sent?.key, version: 2, events: [] });
    await expect(moved).resolves.toBeUndefined();
  });

  it("is sent again on the next line, under the same key", async () => {
    const first = FakeSocket.last.accept().welcome();
    const moved = socket.move(3, 41, null);
    first.cut();
    await vi.advanceTimersByTimeAsync(400);
    const second = FakeSocket.last.accept();
    expect(moves(second)).toEqual([]); // not before the welcome
    second.welcome();
    expect(moves(second)).toEqual(moves(first));
    second.say({ type: "accepted", key: moves(second)[0]?.key, version: 2, events: [] });
    await expect(moved).resolves.toBeUndefined();
  });

  it("is answered by its update, where the server says so", async () => {
    const line = FakeSocket.last.accept().welcome();
    const moved = socket.move(1, 41, null);
    const [sent] = moves(line);
    expect(sent?.answer).toBe("update");
    line.say({ type: "update", position: makePosition({ version: 2 }), answers: sent?.key });
    await expect(moved).resolves.toBeUndefined();
  });

  it("that was answered is not sent again", async () => {
    const first = FakeSocket.last.accept().welcome();
    const moved = socket.move(3, 41, null);
    first.say({ type: "accepted", key: moves(first)[0]?.key, version: 2, events: [] });
    await moved;
    first.cut();
    await vi.advanceTimersByTimeAsync(400);
    expect(moves(FakeSocket.last.accept().welcome())).toEqual([]);
  });

  it("that is refused says why", async () => {
    const line = FakeSocket.last.accept().welcome();
    const moved = socket.move(3, 41, null);
    line.say({ type: "refused", code: "turn.not_yours", params: {}, key: moves(line)[0]?.key });
    await expect(moved).rejects.toMatchObject({ code: "turn.not_yours" });
  });

  it("waits for a database that is away", async () => {
    const line = FakeSocket.last.accept().welcome();
    const moved = socket.move(3, 41, null);
    const key = moves(line)[0]?.key;
    line.say({ type: "refused", code: "database.unavailable", params: {}, key });
    await vi.advanceTimersByTimeAsync(1000);
    expect(moves(line).map((sent) => sent.key)).toEqual([key, key]);
    line.say({ type: "accepted", key, version: 2, events: [] });
    await expect(moved).resolves.toBeUndefined();
  });
});
