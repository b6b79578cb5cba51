/** Keeps what is stored on this device unreadable without a key that never leaves the browser, and that signing out destroys. */

import { openDatabase, transact } from "./idb.ts";

const keysName = "daybook-keys";
const keys = "keys";
const ivBytes = 12;

/** Encrypts by AES-GCM with the key of a person. */
export class Vault {
  readonly #key: CryptoKey;

  private constructor(key: CryptoKey) {
    this.#key = key;
  }

  /** Opens the vault of a person; the first time, with a key that is made now. */
  static async open(user: string): Promise<Vault> {
    const database = await openDatabase(keysName, [keys]);
    try {
      const known = await transact(database, [keys], "readonly", (store) => {
        const request = store(keys).get(user);
        return () => request.result as CryptoKey | undefined;
      });
      if (known) return new Vault(known);
      const fresh = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
      const key = await transact(database, [keys], "readwrite", (store) => {
        let found: CryptoKey = fresh;
        const request = store(keys).get(user);
        request.onsuccess = () => {
          if (request.result) found = request.result as CryptoKey;
          else store(keys).put(fresh, user);
        };
        return () => found;
      });
      return new Vault(key);
    } finally {
      database.close();
    }
  }

  /** Destroys the key of a person: nothing that was sealed with it can ever be read again. */
  static async destroy(user: string): Promise<void> {
    const database = await openDatabase(keysName, [keys]);
    try {
      await transact(database, [keys], "readwrite", (store) => {
        store(keys).delete(user);
        return () => undefined;
      });
    } finally {
      database.close();
    }
  }

  /** Seals bytes. */
  async seal(bytes: Uint8Array): Promise<Uint8Array> {
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, this.#key, bytes as BufferSource);
    const all = new Uint8Array(ivBytes + sealed.byteLength);
    all.set(iv);
    all.set(new Uint8Array(sealed), ivBytes);
    return all;
  }

  /** Opens what was sealed. @returns undefined for what is damaged or was sealed with another key. */
  async unseal(sealed: Uint8Array): Promise<Uint8Array | undefined> {
    const iv = sealed.slice(0, ivBytes);
    try {
      const bytes = sealed.slice(ivBytes);
      return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, this.#key, bytes));
    } catch {
      return undefined;
    }
  }
}
