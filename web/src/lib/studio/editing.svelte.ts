import type { Checked, EditInfo, VersionInfo } from "../../generated/types";
import { Refused, newKey } from "../server/api";
import { studio } from "./api";
import { applied, effective, inverse, tablesOf, type Change, type Draft } from "./draft";
import { unsent, type Unsent } from "./unsent";

export const STEPS = 200;
const SEND = 350; // milliseconds that edits are gathered before they are sent
const CHECK = 900;
const AGAIN = 3000;

interface Step {
  undo: Change[];
  redo: Change[];
}

/** An edit on top of what is known to be in its place among the others. */
interface Pending extends Unsent {
  /** The server has it; others of before may still be on their way here. */
  isSent: boolean;
}

/** A draft that is edited here and, perhaps, elsewhere: what is done here shows at once and is sent behind it. */
export class Editing {
  /** As the server has it, with what was not sent yet on top. */
  draft = $state.raw<Draft>({});
  versions = $state.raw<VersionInfo[]>([]);
  listed = $state(false);
  checked = $state.raw<Checked | null>(null);
  failure = $state.raw<unknown>(null);
  /** Who else has edited a moment ago. */
  others = $state.raw<string[]>([]);
  isLoaded = $state(false);
  isSaved = $state(true);
  /** Of the last change, for those who redraw only when something settles. */
  settled = $state(0);

  private base: Draft = {};
  private number = 0;
  private pending: Pending[] = [];
  private sending = false;
  private done = $state.raw<Step[]>([]);
  private undone = $state.raw<Step[]>([]);
  private timers: { send?: ReturnType<typeof setTimeout>; check?: ReturnType<typeof setTimeout> } = {};
  private readonly stopped = new AbortController();

  constructor(
    readonly board: string,
    readonly token: string,
    readonly author: () => string,
  ) {}

  readonly tables = $derived.by(() => tablesOf(this.draft));

  async open(): Promise<void> {
    try {
      await this.load();
      this.pending = unsent.of(this.board).map((edit) => ({ ...edit, isSent: false }));
      if (this.next) this.sendSoon();
      this.show();
      this.isLoaded = true;
      addEventListener("pagehide", this.sendNow);
      this.failure = null;
      this.checkSoon();
      void this.listen();
    } catch (error) {
      this.failure = error;
    }
  }

  /** The draft as the server has it. */
  private async load(): Promise<void> {
    const found = await studio.show(this.board, this.token);
    this.base = found.draft;
    this.number = found.number;
    this.versions = found.versions;
    this.listed = found.listed;
  }

  close(): void {
    this.stopped.abort();
    removeEventListener("pagehide", this.sendNow);
    clearTimeout(this.timers.check);
    void this.send();
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Makes changes as one step. */
  change(changes: readonly Change[]): void {
    const real = effective(this.draft, changes);
    if (!real.length) return;
    this.done = [...this.done.slice(1 - STEPS), { undo: inverse(this.draft, real), redo: real }];
    this.undone = [];
    this.push(real);
  }

  undo(): void {
    const step = this.done.at(-1);
    if (!step) return;
    this.done = this.done.slice(0, -1);
    this.undone = [...this.undone, step];
    this.push(step.undo);
  }

  redo(): void {
    const step = this.undone.at(-1);
    if (!step) return;
    this.undone = this.undone.slice(0, -1);
    this.done = [...this.done, step];
    this.push(step.redo);
  }

  private push(changes: readonly Change[]): void {
    const edit = { key: newKey(), changes, isSent: false };
    unsent.keep(this.board, edit);
    this.pending = [...this.pending, edit];
    this.draft = applied(this.draft, changes);
    this.settled++;
    this.sendSoon();
    this.checkSoon();
  }

  private show(): void {
    this.draft = this.pending.reduce((draft, { changes }) => applied(draft, changes), this.base);
    this.settled++;
  }

  // --- to the server
  private sendSoon(): void {
    this.isSaved = false;
    clearTimeout(this.timers.send);
    this.timers.send = setTimeout(this.sendNow, SEND);
  }

  private readonly sendNow = (): void => void this.send();

  /** Sends everything; returns once it is there. */
  async send(): Promise<void> {
    clearTimeout(this.timers.send);
    if (this.sending) return;
    this.sending = true;
    try {
      for (let next = this.next; next; next = this.next) {
        const edit = await studio.edit(this.board, this.token, next.key, this.author(), next.changes);
        next.isSent = true;
        unsent.drop(this.board, next.key);
        this.receive([edit]);
      }
      this.failure = null;
      this.isSaved = true;
    } catch (error) {
      this.failure = error;
      const next = this.next;
      if (next && error instanceof Refused && error.status === 422) {
        this.pending = this.pending.filter((other) => other !== next); // it can't be made, however often it is sent
        unsent.drop(this.board, next.key);
        this.show();
      }
      if (this.next) this.timers.send = setTimeout(this.sendNow, AGAIN);
    } finally {
      this.sending = false;
    }
  }

  private get next(): Pending | undefined {
    return this.pending.find(({ isSent }) => !isSent);
  }

  /** Everything here is at the server, or it raises why not. */
  async saved(): Promise<void> {
    for (let again = false; this.next; again = true) {
      if (again) await new Promise((resolve) => setTimeout(resolve, 50));
      await this.send();
      if (this.failure) throw this.failure as Error;
    }
  }

  // --- from the server
  private receive(edits: readonly EditInfo[]): void {
    const fresh = edits.filter(({ number }) => number === this.number + 1);
    let isNews = false;
    for (const edit of fresh) {
      this.base = applied(this.base, edit.changes as unknown as Change[]);
      this.number = edit.number;
      isNews ||= !isSame(edit, this.pending[0]);
      const mine = this.pending.some(({ key }) => key === edit.key);
      if (mine) this.pending = this.pending.filter(({ key }) => key !== edit.key);
      else if (edit.author !== this.author()) this.others = [...new Set([...this.others, edit.author])].slice(-5);
    }
    if (isNews) this.show();
  }

  private isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  private async listen(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      try {
        const { edits } = await studio.edits(this.board, this.token, this.number, this.stopped.signal);
        if ((edits[0]?.number ?? 0) > this.number + 1) await this.catchUp();
        for (const edit of edits) this.receive([edit]);
        if (edits.length) this.checkSoon();
      } catch {
        if (this.isStopped()) return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  /** The server keeps only the newest edits: who was away for longer takes the draft as it is now. */
  private async catchUp(): Promise<void> {
    await this.load();
    this.pending = this.pending.filter(({ isSent }) => !isSent);
    this.show();
  }

  private checkSoon(): void {
    clearTimeout(this.timers.check);
    this.timers.check = setTimeout(() => void this.check(), CHECK);
  }

  async check(): Promise<void> {
    try {
      await this.saved();
      this.checked = await studio.check(this.board, this.token);
    } catch (error) {
      this.failure = error;
    }
  }

  // --- versions
  async publish(name: string): Promise<VersionInfo> {
    await this.saved();
    const made = await studio.publish(this.board, this.token, name);
    this.versions = [...this.versions.filter(({ number }) => number !== made.number), made];
    return made;
  }

  async setListed(listed: boolean): Promise<void> {
    await studio.list(this.board, this.token, listed);
    this.listed = listed;
  }
}

/** An edit of our own, in the place that it has here: nothing changes by it. */
function isSame(edit: EditInfo, own: Pending | undefined): boolean {
  return own?.key === edit.key && JSON.stringify(own.changes) === JSON.stringify(edit.changes);
}
