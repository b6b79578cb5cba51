/** CommonMark with tables, tasks, strikethrough and bare addresses, as notes are written. */

import { Language, markdownLanguage, type SyntaxNode } from "codemirror";

/** The language of notes. */
export const noteLanguage = new Language(
  markdownLanguage.data,
  markdownLanguage.parser.configure({ remove: ["Subscript", "Superscript", "Emoji"] }),
  [],
  "markdown",
);

/** A link to another note: `[[Title]]` or `[[Title|words]]`. */
export interface WikiLink {
  readonly from: number;
  readonly to: number;
  readonly target: string;
  /** Where the words that are shown begin. */
  readonly shownFrom: number;
  readonly shownTo: number;
}

/** The links to notes in a line; `offset` is where the line begins. */
export function wikiLinks(line: string, offset: number): readonly WikiLink[] {
  return Array.from(line.matchAll(/\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/g), (found) => {
    const from = offset + found.index;
    const to = from + found[0].length;
    const shown = found[2] ?? found[1] ?? "";
    return { from, to, target: (found[1] ?? "").trim(), shownFrom: to - 2 - shown.length, shownTo: to - 2 };
  });
}

/** Whether a node stands in code, where nothing else is read. */
export function isInCode(node: SyntaxNode | null): boolean {
  for (let at = node; at; at = at.parent) {
    if (at.name === "InlineCode" || at.name === "FencedCode" || at.name === "CodeBlock") return true;
  }
  return false;
}

/** The address that a link, an image or a bare address leads to. */
export function addressOf(node: SyntaxNode, read: (from: number, to: number) => string): string | undefined {
  if (node.name === "URL") return read(node.from, node.to);
  const url = node.getChild("URL");
  return url ? read(url.from, url.to).replace(/^<|>$/g, "") : undefined;
}

/** An address that may be opened: of the web, mail or telephone. A bare one gets what it lacks. */
export function safeAddress(address: string): string | undefined {
  if (/^(https?:\/\/|mailto:|tel:)/i.test(address)) return address;
  if (/^www\./i.test(address)) return `https://${address}`;
  if (/^[^\s:/@]+@[^\s:/@]+\.[^\s:/@]+$/.test(address)) return `mailto:${address}`;
  return undefined;
}
