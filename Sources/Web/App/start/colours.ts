/** The main colours of a picture, found on this device. */

const sidePixels = 48;
const levels = 6;
const coloursMost = 5;

/** @returns the colours that most of the picture has, the commonest first, as CSS writes them; none where it cannot be read. */
export async function mainColours(picture: Blob): Promise<readonly string[]> {
  const bitmap = await createImageBitmap(picture, { resizeWidth: sidePixels, resizeHeight: sidePixels });
  const canvas = new OffscreenCanvas(sidePixels, sidePixels);
  const context = canvas.getContext("2d");
  context?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context ? commonest(context.getImageData(0, 0, sidePixels, sidePixels).data) : [];
}

/** The commonest colours among pixels of four bytes each; similar ones are counted together. */
export function commonest(pixels: Uint8ClampedArray): readonly string[] {
  const groups = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const key = [red, green, blue].reduce((sum, part) => sum * levels + Math.floor(part * levels / 256), 0);
    const group = groups.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    groups.set(key, {
      count: group.count + 1,
      red: group.red + red,
      green: group.green + green,
      blue: group.blue + blue,
    });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count).slice(0, coloursMost).map(
    ({ count, red, green, blue }) => `rgb(${[red, green, blue].map((sum) => Math.round(sum / count)).join(" ")})`,
  );
}
