import { chooseTheme, isThemeChosen, type Theme, themes } from "../design/theme.ts";
import { callService } from "../source/session.ts";
import { Problem } from "../source/source.ts";
import { showAccount } from "./account.ts";

/** Takes over the theme of the account where none was chosen on this device. */
export async function adoptTheme() {
  if (isThemeChosen()) return;
  try {
    const { preferences } = await showAccount();
    const theme = themes.find((one) => preferences.theme.startsWith(one));
    if (theme && theme !== "system") chooseTheme(theme);
  } catch (thrown) {
    // Without it the app looks as the system does; it is asked for at the next signing in.
    if (!(thrown instanceof Problem)) throw thrown;
  }
}

/** Chooses a theme on this device, and for the account, so that other devices begin with it. */
export async function chooseThemeEverywhere(theme: Theme) {
  chooseTheme(theme);
  await callService("PATCH", "/v1/account/preferences", { theme });
}
