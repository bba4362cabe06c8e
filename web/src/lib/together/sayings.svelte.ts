import type { SaidInfo } from "../../generated/types";
import { lookup } from "../text/words.svelte";

/** Milliseconds for which something that was said lies over the map. */
const SHOWN = 7_000;
const MOST_SHOWN = 3;
const MUTED = "ferrovia.muted";

/** The phrases there are, in the order in which they are offered. */
export const phrases = [
  "hello", "good_luck", "well_played", "thanks", "oops", "thinking", "back_soon", "your_turn", "close", "nice_route", "good_game", "again",
] as const; // prettier-ignore

/** Who is muted: a seat, or everybody who watches. */
export type Speaker = number | "watchers";

export const speakerOf = ({ seat }: SaidInfo): Speaker => seat ?? "watchers";

/** A phrase in the reader's own language; free words as they are; a reaction by the name of its picture. */
export const inWords = ({ kind, text }: SaidInfo): string =>
  kind === "chat" ? text : (lookup(kind === "phrase" ? "phrase" : "reaction", text) ?? text);

/** What was said at a table, as far as this browser has heard it and wants to. */
export class Sayings {
  private heard = $state.raw<SaidInfo[]>([]);
  /** What was said a moment ago. */
  fresh = $state.raw<SaidInfo[]>([]);
  /** Said since the panel was last open. */
  unread = $state(0);
  private muted = $state.raw<Speaker[]>([]);

  constructor(private readonly table: string) {
    this.muted = allMuted()[table] ?? [];
  }

  /** Oldest first, without those who are muted. */
  readonly all = $derived.by(() => this.heard.filter((said) => !this.isMuted(speakerOf(said))));

  isMuted(speaker: Speaker): boolean {
    return this.muted.includes(speaker);
  }

  mute(speaker: Speaker, isMuted: boolean): void {
    this.muted = isMuted ? [...this.muted, speaker] : this.muted.filter((other) => other !== speaker);
    localStorage.setItem(MUTED, JSON.stringify({ ...allMuted(), [this.table]: this.muted }));
    this.fresh = this.fresh.filter((said) => !this.isMuted(speakerOf(said)));
  }

  /** `now`: by the server's clock. What comes twice is known by its number. */
  take(said: SaidInfo[], mine: number[], now: number): void {
    const known = new Set(this.heard.map(({ number }) => number));
    const added = said.filter(({ number }) => !known.has(number));
    this.heard = [...this.heard, ...added].sort((a, b) => a.number - b.number);
    const wanted = added.filter((each) => now - each.at < SHOWN && !this.isMuted(speakerOf(each)));
    if (wanted.length === 0) return;
    this.unread += wanted.filter(({ seat }) => seat === null || !mine.includes(seat)).length;
    this.fresh = [...this.fresh, ...wanted].slice(-MOST_SHOWN);
    setTimeout(() => (this.fresh = this.fresh.filter((each) => !wanted.includes(each))), SHOWN);
  }
}

function allMuted(): Record<string, Speaker[]> {
  try {
    return JSON.parse(localStorage.getItem(MUTED) ?? "{}") as Record<string, Speaker[]>;
  } catch {
    return {};
  }
}
