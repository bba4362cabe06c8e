import type { BoardInfo, Counted, PrintedGame, SeatInfo } from "../../generated/types";
import { Refused, api } from "../server/api";
import { t } from "../text/words.svelte";
import type { Line, Standing } from "./final_score";

/** What was tapped so far of a game of the printed board. */
export interface Draft {
  board: string;
  options: Record<string, boolean>;
  first: number;
  players: DraftPlayer[];
}

export interface DraftPlayer {
  name: string;
  lanes: number[];
  tickets: number[];
  /** Numbers that were typed; what is not there is proposed. */
  extras: Record<string, number>;
  /** Of extras that stand on places: which. */
  places: Record<string, number[]>;
}

export type Extra = BoardInfo["extras"][number];

const KEY = "ferrovia.count";
const LEAST_PLAYERS = 2;
/** Milliseconds between two tries while there is no line. */
const AGAIN = 4000;

export const newPlayer = (): DraftPlayer => ({ name: "", lanes: [], tickets: [], extras: {}, places: {} });

export function newDraft(board: string, players = LEAST_PLAYERS): Draft {
  return { board, options: {}, first: 0, players: Array.from({ length: players }, newPlayer) };
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((each) => Number.isInteger(each));
}

function isPlayer(value: unknown): value is DraftPlayer {
  const { name, lanes, tickets, extras } = (value ?? {}) as Partial<DraftPlayer>;
  return typeof name === "string" && isNumbers(lanes) && isNumbers(tickets) && typeof extras === "object";
}

/** What this browser has kept, or null if that is nothing of ours. */
export function readDraft(text: string | null): Draft | null {
  try {
    const found = JSON.parse(text ?? "null") as Partial<Draft> | null;
    const { board, options, first, players } = found ?? {};
    const isWhole = typeof board === "string" && typeof options === "object" && Number.isInteger(first);
    if (!isWhole || !Array.isArray(players) || !players.every(isPlayer)) return null;
    return { ...(found as Draft), players: players.map((player) => ({ ...newPlayer(), ...player })) };
  } catch {
    return null;
  }
}

/** A game of the printed board that is being counted: tapped here, kept by the browser, counted by the server. */
export class PrintedCount {
  draft = $state<Draft>(readDraft(localStorage.getItem(KEY)) ?? newDraft(""));
  result = $state.raw<Counted | null>(null);
  refusal = $state.raw<Refused | null>(null);
  /** There is no line: it is tried again until there is. */
  waiting = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  get isBegun(): boolean {
    return this.draft.players.some((player) => player.lanes.length + player.tickets.length > 0);
  }

  /** Of every lane the player who has it, or -1. */
  owners(board: BoardInfo): number[] {
    const owners = new Array<number>(board.routes.length).fill(-1);
    this.draft.players.forEach((player, seat) => player.lanes.forEach((lane) => (owners[lane] = seat)));
    return owners;
  }

  holder(ticket: number): number {
    return this.draft.players.findIndex((player) => player.tickets.includes(ticket));
  }

  people(): SeatInfo[] {
    return this.draft.players.map((player, seat) => ({
      kind: "person",
      name: player.name.trim() || t("who.human", { number: seat + 1 }),
      bot: "",
      away: false,
      resigned: false,
    }));
  }

  /** Forgets what was tapped; names stay. */
  begin(board: string, most: number): void {
    const players = this.draft.players.slice(0, most).map(({ name }) => ({ ...newPlayer(), name }));
    this.draft = { ...newDraft(board), players };
    this.changed();
  }

  seat(count: number): void {
    const { players } = this.draft;
    this.draft.players = Array.from({ length: count }, (_, seat) => players[seat] ?? newPlayer());
    this.draft.first = Math.min(this.draft.first, count - 1);
    this.changed();
  }

  setOption(option: string, on: boolean): void {
    this.draft.options[option] = on;
    this.changed();
  }

  setFirst(seat: number): void {
    this.draft.first = seat;
    this.changed();
  }

  setName(seat: number, name: string): void {
    const player = this.draft.players[seat];
    if (player) player.name = name;
    this.changed();
  }

