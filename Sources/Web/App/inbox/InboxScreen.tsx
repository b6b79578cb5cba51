import { useState } from "react";
import { EmptyState, Menu, SegmentedControl, Skeleton } from "../design/mod.ts";
import { useView } from "../source/source.ts";
import { ItemList } from "./ItemList.tsx";
import { counted, type Filter, filtered } from "./lines.ts";
import { OrganisePrompt } from "./OrganisePrompt.tsx";
import { ScreenHead } from "./ScreenHead.tsx";
import { Trouble } from "./Trouble.tsx";

/** How many items are asked for at once: as many as the service gives. */
export const itemsMax = 500;

const filters = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "starred", label: "Starred" },
  { value: "done", label: "Done" },
] as const;

/** What was captured and is in no plan or list yet, the newest first. Requirements O-103, O-201. */
export function InboxScreen({ shown }: { readonly shown: string | undefined }) {
  const { value, problem } = useView("showInbox", { limit: itemsMax });
  const [filter, setFilter] = useState<Filter>("all");
  const [tag, setTag] = useState("");
  const items = value?.items ?? [];
  const left = filtered(items, filter, tag);
  const tags = [...new Set(items.flatMap((item) => item.tags))].sort((one, other) => one.localeCompare(other));
  return (
    <div className="screen">
      <ScreenHead title="Inbox" detail={value && saidCount(items.length)}>
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

function saidCount(count: number): string {
  return count >= itemsMax ? `The newest ${itemsMax} items` : counted(count, "item");
}
