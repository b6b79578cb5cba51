import type { ReactNode } from "react";
import { useMemo, useRef } from "react";
import type { MenuItem } from "../../design/mod.ts";
import { useView } from "../../source/source.ts";
import { useActions } from "./actions.tsx";
import { Blocks } from "../collections/Blocks.tsx";
import { BulkBar } from "./BulkBar.tsx";
import { ItemRow, useHrefOf } from "./ItemRow.tsx";
import type { ItemLine } from "../lines.ts";
import { Reword } from "./Reword.tsx";
import { useTriage } from "./useTriage.ts";

/** Items under one heading or none. */
export interface Group {
  readonly heading?: string;
  readonly items: readonly ItemLine[];
}

/** What a plan adds to a list: levels, and moving. */
export interface Outline {
  readonly levelOf: (item: ItemLine) => number;
  readonly handleOf: (item: ItemLine) => ReactNode;
  readonly more: (item: ItemLine) => readonly MenuItem[];
}

/** Items to be worked through by pointer, by touch and by keys. */
export function ItemList({ label, groups, path, shown, outline }: {
  readonly label: string;
  readonly groups: readonly Group[];
  /** Where the list stands, below `inbox`. */
  readonly path: readonly string[];
  /** The item that is open beside it. */
  readonly shown: string | undefined;
  readonly outline?: Outline;
}) {
  const list = useRef<HTMLDivElement>(null);
  const items = groups.flatMap((group) => group.items);
  const actions = useActions();
  const triage = useTriage(items, actions, list);
  const { value } = useView("listItemTags", {});
  const colours = useMemo(() => new Map((value?.tags ?? []).map((tag) => [tag.name, tag.colour])), [value]);
  const context = {
    colours,
    hrefOf: useHrefOf(...path),
    act: actions.act,
    select: triage.select,
    isSelecting: triage.isSelecting,
    ...outline ? { more: outline.more } : {},
  };
  const row = (item: ItemLine) => (
    <ItemRow
      key={item.id}
      item={item}
      isSelected={triage.selected.has(item.id)}
      isShown={item.id === shown}
      level={outline?.levelOf(item) ?? 0}
      handle={outline?.handleOf(item)}
      context={context}
    >
      {actions.rewording === item.id &&
        <Reword item={item} run={actions.doing.run} onEnd={actions.endRewording} />}
    </ItemRow>
  );
  return (
    <>
      {actions.face}
      <div
        ref={list}
        className="items"
        onFocus={(event) => {
          const id = event.target.closest<HTMLElement>("[data-item]")?.dataset["item"];
          if (id) triage.focused(id);
        }}
      >
        {groups.map((group) => (
          <section key={group.heading ?? label} aria-label={group.heading ?? label}>
            {group.heading && <h2 className="items-heading">{group.heading}</h2>}
            <Blocks items={group.items} label={group.heading ?? label} row={row} />
          </section>
        ))}
      </div>
      {triage.isSelecting && <BulkBar triage={triage} actions={actions} />}
    </>
  );
}
