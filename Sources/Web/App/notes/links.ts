/** The addresses of the notes' screens. */

/** Which notes a list shows. */
export type Shelf =
  | { readonly kind: "all" }
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "trash" };

/** What is shown for a path below `notes`. */
export interface Place {
  /** Undefined where no list was chosen: on telephones the folders are shown then. */
  readonly shelf: Shelf | undefined;
  readonly note: string | undefined;
  /** The note is about to be begun. */
  readonly isNew: boolean;
}

/** The place of a path and its query. */
export function placeOf(rest: readonly string[], query: URLSearchParams): Place {
  const [first, second] = rest;
  const isNew = query.has("new");
  if (!first) return { shelf: undefined, note: undefined, isNew };
  if (first === "folder" && second) return { shelf: { kind: "folder", folder: second }, note: undefined, isNew };
  if (first === "tag" && second) return { shelf: { kind: "tag", tag: second }, note: undefined, isNew };
  if (first === "all" || first === "trash") return { shelf: { kind: first }, note: undefined, isNew };
  return { shelf: shelfWithin(query), note: first, isNew };
}

/** The list that a note was opened from, as its address says. */
function shelfWithin(query: URLSearchParams): Shelf | undefined {
  const within = query.get("in") ?? "";
  if (within === "all") return { kind: "all" };
  if (within.startsWith("tag:")) return { kind: "tag", tag: within.slice(4) };
  return within ? { kind: "folder", folder: within } : undefined;
}

/** The address of the notes of a workspace, and of a list there. */
export function shelfAddress(workspace: string, shelf?: Shelf): string {
  const base = `/w/${workspace}/notes`;
  if (!shelf) return base;
  switch (shelf.kind) {
    case "folder":
      return `${base}/folder/${shelf.folder}`;
    case "tag":
      return `${base}/tag/${encodeURIComponent(shelf.tag)}`;
    default:
      return `${base}/${shelf.kind}`;
  }
}

/** The address of a note within a list. */
export function noteAddress(workspace: string, note: string, shelf?: Shelf, { isNew = false } = {}): string {
  const query = new URLSearchParams();
  if (shelf?.kind === "folder") query.set("in", shelf.folder);
  if (shelf?.kind === "tag") query.set("in", `tag:${shelf.tag}`);
  if (shelf?.kind === "all") query.set("in", "all");
  if (isNew) query.set("new", "1");
  const asked = query.toString();
  return `/w/${workspace}/notes/${note}${asked ? `?${asked}` : ""}`;
}
