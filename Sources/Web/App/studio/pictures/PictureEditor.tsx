import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Button, Dialog, IconButton } from "../../design/mod.ts";
import { EditedPicture } from "./WorkPicture.tsx";
import { type Corner, corners, cropped, mirrored, placing, type Recipe, turned, untouched, whole } from "./recipe.ts";

/** One press of an arrow key, in ten-thousandths; with Shift five times as much. */
const step = 100;

/** Turns, mirrors and crops a picture, by pointer or keys; the file stays as it came. Requirement J-708. */
export function PictureEditor({ src, width, height, recipe: first, onSave, onClose }: {
  readonly src: string;
  /** Of the upright picture. */
  readonly width: number;
  readonly height: number;
  readonly recipe: Recipe;
  readonly onSave: (recipe: Recipe) => void;
  readonly onClose: () => void;
}) {
  const [recipe, setRecipe] = useState(first);
  const stage = useRef<HTMLDivElement>(null);
  const all = { ...recipe, left: 0, top: 0, width: whole, height: whole };
  const shown = placing(all, width, height);
  const held = useRef<Corner>();

  const drag = (event: PointerEvent) => {
    const corner = held.current;
    const box = stage.current?.getBoundingClientRect();
    if (!corner || !box) return;
    const x = (event.clientX - box.left) / box.width * whole;
    const y = (event.clientY - box.top) / box.height * whole;
    setRecipe(cropped(recipe, corner, x, y));
  };
  const nudge = (event: KeyboardEvent, corner: Corner) => {
    const by = event.shiftKey ? step * 5 : step;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const at = corner.at(recipe);
    setRecipe(cropped(recipe, corner, at.x + move[0], at.y + move[1]));
  };
  const side = (start: number, size: number) => ({ start: `${start / 100}%`, size: `${size / 100}%` });
  const [across, down] = [side(recipe.left, recipe.width), side(recipe.top, recipe.height)];
  return (
    <Dialog
      title="Turn and crop"
      className="picture-editor"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => setRecipe(untouched)}>As it came</Button>
          <Button kind="primary" onClick={() => onSave(recipe)}>Save</Button>
        </>
      }
    >
      <div className="crop-room">
        <div
          ref={stage}
          className="crop-stage"
          style={{ aspectRatio: `${shown.width} / ${shown.height}`, ["--shape" as string]: shown.width / shown.height }}
          onPointerMove={drag}
          onPointerUp={() => held.current = undefined}
          onPointerCancel={() => held.current = undefined}
        >
          <EditedPicture src={src} width={width} height={height} recipe={all} alt="The whole picture" />
          <div className="crop-veil" aria-hidden="true">
            <div
              className="crop-frame"
              style={{ left: across.start, width: across.size, top: down.start, height: down.size }}
            />
          </div>
          {corners.map((corner) => (
            <button
              key={corner.name}
              type="button"
              className="crop-corner"
              aria-label={`${corner.name} corner: arrow keys move it`}
              style={{ left: `${corner.at(recipe).x / 100}%`, top: `${corner.at(recipe).y / 100}%` }}
              onPointerDown={(event) => {
                held.current = corner;
                stage.current?.setPointerCapture(event.pointerId);
              }}
              onKeyDown={(event) => nudge(event, corner)}
            />
          ))}
        </div>
      </div>
      <div className="crop-tools">
        <IconButton icon="arrow-clockwise" label="Turn right" onClick={() => setRecipe(turned(recipe))} />
        <IconButton
          icon="arrow-counterclockwise"
          label="Turn left"
          onClick={() => setRecipe(turned(turned(turned(recipe))))}
        />
        <IconButton icon="symmetry-vertical" label="Mirror" onClick={() => setRecipe(mirrored(recipe))} />
        <p className="field-hint">Drag the corners to crop. The original is always kept.</p>
      </div>
    </Dialog>
  );
}
