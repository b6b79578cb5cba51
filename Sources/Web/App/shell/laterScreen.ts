/** Screens that are not part of the first load. */

import { lazy } from "react";
import { loadIcons } from "../design/shapes.ts";
import type { Area } from "./areas.ts";

type Screen = Area["Screen"];

const ahead: (() => Promise<unknown>)[] = [loadIcons];

/** A screen that is loaded when it is first shown, or ahead of that once the first one is there. */
export function laterScreen(load: () => Promise<Screen>): Screen {
  ahead.push(load);
  return lazy(async () => {
    const [screen] = await Promise.all([load(), loadIcons()]);
    return { default: screen };
  });
}

/** Loads the screens, one after another, once this window has nothing else to do. */
export function loadScreensAhead(): void {
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
