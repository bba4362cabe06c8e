import { at, base } from "./base";
import { isOutdated } from "./build";

/** Where we are: the parts of the path below the app's root, and what follows the hash. */
class Router {
  parts = $state<string[]>([]);
  hash = $state("");

  constructor() {
    this.read();
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  read(): void {
    const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : "";
    this.parts = path.split("/").filter(Boolean).map(decodeURIComponent);
    this.hash = location.hash.slice(1);
  }

  /** Goes somewhere within the app. */
  go(path: string, replace = false): void {
    if (isOutdated()) {
      location[replace ? "replace" : "assign"](at(path)); // with the page of today
      return;
    }
    if (replace || isOverlay()) history.replaceState(null, "", at(path));
    else history.pushState(null, "", at(path));
    this.read();
    if (!replace) scrollTo(0, 0);
  }
}

export const router = new Router();

interface Overlay {
  overlay: true;
}
export const isOverlay = (): boolean => (history.state as Overlay | null)?.overlay === true;

/** On the way back from an overlay: it takes a moment, and nothing may be put on top meanwhile. */
let leaving = false;

/** While something lies over a page, going back takes that away; going elsewhere takes its place. Returns how to end it. */
export function overlay(): () => void {
  let ended = false;
  const begin = (): void => {
    if (!ended && !isOverlay()) history.pushState({ overlay: true } satisfies Overlay, ""); // one is there after a reload
  };
  if (leaving) addEventListener("popstate", begin, { once: true });
  else begin();
  return () => {
    ended = true;
    if (!isOverlay() || leaving) return;
    leaving = true;
    addEventListener("popstate", () => (leaving = false), { once: true, capture: true });
    history.back();
  };
}

/** For links: a plain click stays in the app, anything else is the browser's. */
export function follow(event: MouseEvent): void {
  const anchor = (event.target as Element).closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!anchor || !plain || anchor.target || anchor.hasAttribute("download") || anchor.origin !== location.origin)
    return;
  if (!anchor.pathname.startsWith(base) || anchor.pathname.startsWith(`${base}api/`)) return;
  event.preventDefault();
  router.go(anchor.pathname.slice(base.length) + anchor.search + anchor.hash);
}
