import type { EventInfo, NewPlan, PlanInfo, Position, SeatPresence, TableInfo } from "../../generated/types";
import { api, type Refused } from "../server/api";
import { TableSocket, type Connection } from "../server/socket";
import { myTables } from "../mine/my_tables.svelte";
import { Sayings } from "../together/sayings.svelte";
import { settings } from "../app/settings.svelte";
import { lastRound } from "./last_moves";
import { Showing, byAction } from "./showing.svelte";

/** A table as this browser knows it now: what the server last told, and nothing worked out from rules. */
export class TableStore {
  info = $state.raw<TableInfo | null>(null);
  position = $state.raw<Position | null>(null);
  /** Who is there, by seat. */
  presence = $state.raw<SeatPresence[]>([]);
  readonly sayings: Sayings;
  /** What this seat will do when its turn comes, if that was planned. */
  plan = $state.raw<PlanInfo | null>(null);
  /** Why something that was said is not. */
  wordsRefused = $state.raw<Refused | null>(null);
  connection = $state<Connection>("connecting");
  failure = $state.raw<Refused | null>(null);
  /** All events this client has seen, oldest first; each once. */
  events = $state.raw<EventInfo[]>([]);
  /** What happened with the last update: animations show it. */
  news = $state.raw<EventInfo[]>([]);
  /** What happened while nobody looked, told on coming back. */
  missed = $state.raw<EventInfo[]>([]);
  sending = $state(false);
  /** At which pace it is shown what others do. */
  readonly showing = new Showing(() => settings.pace);

  private readonly socket: TableSocket;
  private told = 0;
  private isWelcome = false;
  /** Server's clock minus ours, in milliseconds. */
  drift = 0;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    const seen = myTables.find(id)?.seen ?? 0;
    this.sayings = new Sayings(id);
    this.socket = new TableSocket(
      id,
      token,
      {
        welcome: (message) => {
          const first = !this.isWelcome;
          this.isWelcome = true;
          this.info = message.table;
          this.presence = message.presence;
          this.take(message.position, []);
          if (first) void this.loadPlan();
          if (first && seen > 0) this.missed = this.events.filter((event) => event.version > seen);
        },
        update: (message) => this.take(message.position, message.position.events),
        presence: (presence) => (this.presence = presence),
        said: (said) => this.sayings.take(said, this.position?.mine ?? [], Date.now() + this.drift),
        refused: (refusal) => (this.wordsRefused = refusal),
        connection: (state) => (this.connection = state),
        failed: (refusal) => (this.failure = refusal),
      },
      true,
    );
  }

  close(): void {
    this.showing.stop();
    this.socket.close();
  }

  say(kind: "phrase" | "reaction" | "chat", text: string, name: string): void {
    this.wordsRefused = null;
    this.socket.say({ kind, text, name });
  }

  /** What to do at the next turn: a route, and cards from the deck if it is taken by then. Null: nothing. */
  async planNext(plan: NewPlan | null): Promise<void> {
    if (this.token === null) return;
    this.plan = await (plan ? api.makePlan(this.id, this.token, plan) : api.dropPlan(this.id, this.token));
  }

  private async loadPlan(): Promise<void> {
    if (this.token === null || this.position?.status !== "playing" || this.position.mine.length !== 1) return;
    this.plan = await api.plan(this.id, this.token).catch(() => null);
  }

  comeBack(): void {
    this.socket.comeBack();
  }

  async move(action: number): Promise<void> {
    const choices = this.position?.choices;
    if (!choices) throw new Error("nothing to decide");
    this.showing.skip();
    this.sending = true;
    try {
      await this.socket.move(choices.decision, action, this.position?.seat ?? null);
    } finally {
      this.sending = false;
    }
  }

  /** The log from the beginning, once it was asked for. */
  setLog(events: EventInfo[]): void {
    const last = events.at(-1)?.version ?? 0;
    this.events = [...events, ...this.events.filter((event) => event.version > last)];
    this.told = Math.max(this.told, last); // the log may be here before the table is
  }

  private readonly round = $derived.by(() => lastRound(this.events, this.position?.mine ?? []));

  /** There is a round that can be shown again. */
  get hasRound(): boolean {
    return this.position?.status === "playing" && byAction(this.round).length > 0;
  }

  /** Shows the last round once more. */
  again(): void {
    if (this.hasRound) this.showing.again(this.round);
  }

  private take(position: Position, news: EventInfo[]): void {
    this.drift = position.now - Date.now();
    const known = this.position?.version ?? 0;
    this.events = [...this.events, ...position.events.filter((event) => event.version > this.told)];
    this.told = Math.max(this.told, position.version);
    this.position = position;
    if (this.plan?.move && position.choices === null && news.some((event) => position.mine.includes(event.seat))) {
      void this.loadPlan(); // it was played, or has become worthless
    }
    this.news = news;
    if (this.isAtOnce(position, news)) this.showing.now(news);
    else this.showing.later(news.filter((event) => event.version > known));
    if (document.visibilityState === "visible") myTables.remember(this.id, { seen: position.version });
  }

  /** Nobody is shown late what they did themselves or only watch, nor while their own clock runs. */
  private isAtOnce({ mine, choices }: Position, news: EventInfo[]): boolean {
    if (news.length === 0 || settings.pace === "instant" || mine.length === 0) return true;
    if (document.visibilityState !== "visible" || news.some((event) => mine.includes(event.seat))) return true;
    return choices !== null && this.info?.clock.kind === "live";
  }
}
