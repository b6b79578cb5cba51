/** What is told of a change that the service refused, and what can be made of it. */

import type { Command } from "../source/api.ts";
import { Problem } from "../source/problem.ts";
import type { RefusedChange, Source } from "../source/source.ts";

/** A command's type as words: `boards.moveCard` is "Move card". */
export function spokenType(type: string): string {
  const words = (type.split(".").at(-1) ?? type).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Why, in words for the person who did it. */
export function reasonOf({ code, message }: Problem): string {
  return code === "stale" ? "Somebody changed the same words in the meantime." : message;
}

/** The name of what a change is about, as far as it is here; undefined where it is not. */
export async function nameOf(source: Source, commands: readonly Command[]): Promise<string | undefined> {
  for (const command of commands) {
    // A new one says it itself.
    if ("title" in command && typeof command.title === "string") return command.title;
    if ("name" in command && typeof command.name === "string") return command.name;
    try {
      if ("note" in command) return (await source.ask("showNote", { note: command.note })).title;
      if ("card" in command) return (await source.ask("showCard", { card: command.card })).title;
      if ("item" in command) return (await source.ask("showItem", { item: command.item })).title;
      if ("board" in command) return (await source.ask("showBoard", { board: command.board })).title;
      if ("folder" in command && command.folder) {
        return (await source.ask("showFolder", { folder: command.folder })).name;
      }
      if ("collection" in command) {
        return (await source.ask("showCollection", { collection: command.collection })).name;
      }
    } catch (thrown) {
      // It is not here any more: the next one may say more.
      if (!(thrown instanceof Problem)) throw thrown;
    }
  }
  return undefined;
}

/** Fields that have words of a person's. */
const wordFields: ReadonlySet<string> = new Set(["body", "content", "text", "description", "insertion", "note"]);

/** All that somebody wrote in a change, so that it can be read and copied whatever becomes of it. */
export function writtenIn(commands: readonly Command[]): string {
  return commands.flatMap((command) => wordsIn(command)).join("\n\n");
}

function wordsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (typeof one !== "string") return wordsIn(one);
    return wordFields.has(key) && !isIdentifier(one) && one.trim() !== "" ? [one] : [];
  });
}

function isIdentifier(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/**
 * Makes a new note outside of folders whose folder takes none any more, and what was written into it since; undefined for any other
 * change.
 */
export function keepAtTop(source: Source, change: RefusedChange): (() => Promise<void>) | undefined {
  const [command] = change.commands;
  if (command?.type !== "notes.createNote" || !("folder" in command) || change.commands.length > 1) return undefined;
  return async () => {
    const { folder: _, ...outside } = command;
    await source.perform(outside);
    await source.discard(change);
    for (const other of source.sync.get().refused) {
      const isOfNote = other.commands.every((one) => "note" in one && one.note === command.note);
      if (isOfNote) await source.retry(other);
    }
  };
}
