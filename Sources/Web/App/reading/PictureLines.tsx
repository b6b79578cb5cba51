import { Picture } from "../files/Picture.tsx";
import type { AttachedFile } from "../source/api.ts";

/** A line of a picture that search found. */
export interface FoundText {
  readonly file: string;
  /** Left, top, width and height in the pixels that the picture was read in. */
  readonly box: readonly number[];
}

/** A picture with the lines that were read in it framed where they stand; the one that search found is marked. */
export function PictureLines({ file, found }: {
  readonly file: AttachedFile;
  readonly found: FoundText | undefined;
}) {
  const { read } = file;
  return (
    <div className="reading-page">
      <Picture file={file} size="1280" alt={file.name} className="reading-picture" />
      {read && read.width > 0 && read.height > 0 && (
        <svg className="reading-lines" viewBox={`0 0 ${read.width} ${read.height}`} aria-hidden="true">
          {read.lines.map(({ left, top, width, height }, line) => (
            <rect
              key={line}
              x={left}
              y={top}
              width={width}
              height={height}
              data-found={isFound(found, [left, top, width, height]) || undefined}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

function isFound(found: FoundText | undefined, box: readonly number[]): boolean {
  return found !== undefined && found.box.every((number, at) => number === box[at]);
}
