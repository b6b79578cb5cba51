/** Uploads by the tus protocol: in pieces, and on from where a connection broke. */

import type { Service } from "./service.ts";
import { Problem } from "./problem.ts";

const pieceBytes = 4 << 20;
const triesMost = 5;
const tus = { "Tus-Resumable": "1.0.0" };

/** What a person sees of an upload, and how they end it. */
export interface Uploading {
  /** Told how many bytes are there, after each piece. */
  readonly sent?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** Uploads a file. @returns its digest. @throws {Problem} where it cannot, or was cancelled; then nothing of it is kept. */
export async function uploadFile(
  service: Service,
  workspace: string,
  file: Blob,
  { sent: told, signal }: Uploading = {},
): Promise<string> {
  const name = file instanceof File ? { "Upload-Metadata": `filename ${base64(file.name)}` } : {};
  const begun = await service.ask(`${workspace}/uploads`, {
    method: "POST",
    headers: { ...tus, ...name, "Upload-Length": String(file.size) },
  });
  const address = begun.headers.get("Location");
  if (!address) throw new Problem("badAnswer", "Daybook did not say where to send the file. Try again.");
  try {
    return await sendAll(service, address, file, told, signal);
  } catch (thrown) {
    // What is left there goes by itself in time where this does not arrive.
    void service.send(address, { method: "DELETE", headers: tus }).catch(() => undefined);
    throw thrown;
  }
}

async function sendAll(
  service: Service,
  address: string,
  file: Blob,
  told: Uploading["sent"],
  signal: AbortSignal | undefined,
): Promise<string> {
  let offset = 0;
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
      const state = await service.ask(address, { method: "HEAD", headers: tus });
      offset = Number(state.headers.get("Upload-Offset") ?? 0);
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
