/** Tags as a tree: `house/garden` stands below `house`. */

import type { View } from "../source/source.ts";

/** A tag with how often it is used. */
export type TagLine = View<"listTags">[number];

/** A tag with those nested below it. */
export interface TagNode {
  readonly tag: TagLine;
  /** Its own part of the name: `garden` of `house/garden`. */
  readonly part: string;
  readonly nested: readonly TagNode[];
}

/** The tree of tags that come in order, what is nested below one right behind it. */
export function treeOf(tags: readonly TagLine[]): readonly TagNode[] {
  const top: TagNode[] = [];
  const open: { readonly name: string; readonly nested: TagNode[] }[] = [];
  for (const tag of tags) {
    while (open.length > 0 && !tag.name.startsWith(`${open.at(-1)?.name}/`)) open.pop();
    const parent = open.at(-1);
    const nested: TagNode[] = [];
    const part = parent ? tag.name.slice(parent.name.length + 1) : tag.name;
    (parent?.nested ?? top).push({ tag, part, nested });
    open.push({ name: tag.name, nested });
  }
  return top;
}

const words = { note: "note", card: "card", item: "item", artwork: "artwork" } as const;

/** What has a tag, in words: "3 notes, 1 card". */
export function usesOf({ uses, total }: TagLine): string {
  const own = Object.entries(words).flatMap(([kind, word]) => {
    const count = uses[kind as keyof typeof words] ?? 0;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
  });
  return own.length > 0 ? own.join(", ") : `${total} below`;
}

/** Whether a tag is another one, or nested below it. */
export function isWithin(name: string, tag: string): boolean {
  return name === tag || name.startsWith(`${tag}/`);
}

/** A name of a tag as somebody wrote it, without the mark before it and without spaces around its parts. */
export function readTag(text: string): string {
  return text.trim().replace(/^#/, "").split("/").map((part) => part.trim()).filter(Boolean).join("/");
}
