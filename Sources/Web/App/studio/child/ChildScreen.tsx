import { useState } from "react";
import { Button, EmptyState, Menu, Skeleton } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import type { Child } from "../../source/api.ts";
import { useView } from "../../source/source.ts";
import { counted, sayMonth } from "../words.ts";
import { WorkRow } from "../gallery/WorkRow.tsx";
import { Progress } from "../progress/Progress.tsx";
import { Avatar } from "./Avatar.tsx";
import { ChildDialog } from "./ChildDialog.tsx";
import { ConsentOfChild } from "./ConsentPanel.tsx";
import { useAccess } from "../../shell/access.ts";

/** How many works of a child stand on its screen. */
const latestMost = 8;

/** One child: who it is, what suits its age, what was agreed to. Requirements J-201, J-613. */
export function ChildScreen({ child: id, canEdit }: { readonly child: string; readonly canEdit: boolean }) {
  const { isOwner } = useAccess();
  const { value: child, problem } = useView("showChild", { child: id });
  const progress = useView("showProgress", { child: id }).value;
  const works = useView("showGallery", { child: id, limit: latestMost }).value;
  const [isEditing, setEditing] = useState(false);
  const act = useAct();
  const to = usePlace();
  if (problem) {
    return (
      <EmptyState
        icon="exclamation-circle"
        title="This child cannot be shown"
        action={<a href={to("studio", "children")}>All children</a>}
      >
        {problem.message}
      </EmptyState>
    );
  }
  if (!child) return <Skeleton lines={5} label="Loading" />;
  const remove = async () => {
    if (await act({ type: "studio.trashChild", child: id }, `${child.name} moved to the trash`)) {
      navigate(to("studio", "children"));
    }
  };
  return (
    <div className="screen studio-screen">
      <div className="child-head">
        <Avatar child={child} size="l" />
        <ScreenHead title={child.name} detail={detailOf(child)}>
          {canEdit && (
            <>
              <Button icon="pencil" onClick={() => setEditing(true)}>Change</Button>
              <Menu
                label={`More for ${child.name}`}
                icon="three-dots"
                sections={[[{
                  label: "Move to the trash",
                  icon: "trash3",
                  isDanger: true,
                  onSelect: () => void remove(),
                }]]}
              />
            </>
          )}
        </ScreenHead>
      </div>
      <section aria-labelledby="child-works" className="studio-section">
        <div className="studio-section-head">
          <h2 id="child-works">Latest works</h2>
          <p className="child-links">
            <a className="button button-plain" href={`${to("studio", "gallery")}?child=${id}`}>Works of {child.name}</a>
            <a className="button button-plain" href={`${to("studio", "timeline")}?child=${id}`}>Timeline</a>
          </p>
        </div>
        {works && works.length > 0 && <WorkRow works={works} label={`Latest works of ${child.name}`} />}
      </section>
      {progress && (
        <section className="studio-card" aria-labelledby="guide-title">
          <h2 id="guide-title">{progress.guide.years}</h2>
          <p>{progress.guide.focus}</p>
        </section>
      )}
      <Progress child={id} />
      {isOwner && <ConsentOfChild child={id} name={child.name} />}
      {isEditing && <ChildDialog child={child} onClose={() => setEditing(false)} />}
    </div>
  );
}

function detailOf({ age, born, bornIsEstimated, artworks }: Child): string {
  return [
    age === null ? "" : counted(age, "year"),
    born && !bornIsEstimated ? `born in ${sayMonth(born)}` : "",
    counted(artworks, "work"),
  ].filter(Boolean).join(" · ");
}
