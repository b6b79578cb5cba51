/** The worker that holds the core of one workspace in one tab, with the tab's part of the replica. */

import { workspaceAddress } from "../source/addresses.ts";
import type { Receipt } from "../source/replica/backend.ts";
import { type Beginning, type Call, fieldsOf, type ToPage, type ToWorker } from "../source/replica/messages.ts";
import { type Answer, Replica, type Surroundings, type Told } from "../source/replica/replica.ts";
import { asProblem, Service } from "../source/service/service.ts";
import { mint } from "../source/mint.ts";
import { Problem } from "../source/problem.ts";
import { DatabaseStore } from "../source/replica/store.ts";
import { compile, Core, dayNumber } from "./core.ts";

/** What of a worker's scope is used here; TypeScript has one library for pages and another for workers. */
interface Scope {
  postMessage(message: ToPage, transfer?: Transferable[]): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<ToWorker>) => void): void;
}

const scope = globalThis as unknown as Scope;
const service = new Service();
/** Leaves the lead to another tab, and takes its place among them again: set while there is a replica. */
let rest = () => {};
let back = () => {};
let replica: Promise<Replica> | undefined;
let isWoken = false;
let wake: () => void = wakeLater;

scope.addEventListener("message", ({ data }) => {
  switch (data.kind) {
    case "begin":
      service.csrf = data.csrf;
      replica = begin(data);
      replica.catch((thrown: unknown) =>
        scope.postMessage({ kind: "unavailable", message: asProblem(thrown).message })
      );
      break;
    case "call":
      void answer(data);
      break;
    case "wake":
      wake();
      break;
    case "hold":
      void replica?.then((one) => one.hold(data.holdsThoughts));
      break;
    case "rest":
      rest();
      break;
    case "back":
      back();
      break;
  }
});

async function begin({ identity, core, holdsThoughts }: Beginning): Promise<Replica> {
  const name = `daybook-${identity.user}-${identity.workspace}`;
  const [module, store] = await Promise.all([
    compile(fetch(core)),
    DatabaseStore.open(identity.user, identity.workspace),
  ]);
  const channel = new BroadcastChannel(name);
  const address = workspaceAddress(identity.workspace);
  const surroundings: Surroundings = {
    makeCore: () => Core.create(module),
    store,
    exclusively: <T>(work: () => Promise<T>) => navigator.locks.request(`${name}-outbox`, work) as Promise<T>,
    tell: (told) => channel.postMessage(told),
    ask: (method, path, body) => ask(method, address + path, body),
    pause,
    wake: () => wake(),
    now: () => Math.round((performance.timeOrigin + performance.now()) * 1000),
    today: () => dayNumber(),
    mint,
    random: Math.random,
  };
  const opened = await Replica.open(surroundings, identity, {
    ready: () => scope.postMessage({ kind: "ready" }),
    unavailable: () => scope.postMessage({ kind: "unavailable", message: "This member keeps no replica." }),
    changed: () => scope.postMessage({ kind: "changed" }),
    sync: (state) => {
      const refused = state.refused.map((one) => ({ ...one, problem: fieldsOf(one.problem) }));
      scope.postMessage({ kind: "sync", state: { ...state, refused } });
    },
  });
  channel.addEventListener("message", ({ data }: MessageEvent<Told>) => void opened.hear(data));
  opened.hold(holdsThoughts);
  back = () => {
    rest();
    void lead(name, address, opened);
  };
  back();
  return opened;
}

/** Waits to be the one tab that leads, and leads, until it rests. */
async function lead(name: string, address: string, leading: Replica): Promise<void> {
  const resting = new AbortController();
  const { signal } = resting;
  rest = () => resting.abort();
  try {
    await navigator.locks.request(`${name}-lead`, { signal }, async () => {
      const live = follow(address);
      // A round that is on its way is not waited for: a page that is put aside would not end it before it comes back.
      await Promise.race([
        leading.lead(signal),
        new Promise((resolve) => signal.addEventListener("abort", resolve)),
      ]);
      live.close();
    });
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
}

/** Server-sent events wake the sync. */
function follow(address: string): { close(): void } {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    const fresh = new EventSource(`${address}/events`);
    source = fresh;
    for (const kind of ["open", "change"]) fresh.addEventListener(kind, () => wake());
    fresh.addEventListener("error", () => {
      // The sync finds out by itself what is wrong.
      wake();
      if (fresh.readyState === EventSource.CLOSED) retry = setTimeout(open, 30_000);
    });
  };
  open();
  return {
    close() {
      clearTimeout(retry);
      source?.close();
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      wake = wakeLater;
      isWoken = false;
      resolve();
    };
    const timer = setTimeout(end, isWoken ? 0 : milliseconds);
    wake = end;
  });
}

/** Waking while a round is under way: what it is for may have come after the round looked, so another one follows. */
function wakeLater(): void {
  isWoken = true;
}

async function ask(method: "GET" | "POST", path: string, body?: string): Promise<Answer> {
  const answer = await service.send(path, { method, ...(body === undefined ? {} : { body }) });
  try {
    return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) };
  } catch {
    throw new Problem("offline", "The answer of Daybook broke off.");
  }
}

async function answer(call: Call): Promise<void> {
  try {
    if (!replica) throw new Problem("notBegun", "The core was asked before it began.");
    const value = await valueOf(await replica, call);
    const isShown = typeof value === "object" && value !== null && "json" in value && value.json instanceof Uint8Array;
    scope.postMessage(
      { kind: "answer", id: call.id, value },
      isShown ? [(value.json as Uint8Array).buffer as ArrayBuffer] : [],
    );
  } catch (thrown) {
    scope.postMessage({ kind: "problem", id: call.id, problem: fieldsOf(asProblem(thrown)) });
  }
}

/** Each with the parameters that `Calls` gives it; the page's side is held to them by its types. */
function valueOf(one: Replica, { name, parameters }: Call): unknown {
  const [first, second] = parameters;
  switch (name) {
    case "show":
      return one.show(String(first));
    case "perform":
      return one.perform(first as readonly string[], String(second));
    case "undo":
      return one.undo(first as Receipt | undefined);
    case "redo":
      return one.redo();
    case "restore":
      return one.restore(String(first), Number(second));
    case "retry":
      return one.retry(String(first));
    case "discard":
      return one.discard(String(first));
    case "deliver":
      return one.deliver();
    case "sync":
      return one.sync();
    case "reach":
      return one.reach(Number(first));
  }
}
