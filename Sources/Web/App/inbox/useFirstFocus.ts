import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/** A reference to what gets the focus when a dialog opens, in place of the button that closes it. */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T> {
  const first = useRef<T>(null);
  useEffect(() => first.current?.focus(), []);
  return first;
}
