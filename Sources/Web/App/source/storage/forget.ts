/** What signing out leaves behind: nothing. */

import { deleteDatabase } from "./idb.ts";
import { sharedCache } from "./shared.ts";
import { databasePrefix } from "../replica/store.ts";
import { Vault } from "./vault.ts";
import { forgetWaitingUploads } from "./waitingUploads.ts";

/** Destroys what this device keeps of a person: the key first, so that nothing is readable even where files stay. */
export async function destroyReplicas(user: string): Promise<void> {
  if (!("indexedDB" in globalThis)) return;
  await Vault.destroy(user);
  forgetWaitingUploads();
  const databases = await indexedDB.databases?.() ?? [];
  const own = databases.flatMap(({ name }) => name?.startsWith(databasePrefix(user)) ? [name] : []);
  await Promise.all([...own.map(deleteDatabase), forgetPictures(), endPush()]);
}

/** The service ended it with the session; the browser gives the subscription back. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  try {
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // Its push service is out of reach; nothing is sent there any more.
  }
}

async function forgetPictures(): Promise<void> {
  if (!("caches" in globalThis)) return;
  await Promise.all(["daybook-pictures", sharedCache].map((name) => caches.delete(name)));
}
