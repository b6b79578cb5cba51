/** The shapes of icons: those of the first load at once, the others once they were loaded. */

import { icons } from "icons";

type Shapes = Readonly<Record<string, readonly string[]>>;

const none: readonly string[] = [];
let more: Shapes | undefined;
let loading: Promise<void> | undefined;
const watchers = new Set<() => void>();

/** The paths of an icon; none while it is loaded. */
export function shapeOf(name: string): readonly string[] {
  const paths = icons[name] ?? more?.[name];
  if (paths) return paths;
  if (more) throw new Error(`No icon "${name}": name it as a literal, so that Tools/web/icons finds it.`);
  void loadIcons();
  return none;
}

/** Loads the icons that are not part of the first load; where that fails, the next one that is shown tries again. */
export function loadIcons(): Promise<void> {
  loading ??= import("more-icons").then((made) => {
    more = made.icons;
    for (const changed of [...watchers]) changed();
  }, () => {
    loading = undefined;
  });
  return loading;
}

/** Calls `changed` when there are more, until what it returns is called. */
export function watchIcons(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}
