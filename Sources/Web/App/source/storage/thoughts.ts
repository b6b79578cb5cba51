/**
 * Storage of the small window, which is there before the core is: thoughts until a window takes them into the inbox, and the
 * picture that it shows meanwhile. Sealed as the replica is; signing out destroys it.
 */

import { openDatabase, transact } from "./idb.ts";
import { databasePrefix } from "../replica/store.ts";
import { Vault } from "./vault.ts";

/** A thought as it was written, under the identifier that its item will have: taken twice, it is there once. */
export interface Thought {
  readonly id: string;
  readonly workspace: string;
  readonly content: string;
  readonly captured: string;
}

const [thoughtsName, picturesName] = ["thoughts", "pictures"];
const channelName = "daybook-thoughts";

/** Keeps thoughts and pictures of one person. */
export class ThoughtStore {
  readonly #database: IDBDatabase;
  readonly #vault: Vault;

  private constructor(database: IDBDatabase, vault: Vault) {
    this.#database = database;
    this.#vault = vault;
  }

  /** Opens what is kept of a person. @throws DOMException where this browser keeps nothing. */
  static async open(user: string): Promise<ThoughtStore> {
    const [database, vault] = await Promise.all([
      openDatabase(`${databasePrefix(user)}small-window`, [thoughtsName, picturesName]),
      Vault.open(user),
    ]);
    return new ThoughtStore(database, vault);
  }

  /** Keeps a thought. Resolves once it is on the disk; other windows hear of it then. @throws DOMException where there is no room. */
  async keep(thought: Thought): Promise<void> {
    await this.#put(thoughtsName, thought.id, thought);
    const channel = new BroadcastChannel(channelName);
    channel.postMessage(thought.workspace);
    channel.close();
  }

  /** The thoughts that wait, the oldest first, as their identifiers are; one that cannot be unsealed is gone with its key. */
  async all(): Promise<readonly Thought[]> {
    const sealed = await transact(this.#database, [thoughtsName], "readonly", (store) => {
      const request = store(thoughtsName).getAll();
      return () => request.result as readonly Uint8Array[];
    });
    const opened = await Promise.all(sealed.map((one) => this.#unseal(one)));
    return opened.flatMap((one) => one === undefined ? [] : one as Thought);
  }

  /** Lets go of a thought that is in the inbox. */
  async forget(id: string): Promise<void> {
    await transact(this.#database, [thoughtsName], "readwrite", (store) => {
      store(thoughtsName).delete(id);
      return () => undefined;
    });
  }

  /** Keeps the picture of a workspace in the place of the one before. */
  async keepPicture(workspace: string, picture: unknown): Promise<void> {
    await this.#put(picturesName, workspace, picture);
  }

  /** The picture of a workspace that was kept last. */
  async picture(workspace: string): Promise<unknown> {
    const sealed = await transact(this.#database, [picturesName], "readonly", (store) => {
      const request = store(picturesName).get(workspace);
      return () => request.result as Uint8Array | undefined;
    });
    return sealed && await this.#unseal(sealed);
  }

  close(): void {
    this.#database.close();
  }

  async #put(name: string, key: string, value: unknown): Promise<void> {
    const sealed = await this.#vault.seal(new TextEncoder().encode(JSON.stringify(value)));
    await transact(this.#database, [name], "readwrite", (store) => {
      store(name).put(sealed, key);
      return () => undefined;
    });
  }

  async #unseal(sealed: Uint8Array): Promise<unknown> {
    const bytes = await this.#vault.unseal(sealed);
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  }
}

/** Does something with what is kept of a person. @returns undefined where this browser keeps nothing. */
export async function withThoughts<T>(user: string, work: (store: ThoughtStore) => Promise<T>): Promise<T | undefined> {
  let store: ThoughtStore;
  try {
    store = await ThoughtStore.open(user);
  } catch (thrown) {
    if (!(thrown instanceof DOMException)) throw thrown;
    return undefined;
  }
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** The thoughts of a person that wait on this device. */
export async function keptThoughts(user: string): Promise<readonly Thought[]> {
  return "indexedDB" in globalThis ? await withThoughts(user, (store) => store.all()) ?? [] : [];
}

/** Calls `kept` when a window kept a thought of a workspace, until what it returns is called. */
export function watchThoughts(workspace: string, kept: () => void): () => void {
  if (!("BroadcastChannel" in globalThis)) return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === workspace) kept();
  });
  return () => channel.close();
}
