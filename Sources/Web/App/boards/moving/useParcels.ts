/** Cards that come from other windows, and go to them. */

import { type RefObject, useEffect, useRef, useState } from "react";
import { usePlace } from "../../shell/place.ts";
import { notify } from "../../shell/notice.ts";
import { useSource } from "../../source/source.ts";
import { useAct } from "../acting.tsx";
import type { Target } from "./lanes.ts";
import { type Parcel, receiveParcels, send } from "./parcel.ts";
import type { Board } from "../types.ts";

/** Sends and receives cards of a board. @returns the place that a card from another window is above. */
export function useParcels(surface: RefObject<HTMLElement>, board: Board, canEdit: boolean) {
  const source = useSource();
  const act = useAct();
  const to = usePlace();
  const [hovering, setHovering] = useState<Target>();
  const revisions = useRef(new Map<string, string>());
  const latest = useRef({ source, act, board, to });
  latest.current = { source, act, board, to };
  useEffect(() => {
    const element = surface.current;
    if (!element || !canEdit) return;
    const listening = new AbortController();
    const { signal } = listening;
    // What is dragged must be told at once when it begins: the revision is asked for as soon as the handle is pointed at.
    element.addEventListener("pointerover", (event) => {
      const card = event.target instanceof Element && event.target.closest<HTMLElement>("[data-card]")?.dataset["card"];
      if (!card || !element.querySelector("[data-send]")) return;
      void latest.current.source.ask("showCard", { card }).then(
        ({ updated }) => revisions.current.set(card, updated),
        () => undefined,
      );
    }, { signal });
    element.addEventListener("dragstart", (event) => {
      const handle = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-send]") : null;
      const { board, source, to } = latest.current;
      const id = handle?.dataset["send"];
      const column = board.columns.find(({ cards }) => cards.some((card) => card.id === id));
      const card = column?.cards.find((one) => one.id === id);
      if (!event.dataTransfer || !card || !column) return;
      const tile = handle?.closest<HTMLElement>("[data-card]");
      if (tile) event.dataTransfer.setDragImage(tile, 16, 16);
      const { workspace } = source;
      const revision = revisions.current.get(card.id) ?? "";
      send(
        event.dataTransfer,
        { workspace, card: card.id, title: card.title, revision, board: board.id, column: column.id },
        location.origin + to("boards", board.id, "cards", card.id),
      );
    }, { signal });
    const stop = receiveParcels(element, {
      hovering: setHovering,
      received: (parcel, target) => void take(parcel, target),
    });
    return () => {
      stop();
      listening.abort();
    };
  }, [canEdit]);

  async function take(parcel: Parcel, { column, above }: Target) {
    const { source, act, board } = latest.current;
    if (parcel.workspace !== source.workspace) return notify("That card is of another workspace: it stays there.");
    const name = board.columns.find(({ id }) => id === column)?.name ?? "";
    const seen = await source.ask("showCard", { card: parcel.card }).catch(() => undefined);
    if (seen && seen.state !== "live") return notify(`${seen.title} was put away meanwhile. It was not moved.`);
    // Somebody moved it after the other window showed it: theirs stands, and one looks before one moves it again.
    if (seen && seen.column !== parcel.column && parcel.revision !== "" && seen.updated !== parcel.revision) {
      return notify(`${seen.title} was moved to ${seen.columnName} meanwhile. It was not moved again.`);
    }
    const place = parcel.board === board.id ? name : `${board.title} / ${name}`;
    const isPlaced = above !== undefined && above !== parcel.card;
    await act(
      { type: "boards.moveCard", card: parcel.card, column, ...(isPlaced ? { above } : {}) },
      `Card moved to ${place}`,
    );
  }

  return { hovering };
}
