import { type RefObject, useEffect, useRef } from "react";

/** What takes the focus in a window that has just opened, after the window itself gave it to its first button. */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T> {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
