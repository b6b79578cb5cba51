/** The keys of a board's columns. */

import type { KeyboardEvent } from "react";
import { announce } from "../../design/mod.ts";
import { type Direction, focusStep, type Lane, type Place, placeOf, step, targetAt } from "../moving/lanes.ts";
import type { useMoves } from "../moving/moves.ts";
import type { CardLine } from "../types.ts";

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "first",
  End: "last",
};

/** What keys do: arrows go from card to card, Space lifts and puts down, Control with arrows moves at once. */
export function boardKeys({ after, lifted, lift, move, focus, wanted, nameOf, byId, canEdit }: {
  readonly after: readonly Lane[];
  readonly lifted: ReturnType<typeof useMoves>["lifted"];
  readonly lift: ReturnType<typeof useMoves>["lift"];
  readonly move: ReturnType<typeof useMoves>["move"];
  readonly focus: (place: Place) => void;
  readonly wanted: { current: unknown };
  readonly nameOf: (column: string) => string;
  readonly byId: ReadonlyMap<string, CardLine>;
  readonly canEdit: boolean;
}) {
  const where = (place: Place, card: string) => {
    const count = after.find((lane) => lane.id === place.column)?.cards.filter((other) => other !== card).length ?? 0;
    return `${nameOf(place.column)}, place ${place.at + 1} of ${count + 1}`;
  };
  const title = (card: string) => byId.get(card)?.title ?? "Card";
  const putDown = () => {
    if (!lifted) return;
    lift(undefined);
    wanted.current = { card: lifted.card };
    if (lifted.place.column === lifted.from.column && lifted.place.at === lifted.from.at) {
      return announce(`${title(lifted.card)} stays where it was.`);
    }
    announce(`${title(lifted.card)} put down. ${where(lifted.place, lifted.card)}.`);
    void move(lifted.card, targetAt(after, lifted.card, lifted.place));
  };
  const putBack = () => {
    if (!lifted) return;
    lift(undefined);
    wanted.current = { card: lifted.card };
    announce(`${title(lifted.card)} put back. ${where(lifted.from, lifted.card)}.`);
  };
  const moveNow = (card: string, from: Place, direction: Direction) => {
    const place = step(after, card, from, direction);
    if (place.column === from.column && place.at === from.at) return;
    wanted.current = { card };
    announce(`${title(card)} moved. ${where(place, card)}.`);
    void move(card, targetAt(after, card, place));
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || target.closest("input, textarea, [role=menu]")) return;
    const column = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
    const card = target.closest<HTMLElement>("[data-card]")?.dataset["card"];
    const direction = directions[event.key];
    if (!column) return;
    if (lifted) {
      const isOver = event.key === " " || event.key === "Enter";
      if (!isOver && !direction && event.key !== "Escape" && event.key !== "Tab") return;
      event.preventDefault();
      event.stopPropagation();
      if (isOver) return putDown();
      if (!direction) return putBack();
      const place = step(after, lifted.card, lifted.place, direction);
      lift({ ...lifted, place });
      wanted.current = { card: lifted.card };
      return announce(`${where(place, lifted.card)}.`);
    }
    const from = card && placeOf(after, card);
    if (event.key === " " && from && canEdit && target.matches("[data-stop=card]")) {
      event.preventDefault();
      lift({ card, from, place: from });
      return announce(
        `${title(card)} lifted. ${where(from, card)}. Arrow keys move it, Space puts it down, Escape puts it back.`,
      );
    }
    if (!direction || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      if (from && canEdit) moveNow(card, from, direction);
      return;
    }
    const count = after.find((lane) => lane.id === column)?.cards.length ?? 0;
    const at = from ? from.at : target.closest("header") ? -1 : count;
    focus(focusStep(after, { column, at }, direction));
  };
}
