import { createElement, Fragment, type ReactNode } from "react";
import type { SyntaxNode } from "codemirror";
import { Icon } from "../../design/mod.ts";
import { Picture } from "../../files/Picture.tsx";
import type { PictureOf } from "../../files/pictures.ts";
import type { DrawnInk } from "../ink/drawings.ts";
import { InkView } from "../ink/InkView.tsx";
import { addressOf, noteLanguage, safeAddress, wikiLinks } from "./language.ts";

/** What reading needs beside the text. */
interface Reader {
  readonly text: string;
  readonly linkOfNote: (title: string) => string | undefined;
  readonly pictureAt: PictureOf;
  readonly inks: readonly DrawnInk[];
}

/** A note to be read: real headings, lists and links, made of the same syntax tree as the preview, never of HTML. */
export function Reading(reader: Reader) {
  const tree = noteLanguage.parser.parse(reader.text);
  return <div className="note-reading">{blocks(reader, tree.topNode)}</div>;
}

function blocks(reader: Reader, parent: SyntaxNode): readonly ReactNode[] {
  const made: ReactNode[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    const one = block(reader, node);
    if (one) made.push(<Fragment key={node.from}>{one}</Fragment>);
  }
  return made;
}

function block(reader: Reader, node: SyntaxNode): ReactNode {
  const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
  // The title of the note stands above, and perhaps the name of the area.
  if (heading) return createElement(`h${Math.min(Number(heading) + 2, 6)}`, null, inlines(reader, node));
  switch (node.name) {
    case "Paragraph":
      return <p>{inlines(reader, node)}</p>;
    case "Task":
      return <Task reader={reader} node={node} />;
    case "BulletList":
      return <ul>{blocks(reader, node)}</ul>;
    case "OrderedList":
      return <ol start={numberOf(reader, node)}>{blocks(reader, node)}</ol>;
    case "ListItem":
      return <li className={node.getChild("Task") ? "is-task" : undefined}>{blocks(reader, node)}</li>;
    case "Blockquote":
      return <blockquote>{blocks(reader, node)}</blockquote>;
    case "HorizontalRule":
      return <hr />;
    case "FencedCode":
    case "CodeBlock":
      return <pre tabIndex={0}><code>{codeOf(reader, node)}</code></pre>;
    case "Table":
      return <Table reader={reader} node={node} />;
    default:
      return undefined;
  }
}

function Task({ reader, node }: { readonly reader: Reader; readonly node: SyntaxNode }) {
  const marker = node.getChild("TaskMarker");
  const isDone = marker !== null && reader.text.slice(marker.from + 1, marker.to - 1).trim() !== "";
  return (
    <p className={isDone ? "is-done" : undefined}>
      {isDone ? <Icon name="check-circle-fill" /> : <Icon name="circle" />}
      <span className="visually-hidden">{isDone ? "Done:" : "To do:"}</span>
      {inlines(reader, node)}
    </p>
  );
}

function Table({ reader, node }: { readonly reader: Reader; readonly node: SyntaxNode }) {
  const cells = (row: SyntaxNode, tag: "th" | "td") =>
    row.getChildren("TableCell").map((cell) => createElement(tag, { key: cell.from }, inlines(reader, cell)));
  const head = node.getChild("TableHeader");
  return (
    <table>
      {head && (
        <thead>
          <tr>{cells(head, "th")}</tr>
        </thead>
      )}
      <tbody>{node.getChildren("TableRow").map((row) => <tr key={row.from}>{cells(row, "td")}</tr>)}</tbody>
    </table>
  );
}

/** The text between the children of a node, and the children as elements, within a part of it. */
function inlines(reader: Reader, node: SyntaxNode, from = node.from, to = node.to): readonly ReactNode[] {
  const made: ReactNode[] = [];
  let at = from;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.from < from || child.to > to) continue;
    made.push(reader.text.slice(at, child.from));
    const isPlain = isWikiPart(reader.text, child);
    made.push(
      isPlain ? reader.text.slice(child.from, child.to) : <Fragment key={child.from}>{inline(reader, child)}</Fragment>,
    );
    at = child.to;
  }
  made.push(reader.text.slice(at, to));
  return joined(made, reader);
}

