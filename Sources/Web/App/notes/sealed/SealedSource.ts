/** One sealed note as if it were not: what is written is sealed on its way out, and what comes is opened. */

import type { Command, TextRun, ViewParameters } from "../../source/api.ts";
import { Problem } from "../../source/problem.ts";
import type { Page, RefusedChange, Said, Shown, Source, View, ViewName, Watched } from "../../source/source.ts";
import type { LastingUpload, Uploading } from "../../source/service/upload.ts";
import { countScalars } from "../editor/scalars.ts";
import { type Block, blocksIn, nameOf } from "./armour.ts";
import { opened, sealed, type SealKey } from "./cipher.ts";
import { isSealed } from "./mark.ts";
import type { Keys } from "./Vault.ts";

type Note = View<"showNote">;

/** Stands between two texts that were written at the same time. */
const seam = "\n\n---\n\n";

/** The most revisions whose text is kept, to make edits on. */
const revisionsMost = 16;

/** A revision of the note, sealed and open. */
interface Revision {
  readonly body: string;
  readonly text: string;
}

export class SealedSource implements Source {
  readonly workspace;
  readonly isLocal;
  readonly settled;
  readonly closing;
  readonly sync;
  readonly said;
  readonly #inner: Source;
  readonly #note: string;
  /** A copy: what was typed is sealed to its end, also while the window is being locked. */
  #keys: Keys;
  #key: SealKey;
  readonly #texts = new Map<string, string>();
  readonly #revisions = new Map<string, Revision>();
  readonly #opened = new Map<string, OpenedNote>();
  readonly #histories = new Map<Watched<unknown>, Mapped<View<"showHistory">>>();

  /** @param key the one that it is sealed with when it is written. */
  constructor(inner: Source, note: string, keys: Keys, key: SealKey) {
    this.#inner = inner;
    this.#note = note;
    this.#keys = keys;
    this.#key = key;
    this.workspace = inner.workspace;
    this.isLocal = inner.isLocal;
    this.settled = inner.settled;
    this.closing = inner.closing;
    this.sync = inner.sync;
    this.said = inner.said;
  }

