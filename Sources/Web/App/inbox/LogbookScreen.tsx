import { EmptyState, Skeleton } from "../design/mod.ts";
import { useWhole } from "../source/views/whole.ts";
import { dayOf, sayDay } from "./days.ts";
import { type Group, ItemList } from "./items/ItemList.tsx";
import type { ItemLine } from "./lines.ts";
import { ScreenHead } from "./ScreenHead.tsx";
import { Trouble } from "./Trouble.tsx";

/** What is completed, the last first, by days. Completing an item again reopens it. */
export function LogbookScreen({ shown }: { readonly shown: string | undefined }) {
  const { items: value, problem } = useWhole("showLogbook");
  const items = value ?? [];
  return (
    <div className="screen">
      <ScreenHead title="Logbook" detail="What you have done. Untick an item to reopen it." />
      <Trouble problem={problem} />
      {!value && !problem && <Skeleton lines={5} label="Loading" />}
      {value && items.length === 0 && (
        <EmptyState icon="journal-check" title="Nothing here yet">What you complete is kept here.</EmptyState>
      )}
      {items.length > 0 && <ItemList label="Completed items" groups={byDay(items)} path={["logbook"]} shown={shown} />}
    </div>
  );
}

function byDay(items: readonly ItemLine[]): readonly Group[] {
  const days = new Map<string, ItemLine[]>();
  for (const item of items) {
    const day = sayDay(dayOf(new Date(item.completed ?? item.captured)));
    days.set(day, [...days.get(day) ?? [], item]);
  }
  return Array.from(days, ([heading, list]) => ({ heading, items: list }));
}
