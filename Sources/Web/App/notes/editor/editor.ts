/** CodeMirror as the note editor uses it, in a shadow root of its own. Loaded when the first note opens. */

import {
  Annotation,
  type ChangeSet,
  Compartment,
  defaultKeymap,
  deleteMarkupBackward,
  EditorState,
  EditorView,
  history,
  historyKeymap,
  insertNewlineContinueMarkup,
  keymap,
  placeholder,
  Prec,
  redo,
  type SyntaxNode,
  syntaxTree,
  Transaction,
  undo,
} from "codemirror";
import { type Format, formatsAt, formattingKeys, formattings } from "./formatting.ts";
import { addressOf, noteLanguage, safeAddress, wikiLinks } from "./language.ts";
import { changeForDrawing, drawingAt, shownDrawings } from "./placing.ts";
import { type DrawingOf, livePreview } from "./preview.ts";
import { editorTheme } from "./theme.ts";

/** What the editor tells those around it. */
export interface EditorEvents {
  /** Something was typed, dropped, pasted, undone … here. */
  readonly onTyped: (changes: ChangeSet) => void;
  /** The cursor moved, by typing or by itself; text or selection may have changed. */
  readonly onCursor: (cursor: Cursor) => void;
  readonly onFocus: (hasFocus: boolean) => void;
  /** The beginning of the text was left upwards. */
  readonly onLeaveUp: () => void;
}

/** How things stand at the cursor. */
export interface Cursor {
  readonly formats: ReadonlySet<Format>;
  readonly isTyping: boolean;
  readonly isSelecting: boolean;
  /** The link that the cursor stands in. */
  readonly link: LinkAt | undefined;
  /** What is being written as a link to a note: `[[Brea` asks for those with "Brea". */
  readonly completing: Completing | undefined;
}

/** Where a link leads: to an address, or to a note by its title. */
export type LinkAt = { readonly address: string } | { readonly note: string };

/** The beginning of a link to a note, with the place of the cursor on the screen. */
export interface Completing {
  readonly from: number;
  readonly to: number;
  readonly query: string;
  readonly left: number;
  readonly bottom: number;
}

/** The editor of one note. */
export interface NoteEditor {
  readonly text: string;
  /** Changes from elsewhere: they keep the cursor and stay out of undo. */
  apply(changes: ChangeSet): void;
  format(format: Format): void;
  undo(): void;
  redo(): void;
  focus(at?: "start" | "end"): void;
  setReadOnly(isReadOnly: boolean): void;
  /** Shows the drawings anew. */
  redraw(draw: DrawingOf): void;
  /** Puts a text in the place of what is being completed. */
  complete(completing: Completing, text: string): void;
  /**
   * Puts a text on lines of its own, behind the line that the cursor stands in, or the one that has `behind` in it. The cursor goes
   * behind it, but stays with who is typing: a file comes a while after it was pasted.
   */
  insert(text: string, behind?: string): void;
  /** The drawings that are shown. */
  drawings(): readonly SVGSVGElement[];
  /** The drawing at a place on the screen. */
  drawingAt(x: number, y: number): SVGSVGElement | undefined;
  /** Puts the anchor of a new drawing where somebody drew; what is written there makes way. */
  putDrawing(ink: string, y: number): void;
  /** Selects a part, counted in UTF-16 units, and brings it into sight. */
  reveal(from: number, to: number): void;
  /** Brings what is marked in the drawing at a place of the text into sight. */
  showDrawing(at: number): void;
  close(): void;
}

/** Milliseconds for which somebody who typed is typing. */
const typingMs = 2_000;

const fromElsewhere = Annotation.define<true>();

