/** Whether the sidebar of desktops is collapsed to its icons: kept on this device, and for a board's own window apart. */

import { useSyncExternalStore } from "react";
import { isOwnWindow } from "../windows.ts";

const key = "daybook.sidebar";
const watchers = new Set<() => void>();

function kept(): Storage {
  return isOwnWindow() ? sessionStorage : localStorage;
}

function isCollapsed(): boolean {
  const value = kept().getItem(key);
  return value === null ? isOwnWindow() : value === "collapsed";
}

/** Collapses the sidebar, or shows it whole. */
export function toggleSidebar() {
  kept().setItem(key, isCollapsed() ? "shown" : "collapsed");
  for (const changed of watchers) changed();
}

/** Whether the sidebar is collapsed, rendered again when that changes, in another window too. */
export function useIsSidebarCollapsed(): boolean {
  return useSyncExternalStore(subscribe, isCollapsed);
}

function subscribe(changed: () => void): () => void {
  watchers.add(changed);
  addEventListener("storage", changed);
  return () => {
    watchers.delete(changed);
    removeEventListener("storage", changed);
  };
}

/** The keys that collapse it: in a tab, Ctrl+0 is the browser's. Requirement P-319. */
export function sidebarKeys(): string {
  return matchMedia("(display-mode: standalone)").matches ? "mod+0" : "[";
}
