/** Which cards of a board are shown. */

import { dueState, parseDue } from "../due.ts";

/** A tag of a card: a colour, a label or both. */
export interface Tag {
  readonly colour: string | null;
  readonly label: string;
}

/** As much of a card as a filter asks for. */
export interface Filterable {
  readonly title: string;
  readonly excerpt: string;
  readonly due: string | null;
  readonly priority: string;
  readonly tags: readonly Tag[];
  readonly done: number;
  readonly items: number;
}

/** What is asked of the due date. */
export type DueFilter = "overdue" | "today" | "week" | "none";

/** What is asked of the checklists: all items ticked off, or some left. */
export type DoneFilter = "done" | "open";

/** What is asked of a card; all of it must hold. */
export interface Filter {
  readonly text: string;
  readonly priority?: string | undefined;
  /** A tag in words, as `tagText` says it. */
  readonly tag?: string | undefined;
  readonly due?: DueFilter | undefined;
  readonly done?: DoneFilter | undefined;
}

/** The filter that shows everything. */
export const everything: Filter = { text: "" };

/** Whether a filter hides nothing. */
export function isEmpty(filter: Filter): boolean {
  return filter.text.trim() === "" && !filter.priority && !filter.tag && !filter.due && !filter.done;
}

/** A tag in words: its label, or the name of its colour, never a colour alone. */
export function tagText(tag: Tag): string {
  return tag.label || capitalised(tag.colour ?? "none");
}

/** Whether a card is shown. Every word of the text must be in its title, its text or its tags. */
export function isShown(card: Filterable, filter: Filter, today: string): boolean {
  if (filter.priority && card.priority !== filter.priority) return false;
  if (filter.tag && !card.tags.some((tag) => tagText(tag) === filter.tag)) return false;
  if (filter.due && !isDue(card, filter.due, today)) return false;
  if (filter.done && !isDone(card, filter.done)) return false;
  return hasWords(card, filter.text);
}

function isDue(card: Filterable, asked: DueFilter, today: string): boolean {
  const due = parseDue(card.due);
  if (!due) return asked === "none";
  const state = dueState(due, today);
  if (asked === "week") return state === "today" || state === "soon";
  return asked === state;
}

function isDone(card: Filterable, asked: DoneFilter): boolean {
  const isAllDone = card.items > 0 && card.done === card.items;
  return asked === "done" ? isAllDone : !isAllDone;
}

function hasWords(card: Filterable, text: string): boolean {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const within = folded([card.title, card.excerpt, ...card.tags.map(tagText)].join("\n"));
  return words.every((word) => within.includes(word));
}

/** Text without capitals and accents. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A word with a capital at its beginning. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A number with its noun: `1 card`, `3 cards`. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
