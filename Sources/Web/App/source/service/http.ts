/** A workspace by the service alone: for the first paint, and for members who keep no replica. */

import { pathOf, workspaceAddress } from "../addresses.ts";
import type { Command, CommandResult, CommandResults } from "../api.ts";
import type { Backend, BackendEvents, Receipt } from "../replica/backend.ts";
import { problemFrom, type Service } from "./service.ts";
import { mint } from "../mint.ts";
import { Problem } from "../problem.ts";
import type { RefusedChange, SyncState } from "../source.ts";
import type { Loaded } from "../views/views.ts";

/** Commands that replace a text as a whole, and are refused where somebody replaced it after what was seen. */
const replacing: ReadonlySet<Command["type"]> = new Set<Command["type"]>([
  "notes.renameFolder",
  "notes.retitleNote",
  "boards.retitleBoard",
  "boards.renameColumn",
  "boards.retitleCard",
  "boards.rewordItem",
  "boards.rewordComment",
  "capture.rewordItem",
  "capture.annotateItem",
  "capture.renameCollection",
  "studio.renameChild",
  "studio.editImage",
  "studio.setMedium",
  "studio.captionArtwork",
  "studio.renameAlbum",
  "studio.refilterAlbum",
  "studio.retitleStory",
  "studio.renameMilestone",
]);

/** How often a change is sent again that no answer came to: under its number it is done once. */
const triesMost = 3;

/** Problems that say that nothing was done under a number, and nothing will be. */
const freshNumberNames: ReadonlySet<string> = new Set(["sequenceTaken", "passedOver"]);

/** Views and changes over HTTP; server-sent events say when something changed. */
export class HTTPBackend implements Backend {
  readonly #address: string;
  readonly #service: Service;
  readonly #events: BackendEvents;
  readonly #live: { close(): void };
  #nextNumber: number | undefined;
  /** The first number of changes that nobody knows to be done: given again, they go again under it. */
  readonly #unanswered = new WeakMap<readonly Command[], number>();
  /** Changes go one after another: their numbers ascend. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @param follow follows the changes of the workspace at an address. */
  constructor(
    workspace: string,
    service: Service,
    events: BackendEvents,
    follow: (address: string, events: LiveEvents) => { close(): void } = (address, live) =>
      new LiveChanges(address, live),
  ) {
    this.#address = workspaceAddress(workspace);
    this.#service = service;
    this.#events = events;
    this.#live = follow(`${this.#address}/events`, {
      changed: () => void events.changed(),
      isConnected: (isConnected) => events.sync(isConnected ? synced : offline),
    });
  }

  async show(path: string): Promise<Loaded> {
    return await showFromService(this.#service, this.#address, path);
  }

  perform(commands: readonly Command[]): Promise<Receipt | undefined> {
    // What was seen when it was said, not when its turn comes.
    const base = this.#events.shownSequence();
    return this.#inOrder(async () => {
      const batch = commands.length > 1 ? mint() : undefined;
      const results = await this.#numbered(
        commands.length,
        (first) => ({
          path: "/commands",
          body: {
            commands: commands.map((command, place) => ({
              sequence: first + place,
              ...(replacing.has(command.type) ? { base } : {}),
              ...(batch ? { batch } : {}),
              command,
            })),
          },
        }),
        commands,
      );
      const refused = results.find(({ outcome }) => outcome === "refused");
      if (refused) await this.#takeBack(results);
      await this.#events.changed();
      if (refused) throw problemFrom(refused.problem, refused.status);
      const record = results.find(({ first }) => typeof first === "number")?.first;
      return typeof record === "number" ? { record } : undefined;
    });
  }

  undo(receipt?: Receipt): Promise<string> {
    return this.#operate("/undo", receipt && "record" in receipt ? { record: receipt.record } : {}, "Undone");
  }

  redo(): Promise<string> {
    return this.#operate("/redo", {}, "Done again");
  }

  restore(thing: string, record: number): Promise<string> {
    return this.#operate(`/things/${encodeURIComponent(thing)}/restore`, { record }, "Restored");
  }

  /** Nothing waits here: what is refused is said at once. */
  async retry(change: RefusedChange): Promise<void> {
    await this.perform(change.commands);
  }

  discard(): Promise<void> {
    return Promise.resolve();
  }

  deliver(): Promise<void> {
    return this.#inOrder(() => Promise.resolve());
  }

  async sync(): Promise<void> {
    await this.deliver();
    await this.#events.changed();
  }

  close(): void {
    this.#live.close();
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #operate(path: string, body: object, says: string): Promise<string> {
    return this.#inOrder(async () => {
      const [result] = await this.#numbered(1, (sequence) => ({ path, body: { ...body, sequence } }));
      await this.#events.changed();
      return sentenceOf(result, says);
    });
  }

  /** What was done of several commands of which one was refused is taken back: all of them, or none. */
  async #takeBack(results: readonly CommandResult[]): Promise<void> {
    const done = results.find(({ first }) => typeof first === "number");
    if (!done) return;
    await this.#numbered(1, (sequence) => ({ path: "/undo", body: { sequence, record: done.first } }));
  }

  /**
   * Sends changes under numbers of this device, again where no answer comes, under others where those were used, or gone past.
   *
   * @param commands by which they are known when they are given again.
   */
  async #numbered(
    count: number,
    request: (first: number) => { readonly path: string; readonly body: object },
    commands?: readonly Command[],
  ): Promise<readonly CommandResult[]> {
    let former = commands && this.#unanswered.get(commands);
    for (let attempt = 1;; attempt += 1) {
      const first = former ?? this.#nextNumber ?? await this.#askNumber();
      const { path, body } = request(first);
      try {
        const answer = await this.#service.json(this.#address + path, { method: "POST", body });
        this.#nextNumber = Math.max(this.#nextNumber ?? 0, first + count);
        if (commands) this.#unanswered.delete(commands);
        const results = isBatch(answer) ? answer.results : [answer as CommandResult];
        const isTaken = results.some(({ problem }) => problem && freshNumberNames.has(problem.name));
        if (!isTaken || attempt >= triesMost) return results;
        this.#nextNumber = undefined;
        former = undefined;
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
        if (freshNumberNames.has(thrown.code)) {
          this.#nextNumber = undefined;
          former = undefined;
        } else if (commands && thrown.mayBeDone) this.#unanswered.set(commands, first);
        if (!freshNumberNames.has(thrown.code) && thrown.code !== "offline") throw thrown;
        if (attempt >= triesMost) throw thrown;
      }
    }
  }

  async #askNumber(): Promise<number> {
    const { next } = await this.#service.json(this.#address + pathOf("showNextSequence", {})) as { next: number };
    this.#nextNumber = next;
    return next;
  }
}

