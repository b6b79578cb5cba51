/** Where the tiles of a long grid are, and which of them are in sight. */

/** A grid of squares. */
export interface Grid {
  readonly columns: number;
  /** Edge of a tile, in CSS pixels. */
  readonly edge: number;
  readonly gap: number;
  readonly rows: number;
  readonly height: number;
}

/** Lays out `count` tiles of at least `least` pixels in a width. */
export function gridOf(count: number, width: number, least: number, gap: number): Grid {
  const columns = Math.max(2, Math.floor((width + gap) / (least + gap)));
  const edge = Math.max(1, (width - gap * (columns - 1)) / columns);
  const rows = Math.ceil(count / columns);
  return { columns, edge, gap, rows, height: Math.max(0, rows * (edge + gap) - gap) };
}

/** The place of a tile. */
export function placeOf(grid: Grid, index: number): { readonly x: number; readonly y: number } {
  const step = grid.edge + grid.gap;
  return { x: (index % grid.columns) * step, y: Math.floor(index / grid.columns) * step };
}

/** The tiles between two heights, with half a screen before and behind. */
export function tilesBetween(grid: Grid, top: number, bottom: number, count: number): readonly [number, number] {
  const step = grid.edge + grid.gap;
  const spare = (bottom - top) / 2;
  const first = Math.max(0, Math.floor((top - spare) / step));
  const last = Math.max(first, Math.ceil((bottom + spare) / step));
  return [Math.min(count, first * grid.columns), Math.min(count, last * grid.columns)];
}

/** Where the focus goes from a tile by a key; undefined for keys that move nothing. */
export function movedBy(key: string, index: number, count: number, columns: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    PageUp: index - columns * 4,
    PageDown: index + columns * 4,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  if (to === undefined) return undefined;
  if (key === "PageUp" || key === "PageDown") return Math.max(0, Math.min(count - 1, to));
  return to < 0 || to >= count ? index : to;
}
