/** Parts of the app that are not in the first load: screens, panes and dialogs, with their style and their icons. */

import { style } from "built";
import { type ComponentType, lazy, type ReactElement, useState } from "react";
import { loadIcons } from "../design/shapes.ts";

const ahead: (() => Promise<unknown>)[] = [loadIcons, loadStyle];
let styling: Promise<void> | undefined;

/** A component that is loaded before it is shown. */
export interface Later<P> {
  (props: P): ReactElement;
  /** Loads it now. Never rejects: where it fails, showing it tries again. */
  readonly load: () => void;
}

/** A part that is loaded when it is first shown, or ahead of that once the first screen is there. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let loaded: ComponentType<P> | undefined;
  const loadAll = async () => {
    const [part] = await Promise.all([load(), loadIcons(), loadStyle()]);
    loaded = part;
    return { default: part };
  };
  ahead.push(loadAll);
  const Waiting = lazy(loadAll) as unknown as ComponentType<P>;
  function Part(props: P) {
    // What is there is shown at once, without a moment in between; what was waited for stays what it is.
    const [Shown] = useState(() => loaded ?? Waiting);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load: () => void loadAll().catch(() => undefined) });
}

/** Loads what comes later, one after another, once this window has nothing else to do. */
export function loadAhead(): void {
  const next = () => {
    const load = ahead.shift();
    if (load) load().then(whenIdle, () => undefined);
  };
  const whenIdle = () => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(next);
    else setTimeout(next, 200);
  };
  whenIdle();
}

/** Loads the style of all that comes later; where that fails, the next part that is shown tries again. */
function loadStyle(): Promise<void> {
  styling ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = style;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      styling = undefined;
      reject(new Error("A part of the app could not be loaded. Reload the page once you are online."));
    };
    document.head.append(link);
  });
  return styling;
}
