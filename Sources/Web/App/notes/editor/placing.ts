/** Places of drawings in a text: those that are there, and where a new one goes. */

import { type Change, type EditorView, type SyntaxNode, syntaxTree } from "codemirror";

/** Pixels above and beneath a drawing that still are its own. */
const reach = 8;

/** The drawings that are shown. */
export function shownDrawings(view: EditorView): readonly SVGSVGElement[] {
  return Array.from(view.contentDOM.querySelectorAll<SVGSVGElement>("svg[data-ink]"));
}

/** The drawing at a place on the screen; beneath a drawing that ends the text all is its own. */
export function drawingAt(view: EditorView, x: number, y: number): SVGSVGElement | undefined {
  const all = shownDrawings(view);
  const found = all.find((image) => {
    const box = image.getBoundingClientRect();
    return y >= box.top - reach && y <= box.bottom + reach && x >= box.left - reach && x <= box.right + reach;
  });
  if (found) return found;
  const last = all.at(-1);
  if (!last || y < last.getBoundingClientRect().bottom) return undefined;
  const { state } = view;
  const line = state.doc.lineAt(view.posAtDOM(last));
  return state.sliceDoc(line.to).trim() === "" ? last : undefined;
}

/** The change that puts a new drawing where somebody drew: text that stands there makes way downwards. */
export function changeForDrawing(view: EditorView, ink: string, y: number): Change {
  const { doc } = view.state;
  const anchor = `![ink](ink:${ink})`;
  const end = view.coordsAtPos(doc.length);
  if (doc.length === 0) return { from: 0, insert: `${anchor}\n` };
  if (!end || y > end.bottom) {
    return { from: doc.length, insert: `${doc.line(doc.lines).length > 0 ? "\n" : ""}${anchor}\n` };
  }
  const { left } = view.contentDOM.getBoundingClientRect();
  const at = view.posAtCoords({ x: left + 1, y }, false);
  const line = doc.lineAt(at);
  const block = blockAt(view, at);
  // Between two rows of a paragraph, it stands in the paragraph.
  if (block?.name === "Paragraph" && at > line.from && !isInMark(view, at)) return { from: at, insert: `${anchor} ` };
  const from = block && /Table|FencedCode|HTMLBlock|Setext/.test(block.name) ? doc.lineAt(block.from).from : line.from;
  return { from, insert: `${anchor}\n` };
}

function blockAt(view: EditorView, at: number): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  for (let node: SyntaxNode | null = syntaxTree(view.state).resolveInner(at, 1); node?.parent; node = node.parent) {
    found = node;
  }
  return found;
}

/** Whether a place lies within code, a link or an image. */
function isInMark(view: EditorView, at: number): boolean {
  for (let node: SyntaxNode | null = syntaxTree(view.state).resolveInner(at, -1); node; node = node.parent) {
    if (/Code|Link|Image|URL|HTML/.test(node.name) && node.from < at && node.to > at) return true;
  }
  return false;
}
