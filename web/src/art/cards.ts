/** The drawings of train cards, as `ferrovia.draw.cards` makes them for the page and for paper. */
import drawings from "../generated/cards.json";

export interface CardPart {
  /** A place in `paths`. */
  path: number;
  fill?: string;
  stroke?: string;
  pen?: number;
  opacity: number;
  x?: number;
  y?: number;
  scale: number;
}

export const paths: string[] = drawings.paths;
/** By colour, as large as a card is in a row of many. */
export const faces = drawings.faces as Record<string, CardPart[]>;
export const back: CardPart[] = drawings.back;
/** The wild card's mark, of radius 1 around 0,0; `small` has fewer lines. */
export const wheel: Record<"large" | "small", CardPart[]> = drawings.wheel;
