/** What other programs share with the app, on its way through the service worker to the inbox. Requirements N-515, B-81. */

import { Value } from "../watched.ts";

/** Where it waits; deleted by signing out. */
export const sharedCache = "daybook-shared";

/** The address that the manifest names for it. */
export const sharePath = "/share";

/** Says that the app is opened to take what was shared: in a workspace with an inbox. */
export const sharedQuery = "shared";

const filesMost = 20;
const textMost = 100_000;

/** Keeps what was shared until a page takes it. Any site can post here: it ends in the inbox, where it is seen and undone. */
export async function keepShared(request: Request): Promise<void> {
  const form = await request.formData();
  const text = sharedText(["title", "text", "url"].map((field) => form.get(field)));
  const files = form.getAll("files").filter((one): one is File => one instanceof File && one.size > 0);
  const kept = files.slice(0, filesMost);
  if (!text && kept.length === 0) return;
  await put({ id: crypto.randomUUID(), text, files: kept });
}

/** Keeps files on this device, does what belongs to them, and has them taken once there is a connection, as what was shared. */
export async function keepForLater(shared: Shared, work: () => Promise<void>): Promise<void> {
  await put(shared);
  await work();
  later.set(later.get() + 1);
}

/** Counts what was kept for later, so that it is taken as soon as it can be. */
export const later = new Value(0);

async function put({ id, text, files, isCaptured = false }: Shared): Promise<void> {
  const cache = await caches.open(sharedCache);
  for (const [place, file] of files.entries()) await cache.put(addressOf(id, `${place}`), new Response(file));
  const names = files.map(({ name, type }) => ({ name, type }));
  await cache.put(addressOf(id, "what"), Response.json({ text, files: names, isCaptured }));
}

/** Something that was shared. */
export interface Shared {
  /** An identifier, good for the item that becomes of it. */
  readonly id: string;
  readonly text: string;
  readonly files: readonly File[];
  /** True where the item is in the inbox already, and only its files wait. */
  readonly isCaptured?: boolean;
}

/** What waits, the oldest first. */
export async function allShared(): Promise<readonly Shared[]> {
  if (!("caches" in globalThis) || !(await caches.has(sharedCache))) return [];
  const cache = await caches.open(sharedCache);
  const all: Shared[] = [];
  for (const { url } of await cache.keys()) {
    const id = /\/shared\/([^/]+)\/what$/.exec(url)?.[1];
    const what = id && await cache.match(addressOf(id, "what"));
    if (!what) continue;
    const { text, files, isCaptured = false } = await what.json() as Kept;
    const read = files.map(async ({ name, type }, place) => {
      const bytes = await cache.match(addressOf(id, `${place}`));
      return new File(bytes ? [await bytes.blob()] : [], name, { type });
    });
    all.push({ id, text, files: await Promise.all(read), isCaptured });
  }
  return all;
}

interface Kept {
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly type: string }[];
  readonly isCaptured?: boolean;
}

/** Lets go of something that has arrived. */
export async function forgetShared({ id, files }: Shared): Promise<void> {
  const cache = await caches.open(sharedCache);
  await cache.delete(addressOf(id, "what"));
  await Promise.all(files.map((_, place) => cache.delete(addressOf(id, `${place}`))));
}

function addressOf(id: string, part: string): string {
  return `/shared/${id}/${part}`;
}

/** Title, text and address as one: what another part already says is left out. */
export function sharedText(parts: readonly unknown[]): string {
  const said = parts.flatMap((part) => typeof part === "string" && part.trim() ? [part.trim()] : []);
  const own = said.filter((part, at) => !said.some((other, place) => place !== at && repeats(part, at, other, place)));
  return own.join("\n").slice(0, textMost);
}

function repeats(part: string, at: number, other: string, place: number): boolean {
  return other === part ? place < at : other.includes(part);
}
