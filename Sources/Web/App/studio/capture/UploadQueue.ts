/**
 * Works on their way to the service: kept on this device first, uploaded piece by piece by one tab at a time, and gone on with
 * after a broken connection or a closed tab. Requirements J-106, J-713.
 */

import { session } from "../../source/session.ts";
import { noteWaitingUploads } from "../../source/storage/waitingUploads.ts";
import { mint, Problem, type Source, type Watched } from "../../source/source.ts";
import { Value } from "../../source/watched.ts";
import { keepOwnPicture } from "../../files/attaching.ts";
import { askForAnalysis } from "../tips/asking.ts";
import { dayOf, type PendingPicture, type PendingWork } from "./pending.ts";
import { sendWork } from "./sendWork.ts";
import { UploadStore } from "./UploadStore.ts";

/** A work on its way, and how far it is. */
export interface Upload {
  readonly work: PendingWork;
  /** From 0 to 1; undefined while it waits. */
  readonly share: number | undefined;
}

/** A work as a person adds it. */
export type NewWork = Omit<PendingWork, "id" | "pictures" | "problem" | "isKnownWanted"> & {
  readonly pictures: readonly { readonly file: File; readonly recipe: PendingPicture["recipe"] }[];
};

const retryMilliseconds = 15_000;
const queues = new WeakMap<Source, UploadQueue>();

/** The queue of a workspace: the same one each time. */
export function uploadQueue(source: Source): UploadQueue {
  const known = queues.get(source) ?? new UploadQueue(source);
  queues.set(source, known);
  return known;
}

/** The works on their way from this device to one workspace. */
export class UploadQueue {
  readonly #source: Source;
  readonly #store: Promise<UploadStore>;
  readonly #shown = new Value<readonly Upload[]>([]);
  readonly #channel: BroadcastChannel;
  readonly #name: string;
  readonly #shares = new Map<string, number>();
  #isRunning = false;
  #isWanted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: Source) {
    const here = session.get();
    const user = here.kind === "signedIn" ? here.user : "";
    this.#source = source;
    this.#store = UploadStore.open(user, source.workspace);
    this.#name = `daybook-uploads-${user}-${source.workspace}`;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = () => void this.#reload();
    const signal = source.closing;
    globalThis.addEventListener("online", () => void this.run(), { signal });
    // Whoever signs in next has a queue of their own: this one must neither send as them nor hold the lock.
    signal.addEventListener("abort", () => {
      clearTimeout(this.#timer);
      this.#channel.close();
    });
    void this.#reload().then(() => this.run());
  }

  /** The works that wait, oldest first. */
  get uploads(): Watched<readonly Upload[]> {
    return this.#shown;
  }

  /** Keeps works on this device, and begins to upload them. @throws {Problem} where there is no room for them. */
  async add(works: readonly NewWork[]): Promise<void> {
    const store = await this.#store;
    for (const { pictures, ...rest } of works) {
      const work: PendingWork = {
        ...rest,
        id: mint(),
        pictures: pictures.map(({ file, recipe }) => ({
          id: mint(),
          // A name is one line, and not too long.
          name: Array.from(file.name.replace(/\p{Cc}+/gu, " ").trim()).slice(-200).join("") || "Picture",
          type: file.type,
          sizeBytes: file.size,
          recipe,
        })),
      };
      try {
        await store.add(work, pictures.map(({ file }) => file));
      } catch (thrown) {
        if (thrown instanceof DOMException) throw new Problem("noRoom", noRoom);
        throw thrown;
      }
    }
    await this.#changed();
    void this.run();
  }

  /** Tries a work again that was stopped; `isKnownWanted` where its pictures are here already, and are wanted twice. */
  async retry({ problem: _, ...work }: PendingWork, { isKnownWanted = false } = {}): Promise<void> {
    await (await this.#store).update({ ...work, ...(isKnownWanted ? { isKnownWanted } : {}) });
    await this.#changed();
    void this.run();
  }

  /** Gives a work up: what is on this device of it goes. */
  async discard(work: PendingWork): Promise<void> {
    await (await this.#store).remove(work);
    await this.#changed();
  }

  /** Sends what waits, in this tab unless another one does; comes back to it while something is left. */
  async run(): Promise<void> {
    this.#isWanted = true;
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    clearTimeout(this.#timer);
    try {
      await navigator.locks.request(this.#name, { ifAvailable: true }, async (lock) => {
        while (lock && this.#isWanted && !this.#isClosed) {
          this.#isWanted = false;
          await this.#sendAll();
        }
      });
    } finally {
      this.#isRunning = false;
    }
    if (!this.#isClosed && this.#shown.get().some(({ work }) => !work.problem)) {
      this.#timer = setTimeout(() => void this.run(), retryMilliseconds);
    }
  }

  get #isClosed(): boolean {
    return this.#source.closing.aborted;
  }

  async #sendAll(): Promise<void> {
    await this.#reload();
    for (const { work } of this.#shown.get()) {
      if (this.#isClosed) return;
      if (work.problem) continue;
      try {
        await this.#send(work);
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
        // Another try helps by itself; anything else is for a person to decide.
        if (passes(thrown)) return;
        await this.#stop(work.id, thrown);
      } finally {
        this.#shares.delete(work.id);
        await this.#changed();
      }
    }
  }

  async #send(work: PendingWork): Promise<void> {
    const store = await this.#store;
    let isAllowed = false;
    await sendWork(work, {
      store,
      upload: (picture, uploading) =>
        this.#source.uploadLasting(picture, { ...uploading, child: hasReach(this.#source) ? work.child : undefined }),
      uploaded: keepOwnPicture,
      perform: async (commands) => {
        isAllowed = (await this.#source.ask("showProgress", { child: work.child })).allowed;
        // Requirement J-105.
        await this.#source.perform(commands, isAllowed ? "Uploaded! Analyzing…" : "Uploaded!");
      },
      tell: (share) => this.#tell(work.id, share),
      today: dayOf(new Date()),
    });
    // Where it cannot be asked for now, the work's own screen offers it.
    if (isAllowed) void askForAnalysis(this.#source, work.id).catch(() => undefined);
  }

  async #stop(id: string, { code, message }: Problem): Promise<void> {
    const store = await this.#store;
    const work = (await store.all()).find((one) => one.id === id);
    if (work) await store.update({ ...work, problem: { code, message } });
  }

  #tell(id: string, share: number): void {
    this.#shares.set(id, share);
    this.#show(this.#shown.get().map(({ work }) => work));
  }

  async #changed(): Promise<void> {
    await this.#reload();
    if (!this.#isClosed) this.#channel.postMessage("changed");
  }

  async #reload(): Promise<void> {
    const works = await (await this.#store).all();
    this.#show([...works].sort((one, other) => one.id < other.id ? -1 : 1));
    noteWaitingUploads(this.#source.workspace, works.length);
  }

  #show(works: readonly PendingWork[]): void {
    this.#shown.set(works.map((work) => ({ work, share: this.#shares.get(work.id) })));
  }
}

/** Whether this person sees some children alone. */
function hasReach({ workspace }: Source): boolean {
  const line = session.get().workspaces.find(({ id }) => id === workspace);
  return line !== undefined && line.role !== "owner" && line.children !== null && line.children !== undefined;
}

const noRoom = "There is no room for these pictures on this device. Free some room, or add fewer at once.";

/** Whether a work waits through a problem: it passes, or somebody signs in again. */
function passes(problem: Problem): boolean {
  return problem.isPassing || problem.code === "csrf" || problem.status === 401;
}
