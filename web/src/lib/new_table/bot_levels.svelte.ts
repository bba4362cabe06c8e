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

/** Whom somebody played against the last time: offered first the next time. */
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
      // then it is asked again
    }
  }
}

export const opponents = new Opponents();
