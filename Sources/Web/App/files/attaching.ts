/** Attaching files to notes, cards and items: uploaded first, then attached together as one step of undo. Requirement B-04. */

import type { AttachedFile, Command } from "../source/api.ts";
import { mint, Problem, type Source } from "../source/source.ts";

/** What a file hangs on. */
export interface Holder {
  readonly kind: "note" | "card" | "item";
  readonly id: string;
}

/** How far the files are that somebody attaches. */
export interface Progress {
  readonly name: string;
  /** From 0 to 1, over all of them. */
  readonly share: number;
}

/** How attaching is told and ended. */
export interface AttachOptions {
  readonly told: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** What is to be done before, together with the attaching. */
  readonly first?: () => Promise<readonly Command[]>;
}

/** Pictures and sound that were attached here, by their digests: seen before the service has made them small, and without a network. */
const own = new Map<string, string>();

/** The address of a picture that was attached in this tab. */
export function ownPicture(digest: string): string | undefined {
  return own.get(digest);
}

/** Keeps a picture that was uploaded here, to be seen at once. */
export function keepOwnPicture(digest: string, picture: Blob): void {
  if (!own.has(digest)) own.set(digest, URL.createObjectURL(picture));
}

const bytesOfUnknown = "application/octet-stream";

/**
 * Uploads files and attaches them. A file needs the service: where it cannot be reached, nothing is attached and nothing kept.
 *
 * @throws {Problem}
 */
export async function attachFiles(
  source: Source,
  holder: Holder,
  files: readonly File[],
  { told, signal, first }: AttachOptions,
): Promise<readonly AttachedFile[]> {
  const all = Math.max(files.reduce((sum, file) => sum + file.size, 0), 1);
  const attached: AttachedFile[] = [];
  let before = 0;
  try {
    for (const file of files) {
      const name = nameOf(file);
      told({ name, share: before / all });
      const sha256 = await source.upload(file, {
        signal,
        sent: (bytes) => told({ name, share: (before + bytes) / all }),
      });
      before += file.size;
      if (isPicture({ mediaType: file.type }) || isSound({ mediaType: file.type })) keepOwnPicture(sha256, file);
      attached.push({
        id: mint(),
        name,
        mediaType: file.type || bytesOfUnknown,
        sizeBytes: file.size,
        sha256,
      });
    }
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === "offline") throw needsConnection(files);
    throw thrown;
  }
  const commands = attached.map((file) => attachCommand(holder, file));
  await source.perform([...(await first?.() ?? []), ...commands], `Attached ${namesOf(attached)}`);
  return attached;
}

/** Whether this device knows that it has no connection. */
export function isOffline(source: Source): boolean {
  return !navigator.onLine || source.sync.get().kind === "offline";
}

/** Says that files need a connection. */
export function needsConnection(files: readonly File[]): Problem {
  const them = files.length === 1 ? `“${nameOf(files[0])}”` : "the files";
  return new Problem(
    "offline",
    `Files need a connection. Nothing was attached; attach ${them} again when you are online.`,
  );
}

function attachCommand(holder: Holder, { id, name, mediaType, sizeBytes, sha256 }: AttachedFile): Command {
  const file = { name, mediaType, sizeBytes, digest: sha256 };
  switch (holder.kind) {
    case "note":
      return { type: "notes.attachFile", attachment: id, holder: { note: holder.id }, file };
    case "card":
      return { type: "boards.attachFile", attachment: id, card: holder.id, file };
    case "item":
      return { type: "capture.attachFile", attachment: id, item: holder.id, file };
  }
}

/** The command that takes a file away. */
export function detachCommand(holder: Holder, attachment: string): Command {
  switch (holder.kind) {
    case "note":
      return { type: "notes.detachFile", attachment };
    case "card":
      return { type: "boards.detachFile", attachment, card: holder.id };
    case "item":
      return { type: "capture.detachFile", attachment };
  }
}

/** Names of files have at most 255 characters; the ending stays. */
function nameOf(file: File | undefined): string {
  const name = Array.from(file?.name ?? "");
  if (name.length === 0) return "File";
  if (name.length <= 255) return name.join("");
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 ? name.slice(dot).slice(0, 20) : [];
  return [...name.slice(0, 255 - ending.length), ...ending].join("");
}

function namesOf(files: readonly AttachedFile[]): string {
  return files.length === 1 ? `“${files[0]?.name}”` : `${files.length} files`;
}

/** Pictures that every browser shows. */
export function isPicture({ mediaType }: Pick<AttachedFile, "mediaType">): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/.test(mediaType);
}

/** Sound that browsers play. */
export function isSound({ mediaType }: Pick<AttachedFile, "mediaType">): boolean {
  return /^audio\//.test(mediaType);
}

/** The address of a picture within the text of its note. */
export function pictureAddress(id: string): string {
  return `daybook:${id}`;
}

/** The text that shows an attached picture within a note. */
export function pictureText({ id, name }: Pick<AttachedFile, "id" | "name">): string {
  return `![${name.replace(/[[\]\\\n]/g, " ").trim()}](${pictureAddress(id)})`;
}
