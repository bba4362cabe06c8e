import type { BoardSummary, Summary } from "../../generated/types";
import { api } from "../server/api";
import { myTables } from "./my_tables.svelte";
import { of } from "../text/words.svelte";

const EVERY = 15_000;

/** My games as the server tells them, asked again while somebody looks; and the boards. */
export class MyGames {
  boards = $state.raw<BoardSummary[]>([]);
  all = $state.raw<Summary[]>([]);
  ready = $state(false);
  failure = $state.raw<unknown>(null);

  /** Without the tables that were forgotten meanwhile. */
  readonly known = $derived(
    this.all.filter((game) => myTables.find(game.table)).sort((a, b) => b.updated_at - a.updated_at),
  );
  readonly names = $derived(Object.fromEntries(this.boards.map((board) => [board.id, of(board.names)])));

  /** For an effect: answers what stops it. */
  watch(): () => void {
    void this.load();
    const timer = setInterval(() => void this.ask(), EVERY);
    const wake = (): void => void this.ask();
    document.addEventListener("visibilitychange", wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", wake);
    };
  }

  async load(): Promise<void> {
    this.failure = null;
    try {
      const [found] = await Promise.all([api.boards(), this.ask()]);
      this.boards = found.boards;
    } catch (error) {
      this.failure = error;
    }
  }

  private async ask(): Promise<void> {
    if (document.visibilityState !== "visible" && this.ready) return;
    const held = myTables.tables.flatMap(({ table, token, host }) => {
      const key = token ?? host;
      return key ? [{ table, token: key }] : [];
    });
    try {
      this.all = held.length ? (await api.mine(held)).tables : [];
      this.ready = true;
    } catch (error) {
      if (!this.ready) this.failure = error;
    }
  }
}
