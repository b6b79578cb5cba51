/** Requests to the service, with the session's cookie, and its errors as problems. */

import type { Change } from "../api.ts";
import { Problem } from "../problem.ts";

/** What a request carries. */
export interface Asked {
  readonly method?: string;
  /** Sent as JSON, unless it is text or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The service as the browser reaches it: below its own address. */
export class Service {
  /** Shown with every change, so that no other site can make one with our cookie. */
  csrf: string | undefined;

  /** Answers whatever its status. @throws {Problem} `offline` where no answer came. */
  async send(path: string, asked: Asked = {}): Promise<Response> {
    const { method = "GET", body, signal } = asked;
    const headers = new Headers(asked.headers);
    headers.set("Accept", headers.get("Accept") ?? "application/json");
    const shown = this.csrf;
    if (method !== "GET" && shown) headers.set("X-CSRF-Token", shown);
    const isRaw = body === undefined || typeof body === "string" || body instanceof Blob || body instanceof Uint8Array;
    if (body !== undefined && !headers.has("Content-Type")) headers.set("Content-Type", "application/json");
    let answer: Response;
    try {
      answer = await fetch(path, {
        method,
        headers,
        body: isRaw ? (body as BodyInit | undefined) ?? null : JSON.stringify(body),
        credentials: "same-origin",
        ...(signal ? { signal } : {}),
      });
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      throw new Problem("offline", "There is no connection to Daybook at the moment.");
    }
    return await this.#isOfFormerSession(answer, method, shown) ? await this.send(path, asked) : answer;
  }

  /** Whether somebody signed in anew in another tab: its cookie is ours, and its token was asked for now. */
  async #isOfFormerSession(answer: Response, method: string, shown: string | undefined): Promise<boolean> {
    if (answer.status !== 403 || method === "GET") return false;
    if ((await problemOf(answer.clone())).code !== "csrf") return false;
    // It came to be known while this was under way, as when the app opens.
    if (this.csrf && this.csrf !== shown) return true;
    const { csrf } = await this.json("/v1/session") as { readonly csrf: string | null };
    if (!csrf || csrf === this.csrf) return false;
    this.csrf = csrf;
    return true;
  }

  /** Answers with success. @throws {Problem} */
  async ask(path: string, asked: Asked = {}): Promise<Response> {
    const response = await this.send(path, asked);
    if (response.ok) return response;
    throw await problemOf(response);
  }

  /** Answers with the JSON of a successful answer; undefined where it has no body. @throws {Problem} */
  async json(path: string, asked: Asked = {}): Promise<unknown> {
    const response = await this.ask(path, asked);
    if (response.status === 204) return undefined;
    try {
      return await response.json();
    } catch {
      throw new Problem("offline", "The answer of Daybook broke off. Try again.");
    }
  }
}

/** The problem that an answer tells. */
export async function problemOf(response: Response): Promise<Problem> {
  let told: unknown;
  try {
    told = await response.json();
  } catch {
    told = undefined;
  }
  return problemFrom(told, response.status);
}

const guestNames: ReadonlySet<string> = new Set(["notForGuests", "guestLimit", "guestFull"]);

/** A problem document as a problem; what is none becomes one that says so. */
export function problemFrom(told: unknown, status: number): Problem {
  const fields = typeof told === "object" && told !== null ? told as Readonly<Record<string, unknown>> : {};
  const { name, detail, changes } = fields;
  if (typeof name !== "string" || typeof detail !== "string") {
    return new Problem("badAnswer", `Daybook answered with status ${status} and no reason. Try again later.`, status);
  }
  // To programs it says how a visit becomes an account; people have a button for that.
  const said = guestNames.has(name) ? detail.replace(/: POST .*$/, "") : detail;
  const text = said.charAt(0).toUpperCase() + said.slice(1);
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  return new Problem(name, sentence, status, Array.isArray(changes) ? changes as readonly Change[] : []);
}

/** Anything that was thrown, as a problem. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem("unexpected", thrown instanceof Error ? thrown.message : String(thrown));
}
