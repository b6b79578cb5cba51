import { useRef } from "react";
import { usePlace } from "../shell/place.ts";
import { navigate } from "../shell/router.ts";
import { useShortcuts } from "../shell/commands/shortcuts.ts";

/** The keys that lead to the search box from everywhere. Requirement N-301.1. */
export function SearchKeys() {
  const to = usePlace();
  const go = useRef((): boolean => true);
  go.current = () => {
    const box = document.querySelector<HTMLInputElement>("#search-box");
    // Whoever presses it again wants the browser's own.
    if (box && box === document.activeElement || document.querySelector("dialog[open]")) return false;
    if (box) {
      box.focus();
      box.select();
    } else navigate(to("search"));
    return true;
  };
  useShortcuts("Everywhere", [
    { keys: "/", label: "Search", run: () => go.current() },
    { keys: "mod+f", label: "Search everything", run: () => go.current(), isGlobal: true },
  ]);
  return null;
}
