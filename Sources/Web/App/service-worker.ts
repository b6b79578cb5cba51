/**
 * Keeps the app, so that it opens without a network, whole and of one version: an update is fetched beside it, and takes effect when
 * the person reloads or no page is open. Keeps small pictures too, within a bound.
 */

import { kept, version } from "kept";
import { beginNotifying, type NotifyingScope } from "./notifications/worker.ts";
import { keepShared, sharedQuery, sharePath } from "./source/storage/shared.ts";

/** What of a service worker's scope is used here; TypeScript has one library for pages and another for workers. */
interface Scope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly active: unknown };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install", listener: (event: Installing) => void): void;
  addEventListener(kind: "activate", listener: (event: Lasting) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<unknown>) => void): void;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Installing extends Lasting {
  addRoutes?(routes: readonly Route[]): Promise<void>;
}

/** Addresses that the browser answers from a cache without this script. */
interface Route {
  readonly condition: { readonly urlPattern: URLPatternInit };
  readonly source: "cache" | { readonly cacheName: string };
}

interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;
const prefix = "daybook-app-";
const ownCache = prefix + version;
const pageAddress = "/";
/** The small window has a page of its own, which needs less; kept under the address that it is asked for by. */
const miniAddress = "/mini";
const miniFile = "/mini.html";

/** Deleted by signing out: see `forgetPictures` of the source. */
const pictureCache = "daybook-pictures";
const picturesMost = 500;
const looked = new Set<string>();

scope.addEventListener("install", (event) => {
  // These two need no service worker to be started first, where the browser knows how.
  const known = event.addRoutes?.([
    { condition: { urlPattern: { pathname: miniAddress, search: "" } }, source: { cacheName: ownCache } },
    { condition: { urlPattern: { pathname: "/app/*" } }, source: "cache" },
  ]);
  event.waitUntil(Promise.all([known, keepAll()]));
});
scope.addEventListener("activate", (event) => event.waitUntil(takeOver()));
scope.addEventListener("message", ({ data }) => {
  if (typeof data === "object" && data !== null && "type" in data && data.type === "skipWaiting") {
    void scope.skipWaiting();
  }
});
beginNotifying(globalThis as unknown as NotifyingScope, isOfTheApp);
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === "POST" && origin === scope.location.origin && pathname === sharePath) {
    return event.respondWith(takeShared(request));
  }
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  if (request.mode === "navigate") {
    if (/^\/mini\/?$/.test(pathname)) event.respondWith(fromOwn(miniAddress, request));
    else if (isOfTheApp(pathname)) event.respondWith(fromOwn(pageAddress, request));
  } else if (pathname.startsWith("/app/")) {
    event.respondWith(fromAny(request));
  } else if (kept.includes(pathname)) {
    event.respondWith(fromOwn(pathname, request));
  } else if (/^\/v1\/workspaces\/[^/]+\/blobs\/[0-9a-f]+\/thumbnail$/.test(pathname)) {
    event.respondWith(picture(event));
  }
});

/** All or nothing: one file that is missing fails the installation, and what was there stays. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(ownCache);
  await Promise.all([pageAddress, miniAddress, ...kept].map(async (address) => {
    // Hashed names never change their content: what the version before has, or the page has just loaded, is not fetched again.
    const isHashed = address.startsWith("/app/");
    const known = isHashed ? await caches.match(address) : undefined;
    const file = address === miniAddress ? miniFile : address;
    const answer = known ?? await fetch(file, { cache: isHashed ? "default" : "reload" });
    if (!answer.ok || answer.redirected) throw new Error(`${address} cannot be kept: ${answer.status}`);
    await cache.put(address, answer);
  }));
  if (!scope.registration.active) await scope.skipWaiting();
}

/** Other pages may still be of the version before: its files stay until the next update. */
async function takeOver(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ownCache);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** The screens' own paths; the rest of the addresses are the service's. */
function isOfTheApp(path: string): boolean {
  return path === "/" || /^\/(w|mini|sign-in|sign-up|privacy)(\/|$)/.test(path);
}

async function fromOwn(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(ownCache);
  return await cache.match(address) ?? await fetch(request);
}

async function fromAny(request: Request): Promise<Response> {
  return await caches.match(request) ?? await fetch(request);
}

/** What another program shares is kept, and the app opened, which takes it into the inbox. */
async function takeShared(request: Request): Promise<Response> {
  await keepShared(request);
  return Response.redirect(`${pageAddress}?${sharedQuery}`, 303);
}

/** A picture by its digest never changes. */
async function picture(event: Fetching): Promise<Response> {
  const cache = await caches.open(pictureCache);
  const known = await cache.match(event.request);
  if (known) {
    // What is looked at goes to the end of the line again, once for each life of this worker.
    if (!looked.has(event.request.url)) event.waitUntil(cache.put(event.request, known.clone()));
    looked.add(event.request.url);
    return known;
  }
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(keepPicture(cache, event.request, answer.clone()));
  return answer;
}

async function keepPicture(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - picturesMost)).map((oldest) => cache.delete(oldest)));
}
