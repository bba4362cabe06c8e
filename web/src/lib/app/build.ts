import { at } from "./base";

/** The server says with every answer which build of the page it serves. */
export const BUILD_HEADER = "X-Ferrovia-Build";
/** The server writes it into the page. */
const OWN = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "";
const LAST = "ferrovia.reloaded";
const PAUSE = 1_000;
const SOON = 15_000; // a page that is kept somewhere on the way must not be loaded again and again

interface Work {
  /** Nobody can go on with it any more. */
  isOver(): boolean;
  /** The page is not loaded anew meanwhile. */
  isHalfDone(): boolean;
}

const works = new Set<Work>();
let outdated = false;
let timer = 0;

/** Whether this page was loaded before the server was upgraded. */
export const isOutdated = (): boolean => outdated;

export function noticeBuild(build: string | null): void {
  if (OWN && build) outdated = build !== OWN;
}

export function holdReload(work: Work): void {
  works.add(work);
}

/** Loads the page anew if it is outdated: at once, which is told, or when nothing would be lost. */
export function reloadWhenIdle(): boolean {
  clearTimeout(timer);
  if (!outdated) return false;
  if (!isBusy() && reload()) return true;
  timer = window.setTimeout(reloadWhenIdle, PAUSE);
  return false;
}

/** Something of this page is not there any more: if that is because of an upgrade, there is another page. */
export async function reloadIfOutdated(): Promise<void> {
  const answer = await fetch(at("healthz"), { cache: "no-store" }).catch(() => null);
  noticeBuild(answer?.headers.get(BUILD_HEADER) ?? null);
  if (outdated) reload();
}

function isBusy(): boolean {
  for (const work of works) if (work.isOver()) works.delete(work);
  const typing = document.activeElement?.matches("input, textarea, select") ?? false;
  return typing || [...works].some((work) => work.isHalfDone());
}

function reload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(LAST)) < SOON) return false;
    sessionStorage.setItem(LAST, `${Date.now()}`);
  } catch {
    return false; // without storage nobody would know when it was last done, nor which move was not answered
  }
  location.reload();
  return true;
}
