import type { Ref } from "react";
import { useEffect, useRef } from "react";
import { loadIcons } from "../design/shapes.ts";
import { useSession } from "../source/session.ts";
import { useSource } from "../source/source.ts";
import { withThoughts } from "../source/storage/thoughts.ts";
import { pictureOf } from "./picture.ts";

/** Keeps a picture of what an element shows, as soon as it shows a board, for the window to begin with the next time. */
export function useKeptPicture(): Ref<HTMLElement> {
  const shown = useRef<HTMLElement>(null);
  const kept = useRef("");
  const turn = useRef<Promise<void>>(Promise.resolve());
  const session = useSession();
  const { workspace } = useSource();
  const user = session.kind === "signedIn" && !session.visit ? session.user : undefined;
  useEffect(() => {
    const element = shown.current;
    if (!user || !element || !("indexedDB" in globalThis)) return;
    const keep = async () => {
      await loadIcons();
      const parts = [...element.children].filter((part) => !part.matches(".undo-place, .menu, .skeleton"));
      const picture = pictureOf(parts);
      const text = JSON.stringify(picture);
      if (!element.querySelector("h1, h2") || text === kept.current) return;
      kept.current = text;
      await withThoughts(user, (store) => store.keepPicture(workspace, picture));
      // Waited for by tests.
      performance.mark("daybook picture kept");
    };
    // One after another: the last one stays.
    const next = () => turn.current = turn.current.then(keep, keep);
    const changes = new MutationObserver(next);
    changes.observe(element, { subtree: true, childList: true, characterData: true });
    next();
    return () => changes.disconnect();
  }, [user, workspace]);
  return shown;
}
