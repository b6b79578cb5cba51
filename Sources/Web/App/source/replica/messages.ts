/** What a page and the worker that holds its core say to each other. */

import type { Identity } from "../../core/core.ts";
import type { Problem } from "../problem.ts";
import type { Receipt } from "./backend.ts";
import type { SyncState } from "../source.ts";

/** A problem as it goes from thread to thread. */
export type ProblemFields = Pick<Problem, "code" | "message" | "status" | "changes">;

/** The sync as it goes from thread to thread: problems lose their class on the way. */
export type SyncFields = Omit<SyncState, "refused"> & {
  readonly refused: readonly (Omit<SyncState["refused"][number], "problem"> & { readonly problem: ProblemFields })[];
};

/** Said first, by the page. */
export interface Beginning {
  readonly kind: "begin";
  readonly identity: Identity;
  readonly csrf: string | undefined;
  /** Address of the WebAssembly. */
  readonly core: string;
  /** Whether thoughts of this device stay on it. */
  readonly holdsThoughts: boolean;
}

/** What the page asks, with its arguments. */
export interface Calls {
  readonly show: readonly [path: string];
  readonly perform: readonly [commands: readonly string[], says: string];
  readonly undo: readonly [receipt?: Receipt];
  readonly redo: readonly [];
  readonly restore: readonly [thing: string, record: number];
  readonly retry: readonly [id: string];
  readonly discard: readonly [id: string];
  readonly deliver: readonly [];
  readonly sync: readonly [];
  readonly reach: readonly [sequence: number];
}

/** A question of the page. */
export interface Call {
  readonly kind: "call";
  readonly id: number;
  readonly name: keyof Calls;
  readonly parameters: readonly unknown[];
}

/** What the page says. */
export type ToWorker = Beginning | Call | { readonly kind: "wake" } | { readonly kind: "rest" | "back" } | {
  readonly kind: "hold";
  readonly holdsThoughts: boolean;
};

/** What the worker says. */
export type ToPage =
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "problem"; readonly id: number; readonly problem: ProblemFields }
  | { readonly kind: "ready" }
  | { readonly kind: "changed" }
  /** There is no replica in this browser, or not for this member. */
  | { readonly kind: "unavailable"; readonly message: string }
  | { readonly kind: "sync"; readonly state: SyncFields };

/** The fields of a problem. */
export function fieldsOf({ code, message, status, changes }: Problem): ProblemFields {
  return { code, message, status, changes };
}
