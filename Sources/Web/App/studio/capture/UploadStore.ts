/** Works on their way to the service, with their pictures: on this device, sealed, until they have arrived. Requirement J-106. */

import { openDatabase, transact } from "../../source/storage/idb.ts";
import { databasePrefix } from "../../source/replica/store.ts";
import { Vault } from "../../source/storage/vault.ts";
import type { PendingWork } from "./pending.ts";

const [worksName, picturesName] = ["works", "pictures"];

/** The database of a person's works that wait, for one workspace. */
export class UploadStore {
  readonly #database: IDBDatabase;
  readonly #vault: Vault;

  private constructor(database: IDBDatabase, vault: Vault) {
    this.#database = database;
    this.#vault = vault;
  }

  static async open(user: string, workspace: string): Promise<UploadStore> {
    const database = await openDatabase(`${databasePrefix(user)}${workspace}-uploads`, [worksName, picturesName]);
    return new UploadStore(database, await Vault.open(user));
  }

  /** All works that wait, in the order in which they were kept; what cannot be read any more is left out. */
  async all(): Promise<readonly PendingWork[]> {
    const rows = await transact(this.#database, [worksName], "readonly", (store) => {
      const request = store(worksName).getAll();
      return () => request.result as Uint8Array[];
    });
    const works = await Promise.all(rows.map((row) => this.#vault.unseal(row)));
    return works.flatMap((bytes) => bytes ? [JSON.parse(new TextDecoder().decode(bytes)) as PendingWork] : []);
  }

  /** Keeps a work with its pictures. Resolves when it is on the disk. @throws DOMException where there is no room. */
  async add(work: PendingWork, pictures: readonly Blob[]): Promise<void> {
    const row = await this.#sealed(work);
    const bytes: (readonly [string, Uint8Array])[] = [];
    for (const [place, picture] of work.pictures.entries()) {
      const blob = pictures[place];
      if (blob) bytes.push([picture.id, await this.#vault.seal(new Uint8Array(await blob.arrayBuffer()))]);
    }
    await transact(this.#database, [worksName, picturesName], "readwrite", (store) => {
      store(worksName).put(row, work.id);
      for (const [id, sealed] of bytes) store(picturesName).put(sealed, id);
      return () => undefined;
    });
  }

  /** Keeps what became of a work meanwhile. */
  async update(work: PendingWork): Promise<void> {
    const row = await this.#sealed(work);
    await transact(this.#database, [worksName], "readwrite", (store) => {
      store(worksName).put(row, work.id);
      return () => undefined;
    });
  }

  /** The bytes of a picture that waits. */
  async picture(id: string, type: string): Promise<Blob | undefined> {
    const sealed = await transact(this.#database, [picturesName], "readonly", (store) => {
      const request = store(picturesName).get(id);
      return () => request.result as Uint8Array | undefined;
    });
    const bytes = sealed && await this.#vault.unseal(sealed);
    return bytes && new Blob([bytes as BlobPart], { type });
  }

  /** Lets go of a work that has arrived, or was given up. */
  async remove(work: PendingWork): Promise<void> {
    await transact(this.#database, [worksName, picturesName], "readwrite", (store) => {
      store(worksName).delete(work.id);
      for (const { id } of work.pictures) store(picturesName).delete(id);
      return () => undefined;
    });
  }

  #sealed(work: PendingWork): Promise<Uint8Array> {
    return this.#vault.seal(new TextEncoder().encode(JSON.stringify(work)));
  }
}