  /** Takes keys that were typed since. */
  learn(keys: Keys): void {
    if (keys.size > 0) this.#keys = keys;
    for (const one of this.#opened.values()) one.tryAgain();
  }

  watch<N extends ViewName>(name: N, parameters: ViewParameters[N]): Watched<Shown<View<N>>> {
    const inner = this.#inner.watch(name, parameters);
    // The types of views are by name; which one it is was just asked.
    if (this.#isOfNote(name, parameters, "showNote", "note")) {
      const at = (parameters as ViewParameters["showNote"]).at ?? "";
      const known = this.#opened.get(at) ?? new OpenedNote(inner as Watched<Shown<Note>>, this);
      this.#opened.set(at, known);
      return known as unknown as Watched<Shown<View<N>>>;
    }
    if (this.#isOfNote(name, parameters, "showHistory", "thing")) {
      const history = inner as Watched<Shown<View<"showHistory">>>;
      const known = this.#histories.get(history) ?? new Mapped(history, withoutDiffs);
      this.#histories.set(history, known);
      return known as unknown as Watched<Shown<View<N>>>;
    }
    return inner;
  }

  async ask<N extends ViewName>(name: N, parameters: ViewParameters[N]): Promise<View<N>> {
    const value = await this.#inner.ask(name, parameters);
    if (this.#isOfNote(name, parameters, "showNote", "note")) return await this.open(value as Note) as View<N>;
    if (this.#isOfNote(name, parameters, "showHistory", "thing")) {
      return withoutDiffs(value as View<"showHistory">) as View<N>;
    }
    return value;
  }

  async page<N extends ViewName>(name: N, parameters: ViewParameters[N]): Promise<Page<View<N>>> {
    const page = await this.#inner.page(name, parameters);
    if (!this.#isOfNote(name, parameters, "showHistory", "thing")) return page;
    return { ...page, value: withoutDiffs(page.value as View<"showHistory">) as View<N> };
  }

  async perform(commands: Command | readonly Command[], says?: string): Promise<void> {
    const all: Command[] = [];
    for (const command of [commands].flat() as readonly Command[]) all.push(await this.#sealing(command));
    await this.#inner.perform(all, says);
  }

  /** Seals the text as it is now with another key. @throws {Problem} */
  async reseal(key: SealKey): Promise<void> {
    const { parents, text } = this.#latest();
    this.#keys = new Map(this.#keys).set(key.name, key);
    this.#key = key;
    await this.#inner.perform(await this.#replacing(parents, text), "Passphrase changed");
  }

  /** Writes the text in clear. @throws {Problem} */
  async unseal(): Promise<void> {
    const { parents, text, body } = this.#latest();
    const runs = [{ position: 0, deleteCount: countScalars(body), insertion: text }];
    await this.#inner.perform(
      { type: "notes.editNote", note: this.#note, edit: { parents: [...parents], runs } },
      "The seal was taken off",
    );
  }

  undo = (said?: Said): Promise<string> => this.#inner.undo(said);
  redo = (): Promise<string> => this.#inner.redo();
  restore = (thing: string, record: number): Promise<string> => this.#inner.restore(thing, record);
  syncNow = (): Promise<void> => this.#inner.syncNow();
  retry = (change: RefusedChange): Promise<void> => this.#inner.retry(change);
  discard = (change: RefusedChange): Promise<void> => this.#inner.discard(change);
  upload = (file: Blob, uploading?: Uploading): Promise<string> => this.#inner.upload(file, uploading);
  uploadLasting = (file: Blob, uploading: LastingUpload) => this.#inner.uploadLasting(file, uploading);

  /** The note with its text, where that was opened already. */
  known(note: Note): Note | undefined {
    const text = isSealed(note.body) ? this.#texts.get(note.body) : note.body;
    if (text === undefined) return undefined;
    const name = note.parents.join();
    this.#revisions.delete(name);
    this.#revisions.set(name, { body: note.body, text });
    const [oldest] = this.#revisions.keys();
    if (this.#revisions.size > revisionsMost && oldest !== undefined) this.#revisions.delete(oldest);
    return { ...note, body: text, ink: [], files: note.files };
  }

  /** The note with its text. @throws {Problem} where a passphrase is missing, or it was changed by somebody else. */
  async open(note: Note): Promise<Note> {
    const known = this.known(note);
    if (known) return known;
    const { blocks, rest } = blocksIn(note.body);
    const texts: string[] = [];
    for (const block of blocks) {
      const key = this.#keys.get(nameOf(block.derivation));
      if (!key) throw new Problem("otherPassphrase", "This was sealed with a passphrase that is not open here.");
      const found = await opened(key, block);
      if (found.note !== this.#note) {
        throw new Problem("tampered", "This text was sealed in another note, and is not shown.");
      }
      texts.push(found.text);
    }
    if (rest) texts.push(rest);
    this.#texts.set(note.body, texts.join(seam));
    return this.known(note) ?? note;
  }

  /** The first block of a version whose passphrase was not typed in this window. */
  missing(at: string): Block | undefined {
    const { value } = this.#inner.watch("showNote", { note: this.#note, at }).get();
    return value && blocksIn(value.body).blocks.find(({ derivation }) => !this.#keys.has(nameOf(derivation)));
  }

  #isOfNote<N extends ViewName>(name: ViewName, parameters: unknown, wanted: N, field: string): boolean {
    return name === wanted && (parameters as Readonly<Record<string, unknown>>)[field] === this.#note;
  }

  async #sealing(command: Command): Promise<Command> {
    if (!("note" in command) || command.note !== this.#note) return command;
    switch (command.type) {
      case "notes.createNote":
        return { ...command, body: await this.#seal(command.body ?? "") };
      case "notes.editNote": {
        const base = this.#revisions.get(command.edit.parents.join());
        if (!base) throw new Problem("stale", "This note was changed elsewhere meanwhile. It is saved in a moment.");
        return await this.#replacing(command.edit.parents, applied(command.edit.runs, base.text));
      }
      case "notes.addInk":
        throw new Problem("sealed", "A sealed note has no drawings: they would be kept in clear.");
      default:
        return command;
    }
  }

  async #replacing(parents: readonly number[], text: string): Promise<Command> {
    const base = this.#revisions.get(parents.join());
    const runs = [{ position: 0, deleteCount: countScalars(base?.body ?? ""), insertion: await this.#seal(text) }];
    return { type: "notes.editNote", note: this.#note, edit: { parents: [...parents], runs } };
  }

  async #seal(text: string): Promise<string> {
    const body = await sealed(this.#key, { note: this.#note, text });
    this.#texts.set(body, text);
    return body;
  }

  #latest(): Revision & { readonly parents: readonly number[] } {
    const value = this.#inner.watch("showNote", { note: this.#note }).get().value;
    const revision = value && this.#revisions.get(value.parents.join());
    if (!revision) throw new Problem("stale", "This note was changed elsewhere meanwhile. Try again in a moment.");
    return { ...revision, parents: value.parents };
  }
}

/** A text after runs, each of which counts in the text that the ones before it left. */
export function applied(runs: readonly TextRun[], text: string): string {
  let scalars = Array.from(text);
  for (const { position, deleteCount, insertion } of runs) {
    const rest = scalars.slice(position + (deleteCount ?? 0));
    scalars = [...scalars.slice(0, position), ...insertion ?? "", ...rest];
  }
  return scalars.join("");
}

function withoutDiffs(entries: View<"showHistory">): View<"showHistory"> {
  return entries.map(({ diff: _, ...entry }) => entry as typeof entries[number]);
}

/** A view that is shown otherwise. */
class Mapped<T> implements Watched<Shown<T>> {
  #former: Shown<T> | undefined;
  #shown: Shown<T> | undefined;

  constructor(readonly inner: Watched<Shown<T>>, readonly map: (value: T) => T) {}

  get(): Shown<T> {
    const shown = this.inner.get();
    if (this.#shown && shown === this.#former) return this.#shown;
    this.#former = shown;
    return this.#shown = shown.value === undefined ? shown : { ...shown, value: this.map(shown.value) };
  }

  subscribe(changed: () => void): () => void {
    return this.inner.subscribe(changed);
  }
}

/** A sealed note that is opened as it comes: the former text stays until the new one is open. */
class OpenedNote implements Watched<Shown<Note>> {
  #former: Shown<Note> | undefined;
  #shown: Shown<Note> = { value: undefined, problem: undefined, isLoading: true };
  readonly #watchers = new Set<() => void>();

  constructor(readonly inner: Watched<Shown<Note>>, readonly source: SealedSource) {}

  get(): Shown<Note> {
    const shown = this.inner.get();
    if (shown === this.#former) return this.#shown;
    this.#former = shown;
    if (!shown.value) return this.#shown = shown;
    const known = this.source.known(shown.value);
    if (known) return this.#shown = { ...shown, value: known };
    void this.#open(shown, shown.value);
    return this.#shown = { value: this.#shown.value, problem: undefined, isLoading: true };
  }

  subscribe(changed: () => void): () => void {
    this.#watchers.add(changed);
    const end = this.inner.subscribe(changed);
    return () => {
      this.#watchers.delete(changed);
      end();
    };
  }

  /** Opens it once more, where a key is there by now. */
  tryAgain(): void {
    if (!this.#shown.problem) return;
    this.#former = undefined;
    this.#tell();
  }

  async #open(shown: Shown<Note>, note: Note): Promise<void> {
    let found: Shown<Note>;
    try {
      found = { ...shown, value: await this.source.open(note) };
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      found = { ...shown, value: undefined, problem: thrown };
    }
    if (this.#former !== shown) return;
    this.#shown = found;
    this.#tell();
  }

  #tell(): void {
    for (const changed of [...this.#watchers]) changed();
  }
}
