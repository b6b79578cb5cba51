import { lazy } from "react";
import { EmptyState, useIsDesktop } from "../design/mod.ts";
import { HistoryPane } from "../history/HistoryPane.tsx";
import { usePlace } from "../shell/place.ts";
import { navigate } from "../shell/router.ts";
import { CollectionScreen } from "./collections/CollectionScreen.tsx";
import { CollectionsScreen } from "./collections/CollectionsScreen.tsx";
import { FollowUpScreen } from "./FollowUpScreen.tsx";
import { InboxScreen } from "./InboxScreen.tsx";
import { ItemPane, ItemScreen } from "./items/ItemScreen.tsx";
import { LogbookScreen } from "./LogbookScreen.tsx";
import { Sections } from "./Sections.tsx";
import { TrashScreen } from "./TrashScreen.tsx";

const ReviewScreen = lazy(() => import("./review/ReviewScreen.tsx"));

/** The screens below `inbox`: a list, and beside it the item that is open; on narrow windows the item alone. */
export function InboxArea({ rest, query }: { readonly rest: readonly string[]; readonly query: URLSearchParams }) {
  const isDesktop = useIsDesktop();
  const to = usePlace();
  const list = rest[0] === "items" ? [] : rest;
  const item = rest[0] === "items" ? rest[1] : query.get("item") ?? undefined;
  const back = to("inbox", ...list);
  if (item && !isDesktop) return <ItemScreen key={item} item={item} back={back} />;
  return (
    <div className="inbox screen-fill">
      <div className="inbox-list">
        <Sections />
        <List rest={list} shown={item} />
      </div>
      {list[0] === "plans" && list[1] && query.has("history") && !item && (
        <HistoryPane
          key={list[1]}
          thing={list[1]}
          kind="collection"
          onClose={() => navigate(back)}
        />
      )}
      {item && <ItemPane key={item} item={item} back={back} />}
    </div>
  );
}

function List({ rest: [section, id, ...more], shown }: {
  readonly rest: readonly string[];
  readonly shown: string | undefined;
}) {
  const to = usePlace();
  if (section === undefined) return <InboxScreen shown={shown} />;
  if (section === "plans" && id !== undefined && more.length === 0) {
    return <CollectionScreen key={id} collection={id} shown={shown} />;
  }
  if (section === "review" && id !== undefined && more.length === 0) return <ReviewScreen key={id} run={id} />;
  if (id === undefined) {
    if (section === "plans") return <CollectionsScreen />;
    if (section === "follow-up") return <FollowUpScreen shown={shown} />;
    if (section === "logbook") return <LogbookScreen shown={shown} />;
    if (section === "trash") return <TrashScreen />;
  }
  return (
    <EmptyState icon="compass" title="Nothing is here" action={<a href={to("inbox")}>Go to the inbox</a>}>
      This address leads nowhere.
    </EmptyState>
  );
}
