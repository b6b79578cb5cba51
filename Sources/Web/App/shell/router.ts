/** Where in the app somebody is: the address of the browser, its history, and what to put the focus on after a change. */

import { useEffect, useSyncExternalStore } from "react";
import { announce } from "../design/announce.ts";

/** The address as the app reads it. */
export interface Route {
  readonly path: string;
  /** The parts of the path, decoded: `/w/0190…/boards` is `["w", "0190…", "boards"]`. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

let route = read();
const watchers = new Set<() => void>();
const scrolls = new Map<string, number>();

function read(): Route {
  const { pathname, search } = location;
  return { path: pathname, parts: pathname.split("/").filter(Boolean).map(decode), query: new URLSearchParams(search) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The route that is shown now. */
export function currentRoute(): Route {
  return route;
}

/** The route, rendered again when it changes. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, currentRoute);
}

function subscribe(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/**
 * Goes to an address of the app, such as `/w/…/boards`.
 *
 * @param replace whether the address takes the place of the present one, so that Back does not come here.
 */
export function navigate(path: string, { replace = false } = {}) {
  if (path === location.pathname + location.search) return;
  keepScroll();
  if (replace) history.replaceState({ key: crypto.randomUUID() }, "", path);
  else history.pushState({ key: crypto.randomUUID() }, "", path);
  show(0);
}

/** Starts to follow the browser's history, and clicks on links within the app. */
export function beginRouter() {
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => show(scrolls.get(keyOf(history.state)) ?? 0));
  addEventListener("click", follow);
  // A notification was clicked: see the service worker.
  navigator.serviceWorker?.addEventListener("message", ({ data }: MessageEvent<{ type?: unknown; link?: unknown }>) => {
    if (data.type === "open" && typeof data.link === "string") navigate(data.link);
  });
}

/** Follows a click on a link of the app, unless it asks for a window of its own, or a download. */
function follow(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  if (link.target || link.hasAttribute("download") || !isOfApp(link.pathname)) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}

/** Whether a path is shown by the app; others, such as an export, are the service's. */
function isOfApp(path: string): boolean {
  return path === "/" || /^\/(w|mini|sign-in|sign-up|privacy)(\/|$)/.test(path);
}

function keyOf(state: unknown): string {
  return typeof state === "object" && state !== null && "key" in state ? String(state.key) : "first";
}

function keepScroll() {
  scrolls.set(keyOf(history.state), document.getElementById("main")?.scrollTop ?? 0);
}

function show(scroll: number) {
  route = read();
  for (const changed of watchers) changed();
  requestAnimationFrame(() => document.getElementById("main")?.scrollTo({ top: scroll, behavior: "instant" }));
}

// The first screen is read by itself as the page opens.
let announced = location.pathname;

/** The title of the window while a screen is shown; said aloud once where one has navigated to. */
export function useTitle(title: string | undefined) {
  const { path } = useRoute();
  useEffect(() => {
    if (!title) return;
    document.title = `${title} · Daybook`;
    if (path === announced) return;
    announced = path;
    announce(title);
  }, [title, path]);
}
