import type {
  Hello,
  MoveMessage,
  PresenceMessage,
  RefusedMessage,
  SaidMessage,
  Say,
  Types,
  Update,
  Welcome,
} from "../../generated/types";
import { Refused, newKey } from "./api";
import { at } from "../app/base";
import { noticeBuild, reloadWhenIdle } from "../app/build";
import { rememberUnanswered, unanswered } from "./unanswered";

export type Connection = "connecting" | "open" | "waiting" | "closed";

interface Handlers {
  welcome(message: Welcome): void;
  update(message: Update): void;
  /** Somebody came or went. */
  presence(presence: PresenceMessage["presence"]): void;
  connection(state: Connection): void;
  said(said: SaidMessage["said"]): void;
  /** Something that was sent and was no move. */
  refused(refusal: Refused): void;
  /** The table or the token is not good: no use in trying again. */
  failed(refusal: Refused): void;
}

interface Pending {
  message: MoveMessage;
  resolve(): void;
  reject(error: Refused): void;
}

const HEARTBEAT = 20_000;
const DEAD_AFTER = 10_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 1_300; // a server that is back is found within two seconds
const FINAL = new Set([4400, 4403, 4404]);

/**
 * The socket of a table. It comes back by itself after any interruption, asks for what it missed, and sends a move
 * again that was not answered, also after the page was loaded anew; under the same key, so it happens once.
 */
export class TableSocket {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private timer = 0;
  private beat = 0;
  private heard = 0;
  private version = 0; // at first everything is told
  private refusal: Refused | null = null;
  private answers: Welcome["answers"] = []; // what may answer a move
  private readonly pending = new Map<string, Pending>();
  private stopped = false;
  private readonly wake = (): void => {
    if (document.visibilityState === "visible") this.check();
  };

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly handlers: Handlers,
    private back: boolean,
  ) {
    for (const message of unanswered(table, token)) {
      this.pending.set(message.key, { message, resolve: () => undefined, reject: () => undefined });
    }
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  close(): void {
    this.stopped = true;
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.socket?.close();
    this.handlers.connection("closed");
  }

  /** Resolves once the move is safe on the server. */
  move(decision: number, action: number, seat: number | null): Promise<void> {
    const message: MoveMessage = { type: "move", key: newKey(), decision, action, ...(seat === null ? {} : { seat }) };
    return new Promise((resolve, reject) => {
      this.pending.set(message.key, { message, resolve, reject });
      this.remember();
      this.sendMove(message);
    });
  }

  comeBack(): void {
    this.back = true;
    this.send({ type: "back" });
  }

  say(message: Omit<Say, "type">): void {
    this.send({ type: "say", ...message });
  }

  private open(): void {
    clearTimeout(this.timer);
    this.handlers.connection("connecting");
    const url = new URL(at(`api/tables/${this.table}/live`), document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      const hello: Hello = { type: "hello", since: this.version, back: this.back, presence: true, said: true };
      this.send(this.token === null ? hello : { ...hello, token: this.token });
      clearInterval(this.beat);
      this.beat = window.setInterval(() => this.check(), HEARTBEAT);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as Types["server"]);
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.code);
    };
  }

  private send(message: Types["client"]): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** The update that every move makes is answer enough, where the server knows that. */
  private sendMove(message: MoveMessage): void {
    this.send(this.answers.includes("update") ? { ...message, answer: "update" } : message);
  }

  private hear(message: Types["server"]): void {
    this.heard = Date.now();
    if (message.type === "welcome") {
      noticeBuild(message.build);
      if (reloadWhenIdle()) return; // what was not answered is sent by the page that comes
      this.version = message.position.version;
      this.answers = message.answers;
      this.pause = FIRST_PAUSE;
      this.handlers.connection("open");
      this.handlers.welcome(message);
      for (const waiting of this.pending.values()) this.sendMove(waiting.message);
    } else if (message.type === "update") {
      this.version = message.position.version;
      this.handlers.update(message);
      if (message.answers) this.settle(message.answers)?.resolve();
    } else if (message.type === "presence") {
      this.handlers.presence(message.presence);
    } else if (message.type === "said") {
      this.handlers.said(message.said);
    } else if (message.type === "accepted") {
      this.settle(message.key)?.resolve();
    } else if (message.type === "refused") {
      this.refused(message);
    }
  }

  private refused(message: RefusedMessage): void {
    const refusal = new Refused(message.code, message.params);
    if (message.key === null) {
      this.refusal = refusal;
      this.handlers.refused(refusal);
    } else if (message.code !== "database.unavailable") this.settle(message.key)?.reject(refusal);
    else setTimeout(() => this.resend(message.key), 1000);
  }

  private resend(key: string | null): void {
    const waiting = key === null ? undefined : this.pending.get(key);
    if (waiting) this.sendMove(waiting.message);
  }

  private settle(key: string): Pending | undefined {
    const found = this.pending.get(key);
    this.pending.delete(key);
    this.remember();
    return found;
  }

  private remember(): void {
    const messages = [...this.pending.values()].map((waiting) => waiting.message);
    rememberUnanswered(this.table, this.token, messages);
  }

  private lost(code: number): void {
    clearInterval(this.beat);
    if (this.stopped) return;
    if (FINAL.has(code)) {
      this.handlers.connection("closed");
      this.handlers.failed(this.refusal ?? new Refused("table.unknown"));
      return;
    }
    this.handlers.connection("waiting");
    this.timer = window.setTimeout(() => this.open(), this.pause * (0.7 + 0.6 * Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** Is anybody there? Asked regularly, and when the page wakes up. */
  private check(): void {
    if (this.stopped) return;
    if (this.socket?.readyState !== WebSocket.OPEN) {
      if (this.socket?.readyState !== WebSocket.CONNECTING) this.open();
      return;
    }
    const asked = Date.now();
    this.send({ type: "ping" });
    setTimeout(() => {
      if (this.heard < asked && this.socket?.readyState === WebSocket.OPEN) {
        const socket = this.socket;
        this.socket = null;
        socket.close();
        this.lost(0);
      }
    }, DEAD_AFTER);
  }
}
