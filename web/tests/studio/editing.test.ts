import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Editing, STEPS } from "../../src/lib/studio/editing.svelte";
import type { Change } from "../../src/lib/studio/draft";
import { unsent } from "../../src/lib/studio/unsent";
import { Refusal, serve } from "../fake_server";

const BOARD = "studio/boards/b";
const name = (value: unknown): Change[] => [["s/names/en", value]];

interface Sent {
  key: string;
  author: string;
  changes: Change[];
}

/** A board on a server that keeps so many edits, and may be out of reach. */
class Studio {
  draft: Record<string, unknown> = { "s/names/en": "0" };
  edits: (Sent & { number: number; at: number })[] = [];
  isReached = true;
  private waiting: (() => void)[] = [];

  constructor(private readonly kept = Infinity) {
    serve({
      [`GET ${BOARD}`]: () => this.reached(this.shown),
      [`POST ${BOARD}/check`]: () => this.reached({ board: null, findings: [] }),
      [`POST ${BOARD}/edits`]: ({ body }: { body: Sent }) => this.reached(this.isReached && this.take(body)),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, after) => [this.listening(after), () => this.after(after)])),
    });
  }

  take(sent: Sent): unknown {
    if (sent.changes.some(([key]) => key === "impossible")) return new Refusal("edit.invalid", 422);
    const known = this.edits.find(({ key }) => key === sent.key);
    if (known) return known;
    const edit = { ...sent, number: this.edits.length + 1, at: 0 };
    this.edits.push(edit);
    Object.assign(this.draft, Object.fromEntries(sent.changes));
    for (const tell of this.waiting.splice(0)) tell();
    return edit;
  }

  private get shown(): unknown {
    return { board: "b", draft: { ...this.draft }, number: this.edits.length, listed: false, versions: [] };
  }

  private listening(after: number): string {
    return `GET ${BOARD}/edits?after=${after}&wait=true`;
  }

  private async after(after: number): Promise<unknown> {
    if (this.edits.length <= after) await new Promise<void>((tell) => this.waiting.push(tell));
    const newest = this.edits.length - this.kept;
    return this.reached({ edits: this.edits.filter(({ number }) => number > Math.max(after, newest)) });
  }

  private reached(answer: unknown): unknown {
    if (!this.isReached) throw new TypeError("no line");
    return answer;
  }
}

const opened: Editing[] = [];

async function open(author = "Ada"): Promise<Editing> {
  const editing = new Editing("b", "token", () => author);
  opened.push(editing);
  await editing.open();
  return editing;
}

describe("a draft that is edited", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => opened.splice(0).forEach((editing) => editing.close()));

  it("takes back two hundred steps and brings them again", () => {
    const editing = new Editing("b", "token", () => "Ada"); // before it is sent
    for (let step = 1; step <= STEPS + 30; step++) editing.change(name(String(step)));
    let undone = 0;
    for (; editing.canUndo; undone++) editing.undo();
    expect(STEPS).toBe(200);
    expect(undone).toBe(STEPS);
    expect(editing.draft["s/names/en"]).toBe("30");
    while (editing.canRedo) editing.redo();
    expect(editing.draft["s/names/en"]).toBe("230");
  });

  it("is saved by itself, in the order in which it was drawn", async () => {
    const studio = new Studio();
    const editing = await open();
    for (const value of ["a", "b", "c"]) editing.change(name(value));
    expect(editing.isSaved).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(studio.edits.map(({ changes }) => changes[0]?.[1])).toEqual(["a", "b", "c"]);
    expect(editing.isSaved).toBe(true);
    expect(unsent.of("b")).toEqual([]);
  });

  it("loses nothing to a page that is loaded anew while there is no line", async () => {
    const studio = new Studio();
    const editing = await open();
    studio.isReached = false;
    editing.change(name("drawn in a tunnel"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(studio.edits).toEqual([]);
    editing.close();
    await vi.advanceTimersByTimeAsync(100);
    studio.isReached = true;
    const again = await open();
    expect(again.draft["s/names/en"]).toBe("drawn in a tunnel");
    expect(again.isSaved).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(studio.draft["s/names/en"]).toBe("drawn in a tunnel");
    expect(studio.edits).toHaveLength(1);
    expect(again.isSaved).toBe(true);
    expect(unsent.of("b")).toEqual([]);
  });

  it("sends what was drawn last when its page is closed", async () => {
    const studio = new Studio();
    const editing = await open();
    editing.change(name("the last word"));
    dispatchEvent(new Event("pagehide"));
    await vi.advanceTimersByTimeAsync(0);
    expect(studio.draft["s/names/en"]).toBe("the last word");
  });

  it("gives up what the server can't make, and keeps the rest", async () => {
    const studio = new Studio();
    const editing = await open();
    editing.change([["impossible", 1]]);
    editing.change(name("possible"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(editing.draft).not.toHaveProperty("impossible");
    expect(studio.draft["s/names/en"]).toBe("possible");
    expect(unsent.of("b")).toEqual([]);
  });

  it("shows what another one draws, and on one field the later wins", async () => {
    const studio = new Studio();
    const ada = await open("Ada");
    const bo = await open("Bo");
    ada.change(name("by Ada"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(bo.draft["s/names/en"]).toBe("by Ada");
    expect(bo.others).toEqual(["Ada"]);
    bo.change(name("by Bo"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(ada.draft["s/names/en"]).toBe("by Bo");
    expect(studio.edits.map(({ author }) => author)).toEqual(["Ada", "Bo"]);
  });

  it("takes the draft whole when it was away for more edits than are kept", async () => {
    const studio = new Studio(3);
    const editing = await open();
    studio.isReached = false; // asleep: its request fails, and is sent again later
    studio.take({ key: "k0", author: "Bo", changes: [["licence", "MIT"]] });
    await vi.advanceTimersByTimeAsync(10);
    for (let number = 1; number < 9; number++)
      studio.take({ key: `k${number}`, author: "Bo", changes: name(String(number)) });
    studio.isReached = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(editing.draft["licence"]).toBe("MIT");
    expect(editing.draft["s/names/en"]).toBe("8");
  });
});
