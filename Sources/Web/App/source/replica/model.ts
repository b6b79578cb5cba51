/** A small model of the core and of the service, for tests of the replica: a workspace is a list of lines. */

import type {
  CoreProblem,
  CoreView,
  Done,
  Identity,
  Ingested,
  Kept,
  OutboxEntry,
  Outgoing,
  Performed,
  Settled,
  Wish,
  Writes,
} from "../../core/core.ts";
import type { Answer, ReplicaCore } from "./replica.ts";

/** A line as the service has it. */
export interface ModelRecord {
  readonly device: string;
  readonly number: number;
  readonly line: string;
}

interface ModelPage {
  readonly past: string;
  readonly isIntended: boolean;
  readonly after: number;
  readonly records: readonly ModelRecord[];
  readonly isLast: boolean;
}

interface Row {
  readonly id: string;
  readonly device: string;
  readonly number: number;
  readonly line: string;
  readonly says: string;
  readonly state: "waiting" | "sent" | "answered" | "refused";
}

/** One command of what is sent. */
interface Sent {
  readonly device: string;
  readonly sequence: number;
  readonly command: string;
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const valueOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

/** The service: takes every command once, by its number, and refuses lines that say so. */
export class ModelService {
  past = "first";
  isIntended = false;
  records: ModelRecord[] = [];
  /** What should never happen, in words. */
  readonly faults: string[] = [];
  readonly #outcomes = new Map<string, { readonly line: string; readonly outcome: "done" | "refused" }>();
  readonly #highest = new Map<string, number>();

  /** Puts it back to what it was after so many records. */
  putBack(count: number, isIntended: boolean): void {
    this.records = this.records.slice(0, count);
    [this.past, this.isIntended] = [`${this.past} again`, isIntended];
  }

