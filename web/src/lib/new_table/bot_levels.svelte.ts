import type { BotSeat } from "../../generated/types";

export type Level = BotSeat["bot"];

/** Weakest first. */
export const levels: Level[] = ["novice", "commuter", "conductor", "dispatcher", "stationmaster"];

interface Chosen {
  board: string;
  level: Level;
  bots: number;
}

const KEY = "ferrovia.play";

function read(): Chosen {
  const fresh: Chosen = { board: "", level: "commuter", bots: 2 };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Chosen>) };
  } catch {
    return fresh;
  }
}

/** The board and the bots somebody last played with. They are offered first the next time. */
class Opponents {
  board = $state("");
  level = $state<Level>("commuter");
  bots = $state(2);

  constructor() {
    Object.assign(this, read());
  }

  set(change: Partial<Chosen>): void {
    Object.assign(this, change);
    const { board, level, bots } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ board, level, bots }));
    } catch {
      // a browser that keeps nothing: next time the usual choice is offered
    }
  }
}

export const opponents = new Opponents();
