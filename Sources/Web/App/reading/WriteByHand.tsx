import { lazy, Suspense, useState } from "react";
import { IconButton } from "../design/mod.ts";
import type { DrawnStroke } from "../notes/ink/points.ts";

const WritingPad = lazy(() => import("./WritingPad.tsx"));

/** A button beside a field for text: what is written by hand is put into it. What is written stays until it is, or the field goes. */
export function WriteByHand({ label, onText }: {
  /** Its name, such as “Write a comment by hand”. */
  readonly label: string;
  readonly onText: (text: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [strokes, setStrokes] = useState<readonly DrawnStroke[]>([]);
  return (
    <>
      <IconButton icon="pen" label={label} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <WritingPad
            title={label}
            strokes={strokes}
            onStrokes={setStrokes}
            onText={(text) => {
              setStrokes([]);
              setOpen(false);
              onText(text);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A text with another one in a line of its own behind it. */
export function appended(text: string, more: string): string {
  return text === "" || text.endsWith("\n") ? text + more : `${text}\n${more}`;
}
