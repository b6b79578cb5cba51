import { useState, useSyncExternalStore } from "react";
import { SegmentedControl } from "../../design/mod.ts";
import { chosenTheme, type Theme, themes, watchTheme } from "../../design/theme.ts";
import { Section } from "./Section.tsx";
import { type Accent, accents, chosenAccent, watchAccent } from "./accents.ts";
import { chooseEverywhere } from "./theme.ts";

const labels: Readonly<Record<Theme, string>> = {
  "system": "As the system",
  "light": "Light",
  "dark": "Dark",
  "high contrast": "High contrast",
};

/** The theme of this device, which new devices begin with too. */
export function Appearance() {
  const theme = useSyncExternalStore(watchTheme, chosenTheme);
  const [note, setNote] = useState<string>();
  const accent = useSyncExternalStore(watchAccent, chosenAccent);
  const choose = async (nextTheme: Theme, nextAccent: Accent) => {
    setNote(undefined);
    try {
      await chooseEverywhere(nextTheme, nextAccent);
    } catch {
      setNote("Changed on this device. Your other devices could not be told.");
    }
  };
  return (
    <Section title="Appearance">
      <SegmentedControl
        label="Theme"
        choices={themes.map((value) => ({ value, label: labels[value] }))}
        value={theme}
        onChange={(chosen) => void choose(chosen, accent)}
      />
      <SegmentedControl
        label="Accent"
        isLabelHidden={false}
        choices={accents.map((one) => ({ ...one, swatch: one.value }))}
        value={accent}
        onChange={(chosen) => void choose(theme, chosen)}
      />
      <p className="field-hint" role="status">{note}</p>
    </Section>
  );
}
