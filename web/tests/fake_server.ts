import { vi } from "vitest";

interface Request {
  method: string;
  /** Below `api/`. */
  path: string;
  token: string | null;
  body: unknown;
}

/** What the server answers, by `METHOD path`; a function may look at the request, and take its time. */
type Answers = Record<string, unknown>;

/** A refusal with its code and status, as the server sends it. */
export class Refusal {
  constructor(
    readonly code: string,
    readonly status = 409,
    readonly params: Record<string, unknown> = {},
  ) {}
}

/** Stands in for the network. What was asked is kept in the list that is returned. */
export function serve(answers: Answers): Request[] {
  const asked: Request[] = [];
  vi.stubGlobal("fetch", async (url: string, options: RequestInit = {}) => {
    const path = url.replace("/games/api/", "");
    const method = options.method ?? "GET";
    const headers = (options.headers ?? {}) as Record<string, string>;
    const request: Request = {
      method,
      path,
      token: headers["Authorization"]?.replace("Bearer ", "") ?? null,
      body: typeof options.body === "string" ? (JSON.parse(options.body) as unknown) : null,
    };
    asked.push(request);
    const given = answers[`${method} ${path}`];
    if (given === undefined) throw new TypeError(`nobody answers ${method} ${path}`);
    const answer = await (typeof given === "function" ? (given as (request: Request) => unknown)(request) : given);
    if (answer instanceof Refusal) {
      return Response.json({ code: answer.code, params: answer.params }, { status: answer.status });
    }
    return Response.json(answer);
  });
  return asked;
}
