import { useLayoutEffect, useRef } from "react";
import { drawingsOf, type DrawnInk, labelOf } from "./drawings.ts";

/** A drawing to be looked at only. */
export function InkView({ id, inks, isAlone }: {
  readonly id: string;
  /** The drawings of its note. */
  readonly inks: readonly DrawnInk[];
  /** Whether nothing else stands in its line. */
  readonly isAlone: boolean;
}) {
  const frame = useRef<HTMLSpanElement>(null);
  const ink = inks.find((one) => one.id === id);
  useLayoutEffect(() => frame.current?.replaceChildren(drawingsOf(inks)(id, isAlone) ?? ""), [id, inks, isAlone]);
  return (
    <span
      ref={frame}
      className={`ink-view ${isAlone ? "is-alone" : ""}`}
      role="img"
      aria-label={labelOf(ink, ink?.strokes.length ?? 0)}
    />
  );
}
