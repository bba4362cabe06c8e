import type { BoardInfo, ViewFacts } from "../../generated/types";
import { grey } from "../drawing/palette";

/** What a hand holds of what a lane asks for. It only counts the cards that are shown; what may be claimed, the server says. */
export interface Held {
  /** The colour it is counted in: the lane's, or the one that the hand has most of. */
  card: number;
  have: number;
  wilds: number;
  needed: number;
}

export function heldFor(board: BoardInfo, view: ViewFacts, lane: number): Held | null {
  const route = board.routes[lane];
  if (!route || view.hand.length === 0) return null;
  const wild = board.cards.length - 1;
  const plain = view.hand.slice(0, wild);
  const card = route.colour === grey ? plain.indexOf(Math.max(...plain)) : board.cards.indexOf(route.colour);
  return { card, have: view.hand[card] ?? 0, wilds: view.hand[wild] ?? 0, needed: route.cards };
}

export function isEnough({ have, wilds, needed }: Held): boolean {
  return have + wilds >= needed;
}
