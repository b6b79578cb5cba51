import type { KeyboardEvent } from "react";

/**
 * Moves the focus within a toolbar by arrow keys, Home and End.
 *
 * @returns True if the key was one of them.
 */
export function moveInToolbar(event: KeyboardEvent, bar: HTMLElement | null): boolean {
  const buttons = Array.from(bar?.querySelectorAll("button") ?? []);
  const at = buttons.findIndex((button) => button === document.activeElement);
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % buttons.length,
    ArrowLeft: (at + buttons.length - 1) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  };
  const to = steps[event.key];
  if (to === undefined) return false;
  event.preventDefault();
  buttons[to]?.focus();
  return true;
}
