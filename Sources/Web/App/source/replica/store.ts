/** What a device keeps of a workspace: the outbox, and the replica as a snapshot with the pages of records after it. */

import type { Kept, Writes } from "../../core/core.ts";
import { openDatabase, transact } from "../storage/idb.ts";
import { Vault } from "../storage/vault.ts";

/** The outbox as it is stored. */
export interface StoredOutbox {
  readonly rows: readonly Kept[];
  readonly lastNumber: number;
}

/** A page of records, as it came. */
export interface StoredPage {
  /** The record that it begins after. */
  readonly after: number;
  readonly bytes: Uint8Array;
}

/** Everything that is stored. */
export interface Stored extends StoredOutbox {
  readonly mark: Mark;
  readonly snapshot: Uint8Array | undefined;
  readonly pages: readonly StoredPage[];
}

/** How the stored things stand: cheap to read, and another one after every change. */
export interface Mark {
  /** Grows with every change of the outbox. */
  readonly outbox: number;
  /** Grows when the replica is replaced as a whole. */
  readonly replica: number;
  /** Whether the replica was fetched to its end once: then views can be shown of it. */
  readonly isWhole: boolean;
  /** The last record that the snapshot and the pages have. */
  readonly sequence: number;
}

/** Changes that are stored together or not at all. */
export interface Change {
  readonly writes?: Writes;
  /** Records, with the last of them. */
  readonly page?: StoredPage & { readonly last: number };
  /** The replica has come to its end. */
  readonly isWhole?: boolean;
}

/** A replica in the place of the one before. */
export interface Replacement {
  readonly snapshot: Uint8Array;
  readonly sequence: number;
  readonly isWhole: boolean;
  /** Whether it is no continuation of the one before: other tabs begin with it anew. */
  readonly isOther: boolean;
  /** Whether the one before is kept aside, because the service has another past. */
  readonly keepsFormer: boolean;
}

/** Where a device keeps a workspace. Every promise resolves once it is on the disk. */
export interface Store {
  mark(): Promise<Mark>;
  all(): Promise<Stored>;
  outbox(): Promise<StoredOutbox>;
  /** The pages that begin at a record or after it. */
  pages(from: number): Promise<readonly StoredPage[]>;
  write(change: Change): Promise<Mark>;
  /** Puts a snapshot in the place of the one before and its pages. */
  replace(replacement: Replacement): Promise<Mark>;
  close(): void;
}

/** Prefix of the databases of a person. */
export function databasePrefix(user: string): string {
  return `daybook-${user}-`;
}

const [outboxName, pagesName, replicaName, stateName] = ["outbox", "pages", "replica", "state"];
const nothingKept = { outbox: 0, replica: 0, isWhole: false, sequence: 0, lastNumber: 0 };

interface State extends Mark {
  readonly lastNumber: number;
}

interface SealedPage {
  readonly after: number;
  readonly sealed: Uint8Array;
}

/** How many changes of a person this device keeps that are not at the service, by workspace. */
export async function keptChanges(user: string): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  if (!("indexedDB" in globalThis)) return found;
  const prefix = databasePrefix(user);
  for (const { name } of await indexedDB.databases?.() ?? []) {
    if (!name?.startsWith(prefix)) continue;
    const database = await openDatabase(name, []);
    try {
      if (!database.objectStoreNames.contains(outboxName)) continue;
      const count = await transact(database, [outboxName], "readonly", (store) => {
        const rows = store(outboxName).count();
        return () => rows.result;
      });
      if (count > 0) found.set(name.slice(prefix.length), count);
    } finally {
      database.close();
    }
  }
  return found;
}

/** In IndexedDB, sealed. */
export class DatabaseStore implements Store {
  readonly #database: IDBDatabase;
  readonly #vault: Vault;

  private constructor(database: IDBDatabase, vault: Vault) {
    this.#database = database;
    this.#vault = vault;
  }

  static async open(user: string, workspace: string): Promise<DatabaseStore> {
    const name = databasePrefix(user) + workspace;
    const database = await openDatabase(name, [outboxName, pagesName, replicaName, stateName]);
    return new DatabaseStore(database, await Vault.open(user));
  }

  close(): void {
    this.#database.close();
  }

