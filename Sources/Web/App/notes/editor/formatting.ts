/** Formatting by keyboard and toolbar: each is an edit of the source, and the same again takes it back. */

import {
  type Change,
  ChangeSet,
  type Command,
  EditorSelection,
  type EditorState,
  type EditorView,
  type KeyBinding,
  type Line,
  type SyntaxNode,
  syntaxTree,
} from "codemirror";
import { toggleTask } from "./preview.ts";

/** A format that the cursor can stand in. */
export type Format =
  | "strong"
  | "emphasis"
  | "struck"
  | "code"
  | "link"
  | "heading1"
  | "heading2"
  | "heading3"
  | "bullets"
  | "numbers"
  | "tasks"
  | "quote";

/** A format as the toolbar shows it. */
export interface Formatting {
  readonly format: Format;
  readonly label: string;
  readonly icon: string;
  /** Its keys, as CodeMirror writes them. */
  readonly key: string;
  readonly run: Command;
}

const inline = {
  strong: { mark: "**", node: "StrongEmphasis" },
  emphasis: { mark: "*", node: "Emphasis" },
  struck: { mark: "~~", node: "Strikethrough" },
  code: { mark: "`", node: "InlineCode" },
} as const;
type InlineFormat = keyof typeof inline;

const prefixes = {
  heading1: { pattern: /^# +/, prefix: "# " },
  heading2: { pattern: /^## +/, prefix: "## " },
  heading3: { pattern: /^### +/, prefix: "### " },
  tasks: { pattern: /^\s*[-+*] \[[^\]]{1,3}\] +/, prefix: "- [ ] " },
  bullets: { pattern: /^\s*[-+*] +(?!\[[^\]]{1,3}\] )/, prefix: "- " },
  numbers: { pattern: /^\s*\d+[.)] +/, prefix: "1. " },
  quote: { pattern: /^> ?/, prefix: "> " },
} as const;
type LineFormat = keyof typeof prefixes;

/** The formats of the toolbar, in its order. */
export const formattings: readonly Formatting[] = [
  { format: "heading1", label: "Heading", icon: "type-h1", key: "Mod-Alt-1", run: lineFormat("heading1") },
  { format: "heading2", label: "Subheading", icon: "type-h2", key: "Mod-Alt-2", run: lineFormat("heading2") },
  { format: "strong", label: "Bold", icon: "type-bold", key: "Mod-b", run: inlineFormat("strong") },
  { format: "emphasis", label: "Italic", icon: "type-italic", key: "Mod-i", run: inlineFormat("emphasis") },
  {
    format: "struck",
    label: "Strikethrough",
    icon: "type-strikethrough",
    key: "Mod-Shift-x",
    run: inlineFormat("struck"),
  },
  { format: "tasks", label: "Checklist", icon: "check2-square", key: "Mod-Shift-9", run: lineFormat("tasks") },
  { format: "bullets", label: "Bulleted list", icon: "list-ul", key: "Mod-Shift-8", run: lineFormat("bullets") },
  { format: "numbers", label: "Numbered list", icon: "list-ol", key: "Mod-Shift-7", run: lineFormat("numbers") },
  { format: "quote", label: "Quotation", icon: "quote", key: "Mod-Shift-.", run: lineFormat("quote") },
  { format: "code", label: "Code", icon: "code", key: "Mod-e", run: inlineFormat("code") },
  { format: "link", label: "Link", icon: "link-45deg", key: "Mod-Shift-k", run: insertLink },
];

/** The keys of the formats, and those of lists. */
export const formattingKeys: readonly KeyBinding[] = [
  ...formattings.map(({ key, run }) => ({ key, run, preventDefault: true })),
  { key: "Mod-Alt-3", run: lineFormat("heading3"), preventDefault: true },
  { key: "Mod-Enter", run: (view) => toggleTask(view, view.state.selection.main.head) },
  { key: "Tab", run: indentItem, shift: outdentItem },
];

/** The formats that the cursor stands in. */
export function formatsAt(state: EditorState): ReadonlySet<Format> {
  const formats = new Set<Format>();
  const { head } = state.selection.main;
  for (const format of Object.keys(inline) as InlineFormat[]) {
    if (enclosing(state, inline[format].node)) formats.add(format);
  }
  if (enclosing(state, "Link")) formats.add("link");
  const { text } = state.doc.lineAt(head);
  for (const format of Object.keys(prefixes) as LineFormat[]) {
    if (prefixes[format].pattern.test(text)) formats.add(format);
  }
  return formats;
}

/** The node of a kind around the whole selection. */
function enclosing(state: EditorState, name: string): SyntaxNode | undefined {
  const { from, to } = state.selection.main;
  for (const side of [1, -1] as const) {
    for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(from, side); node; node = node.parent) {
      if (node.name === name && node.from <= from && node.to >= to) return node;
    }
  }
  return undefined;
}

function inlineFormat(format: InlineFormat): Command {
  const { mark, node } = inline[format];
  return (view) => {
    const around = enclosing(view.state, node);
    if (leaveEnd(view, around, mark)) return true;
    if (around) unwrap(view, around);
    else wrap(view, mark);
    view.focus();
    return true;
  };
}

/** At the end of the words that are marked, the cursor goes behind the mark; between marks without words, those go. */
function leaveEnd(view: EditorView, around: SyntaxNode | undefined, mark: string): boolean {
  const { main } = view.state.selection;
  if (!main.empty) return false;
  const last = around?.lastChild;
  if (last && main.head === last.from) {
    view.dispatch({ selection: { anchor: last.to } });
    return true;
  }
  const [from, to] = [main.head - mark.length, main.head + mark.length];
  if (around || from < 0 || view.state.sliceDoc(from, to) !== mark + mark) return false;
  view.dispatch({ changes: { from, to }, userEvent: "delete.format" });
  return true;
}

