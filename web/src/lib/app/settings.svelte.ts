/** What this browser prefers. Kept here, never sent anywhere. */
export type Language = "en" | "fr";
export type Theme = "auto" | "light" | "dark";

interface Stored {
  language: Language;
  theme: Theme;
  symbols: boolean;
  sound: boolean;
  motion: boolean;
  name: string;
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
    const { language, theme, symbols, sound, motion, name } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, symbols, sound, motion, name }));
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
