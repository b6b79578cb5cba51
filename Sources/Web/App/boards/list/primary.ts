/** The board that matters most to a person: what the small window shows. It is a setting of the account; this device keeps it too. */

import { useEffect, useSyncExternalStore } from "react";
import type { Account } from "../../source/api.ts";
import { callService } from "../../source/session.ts";

const key = "daybook.primaryBoard";
const watchers = new Set<() => void>();

function keep(board: string | null) {
  if (board) localStorage.setItem(key, board);
  else localStorage.removeItem(key);
  for (const changed of watchers) changed();
}

/** The primary board, as the account has it; as it was last known where the service cannot be asked. */
export function usePrimaryBoard(): string | undefined {
  useEffect(() => void refresh(), []);
  return useSyncExternalStore(subscribe, primaryBoard);
}

/** The primary board, as it was last known. */
export function primaryBoard(): string | undefined {
  return localStorage.getItem(key) ?? undefined;
}

function subscribe(changed: () => void): () => void {
  watchers.add(changed);
  addEventListener("storage", changed);
  return () => {
    watchers.delete(changed);
    removeEventListener("storage", changed);
  };
}

let asked = -Infinity;

/** Asks the account, once a minute at most however many boards are listed. */
async function refresh(): Promise<void> {
  if (performance.now() - asked < 60_000) return;
  asked = performance.now();
  try {
    const { preferences } = await callService("GET", "/v1/account") as Account;
    keep(preferences.primaryBoard);
  } catch {
    // As it was last known: there is nothing to say, and nothing is lost.
  }
}

/** Makes a board the primary one. @throws {Problem} where the service cannot be asked. */
export async function choosePrimaryBoard(board: string | null): Promise<void> {
  await callService("PATCH", "/v1/account/preferences", { primaryBoard: board });
  keep(board);
}