/** Takes the marks away at both ends. */
function unwrap(view: EditorView, node: SyntaxNode): void {
  const [first, last] = [node.firstChild, node.lastChild];
  if (!first || !last) return;
  view.dispatch({
    changes: [{ from: first.from, to: first.to }, { from: last.from, to: last.to }],
    userEvent: "delete.format",
  });
}

/** Puts marks around the words that are selected, the word at the cursor, or the cursor. */
function wrap(view: EditorView, mark: string): void {
  const { state } = view;
  view.dispatch(
    state.changeByRange((range) => {
      const { from, to } = range.empty ? wordAt(state, range.head) : trimmed(state, range.from, range.to);
      const shift = mark.length;
      return {
        changes: [{ from, insert: mark }, { from: to, insert: mark }],
        range: EditorSelection.range(
          range.empty ? range.head + shift : from + shift,
          range.empty ? range.head + shift : to + shift,
        ),
      };
    }),
    { userEvent: "input.format", scrollIntoView: true },
  );
}

function trimmed(state: EditorState, from: number, to: number): { from: number; to: number } {
  const text = state.sliceDoc(from, to);
  const start = text.length - text.trimStart().length;
  const end = text.length - text.trimEnd().length;
  return start + end >= text.length ? { from, to } : { from: from + start, to: to - end };
}

/** The word around a place; the place alone where it stands at the edge of one. */
function wordAt(state: EditorState, place: number): { from: number; to: number } {
  const line = state.doc.lineAt(place);
  const before = /[\p{L}\p{M}\p{N}'’]+$/u.exec(line.text.slice(0, place - line.from))?.[0] ?? "";
  const after = /^[\p{L}\p{M}\p{N}'’]+/u.exec(line.text.slice(place - line.from))?.[0] ?? "";
  return before && after ? { from: place - before.length, to: place + after.length } : { from: place, to: place };
}

function lineFormat(format: LineFormat): Command {
  return (view) => {
    const lines = selectedLines(view.state);
    const { pattern } = prefixes[format];
    const filled = lines.length > 1 ? lines.filter((line) => line.text.trim()) : lines;
    const isOn = filled.every((line) => pattern.test(line.text));
    const list = filled.map((line, at) => prefixed(line, format, isOn, at));
    const changes = ChangeSet.of(list, view.state.doc.length);
    const { anchor, head } = view.state.selection.main;
    // Behind what was put before the cursor: on an empty line one goes on writing after the mark.
    const selection = { anchor: changes.mapPos(anchor, 1), head: changes.mapPos(head, 1) };
    view.dispatch({ changes, selection, userEvent: "input.format" });
    view.focus();
    return true;
  };
}

function selectedLines(state: EditorState): readonly Line[] {
  const { from, to } = state.selection.main;
  const lines: Line[] = [];
  for (let number = state.doc.lineAt(from).number; number <= state.doc.lines; number += 1) {
    const line = state.doc.line(number);
    if (line.from > to) break;
    lines.push(line);
  }
  return lines;
}

/** Gives a line its prefix in the place of another; a quotation keeps what it quotes. */
function prefixed(line: Line, format: LineFormat, isOn: boolean, at: number): Change {
  const { pattern, prefix } = prefixes[format];
  if (isOn) return { from: line.from, to: line.from + (pattern.exec(line.text)?.[0].length ?? 0), insert: "" };
  if (format === "quote") return { from: line.from, insert: prefix };
  const others = /^(#{1,6} +|\s*[-+*] \[[^\]]{1,3}\] +|\s*[-+*] +|\s*\d+[.)] +)/.exec(line.text)?.[0] ?? "";
  const indent = format.startsWith("heading") ? "" : /^\s*/.exec(others)?.[0] ?? "";
  const insert = indent + (format === "numbers" ? `${at + 1}. ` : prefix);
  return { from: line.from, to: line.from + others.length, insert };
}

/** Makes a link of what is selected, and selects what is to be written. */
function insertLink(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to);
  const isAddress = /^https?:\/\/\S+$/.test(text);
  const insert = isAddress ? `[](${text})` : `[${text}](https://)`;
  const selection = isAddress || !text
    ? { anchor: from + 1 }
    : { anchor: from + text.length + 3, head: from + insert.length - 1 };
  view.dispatch({ changes: { from, to, insert }, selection, userEvent: "input.format", scrollIntoView: true });
  view.focus();
  return true;
}

const item = /^\s*([-+*]|\d+[.)]) /;

/** Tab moves an item one level in; elsewhere it moves the focus on. */
function indentItem(view: EditorView): boolean {
  const lines = selectedLines(view.state).filter((line) => item.test(line.text));
  if (lines.length === 0) return false;
  const changes = lines.map((line) => ({ from: line.from, insert: /^\s*\d/.test(line.text) ? "   " : "  " }));
  view.dispatch({ changes, userEvent: "input.indent" });
  return true;
}

function outdentItem(view: EditorView): boolean {
  const lines = selectedLines(view.state).filter((line) => /^\s+/.test(line.text) && item.test(line.text));
  if (lines.length === 0) return false;
  const changes = lines.map((line) => {
    const width = /^(\t| {1,3})/.exec(line.text)?.[0].length ?? 0;
    return { from: line.from, to: line.from + (/^\s+\d/.test(line.text) ? width : Math.min(width, 2)) };
  });
  view.dispatch({ changes, userEvent: "delete.dedent" });
  return true;
}
