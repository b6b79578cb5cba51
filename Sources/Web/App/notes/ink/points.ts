/** The points of a stroke: where the pen was, how hard it was pressed, how it leaned, and when. */

/** A stroke as a note has it. */
export interface DrawnStroke {
  readonly id: string;
  readonly tool: "pen" | "pencil" | "highlighter";
  /** 0xRRGGBBAA. */
  readonly colour: number;
  /** Hundredths of a point. */
  readonly width: number;
  /** Packed, in hexadecimal. */
  readonly points: string;
}

/** One place of the pen. */
export interface InkPoint {
  /** Points from the left and from the top of the drawing. */
  readonly x: number;
  readonly y: number;
  /** From 0 to 1. */
  readonly pressure: number;
  /** Degrees from upright, -90 to 90. */
  readonly tiltX: number;
  readonly tiltY: number;
  /** Milliseconds since the pen came down. */
  readonly time: number;
}

const pressureMax = 0xffff;
/** Hundredths of a point that a place may be away from the corner. */
const placeMax = 1_000_000_000;

/**
 * Packs points, in hexadecimal.
 *
 * Format: one byte `1`, then for each point six zigzag varints (x, y, pressure, tilts, time), each less the value before.
 */
export function packed(points: readonly InkPoint[]): string {
  const bytes = [1];
  let last = [0, 0, 0, 0, 0, 0];
  for (const point of points) {
    const values = valuesOf(point);
    values.forEach((value, at) => append(value - (last[at] ?? 0), bytes));
    last = values;
  }
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function valuesOf({ x, y, pressure, tiltX, tiltY, time }: InkPoint): number[] {
  return [
    within(x * 100, -placeMax, placeMax),
    within(y * 100, -placeMax, placeMax),
    within(pressure * pressureMax, 0, pressureMax),
    within(tiltX, -90, 90),
    within(tiltY, -90, 90),
    within(time, 0, placeMax),
  ];
}

function within(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most));
}

function append(difference: number, bytes: number[]): void {
  let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
  while (rest >= 0x80) {
    bytes.push(rest % 0x80 + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/** Reads packed points; none where they cannot be read. */
export function unpacked(hexadecimal: string): readonly InkPoint[] {
  const bytes = hexadecimal.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  if (bytes[0] !== 1) return [];
  const values: number[] = [];
  let value = 0;
  let factor = 1;
  for (const byte of bytes.slice(1)) {
    value += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte >= 0x80) continue;
    const isNegative = value % 2 === 1;
    values.push((isNegative ? -(value + 1) / 2 : value / 2) + (values[values.length - 6] ?? 0));
    value = 0;
    factor = 1;
  }
  const points: InkPoint[] = [];
  for (let at = 0; at + 5 < values.length; at += 6) {
    const [x = 0, y = 0, pressure = 0, tiltX = 0, tiltY = 0, time = 0] = values.slice(at, at + 6);
    points.push({ x: x / 100, y: y / 100, pressure: pressure / pressureMax, tiltX, tiltY, time });
  }
  return points;
}
