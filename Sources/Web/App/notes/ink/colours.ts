/** Colours of ink. Those of the palette have a light and a dark look, and so gets any other. */

/** A colour to draw with. */
export interface InkColour {
  readonly name: string;
  /** 0xRRGGBB, as strokes keep it. */
  readonly rgb: number;
  /** Its look, by a token of the design. */
  readonly token: string;
}

/** The colours that are offered. */
export const inkColours: readonly InkColour[] = [
  { name: "Black", rgb: 0x24221f, token: "--tag-black" },
  { name: "Blue", rgb: 0x1f5fae, token: "--tag-blue" },
  { name: "Red", rgb: 0xb3261e, token: "--tag-red" },
  { name: "Green", rgb: 0x2e6b2e, token: "--tag-green" },
  { name: "Orange", rgb: 0xa34700, token: "--tag-orange" },
  { name: "Purple", rgb: 0x7440a8, token: "--tag-purple" },
  { name: "Yellow", rgb: 0xe3c34d, token: "--ink-yellow" },
];

/** How a colour of a stroke (0xRRGGBBAA) is painted: what is dark on light paper is light on dark paper. */
export function paintOf(colour: number): string {
  const rgb = Math.floor(colour / 256) % 0x1000000;
  const token = inkColours.find((one) => one.rgb === rgb)?.token;
  if (token) return `var(${token})`;
  const light = hexadecimal(rgb);
  return `light-dark(${light}, ${turned(rgb)})`;
}

/** How much of what is beneath is hidden, from 0 to 1. */
export function opacityOf(colour: number): number {
  return colour % 256 / 255;
}

/** A colour as light as it was dark, of the same hue. */
function turned(rgb: number): string {
  const parts = [Math.floor(rgb / 65536) % 256, Math.floor(rgb / 256) % 256, rgb % 256];
  const sum = Math.max(...parts) + Math.min(...parts);
  // Turned about the middle, each part moves by as much.
  const shift = 255 - sum;
  if (sum > 255) return hexadecimal(rgb);
  return hexadecimal(parts.reduce((all, part) => all * 256 + Math.min(Math.max(part + shift, 0), 255), 0));
}

function hexadecimal(rgb: number): string {
  return `#${rgb.toString(16).padStart(6, "0")}`;
}
