import type {
  BegunLand, BoardPlan, Checked, EditInfo, Edits, Failure, Fit, Imported, MadeBoard, Photo, RegionWish, StudioBoard, StudioDone, StudioInfo,
  SuggestedDeck, VersionInfo, WorldPath,
} from "../../generated/types"; // prettier-ignore
import { at } from "../app/base";
import type { Language } from "../app/settings.svelte";
import { Refused } from "../server/api";
import type { Change } from "./draft";

const KEY = "ferrovia.studio_key";
export const KEY_HEADER = "Ferrovia-Studio-Key";

/** The key of a studio that is open to those who have it; this browser keeps it. */
export const studioKey = {
  get: (): string => localStorage.getItem(KEY) ?? "",
  set: (key: string): void => localStorage.setItem(KEY, key),
};

interface Sent {
  method?: string;
  token?: string;
  json?: unknown;
  file?: Blob;
  signal?: AbortSignal;
  /** It goes on its way though the page be closed. */
  outlivesPage?: boolean;
}

/** A browser sends no more than 64 kB for a page that is closed. */
const OUTLIVES = 60_000;

async function ask(path: string, sent: Sent = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (sent.token) headers["Authorization"] = `Bearer ${sent.token}`;
  if (studioKey.get()) headers[KEY_HEADER] = studioKey.get();
  if (sent.json !== undefined) headers["Content-Type"] = "application/json";
  const body = sent.file ?? (sent.json === undefined ? null : JSON.stringify(sent.json));
  let response: Response;
  try {
    response = await fetch(at(`api/studio${path}`), {
      method: sent.method ?? (body === null ? "GET" : "POST"),
      headers,
      credentials: "omit",
      body,
      signal: sent.signal ?? null,
      keepalive: Boolean(sent.outlivesPage) && typeof body === "string" && body.length < OUTLIVES,
    });
  } catch {
    throw new Refused("offline");
  }
  if (response.ok) return response;
  const failure = (await response.json().catch(() => null)) as Failure | null;
  throw new Refused(failure?.code ?? "server.failed", failure?.params ?? {}, response.status);
}

const json = async <Answer>(path: string, sent?: Sent): Promise<Answer> =>
  (await (await ask(path, sent)).json()) as Answer;

/** The studio of the server; `board` and `token` are those of a board of one's own. */
export const studio = {
  info: () => json<StudioInfo>(""),
  make: (token: string, name: string, start: string | null) =>
    json<MadeBoard>("/boards", { json: { token, name, start, own_work: true } }),
  show: (board: string, token: string) => json<StudioBoard>(`/boards/${board}`, { token }),
  edit: (board: string, token: string, key: string, author: string, changes: readonly Change[]) =>
    json<EditInfo>(`/boards/${board}/edits`, { token, json: { key, author, changes }, outlivesPage: true }),
  edits: (board: string, token: string, after: number, signal: AbortSignal) =>
    json<Edits>(`/boards/${board}/edits?after=${after}&wait=true`, { token, signal }),
  check: (board: string, token: string) => json<Checked>(`/boards/${board}/check`, { token, json: {} }),
  map: (board: string, token: string, language: Language) =>
    json<BoardPlan>(`/boards/${board}/map?lang=${language}`, { token, json: {} }),
  fit: (board: string, token: string, held: string[]) => json<Fit>(`/boards/${board}/fit`, { token, json: { held } }),
  world: () => json<WorldPath>("/world"),
  region: (board: string, token: string, region: RegionWish) =>
    json<BegunLand>(`/boards/${board}/region`, { token, json: region }),
  deck: (board: string, token: string, seed: number, count: number | null) =>
    json<SuggestedDeck>(`/boards/${board}/deck`, { token, json: { seed, count } }),
  publish: (board: string, token: string, name: string) =>
    json<VersionInfo>(`/boards/${board}/versions`, { token, json: { name } }),
  version: (board: string, token: string, number: number) =>
    json<Imported>(`/boards/${board}/versions/${number}`, { token }),
  list: (board: string, token: string, listed: boolean) =>
    json<StudioDone>(`/boards/${board}`, { method: "PUT", token, json: { listed } }),
  report: (ref: string, text: string) => json<StudioDone>(`/reports/${ref}`, { json: { text } }),
  photo: (file: Blob) => json<Photo>("/photos", { file }),
  open: (file: Blob) => json<Imported>("/import", { file }),
  /** A file to keep: the package, or the other editor's JSON or tables. */
  file: async (board: string, token: string, kind: "package" | "other" | "tables"): Promise<Blob> =>
    (await ask(`/boards/${board}/${kind}`, { token })).blob(),
};
