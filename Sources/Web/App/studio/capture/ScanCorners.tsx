import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../design/mod.ts";
import { fileOf, pixelsOf } from "./camera.ts";
import { type Corners, cornersOf, type Point, scanned } from "./scan.ts";

const names = ["Top left", "Top right", "Bottom right", "Bottom left"] as const;
/** One press of an arrow key, as a part of the photo; with Shift five times as much. */
const step = 0.01;

/** A photo of a page with its corners, found and movable; the page alone becomes the picture. Requirement J-705. */
export function ScanCorners({ photo, name, onDone, onCancel }: {
  readonly photo: HTMLCanvasElement;
  readonly name: string;
  readonly onDone: (page: File) => void;
  readonly onCancel: () => void;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const [corners, setCorners] = useState<Corners>(() => found(photo));
  const [isBusy, setBusy] = useState(false);
  const held = useRef<number>();
  useEffect(() => {
    photo.className = "scan-photo";
    stage.current?.prepend(photo);
  }, [photo]);
  const put = (at: number, { x, y }: Point) => {
    const point = { x: Math.max(0, Math.min(1, x)), y: Math.max(0, Math.min(1, y)) };
    setCorners((now) => now.map((one, place) => place === at ? point : one) as unknown as Corners);
  };
  const drag = (event: PointerEvent) => {
    const box = stage.current?.getBoundingClientRect();
    if (held.current === undefined || !box) return;
    put(held.current, { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  };
  const nudge = (event: KeyboardEvent, at: number, { x, y }: Point) => {
    const by = event.shiftKey ? step * 5 : step;
    const moves: Readonly<Record<string, Point>> = {
      ArrowLeft: { x: x - by, y },
      ArrowRight: { x: x + by, y },
      ArrowUp: { x, y: y - by },
      ArrowDown: { x, y: y + by },
    };
    const to = moves[event.key];
    if (!to) return;
    event.preventDefault();
    put(at, to);
  };
  const scan = () => {
    setBusy(true);
    // So that the button is seen pressed before the processor is busy.
    setTimeout(async () => {
      const page = scanned(pixelsOf(photo), corners);
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [page.width, page.height];
      canvas.getContext("2d")?.putImageData(
        new ImageData(page.data as Uint8ClampedArray<ArrayBuffer>, page.width, page.height),
        0,
        0,
      );
      onDone(await fileOf(canvas, name));
    }, 30);
  };
  return (
    <div className="scan">
      <div
        ref={stage}
        className="scan-stage"
        style={{ aspectRatio: `${photo.width} / ${photo.height}`, ["--shape" as string]: photo.width / photo.height }}
        onPointerMove={drag}
        onPointerUp={() => held.current = undefined}
        onPointerCancel={() => held.current = undefined}
      >
        <svg className="scan-lines" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(" ")} />
        </svg>
        {corners.map((corner, at) => (
          <button
            key={names[at]}
            type="button"
            className="crop-corner"
            aria-label={`${names[at]} corner of the page: arrow keys move it`}
            style={{ left: `${corner.x * 100}%`, top: `${corner.y * 100}%` }}
            onPointerDown={(event) => {
              held.current = at;
              stage.current?.setPointerCapture(event.pointerId);
            }}
            onKeyDown={(event) => nudge(event, at, corner)}
          />
        ))}
      </div>
      <div className="form-actions">
        <Button onClick={onCancel}>Take it again</Button>
        <Button kind="primary" icon="check2" isBusy={isBusy} onClick={scan}>Use this page</Button>
      </div>
    </div>
  );
}

/** Corners are looked for in a small copy: a page is as easily found there. */
function found(photo: HTMLCanvasElement): Corners {
  const scale = Math.min(1, 320 / Math.max(photo.width, photo.height));
  const small = document.createElement("canvas");
  small.width = Math.max(1, Math.round(photo.width * scale));
  small.height = Math.max(1, Math.round(photo.height * scale));
  small.getContext("2d")?.drawImage(photo, 0, 0, small.width, small.height);
  return cornersOf(pixelsOf(small));
}
