/** What this browser prefers. Kept here, never sent anywhere. */
export type Language = "en" | "fr";
export type Theme = "auto" | "light" | "dark";
/** How fast it is shown what others do. */
export type Pace = "instant" | "normal" | "slow";

interface Stored {
  language: Language;
  theme: Theme;
  symbols: boolean;
  sound: boolean;
  motion: boolean;
  name: string;
  pace: Pace;
  /** A card is drawn by one click; otherwise it is chosen first, then confirmed. */
  oneClick: boolean;
  /** Keys do something at the table. */
  shortcuts: boolean;
  /** The look one's own pieces have on this device; null for the seat's. */
  look: number | null;
}

const KEY = "ferrovia.settings";

function preferred(): Language {
  return navigator.languages.some((wanted) => wanted.toLowerCase().startsWith("fr")) &&
    !(navigator.languages[0] ?? "").toLowerCase().startsWith("en")
    ? "fr"
    : "en";
}

function read(): Stored {
  const fresh: Stored = {
    language: preferred(),
    theme: "auto",
    symbols: true,
    sound: false,
    motion: true,
    name: "",
    pace: "normal",
    oneClick: false,
    shortcuts: true,
    look: null,
  };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>) };
  } catch {
    return fresh;
  }
}

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("auto");
  symbols = $state(true);
  sound = $state(false);
  motion = $state(true);
  name = $state("");
  pace = $state<Pace>("normal");
  oneClick = $state(false);
  shortcuts = $state(true);
  look = $state<number | null>(null);

  constructor() {
    Object.assign(this, read());
    this.show();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
  }

  get dark(): boolean {
    return this.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : this.theme === "dark";
  }

  /** Whether things may move: the user's wish here, and the system's. */
  get moves(): boolean {
    return this.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  set(change: Partial<Stored>): void {
    Object.assign(this, change);
    const { language, theme, symbols, sound, motion, name, pace, oneClick, shortcuts, look } = this;
    const stored: Stored = { language, theme, symbols, sound, motion, name, pace, oneClick, shortcuts, look };
    try {
      localStorage.setItem(KEY, JSON.stringify(stored));
    } catch {
      // a browser that keeps nothing: the settings last until the page is closed
    }
    this.show();
  }

  private show(): void {
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset["theme"] = this.dark ? "dark" : "light";
    root.dataset["symbols"] = this.symbols ? "on" : "off";
    const paper = getComputedStyle(root).getPropertyValue("--paper").trim();
    if (paper) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper);
  }
}

export const settings = new Settings();
