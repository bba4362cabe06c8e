import type { BackdropPlan, BoardInfo, BoardPlan } from "../generated/types";
import { api } from "./api";
import { settings, type Language } from "./settings.svelte";

/** A board, its map and what lies under that. Each is fetched once; maps once per language. */
const boards = new Map<string, Promise<BoardInfo>>();
const maps = new Map<string, Promise<BoardPlan>>();
const backdrops = new Map<string, Promise<BackdropPlan | null>>();

function kept<Thing>(shelf: Map<string, Promise<Thing>>, key: string, fetch: () => Promise<Thing>): Promise<Thing> {
  let found = shelf.get(key);
  if (!found) {
    found = fetch();
    found.catch(() => shelf.delete(key)); // next time may be luckier
    shelf.set(key, found);
  }
  return found;
}

export const board = (id: string): Promise<BoardInfo> => kept(boards, id, () => api.board(id));
export const map = (id: string, language: Language = settings.language): Promise<BoardPlan> =>
  kept(maps, `${id}.${language}`, () => api.map(id, language));
/** Null for a board nobody has drawn one for. */
export const backdrop = (id: string): Promise<BackdropPlan | null> =>
  kept(backdrops, id, async () => (await api.look(id)).backdrop);
