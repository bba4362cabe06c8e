import type { BoardInfo, Invite, SeatInfo, TableInfo } from "../../generated/types";
import { link } from "../app/base";
import { router } from "../app/router.svelte";
import { myTables } from "../mine/my_tables.svelte";
import type { Level } from "../new_table/bot_levels.svelte";
import { api } from "../server/api";
import { board as loadBoard } from "../server/boards.svelte";
import { failureInWords } from "../text/failures";
import { of } from "../text/words.svelte";
import type { TableStore } from "./table_store.svelte";

/** A table that waits for its players: who sits there, and what its host may do about it. */
export class WaitingRoom {
  board = $state.raw<BoardInfo | null>(null);
  problem = $state<string | null>(null);
  busy = $state(false);
  private invites = $state.raw<Invite[]>([]);

  constructor(readonly store: TableStore) {}

  get info(): TableInfo | null {
    return this.store.info;
  }

  get people(): SeatInfo[] {
    return this.store.position?.people ?? [];
  }

  get mine(): number[] {
    return this.store.position?.mine ?? [];
  }

  /** The host's token; only in the browser that made the table. */
  get host(): string | null {
    return myTables.find(this.store.id)?.host ?? null;
  }

  get isClosed(): boolean {
    return this.store.position?.status === "closed";
  }

  /** How many seats are free. */
  get open(): number {
    return this.people.filter((person) => person.kind === "open").length;
  }

  readonly title = $derived.by(() => (this.board ? of(this.board.names) : ""));
  /** The options that are played with. */
  readonly options = $derived.by(() => {
    const chosen = this.info?.options ?? {};
    return (this.board?.options ?? []).filter((option) => chosen[option.id]).map((option) => of(option.names));
  });

  /** The link that invites to a free seat; null for whoever may not invite. */
  inviteTo(seat: number): string | null {
    const token = this.invites.find((invite) => invite.seat === seat)?.token;
    return token ? link(`t/${this.store.id}#${token}`) : null;
  }

  /** The first seat to invite to. What an invitation is, is explained there. */
  get firstInvited(): number | null {
    return this.invites[0]?.seat ?? null;
  }

  async loadBoard(): Promise<void> {
    const id = this.info?.board;
    if (id) this.board = await loadBoard(id).catch(() => null);
  }

  async loadInvites(): Promise<void> {
    const { host } = this;
    if (host === null || this.isClosed) return;
    try {
      this.invites = (await api.invites(this.store.id, host)).invites;
    } catch (error) {
      this.problem = failureInWords(error);
    }
  }

  seatBot(seat: number, bot: Level): Promise<boolean> {
    return this.ask(() => api.setSeat(this.store.id, seat, this.host ?? "", { kind: "bot", bot }));
  }

  vacate(seat: number): Promise<boolean> {
    return this.ask(() => api.setSeat(this.store.id, seat, this.host ?? "", { kind: "open" }));
  }

  start(): Promise<boolean> {
    return this.ask(() => api.start(this.store.id, this.host ?? ""));
  }

  async leave(): Promise<void> {
    if (!(await this.ask(() => api.leave(this.store.id, this.store.token ?? "")))) return;
    if (this.host) myTables.remember(this.store.id, { token: null });
    else myTables.forget(this.store.id);
    router.go("");
  }

  async close(): Promise<void> {
    if (!(await this.ask(() => api.close(this.store.id, this.host ?? "")))) return;
    myTables.forget(this.store.id);
    router.go("");
  }

  /** Does something on the server; false if that was refused, and then `problem` says why. */
  private async ask(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.problem = null;
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = failureInWords(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
