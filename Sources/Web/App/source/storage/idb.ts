/** IndexedDB with promises. */

/** Opens a database whose stores have the given names; another tab that deletes it is not kept waiting. */
export function openDatabase(name: string, stores: readonly string[]): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => stores.forEach((store) => request.result.createObjectStore(store));
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** Does something in one transaction. @returns what `work` did, once all of it is on the disk. @throws DOMException of what failed. */
export function transact<T>(
  database: IDBDatabase,
  stores: readonly string[],
  mode: "readonly" | "readwrite",
  work: (store: (name: string) => IDBObjectStore) => () => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([...stores], mode, { durability: "strict" });
    const result = work((name) => transaction.objectStore(name));
    transaction.oncomplete = () => resolve(result());
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException("the transaction broke off", "AbortError"));
  });
}

/** Deletes a database, once nobody has it open. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
