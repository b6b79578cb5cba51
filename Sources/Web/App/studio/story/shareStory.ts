/** Giving a story to others: to another program where the browser hands things on, else as a link for members. Requirement J-421. */

import { copied } from "../../sharing/ReadOnlyLinks.tsx";
import { canHandOn } from "../../sharing/shareLinks.ts";
import type { StoryVersion } from "./request.ts";

/** Hands a story on; where that fails, the link to it is copied. */
export async function shareStory(title: string, { passages }: StoryVersion, address: string): Promise<void> {
  const text = passages.map((passage) => passage.text).join("\n\n");
  if (canHandOn()) {
    try {
      return await navigator.share({ title, text });
    } catch (thrown) {
      // The person thought better of it.
      if (thrown instanceof DOMException && thrown.name === "AbortError") return;
    }
  }
  await copied(address, "Link for members copied");
}
