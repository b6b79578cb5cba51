/** The keys that do something, by screen: areas add theirs while they are shown, and the help lists them. */

import { useLayoutEffect, useRef, useSyncExternalStore } from "react";

/** One shortcut. */
export interface Shortcut {
  /** As `mod+k`, `shift+?`, `g b` (one after the other), `n`, `ArrowDown`; `mod` is ⌘ on Apple's machines, Ctrl elsewhere. */
  readonly keys: string;
  readonly label: string;
  /** False leaves the key to the browser after all. */
  readonly run: (event: KeyboardEvent) => unknown;
  /** Whether it works while text is being written, too. */
  readonly isGlobal?: boolean;
}

/** The shortcuts of one screen under its heading in the help. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
let groups: readonly ShortcutGroup[] = [];
const watchers = new Set<() => void>();
let pending = "";
let pendingSince = 0;

function change(to: readonly ShortcutGroup[]) {
  groups = to;
  for (const changed of watchers) changed();
}

/** Makes the shortcuts of a screen work from when it is shown until it goes. `run` may change between renderings; the keys may not. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const keys = shortcuts.map((shortcut) => shortcut.keys).join();
  // Not after painting, as `useEffect` does: a key that is pressed as soon as the screen is seen would be lost.
  useLayoutEffect(() => {
    const group: ShortcutGroup = {
      title,
      shortcuts: latest.current.map((shortcut, at) => ({
        ...shortcut,
        run: (event) => latest.current[at]?.run(event),
      })),
    };
    change([...groups, group]);
    return () => change(groups.filter((other) => other !== group));
  }, [title, keys]);
}

/** All shortcuts that work now, for the help. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => groups,
  );
}

/** Starts to listen. The shortcuts of the screen that came last go first. */
export function beginShortcuts() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const shortcut = find(event);
    if (shortcut && shortcut.run(event) !== false) event.preventDefault();
  });
}

function find(event: KeyboardEvent): Shortcut | undefined {
  const isWriting = isTextField(event.target);
  const key = keyOf(event);
  const sequence = pending && Date.now() - pendingSince < 1500 ? `${pending} ${key}` : "";
  pending = "";
  // Escape closes what lies in front, also from a field in it.
  const isInFront = document.querySelector("dialog[open], .menu:popover-open") !== null;
  if (isInFront && (!isWriting || key === "Escape")) return undefined;
  const all = groups.flatMap((group) => group.shortcuts).reverse();
  const found = all.find((one) =>
    (one.isGlobal || !isWriting) && (normal(one.keys) === key || normal(one.keys) === sequence)
  );
  if (!found && !isWriting && all.some((one) => one.keys.startsWith(`${key} `))) {
    pending = key;
    pendingSince = Date.now();
  }
  return found;
}

/** Whether keys that are pressed there are text. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.shadowRoot) return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "range"].includes(target.type);
}

function keyOf(event: KeyboardEvent): string {
  // Option makes other characters on Apple's machines: with it and ⌘ the key itself counts.
  const letter = event.altKey && event.metaKey ? /^Key([A-Z])$/.exec(event.code)?.[1] : undefined;
  const key = letter?.toLowerCase() ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  // AltGr, which many keyboards need for "[", comes as Ctrl and Alt together.
  if (event.getModifierState("AltGraph")) return key;
  const mod = isApple ? event.metaKey : event.ctrlKey;
  // Shift is told where it does not only make another character.
  const isShifted = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key));
  return [mod ? "mod" : "", event.altKey ? "alt" : "", isShifted ? "shift" : "", key].filter(Boolean).join("+");
}

function normal(keys: string): string {
  return keys.replace("shift+?", "?");
}

/** Keys as a person reads them: `mod+k` as `⌘ K` or `Ctrl K`. */
export function spelled(keys: string): string {
  const names: Readonly<Record<string, string>> = {
    mod: isApple ? "⌘" : "Ctrl",
    alt: isApple ? "⌥" : "Alt",
    shift: isApple ? "⇧" : "Shift",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    " ": "Space",
    Escape: "Esc",
  };
  return keys.split(" ").map((chord) =>
    (chord === "+" ? [chord] : chord.split("+")).map((key) =>
      names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
    ).join(" ")
  ).join(", then ");
}
