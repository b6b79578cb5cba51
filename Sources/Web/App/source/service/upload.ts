/** Uploads by the tus protocol: in pieces, and on from where a connection broke. */

import type { PictureFacts } from "../api.ts";
import type { Service } from "./service.ts";
import { Problem } from "../problem.ts";

const pieceBytes = 4 << 20;
const triesMost = 5;
const tus = { "Tus-Resumable": "1.0.0" };

/** What a person sees of an upload, and how they end it. */
export interface Uploading {
  /** Told how many bytes are there, after each piece. */
  readonly sent?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** An upload that outlives its page: its address is enough to go on with it later. */
export interface LastingUpload extends Uploading {
  /** Whose picture it is, for who may add some children's alone: it is kept for that child, and nobody else. */
  readonly child?: string | undefined;
  /** Where it was begun before. */
  readonly address?: string | undefined;
  /** Told where it begins, before the first byte is sent. */
  readonly begun: (address: string) => Promise<void>;
}

/** A file that the service has. */
export interface Uploaded {
  readonly digest: string;
  /** What a picture says about itself; undefined where it is none that Daybook knows. */
  readonly picture: PictureFacts | undefined;
}

/** Uploads a file. @returns its digest. @throws {Problem} where it cannot, or was cancelled; then nothing of it is kept. */
export async function uploadFile(
  service: Service,
  workspace: string,
  file: Blob,
  { sent: told, signal }: Uploading = {},
): Promise<string> {
  const address = await begin(service, workspace, file);
  try {
    return await sendAll(service, address, file, 0, told, signal);
  } catch (thrown) {
    // What is left there goes by itself in time where this does not arrive.
    void service.send(address, { method: "DELETE", headers: tus }).catch(() => undefined);
    throw thrown;
  }
}

/** Uploads a file, on from where it was left. What is there already stays when it breaks off. @throws {Problem} */
export async function uploadLasting(
  service: Service,
  workspace: string,
  file: Blob,
  { child, address: known, begun, sent, signal }: LastingUpload,
): Promise<Uploaded> {
  const left = known && await stateOf(service, known);
  const address = known && left ? known : await begin(service, workspace, file, child);
  if (!left) await begun(address);
  sent?.(left ? left.offset : 0);
  const digest = left && left.digest || await sendAll(service, address, file, left ? left.offset : 0, sent, signal);
  const { picture } = await service.json(address) as { readonly picture?: PictureFacts };
  return { digest, picture };
}

/** How far an upload is; undefined where the service has forgotten it. */
async function stateOf(service: Service, address: string) {
  try {
    const { headers } = await service.ask(address, { method: "HEAD", headers: tus });
    return { offset: offsetOf(headers), digest: headers.get("Daybook-Digest") ?? undefined };
  } catch (thrown) {
    if (thrown instanceof Problem && (thrown.status === 404 || thrown.status === 410)) return undefined;
    throw thrown;
  }
}

async function begin(service: Service, workspace: string, file: Blob, child?: string): Promise<string> {
  const facts = [
    ...file instanceof File ? [`filename ${base64(file.name)}`] : [],
    ...child === undefined ? [] : [`child ${base64(child)}`],
  ];
  const told = facts.length > 0 ? { "Upload-Metadata": facts.join(",") } : {};
  const begun = await service.ask(`${workspace}/uploads`, {
    method: "POST",
    headers: { ...tus, ...told, "Upload-Length": String(file.size) },
  });
  const address = begun.headers.get("Location");
  if (!address) throw new Problem("badAnswer", "Daybook did not say where to send the file. Try again.");
  return address;
}

function offsetOf(headers: Headers): number {
  return Number(headers.get("Upload-Offset") ?? 0);
}

async function sendAll(
  service: Service,
  address: string,
  file: Blob,
  from: number,
  told: Uploading["sent"],
  signal: AbortSignal | undefined,
): Promise<string> {
  let offset = from;
  let tries = 0;
  for (;;) {
    if (signal?.aborted) throw new Problem("cancelled", "The upload was cancelled. Nothing was attached.");
    try {
      const sent = await sendPiece(service, address, file, offset);
      if (sent.digest) return sent.digest;
      offset = sent.offset;
      told?.(offset);
      tries = 0;
    } catch (thrown) {
      tries += 1;
      if (!(thrown instanceof Problem) || thrown.code !== "offline" || tries >= triesMost) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
      offset = offsetOf((await service.ask(address, { method: "HEAD", headers: tus })).headers);
    }
  }
}

async function sendPiece(service: Service, address: string, file: Blob, offset: number) {
  const answer = await service.ask(address, {
    method: "PATCH",
    headers: { ...tus, "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" },
    body: file.slice(offset, offset + pieceBytes),
  });
  return {
    digest: answer.headers.get("Daybook-Digest") ?? undefined,
    offset: Number(answer.headers.get("Upload-Offset") ?? offset + pieceBytes),
  };
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}
