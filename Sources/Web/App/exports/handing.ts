/** Giving a file to the person: saved on their device, or handed on to another program. */

import { notify } from "../shell/notice.ts";

/** Saves a file on this device. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Whether this browser hands files of a kind on to other programs. */
export function canHandOnFile(name: string, mediaType: string): boolean {
  return typeof navigator.canShare === "function" &&
    navigator.canShare({ files: [new File([], name, { type: mediaType })] });
}

/** Hands a file on to another program; nothing where the person thinks better of it. */
export async function handOnFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (thrown) {
    if (!(thrown instanceof DOMException)) throw thrown;
    if (thrown.name !== "AbortError") notify("It could not be handed on. Save it, and send it from there.");
  }
}

/** A title as the name of a file, on every system, with an ending such as `md`. */
export function fileNameOf(title: string, ending: string): string {
  // deno-lint-ignore no-control-regex
  const name = title.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, " ").replace(/\s+/g, " ").replace(/^[. ]+|[. ]+$/g, "");
  return `${Array.from(name).slice(0, 80).join("") || "Note"}.${ending}`;
}
