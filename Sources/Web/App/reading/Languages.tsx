import { Select } from "../studio/Select.tsx";
import { ownLanguage } from "./asking.ts";

/** Languages that are offered beside those that the browser is set to. */
const common = ["en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv", "tr", "uk", "zh", "ja"];

/** The language that is spoken in a recording. */
export function Languages({ language, onChange }: {
  readonly language: string;
  readonly onChange: (language: string) => void;
}) {
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  const all = [...new Set([ownLanguage(), ...navigator.languages.map((one) => one.slice(0, 2)), ...common])];
  return (
    <Select label="Language" value={language} onChange={onChange}>
      {all.map((one) => <option key={one} value={one}>{names.of(one) ?? one}</option>)}
    </Select>
  );
}
