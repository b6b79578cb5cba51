import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIsPhone } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { Marks, nameOf, TilePicture, type TileWork } from "./WorkTile.tsx";
import { type Grid, gridOf, movedBy, placeOf, tilesBetween } from "./grid.ts";
import type { Selection } from "./useSelection.ts";
import { openAmong } from "../work/neighbours.ts";
import { useLongPress } from "./useLongPress.ts";

/** As many works as there are, of which only those near the screen are elements. Requirements J-406, J-408. */
export function WorkGrid({ works, selection, label }: {
  readonly works: readonly TileWork[];
  readonly selection: Selection;
  readonly label: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  const isPhone = useIsPhone();
  const { grid, from, to } = useInSight(list, works.length, isPhone ? 104 : 168, isPhone ? 4 : 8);
  const [current, setCurrent] = useState(0);
  const wantsFocus = useRef(false);
  const at = Math.min(current, works.length - 1);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    if (!link) return;
    wantsFocus.current = false;
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: "nearest" });
  });
  const order = () => works.map(({ id }) => id);
  const move = (event: KeyboardEvent) => {
    const work = works[at];
    if (event.altKey || event.metaKey) return;
    if (event.key === " " && work) {
      event.preventDefault();
      if (event.shiftKey) selection.extend(work.id, order());
      else selection.toggle(work.id);
      return;
    }
    const next = movedBy(event.key, at, works.length, grid.columns);
    if (next === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    setCurrent(next);
    if (event.shiftKey && works[next]) selection.extend(works[next].id, order());
  };
  const shown = indices(from, to, at, works.length);
  return (
    <ul
      ref={list}
      className={`long-grid ${selection.ids.length > 0 ? "is-selecting" : ""}`}
      aria-label={label}
      style={{ height: grid.height }}
      onKeyDown={move}
    >
      {shown.map((index) => {
        const work = works[index];
        return work && (
          <GridItem
            key={work.id}
            work={work}
            index={index}
            count={works.length}
            grid={grid}
            isCurrent={index === at}
            selection={selection}
            order={order}
            onFocus={() => setCurrent(index)}
            onOpen={() => openAmong(works)}
          />
        );
      })}
    </ul>
  );
}

function GridItem({ work, index, count, grid, isCurrent, selection, order, onFocus, onOpen }: {
  readonly work: TileWork;
  readonly index: number;
  readonly count: number;
  readonly grid: Grid;
  readonly isCurrent: boolean;
  readonly selection: Selection;
  readonly order: () => readonly string[];
  readonly onFocus: () => void;
  readonly onOpen: () => void;
}) {
  const to = usePlace();
  const { x, y } = placeOf(grid, index);
  const isSelected = selection.has(work.id);
  const press = useLongPress(() => selection.toggle(work.id));
  const click = (event: MouseEvent) => {
    event.preventDefault();
    if (press.wasLong()) return;
    if (event.shiftKey) selection.extend(work.id, order());
    else if (event.ctrlKey || event.metaKey || selection.ids.length > 0) selection.toggle(work.id);
    else {
      onOpen();
      navigate(to("studio", "works", work.id));
    }
  };
  return (
    <li
      className={isSelected ? "long-grid-item is-selected" : "long-grid-item"}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translate(${x}px, ${y}px)`, width: grid.edge, height: grid.edge }}
    >
      <a
        className="work-tile"
        href={to("studio", "works", work.id)}
        aria-label={isSelected ? `${nameOf(work)}, selected` : nameOf(work)}
        data-index={index}
        tabIndex={isCurrent ? 0 : -1}
        draggable={false}
        onFocus={onFocus}
        onClick={click}
        {...press.handlers}
      >
        <span className="work-tile-picture">
          <TilePicture work={work} isWhole />
          <Marks work={work} />
        </span>
      </a>
      <label className="work-tile-select">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={`Select ${work.title}`}
          onChange={() => selection.toggle(work.id)}
        />
      </label>
    </li>
  );
}

/** The tiles in sight, and the one with the focus, wherever it is. */
function indices(from: number, to: number, current: number, count: number): readonly number[] {
  const shown = Array.from({ length: to - from }, (_, place) => from + place);
  if (current < 0 || current >= count || (current >= from && current < to)) return shown;
  return current < from ? [current, ...shown] : [...shown, current];
}

/** The grid in the width that the list has, and the tiles that are in sight of whatever scrolls it. */
function useInSight(list: { readonly current: HTMLElement | null }, count: number, least: number, gap: number) {
  const [seen, setSeen] = useState({ width: 0, top: 0, height: 800 });
  useEffect(() => {
    const element = list.current;
    const scroller = element?.closest(".studio-scroller");
    if (!element || !scroller) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const box = element.getBoundingClientRect();
      const top = scroller.getBoundingClientRect().top - box.top;
      const next = { width: box.width, top: Math.round(top), height: scroller.clientHeight };
      setSeen((now) => now.width === next.width && now.top === next.top && now.height === next.height ? now : next);
    };
    const later = () => frame ||= requestAnimationFrame(look);
    const sizes = new ResizeObserver(later);
    sizes.observe(element);
    sizes.observe(scroller);
    scroller.addEventListener("scroll", later, { passive: true });
    look();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      scroller.removeEventListener("scroll", later);
    };
  }, [list]);
  useReturn(list, seen.width > 0);
  const grid = gridOf(count, seen.width, least, gap);
  const [from, to] = seen.width > 0 ? tilesBetween(grid, seen.top, seen.top + seen.height, count) : [0, 0];
  return { grid, from, to };
}

/** Where the grid of an address was left. */
const places = new Map<string, number>();

/** Shows the grid where it was left, once it has its height: back from a work, one is where one was. */
function useReturn(list: { readonly current: HTMLElement | null }, isLaidOut: boolean) {
  useLayoutEffect(() => {
    const scroller = list.current?.closest(".studio-scroller");
    if (!scroller || !isLaidOut) return;
    const address = location.pathname + location.search;
    scroller.scrollTop = places.get(address) ?? 0;
    return () => void places.set(address, scroller.scrollTop);
  }, [list, isLaidOut]);
}
