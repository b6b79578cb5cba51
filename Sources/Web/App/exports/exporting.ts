/** Files that the service makes of a story, a report, a note or the timeline: asked for, waited for, and ended. */

import { workspaceAddress } from "../source/addresses.ts";
import type { ExportProgress } from "../source/api.ts";
import { Problem } from "../source/problem.ts";
import { callService } from "../source/session.ts";

/** A file that somebody wants. */
export interface ExportWish {
  readonly kind: ExportProgress["kind"];
  /** The story, the note, or the child; of a timeline the child, and all by default. */
  readonly thing?: string;
  readonly format: ExportProgress["format"];
  /** The first day of a timeline, and its last. */
  readonly from?: string;
  readonly through?: string;
}

/** A file that is ready. */
export interface MadeFile {
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Sentences on what is not in it. */
  readonly notes: readonly string[];
  readonly address: string;
}

/** Parts of a file that are made, and all of them; undefined where that is not known. */
export interface Share {
  readonly done: number;
  readonly all: number;
}

/** Milliseconds between two looks at how far a file is: the first, and the longest. */
const looks = { first: 150, longest: 2000 };

/** Has a file made. Once `signal` is aborted the service ends it. @throws {Problem} */
export async function make(
  workspace: string,
  wish: ExportWish,
  told: (share: Share | undefined) => void,
  signal: AbortSignal,
): Promise<MadeFile> {
  const all = `${workspaceAddress(workspace)}/exports`;
  let progress = await callService("POST", all, wish) as ExportProgress;
  const own = `${all}/${progress.export}`;
  const end = () => void callService("DELETE", own).catch(() => undefined);
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  let wait = looks.first;
  while (progress.state === "waiting" || progress.state === "running") {
    const { done, all } = progress;
    told(done !== undefined && all ? { done, all } : undefined);
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 1.5, looks.longest);
    signal.throwIfAborted();
    progress = await callService("GET", own, undefined, { signal }) as ExportProgress;
  }
  signal.removeEventListener("abort", end);
  const { state, name = "File", mediaType = "", sizeBytes = 0, notes = [], reason } = progress;
  if (state !== "ready") throw new Problem("notMade", sentenceOf(reason ?? "the file was not made; try again"));
  return { name, mediaType, sizeBytes, notes: notes.map(sentenceOf), address: `${own}/file` };
}

/** The file itself. @throws {Problem} */
export async function contentOf({ name, mediaType, address }: MadeFile): Promise<File> {
  let answer: Response;
  try {
    answer = await fetch(address);
  } catch {
    throw new Problem("offline", "This needs a connection, and there is none at the moment.");
  }
  if (!answer.ok) throw new Problem("noFile", "The file is not there any more. Make it again.", answer.status);
  return new File([await answer.arrayBuffer()], name, { type: mediaType });
}

/** What the service says, as a sentence of its own. */
function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}
