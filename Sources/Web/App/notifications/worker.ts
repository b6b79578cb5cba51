/** Notifications in the service worker: shown when a message comes, followed when they are clicked. Requirement J-210. */

import { bodyOf, type Notifications, subscribe } from "./subscription.ts";

/** What of a service worker's scope is used here. */
export interface NotifyingScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { readonly type: "window"; readonly includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(kind: "push", listener: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: Clicked) => void): void;
  addEventListener(kind: "pushsubscriptionchange", listener: (event: Lasting) => void): void;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Pushed extends Lasting {
  readonly data: { json(): unknown } | null;
}

interface Clicked extends Lasting {
  readonly notification: Notification;
}

/** A window of the app, or of another page of this address. */
interface Window {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

const path = "/v1/account/notifications";

/** Begins to listen. `isOfTheApp` says which paths the app itself shows. */
export function beginNotifying(scope: NotifyingScope, isOfTheApp: (path: string) => boolean): void {
  scope.addEventListener("push", (event) => event.waitUntil(show(scope, event)));
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(follow(scope, String(event.notification.data), isOfTheApp));
  });
  scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(scope)));
}

/** A browser wants every message shown, so one that cannot be read is shown too. */
async function show({ registration, location }: NotifyingScope, { data }: Pushed): Promise<void> {
  let told: unknown;
  try {
    told = data?.json();
  } catch {
    told = undefined;
  }
  const fields = typeof told === "object" && told !== null ? told as Readonly<Record<string, unknown>> : {};
  const text = (name: string) => typeof fields[name] === "string" ? fields[name] : undefined;
  const link = new URL(text("link") ?? "/", location.origin);
  await registration.showNotification(text("title") ?? "There is something new", {
    tag: text("tag") ?? "daybook",
    icon: "/icon.svg",
    data: link.origin === location.origin ? link.pathname + link.search : "/",
  });
}

/** In a window of the app that is open already, or a new one. */
async function follow(
  { clients }: NotifyingScope,
  link: string,
  isOfTheApp: (path: string) => boolean,
): Promise<void> {
  const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const windows = all.filter(({ url }) => isOfTheApp(new URL(url).pathname));
  const open = windows.find(({ url }) => new URL(url).pathname === link) ?? windows.find(({ focused }) => focused) ??
    windows[0];
  if (!open) return void await clients.openWindow(link);
  // The app goes there without a load: nothing that somebody is writing is lost.
  open.postMessage({ type: "open", link });
  await open.focus();
}

/** The push service gave the browser another subscription: the service is told, as long as somebody is signed in. */
async function renew({ registration }: NotifyingScope): Promise<void> {
  const asked = await fetch("/v1/session");
  if (!asked.ok) return;
  const { csrf, device } = await asked.json() as { readonly csrf: string | null; readonly device: string };
  const { key, devices } = await (await fetch(path)).json() as Notifications;
  const own = devices.find((one) => one.device === device);
  if (!own) return;
  const subscription = await subscribe(registration.pushManager, key);
  await fetch(path, {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...(csrf ? { "X-CSRF-Token": csrf } : {}) },
    body: JSON.stringify(bodyOf(subscription, own.topics)),
  });
}
