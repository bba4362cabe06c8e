import type {
  Answer, BoardInfo, BoardPlan, Boards, CallAdded, CallWays, Calls, Chances, ChatInfo, Counted, Created, DayScore, Days, Done, Failure, Hint, History, Invites, Join, Joined, KnownBalance, LaneAnswer, Log, LookPlan, Mine, NewCall, NewPlan, NewTable,
  OpenedRecord, PastPosition, PlanInfo, PlayDay, PrintedGame, PuzzlePosition, Puzzles, Rematch, Rulebook, Said, SetSeat, Solved, Summaries, TableAnswer,
} from "../../generated/types"; // prettier-ignore
import drawn from "../../generated/drawn.json";
import { at } from "../app/base";
import { BUILD_HEADER, noticeBuild } from "../app/build";
import type { Language } from "../app/settings.svelte";

/** What the server refuses: a stable code; its words are in the catalogue (`error.CODE`). */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly params: Failure["params"] = {},
    readonly status = 0,
  ) {
    super(code);
  }
}

interface Options {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  token?: string | undefined;
  body?: unknown;
}

async function ask(path: string, options: Options = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (options.token) headers["Authorization"] = `Bearer ${options.token}`;
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(at(`api/${path}`), {
      method: options.method ?? "GET",
      headers,
      credentials: "omit",
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
  } catch {
    throw new Refused("offline");
  }
  noticeBuild(response.headers.get(BUILD_HEADER));
  if (response.ok) return response;
  const failure = (await response.json().catch(() => null)) as Failure | null;
  throw new Refused(failure?.code ?? "server.failed", failure?.params ?? {}, response.status);
}

async function call<Answer>(path: string, options: Options = {}): Promise<Answer> {
  const response = await ask(path, options);
  const answer: unknown = await response.json().catch(() => null);
  return answer as Answer;
}

const download = async (path: string): Promise<Blob> => (await ask(path)).blob();

const post = <Answer>(path: string, token?: string, body: unknown = {}): Promise<Answer> =>
  call<Answer>(path, { method: "POST", token, body });

/** What was drawn of a board when the page was built; for every other board, what the server draws. */
async function file<Drawing>(board: string, part: string, draw: () => Promise<Drawing>): Promise<Drawing> {
  if (!drawn.includes(board)) return draw();
  const response = await fetch(at(`maps/${board}.${part}.json`));
  return response.ok ? ((await response.json()) as Drawing) : draw();
}

export const api = {
  boards: () => call<Boards>("boards"),
  board: (id: string) => call<BoardInfo>(`boards/${id}`),
  rules: (id: string) => call<Rulebook>(`boards/${id}/rules`),
  map: (id: string, language: Language) =>
    file<BoardPlan>(id, language, () => call<BoardPlan>(`boards/${id}/map?lang=${language}`)),
  look: (id: string) => file<LookPlan>(id, "look", () => call<LookPlan>(`boards/${id}/look`)),
  create: (wanted: NewTable) => post<Created>("tables", undefined, wanted),
  join: (table: string, invite: string, joining: Join) => post<Joined>(`tables/${table}/join`, invite, joining),
  start: (table: string, host: string) => post<Done>(`tables/${table}/start`, host),
  close: (table: string, host: string) => call<Done>(`tables/${table}`, { method: "DELETE", token: host }),
  invites: (table: string, host: string) => call<Invites>(`tables/${table}/invites`, { token: host }),
  setSeat: (table: string, seat: number, host: string, wanted: SetSeat) =>
    call<Done>(`tables/${table}/seats/${seat}`, { method: "PUT", token: host, body: wanted }),
  standIn: (table: string, seat: number, token: string) => post<Done>(`tables/${table}/seats/${seat}/stand-in`, token),
  takeBack: (table: string, token: string) => post<Done>(`tables/${table}/takeback`, token),
  abort: (table: string, token: string) => post<Done>(`tables/${table}/abort`, token),
  resign: (table: string, token: string) => post<Done>(`tables/${table}/resign`, token),
  answer: (table: string, token: string, answer: Answer) => post<Done>(`tables/${table}/answer`, token, answer),
  said: (table: string, token?: string) => call<Said>(`tables/${table}/said`, { token }),
  chat: (table: string, host: string, chat: ChatInfo) =>
    call<Done>(`tables/${table}/chat`, { method: "PUT", token: host, body: chat }),
  plan: (table: string, token: string) => call<PlanInfo>(`tables/${table}/plan`, { token }),
  makePlan: (table: string, token: string, plan: NewPlan) =>
    call<PlanInfo>(`tables/${table}/plan`, { method: "PUT", token, body: plan }),
  dropPlan: (table: string, token: string) => call<PlanInfo>(`tables/${table}/plan`, { method: "DELETE", token }),
  hint: (table: string, token: string) => post<Hint>(`tables/${table}/hint`, token),
  callWays: () => call<CallWays>("calls"),
  calls: (table: string, token: string) => call<Calls>(`tables/${table}/calls`, { token }),
  addCall: (table: string, token: string, wanted: NewCall) => post<CallAdded>(`tables/${table}/calls`, token, wanted),
  removeCall: (table: string, token: string, id: string) =>
    call<Done>(`tables/${table}/calls/${id}`, { method: "DELETE", token }),
  confirmCall: (token: string) => post<Done>("calls/confirm", undefined, { token }),
  stopCall: (token: string) => post<Done>("calls/stop", undefined, { token }),
  leave: (table: string, token: string) => post<Done>(`tables/${table}/leave`, token),
  rematch: (table: string, token: string) => post<Rematch>(`tables/${table}/rematch`, token),
  mine: (tables: Mine["tables"]) => post<Summaries>("mine", undefined, { tables }),
  table: (table: string, token?: string) => call<TableAnswer>(`tables/${table}`, { token }),
  log: (table: string, token?: string) => call<Log>(`tables/${table}/log?since=0`, { token }),
  lane: (table: string, lane: number, token: string) => call<LaneAnswer>(`tables/${table}/lanes/${lane}`, { token }),
  moves: (table: string) => call<History>(`tables/${table}/moves`),
  past: (table: string, number: number, seat: number | null) =>
    call<PastPosition>(`tables/${table}/moves/${number}${seat === null ? "" : `?seat=${seat}`}`),
  chances: (table: string) => call<Chances>(`tables/${table}/analysis`),
  count: (game: PrintedGame) => post<Counted>("count", undefined, game),
  openRecord: (record: string) => post<OpenedRecord>("records", undefined, { record }),
  recorded: (record: string, number: number, seat: number | null) =>
    post<PastPosition>(`records/moves/${number}${seat === null ? "" : `?seat=${seat}`}`, undefined, { record }),
  recordedChances: (record: string) => post<Chances>("records/analysis", undefined, { record }),
  print: (board: string, order: { paper: string; part: string; grey: boolean; lang: Language }) =>
    download(`boards/${board}/print?${new URLSearchParams({ ...order, grey: String(order.grey) }).toString()}`),
  balance: (board: string, players: number) => call<KnownBalance>(`boards/${board}/balance?players=${players}`),
  measure: (board: string, players: number) => post<KnownBalance>(`boards/${board}/balance?players=${players}`),
  days: () => call<Days>("days"),
  playDay: (day: string, player: PlayDay) => post<Created>(`days/${day}/tables`, undefined, player),
  dayScore: (day: string, table: string, token: string) => call<DayScore>(`days/${day}/tables/${table}`, { token }),
  puzzles: () => call<Puzzles>("puzzles"),
  puzzle: (id: string) => call<PuzzlePosition>(`puzzles/${id}`),
  solve: (id: string, action: number) => post<Solved>(`puzzles/${id}`, undefined, { action }),
  recordUrl: (table: string) => at(`api/tables/${table}/record`),
};

/** 256 random bits: a seat token, or any other secret that this browser makes up. */
export function newToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The key of a move: the server does a move once, however often it is sent under the same key. */
export function newKey(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(12)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}
