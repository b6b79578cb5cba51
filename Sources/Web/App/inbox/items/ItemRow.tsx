import type { CSSProperties, ReactNode } from "react";
import { Badge, Checkbox, Icon, IconButton, Menu, type MenuItem } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import type { Action } from "./actions.tsx";
import { sayBriefly, sayDay, sayMoment } from "../days.ts";
import type { ItemLine } from "../lines.ts";
import { useSwipe } from "./useSwipe.ts";

/** What a row knows of the list that it stands in. */
export interface RowContext {
  readonly colours: ReadonlyMap<string, string>;
  readonly hrefOf: (item: ItemLine) => string;
  readonly act: (action: Action, items: readonly ItemLine[]) => void;
  readonly select: (item: ItemLine, isRange: boolean) => void;
  readonly isSelecting: boolean;
  /** What the menu has besides, such as moving within a plan. */
  readonly more?: (item: ItemLine) => readonly MenuItem[];
}

/** An item in a list: completed by its box, opened by its title; all else by its buttons, by keys, or by swiping. */
export function ItemRow({ item, isSelected, isShown, level = 0, handle, children, context }: {
  readonly item: ItemLine;
  readonly isSelected: boolean;
  readonly isShown: boolean;
  readonly level?: number;
  /** What a plan's row is dragged by. */
  readonly handle?: ReactNode;
  /** Stands in the place of title and buttons, such as the field that rewords it. */
  readonly children?: ReactNode;
  readonly context: RowContext;
}) {
  const { act, select, isSelecting } = context;
  const swipe = useSwipe(() => act("complete", [item]), () => act("star", [item]));
  const isDone = item.completed !== null;
  const when = item.completed ?? item.captured;
  return (
    <li
      className={`item ${isDone ? "is-done" : ""} ${isSelected ? "is-selected" : ""} ${isShown ? "is-current" : ""}`}
      data-item={item.id}
      style={{ "--level": level } as CSSProperties}
    >
      <span className="item-under" aria-hidden="true">
        <Icon name="check2-circle" />
        <Icon name="star" />
      </span>
      {children ? <div className="item-face">{children}</div> : (
        <div className="item-face" {...swipe}>
          {isSelecting
            ? (
              <Checkbox
                className="item-select"
                label={`Select “${item.title}”`}
                isLabelHidden
                isOn={isSelected}
                onChange={() => select(item, false)}
              />
            )
            : (
              <Checkbox
                label={`Complete “${item.title}”`}
                isLabelHidden
                isOn={isDone}
                onChange={() => act("complete", [item])}
              />
            )}
          <a className="item-open" href={context.hrefOf(item)} draggable={false}>
            <span className="item-title">{item.title}</span>
            <time className="item-time" dateTime={when} title={sayMoment(when)}>{sayBriefly(when)}</time>
            <Facts item={item} colours={context.colours} />
          </a>
          <IconButton
            className="item-star"
            icon={item.starred ? "star-fill" : "star"}
            label={`Star “${item.title}”`}
            keys="S"
            isPressed={item.starred}
            onClick={() => act("star", [item])}
          />
          <IconButton
            className="item-delete"
            icon="trash3"
            label={`Delete “${item.title}”`}
            keys="#"
            onClick={() => act("trash", [item])}
          />
          <Menu label={`More for “${item.title}”`} icon="three-dots" sections={menu(item, context)} />
          {handle}
        </div>
      )}
    </li>
  );
}

function menu(item: ItemLine, { act, select, more }: RowContext): readonly (readonly MenuItem[])[] {
  const line = (label: string, icon: string, keys: string, action: Action): MenuItem => ({
    label,
    icon,
    keys,
    onSelect: () => act(action, [item]),
  });
  return [
    [
      line(item.starred ? "Unstar" : "Star", item.starred ? "star-fill" : "star", "S", "star"),
      line("Reword", "pencil", "R", "reword"),
      line("Follow up…", "calendar-event", "F", "followUp"),
      line("Tags…", "tag", "T", "tags"),
      line("Add to a plan or list…", "list-nested", "M", "collection"),
      line("Split by lines…", "scissors", "L", "split"),
      line(item.type === "task" ? "Not a task" : "Make a task", "check2-square", "⇧T", "task"),
    ],
    more?.(item) ?? [],
    [
      { label: "Select", icon: "check2-all", keys: "X", onSelect: () => select(item, false) },
      { ...line("Delete", "trash3", "#", "trash"), isDanger: true },
    ],
  ];
}

function Facts({ item, colours }: { readonly item: ItemLine; readonly colours: ReadonlyMap<string, string> }) {
  const isPlain = item.completed === null && item.type === "none" && item.followUp === null;
  if (isPlain && item.tags.length === 0) return null;
  return (
    <span className="item-facts">
      {item.completed !== null && <Badge icon="check2">Done</Badge>}
      {item.type === "task" && <Badge icon="check2-square">Task</Badge>}
      {item.type === "link" && <Badge icon="link-45deg">{item.target}</Badge>}
      {item.followUp !== null && <Badge tone="accent" icon="calendar-event">{sayDay(item.followUp)}</Badge>}
      {item.tags.map((name) => (
        <span key={name} className="item-tag" style={{ color: `var(--tag-${colours.get(name) ?? "none"})` }}>
          #{name}
        </span>
      ))}
    </span>
  );
}

/** Makes the address that a title leads to: the item opened on this list, or what a link leads to. */
export function useHrefOf(...list: readonly string[]): (item: ItemLine) => string {
  const to = usePlace();
  return (item) =>
    item.type === "link" && item.linkedCollection
      ? to("inbox", "plans", item.linkedCollection)
      : `${to("inbox", ...list)}?item=${item.id}`;
}
