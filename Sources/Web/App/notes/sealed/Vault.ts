/** The keys of sealed notes while they are open: in the memory of this window, and nowhere else. */

import { session } from "../../source/session.ts";
import { Value } from "../../source/watched.ts";
import type { SealKey } from "./cipher.ts";
import { unlockedWorkspaces } from "./unlocked.ts";

/** Minutes without a key or a pointer after which everything is locked. */
export const idleMinutes = 10;

/** The keys of one workspace. */
export type Keys = ReadonlyMap<string, SealKey>;

const none: Keys = new Map();
const vaults = new Map<string, Vault>();
let lastActive = 0;
let timer: number | undefined;

/** The keys of a workspace that were opened in this window. */
export class Vault {
  readonly keys = new Value<Keys>(none);
  /** The key that was typed last: new notes are sealed with it. */
  latest: SealKey | undefined;

  constructor(readonly workspace: string) {}

  add(key: SealKey): void {
    this.latest = key;
    this.learn(key);
  }

  /** Takes a key that only opens: what is written is sealed as before. */
  learn(key: SealKey): void {
    this.keys.set(new Map(this.keys.get()).set(key.name, key));
    unlockedWorkspaces.set(new Set(unlockedWorkspaces.get()).add(this.workspace));
    watchIdle();
  }

  lock(): void {
    this.latest = undefined;
    this.keys.set(none);
    const others = new Set(unlockedWorkspaces.get());
    others.delete(this.workspace);
    unlockedWorkspaces.set(others);
  }
}

/** The vault of a workspace: the same one each time. */
export function vaultOf(workspace: string): Vault {
  const known = vaults.get(workspace) ?? new Vault(workspace);
  vaults.set(workspace, known);
  return known;
}

function lockAll(): void {
  for (const vault of vaults.values()) vault.lock();
  clearTimeout(timer);
  timer = undefined;
}

/** Locks when nobody was here for a while; what happens meanwhile puts it off. */
function watchIdle(): void {
  lastActive = Date.now();
  timer ??= setTimeout(look, idleMinutes * 60_000);
}

function look(): void {
  const left = lastActive + idleMinutes * 60_000 - Date.now();
  if (left <= 0) lockAll();
  else timer = setTimeout(look, left);
}

for (const kind of ["keydown", "pointerdown"]) {
  addEventListener(kind, () => lastActive = Date.now(), { capture: true, passive: true });
}
session.subscribe(() => {
  if (session.get().kind !== "signedIn") lockAll();
});
