import { chooseTheme, isThemeChosen, type Theme, themes } from "../../design/theme.ts";
import { type Accent, accents, chooseAccent } from "./accents.ts";
import { callService } from "../../source/session.ts";
import { Problem } from "../../source/source.ts";
import { showAccount } from "./account.ts";

/** Takes over the theme and the accent of the account where no theme was chosen on this device. */
export async function adoptTheme() {
  if (isThemeChosen()) return;
  try {
    const { preferences } = await showAccount();
    const theme = themes.find((one) => preferences.theme.startsWith(one));
    if (theme && theme !== "system") chooseTheme(theme);
    const accent = accents.find(({ colour }) => colour && preferences.theme.endsWith(`accent ${colour}`));
    if (accent) chooseAccent(accent.value);
  } catch (thrown) {
    // Without it the app looks as the system does; it is asked for at the next signing in.
    if (!(thrown instanceof Problem)) throw thrown;
  }
}

/** Chooses a theme and an accent on this device, and for the account, so that other devices begin with them. */
export async function chooseEverywhere(theme: Theme, accent: Accent) {
  chooseTheme(theme);
  chooseAccent(accent);
  const colour = accents.find(({ value }) => value === accent)?.colour;
  await callService("PATCH", "/v1/account/preferences", { theme: colour ? `${theme}, accent ${colour}` : theme });
}
