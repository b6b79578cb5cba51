/**
 * The core of the app: the service's own rules and views as WebAssembly, for one workspace. It does no input or output; see
 * `Sources/Web/Core/README.md` for what it promises.
 */

import { Heap } from "./heap.ts";
import { join, split } from "./pages.ts";

/** The person and the device that use a workspace here, as `GET /v1/session` tells them. */
export interface Identity {
  readonly workspace: string;
  readonly user: string;
  readonly device: string;
}

/** A row of the outbox: JSON that only the core reads, under its key. */
export interface Kept {
  readonly id: string;
  readonly json: string;
}

/** Rows to be stored and removed, all of them in one transaction, before anything else is done. */
export interface Writes {
  readonly put: readonly Kept[];
  readonly remove: readonly string[];
  /** The highest number that was given out: stored beside the rows, and given back to `load`. */
  readonly lastNumber: number;
}

/** Why something was not done: said by the service, or by the same rules here. */
export interface CoreProblem {
  /** What programs go by, such as `boards.columnNotEmpty`, `stale` or `badCommand`. */
  readonly name: string;
  /** Sentence for a person. */
  readonly message: string;
  /** As the service answers it. */
  readonly status: number;
  /** What others did meanwhile, where that is the problem, as JSON of the service's `changes`. */
  readonly changes?: string;
}

/** A change that is not wholly at the service, or that it refused. */
export interface OutboxEntry {
  readonly id: string;
  /**
   * `waiting`: it never left. `held`: it stays on this device, with the thoughts that do. `sent`: it may have reached the service. `answered`: it is done there, and comes with the next
   * records. `refused`: it stays until it is retried or discarded. `elsewhere`: it was made on another device or by somebody else.
   */
  readonly state: "waiting" | "held" | "sent" | "answered" | "refused" | "elsewhere";
  /** Microseconds since 1970. */
  readonly made: number;
  readonly says: string;
  /** JSON of each command. */
  readonly commands: readonly string[];
  /** Why the service refused it; or of one that waits, why the rules here would by now: then it is not shown, and sent all the same. */
  readonly problem?: CoreProblem;
}

/** What came of a page of records. All but `taken` say in `message` what happened and what to do. */
export type Ingested =
  & { readonly writes: Writes }
  & (
    | { readonly kind: "taken"; readonly sequence: number; readonly isLast: boolean; readonly count: number }
    | { readonly kind: "otherPast"; readonly isIntended: boolean; readonly message: string }
    | { readonly kind: "otherReach" | "missing" | "unreadable"; readonly message: string }
  );

/** A rule that forbids something; nothing of it was done. */
export interface Refused {
  readonly kind: "refused";
  readonly problem: CoreProblem;
  readonly writes: Writes;
}

/** What came of a wish: `command` is the place of the one that was refused. */
export type Performed =
  | { readonly kind: "kept"; readonly id: string; readonly writes: Writes }
  | { readonly kind: "nothingToDo"; readonly writes: Writes }
  | (Refused & { readonly command: number });

/** What is to be done next to deliver the outbox. `writes` are stored before `body` is sent. */
export type Outgoing =
  & { readonly writes: Writes }
  & (
    | { readonly kind: "nothing" | "ingestFirst" }
    | { readonly kind: "send"; readonly body: string }
    | { readonly kind: "unreadable"; readonly id: string; readonly message: string }
  );

/**
 * What came of an answer. `settled`: go on with records, then with what is next. `later`: it passes. `signIn`: nobody is signed
 * in. `stuck`: to be shown. Of all but `settled`, everything waits on.
 */
export interface Settled {
  readonly kind: "settled" | "later" | "signIn" | "stuck";
  readonly problem?: CoreProblem;
  /** Changes that the service refused now. */
  readonly refused: readonly string[];
  /** Changes that are done there, each with its first record. */
  readonly done: readonly Done[];
  readonly writes: Writes;
}

/** A change that is done at the service, with a record by which it can be taken back. */
export interface Done {
  readonly id: string;
  readonly record: number;
}

/** A view: canonical JSON, byte for byte what the service sends, and the cursor of the page after it. */
export interface CoreView {
  readonly json: Uint8Array;
  readonly next: string | undefined;
}

