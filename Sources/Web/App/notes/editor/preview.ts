/** The live preview: the text is CommonMark and stays so; marks are hidden where the cursor is not. */

import {
  Decoration,
  type DecorationSet,
  EditorView,
  type Extension,
  type Range,
  type SyntaxNodeRef,
  syntaxTree,
  type Text,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "codemirror";
import { isInCode, wikiLinks } from "./language.ts";

/** Words of an image that stands for a drawing. */
const drawing = /^!\[[^\]]*\]\(ink:([^)\s]+)\)$/;

/** Words of an image that is attached to the note: its words, its address. */
const picture = /^!\[([^\]]*)\]\((daybook:[0-9a-f-]{36})\)$/i;

class Bullet extends WidgetType {
  override eq(): boolean {
    return true;
  }
  toDOM(): HTMLElement {
    const dot = document.createElement("span");
    dot.className = "bullet";
    dot.textContent = "•";
    return dot;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

class Rule extends WidgetType {
  override eq(): boolean {
    return true;
  }
  toDOM(): HTMLElement {
    const rule = document.createElement("span");
    rule.className = "rule";
    return rule;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** A check box over `[ ]`; checking it is an edit of the mark between. */
class Task extends WidgetType {
  constructor(readonly isDone: boolean, readonly words: string) {
    super();
  }
  override eq(other: WidgetType): boolean {
    return other instanceof Task && other.isDone === this.isDone && other.words === this.words;
  }
  toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement("span");
    frame.className = "task";
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = this.isDone;
    box.setAttribute("aria-label", this.words || "Task");
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("click", (event) => {
      event.preventDefault();
      toggleTask(view, view.state.doc.lineAt(view.posAtDOM(frame)).from);
    });
    frame.append(box);
    return frame;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** A drawing in the text. */
class Drawing extends WidgetType {
  constructor(readonly id: string, readonly isAlone: boolean, readonly draw: DrawingOf) {
    super();
  }
  override eq(other: WidgetType): boolean {
    return other instanceof Drawing && other.id === this.id && other.isAlone === this.isAlone &&
      other.draw === this.draw;
  }
  toDOM(): HTMLElement {
    const frame = document.createElement("span");
    const drawn = this.draw(this.id, this.isAlone);
    frame.className = drawn ? "drawing" : "drawing drawingEmpty";
    frame.setAttribute("role", "img");
    frame.setAttribute("aria-label", drawn?.getAttribute("data-label") ?? "Empty drawing");
    if (drawn) frame.append(drawn);
    else frame.textContent = "Empty drawing";
    return frame;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** A picture in the text; where it is not attached any more, its words. */
class Picture extends WidgetType {
  constructor(readonly words: string, readonly address: string, readonly draw: DrawingOf) {
    super();
  }
  override eq(other: WidgetType): boolean {
    return other instanceof Picture && other.address === this.address && other.draw === this.draw;
  }
  toDOM(): HTMLElement {
    const frame = document.createElement("span");
    frame.className = "picture";
    frame.setAttribute("role", "img");
    frame.setAttribute("aria-label", this.words || "Picture");
    const shown = this.draw(this.address);
    if (shown) frame.append(shown);
    else frame.textContent = `${this.words || "Picture"} (not attached)`;
    return frame;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** Draws the drawing of an identifier, or the picture of an address; undefined where it is not known. */
export type DrawingOf = (id: string, isAlone?: boolean) => Element | undefined;

/** Checks the task of a line, or takes its mark off. False where the line is no task. */
export function toggleTask(view: EditorView, lineFrom: number): boolean {
  const line = view.state.doc.lineAt(lineFrom);
  const found = /^([\s>]*(?:[-+*]|\d+[.)])\s+\[)([^\]]{0,3})\]/.exec(line.text);
  if (!found) return false;
  const [, before = "", marks = ""] = found;
  const from = line.from + before.length;
  view.dispatch({
    changes: { from, to: from + marks.length, insert: marks.trim() ? " " : "x" },
    userEvent: "input.check",
  });
  return true;
}

const bullet = new Bullet();
const rule = new Rule();
const hidden = Decoration.replace({});
const mark = (name: string) => Decoration.mark({ class: name });
const line = (name: string) => Decoration.line({ class: name });
const marks: Readonly<Record<string, Decoration>> = {
  StrongEmphasis: mark("strong"),
  Emphasis: mark("emphasis"),
  Strikethrough: mark("struck"),
  InlineCode: mark("code"),
  Link: mark("link"),
  Autolink: mark("link"),
};
const link = mark("link");
const ordinal = mark("ordinal");
const faint = mark("faint");
const headings = [1, 2, 3, 4, 5, 6].map((level) => line(`heading heading${level}`));
const lists = [1, 2, 3, 4, 5, 6].map((level) => line(`list list${level}`));
const lineOf = {
  quote: line("quote"),
  done: line("done"),
  table: line("table"),
  block: line("block"),
  first: line("block blockFirst"),
  last: line("block blockLast"),
};

/** The decorations of what is seen, made anew when text, cursor or focus change. */
class Preview {
  readonly #doc: Text;
  readonly #made: Range<Decoration>[] = [];
  readonly #atoms: Range<Decoration>[] = [];

  constructor(readonly view: EditorView, readonly draw: DrawingOf) {
    this.#doc = view.state.doc;
  }

  build(): { readonly shown: DecorationSet; readonly atoms: DecorationSet } {
    const tree = syntaxTree(this.view.state);
    for (const { from, to } of this.view.visibleRanges) {
      tree.iterate({ from, to, enter: (node) => this.#enter(node) });
      this.#linkNotes(from, to);
    }
    return { shown: Decoration.set(this.#made, true), atoms: Decoration.set(this.#atoms, true) };
  }

  /** Whether the cursor, or a selection, touches a range. */
  #isNear(from: number, to: number): boolean {
    return this.view.hasFocus && this.view.state.selection.ranges.some((range) => range.from <= to && range.to >= from);
  }

  #add(decoration: Decoration, from: number, to = from): void {
    this.#made.push(decoration.range(from, to));
  }

  #hide(from: number, to: number, decoration = hidden): void {
    if (from >= to) return;
    const range = decoration.range(from, to);
    this.#made.push(range);
    this.#atoms.push(range);
  }

  #enter(node: SyntaxNodeRef): boolean | void {
    const { name, from, to } = node;
    const style = marks[name];
    if (style && to > from) this.#add(style, from, to);
    if (/^(ATX|Setext)Heading\d$/.test(name)) return this.#heading(Number(name.at(-1)), from, to);
    switch (name) {
      case "Blockquote":
        return this.#eachLine(from, to, (at) => this.#add(lineOf.quote, at));
      case "Table":
        return this.#eachLine(from, to, (at) => this.#add(lineOf.table, at));
      case "FencedCode":
      case "CodeBlock":
        return this.#code(node);
      case "HorizontalRule":
        if (!this.#isNear(from, to)) this.#hide(from, to, Decoration.replace({ widget: rule }));
        return;
      case "ListItem":
        return this.#item(node);
      case "Image":
        return this.#image(from, to);
      case "URL":
        if (node.node.parent?.name !== "Link" && node.node.parent?.name !== "Image" && to > from) {
          this.#add(link, from, to);
        }
        return this.#mark(node);
      case "QuoteMark":
      case "HeaderMark":
      case "EmphasisMark":
      case "StrikethroughMark":
      case "CodeMark":
      case "LinkMark":
      case "LinkTitle":
        return this.#mark(node);
    }
  }

  #heading(level: number, from: number, to: number): void {
    this.#eachLine(from, to, (at) => {
      const decoration = headings[level - 1];
      if (decoration) this.#add(decoration, at);
    });
  }

  /** A mark is hidden where the cursor is not in what it marks; a heading's or quotation's, not in its line. */
  #mark({ name, from, to, node }: SyntaxNodeRef): void {
    const whole = node.parent;
    if (!whole || whole.name === "FencedCode" || whole.name === "Image") return;
    if ((name === "URL" || name === "LinkTitle") && whole.name !== "Link") return;
    if (whole.name === "Link" && isWiki(this.#doc, whole.from, whole.to)) return;
    const around = this.#doc.lineAt(from);
    if (name === "HeaderMark" || name === "QuoteMark") {
      if (this.#isNear(around.from, around.to)) return this.#add(faint, from, to);
      const isSpaced = this.#doc.sliceString(to, to + 1) === " ";
      return this.#hide(from, Math.min(isSpaced ? to + 1 : to, around.to));
    }
    if (this.#isNear(whole.from, whole.to)) return this.#add(faint, from, to);
    if (to <= around.to) this.#hide(from, to);
  }

  #image(from: number, to: number): boolean {
    const text = this.#doc.sliceString(from, to);
    const id = drawing.exec(text)?.[1];
    const [, words = "", address] = picture.exec(text) ?? [];
    if (id) {
      const isAlone = this.#doc.lineAt(from).text.trim() === text;
      this.#hide(from, to, Decoration.replace({ widget: new Drawing(id, isAlone, this.draw) }));
    } else if (address) this.#hide(from, to, Decoration.replace({ widget: new Picture(words, address, this.draw) }));
    else this.#add(faint, from, to);
    return false;
  }

  #code(node: SyntaxNodeRef): boolean {
    const [first, last] = [this.#doc.lineAt(node.from), this.#doc.lineAt(node.to)];
    this.#eachLine(node.from, node.to, (at, number) => {
      this.#add(number === first.number ? lineOf.first : number === last.number ? lineOf.last : lineOf.block, at);
    });
    if (node.name === "FencedCode") {
      for (const fence of [first, last]) {
        if (/^\s*(`{3,}|~{3,})/.test(fence.text)) this.#add(faint, fence.from, fence.to);
      }
    }
    return false;
  }

  /** An item: its place by depth, its mark as a dot, number or check box. */
  #item({ node, from }: SyntaxNodeRef): void {
    const sign = node.getChild("ListMark");
    if (!sign) return;
    const at = this.#doc.lineAt(from);
    let depth = 0;
    for (let up = node.parent; up; up = up.parent) {
      if (up.name === "BulletList" || up.name === "OrderedList") depth += 1;
    }
    const place = lists[Math.min(depth, lists.length) - 1];
    if (place) this.#add(place, at.from);
    if (/^[ \t]+$/.test(this.#doc.sliceString(at.from, sign.from))) this.#hide(at.from, sign.from);
    const marker = node.getChild("Task")?.getChild("TaskMarker");
    if (marker) {
      const isDone = this.#doc.sliceString(marker.from + 1, marker.to - 1).trim() !== "";
      if (isDone) this.#add(lineOf.done, at.from);
      const end = this.#doc.sliceString(marker.to, marker.to + 1) === " " ? marker.to + 1 : marker.to;
      const words = this.#doc.sliceString(end, at.to).slice(0, 80);
      return this.#hide(sign.from, end, Decoration.replace({ widget: new Task(isDone, words) }));
    }
    const end = this.#doc.sliceString(sign.to, sign.to + 1) === " " ? sign.to + 1 : sign.to;
    if (/\d/.test(this.#doc.sliceString(sign.from, sign.to))) return this.#add(ordinal, sign.from, end);
    if (end > sign.to) this.#hide(sign.from, end, Decoration.replace({ widget: bullet }));
  }

  /** Links to notes, which CommonMark does not know. */
  #linkNotes(from: number, to: number): void {
    this.#eachLine(from, to, (start) => {
      for (const found of wikiLinks(this.#doc.lineAt(start).text, start)) {
        if (isInCode(syntaxTree(this.view.state).resolveInner(found.from, 1))) continue;
        this.#add(link, found.from, found.to);
        if (this.#isNear(found.from, found.to)) continue;
        this.#hide(found.from, found.shownFrom);
        this.#hide(found.shownTo, found.to);
      }
    });
  }

  #eachLine(from: number, to: number, each: (from: number, number: number) => void): void {
    for (let number = this.#doc.lineAt(from).number; number <= this.#doc.lines; number += 1) {
      const at = this.#doc.line(number);
      if (at.from > to || (at.from === to && to > from)) return;
      each(at.from, number);
    }
  }
}

function isWiki(doc: Text, from: number, to: number): boolean {
  return doc.sliceString(from - 1, from + 1) === "[[" && doc.sliceString(to - 1, to + 1) === "]]";
}

/** The extension that shows the preview. */
export function livePreview(draw: DrawingOf): Extension {
  return ViewPlugin.fromClass(
    class {
      built: { readonly shown: DecorationSet; readonly atoms: DecorationSet };
      constructor(view: EditorView) {
        this.built = new Preview(view, draw).build();
      }
      update(update: ViewUpdate): void {
        const isSame = !update.docChanged && !update.viewportChanged && !update.selectionSet && !update.focusChanged &&
          syntaxTree(update.startState) === syntaxTree(update.state);
        if (!isSame) this.built = new Preview(update.view, draw).build();
      }
    },
    {
      decorations: (plugin) => plugin.built.shown,
      provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.built.atoms ?? Decoration.none),
    },
  );
}
