/**
 * The small window before the app is there: a field that takes a thought at once, and the picture that the window showed last. No
 * library, no core and no service is waited for; `mini/MiniApp.tsx` takes its place as soon as it has something to show.
 */

import { mini } from "built";
import { beginAccent } from "./account/settings/accents.ts";
import { beginTheme } from "./design/theme.ts";
import { EarlyCapture } from "./mini/EarlyCapture.ts";
import { draw, type Picture } from "./mini/picture.ts";
import { chosenWorkspace, keptSession } from "./source/storage/keptSession.ts";
import { ThoughtStore } from "./source/storage/thoughts.ts";

beginTheme();
beginAccent();
begin();

function begin(): void {
  const session = keptSession();
  const line = session && chosenWorkspace(session.workspaces, location.hash.slice(1));
  // Of a visit nothing is kept on this device; without a replica's means neither. The app itself knows what to do.
  if (!session || session.visit || !line || !globalThis.isSecureContext || !("indexedDB" in globalThis)) {
    return location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.hash)}`);
  }
  // Asked for another workspace, by the same name of a window.
  addEventListener("hashchange", () => location.reload());
  const store = ThoughtStore.open(session.user);
  // Captures are the owners' alone, as boards are.
  const capture = line.role === "owner" ? new EarlyCapture(store, line.id) : undefined;
  if (!capture) document.getElementById("capture")?.remove();
  // From here on keys are taken and Enter keeps: measured by the benchmark, and looked at by a test.
  performance.mark("daybook capture ready");
  void goOn(store, line.id, capture);
}

/** Shows what the window showed last, then loads what shows it anew: in this order, since both ask the same disk. */
async function goOn(store: Promise<ThoughtStore>, workspace: string, capture: EarlyCapture | undefined): Promise<void> {
  await showPicture(store, workspace);
  const { takeOver } = await (import(mini) as Promise<typeof import("./mini/MiniApp.tsx")>);
  await takeOver(workspace, capture);
}

/** Shows what the window showed last, until there is something newer. Never rejects. */
async function showPicture(store: Promise<ThoughtStore>, workspace: string): Promise<void> {
  const main = document.querySelector("#early #main");
  try {
    const picture = await (await store).picture(workspace);
    if (Array.isArray(picture)) main?.append(...draw(picture as readonly Picture[]));
    performance.mark("daybook picture shown");
  } catch {
    // What cannot be read is not missed for long: the app shows its own.
  }
}
