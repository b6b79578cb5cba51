import { useEffect, useState } from "react";
import { Button, EmptyState, IconButton, Menu, Skeleton } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { HistoryPane } from "../../history/HistoryPane.tsx";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate, useTitle } from "../../shell/router.ts";
import { useSource, useView } from "../../source/source.ts";
import { WorkTips } from "../tips/WorkTips.tsx";
import { sayDay, titleOf } from "../words.ts";
import { neighboursOf } from "./neighbours.ts";
import { ShareWork } from "./ShareWork.tsx";
import { WorkFacts } from "./WorkFacts.tsx";
import { WorkPictures } from "./WorkPictures.tsx";

/** One work with everything known of it. Requirement J-459. */
export function WorkScreen({ artwork: id, query, canEdit }: {
  readonly artwork: string;
  readonly query: URLSearchParams;
  readonly canEdit: boolean;
}) {
  const { value: work, problem } = useView("showArtwork", { artwork: id });
  const source = useSource();
  const act = useAct();
  const to = usePlace();
  const [isSharing, setSharing] = useState(false);
  useTitle(work && titleOf(work.artwork.title));
  const isLive = work?.state === "live";
  useEffect(() => {
    // So that it is among what was opened last; nobody is told, and nothing of it is undone.
    if (isLive && canEdit) void source.perform({ type: "studio.openArtwork", artwork: id }).catch(() => undefined);
  }, [source, id, isLive, canEdit]);
  if (problem) {
    return (
      <EmptyState
        icon="exclamation-circle"
        title="This work cannot be shown"
        action={<a href={to("studio", "gallery")}>Go to the gallery</a>}
      >
        {problem.message}
      </EmptyState>
    );
  }
  if (!work) return <Skeleton lines={6} label="Loading the work" />;
  const { artwork } = work;
  const favour = () =>
    void act(
      { type: artwork.favourite ? "studio.unfavouriteArtwork" : "studio.favouriteArtwork", artwork: id },
      artwork.favourite ? "No longer a favourite" : "Now a favourite",
    );
  const trash = async () => {
    if (await act({ type: "studio.trashArtwork", artwork: id }, `“${artwork.title}” moved to the trash`)) {
      navigate(to("studio", "gallery"));
    }
  };
  const restore = () => void act({ type: "studio.restoreArtwork", artwork: id }, `“${artwork.title}” restored`);
  return (
    <div className="work screen studio-screen">
      <header className="work-head">
        <IconButton
          icon="chevron-left"
          label="Back to the gallery"
          onClick={() => navigate(to("studio", "gallery"))}
        />
        <div className="work-head-text">
          <h1>{titleOf(artwork.title)}</h1>
          <p className="screen-detail">{artwork.childName} · {sayDay(artwork.date)}</p>
        </div>
        <Neighbours work={id} />
        {isLive && canEdit && (
          <div className="screen-head-actions">
            <IconButton
              icon={artwork.favourite ? "heart-fill" : "heart"}
              label="Favourite"
              isPressed={artwork.favourite}
              onClick={favour}
            />
            <IconButton icon="share" label="Share" onClick={() => setSharing(true)} />
            <Menu
              label="More for this work"
              icon="three-dots"
              sections={[
                [{
                  label: "History",
                  icon: "clock-history",
                  onSelect: () => navigate(`${to("studio", "works", id)}?history=1`),
                }],
                [{ label: "Move to the trash", icon: "trash3", isDanger: true, onSelect: () => void trash() }],
              ]}
            />
          </div>
        )}
      </header>
      {!isLive && (
        <div className="studio-card work-trashed">
          <p>This work is in the trash, with everything it has.</p>
          {canEdit && <Button kind="primary" onClick={restore}>Restore it</Button>}
        </div>
      )}
      <div className="work-body">
        <WorkPictures
          artwork={id}
          title={artwork.title}
          description={work.description}
          images={work.images}
          canEdit={canEdit && isLive}
        />
        <div className="work-side">
          <WorkFacts work={work} canEdit={canEdit && isLive} />
          {work.notes && (
            <section className="studio-card" aria-labelledby="notes-title">
              <h2 id="notes-title">Notes</h2>
              <p className="work-notes">{work.notes}</p>
            </section>
          )}
          {work.albums.length > 0 && <p className="field-hint">In {work.albums.join(", ")}.</p>}
          {isLive && <WorkTips work={work} canEdit={canEdit} />}
        </div>
      </div>
      {query.has("history") && <HistoryPane thing={id} onClose={() => navigate(to("studio", "works", id))} />}
      {isSharing && <ShareWork thing={id} title={artwork.title} noun="work" onClose={() => setSharing(false)} />}
    </div>
  );
}

/** Leads on through the list that the work was opened from; Back still goes to the list. */
function Neighbours({ work }: { readonly work: string }) {
  const { previous, next } = neighboursOf(work);
  const to = usePlace();
  const show = (id: string | undefined) => id && navigate(to("studio", "works", id), { replace: true });
  const isAmong = previous !== undefined || next !== undefined;
  const keys = [
    { keys: "j", label: "Next work", run: () => show(next) },
    { keys: "k", label: "Previous work", run: () => show(previous) },
  ];
  useShortcuts("Work", isAmong ? keys : []);
  if (!isAmong) return null;
  return (
    <div className="screen-head-actions work-steps">
      <IconButton
        icon="arrow-left"
        label="Previous work"
        keys="K"
        disabled={!previous}
        onClick={() => show(previous)}
      />
      <IconButton icon="arrow-right" label="Next work" keys="J" disabled={!next} onClick={() => show(next)} />
    </div>
  );
}
