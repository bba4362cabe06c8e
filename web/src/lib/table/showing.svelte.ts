import type { EventInfo } from "../../generated/types";
import type { Pace } from "../app/settings.svelte";

/** Milliseconds from one action to the next. */
export const STEPS: Record<Pace, number> = { instant: 0, normal: 1_000, slow: 2_200 };

/** So many actions may wait to be shown; with more, the oldest are shown at once. Four bots that draw two cards each fit. */
const MOST = 12;

/** What is seen to happen. Whatever else has to wait is no action of somebody. */
const SEEN = new Set([
  "card.face_up",
  "card.blind",
  "route.claimed",
  "tickets.offered",
  "tickets.kept",
  "turn.passed",
  "neutral.placed",
]);

/** Shows one after another what others did, while the true state is there already. It holds back events, never a state:
 * what is shown is the present with the held events taken back, so nothing that is shown can outlast the truth. */
export class Showing {
  /** What was shown last, all that one action brought. */
  news = $state.raw<EventInfo[]>([]);
  /** What is shown has been shown before. */
  isAgain = $state(false);

  private waiting = $state.raw<EventInfo[][]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly pace: () => Pace) {}

  /** Something has happened that is not shown yet. */
  get isBehind(): boolean {
    return this.waiting.length > 0;
  }

  /** What has happened and is not shown yet, oldest first. */
  readonly held = $derived.by(() => this.waiting.flat());

  /** Others did something: it is shown when its time comes. */
  later(events: readonly EventInfo[]): void {
    const waiting = byAction([...this.held, ...events]);
    if (waiting.length === 0) return; // nothing that is seen to happen
    this.waiting = waiting.slice(-MOST);
    if (this.timer === undefined) this.next();
  }

  /** Something that nobody waits for, like what one did oneself: it is shown now, and all that was held with it. */
  now(events: EventInfo[]): void {
    this.skip();
    this.news = events;
  }

  /** Shows all that is held at once. */
  skip(): void {
    this.stop();
    this.isAgain = false;
    if (!this.isBehind) return;
    this.news = this.held.filter((event) => event.code === "route.claimed"); // no card flies any more
    this.waiting = [];
  }

  /** Shows something once more, even where it was too fast to be seen before. */
  again(events: readonly EventInfo[]): void {
    this.stop();
    this.waiting = byAction(events).slice(-MOST);
    if (!this.isBehind) return;
    this.isAgain = true;
    this.news = [];
    this.wait();
  }

  /** Nothing is shown after this. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private next(): void {
    this.timer = undefined;
    const [action, ...rest] = this.waiting;
    if (!action) {
      this.isAgain = false;
      return;
    }
    this.waiting = rest;
    this.news = action;
    this.wait();
  }

  private wait(): void {
    this.timer = setTimeout(() => this.next(), STEPS[this.pace()] || STEPS.normal);
  }
}

/** Events by the action that brought them; what is no action goes with the one before it, or else with the next. */
export function byAction(events: readonly EventInfo[]): EventInfo[][] {
  const actions: EventInfo[][] = [];
  for (const entry of byVersion(events)) {
    const last = actions.at(-1);
    if (last && !(last.some(isSeen) && entry.some(isSeen))) last.push(...entry);
    else actions.push([...entry]);
  }
  return actions.filter((action) => action.some(isSeen));
}

/** What somebody did, and last of all what tells it best: a claim rather than the toll it cost. */
export function foremostLast(news: readonly EventInfo[]): EventInfo[] {
  const done = news.filter(({ seat }) => seat >= 0);
  const isClaim = ({ code }: EventInfo): boolean => code === "route.claimed";
  return [...done.filter((event) => !isClaim(event)), ...done.filter(isClaim)];
}

const isSeen = ({ code }: EventInfo): boolean => SEEN.has(code);

function byVersion(events: readonly EventInfo[]): EventInfo[][] {
  const entries: EventInfo[][] = [];
  for (const event of events) {
    const last = entries.at(-1);
    if (last?.[0]?.version === event.version) last.push(event);
    else entries.push([event]);
  }
  return entries;
}
