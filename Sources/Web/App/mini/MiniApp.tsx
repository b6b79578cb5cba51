import { useEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { loadIcons } from "../design/shapes.ts";
import { Boundary } from "../shell/Boundary.tsx";
import { beginRouter } from "../shell/router.ts";
import { beginShortcuts } from "../shell/commands/shortcuts.ts";
import { beginWindows } from "../shell/windows.ts";
import { keepApp } from "../source/scripts.ts";
import { beginSession, openWorkspace, useSession } from "../source/session.ts";
import { SourceProvider } from "../source/source.ts";
import { boardToShow } from "./chosenBoard.ts";
import type { EarlyCapture } from "./EarlyCapture.ts";
import MiniScreen from "./MiniScreen.tsx";

/**
 * Puts the app in the place of the early window: at once and as a whole, with what was being written, and only once it has
 * something to show.
 */
export async function takeOver(workspace: string, early: EarlyCapture | undefined): Promise<void> {
  beginWindows();
  beginRouter();
  beginShortcuts();
  void beginSession();
  void keepApp();
  const root = document.getElementById("app");
  if (!root) return;
  await Promise.all([boardToShow(openWorkspace(workspace)), loadIcons()]);
  const handed = await early?.end();
  document.getElementById("early")?.remove();
  // In one go: no key comes between the two fields.
  flushSync(() => createRoot(root).render(<MiniApp workspace={workspace} isSaved={handed?.isSaved ?? false} />));
  performance.mark("daybook app shown");
  const field = root.querySelector("textarea");
  if (field && handed?.hadFocus) {
    field.focus();
    field.setSelectionRange(...handed.selection);
  }
}

function MiniApp({ workspace, isSaved }: { readonly workspace: string; readonly isSaved: boolean }) {
  const session = useSession();
  const line = session.kind === "signedIn" ? session.workspaces.find(({ id }) => id === workspace) : undefined;
  const isOver = !line;
  useEffect(() => {
    // Signed out, or no member any more: the app itself says so.
    if (isOver) location.replace(`/sign-in?next=${encodeURIComponent("/mini")}`);
  }, [isOver]);
  if (!line) return null;
  return (
    <Boundary place="/mini">
      <SourceProvider value={openWorkspace(workspace)}>
        <MiniScreen canEdit={line.role === "owner"} isSaved={isSaved} />
      </SourceProvider>
    </Boundary>
  );
}