/** A wish of a person. */
export interface Wish {
  /** UUID minted for it: the key of the change, and what several commands are undone by. */
  readonly id: string;
  /** Microseconds since 1970. */
  readonly now: number;
  /** Sentence for the person, such as "Card moved to Done". */
  readonly says: string;
  /** JSON of each command. */
  readonly commands: readonly string[];
}

/** A fault in how the core is asked: a parameter of a view that is wrong. */
export class CoreFault extends Error {
  override readonly name = "CoreFault";
  readonly status = 422;
}

/** Numbers of the calls that answer with JSON, as `WebCore.swift` has them. */
const Call = {
  begin: 0,
  load: 1,
  ingest: 2,
  perform: 3,
  outbox: 4,
  outgoing: 5,
  answered: 6,
  withdraw: 7,
  retry: 8,
  discard: 9,
  number: 10,
  hold: 11,
} as const;

/** What the module exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  daybook_room(count: number): number;
  daybook_output(): number;
  daybook_call(call: number, count: number, status: number): number;
  daybook_unanswered(): void;
  daybook_sequence(): bigint;
  daybook_view(count: number, today: number): number;
  daybook_next(): number;
  daybook_render(): number;
}

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** Compiles the core once, for any number of workspaces. */
export function compile(source: Response | Promise<Response> | BufferSource): Promise<WebAssembly.Module> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  return WebAssembly.compileStreaming(source as Response | Promise<Response>);
}

/** One workspace: what the service confirmed, what waits, and both together as views. */
export class Core {
  readonly #exports: Exports;
  #workspace = "";
  /** What was taken in, as it came. */
  #pages: Uint8Array[] = [];

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** Makes an instance of its own. */
  static async create(module: WebAssembly.Module): Promise<Core> {
    const host: { heap: Heap | undefined; memory: WebAssembly.Memory | undefined } = {
      heap: undefined,
      memory: undefined,
    };
    const env = {
      posix_memalign(out: number, alignment: number, size: number): number {
        if (!host.heap || !host.memory) return 12;
        const address = host.heap.take(size, alignment);
        new DataView(host.memory.buffer).setUint32(out, address, true);
        return 0;
      },
      free(address: number): void {
        host.heap?.giveBack(address);
      },
      arc4random_buf(address: number, count: number): void {
        if (host.memory) crypto.getRandomValues(new Uint8Array(host.memory.buffer, address, count));
      },
      __stack_chk_fail(): never {
        throw new Error("stack overrun in WebCore");
      },
    };
    const instance = await WebAssembly.instantiate(module, { env });
    const exports = instance.exports as unknown as Exports;
    host.memory = exports.memory;
    host.heap = new Heap(exports.memory);
    return new Core(exports);
  }

