/** What answers views and takes changes: the service itself, or the core on this device. */

import type { Command } from "../api.ts";
import type { RefusedChange, SyncState } from "../source.ts";
import type { Loaded } from "../views/views.ts";

/** By which one change is taken back, whatever came after it: as this device keeps it, or as the service recorded it. */
export type Receipt = { readonly change: string } | { readonly record: number };

/** The part of a source that differs between the service and the device. */
export interface Backend {
  show(path: string): Promise<Loaded>;
  /**
   * Resolves once the change is durable, and shown by the next `show`.
   *
   * @returns undefined where there was nothing to do. @throws {Problem}
   */
  perform(commands: readonly Command[], says: string): Promise<Receipt | undefined>;
  /** Takes back one change, or what this person did last. @throws {Problem} */
  undo(receipt?: Receipt): Promise<string>;
  redo(): Promise<string>;
  restore(thing: string, record: number): Promise<string>;
  retry(change: RefusedChange): Promise<void>;
  discard(change: RefusedChange): Promise<void>;
  /** Sends what waits. Resolves once nothing waits, or rejects saying why it cannot. */
  deliver(): Promise<void>;
  /** Asks for what is new at once. Resolves once the service answered, or could not be reached. */
  sync(): Promise<void>;
  close(): void;
}

/** The backend of the device, which has what the service has a little later. */
export interface ReplicaBackend extends Backend {
  /** Resolves once the device has this record, or the service cannot be asked for it. */
  reach(sequence: number): Promise<void>;
}

/** What a backend tells of. */
export interface BackendEvents {
  /** Something changed: views are to be asked anew. Resolves once they were. */
  changed(): Promise<void>;
  sync(state: SyncState): void;
  /** The record that all shown views have. */
  readonly shownSequence: () => number;
}
