/** Text in pictures, recordings and drawings, as the service reads it. Of pictures and recordings it keeps nothing. */

import { workspaceAddress } from "../source/addresses.ts";
import { callService } from "../source/session.ts";
import type { Source } from "../source/source.ts";
import { nameOfSound } from "./kinds.ts";

/** Reads the text in a picture. @throws {Problem} */
export async function readPicture(workspace: string, picture: Blob, signal: AbortSignal): Promise<string> {
  const { text } = await callService("POST", `${workspaceAddress(workspace)}/readings`, picture, {
    headers: { "Content-Type": picture.type },
    signal,
  }) as { readonly text: string };
  return text;
}

/** Writes down what is said in a recording, in a language of two letters. @throws {Problem} */
export async function transcribe(
  workspace: string,
  recording: Blob,
  language: string,
  signal: AbortSignal,
): Promise<string> {
  const { text } = await callService(
    "POST",
    `${workspaceAddress(workspace)}/transcriptions?language=${language}`,
    recording,
    { headers: { "Content-Type": nameOfSound(recording.type) ?? recording.type }, signal },
  ) as { readonly text: string };
  return text;
}

/** Has the handwriting of a note's drawings read and kept, so that it is found. @throws {Problem} */
export async function recogniseInk(source: Source, note: string, signal: AbortSignal): Promise<void> {
  // What was drawn just now is read, too.
  await source.syncNow();
  await callService(
    "POST",
    `${workspaceAddress(source.workspace)}/notes/${encodeURIComponent(note)}/recognitions`,
    {},
    { signal },
  );
  await source.syncNow();
}

/** The language of two letters that this browser is set to. */
export function ownLanguage(): string {
  return navigator.language.slice(0, 2).toLowerCase();
}