  /** Says whose core this is; called first, and again after signing in anew. */
  begin(identity: Identity): Writes {
    this.#workspace = identity.workspace;
    return this.#call<{ readonly kind: "begun"; readonly writes: Writes } | Refused>(
      Call.begin,
      JSON.stringify(identity),
      true,
    )
      .writes;
  }

  /** Takes the rows of the outbox as they are stored, in the place of what the core had. */
  load(
    rows: readonly Kept[],
    lastNumber: number,
  ): { readonly unreadable: readonly { readonly id: string; readonly message: string }[]; readonly writes: Writes } {
    const list = rows.map(({ id, json }) => ({ id, json }));
    return this.#call(Call.load, JSON.stringify({ rows: list, lastNumber }), true);
  }

  /** Takes in the bytes of `GET …/records?after={sequence}`. */
  ingest(page: Uint8Array): Ingested {
    const ingested = this.#call<Ingested>(Call.ingest, page);
    if (ingested.kind === "taken" && ingested.count > 0) this.#pages.push(page.slice());
    return ingested;
  }

  /** The last record that is confirmed: where the next page begins after. */
  get sequence(): number {
    return Number(this.#exports.daybook_sequence());
  }

  /**
   * Shows a view, with what waits in it.
   *
   * @param path below the workspace, with its query, such as `/notes?limit=20`.
   * @param today days since 1970-01-01 where the person is.
   * @returns undefined where there is no such view or thing.
   * @throws {CoreFault} where a parameter is wrong.
   */
  view(path: string, today: number): CoreView | undefined {
    const length = this.#exports.daybook_view(this.#put(utf8.encode(path)), today);
    if (length === -2) throw new CoreFault(this.#zeroEnded());
    if (length < 0) return undefined;
    const json = this.#output(length);
    const next = this.#output(this.#exports.daybook_next());
    return { json, next: next.length > 0 ? text.decode(next) : undefined };
  }

  /** Decides commands on what is shown, all or none of them. Its writes are stored before the person is told. */
  perform(wish: Wish): Performed {
    const { id, now, says, commands } = wish;
    return this.#call(Call.perform, JSON.stringify({ id, now, says, commands }));
  }

  /** Everything that waits or was refused, in its order. */
  outbox(): readonly OutboxEntry[] {
    return this.#call(Call.outbox, "");
  }

  /** The next commands to be sent. */
  outgoing(): Outgoing {
    return this.#call(Call.outgoing, "");
  }

  /** Settles what was sent by what came back. */
  answered(status: number, body: Uint8Array): Settled {
    return this.#call(Call.answered, body, false, status);
  }

  /** Says that no answer came: everything waits, and goes again. */
  unanswered(): void {
    this.#exports.daybook_unanswered();
  }

  /** Takes back a change that never left; it is as if it had never been. */
  withdraw(id: string): { readonly kind: "withdrawn"; readonly writes: Writes } | Refused {
    return this.#call(Call.withdraw, id);
  }

  /** Makes a change anew that was refused or waits for another device, behind all that waits. */
  retry(id: string, freshId: string): Performed {
    return this.#call(Call.retry, `${id} ${freshId}`);
  }

  /** Has thoughts that are captured here stay on this device, or go with all else. */
  hold(isHolding: boolean): { readonly kind: "held"; readonly writes: Writes } {
    return this.#call(Call.hold, isHolding ? "yes" : "no");
  }

  /** Gives up a change. */
  discard(id: string): { readonly kind: "discarded"; readonly writes: Writes } | Refused {
    return this.#call(Call.discard, id);
  }

  /** A number that nothing else will have, for what is asked of the service at once: undo, redo, restore. */
  takeNumber(): { readonly number: number; readonly writes: Writes } {
    return this.#call(Call.number, "");
  }

  /** What is confirmed as bytes, for `restore`: the records as they came. */
  snapshot(): Uint8Array {
    return join(this.#workspace, this.#pages);
  }

  /**
   * Begins with a snapshot, before `load`; about a microsecond or two a record.
   *
   * @returns false for one that is not trusted; `sequence` says from where on to fetch.
   */
  restore(bytes: Uint8Array): boolean {
    const pages = this.sequence === 0 ? split(this.#workspace, bytes) : undefined;
    return pages?.every((page) => this.ingest(page).kind === "taken") ?? false;
  }

  /** Every view there is, as canonical JSON: what digests are taken over. */
  everything(): Uint8Array {
    return this.#output(this.#exports.daybook_render());
  }

  /** Bytes of linear memory. */
  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** @param isOwn a refusal means a mistake of the caller, who spelled the question. */
  #call<T>(call: number, input: Uint8Array | string, isOwn = false, status = 0): T {
    const count = this.#put(typeof input === "string" ? utf8.encode(input) : input);
    const length = this.#exports.daybook_call(call, count, status);
    if (length < 0) throw new Error(`WebCore has no call ${call}; it is of another build than the app`);
    const answer = JSON.parse(text.decode(this.#output(length))) as T | Refused;
    if (isOwn && isRefusal(answer)) throw new CoreFault(answer.problem.message);
    return answer as T;
  }

  #put(bytes: Uint8Array): number {
    const room = this.#exports.daybook_room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, room, bytes.length).set(bytes);
    return bytes.length;
  }

  #output(length: number): Uint8Array {
    const at = this.#exports.daybook_output();
    return new Uint8Array(this.#exports.memory.buffer, at, length).slice();
  }

  #zeroEnded(): string {
    const at = this.#exports.daybook_output();
    const bytes = new Uint8Array(this.#exports.memory.buffer, at);
    return text.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

function isRefusal(answer: unknown): answer is Refused {
  return typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "refused";
}

/** The day of a moment where this browser is, in days since 1970-01-01. */
export function dayNumber(moment: Date = new Date()): number {
  return Math.floor(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / 86_400_000);
}
