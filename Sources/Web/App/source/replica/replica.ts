/**
 * A workspace on this device, in one tab: shows views of the core, keeps what was done before it says so, and, in the one tab that
 * leads, brings changes to the service and records from it. Every tab has a core of its own; the store is what they share.
 */

import {
  type Core,
  CoreFault,
  type CoreProblem,
  type Done,
  type Identity,
  type OutboxEntry,
  type Writes,
} from "../../core/core.ts";
import type { Command, CommandResult } from "../api.ts";
import { problemFrom } from "../service/service.ts";
import { Problem } from "../problem.ts";
import type { Receipt } from "./backend.ts";
import type { RefusedChange, SyncState } from "../source.ts";
import type { Mark, Replacement, Store } from "./store.ts";

/** What of the core is used here. */
export type ReplicaCore = Pick<
  Core,
  | "begin"
  | "load"
  | "ingest"
  | "sequence"
  | "view"
  | "perform"
  | "outbox"
  | "outgoing"
  | "answered"
  | "unanswered"
  | "withdraw"
  | "retry"
  | "discard"
  | "hold"
  | "takeNumber"
  | "snapshot"
  | "restore"
>;

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** What tabs of one device tell each other. */
export type Told =
  /** The store has something new. */
  | { readonly kind: "stored" }
  /** Something waits to be sent, or should be looked for. */
  | { readonly kind: "wake" }
  | { readonly kind: "unavailable" }
  | { readonly kind: "done"; readonly done: readonly Done[] }
  | { readonly kind: "stands"; readonly stands: Stands };

/** How the sync stands, as the leading tab knows. */
export interface Stands {
  readonly kind: "starting" | "synced" | "syncing" | "offline" | "error";
  readonly message?: string;
  readonly notice?: string;
  /** True where signing in again is what helps. */
  readonly needsSignIn?: boolean;
  /** How many times the leading tab has asked the service. */
  readonly rounds?: number;
}

/** Everything outside of the tab. */
export interface Surroundings {
  makeCore(): Promise<ReplicaCore>;
  readonly store: Store;
  /** Runs work that no other tab of this device does at the same time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  tell(told: Told): void;
  /** Asks the service, below the workspace. @throws {Problem} `offline` where no answer came. */
  ask(method: "GET" | "POST", path: string, body?: string): Promise<Answer>;
  /** Waits, or until `wake` is called. */
  pause(milliseconds: number): Promise<void>;
  /** Ends a pause. */
  wake(): void;
  /** Microseconds since 1970. */
  now(): number;
  /** Days since 1970 where the person is. */
  today(): number;
  mint(): string;
  /** A number from 0 to 1. */
  random(): number;
}

/** What a tab tells its page. */
export interface ReplicaEvents {
  /** Views can be shown from now on. */
  ready(): void;
  changed(): void;
  sync(state: SyncState): void;
  /** This member keeps no replica: the service shows them a part that only it can choose. */
  unavailable(): void;
}

/**
 * After so many pages a snapshot takes their place. Commands wait while one is made, 0.15 s with 50,000 notes, and a page is often one
 * thought: the larger the last one was, the more pages come before the next.
 */
export function pagesMost(snapshotBytes: number): number {
  return Math.min(Math.max(64, Math.floor(snapshotBytes / 20_000)), 512);
}

const pauseMost = 60_000;
/** How long the leading tab waits at most until it looks by itself. */
const pauseQuiet = 300_000;
const roundsMost = 10_000;
const triesMost = 5;
/** Problems that say that a person may not have a replica, or not any more. */
const reachNames: ReadonlySet<string> = new Set(["notAMember", "outOfReach"]);
/** How many changes are remembered by the records that they became. */
const recordsMost = 200;
const passedNames: ReadonlySet<string> = new Set(["passedOver", "sequenceTaken"]);

