/** Commands about items, each with the words that say what it did. */

import type { Command, CommandCaptureCaptureItem } from "../source/api.ts";
import { mint } from "../source/source.ts";
import { addDays, sayDay, today } from "./days.ts";
import { counted, type ItemLine, named } from "./lines.ts";

/** What is done as one step, and what the undo banner says of it. */
export interface CommandBatch {
  readonly commands: readonly Command[];
  readonly says: string;
}

type Items = readonly Pick<ItemLine, "id" | "title">[];

/** Keeps a thought with its exact words. */
export function capture(content: string): CommandCaptureCaptureItem {
  return { type: "capture.captureItem", item: mint(), content, captured: new Date().toISOString() };
}

/** Completes items; reopens them where all are completed. */
export function toggleCompleted(items: readonly ItemLine[]): CommandBatch {
  const open = items.filter((item) => item.completed === null);
  if (open.length === 0) {
    return {
      commands: items.map(({ id }) => ({ type: "capture.reopenItem", item: id })),
      says: `Reopened ${named(items)}`,
    };
  }
  const completed = new Date().toISOString();
  return {
    commands: open.map(({ id }) => ({ type: "capture.completeItem", item: id, completed })),
    says: `Completed ${named(open)}`,
  };
}

/** Stars items; takes the stars away where all have one. */
export function toggleStarred(items: readonly ItemLine[]): CommandBatch {
  const plain = items.filter((item) => !item.starred);
  const [type, some, word]: [Command["type"] & `capture.${string}starItem`, readonly ItemLine[], string] =
    plain.length > 0 ? ["capture.starItem", plain, "Starred"] : ["capture.unstarItem", items, "Unstarred"];
  return { commands: some.map(({ id }) => ({ type, item: id })), says: `${word} ${named(some)}` };
}

/** Makes items tasks; makes them plain thoughts where all are tasks. */
export function toggleTask(items: readonly ItemLine[]): CommandBatch {
  const others = items.filter((item) => item.type !== "task");
  const [kind, some, words] = others.length > 0
    ? ["task" as const, others, "a task"] as const
    : ["none" as const, items, "a thought"] as const;
  const itemType = { kind };
  return {
    commands: some.map(({ id }) => ({ type: "capture.typeItem", item: id, itemType })),
    says: `Made ${named(some)} ${words}`,
  };
}

/** Puts items into the trash. */
export function trash(items: Items): CommandBatch {
  return {
    commands: items.map(({ id }) => ({ type: "capture.trashItem", item: id })),
    says: `Deleted ${named(items)}`,
  };
}

/** Gives items a day to be followed up, or none. */
export function followUp(items: Items, day: string | null): CommandBatch {
  const commands = items.map(({ id }): Command => ({ type: "capture.followUpItem", item: id, day }));
  if (day === null) return { commands, says: `${named(items)} has no follow-up day any more` };
  const isLater = day >= addDays(today(), 1);
  return {
    commands,
    says: isLater
      ? "Saved. You don't have to deal with this right now."
      : `Follow-up of ${named(items)}: ${sayDay(day).toLowerCase()}`,
  };
}

/** Puts tags on items, and takes others off. */
export function retag(items: Items, added: readonly string[], removed: readonly string[]): CommandBatch {
  const commands = items.flatMap(({ id }): Command[] => [
    ...added.length > 0 ? [{ type: "capture.tagItem" as const, item: id, tags: [...added] }] : [],
    ...removed.length > 0 ? [{ type: "capture.untagItem" as const, item: id, tags: [...removed] }] : [],
  ]);
  return { commands, says: `Tags of ${named(items)} changed` };
}

/** Puts items into a plan or a list. */
export function addTo(items: Items, collection: { readonly id: string; readonly name: string }): CommandBatch {
  return {
    commands: items.map(({ id }) => ({ type: "capture.addToCollection", collection: collection.id, item: id })),
    says: `Added ${named(items)} to ${collection.name}`,
  };
}

/** Makes a plan or a list, with items in it. */
export function makeCollection(
  name: string,
  isStructured: boolean,
  items: Items = [],
): CommandBatch & { readonly id: string } {
  const id = mint();
  const made: Command = { type: "capture.createCollection", collection: id, name, isStructured };
  const { commands } = addTo(items, { id, name });
  return { id, commands: [made, ...commands], says: `Made the ${isStructured ? "plan" : "list"} ${name}` };
}

/** Makes an item of each line of one. */
export function split(
  item: { readonly id: string; readonly title: string },
  lines: readonly string[],
  isDone: boolean,
): CommandBatch {
  const parts = lines.map((content) => ({ id: mint(), content }));
  const commands: Command[] = [{ type: "capture.splitItem", item: item.id, parts }];
  if (isDone) commands.push({ type: "capture.trashItem", item: item.id });
  return { commands, says: `Split ${named([item])} into ${counted(lines.length, "item")}` };
}
