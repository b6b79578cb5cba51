import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";

/** Rows that come and go together. */
const blockSize = 20;

/** Height of a row until it was seen, in pixels. */
const rowHeight = 52;

/** The rows of a list. Of a long one only those near what is seen are there, so that thousands scroll as tens do. */
export function Blocks<T>({ items, label, row }: {
  readonly items: readonly T[];
  readonly label: string;
  readonly row: (item: T) => ReactNode;
}) {
  if (items.length <= 2 * blockSize) return <ul>{items.map(row)}</ul>;
  const starts = Array.from({ length: Math.ceil(items.length / blockSize) }, (_, at) => at * blockSize);
  return (
    <>
      {starts.map((start) => (
        <Block
          key={start}
          items={items.slice(start, start + blockSize)}
          label={`${label}, ${start + 1} to ${Math.min(start + blockSize, items.length)} of ${items.length}`}
          row={row}
          isFirst={start === 0}
        />
      ))}
    </>
  );
}

function Block<T>({ items, label, row, isFirst }: {
  readonly items: readonly T[];
  readonly label: string;
  readonly row: (item: T) => ReactNode;
  readonly isFirst: boolean;
}) {
  const block = useRef<HTMLDivElement>(null);
  const height = useRef<number>();
  const [isNear, setNear] = useState(isFirst);
  useEffect(() => {
    const element = block.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return;
      // One that has the focus stays, wherever it is scrolled to.
      const stays = element.contains(document.activeElement);
      if (!entry.isIntersecting && !stays && element.firstElementChild) height.current = element.offsetHeight;
      // Drawn bit by bit: whoever scrolls or types goes first.
      startTransition(() => setNear(entry.isIntersecting || stays));
    }, { root: scrollerOf(element), rootMargin: "75% 0px" });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={block} style={isNear ? undefined : { height: height.current ?? items.length * rowHeight }}>
      {isNear && <ul aria-label={label}>{items.map(row)}</ul>}
    </div>
  );
}

/** The nearest element around that scrolls; null for the window. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let up = element.parentElement; up; up = up.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(up).overflowY)) return up;
  }
  return null;
}
