/** The commands of the shell: one list for the palette and the keys. */

import { chooseTheme, type Theme, themes } from "../../design/theme.ts";
import { leave } from "../leaving.ts";
import { useSource } from "../../source/source.ts";
import type { Access } from "../access.ts";
import { focusCapture, makeNote } from "./actions.ts";
import { telling } from "../notice.ts";
import { showOverlay } from "../overlay.ts";
import type { PaletteItem } from "./Palette.tsx";
import { place } from "../place.ts";
import { navigate } from "../router.ts";
import type { Shortcut } from "./shortcuts.ts";
import { sidebarKeys, toggleSidebar } from "../frame/sidebar.ts";
import { syncNow } from "../frame/sync.ts";
import { openMini } from "../windows.ts";

const themeIcons: Readonly<Record<Theme, { readonly icon: string }>> = {
  "system": { icon: "circle-half" },
  "light": { icon: "sun" },
  "dark": { icon: "moon" },
  "high contrast": { icon: "brightness-high" },
};

/** Keys that work while text is being written, too. */
const globals: ReadonlySet<string> = new Set(["mod+r", "mod+alt+p"]);

/** What can be done from everywhere: what the palette lists, and the keys. */
export function useCommands(
  { areas, canEdit, isOwner, reach }: Access,
): { readonly items: readonly PaletteItem[]; readonly shortcuts: readonly Shortcut[] } {
  const source = useSource();
  const go = (...parts: string[]) => () => navigate(place(source.workspace, ...parts));
  const doing = (label: string, face: { readonly icon: string }, run: () => void, keys?: string): PaletteItem => ({
    id: label,
    label,
    kind: "",
    icon: face.icon,
    run,
    ...(keys ? { keys } : {}),
  });
  const note = doing("New note", { icon: "pencil-square" }, () => makeNote(source), "shift+n");
  const changes = isOwner
    ? [
      note,
      doing("Capture a thought", { icon: "lightning" }, focusCapture, "c"),
      doing("New board", { icon: "kanban" }, () => showOverlay("board")),
      doing("Tags", { icon: "tags" }, () => showOverlay("tags")),
    ]
    : reach
    ? []
    : [note];
  const areaItems = areas.map((area) => ({
    ...doing(`Go to ${area.label.toLowerCase()}`, area, go(area.path), `g ${area.key}`),
    kind: "Area",
  }));
  const others = [
    doing("People", { icon: "people" }, go("people"), "g p"),
    doing("Settings", { icon: "gear" }, go("settings"), "g ,"),
    doing("Keyboard shortcuts", { icon: "keyboard" }, () => showOverlay("help"), "?"),
    doing("Sync now", { icon: "arrow-clockwise" }, () => void syncNow(source), "mod+r"),
    doing("State of the sync", { icon: "cloud-check" }, () => showOverlay("sync")),
    doing("Open the small window", { icon: "pip" }, () => openMini(source.workspace), "mod+alt+p"),
    doing("Collapse or show the sidebar", { icon: "layout-sidebar" }, toggleSidebar, sidebarKeys()),
    ...themes.map((theme) => doing(`Theme: ${theme}`, themeIcons[theme], () => chooseTheme(theme))),
    doing("Privacy", { icon: "shield-check" }, () => navigate("/privacy")),
    doing("Sign out", { icon: "box-arrow-right" }, () => void telling(() => leave())),
  ];
  const items = [...areaItems, ...canEdit ? changes : [], ...others];
  const shortcuts = items.flatMap(({ keys, label, run }) =>
    keys ? [{ keys, label, run, isGlobal: globals.has(keys) }] : []
  );
  const palette = { keys: "mod+k", label: "Go to or do", run: () => showOverlay("palette"), isGlobal: true };
  return { items, shortcuts: [palette, ...shortcuts] };
}