/** A tab's part of the replica. */
export class Replica {
  readonly #around: Surroundings;
  readonly #identity: Identity;
  readonly #events: ReplicaEvents;
  #core: ReplicaCore;
  #mark: Mark = { outbox: 0, replica: 0, isWhole: false, sequence: 0 };
  #isReady = false;
  #isClosed = false;
  #stands: Stands = { kind: "starting" };
  /** Sentence that stays until the app is opened again, such as that the service has another past. */
  #notice: string | undefined;
  /** Something could not be stored: the disk lags behind the core, and a snapshot mends it. */
  #isDiskBehind = false;
  /** What is stored could not be read: the core lags behind it, and all is fetched anew. */
  #isCoreBehind = false;
  #pageCount = 0;
  #snapshotBytes = 0;
  #rounds = 0;
  #turn: Promise<unknown> = Promise.resolve();
  /** What was withdrawn last, to be done again: until something else is done. */
  #withdrawn: { readonly commands: readonly string[]; readonly says: string }[] = [];
  #isHolding = false;
  /** The records of changes that are done at the service. */
  readonly #records = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  private constructor(around: Surroundings, identity: Identity, events: ReplicaEvents, core: ReplicaCore) {
    this.#around = around;
    this.#identity = identity;
    this.#events = events;
    this.#core = core;
  }

  /** Opens what is kept on this device. */
  static async open(around: Surroundings, identity: Identity, events: ReplicaEvents): Promise<Replica> {
    const replica = new Replica(around, identity, events, await around.makeCore());
    await replica.#exclusively(() => replica.#openStored());
    return replica;
  }

  /** A view, as bytes of JSON. @throws {Problem} */
  show(path: string): { readonly json: Uint8Array; readonly next: string | undefined; readonly sequence: number } {
    try {
      const shown = this.#core.view(path, this.#around.today());
      if (shown) return { ...shown, sequence: this.#core.sequence };
    } catch (thrown) {
      if (thrown instanceof CoreFault) throw new Problem("badQuery", thrown.message, thrown.status);
      throw thrown;
    }
    throw new Problem("noSuchThing", "It is not there; it may be in the trash.", 404);
  }

  /** Does commands together. Resolves once they are on the disk. @throws {Problem} where they are refused, or cannot be stored. */
  async perform(commands: readonly string[], says: string): Promise<Receipt | undefined> {
    this.#withdrawn = [];
    return await this.#perform(commands, says);
  }

  async #perform(commands: readonly string[], says: string): Promise<Receipt | undefined> {
    const wish = { id: this.#around.mint(), now: this.#around.now(), says, commands };
    let isKept = false;
    await this.#change(() => {
      const done = this.#core.perform(wish);
      if (done.kind === "refused") throw problemOfCore(done.problem);
      isKept = done.kind === "kept";
      return done.writes;
    });
    return isKept ? { change: wish.id } : undefined;
  }

  /** Takes back one change, or what was done last. @returns the sentence that says what. @throws {Problem} */
  async undo(receipt?: Receipt): Promise<string> {
    if (receipt && "record" in receipt) return await this.#operate("/undo", { record: receipt.record }, "Undone");
    const withdrawn = await this.#withdraw(receipt?.change);
    if (withdrawn) return withdrawn;
    if (!receipt) return await this.#operate("/undo", {}, "Undone");
    // The service has it, or gets it now. The tab that sends it tells all tabs the number of its record.
    await this.deliver();
    const record = this.#records.get(receipt.change);
    if (record !== undefined) return await this.#operate("/undo", { record }, "Undone");
    throw new Problem("notKnown", "It cannot be taken back from here any more; its history can bring it back.", 409);
  }

  async redo(): Promise<string> {
    const again = this.#withdrawn.pop();
    if (!again) return await this.#operate("/redo", {}, "Done again");
    await this.#perform(again.commands, again.says);
    return again.says ? `Done again: ${again.says}` : "Done again.";
  }

  async restore(thing: string, record: number): Promise<string> {
    return await this.#operate(`/things/${encodeURIComponent(thing)}/restore`, { record }, "Restored");
  }

  async retry(id: string): Promise<void> {
    await this.#change(() => {
      const done = this.#core.retry(id, this.#around.mint());
      if (done.kind === "refused") throw problemOfCore(done.problem);
      return done.writes;
    });
  }

  async discard(id: string): Promise<void> {
    await this.#change(() => {
      const done = this.#core.discard(id);
      if (done.kind === "refused") throw problemOfCore(done.problem);
      return done.writes;
    });
  }

  /** Has thoughts of this device stay on it, or go with all else. */
  hold(isHolding: boolean): void {
    this.#isHolding = isHolding;
    this.#core.hold(isHolding);
    this.#changed();
    this.#around.wake();
  }

  async #makeCore(): Promise<ReplicaCore> {
    const core = await this.#around.makeCore();
    core.hold(this.#isHolding);
    return core;
  }

  /** Resolves once nothing waits. @throws {Problem} where the service cannot be reached, or takes nothing. */
  async deliver(): Promise<void> {
    this.#wakeAll();
    while (this.#waitingCount() > 0) {
      const { kind, message } = this.#stands;
      if (this.#isClosed) throw new Problem("closed", "Daybook was closed here.");
      if (kind === "offline") throw new Problem("offline", "This needs a connection, and there is none at the moment.");
      if (kind === "error") throw new Problem("syncStopped", message ?? "The service takes no changes at the moment.");
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Lets the leading tab ask the service now. Resolves once it has, whatever came of it. */
  async sync(): Promise<void> {
    const before = this.#stands.rounds;
    this.#wakeAll();
    while (this.#stands.rounds === before && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Resolves once the core has this record, or the service cannot be asked, or has another past. */
  async reach(sequence: number): Promise<void> {
    for (let tries = 0; this.#core.sequence < sequence && tries < triesMost && !this.#isClosed; tries += 1) {
      await this.sync();
      if (this.#stands.kind === "offline" || this.#stands.kind === "error") return;
    }
  }

  #note(done: readonly Done[]): void {
    for (const { id, record } of done) this.#records.set(id, record);
    // Nobody takes back what was said so long ago by what was said.
    for (const id of [...this.#records.keys()].slice(0, -recordsMost)) this.#records.delete(id);
  }

  /** Hears another tab of this device. */
  async hear(told: Told): Promise<void> {
    if (told.kind === "wake") return this.#around.wake();
    if (told.kind === "unavailable") {
      this.#isClosed = true;
      return this.#events.unavailable();
    }
    if (told.kind === "done") return this.#note(told.done);
    if (told.kind === "stands") {
      this.#stands = told.stands;
      return this.#tellSync();
    }
    await this.#exclusively(() => this.#catchUp());
    this.#changed();
  }

  close(): void {
    this.#isClosed = true;
    this.#around.wake();
    this.#goOn();
  }

  // MARK: Leading

  /** Keeps this device in step with the service, until it is closed, or rests. Only one tab does. */
  async lead(resting?: AbortSignal): Promise<void> {
    let pause = 1000;
    resting?.addEventListener("abort", () => this.#around.wake());
    while (!this.#isClosed && !resting?.aborted) {
      this.#stand(this.#stands.kind === "synced" && this.#waitingCount() === 0 ? this.#stands : { kind: "syncing" });
      const came = await this.#round();
      this.#rounds += 1;
      this.#stand(came);
      if (came.kind === "synced") {
        pause = 1000;
        await this.#around.pause(pauseQuiet);
      } else {
        // Not all at once when the service is back.
        await this.#around.pause(pause * (0.5 + this.#around.random() / 2));
        pause = Math.min(pause * 2, pauseMost);
      }
    }
  }

  /** Brings records and changes until nothing is left, or something is in the way. */
  async #round(): Promise<Stands> {
    try {
      for (let round = 0; round < roundsMost && !this.#isClosed; round += 1) {
        const trouble = await this.#fetch();
        if (trouble) return trouble;
        const came = await this.#send();
        if (came) return came;
      }
      return { kind: "error", message: "Daybook goes around in circles. Reload the page." };
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.code === "offline") return { kind: "offline" };
      return { kind: "error", message: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  }

  /** Fetches records to their end. @returns what is in the way. */
  async #fetch(): Promise<Stands | undefined> {
    for (;;) {
      const after = this.#core.sequence;
      const answer = await this.#around.ask("GET", `/records?after=${after}`);
      if (answer.status === 404 && nameOf(answer) === "noSuchRecord") {
        await this.#begin(false, "The service was put back to an earlier state.");
        continue;
      }
      if (answer.status === 403 && (!this.#isReady || reachNames.has(String(nameOf(answer))))) {
        if (this.#isReady) await this.#exclusively(() => this.#forget());
        this.#isClosed = true;
        this.#events.unavailable();
      }
      if (answer.status !== 200) return standsOf(answer);
      const came = await this.#exclusively(() => this.#take({ after, bytes: answer.body }));
      switch (came.kind) {
        case "taken":
          if (came.count > 0) this.#changed();
          if (came.isLast) return undefined;
          break;
        case "otherPast":
          await this.#begin(came.isIntended, came.message);
          break;
        case "otherReach":
          await this.#begin(true, undefined);
          break;
        case "missing":
          break;
        case "unreadable":
          return { kind: "error", message: came.message };
      }
    }
  }

  async #take(page: { readonly after: number; readonly bytes: Uint8Array }) {
    await this.#catchUp();
    if (this.#core.sequence !== page.after) return { kind: "missing" } as const;
    const came = this.#core.ingest(page.bytes);
    if (came.kind !== "taken") return came;
    if (came.count > 0) this.#pageCount += 1;
    try {
      await this.#keep(page, came);
    } catch (thrown) {
      // The replica can be fetched again; the outbox on the disk is as it was.
      this.#isDiskBehind = true;
      throw storeProblem(thrown);
    }
    this.#readyIfWhole();
    return came;
  }

  async #keep(
    page: { readonly after: number; readonly bytes: Uint8Array },
    { isLast, count, sequence, writes }: { isLast: boolean; count: number; sequence: number; writes: Writes },
  ): Promise<void> {
    const isOther = this.#isCoreBehind;
    if (isOther && !isLast) return;
    if (isOther || this.#isDiskBehind || this.#pageCount >= pagesMost(this.#snapshotBytes)) {
      await this.#replace(this.#core, { isWhole: isLast || this.#mark.isWhole, isOther, keepsFormer: false });
      await this.#write(writes);
    } else {
      const isWhole = isLast && !this.#mark.isWhole;
      if (count === 0 && !isWhole && isEmpty(writes)) return;
      this.#mark = await this.#around.store.write({
        ...(isEmpty(writes) ? {} : { writes }),
        ...(count > 0 ? { page: { ...page, last: sequence } } : {}),
        ...(isWhole ? { isWhole } : {}),
      });
    }
    this.#around.tell({ kind: "stored" });
  }

  /** What is not shared with this person any more does not stay on their device. Their own words that wait do. */
  async #forget(): Promise<void> {
    const none = { snapshot: new Uint8Array(), sequence: 0, isWhole: false, isOther: true, keepsFormer: false };
    this.#mark = await this.#around.store.replace(none);
    this.#around.tell({ kind: "unavailable" });
  }

  /** Puts a snapshot in the place of the pages. */
  async #replace(core: ReplicaCore, how: Pick<Replacement, "isWhole" | "isOther" | "keepsFormer">): Promise<void> {
    const snapshot = core.snapshot();
    this.#mark = await this.#around.store.replace({ snapshot, sequence: core.sequence, ...how });
    this.#snapshotBytes = snapshot.length;
    [this.#isDiskBehind, this.#isCoreBehind, this.#pageCount] = [false, false, 0];
  }

  /** Fetches the replica anew beside the one that is shown, and takes its place. */
  async #begin(isIntended: boolean, message: string | undefined): Promise<void> {
    const core = await this.#makeCore();
    core.begin(this.#identity);
    for (;;) {
      const answer = await this.#around.ask("GET", `/records?after=${core.sequence}`);
      if (answer.status !== 200) throw problemFrom(jsonOf(answer), answer.status);
      const came = core.ingest(answer.body);
      if (came.kind !== "taken") throw new Problem(came.kind, came.message);
      if (came.isLast) break;
    }
    await this.#exclusively(async () => {
      const { rows, lastNumber } = await this.#around.store.outbox();
      const { writes } = core.load(rows, lastNumber);
      await this.#replace(core, { isWhole: true, isOther: true, keepsFormer: !isIntended });
      this.#core = core;
      await this.#write(writes);
      this.#around.tell({ kind: "stored" });
    });
    if (message && !isIntended) {
      this.#notice = `${message} What this device had before is kept aside.`;
    } else if (message) {
      this.#notice = message;
    }
    this.#readyIfWhole();
    this.#changed();
  }

  /** Sends what goes next. @returns how it stands where there is nothing more to do now. */
  async #send(): Promise<Stands | undefined> {
    const next = await this.#exclusively(async () => {
      await this.#catchUp();
      const next = this.#core.outgoing();
      await this.#write(next.writes);
      return next;
    });
    switch (next.kind) {
      case "nothing":
        this.#changed();
        return { kind: "synced" };
      case "ingestFirst":
        return undefined;
      case "unreadable":
        return { kind: "error", message: `${next.message}. Reload the page, or discard the change.` };
      case "send":
        this.#tellSync();
        return await this.#deliverBody(next.body);
    }
  }

  async #deliverBody(body: string): Promise<Stands | undefined> {
    let answer: Answer;
    try {
      answer = await this.#around.ask("POST", "/commands", body);
    } catch (thrown) {
      this.#core.unanswered();
      throw thrown;
    }
    const settled = await this.#exclusively(async () => {
      await this.#catchUp();
      const settled = this.#core.answered(answer.status, answer.body);
      this.#note(settled.done);
      if (settled.done.length > 0) this.#around.tell({ kind: "done", done: settled.done });
      await this.#write(settled.writes);
      return settled;
    });
    this.#changed();
    switch (settled.kind) {
      case "settled":
        return undefined;
      case "later":
        return { kind: "syncing" };
      case "signIn":
        return sessionOver;
      case "stuck":
        return { kind: "error", message: settled.problem?.message ?? "The service takes no changes of this device." };
    }
  }

  // MARK: The store

  async #openStored(): Promise<void> {
    const stored = await this.#around.store.all();
    const writes = [this.#core.begin(this.#identity)];
    const isRestored = stored.snapshot !== undefined && this.#core.restore(stored.snapshot);
    writes.push(this.#core.load(stored.rows, stored.lastNumber).writes);
    this.#mark = stored.mark;
    [this.#pageCount, this.#snapshotBytes] = [stored.pages.length, stored.snapshot?.length ?? 0];
    if (!stored.snapshot || isRestored) this.#ingestStored(stored.pages, writes);
    this.#isCoreBehind = this.#core.sequence < stored.mark.sequence;
    for (const one of writes) await this.#write(one);
    this.#readyIfWhole();
    this.#tellSync();
  }

  /** Takes in pages of the store. What does not fit is fetched again: nothing depends on it. */
  #ingestStored(pages: readonly { readonly after: number; readonly bytes: Uint8Array }[], writes: Writes[]): void {
    for (const page of pages) {
      if (page.after < this.#core.sequence) continue;
      const came = this.#core.ingest(page.bytes);
      if (came.kind !== "taken") return;
      writes.push(came.writes);
    }
  }

  /** Takes over what other tabs of this device stored. */
  async #catchUp(): Promise<void> {
    const { store } = this.#around;
    const mark = await store.mark();
    if (mark.replica !== this.#mark.replica) return await this.#openAnew();
    const writes: Writes[] = [];
    if (mark.outbox !== this.#mark.outbox) {
      const { rows, lastNumber } = await store.outbox();
      writes.push(this.#core.load(rows, lastNumber).writes);
    }
    if (mark.sequence > this.#core.sequence && !this.#isCoreBehind) {
      this.#ingestStored(await store.pages(this.#core.sequence), writes);
      // Others went on, and put a snapshot in the place of the pages that are missing here.
      if (mark.sequence > this.#core.sequence) return await this.#openAnew();
    }
    this.#mark = mark;
    for (const one of writes) await this.#write(one);
    this.#readyIfWhole();
  }

  async #openAnew(): Promise<void> {
    this.#core = await this.#makeCore();
    await this.#openStored();
  }

  /** Changes the outbox: others' changes first, then this one, on the disk before anything is said. */
  async #change(work: () => Writes): Promise<void> {
    await this.#exclusively(async () => {
      await this.#catchUp();
      await this.#write(work());
    });
    this.#changed();
    this.#wakeAll();
  }

  async #write(writes: Writes): Promise<void> {
    if (isEmpty(writes)) return;
    try {
      const mark = await this.#around.store.write({ writes });
      this.#mark = { ...this.#mark, outbox: mark.outbox };
      this.#around.tell({ kind: "stored" });
    } catch (thrown) {
      // As it is on the disk: nothing is shown as done that is not kept.
      const { rows, lastNumber } = await this.#around.store.outbox();
      this.#core.load(rows, lastNumber);
      throw storeProblem(thrown);
    }
  }

  /** One after another in this tab, and alone among the tabs. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(() => this.#around.exclusively(work));
    this.#turn = done.catch(() => undefined);
    return done;
  }

  // MARK: Undo

  /** Takes back a change, the newest by default, where it never left this device. @returns undefined where it did. */
  async #withdraw(id?: string): Promise<string | undefined> {
    let taken: OutboxEntry | undefined;
    await this.#change(() => {
      const own = this.#core.outbox().filter(({ state }) => state !== "refused" && state !== "elsewhere");
      const entry = id === undefined ? own.at(-1) : own.find((one) => one.id === id);
      if (entry?.state !== "waiting" && entry?.state !== "held") return nothing;
      const done = this.#core.withdraw(entry.id);
      if (done.kind === "refused") return nothing;
      taken = entry;
      return done.writes;
    });
    // Only now it is taken back on the disk as well: done again before, it would be done twice.
    if (!taken) return undefined;
    this.#withdrawn.push({ commands: taken.commands, says: taken.says });
    return taken.says ? `Undone: ${taken.says}` : "Undone.";
  }

  /** Asks the service for something that only it can decide, once all that was done before is there. */
  async #operate(path: string, fields: object, says: string): Promise<string> {
    let result = await this.#ask(path, fields);
    // What was done meanwhile had a higher number, and came before.
    for (let tries = 1; tries < triesMost && isPassed(result); tries += 1) result = await this.#ask(path, fields);
    if (result.outcome === "refused") throw problemFrom(result.problem, result.status);
    this.#wakeAll();
    await this.#until(result.last ?? 0);
    const { undone } = result;
    if (!undone) return `${says}.`;
    return `${says}: ${undone.summary}${undone.title ? ` “${undone.title}”` : ""}`;
  }

  async #ask(path: string, fields: object): Promise<CommandResult> {
    let body: string | undefined;
    while (body === undefined) {
      await this.deliver();
      body = await this.#numbered(fields);
    }
    const answer = await this.#around.ask("POST", path, body);
    const told = jsonOf(answer);
    if (answer.status === 200) return told as CommandResult;
    const problem = problemFrom(told, answer.status);
    if (!passedNames.has(problem.code)) throw problem;
    const { code: name, message: detail, status } = problem;
    return {
      device: "",
      sequence: 0,
      status,
      outcome: "refused",
      problem: { name, detail, status, type: "", title: "" },
    };
  }

  /** @returns undefined where something waits again: that goes first. */
  async #numbered(fields: object): Promise<string | undefined> {
    return await this.#exclusively(async () => {
      await this.#catchUp();
      if (this.#waitingCount() > 0) return undefined;
      const { number, writes } = this.#core.takeNumber();
      try {
        this.#mark = await this.#around.store.write({ writes });
      } catch (thrown) {
        throw storeProblem(thrown);
      }
      return JSON.stringify({ ...fields, device: this.#identity.device, sequence: number });
    });
  }

  /** Resolves once the records up to one are here, or the service cannot be reached. */
  async #until(sequence: number): Promise<void> {
    while (this.#core.sequence < sequence && !this.#isClosed) {
      if (this.#stands.kind === "offline" || this.#stands.kind === "error") return;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  // MARK: Telling

  #readyIfWhole(): void {
    if (this.#isReady || !this.#mark.isWhole || this.#isCoreBehind) return;
    this.#isReady = true;
    this.#events.ready();
  }

  #changed(): void {
    this.#events.changed();
    this.#tellSync();
  }

  #stand(came: Stands): void {
    const stands = { ...came, ...(this.#notice ? { notice: this.#notice } : {}), rounds: this.#rounds };
    this.#stands = stands;
    this.#around.tell({ kind: "stands", stands });
    this.#tellSync();
  }

  #tellSync(): void {
    const entries = this.#core.outbox();
    const waiting = entries.filter(isWaiting).length;
    const held = entries.filter(({ state }) => state === "held").length;
    const refused = entries.flatMap(refusedChange);
    const { kind, message, notice, needsSignIn } = this.#stands;
    this.#events.sync({
      kind: refused.length > 0 && kind === "synced" ? "conflict" : kind,
      waiting,
      ...(held > 0 ? { held } : {}),
      refused,
      ...(message ? { message } : {}),
      ...(notice ? { notice } : {}),
      ...(needsSignIn ? { needsSignIn } : {}),
    });
    this.#goOn();
  }

  #waitingCount(): number {
    return this.#core.outbox().filter(isWaiting).length;
  }

  #wakeAll(): void {
    this.#around.wake();
    this.#around.tell({ kind: "wake" });
  }

  #goOn(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}

