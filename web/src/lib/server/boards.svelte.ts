import type { BackdropPlan, BoardInfo, BoardPlan, Rulebook } from "../../generated/types";
import { api } from "./api";
import { settings, type Language } from "../app/settings.svelte";
import { learn } from "../text/words.svelte";

/** A board, its rules, its map and what lies under that. Each is fetched once; maps once per language. */
const boards = new Map<string, Promise<BoardInfo>>();
const rulebooks = new Map<string, Promise<Rulebook>>();
const maps = new Map<string, Promise<BoardPlan>>();
const backdrops = new Map<string, Promise<BackdropPlan | null>>();

function kept<Thing>(shelf: Map<string, Promise<Thing>>, key: string, fetch: () => Promise<Thing>): Promise<Thing> {
  let found = shelf.get(key);
  if (!found) {
    found = fetch();
    found.catch(() => shelf.delete(key)); // so that it is asked for again
    shelf.set(key, found);
  }
  return found;
}

async function fetchBoard(id: string): Promise<BoardInfo> {
  const found = await api.board(id);
  learn(found.words);
  return found;
}

export const board = (id: string): Promise<BoardInfo> => kept(boards, id, () => fetchBoard(id));
export const rules = (id: string): Promise<Rulebook> => kept(rulebooks, id, () => api.rules(id));
export const map = (id: string, language: Language = settings.language): Promise<BoardPlan> =>
  kept(maps, `${id}.${language}`, () => api.map(id, language));
/** Null for a board without a backdrop. */
export const backdrop = (id: string): Promise<BackdropPlan | null> =>
  kept(backdrops, id, async () => (await api.look(id)).backdrop);
