/** A browser's subscription at its push service, for the page and for the service worker. Requirement J-210. */

import type { AccountViews } from "../source/api.ts";

/** The key that browsers subscribe with, and the devices that are notified. */
export type Notifications = AccountViews["listNotifications"];

/** A subject that a device is notified of. */
export type Topic = Notifications["devices"][number]["topics"][number];

/** Subscribes with the key of the service, in place of a subscription with another one. @throws where the push service says no. */
export async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && isOf(known, key)) return known;
  await known?.unsubscribe();
  return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

/** True if a subscription was made with this key. */
export function isOf({ options }: PushSubscription, key: string): boolean {
  const used = options.applicationServerKey;
  if (!used) return false;
  const [one, other] = [new Uint8Array(used), bytesOf(key)];
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** The body that tells the service of it. */
export function bodyOf(subscription: PushSubscription, topics: readonly Topic[]) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"], topics };
}

function bytesOf(base64URL: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64URL.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
