/** The source of one workspace: begins on the service, and changes over to the device's own replica once that is there. */

import { pathOf, workspaceAddress } from "./addresses.ts";
import type { Command, ViewParameters } from "./api.ts";
import type { Backend, BackendEvents, Receipt, ReplicaBackend } from "./replica/backend.ts";
import { HTTPBackend } from "./service/http.ts";
import type { Service } from "./service/service.ts";
import type { Page, RefusedChange, Said, Shown, Source, SyncState, View, ViewName, Watched } from "./source.ts";
import { type LastingUpload, type Uploaded, uploadFile, type Uploading, uploadLasting } from "./service/upload.ts";
import { type Loaded, ViewCache } from "./views/views.ts";
import { Value } from "./watched.ts";

/** Makes the backend of the device; undefined where this browser or this member keeps none. */
export type DeviceBackend = (events: BackendEvents) => Promise<ReplicaBackend | undefined>;

/** A backend's turn to answer: whether it is past, and what it said of its sync last. */
interface Turn {
  isPast: boolean;
  sync?: SyncState;
}

/** How long the service is waited for: a leading tab that was closed just now answers nobody; another one goes on by itself. */
const syncMilliseconds = 15_000;

/** The source that screens are given. */
export class WorkspaceSource implements Source {
  readonly sync = new Value<SyncState>({ kind: "starting", waiting: 0, refused: [] });
  readonly said = new Value<readonly Said[]>([]);
  readonly settled: Promise<void>;
  readonly #views = new ViewCache((path) => this.#show(path));
  readonly #service: Service;
  readonly #end = new AbortController();
  #backend: Backend;
  /** Where it is to be changed over, until it was. */
  #device: Promise<ReplicaBackend | undefined> | undefined;
  /** Resolves once the device has taken over; changes that are asked for meanwhile wait. */
  #handing: Promise<void> | undefined;

  #isLocal = false;

  constructor(readonly workspace: string, service: Service, device?: DeviceBackend) {
    this.#service = service;
    const first: Turn = { isPast: false };
    this.#backend = new HTTPBackend(workspace, service, this.#eventsFor(first));
    this.settled = device ? this.#changeOver(device, first) : Promise.resolve();
  }

  get closing(): AbortSignal {
    return this.#end.signal;
  }

  get isLocal(): boolean {
    return this.#isLocal;
  }

  watch<N extends ViewName>(name: N, parameters: ViewParameters[N]): Watched<Shown<View<N>>> {
    return this.#views.watch(pathOf(name, parameters)) as Watched<Shown<View<N>>>;
  }

  async ask<N extends ViewName>(name: N, parameters: ViewParameters[N]): Promise<View<N>> {
    return (await this.#show(pathOf(name, parameters))).value as View<N>;
  }

  async page<N extends ViewName>(name: N, parameters: ViewParameters[N]): Promise<Page<View<N>>> {
    const { value, next } = await this.#show(pathOf(name, parameters));
    return { value: value as View<N>, next };
  }

  async perform(commands: Command | readonly Command[], says?: string): Promise<void> {
    const list = "type" in commands ? [commands] : commands;
    if (list.length === 0) return;
    const receipt = await (await this.#hand()).perform(list, says ?? "");
    // Where there was nothing to do, nothing was done that could be told, or taken back.
    if (says && receipt) this.#say(says, receipt);
  }

  async undo(said?: Said): Promise<string> {
    return await (await this.#hand()).undo(said?.receipt);
  }

  async redo(): Promise<string> {
    return await (await this.#hand()).redo();
  }

  async restore(thing: string, record: number): Promise<string> {
    return await (await this.#hand()).restore(thing, record);
  }

  async retry(change: RefusedChange): Promise<void> {
    await (await this.#hand()).retry(change);
  }

  async discard(change: RefusedChange): Promise<void> {
    await (await this.#hand()).discard(change);
  }

  async upload(file: Blob, uploading?: Uploading): Promise<string> {
    return await uploadFile(this.#service, workspaceAddress(this.workspace), file, uploading);
  }

  async uploadLasting(file: Blob, uploading: LastingUpload): Promise<Uploaded> {
    return await uploadLasting(this.#service, workspaceAddress(this.workspace), file, uploading);
  }

  /** Sends what waits. @throws {Problem} where it cannot. */
  async deliver(): Promise<void> {
    await (await this.#hand()).deliver();
  }

  async syncNow(): Promise<void> {
    await atMost(syncMilliseconds, this.#backend.sync());
  }

  close(): void {
    this.#end.abort();
    this.#backend.close();
    void this.#device?.then((device) => device?.close());
  }

  /** What takes changes now. */
  async #hand(): Promise<Backend> {
    await this.#handing;
    return this.#backend;
  }

  #show(path: string): Promise<Loaded> {
    return this.#backend.show(path);
  }

  #say(text: string, receipt: Receipt): void {
    const said = this.said.get();
    this.said.set([...said.slice(-19), { id: (said.at(-1)?.id ?? 0) + 1, text, receipt }]);
  }

  #eventsFor(backend: Turn): BackendEvents {
    return {
      changed: async () => {
        if (!backend.isPast) await this.#views.refresh();
      },
      sync: (state) => {
        backend.sync = state;
        if (!backend.isPast) this.sync.set(state);
      },
      shownSequence: () => this.#views.sequence,
    };
  }

  async #changeOver(device: DeviceBackend, first: Turn): Promise<void> {
    const second: Turn = { isPast: false };
    this.#device = device(this.#eventsFor(second));
    const backend = await this.#device;
    if (!backend) {
      // What the device said of its sync is over with it: the service goes on answering.
      second.isPast = true;
      if (first.sync) this.sync.set(first.sync);
      this.#device = undefined;
      return;
    }
    const former = this.#backend;
    // What was begun over HTTP ends there, and the device gets it before it takes over: nothing that is shown steps back, and
    // no change is decided without the ones before it.
    this.#handing = (async () => {
      await former.deliver();
      // What cannot be had now comes with the next sync.
      await atMost(syncMilliseconds, backend.reach(this.#views.newest).catch(() => undefined));
      first.isPast = true;
      this.#backend = backend;
      this.#isLocal = true;
      this.#device = undefined;
    })();
    await this.#handing;
    this.#handing = undefined;
    former.close();
    await this.#views.refresh();
    // From here on the app needs no network: measured by the benchmark, and waited for by tests.
    performance.mark("daybook replica ready");
  }
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: number | undefined;
  await Promise.race([work, new Promise((resolve) => timer = setTimeout(resolve, milliseconds))]);
  clearTimeout(timer);
}
