/** What is drawn with: tool, colour and width, as this device remembers them. */

import { usePreference } from "../preferences.ts";
import { inkColours } from "./colours.ts";
import type { DrawnStroke } from "./points.ts";

/** A tool of the draw mode. */
export type InkToolName = DrawnStroke["tool"] | "eraser" | "cutter" | "lasso";

/** A width to draw with. */
export interface InkWidth {
  readonly name: string;
  /** Points. */
  readonly points: number;
}

/** The widths that are offered. */
export const inkWidths: readonly InkWidth[] = [
  { name: "Fine", points: 2 },
  { name: "Medium", points: 4 },
  { name: "Thick", points: 8 },
];

/** What is chosen. */
export interface Pen {
  readonly tool: InkToolName;
  readonly rgb: number;
  readonly points: number;
}

const tools: readonly string[] = ["pen", "pencil", "highlighter", "eraser", "cutter", "lasso"];

/** The pen of this device. */
export function usePen(): readonly [Pen, (pen: Partial<Pen>) => void] {
  const [kept, keep] = usePreference("pen");
  const pen = penOf(kept);
  return [pen, (change) => {
    const { tool, rgb, points } = { ...pen, ...change };
    keep(`${tool} ${rgb} ${points}`);
  }];
}

function penOf(kept: string): Pen {
  const [tool = "", rgb = "", points = ""] = kept.split(" ");
  return {
    tool: tools.includes(tool) ? tool as InkToolName : "pen",
    rgb: inkColours.find((one) => one.rgb === Number(rgb))?.rgb ?? 0x24221f,
    points: inkWidths.find((one) => one.points === Number(points))?.points ?? 4,
  };
}

/** How a stroke of a pen is kept; undefined for tools that draw nothing. */
export function styleOf({ tool, rgb, points }: Pen): Pick<DrawnStroke, "tool" | "colour" | "width"> | undefined {
  switch (tool) {
    case "pen":
      return { tool, colour: rgb * 256 + 0xff, width: points * 100 };
    case "pencil":
      return { tool, colour: rgb * 256 + 0xb0, width: points * 75 };
    case "highlighter":
      return { tool, colour: rgb * 256 + 0x5c, width: points * 500 };
    default:
      return undefined;
  }
}
