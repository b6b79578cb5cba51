/** Finding words in sealed notes: in this window, among those whose passphrase was typed here. */

import { Problem } from "../../source/problem.ts";
import type { Source, View } from "../../source/source.ts";
import { SealedSource } from "./SealedSource.ts";
import { isSealed } from "./mark.ts";
import type { Keys } from "./Vault.ts";

/** A sealed note with what was sought in it. */
export interface SealedHit {
  readonly note: string;
  readonly title: string;
  /** The text around the first place; empty where the title alone has it. */
  readonly passage: string;
}

/** A sealed note that is open. */
export interface OpenText {
  readonly note: string;
  readonly title: string;
  readonly text: string;
}

const pageSize = 500;
/** Characters of a passage before and behind the place. */
const around = 60;

/** The texts of all sealed notes that the keys open. @throws {Problem} where the notes cannot be asked for. */
export async function openTexts(source: Source, keys: Keys): Promise<readonly OpenText[]> {
  const [key] = keys.values();
  if (!key) return [];
  const found: OpenText[] = [];
  for (const { id } of await sealedNotes(source)) {
    const note = await source.ask("showNote", { note: id });
    try {
      const { title, body } = await new SealedSource(source, id, keys, key).open(note);
      found.push({ note: id, title, text: body });
    } catch (thrown) {
      // Sealed with a passphrase that was not typed, or damaged: opening it says so.
      if (!(thrown instanceof Problem)) throw thrown;
    }
  }
  return found;
}

async function sealedNotes(source: Source): Promise<View<"listNotes">["notes"]> {
  const found: View<"listNotes">["notes"][number][] = [];
  let after: string | undefined;
  do {
    const page = await source.page("listNotes", { limit: pageSize, ...(after ? { after } : {}) });
    found.push(...page.value.notes.filter(({ snippet }) => isSealed(snippet)));
    after = page.next;
  } while (after);
  return found;
}

/** The notes that have every word, in their title or text, however it is written. */
export function hitsFor(asked: string, texts: readonly OpenText[]): readonly SealedHit[] {
  const words = asked.toLocaleLowerCase().split(/\s+/).filter((word) => word && !/^[a-z]+:/.test(word));
  if (words.length === 0) return [];
  return texts.flatMap(({ note, title, text }) => {
    const folded = text.toLocaleLowerCase();
    const foldedTitle = title.toLocaleLowerCase();
    if (!words.every((word) => folded.includes(word) || foldedTitle.includes(word))) return [];
    const at = Math.min(...words.map((word) => folded.indexOf(word)).filter((place) => place >= 0));
    return [{ note, title, passage: Number.isFinite(at) ? passageAt(text, at) : "" }];
  });
}

function passageAt(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - around), at + around];
  const part = text.slice(from, to).toWellFormed().replace(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${part}${to < text.length ? "…" : ""}`;
}