  /** A lane is this player's, or nobody's if it was already. */
  tapLane(seat: number, lane: number): void {
    this.tap("lanes", seat, lane);
  }

  tapTicket(seat: number, ticket: number): void {
    this.tap("tickets", seat, ticket);
  }

  private tap(what: "lanes" | "tickets", seat: number, thing: number): void {
    const had = this.draft.players[seat]?.[what].includes(thing) ?? false;
    this.draft.players.forEach((player, other) => {
      player[what] = player[what].filter((each) => each !== thing);
      if (other === seat && !had) player[what].push(thing);
    });
    this.changed();
  }

  /** On a place stands one of an extra at most. */
  tapPlace(seat: number, extra: Extra, place: number): void {
    const before = this.standsThere(extra, place);
    this.draft.players.forEach((player, other) => {
      const left = (player.places[extra.id] ?? []).filter((each) => each !== place);
      player.places[extra.id] = other === seat && before !== seat ? [...left, place] : left;
    });
    this.changed();
  }

  /** Whose it is that stands there; -1: nobody's. */
  standsThere(extra: Extra, place: number): number {
    return this.draft.players.findIndex((player) => player.places[extra.id]?.includes(place));
  }

  /** `null` takes the number back to what is proposed. */
  setExtra(seat: number, extra: string, number: number | null): void {
    const player = this.draft.players[seat];
    if (!player) return;
    if (number === null) Reflect.deleteProperty(player.extras, extra);
    else player.extras[extra] = number;
    this.changed();
  }

  isOn(board: BoardInfo, option: string): boolean {
    const found = board.options.find((known) => known.id === option);
    const [least, most] = (found?.players as [number, number] | undefined) ?? [0, 0];
    const players = this.draft.players.length;
    if (!found || players < least || players > most) return false;
    if (found.requires && !this.isOn(board, found.requires)) return false;
    return this.draft.options[option] ?? found.default;
  }

  extras(board: BoardInfo): Extra[] {
    return board.extras.filter((extra) => extra.when === null || this.isOn(board, extra.when));
  }

  /** What was typed; else one for every marked lane; null where only the players know. */
  extra(seat: number, extra: Extra): number | null {
    const player = this.draft.players[seat];
    const typed = player?.extras[extra.id];
    if (typed !== undefined) return typed;
    return extra.mark ? (player?.lanes.filter((lane) => extra.lanes.includes(lane)).length ?? 0) : null;
  }

  /** What is sent to be counted. */
  game(board: BoardInfo): PrintedGame {
    const asked = this.extras(board);
    return {
      board: this.draft.board,
      options: Object.fromEntries(board.options.map((option) => [option.id, this.isOn(board, option.id)])),
      first: this.draft.first,
      players: this.draft.players.map((player, seat) => ({
        lanes: [...player.lanes],
        tickets: [...player.tickets],
        extras: Object.fromEntries(
          asked.flatMap((extra) => {
            const number = extra.places.length > 0 ? null : this.extra(seat, extra);
            return number === null ? [] : [[extra.id, number]];
          }),
        ),
        places: Object.fromEntries(
          asked.filter(({ places }) => places.length > 0).map(({ id }) => [id, [...(player.places[id] ?? [])]]),
        ),
      })) as PrintedGame["players"],
    };
  }

  /** Has the server count; without a line it is asked again until it answers. */
  async count(board: BoardInfo): Promise<void> {
    this.stop();
    this.refusal = null;
    try {
      this.result = await api.count(this.game(board));
      this.waiting = false;
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused("server.failed");
      this.waiting = refused.code === "offline";
      if (this.waiting) this.timer = setTimeout(() => void this.count(board), AGAIN);
      else this.refusal = refused;
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private changed(): void {
    this.stop();
    this.waiting = false;
    this.result = null;
    this.refusal = null;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.draft));
    } catch {
      // a browser that keeps nothing: it is there until the page is closed
    }
  }
}

export const linesOfCount = (counted: Counted): Line[] => counted.ledger.map((line, number) => ({ ...line, number }));

export const standingsOfCount = (counted: Counted): Standing[] =>
  counted.standings.map(({ seat, place, score, decided_by }) => ({ seat, place, score, decidedBy: decided_by }));
