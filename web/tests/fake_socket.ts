import type { Types, Welcome } from "../src/generated/types";
import { makeInfo, makePosition } from "./builders";

type Sent = Types["client"];

/** The other end of a line, in place of a WebSocket: tests open it, speak on it and cut it. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static lines: FakeSocket[] = [];
  static get last(): FakeSocket {
    const line = FakeSocket.lines.at(-1);
    if (!line) throw new Error("no line was opened");
    return line;
  }

  readyState = FakeSocket.CONNECTING;
  sent: Sent[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: URL) {
    FakeSocket.lines.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {
    this.cut(1000);
  }
  accept(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
    return this;
  }
  say(message: unknown): this {
    this.onmessage({ data: JSON.stringify(message) });
    return this;
  }
  welcome(version = 1, change: Parameters<typeof makePosition>[0] = {}): this {
    const message: Welcome = {
      type: "welcome",
      table: makeInfo(),
      position: makePosition({ version, ...change }),
      presence: [],
      answers: ["accepted", "update"],
      build: "",
    };
    return this.say(message);
  }
  cut(code = 1006): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.onclose({ code });
  }
  /** Messages of a type. */
  heard<Type extends Sent["type"]>(type: Type): Extract<Sent, { type: Type }>[] {
    return this.sent.filter((message) => message.type === type) as Extract<Sent, { type: Type }>[];
  }
}
