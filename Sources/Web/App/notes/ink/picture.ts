/** A drawing as a picture: its strokes on white, as they look on paper. Requirement B-107. */

import { opacityOf } from "./colours.ts";
import { joined, outlined } from "./outline.ts";
import type { DrawnStroke } from "./points.ts";

/** Points of white around the strokes. */
const margin = 16;
/** Pixels for a point, and of the longer side at most: browsers draw nothing on larger canvases. */
const scale = { usual: 3, sideMax: 8192 };

/** The strokes as a PNG on white; undefined where there are none. */
export async function pngOf(strokes: readonly DrawnStroke[]): Promise<Blob | undefined> {
  const box = joined(strokes.map((stroke) => outlined(stroke).box));
  if (!box) return undefined;
  const [width, height] = [box.right - box.left + 2 * margin, box.bottom - box.top + 2 * margin];
  const factor = Math.min(scale.usual, scale.sideMax / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * factor);
  canvas.height = Math.ceil(height * factor);
  const pen = canvas.getContext("2d");
  if (!pen) return undefined;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(factor, factor);
  pen.translate(margin - box.left, margin - box.top);
  // What is highlighted lies beneath what is written.
  const isMark = ({ tool }: DrawnStroke) => tool === "highlighter";
  for (const stroke of [...strokes.filter(isMark), ...strokes.filter((one) => !isMark(one))]) {
    const rgb = Math.floor(stroke.colour / 256) % 0x1000000;
    pen.fillStyle = `#${rgb.toString(16).padStart(6, "0")}`;
    pen.globalAlpha = opacityOf(stroke.colour);
    pen.fill(new Path2D(outlined(stroke).path));
  }
  return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), "image/png"));
}
