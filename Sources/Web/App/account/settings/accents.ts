/** The accents that one may choose: another hue in the place of pine. `tokens.css` has their numbers. Requirement N-043. */

/** A hue by its name. */
export type Accent = "pine" | "sea" | "plum" | "rose" | "olive";

/** The accents with the colour under which the account keeps each. */
export const accents: readonly { readonly value: Accent; readonly label: string; readonly colour: string }[] = [
  { value: "pine", label: "Pine", colour: "" },
  { value: "sea", label: "Sea", colour: "#16425f" },
  { value: "plum", label: "Plum", colour: "#4a165f" },
  { value: "rose", label: "Rose", colour: "#5f163f" },
  { value: "olive", label: "Olive", colour: "#4f5f16" },
];

const place = "daybook.accent";
const watchers = new Set<() => void>();

/** The accent that was chosen on this device. */
export function chosenAccent(): Accent {
  const kept = localStorage.getItem(place);
  return accents.find(({ value }) => value === kept)?.value ?? "pine";
}

/** Calls `changed` when another accent is chosen, until what it returns is called. */
export function watchAccent(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** Chooses an accent for this device, and shows it. */
export function chooseAccent(accent: Accent): void {
  localStorage.setItem(place, accent);
  showAccent();
  for (const changed of watchers) changed();
}

/** Sets the attribute that `tokens.css` looks for; follows other tabs from then on. */
export function beginAccent(): void {
  showAccent();
  addEventListener("storage", (event) => {
    if (event.key === place) showAccent();
  });
}

function showAccent(): void {
  const accent = chosenAccent();
  const { dataset } = document.documentElement;
  if (accent === "pine") delete dataset["accent"];
  else dataset["accent"] = accent;
}