function isBatch(answer: unknown): answer is CommandResults {
  return typeof answer === "object" && answer !== null && "results" in answer;
}

/** The sentence that says what was undone, redone or restored. */
export function sentenceOf(result: CommandResult | undefined, says: string): string {
  const undone = result?.undone;
  if (!undone) return `${says}.`;
  return `${says}: ${undone.summary}${undone.title ? ` “${undone.title}”` : ""}`;
}

/** A view as the service answers it. @throws {Problem} */
export async function showFromService(service: Service, address: string, path: string): Promise<Loaded> {
  const response = await service.ask(address + path);
  let value: unknown;
  try {
    value = await response.json();
  } catch {
    throw new Problem("offline", "The answer of Daybook broke off. Try again.");
  }
  const sequence = Number(response.headers.get("Daybook-Sequence") ?? 0);
  return { value, sequence, next: nextOf(response.headers.get("Link")) };
}

/** The `after` of the next page, of a Link header. */
export function nextOf(link: string | null): string | undefined {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  if (!address) return undefined;
  return new URL(address, "http://daybook").searchParams.get("after") ?? undefined;
}

const synced: SyncState = { kind: "synced", waiting: 0, refused: [] };
const offline: SyncState = { kind: "offline", waiting: 0, refused: [] };

/** What is told of a workspace as it changes. */
export interface LiveEvents {
  changed(): void;
  isConnected(isConnected: boolean): void;
}

/** Server-sent events of a workspace, as long as the page is seen: a hidden page holds no connection, and looks when it is seen again. */
export class LiveChanges {
  readonly #address: string;
  readonly #events: LiveEvents;
  readonly #look = () => this.#follow();
  #source: EventSource | undefined;
  #hasBegun = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string, events: LiveEvents) {
    this.#address = address;
    this.#events = events;
    document.addEventListener("visibilitychange", this.#look);
    globalThis.addEventListener("online", this.#look);
    this.#follow();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#look);
    globalThis.removeEventListener("online", this.#look);
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = undefined;
  }

  #follow(): void {
    if (document.hidden) return this.#stop();
    if (this.#source && this.#source.readyState !== EventSource.CLOSED) return;
    this.#stop();
    const source = new EventSource(this.#address);
    this.#source = source;
    source.addEventListener("change", () => this.#events.changed());
    source.addEventListener("open", () => {
      this.#events.isConnected(true);
      // What changed before it was open, nobody told.
      if (this.#hasBegun) this.#events.changed();
      this.#hasBegun = true;
    });
    source.addEventListener("error", () => {
      this.#events.isConnected(false);
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#retry);
      this.#retry = setTimeout(this.#look, 5000);
    });
  }
}
