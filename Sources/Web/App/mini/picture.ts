/** A picture of a part of a page: its elements as data, to be drawn again before the app is there that makes them. */

/** An element with what may be drawn of it, or a text. */
export type Picture = string | Drawn;

interface Drawn {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Picture[];
}

/** Nothing else is drawn: neither scripts nor anything that fetches. */
const tags: ReadonlySet<string> = new Set(
  "a button div h1 h2 header i input label li ol p path section span svg ul".split(" "),
);
const attributes: ReadonlySet<string> = new Set(
  "aria-hidden aria-label class d data-priority fill-rule focusable role title type viewBox".split(" "),
);
const svgTags: ReadonlySet<string> = new Set(["svg", "path"]);
/** They do nothing in a picture, and are not said to be there. */
const inert: ReadonlySet<string> = new Set(["button", "input"]);
const svg = "http://www.w3.org/2000/svg";

/** A picture of nodes. */
export function pictureOf(nodes: Iterable<Node>): readonly Picture[] {
  return [...nodes].flatMap((node): Picture[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element) || !tags.has(node.localName)) return [];
    const shown = [...node.attributes].filter(({ name }) => attributes.has(name));
    return [{
      tag: node.localName,
      attributes: Object.fromEntries(shown.map(({ name, value }) => [name, value])),
      children: pictureOf(node.childNodes),
    }];
  });
}

/** The elements of a picture. */
export function draw(picture: readonly Picture[]): Node[] {
  return picture.flatMap((one): Node[] => {
    if (typeof one === "string") return [new Text(one)];
    if (!tags.has(one.tag)) return [];
    const element = svgTags.has(one.tag) ? document.createElementNS(svg, one.tag) : document.createElement(one.tag);
    for (const [name, value] of Object.entries(one.attributes)) {
      if (attributes.has(name)) element.setAttribute(name, value);
    }
    element.toggleAttribute("inert", inert.has(one.tag));
    element.append(...draw(one.children));
    return [element];
  });
}
