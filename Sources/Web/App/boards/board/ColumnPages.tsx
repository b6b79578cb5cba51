import type { RefObject } from "react";
import { useEffect, useState } from "react";
import type { Column } from "../types.ts";

/** The columns as pages, on telephones: where one is, and a tap to any of them. */
export function ColumnPages({ columns, surface }: {
  readonly columns: readonly Column[];
  readonly surface: RefObject<HTMLElement>;
}) {
  const [current, setCurrent] = useState(columns[0]?.id);
  const ids = columns.map((column) => column.id).join();
  useEffect(() => {
    const root = surface.current;
    if (!root) return;
    const observer = new IntersectionObserver((entries) => {
      const shown = entries.filter((entry) => entry.isIntersecting).at(-1)?.target;
      if (shown instanceof HTMLElement && shown.dataset["column"]) setCurrent(shown.dataset["column"]);
    }, { root, threshold: 0.6 });
    for (const column of root.querySelectorAll("[data-column]")) observer.observe(column);
    return () => observer.disconnect();
  }, [ids]);
  const go = (column: string) =>
    surface.current?.querySelector(`[data-column="${column}"]`)
      ?.scrollIntoView({ behavior: "smooth", inline: "start", block: "nearest" });
  useEffect(() => {
    const tab = document.querySelector(".column-page[aria-current]");
    tab?.scrollIntoView({ behavior: "smooth", inline: "center", block: "nearest" });
  }, [current]);
  return (
    <nav className="column-pages" aria-label="Columns">
      {columns.map((column) => (
        <button
          key={column.id}
          type="button"
          className="column-page"
          aria-current={current === column.id ? "true" : undefined}
          onClick={() => go(column.id)}
        >
          {column.name}
          <span className="column-count">{column.cards.length}</span>
        </button>
      ))}
    </nav>
  );
}