  answer(method: string, path: string, body?: string): Answer {
    if (method === "GET") return this.#page(Number(new URL(path, "http://model").searchParams.get("after")));
    const sent = JSON.parse(body ?? "") as { readonly commands?: readonly Sent[] } & Sent;
    if (path === "/commands") {
      const results = (sent.commands ?? []).map((one) => this.#take(one));
      return { status: 200, body: bytesOf({ results }) };
    }
    return { status: 200, body: bytesOf(this.#applyOperation(path, sent)) };
  }

  #page(after: number): Answer {
    if (after > this.records.length) {
      return { status: 404, body: bytesOf({ name: "noSuchRecord", detail: "no record" }) };
    }
    const records = this.records.slice(after, after + 5);
    const isLast = after + records.length === this.records.length;
    const page: ModelPage = { past: this.past, isIntended: this.isIntended, after, records, isLast };
    return { status: 200, body: bytesOf(page) };
  }

  /** A change that comes after a higher number is passed over; a client asks again. */
  #applyOperation(path: string, { device, sequence }: Sent): object {
    if (sequence > (this.#highest.get(device) ?? 0)) {
      return this.#take({ device, sequence, command: `${path} ${sequence}` });
    }
    return { device, sequence, outcome: "refused", status: 409, problem: { name: "passedOver", detail: "too late" } };
  }

  #take({ device, sequence, command: line }: Sent): object {
    const key = `${device} ${sequence}`;
    const known = this.#outcomes.get(key);
    if (known && known.line !== line) this.faults.push(`number ${sequence} stands for “${known.line}” and “${line}”`);
    if (!known && sequence <= (this.#highest.get(device) ?? 0)) this.faults.push(`number ${sequence} came too late`);
    const outcome = known?.outcome ?? (line.includes("refuse") ? "refused" : "done");
    if (!known) {
      this.#outcomes.set(key, { line, outcome });
      this.#highest.set(device, Math.max(sequence, this.#highest.get(device) ?? 0));
      if (outcome === "done") this.records.push({ device, number: sequence, line });
    }
    const problem = outcome === "refused" ? { name: "refused", detail: "no such line" } : undefined;
    return { device, sequence, outcome, status: outcome === "done" ? 200 : 409, last: this.records.length, problem };
  }
}

/** The core: the service's lines, and those that wait behind them. */
export class ModelCore implements ReplicaCore {
  #device = "";
  #past: string | undefined;
  #records: ModelRecord[] = [];
  #rows: Row[] = [];
  #lastNumber = 0;
  #isUpToDate = false;
  #inFlight: readonly Sent[] = [];

  get sequence(): number {
    return this.#records.length;
  }

  begin({ device }: Identity): Writes {
    this.#device = device;
    return this.#writes();
  }

  load(rows: readonly Kept[], lastNumber: number) {
    this.#rows = rows.map(({ json }) => JSON.parse(json) as Row).sort((a, b) => a.number - b.number);
    this.#lastNumber = Math.max(lastNumber, this.#lastNumber, ...this.#rows.map(({ number }) => number));
    return { unreadable: [], writes: this.#settle() };
  }

  ingest(bytes: Uint8Array): Ingested {
    const { past, isIntended, after, records, isLast } = valueOf(bytes) as ModelPage;
    const writes = this.#writes();
    if (this.#past !== undefined && past !== this.#past) {
      return { kind: "otherPast", isIntended, message: "The service has another past.", writes };
    }
    if (after !== this.sequence) return { kind: "missing", message: "Records are missing.", writes };
    this.#past = past;
    this.#records.push(...records);
    this.#isUpToDate = isLast;
    return { kind: "taken", sequence: this.sequence, isLast, count: records.length, writes: this.#settle() };
  }

  view(): CoreView {
    const waiting = this.#rows.filter(({ state }) => state !== "refused");
    return {
      json: bytesOf([...this.#records.map(({ line }) => line), ...waiting.map(({ line }) => line)]),
      next: undefined,
    };
  }

  perform({ id, says, commands }: Wish): Performed {
    const line = commands.join();
    const number = this.#lastNumber += 1;
    return { kind: "kept", id, writes: this.#put({ id, device: this.#device, number, line, says, state: "waiting" }) };
  }

  outbox(): readonly OutboxEntry[] {
    return this.#rows.map(({ id, state, says, line }) => ({ id, state, made: 0, says, commands: [line] }));
  }

  outgoing(): Outgoing {
    const going = this.#rows.filter(({ state }) => state === "waiting" || state === "sent").slice(0, 3);
    if (going.length === 0) return { kind: "nothing", writes: this.#writes() };
    if (!this.#isUpToDate) return { kind: "ingestFirst", writes: this.#writes() };
    const put = going.flatMap((row) => this.#put({ ...row, state: "sent" }).put);
    this.#inFlight = going.map(({ device, number, line }) => ({ device, sequence: number, command: line }));
    return { kind: "send", body: JSON.stringify({ commands: this.#inFlight }), writes: { ...this.#writes(), put } };
  }

  answered(status: number, body: Uint8Array): Settled {
    const inFlight = this.#inFlight;
    this.#inFlight = [];
    if (status !== 200) return { kind: "later", refused: [], done: [], writes: this.#writes() };
    const { results } = valueOf(body) as {
      results: readonly { outcome: string; sequence: number; first?: number }[];
    };
    const put: Kept[] = [];
    const done: Done[] = [];
    for (const { outcome, sequence, first } of results) {
      const row = this.#rows.find((one) =>
        one.number === sequence && inFlight.some((sent) => sent.sequence === sequence)
      );
      if (row) put.push(...this.#put({ ...row, state: outcome === "done" ? "answered" : "refused" }).put);
      if (row && first !== undefined) done.push({ id: row.id, record: first });
    }
    const settled = this.#settle();
    const writes = { ...settled, put: put.filter(({ id }) => !settled.remove.includes(id)) };
    return { kind: "settled", refused: [], done, writes };
  }

  unanswered(): void {
    this.#inFlight = [];
  }

  hold() {
    return { kind: "held" as const, writes: this.#writes() };
  }

  withdraw(id: string) {
    const row = this.#rows.find((one) => one.id === id);
    if (row?.state !== "waiting") return this.#no("wasSent");
    return { kind: "withdrawn" as const, writes: this.#remove(id) };
  }

  retry(id: string, freshId: string): Performed {
    const row = this.#rows.find((one) => one.id === id);
    if (row?.state !== "refused") return { ...this.#no("noSuchChange"), command: 0 };
    const { remove } = this.#remove(id);
    const number = this.#lastNumber += 1;
    const { put } = this.#put({ ...row, id: freshId, number, state: "waiting" });
    return { kind: "kept", id: freshId, writes: { put, remove, lastNumber: number } };
  }

  discard(id: string) {
    const row = this.#rows.find((one) => one.id === id);
    if (row?.state !== "refused") return this.#no("noSuchChange");
    return { kind: "discarded" as const, writes: this.#remove(id) };
  }

  takeNumber() {
    this.#lastNumber += 1;
    return { number: this.#lastNumber, writes: this.#writes() };
  }

  snapshot(): Uint8Array {
    return bytesOf({ past: this.#past, records: this.#records });
  }

  restore(bytes: Uint8Array): boolean {
    if (bytes.length === 0) return false;
    const { past, records } = valueOf(bytes) as { past: string; records: ModelRecord[] };
    [this.#past, this.#records, this.#isUpToDate] = [past, records, false];
    return true;
  }

  #put(row: Row): Writes {
    this.#rows = [...this.#rows.filter(({ id }) => id !== row.id), row].sort((a, b) => a.number - b.number);
    return { ...this.#writes(), put: [{ id: row.id, json: JSON.stringify(row) }] };
  }

  #remove(id: string): Writes {
    this.#rows = this.#rows.filter((row) => row.id !== id);
    return { ...this.#writes(), remove: [id] };
  }

  /** What the records have leaves the outbox. */
  #settle(): Writes {
    const done = new Set(this.#records.map(({ device, number }) => `${device} ${number}`));
    const settled = this.#rows.filter(({ device, number, state }) =>
      state !== "refused" && done.has(`${device} ${number}`)
    );
    this.#rows = this.#rows.filter((row) => !settled.includes(row));
    return { ...this.#writes(), remove: settled.map(({ id }) => id) };
  }

  #writes(): Writes {
    return { put: [], remove: [], lastNumber: this.#lastNumber };
  }

  #no(name: string) {
    const problem: CoreProblem = { name, message: "That cannot be done.", status: 409 };
    return { kind: "refused" as const, problem, writes: this.#writes() };
  }
}