/** Opens the editor in an element. */
export function openEditor(
  host: HTMLElement,
  { text, draw, events }: { readonly text: string; readonly draw: DrawingOf; readonly events: EditorEvents },
): NoteEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open", delegatesFocus: true });
  const access = new Compartment();
  const preview = new Compartment();
  // Where the link begins that is being typed: the cursor that merely passes through one opens no list.
  let begun: number | undefined;
  let typedAt = -Infinity;
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.lineSeparator.of("\n"),
        EditorView.lineWrapping,
        history(),
        noteLanguage.extension,
        preview.of(livePreview(draw)),
        editorTheme,
        placeholder("Start writing"),
        EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?/g, "\n")),
        Prec.high(keymap.of([
          { key: "ArrowUp", run: (editor) => leaveUp(editor, events) },
          { key: "Enter", run: insertNewlineContinueMarkup },
          { key: "Backspace", run: deleteMarkupBackward },
          ...formattingKeys,
        ])),
        keymap.of([...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...historyKeymap]),
        EditorView.contentAttributes.of({
          "aria-label": "Text of the note",
          spellcheck: "true",
          autocorrect: "on",
          autocapitalize: "sentences",
        }),
        EditorView.updateListener.of((update) => {
          const typed = update.transactions.filter((one) => one.docChanged && !one.annotation(fromElsewhere));
          for (const one of typed) events.onTyped(one.changes);
          begun = begun === undefined ? undefined : update.changes.mapPos(begun);
          if (update.focusChanged) events.onFocus(update.view.hasFocus);
          if (update.docChanged || update.selectionSet || update.focusChanged) {
            const isTyping = typed.some((one) => one.isUserEvent("input.type") || one.isUserEvent("delete"));
            if (isTyping) typedAt = performance.now();
            // The place of the cursor on the screen can be asked for when the update is through.
            queueMicrotask(() => {
              const cursor = cursorOf(update.view, isTyping, begun);
              begun = cursor.completing?.from;
              events.onCursor(cursor);
            });
          }
        }),
        access.of([]),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    apply: (changes) =>
      view.dispatch({ changes, annotations: [fromElsewhere.of(true), Transaction.addToHistory.of(false)] }),
    format: (format) => void formattings.find((one) => one.format === format)?.run(view),
    undo: () => void undo(view),
    redo: () => void redo(view),
    focus: (at) => {
      if (at) view.dispatch({ selection: { anchor: at === "start" ? 0 : view.state.doc.length } });
      view.focus();
    },
    setReadOnly: (isReadOnly) =>
      view.dispatch({
        effects: access.reconfigure(isReadOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : []),
      }),
    redraw: (again) => view.dispatch({ effects: preview.reconfigure(livePreview(again)) }),
    complete: ({ from, to }, inserted) => {
      view.dispatch({
        changes: { from, to, insert: inserted },
        selection: { anchor: from + inserted.length },
        userEvent: "input.complete",
      });
      view.focus();
    },
    insert: (inserted, behind) => {
      const { doc, selection } = view.state;
      const found = behind === undefined ? -1 : doc.toString().indexOf(behind);
      const line = doc.lineAt(found < 0 ? selection.main.head : found);
      const isEmpty = line.length === 0;
      const text = `${isEmpty ? "" : "\n"}${inserted}${line.to === doc.length ? "\n" : ""}`;
      view.dispatch({
        changes: { from: line.to, insert: text },
        ...performance.now() - typedAt < typingMs ? {} : { selection: { anchor: line.to + text.length } },
        userEvent: "input.drop",
        scrollIntoView: true,
      });
    },
    drawings: () => shownDrawings(view),
    drawingAt: (x, y) => drawingAt(view, x, y),
    putDrawing: (ink, y) =>
      view.dispatch({
        changes: changeForDrawing(view, ink, y),
        annotations: Transaction.addToHistory.of(false),
        userEvent: "input.draw",
      }),
    reveal: (from, to) => {
      const end = Math.min(to, view.state.doc.length);
      view.dispatch({
        selection: { anchor: Math.min(from, end), head: end },
        effects: EditorView.scrollIntoView(Math.min(from, end), { y: "center" }),
      });
    },
    showDrawing: (at) => {
      view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
      // Once the editor has drawn the lines there.
      requestAnimationFrame(() => view.contentDOM.querySelector("[data-mark]")?.scrollIntoView({ block: "center" }));
    },
    close: () => view.destroy(),
  };
}

/** Arrow up in the first line leads out of the text, to the title. */
function leaveUp(view: EditorView, events: EditorEvents): boolean {
  const { main } = view.state.selection;
  const [start, here] = [view.coordsAtPos(0), view.coordsAtPos(main.head)];
  if (!main.empty || !start || !here || here.top > start.bottom) return false;
  events.onLeaveUp();
  return true;
}

function cursorOf(view: EditorView, isTyping: boolean, begun: number | undefined): Cursor {
  const { main } = view.state.selection;
  return {
    formats: formatsAt(view.state),
    isTyping,
    isSelecting: !main.empty,
    link: view.hasFocus ? linkAt(view.state) : undefined,
    completing: main.empty && view.hasFocus ? completingAt(view, isTyping, begun) : undefined,
  };
}

function linkAt(state: EditorState): LinkAt | undefined {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const note = wikiLinks(line.text, line.from).find(({ from, to }) => from <= head && head <= to);
  if (note) return { note: note.target };
  for (const side of [1, -1] as const) {
    for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(head, side); node; node = node.parent) {
      if (node.name !== "Link" && node.name !== "URL" && node.name !== "Autolink") continue;
      const address = safeAddress(addressOf(node, (from, to) => state.sliceDoc(from, to)) ?? "");
      if (address) return { address };
    }
  }
  return undefined;
}

/** The link that is being begun at the cursor: one typed just now that was not closed, an empty one, or the one at `begun`. */
function completingAt(view: EditorView, isTyping: boolean, begun: number | undefined): Completing | undefined {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const [before, after] = [line.text.slice(0, head - line.from), line.text.slice(head - line.from)];
  const found = /\[\[([^[\]|\n]*)$/.exec(before);
  if (!found) return undefined;
  const from = line.from + found.index;
  const closed = wikiLinks(line.text, line.from).find((link) => link.from === from);
  const isBegun = from === begun || isTyping && !closed || found[1] === "" && after.startsWith("]]");
  // The words of a link that has some stay: nothing would take their place.
  const place = isBegun && !/^[^[\]]*\|/.test(closed ? after : "") && view.coordsAtPos(head);
  if (!place) return undefined;
  // Brackets that stand there already are replaced, with the rest of the title before them.
  const rest = closed ? closed.to - head : /^\]{0,2}/.exec(after)?.[0].length ?? 0;
  return { from, to: head + rest, query: found[1] ?? "", left: place.left, bottom: place.bottom };
}
