import type { EventInfo, Position, TableInfo } from "../../generated/types";
import type { Refused } from "../server/api";
import { TableSocket, type Connection } from "../server/socket";
import { myTables } from "../mine/my_tables.svelte";

/** A table as this browser knows it now: what the server last told, and nothing worked out from rules. */
export class TableStore {
  info = $state.raw<TableInfo | null>(null);
  position = $state.raw<Position | null>(null);
  connection = $state<Connection>("connecting");
  failure = $state.raw<Refused | null>(null);
  /** All events this client has seen, oldest first; each once. */
  events = $state.raw<EventInfo[]>([]);
  /** What happened with the last update: animations show it. */
  news = $state.raw<EventInfo[]>([]);
  /** What happened while nobody looked, told on coming back. */
  missed = $state.raw<EventInfo[]>([]);
  sending = $state(false);

  private readonly socket: TableSocket;
  private told = 0;
  /** Server's clock minus ours, in milliseconds. */
  drift = 0;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    const seen = myTables.find(id)?.seen ?? 0;
    this.socket = new TableSocket(
      id,
      token,
      {
        welcome: (message) => {
          const first = this.told === 0;
          this.info = message.table;
          this.take(message.position, []);
          if (first && seen > 0) this.missed = this.events.filter((event) => event.version > seen);
        },
        update: (message) => this.take(message.position, message.position.events),
        connection: (state) => (this.connection = state),
        failed: (refusal) => (this.failure = refusal),
      },
      true,
    );
  }

  close(): void {
    this.socket.close();
  }

  comeBack(): void {
    this.socket.comeBack();
  }

  async move(action: number): Promise<void> {
    const choices = this.position?.choices;
    if (!choices) throw new Error("nothing to decide");
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
  }

  private take(position: Position, news: EventInfo[]): void {
    this.drift = position.now - Date.now();
    this.events = [...this.events, ...position.events.filter((event) => event.version > this.told)];
    this.told = Math.max(this.told, position.version);
    this.position = position;
    this.news = news;
    if (document.visibilityState === "visible") myTables.remember(this.id, { seen: position.version });
  }
}
