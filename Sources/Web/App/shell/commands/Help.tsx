import { Dialog } from "../../design/mod.ts";
import { showOverlay } from "../overlay.ts";
import { type Shortcut, spelled, useShortcutGroups } from "./shortcuts.ts";

/** All shortcuts that work now, by screen. */
export function Help() {
  const groups = new Map<string, Shortcut[]>();
  for (const { title, shortcuts } of useShortcutGroups()) {
    groups.set(title, [...groups.get(title) ?? [], ...shortcuts]);
  }
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => showOverlay(undefined)} className="help">
      {[...groups].map(([title, shortcuts]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {shortcuts.map((shortcut) => (
              <div key={shortcut.keys} className="help-line">
                <dt>{shortcut.label}</dt>
                <dd>
                  <kbd>{spelled(shortcut.keys)}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
