/** Notifications on this device: whether the browser can, may and does. Requirement J-210. */

import { callService, session } from "../source/session.ts";
import { Problem } from "../source/problem.ts";
import { bodyOf, isOf, type Notifications, subscribe, type Topic } from "./subscription.ts";

/** `absent`: this browser has no push service. `denied`: somebody said no to the browser's question. */
export type PushState =
  | { readonly kind: "absent" | "denied" | "off" }
  | { readonly kind: "on"; readonly topics: readonly Topic[] };

/** Every topic, in the order in which they are shown. */
export const topics: readonly Topic[] = ["reminders", "tips", "family"];

const path = "/v1/account/notifications";

/** How it stands on this device. @throws {Problem} */
export async function readPush(): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return { kind: "absent" };
  if (Notification.permission === "denied") return { kind: "denied" };
  const [subscription, { devices }] = await Promise.all([manager.getSubscription(), ask()]);
  const own = devices.find(({ device }) => device === here());
  return own && subscription ? { kind: "on", topics: own.topics } : { kind: "off" };
}

/** Asks the browser, subscribes and tells the service; again to change the topics. @throws {Problem} */
export async function switchPushOn(chosen: readonly Topic[] = topics): Promise<PushState> {
  if (!("Notification" in globalThis)) return { kind: "absent" };
  // Before anything is waited for: some browsers ask only while a click is being handled.
  const asked = Notification.requestPermission();
  const manager = await pushManager();
  if (!manager) return { kind: "absent" };
  const answer = await asked;
  if (answer !== "granted") return { kind: answer === "denied" ? "denied" : "off" };
  await tell(manager, (await ask()).key, chosen);
  return { kind: "on", topics: chosen };
}

/** Tells the service, and gives the subscription back. @throws {Problem} */
export async function switchPushOff(): Promise<PushState> {
  await callService("DELETE", `${path}/${here()}`);
  const subscription = await (await pushManager())?.getSubscription();
  await subscription?.unsubscribe();
  return { kind: "off" };
}

/** Has the service notify this device once, to see whether it arrives. @throws {Problem} */
export async function tryPush(): Promise<string> {
  const { outcome } = await callService("POST", `${path}/${here()}/ping`) as { readonly outcome: string };
  if (outcome === "delivered") return "Sent. It appears in a moment.";
  throw new Problem("badPush", "The push service of this browser did not take it. Try again later.");
}

/** Subscribes anew where the service has another key by now, or the browser another subscription. Never rejects. */
export async function renewPush(): Promise<void> {
  try {
    const manager = await pushManager();
    if (!manager || Notification.permission !== "granted") return;
    const [subscription, { key, devices }] = await Promise.all([manager.getSubscription(), ask()]);
    const own = devices.find(({ device }) => device === here());
    if (!own || (subscription && isOf(subscription, key))) return;
    await tell(manager, key, own.topics);
  } catch (thrown) {
    // Without a connection it is tried when the app opens the next time.
    if (!(thrown instanceof Problem)) throw thrown;
  }
}

async function tell(manager: PushManager, key: string, chosen: readonly Topic[]): Promise<void> {
  let subscription: PushSubscription;
  try {
    subscription = await subscribe(manager, key);
  } catch {
    throw new Problem("badPush", "The push service of this browser cannot be reached. Try again later.");
  }
  await callService("PUT", path, bodyOf(subscription, chosen));
}

async function ask(): Promise<Notifications> {
  return await callService("GET", path) as Notifications;
}

/** Undefined where the browser has none, as on an iPhone outside the home screen, or no service worker runs. */
async function pushManager(): Promise<PushManager | undefined> {
  if (!("serviceWorker" in navigator) || !("Notification" in globalThis)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration && "pushManager" in registration ? registration.pushManager : undefined;
}

function here(): string | undefined {
  const state = session.get();
  return state.kind === "signedIn" ? state.device : undefined;
}
