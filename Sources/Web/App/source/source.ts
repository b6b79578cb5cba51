/** What screens ask of the data below them. Whether the core in the worker or the service answers, they do not know. */

import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import type { Command, ViewParameters, Views } from "./api.ts";
import type { Problem } from "./problem.ts";
import type { Receipt } from "./replica/backend.ts";
import type { LastingUpload, Uploaded, Uploading } from "./service/upload.ts";

export { mint } from "./mint.ts";
export { Problem } from "./problem.ts";

/** The name of a view, as the OpenAPI document calls it: `showBoard`, `listNotes` … */
export type ViewName = keyof Views;

/** The value of a view. */
export type View<N extends ViewName> = Views[N];

/** A view as it is now. `value` stays while it is asked for anew. */
export interface Shown<T> {
  readonly value: T | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Where the next page begins, where there is one. */
  readonly next?: string | undefined;
}

/** A value that changes, with those who watch it. */
export interface Watched<T> {
  /** The value now: the very same object as long as nothing changed. */
  get(): T;
  subscribe(changed: () => void): () => void;
}

/** A change that the service refused, kept until a person retries or discards it. */
export interface RefusedChange {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly problem: Problem;
}

/** How far this device is in step with the service. */
export interface SyncState {
  readonly kind: "starting" | "synced" | "syncing" | "offline" | "conflict" | "error";
  /** Changes that wait to be sent. */
  readonly waiting: number;
  /** Changes that stay on this device. */
  readonly held?: number;
  readonly refused: readonly RefusedChange[];
  /** Sentence for a person where `kind` is `error`. */
  readonly message?: string;
  /** Sentence that a person should read, whatever `kind` is, such as that the service was put back to an earlier state. */
  readonly notice?: string;
  /** True where `kind` is `error` because the session is over. */
  readonly needsSignIn?: boolean;
}

/** A page of a view. `next` is the `after` of the one behind it; undefined for the last. */
export interface Page<T> {
  readonly value: T;
  readonly next: string | undefined;
}

/** What was done, in words. */
export interface Said {
  readonly id: number;
  readonly text: string;
  /** By which it is taken back. */
  readonly receipt: Receipt;
}

/** One workspace as this browser has it. */
export interface Source {
  readonly workspace: string;
  /** Whether views are answered on this device, where asking for many costs little. */
  readonly isLocal: boolean;
  /** Resolves once this device answers, or it is known that it cannot. */
  readonly settled: Promise<void>;
  /** Aborted when the session is over: nothing may be done here any more. */
  readonly closing: AbortSignal;
  /** A view that is kept up to date while somebody watches it. Parameters of the path and of the query by name. */
  watch<N extends ViewName>(name: N, parameters: ViewParameters[N]): Watched<Shown<View<N>>>;
  /** A view once, as it is now. */
  ask<N extends ViewName>(name: N, parameters: ViewParameters[N]): Promise<View<N>>;
  /** A page of a long view, with what to ask as `after` for the next one. */
  page<N extends ViewName>(name: N, parameters: ViewParameters[N]): Promise<Page<View<N>>>;
  /**
   * Does something: commands of one call are one step of undo.
   *
   * @param says what the undo banner says, such as "Card moved to Done"; without it, or where there was nothing to do, none is shown.
   * @returns when the change is durable on this device; the views show it by then.
   * @throws {Problem} where it is refused; then nothing of it is done.
   */
  perform(commands: Command | readonly Command[], says?: string): Promise<void>;
  /**
   * Takes back what was said, or what this person did last, on whatever device.
   *
   * @returns the sentence that says what was undone. @throws {Problem}
   */
  undo(said?: Said): Promise<string>;
  redo(): Promise<string>;
  /** Brings a thing back to how it was right after a record. @returns the sentence that says so. @throws {Problem} */
  restore(thing: string, record: number): Promise<string>;
  readonly sync: Watched<SyncState>;
  /** Asks the service at once for what is new, and sends what waits. Resolves once it answered, or could not be reached. */
  syncNow(): Promise<void>;
  /** What was said with `perform`, for the banner; newest last. */
  readonly said: Watched<readonly Said[]>;
  retry(change: RefusedChange): Promise<void>;
  discard(change: RefusedChange): Promise<void>;
  /** Uploads a file and returns its digest, to be named by commands. @throws {Problem} where it cannot; then nothing of it is kept. */
  upload(file: Blob, uploading?: Uploading): Promise<string>;
  /** Uploads a file on from where it was left, in another page even. @throws {Problem} where it breaks off; what is there stays. */
  uploadLasting(file: Blob, uploading: LastingUpload): Promise<Uploaded>;
}

const SourceContext = createContext<Source | undefined>(undefined);

/** Provides the source of a workspace to the screens inside. */
export const SourceProvider = SourceContext.Provider;

/** The source of the workspace that is shown. */
export function useSource(): Source {
  const source = useContext(SourceContext);
  if (!source) throw new Error("useSource outside a workspace");
  return source;
}

/** A view, rendered again when it changes. */
export function useView<N extends ViewName>(name: N, parameters: ViewParameters[N]): Shown<View<N>> {
  const watched = useSource().watch(name, parameters);
  return useSyncExternalStore(
    useCallback((changed) => watched.subscribe(changed), [watched]),
    useCallback(() => watched.get(), [watched]),
  );
}

/** The state of the sync, rendered again when it changes. */
export function useSync(): SyncState {
  const { sync } = useSource();
  return useSyncExternalStore(
    useCallback((changed) => sync.subscribe(changed), [sync]),
    useCallback(() => sync.get(), [sync]),
  );
}
