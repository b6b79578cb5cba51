/** How the app looks: as the system wants it, or as was chosen by hand. */
export type Theme = "system" | "light" | "dark" | "high contrast";

/** The themes in the order in which they are offered. */
export const themes: readonly Theme[] = ["system", "light", "dark", "high contrast"];

const place = "daybook.theme";
const watchers = new Set<() => void>();
const contrast = () => matchMedia("(prefers-contrast: more)");

/** The theme that was chosen on this device. */
export function chosenTheme(): Theme {
  const chosen = localStorage.getItem(place);
  return themes.find((theme) => theme === chosen) ?? "system";
}

/** Whether a theme was chosen on this device at all. */
export function isThemeChosen(): boolean {
  return localStorage.getItem(place) !== null;
}

/** Calls `changed` when another theme is shown, until what it returns is called. */
export function watchTheme(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** Chooses a theme for this device, and shows it. */
export function chooseTheme(theme: Theme) {
  localStorage.setItem(place, theme);
  showTheme();
}

/** Sets the attributes that `tokens.css` looks for; follows the system, and other tabs, from then on. */
export function beginTheme() {
  showTheme();
  contrast().addEventListener("change", showTheme);
  addEventListener("storage", (event) => {
    if (event.key === place) showTheme();
  });
}

function showTheme() {
  const theme = chosenTheme();
  const { dataset } = document.documentElement;
  if (theme === "light" || theme === "dark") dataset["theme"] = theme;
  else delete dataset["theme"];
  if (theme === "high contrast" || contrast().matches) dataset["contrast"] = "more";
  else delete dataset["contrast"];
  for (const changed of watchers) changed();
}
