import { useMemo, useState } from "react";
import { EmptyState, Menu, SegmentedControl, Skeleton } from "../design/mod.ts";
import { useWhole } from "../source/views/whole.ts";
import { ItemList } from "./items/ItemList.tsx";
import { counted, type Filter, filtered, type ItemLine } from "./lines.ts";
import { OrganisePrompt } from "./OrganisePrompt.tsx";
import { AskButton } from "./review/AskButton.tsx";
import { ScreenHead } from "./ScreenHead.tsx";
import { Trouble } from "./Trouble.tsx";

const filters = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "starred", label: "Starred" },
  { value: "done", label: "Done" },
] as const;

/** What was captured and is in no plan or list yet, the newest first. Requirements O-103, O-201. */
export function InboxScreen({ shown }: { readonly shown: string | undefined }) {
  const { items: value, problem, isWhole } = useWhole("showInbox");
  const [filter, setFilter] = useState<Filter>("all");
  const [tag, setTag] = useState("");
  const items = value ?? [];
  const left = useMemo(() => filtered(value ?? [], filter, tag), [value, filter, tag]);
  const tags = useMemo(() => tagsOf(value ?? []), [value]);
  return (
    <div className="screen">
      <ScreenHead
        title="Inbox"
        detail={value && (isWhole ? counted(items.length, "item") : `Loading… ${counted(items.length, "item")}`)}
      >
        {items.some((item) => item.completed === null) && <AskButton label="Suggest" />}
        {tags.length > 0 && (
          <Menu
            label={tag ? `Tag: ${tag}` : "Filter by tag"}
            icon={tag ? "tag-fill" : "tag"}
            sections={[
              [{ label: "All tags", isChosen: !tag, onSelect: () => setTag("") }],
              tags.map((name) => ({ label: name, isChosen: name === tag, onSelect: () => setTag(name) })),
            ]}
          />
        )}
      </ScreenHead>
      <Trouble problem={problem} />
      {items.length > 0 && <SegmentedControl label="Show" choices={filters} value={filter} onChange={setFilter} />}
      {value && <OrganisePrompt items={items} />}
      {!value && !problem && <Skeleton lines={6} label="Loading the inbox" />}
      {value && items.length === 0 && (
        <EmptyState icon="inbox" title="Your inbox is empty">
          Write down whatever is on your mind. It is saved at once, and you can organize it later, or never.
        </EmptyState>
      )}
      {items.length > 0 && left.length === 0 && (
        <EmptyState icon="funnel" title="Nothing matches">Choose “All” to see every item.</EmptyState>
      )}
      {left.length > 0 && <ItemList label="Captured items" groups={[{ items: left }]} path={[]} shown={shown} />}
    </div>
  );
}

function tagsOf(items: readonly ItemLine[]): readonly string[] {
  return [...new Set(items.flatMap((item) => item.tags))].sort((one, other) => one.localeCompare(other));
}
