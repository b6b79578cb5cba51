import { createRoot } from "react-dom/client";
import { beginTheme } from "./design/theme.ts";
import { App } from "./shell/App.tsx";
import { beginRouter } from "./shell/router.ts";
import { beginShortcuts } from "./shell/shortcuts.ts";
import { beginSession } from "./source/session.ts";

beginTheme();
beginRouter();
beginShortcuts();
void beginSession();

const root = document.getElementById("app");
if (root) createRoot(root).render(<App />);
