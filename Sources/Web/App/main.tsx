import { createRoot } from "react-dom/client";
import { beginAccent } from "./account/settings/accents.ts";
import { beginTheme } from "./design/theme.ts";
import { beginInvitation } from "./family/invitation.ts";
import { App } from "./shell/App.tsx";
import { areas } from "./shell/registered.ts";
import { beginRouter, currentRoute } from "./shell/router.ts";
import { beginShortcuts } from "./shell/commands/shortcuts.ts";
import { beginWindows } from "./shell/windows.ts";
import { keepApp } from "./source/scripts.ts";
import { beginSession } from "./source/session.ts";

beginTheme();
beginAccent();
beginWindows();
beginInvitation();
beginRouter();
beginShortcuts();
// The screen comes while the service is asked who is here.
const [first, , area] = currentRoute().parts;
if (first === "w") areas.find(({ path }) => path === area)?.Screen.load?.();
void beginSession();
void keepApp();

const root = document.getElementById("app");
if (root) createRoot(root).render(<App />);
