import type { Chances, PastMove, PastPosition } from "../../generated/types";
import { Refused } from "../server/api";
import { ofTable, type PastGame } from "./past_game";

const AHEAD = 6;
const BEHIND = 2;
const AT_ONCE = 3;
const KEPT = 800;

/** A finished game that can be stepped through: positions come from the server, those nearby before they are asked for. */
export class Replay {
  moves = $state.raw<PastMove[]>([]);
  number = $state(0);
  /** Whose knowledge is shown; null for everybody's. */
  seat = $state<number | null>(null);
  shown = $state.raw<PastPosition | null>(null);
  chances = $state.raw<Chances | null>(null);
  failure = $state.raw<Refused | null>(null);
  /** Nobody is told how it ended before they have seen it. */
  seenEnd = $state(false);

  private readonly known = new Map<string, PastPosition>();
  private readonly asked = new Map<string, Promise<PastPosition>>();
  private closed = false;

  constructor(
    readonly table: string,
    private readonly source: PastGame = ofTable(table),
  ) {}

  get last(): number {
    return this.moves.length;
  }

  /** At the deal, or after some of its moves. */
  async open(number = 0): Promise<void> {
    try {
      this.moves = await this.source.moves();
      await this.go(number);
    } catch (error) {
      this.failure = error instanceof Refused ? error : new Refused("server.failed");
    }
  }

  close(): void {
    this.closed = true;
  }

  async go(number: number, seat: number | null = this.seat): Promise<void> {
    this.number = Math.min(Math.max(number, 0), this.last);
    this.seat = seat;
    if (this.number === this.last) this.seenEnd = true;
    const wanted = this.number;
    const found = this.known.get(this.key(wanted, seat));
    if (found) this.shown = found;
    try {
      const past = found ?? (await this.fetch(wanted, seat));
      if (this.number === wanted && this.seat === seat) this.shown = past;
      this.failure = null;
    } catch (error) {
      this.failure = error instanceof Refused ? error : new Refused("server.failed");
    }
    void this.lookAhead();
  }

  /** Asks for the chances until they and the turning points are all known. */
  async analyse(): Promise<void> {
    try {
      while (!this.closed) {
        this.chances = await this.source.chances();
        if (this.chances.turning !== null) return;
        await new Promise((resolve) => setTimeout(resolve, 1200));
      }
    } catch (error) {
      this.failure = error instanceof Refused ? error : new Refused("server.failed");
    }
  }

  private key(number: number, seat: number | null): string {
    return `${number}/${seat ?? ""}`;
  }

  private fetch(number: number, seat: number | null): Promise<PastPosition> {
    const key = this.key(number, seat);
    let asked = this.asked.get(key);
    if (!asked) {
      asked = this.source.past(number, seat).then((past) => {
        if (this.known.size > KEPT) this.known.clear();
        this.known.set(key, past);
        return past;
      });
      asked.finally(() => this.asked.delete(key)).catch(() => undefined);
      this.asked.set(key, asked);
    }
    return asked;
  }

  private async lookAhead(): Promise<void> {
    const { number, seat } = this;
    const near = [
      ...Array.from({ length: AHEAD }, (_, index) => number + index + 1),
      ...Array.from({ length: BEHIND }, (_, index) => number - index - 1),
      this.last,
      0,
    ];
    for (const each of near) {
      if (this.closed || this.number !== number || this.seat !== seat || this.asked.size >= AT_ONCE) return;
      if (each < 0 || each > this.last || this.known.has(this.key(each, seat))) continue;
      await this.fetch(each, seat).catch(() => undefined);
    }
  }
}