function inline(reader: Reader, node: SyntaxNode): ReactNode {
  switch (node.name) {
    case "StrongEmphasis":
      return <strong>{inlines(reader, node)}</strong>;
    case "Emphasis":
      return <em>{inlines(reader, node)}</em>;
    case "Strikethrough":
      return <del>{inlines(reader, node)}</del>;
    case "InlineCode":
      return <code>{inlines(reader, node)}</code>;
    case "Escape":
      return reader.text.slice(node.from + 1, node.to);
    case "HardBreak":
      return <br />;
    case "Link":
    case "Autolink":
    case "URL":
      return <LinkOut reader={reader} node={node} />;
    case "Image":
      return <Image reader={reader} node={node} />;
    default:
      return node.name.endsWith("Mark") || node.name.endsWith("Marker") || node.name === "LinkTitle"
        ? undefined
        : reader.text.slice(node.from, node.to);
  }
}

function Image({ reader, node: { from, to } }: { readonly reader: Reader; readonly node: SyntaxNode }) {
  const { text, pictureAt, inks } = reader;
  const words = text.slice(from, to);
  const [, alt = "", address = ""] = /^!\[([^\]]*)\](?:\(([^)\s]*)\))?/s.exec(words) ?? [];
  if (address.startsWith("ink:")) {
    const isAlone = (lineBefore(text, from) + lineAfter(text, to)).trim() === "";
    return <InkView id={address.slice("ink:".length)} inks={inks} isAlone={isAlone} />;
  }
  const file = pictureAt(address);
  return file
    ? <Picture className="note-picture" file={file} size="1280" alt={alt || file.name} />
    : <span className="note-image">{alt}</span>;
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
}

function lineAfter(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(at, end < 0 ? text.length : end);
}

function LinkOut({ reader, node }: { readonly reader: Reader; readonly node: SyntaxNode }) {
  const address = safeAddress(addressOf(node, (from, to) => reader.text.slice(from, to)) ?? "");
  const [open, close] = node.getChildren("LinkMark");
  const isBare = node.name !== "Link" || !open || !close;
  const shown = isBare
    ? reader.text.slice(node.from, node.to).replace(/^<|>$/g, "")
    : inlines(reader, node, open.to, close.from);
  return address ? <a href={address} target="_blank" rel="noreferrer">{shown}</a> : <>{shown}</>;
}

/** A link of CommonMark that is the inside of `[[…]]`. */
function isWikiPart(text: string, node: SyntaxNode): boolean {
  return node.name === "Link" && text[node.from - 1] === "[" && text[node.to] === "]";
}

/** Joins strings that stand side by side, and makes links of `[[…]]` in them. */
function joined(parts: readonly ReactNode[], reader: Reader): readonly ReactNode[] {
  const made: ReactNode[] = [];
  let text = "";
  const end = () => {
    if (text) made.push(<Fragment key={`text${made.length}`}>{withNotes(text, reader)}</Fragment>);
    text = "";
  };
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else {
      end();
      made.push(part);
    }
  }
  end();
  return made;
}

function withNotes(text: string, reader: Reader): readonly ReactNode[] {
  const made: ReactNode[] = [];
  let at = 0;
  for (const link of wikiLinks(text, 0)) {
    const shown = text.slice(link.shownFrom, link.shownTo);
    const href = reader.linkOfNote(link.target);
    made.push(text.slice(at, link.from), href ? <a key={link.from} href={href}>{shown}</a> : shown);
    at = link.to;
  }
  made.push(text.slice(at).replace(/\\$/, ""));
  return made;
}

function numberOf(reader: Reader, list: SyntaxNode): number {
  const mark = list.firstChild?.getChild("ListMark");
  return mark ? Number.parseInt(reader.text.slice(mark.from, mark.to), 10) || 1 : 1;
}

function codeOf(reader: Reader, node: SyntaxNode): string {
  return node.getChildren("CodeText").map((part) => reader.text.slice(part.from, part.to)).join("");
}
