const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A size as a person reads it: `340 bytes`, `12 kB`, `3.4 MB`. */
export function sizeOf(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: power > 0 ? "short" : "long",
    maximumFractionDigits: power > 0 ? 1 : 0,
  }).format(bytes / 1000 ** power);
}
