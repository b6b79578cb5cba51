/** The replica of a workspace on this device, from the page's side. */

import { core, worker } from "built";
import type { Identity } from "../core/core.ts";
import { workspaceAddress } from "./addresses.ts";
import { viewAddress } from "./api.ts";
import type { Command } from "./api.ts";
import type { Backend, BackendEvents } from "./backend.ts";
import { showFromService } from "./http.ts";
import { deleteDatabase } from "./idb.ts";
import type { Calls, ProblemFields, SyncFields, ToPage, ToWorker } from "./messages.ts";
import { startWorker } from "./scripts.ts";
import type { Service } from "./service.ts";
import { Problem } from "./problem.ts";
import type { RefusedChange, SyncState, ViewName } from "./source.ts";
import { databasePrefix } from "./store.ts";
import { Vault } from "./vault.ts";
import type { Loaded } from "./views.ts";
import type { DeviceBackend } from "./workspace.ts";

/** Views that the core shows. The others, and all as of another time, only the service can. */
const ownViews: readonly ViewName[] = [
  "listAlbums",
  "listAttachments",
  "listBoards",
  "listChildren",
  "listCollections",
  "listConsents",
  "listDuplicates",
  "listFolderNotes",
  "listFolders",
  "listItemTags",
  "listLinks",
  "listMilestones",
  "listNotes",
  "listPins",
  "listPrompts",
  "listRecent",
  "listRuns",
  "listStories",
  "listTags",
  "listTips",
  "listTrash",
  "showAlbum",
  "showArchive",
  "showArtwork",
  "showBoard",
  "showCard",
  "showChild",
  "showCollection",
  "showFolder",
  "showFollowUp",
  "showGallery",
  "showHeatmap",
  "showInbox",
  "showItem",
  "showLinks",
  "showLogbook",
  "showNote",
  "showProgress",
  "showReminders",
  "showRun",
  "showRunQueue",
  "showStory",
  "showTimeline",
  "showWeek",
];

const ownPaths = new RegExp(
  `^(${ownViews.map((name) => viewAddress[name].replace(/\{[A-Za-z]+\}/g, "[^/]+")).join("|")})$`,
);

/** Whether the core can show what is at a path. */
export function isOwn(path: string): boolean {
  const [place = "", query = ""] = path.split("?");
  return ownPaths.test(place) && !new URLSearchParams(query).has("at");
}

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

/** Destroys what this device keeps of a person: the key first, so that nothing is readable even where files stay. */
export async function destroyReplicas(user: string): Promise<void> {
  if (!("indexedDB" in globalThis)) return;
  await Vault.destroy(user);
  const databases = await indexedDB.databases?.() ?? [];
  const own = databases.flatMap(({ name }) => name?.startsWith(databasePrefix(user)) ? [name] : []);
  await Promise.all([...own.map(deleteDatabase), forgetPictures()]);
}

async function forgetPictures(): Promise<void> {
  if ("caches" in globalThis) await caches.delete("daybook-pictures");
}

interface Waiting {
  resolve(value: unknown): void;
  reject(problem: Problem): void;
}

/** Views and changes by the core in the worker. */
class Device implements Backend {
  readonly #service: Service;
  readonly #address: string;
  readonly #events: BackendEvents;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #wake = () => this.#send({ kind: "wake" });
  #lastCall = 0;

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
      if (data.kind === "ready") ready();
      else if (data.kind === "unavailable") unavailable();
      else this.#hear(data);
    });
    this.#worker.addEventListener("error", unavailable);
    this.#send({ kind: "begin", identity, csrf: service.csrf, core });
    globalThis.addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
  }

  async show(path: string): Promise<Loaded> {
    if (!isOwn(path)) return await showFromService(this.#service, this.#address, path);
    const shown = await this.#call("show", path) as { json: Uint8Array; next: string | undefined; sequence: number };
    return { value: JSON.parse(new TextDecoder().decode(shown.json)), sequence: shown.sequence, next: shown.next };
  }

  async perform(commands: readonly Command[], says: string): Promise<void> {
    await this.#call("perform", commands.map((command) => JSON.stringify(command)), says);
    await this.#events.changed();
  }

  async undo(): Promise<string> {
    return await this.#sentence("undo");
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

  close(): void {
    globalThis.removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Problem("closed", "Daybook was closed here."));
    this.#waiting.clear();
  }

  async #sentence<N extends keyof Calls>(name: N, ...parameters: Calls[N]): Promise<string> {
    const sentence = await this.#call(name, ...parameters);
    await this.#events.changed();
    return String(sentence);
  }

  #call<N extends keyof Calls>(name: N, ...parameters: Calls[N]): Promise<unknown> {
    const id = this.#lastCall += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
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
