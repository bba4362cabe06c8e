import { describe, expect, it, vi } from "vitest";
import { api, newKey, newToken } from "../../src/lib/server/api";
import { board } from "../../src/lib/server/boards.svelte";
import { lookup } from "../../src/lib/text/words.svelte";
import { makeBoard } from "../builders";
import { Refusal, serve } from "../fake_server";

describe("a call", () => {
  it("carries the token, and never in the address", async () => {
    const asked = serve({ "GET tables/t": {} });
    await api.table("t", "secret");
    expect(asked).toEqual([{ method: "GET", path: "tables/t", token: "secret", body: null }]);
  });

  it("that is refused gives the server's code and its parameters", async () => {
    serve({ "POST tables/t/start": new Refusal("seats.open", 409, { open: 1 }) });
    await expect(api.start("t", "host")).rejects.toMatchObject({
      code: "seats.open",
      params: { open: 1 },
      status: 409,
    });
  });

  it("that nobody answers is offline", async () => {
    serve({});
    await expect(api.boards()).rejects.toMatchObject({ code: "offline" });
  });

  it("that something else answers is a failure of the server", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 })));
    await expect(api.boards()).rejects.toMatchObject({ code: "server.failed", status: 502 });
  });
});

describe("a map", () => {
  function answerFiles(files: Record<string, unknown>): string[] {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (url: string) => {
      asked.push(url);
      return Promise.resolve(url in files ? Response.json(files[url]) : new Response("", { status: 404 }));
    });
    return asked;
  }

  it("of a board that comes with the page is a file", async () => {
    const asked = answerFiles({ "/games/maps/usa.fr.json": { width: 1 } });
    expect(await api.map("usa", "fr")).toEqual({ width: 1 });
    expect(asked).toHaveLength(1);
  });

  it("of any other board is drawn by the server, without asking for a file that is not there", async () => {
    const asked = answerFiles({ "/games/api/boards/alps/map?lang=en": { width: 2 } });
    expect(await api.map("alps", "en")).toEqual({ width: 2 });
    expect(asked).toEqual(["/games/api/boards/alps/map?lang=en"]);
  });

  it("whose file is missing is drawn by the server, too", async () => {
    answerFiles({ "/games/api/boards/usa/look": { backdrop: null } });
    expect(await api.look("usa")).toEqual({ backdrop: null });
  });
});

describe("a board", () => {
  it("is fetched once, and brings its words", async () => {
    const asked = serve({ "GET boards/once": makeBoard({ words: { en: { "mark.pier": "pier" } } }) });
    await Promise.all([board("once"), board("once")]);
    await board("once");
    expect([asked.length, lookup("mark", "pier")]).toEqual([1, "pier"]);
  });

  it("that could not be fetched is asked for again", async () => {
    serve({});
    await expect(board("later")).rejects.toMatchObject({ code: "offline" });
    serve({ "GET boards/later": makeBoard() });
    await expect(board("later")).resolves.toBeDefined();
  });
});

it("tokens have 256 bits, keys 96, and no two are alike", () => {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(tokens.every((token) => /^[A-Za-z0-9_-]{43}$/.test(token))).toBe(true);
  expect(new Set(tokens).size).toBe(100);
  expect(newKey()).toMatch(/^[A-Za-z0-9_-]{16}$/);
});
