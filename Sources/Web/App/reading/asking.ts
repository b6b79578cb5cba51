/** Text in pictures, recordings and drawings, as the service reads it. Of pictures and recordings it keeps nothing. */

import { workspaceAddress } from "../source/addresses.ts";
import { callService } from "../source/session.ts";
import { Problem, type Source } from "../source/source.ts";
import { nameOfSound } from "./kinds.ts";
import { asWave } from "./wave.ts";

/** Reads the text in a picture. @throws {Problem} */
export async function readPicture(workspace: string, picture: Blob, signal: AbortSignal): Promise<string> {
  return await textOf(`${workspaceAddress(workspace)}/readings`, picture, picture.type, signal);
}

/** Writes down what is said in a recording, in a language of two letters. @throws {Problem} */
export async function transcribe(
  workspace: string,
  recording: Blob,
  language: string,
  signal: AbortSignal,
): Promise<string> {
  const address = `${workspaceAddress(workspace)}/transcriptions?language=${language}`;
  const sound = await asWave(recording);
  return await textOf(address, sound, nameOfSound(sound.type) ?? sound.type, signal);
}

async function textOf(address: string, file: Blob, kind: string, signal: AbortSignal): Promise<string> {
  const { text } = await patiently(address, file, { headers: { "Content-Type": kind }, signal }) as {
    readonly text: string;
  };
  return text;
}

/** Reads the text in a picture that is attached to a note, and has it kept, so that it is found. @throws {Problem} */
export async function readAttached(source: Source, note: string, file: string, signal: AbortSignal): Promise<string> {
  const address = `${workspaceAddress(source.workspace)}/notes/${encodeURIComponent(note)}/readings`;
  // What was attached just now is there before it is read.
  await source.syncNow();
  const { files } = await patiently(address, { file }, { signal }) as {
    readonly files: readonly { readonly text?: string; readonly failure?: string }[];
  };
  const [read] = files;
  if (read?.text === undefined) throw new Problem("notRead", read?.failure ?? "It could not be read.");
  await source.syncNow();
  return read.text;
}

/** Has the handwriting of a note's drawings read and kept, so that it is found. @throws {Problem} */
export async function recogniseInk(source: Source, note: string, signal: AbortSignal): Promise<void> {
  // What was drawn just now is read, too.
  await source.syncNow();
  const address = `${workspaceAddress(source.workspace)}/notes/${encodeURIComponent(note)}/recognitions`;
  await patiently(address, {}, { signal });
  await source.syncNow();
}

/** Tries in a row while the service reads something else of this person's, and the milliseconds between them. */
const patience = { tries: 15, pause: 2000 };

/** Asks, and waits while the service is at something else of this person's, such as what they cancelled just now. */
async function patiently(
  address: string,
  body: unknown,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<unknown> {
  for (let tries = 1;; tries += 1) {
    try {
      return await callService("POST", address, body, more);
    } catch (thrown) {
      if (!(thrown instanceof Problem) || thrown.status !== 429 || tries === patience.tries) throw thrown;
    }
    await new Promise((resolve) => setTimeout(resolve, patience.pause));
    more.signal.throwIfAborted();
  }
}

/** The language of two letters that this browser is set to. */
export function ownLanguage(): string {
  return navigator.language.slice(0, 2).toLowerCase();
}
