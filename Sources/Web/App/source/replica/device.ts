/** The replica of a workspace on this device, from the page's side. */

import { core, worker } from "built";
import type { Identity } from "../../core/core.ts";
import { workspaceAddress } from "../addresses.ts";
import type { Command } from "../api.ts";
import type { BackendEvents, Receipt, ReplicaBackend } from "./backend.ts";
import { showFromService } from "../service/http.ts";
import type { Calls, ProblemFields, SyncFields, ToPage, ToWorker } from "./messages.ts";
import { isOwnPath } from "../views/ownviews.ts";
import { startWorker } from "../scripts.ts";
import { thoughtsStay, watchThoughtsStay } from "../storage/heldThoughts.ts";
import type { Service } from "../service/service.ts";
import { Problem } from "../problem.ts";
import type { RefusedChange, SyncState } from "../source.ts";
import type { Loaded } from "../views/views.ts";
import type { DeviceBackend } from "../workspace.ts";

/** Opens the replica of a workspace; undefined where this browser can have none. */
export function openDevice(service: Service, identity: Identity): DeviceBackend | undefined {
  const isAble = core !== "" && worker !== "" && globalThis.isSecureContext && "locks" in navigator &&
    "indexedDB" in globalThis && "BroadcastChannel" in globalThis;
  if (!isAble) return undefined;
  return (events) =>
    new Promise((resolve) => {
      const device = new Device(service, identity, events, () => {
        void askToStay();
        resolve(device);
      }, () => {
        device.close();
        resolve(undefined);
      });
    });
}

/** Asks the browser not to clear what is kept here when it needs room. */
async function askToStay(): Promise<void> {
  try {
    if (!await navigator.storage.persisted()) await navigator.storage.persist();
  } catch {
    // Not every browser can promise it; what is unsent is sent as soon as can be.
  }
}

/** Calls that keep nothing: a page may go while they are answered. */
const reading: ReadonlySet<keyof Calls> = new Set(["show", "deliver", "sync", "reach"]);

interface Waiting {
  /** Something that was written is not on the disk before it is answered. */
  readonly keeps: boolean;
  resolve(value: unknown): void;
  reject(problem: Problem): void;
}

/** Views and changes by the core in the worker. */
class Device implements ReplicaBackend {
  readonly #service: Service;
  readonly #address: string;
  readonly #events: BackendEvents;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #unwatch: () => void;
  readonly #wake = () => this.#send({ kind: "wake" });
  #isAside = false;
  /**
   * A page that the browser keeps for going back to is stopped with the locks that it has, in WebKit, and would keep other pages from
   * leading, or from opening the replica at all. What is being written goes on until it is.
   */
  readonly #rest = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if ([...this.#waiting.values()].some(({ keeps }) => keeps)) return this.#send({ kind: "rest" });
    this.#isAside = true;
    this.#worker.terminate();
  };
  readonly #back = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if (this.#isAside) location.reload();
    else this.#send({ kind: "back" });
  };
  #lastCall = 0;
  #isReady = false;
  /** Why nothing is answered any more. */
  #problem: Problem | undefined;

  constructor(
    service: Service,
    identity: Identity,
    events: BackendEvents,
    ready: () => void,
    unavailable: () => void,
  ) {
    this.#service = service;
    this.#address = workspaceAddress(identity.workspace);
    this.#events = events;
    this.#worker = startWorker(worker);
    this.#worker.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === "ready") {
        this.#isReady = true;
        ready();
      } else if (data.kind === "unavailable" && this.#isReady) {
        // What was shown is not this person's to see any more: begun again, the service says what is.
        location.reload();
      } else if (data.kind === "unavailable") unavailable();
      else this.#hear(data);
    });
    this.#worker.addEventListener("error", () => {
      if (!this.#isReady) return unavailable();
      // What was asked of it is not answered any more; nothing that it had kept is lost.
      this.#fail(new Problem("coreStopped", "Daybook stopped working on this device. Reload the page."));
      this.#events.sync({ kind: "error", waiting: 0, refused: [], message: "Daybook stopped here. Reload the page." });
    });
    this.#send({ kind: "begin", identity, csrf: service.csrf, core, holdsThoughts: thoughtsStay() });
    this.#unwatch = watchThoughtsStay(() => this.#send({ kind: "hold", holdsThoughts: thoughtsStay() }));
    globalThis.addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    globalThis.addEventListener("pagehide", this.#rest);
    globalThis.addEventListener("pageshow", this.#back);
  }

  async show(path: string): Promise<Loaded> {
    if (!isOwnPath(path)) return await showFromService(this.#service, this.#address, path);
    const shown = await this.#call("show", path) as { json: Uint8Array; next: string | undefined; sequence: number };
    return { value: JSON.parse(new TextDecoder().decode(shown.json)), sequence: shown.sequence, next: shown.next };
  }

  async perform(commands: readonly Command[], says: string): Promise<Receipt | undefined> {
    const receipt = await this.#call("perform", commands.map((command) => JSON.stringify(command)), says);
    await this.#events.changed();
    return receipt as Receipt | undefined;
  }

  async undo(receipt?: Receipt): Promise<string> {
    return await this.#sentence("undo", receipt);
  }

  async redo(): Promise<string> {
    return await this.#sentence("redo");
  }

  async restore(thing: string, record: number): Promise<string> {
    return await this.#sentence("restore", thing, record);
  }

  async retry({ id }: RefusedChange): Promise<void> {
    await this.#call("retry", id);
  }

  async discard({ id }: RefusedChange): Promise<void> {
    await this.#call("discard", id);
  }

  async deliver(): Promise<void> {
    await this.#call("deliver");
  }

  async sync(): Promise<void> {
    await this.#call("sync");
  }

  async reach(sequence: number): Promise<void> {
    await this.#call("reach", sequence);
  }

  close(): void {
    this.#unwatch();
    globalThis.removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    globalThis.removeEventListener("pagehide", this.#rest);
    globalThis.removeEventListener("pageshow", this.#back);
    this.#fail(new Problem("closed", "Daybook was closed here."));
  }

  /** Ends the worker: what waits for an answer, and whatever is asked from now on, fails so. */
  #fail(problem: Problem): void {
    this.#worker.terminate();
    this.#problem ??= problem;
    for (const { reject } of this.#waiting.values()) reject(problem);
    this.#waiting.clear();
  }

  async #sentence<N extends keyof Calls>(name: N, ...parameters: Calls[N]): Promise<string> {
    const sentence = await this.#call(name, ...parameters);
    await this.#events.changed();
    return String(sentence);
  }

  #call<N extends keyof Calls>(name: N, ...parameters: Calls[N]): Promise<unknown> {
    if (this.#problem) return Promise.reject(this.#problem);
    const id = this.#lastCall += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { keeps: !reading.has(name), resolve, reject });
      this.#send({ kind: "call", id, name, parameters });
    });
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: ToPage): void {
    if (message.kind === "changed") return void this.#events.changed();
    if (message.kind === "sync") return this.#events.sync(stateOf(message.state));
    if (message.kind !== "answer" && message.kind !== "problem") return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === "answer") waiting?.resolve(message.value);
    else waiting?.reject(problemOf(message.problem));
  }
}

function problemOf({ code, message, status, changes }: ProblemFields): Problem {
  return new Problem(code, message, status, changes);
}

function stateOf(state: SyncFields): SyncState {
  return { ...state, refused: state.refused.map((one) => ({ ...one, problem: problemOf(one.problem) })) };
}
