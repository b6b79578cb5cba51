/** How a picture is shown: turned, mirrored, cropped; the file stays as it came. Requirements B-60, J-708. */

import type { ArtworkImage } from "../../source/api.ts";

/** The whole of an edge: crops are told in ten-thousandths. */
export const whole = 10_000;

/** Turned clockwise first, then mirrored, then cropped; the crop is a part of the picture as it then stands. */
export interface Recipe {
  readonly quarterTurns: number;
  readonly isMirrored: boolean;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A picture as it came. */
export const untouched: Recipe = { quarterTurns: 0, isMirrored: false, left: 0, top: 0, width: whole, height: whole };

/** Whether nothing is done to the picture. */
export function isUntouched({ quarterTurns, isMirrored, left, top, width, height }: Recipe): boolean {
  return quarterTurns === 0 && !isMirrored && left === 0 && top === 0 && width === whole && height === whole;
}

/** A recipe turned once more to the right; its crop turns with it. */
export function turned(recipe: Recipe): Recipe {
  const { isMirrored, quarterTurns, left, top, width, height } = recipe;
  return {
    // A turn of what is mirrored is a turn the other way before the mirror.
    quarterTurns: (quarterTurns + (isMirrored ? 3 : 1)) % 4,
    isMirrored,
    left: whole - top - height,
    top: left,
    width: height,
    height: width,
  };
}

/** A recipe mirrored left and right; its crop with it. */
export function mirrored(recipe: Recipe): Recipe {
  return { ...recipe, isMirrored: !recipe.isMirrored, left: whole - recipe.left - recipe.width };
}

/** How a camera held a picture: mirrored first, then turned clockwise (EXIF, tag 274). */
const poses: Readonly<Record<number, readonly [isMirrored: boolean, quarterTurns: number]>> = {
  2: [true, 0],
  3: [false, 2],
  4: [true, 2],
  5: [true, 3],
  6: [false, 1],
  7: [true, 1],
  8: [false, 3],
};

/** The recipe of an image, out of the pose that the view tells: the camera's and the recipe's as one. */
export function recipeOf(image: Pick<ArtworkImage, "orientation" | "mirrored" | "quarterTurns" | "crop">): Recipe {
  const [wasMirrored, wasTurned] = poses[image.orientation] ?? [false, 0];
  const isMirrored = image.mirrored !== wasMirrored;
  const turns = isMirrored ? 8 - image.quarterTurns - wasTurned : 4 + image.quarterTurns - wasTurned;
  const [left = 0, top = 0, width = whole, height = whole] = image.crop;
  return { quarterTurns: turns % 4, isMirrored, left, top, width, height };
}

/** The size of the picture that stands upright, before the recipe. */
export function uprightSize(
  { originalWidth, originalHeight, orientation }: Pick<
    ArtworkImage,
    "originalWidth" | "originalHeight" | "orientation"
  >,
): readonly [width: number, height: number] {
  const isOnItsSide = (poses[orientation]?.[1] ?? 0) % 2 === 1;
  return isOnItsSide ? [originalHeight, originalWidth] : [originalWidth, originalHeight];
}

/** Where a picture of the upright size `width` × `height` goes to be seen as the recipe says. */
export interface Placing {
  /** What is seen of the turned and mirrored picture. */
  readonly viewBox: string;
  /** Turns and mirrors the upright picture. */
  readonly transform: string;
  readonly width: number;
  readonly height: number;
}

/** How to draw a picture of an upright size by a recipe. */
export function placing(recipe: Recipe, width: number, height: number): Placing {
  const isOnItsSide = recipe.quarterTurns % 2 === 1;
  const [turnedWidth, turnedHeight] = isOnItsSide ? [height, width] : [width, height];
  const turns = [
    "",
    `translate(${height} 0) rotate(90)`,
    `translate(${width} ${height}) rotate(180)`,
    `translate(0 ${width}) rotate(270)`,
  ];
  const mirror = recipe.isMirrored ? `translate(${turnedWidth} 0) scale(-1 1)` : "";
  const part = (of: number, share: number) => of * share / whole;
  const [shownWidth, shownHeight] = [part(turnedWidth, recipe.width), part(turnedHeight, recipe.height)];
  return {
    viewBox: [part(turnedWidth, recipe.left), part(turnedHeight, recipe.top), shownWidth, shownHeight].join(" "),
    transform: `${mirror} ${turns[recipe.quarterTurns] ?? ""}`.trim(),
    width: shownWidth,
    height: shownHeight,
  };
}

/** A corner of the crop. */
export interface Corner {
  readonly name: string;
  readonly isLeft: boolean;
  readonly isTop: boolean;
  readonly at: (recipe: Recipe) => { readonly x: number; readonly y: number };
}

/** The corners in the order in which keys reach them. */
export const corners: readonly Corner[] = [["Top left", true, true], ["Top right", false, true], [
  "Bottom left",
  true,
  false,
], ["Bottom right", false, false]].map(([name, isLeft, isTop]) => ({
  name: String(name),
  isLeft: Boolean(isLeft),
  isTop: Boolean(isTop),
  at: ({ left, top, width, height }) => ({ x: isLeft ? left : left + width, y: isTop ? top : top + height }),
}));

/** The least that is left of an edge. */
const leastPart = 500;

/** A recipe with a corner of its crop moved to `x`, `y`; something is always left of the picture. */
export function cropped(recipe: Recipe, corner: Corner, x: number, y: number): Recipe {
  const [left, width] = moved(recipe.left, recipe.width, corner.isLeft, x);
  const [top, height] = moved(recipe.top, recipe.height, corner.isTop, y);
  return { ...recipe, left, top, width, height };
}

function moved(start: number, size: number, isStart: boolean, to: number): readonly [start: number, size: number] {
  const end = start + size;
  if (isStart) {
    const from = Math.round(Math.max(0, Math.min(to, end - leastPart)));
    return [from, end - from];
  }
  return [start, Math.round(Math.max(start + leastPart, Math.min(to, whole))) - start];
}