  mark(): Promise<Mark> {
    return transact(this.#database, [stateName], "readonly", (store) => stateIn(store));
  }

  async all(): Promise<Stored> {
    const found = await transact(
      this.#database,
      [outboxName, pagesName, replicaName, stateName],
      "readonly",
      (store) => {
        const state = stateIn(store);
        const rows = rowsIn(store);
        const snapshot = store(replicaName).get("snapshot");
        const pages = store(pagesName).getAll();
        return () => ({
          state: state(),
          rows: rows(),
          snapshot: snapshot.result as Uint8Array | undefined,
          pages: pages.result as readonly SealedPage[],
        });
      },
    );
    const { lastNumber, ...mark } = found.state;
    const snapshot = found.snapshot && await this.#vault.unseal(found.snapshot);
    return {
      mark,
      lastNumber,
      snapshot,
      rows: await this.#unsealRows(found.rows),
      pages: await this.#unseal(found.pages),
    };
  }

  async outbox(): Promise<StoredOutbox> {
    const found = await transact(this.#database, [outboxName, stateName], "readonly", (store) => {
      const [state, rows] = [stateIn(store), rowsIn(store)];
      return () => ({ lastNumber: state().lastNumber, rows: rows() });
    });
    return { lastNumber: found.lastNumber, rows: await this.#unsealRows(found.rows) };
  }

  async pages(from: number): Promise<readonly StoredPage[]> {
    const pages = await transact(this.#database, [pagesName], "readonly", (store) => {
      const request = store(pagesName).getAll(IDBKeyRange.lowerBound(from));
      return () => request.result as readonly SealedPage[];
    });
    return await this.#unseal(pages);
  }

  async write({ writes, page, isWhole }: Change): Promise<Mark> {
    const rows = await Promise.all((writes?.put ?? []).map(async ({ id, json }) => {
      return { id, sealed: await this.#vault.seal(new TextEncoder().encode(json)) };
    }));
    const sealed = page && await this.#vault.seal(page.bytes);
    return await this.#change([outboxName, pagesName, stateName], (store, state) => {
      for (const id of writes?.remove ?? []) store(outboxName).delete(id);
      for (const row of rows) store(outboxName).put(row.sealed, row.id);
      if (page && sealed) store(pagesName).put({ after: page.after, sealed }, page.after);
      return {
        ...state,
        outbox: state.outbox + (writes ? 1 : 0),
        isWhole: state.isWhole || isWhole === true,
        sequence: page?.last ?? state.sequence,
        lastNumber: Math.max(state.lastNumber, writes?.lastNumber ?? 0),
      };
    });
  }

  async replace({ snapshot, sequence, isWhole, isOther, keepsFormer }: Replacement): Promise<Mark> {
    const sealed = await this.#vault.seal(snapshot);
    return await this.#change([pagesName, replicaName, stateName], (store, state) => {
      const put = () => {
        store(pagesName).clear();
        store(replicaName).put(sealed, "snapshot");
      };
      if (keepsFormer) keepFormer(store, put);
      else put();
      return { ...state, isWhole, sequence, replica: state.replica + (isOther ? 1 : 0) };
    });
  }

  #change(
    stores: readonly string[],
    work: (store: (name: string) => IDBObjectStore, state: State) => State,
  ): Promise<Mark> {
    return transact(this.#database, stores, "readwrite", (store) => {
      let fresh: State = nothingKept;
      const request = store(stateName).get("state");
      request.onsuccess = () => {
        fresh = work(store, (request.result as State | undefined) ?? nothingKept);
        store(stateName).put(fresh, "state");
      };
      return () => {
        const { lastNumber: _, ...mark } = fresh;
        return mark;
      };
    });
  }

  /** A row that cannot be unsealed stays, and is said to be unreadable by the core. */
  #unsealRows(rows: readonly { readonly id: string; readonly sealed: Uint8Array }[]): Promise<Kept[]> {
    return Promise.all(rows.map(async ({ id, sealed }) => {
      return { id, json: new TextDecoder().decode(await this.#vault.unseal(sealed) ?? new Uint8Array()) };
    }));
  }

  /** Pages up to the first that is damaged: what follows is fetched anew. */
  async #unseal(pages: readonly SealedPage[]): Promise<StoredPage[]> {
    const opened: StoredPage[] = [];
    for (const { after, sealed } of pages) {
      const bytes = await this.#vault.unseal(sealed);
      if (!bytes) break;
      opened.push({ after, bytes });
    }
    return opened;
  }
}

function stateIn(store: (name: string) => IDBObjectStore): () => State {
  const request = store(stateName).get("state");
  return () => (request.result as State | undefined) ?? nothingKept;
}

function rowsIn(store: (name: string) => IDBObjectStore): () => readonly { id: string; sealed: Uint8Array }[] {
  const [keys, values] = [store(outboxName).getAllKeys(), store(outboxName).getAll()];
  return () => keys.result.map((id, place) => ({ id: String(id), sealed: values.result[place] as Uint8Array }));
}

/** Puts the former replica under a name of its own, as it is: sealed, to be looked into by a person who misses something. */
function keepFormer(store: (name: string) => IDBObjectStore, done: () => void): void {
  const [snapshot, pages] = [store(replicaName).get("snapshot"), store(pagesName).getAll()];
  pages.onsuccess = () => {
    store(replicaName).put({ snapshot: snapshot.result, pages: pages.result }, `former ${new Date().toISOString()}`);
    done();
  };
}
