import { Suspense } from "react";
import { EmptyState, Skeleton, useIsDesktop } from "../design/mod.ts";
import { usePlace } from "../shell/place.ts";
import { later } from "../shell/later.tsx";
import { navigate } from "../shell/router.ts";
import { InboxScreen } from "./InboxScreen.tsx";
import { Sections } from "./Sections.tsx";

const CollectionScreen = later(async () => (await import("./collections/CollectionScreen.tsx")).CollectionScreen);
const CollectionsScreen = later(async () => (await import("./collections/CollectionsScreen.tsx")).CollectionsScreen);
const FollowUpScreen = later(async () => (await import("./FollowUpScreen.tsx")).FollowUpScreen);
const HistoryPane = later(async () => (await import("../history/HistoryPane.tsx")).HistoryPane);
const ItemPane = later(async () => (await import("./items/ItemScreen.tsx")).ItemPane);
const ItemScreen = later(async () => (await import("./items/ItemScreen.tsx")).ItemScreen);
const LogbookScreen = later(async () => (await import("./LogbookScreen.tsx")).LogbookScreen);
const ReviewScreen = later(async () => (await import("./review/ReviewScreen.tsx")).default);
const TrashScreen = later(async () => (await import("./TrashScreen.tsx")).TrashScreen);

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
        <Suspense fallback={<Skeleton lines={5} />}>
          <List rest={list} shown={item} />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {list[0] === "plans" && list[1] && query.has("history") && !item && (
          <HistoryPane
            key={list[1]}
            thing={list[1]}
            kind="collection"
            onClose={() => navigate(back)}
          />
        )}
        {item && <ItemPane key={item} item={item} back={back} />}
      </Suspense>
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
