import { forwardRef, type Ref } from "react";
import { Button, Icon, Menu, type MenuItem, TextField } from "../../design/mod.ts";
import { capitalised, counted, type DoneFilter, type DueFilter, everything, type Filter, isEmpty } from "./filter.ts";
import { priorities } from "../types.ts";

const dues: readonly (readonly [DueFilter, string])[] = [
  ["overdue", "Overdue"],
  ["today", "Due today"],
  ["week", "Due within a week"],
  ["none", "Without a date"],
];
const dones: readonly (readonly [DoneFilter, string])[] = [["open", "Something open"], ["done", "All items done"]];

/** What is looked for on a board, and how much of it is shown. */
export const FilterBar = forwardRef(function FilterBar({ filter, onChange, tags, shown, total }: {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  /** The tags of the board in words. */
  readonly tags: readonly string[];
  readonly shown: number;
  readonly total: number;
}, ref: Ref<HTMLInputElement>) {
  const choice = (label: string, isChosen: boolean, change: Partial<Filter>): MenuItem => ({
    label,
    isChosen,
    onSelect: () => onChange({ ...filter, ...change }),
  });
  const due = dues.find(([value]) => value === filter.due)?.[1];
  const done = dones.find(([value]) => value === filter.done)?.[1];
  return (
    <div className="filter-bar" role="search" aria-label="Filter the board">
      <TextField
        ref={ref}
        label="Words"
        isLabelHidden
        type="search"
        placeholder="Filter by words"
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onChange(everything);
        }}
      />
      <FilterMenu
        label="Due"
        value={due}
        items={[
          choice("Any date", !filter.due, { due: undefined }),
          ...dues.map(([value, label]) => choice(label, filter.due === value, { due: value })),
        ]}
      />
      <FilterMenu
        label="Priority"
        value={filter.priority && capitalised(filter.priority)}
        items={[
          choice("Any priority", !filter.priority, { priority: undefined }),
          ...[...priorities].reverse().map((one) =>
            choice(one === "none" ? "No priority" : capitalised(one), filter.priority === one, { priority: one })
          ),
        ]}
      />
      {tags.length > 0 && (
        <FilterMenu
          label="Tag"
          value={filter.tag}
          items={[
            choice("Any tag", !filter.tag, { tag: undefined }),
            ...tags.map((tag) => choice(tag, filter.tag === tag, { tag })),
          ]}
        />
      )}
      <FilterMenu
        label="Checklist"
        value={done}
        items={[
          choice("Any checklist", !filter.done, { done: undefined }),
          ...dones.map(([value, label]) => choice(label, filter.done === value, { done: value })),
        ]}
      />
      {!isEmpty(filter) && <Button kind="quiet" onClick={() => onChange(everything)}>Clear</Button>}
      <span className="filter-count" role="status">
        {isEmpty(filter) ? counted(total, "card") : `${shown} of ${counted(total, "card")}`}
      </span>
    </div>
  );
});

function FilterMenu({ label, value, items }: {
  readonly label: string;
  readonly value: string | undefined;
  readonly items: readonly MenuItem[];
}) {
  return (
    <Menu
      label={`${label}: ${value ?? "any"}`}
      className={value ? "filter-menu is-set" : "filter-menu"}
      sections={[items]}
    >
      {value ?? label}
      <Icon name="chevron-down" />
    </Menu>
  );
}