const sessionOver = { kind: "error", message: "Your session is over.", needsSignIn: true } as const;

const nothing: Writes = { put: [], remove: [], lastNumber: 0 };

function isEmpty({ put, remove }: Writes): boolean {
  return put.length === 0 && remove.length === 0;
}

function isPassed({ problem }: CommandResult): boolean {
  return passedNames.has(problem?.name ?? "");
}

function isWaiting({ state }: OutboxEntry): boolean {
  return state === "waiting" || state === "sent";
}

function refusedChange({ id, state, commands, problem }: OutboxEntry): RefusedChange[] {
  if (state !== "refused" && state !== "elsewhere") return [];
  const told = state === "elsewhere"
    ? new Problem(
      "elsewhere",
      "It was made when another account or device was signed in here. Try again as you are now.",
    )
    : problemOfCore(problem ?? { name: "refused", message: "The service refused it.", status: 409 });
  return [{ id, commands: commands.map((json) => JSON.parse(json) as Command), problem: told }];
}

function problemOfCore({ name, message, status, changes }: CoreProblem): Problem {
  return problemFrom({ name, detail: message, changes: changes ? JSON.parse(changes) : undefined }, status);
}

function storeProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const name = thrown instanceof Error ? thrown.name : "";
  if (name === "QuotaExceededError") {
    return new Problem(
      "noRoom",
      "This device has no room left: nothing was saved. Free some space, then try again.",
      507,
    );
  }
  return new Problem("notStored", "This device could not save it. Reload the page, then try again.", 500);
}

function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function nameOf(answer: Answer): unknown {
  const told = jsonOf(answer);
  return typeof told === "object" && told !== null && "name" in told ? told.name : undefined;
}

function standsOf(answer: Answer): Stands {
  const { status } = answer;
  if (status === 401) return sessionOver;
  if (status === 408 || status === 429 || status >= 500) return { kind: "offline" };
  return { kind: "error", message: problemFrom(jsonOf(answer), status).message };
}
