import { useState } from "react";
import { Button, EmptyState, Icon, IconButton, Skeleton } from "../../design/mod.ts";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { Trouble } from "../../inbox/Trouble.tsx";
import { usePlace } from "../../shell/place.ts";
import { useShortcuts } from "../../shell/commands/shortcuts.ts";
import { useView } from "../../source/source.ts";
import { FirstUse } from "../../start/FirstUse.tsx";
import { useAdding } from "../capture/adding.tsx";
import { UploadList } from "../capture/UploadList.tsx";
import { Avatar } from "../child/Avatar.tsx";
import { ChildDialog } from "../child/ChildDialog.tsx";
import { ConsentQuestion } from "../child/ConsentPanel.tsx";
import { WorkTile } from "../gallery/WorkTile.tsx";
import { Reminder } from "./Reminder.tsx";
import { YearAgo } from "./YearAgo.tsx";
import { counted } from "../words.ts";
import { useFamily } from "../child/useFamily.ts";
import { useAccess } from "../../shell/access.ts";

/** How many works are shown as recent. */
const recentMost = 12;

/** The studio's first screen: capture, children, and the works that came last. Requirements J-701, J-702. */
export function HomeScreen({ canEdit }: { readonly canEdit: boolean }) {
  const children = useFamily();
  const works = useView("showGallery", { limit: recentMost });
  const { choose } = useAdding();
  const [isAdding, setAdding] = useState(false);
  const to = usePlace();
  const { isOwner } = useAccess();
  useShortcuts("Studio", canEdit ? [{ keys: "u", label: "Add pictures", run: () => choose() }] : []);
  const family = children.value;
  const problem = children.problem ?? works.problem;
  return (
    <div className="screen studio-screen">
      <ScreenHead
        title="Studio"
        detail={family && family.length > 0 && "What your children draw, paint, write and make."}
      >
        {canEdit && family && family.length > 0 && (
          <>
            <span className="home-camera">
              <IconButton icon="camera" label="Open the camera" onClick={() => choose("camera")} />
            </span>
            <Button kind="primary" icon="cloud-upload" onClick={() => choose()}>Add pictures</Button>
          </>
        )}
      </ScreenHead>
      {canEdit && (
        <FirstUse tip="pictures">
          Add a child, then take a photo of a work. Tips and stories are made of your pictures once you allow it.
        </FirstUse>
      )}
      <Trouble problem={problem} />
      {!family && !problem && <Skeleton lines={5} label="Loading the studio" />}
      {family?.length === 0 && (
        <EmptyState
          icon="palette"
          title="Preserve, analyze, and celebrate your child’s creativity"
          action={canEdit && (
            <Button kind="primary" icon="person-plus" onClick={() => setAdding(true)}>Add your first child</Button>
          )}
        >
          Add a child, then photograph what they make. Everything is kept, for good.
        </EmptyState>
      )}
      {family && family.length > 0 && (
        <>
          <ul className="family" aria-label="Children">
            {family.map((child) => (
              <li key={child.id}>
                <a className="family-child" href={to("studio", "children", child.id)}>
                  <Avatar child={child} size="l" />
                  <span className="family-name">{child.name}</span>
                  <span className="family-detail">{counted(child.artworks, "work")}</span>
                </a>
              </li>
            ))}
            {canEdit && (
              <li>
                <button type="button" className="family-child" onClick={() => setAdding(true)}>
                  <span className="avatar avatar-l avatar-add" aria-hidden="true">+</span>
                  <span className="family-name">Add a child</span>
                </button>
              </li>
            )}
          </ul>
          {canEdit && <Reminder />}
          {isOwner && <ConsentQuestion />}
          <UploadList />
          {works.value?.length === 0 && (
            <EmptyState
              icon="camera"
              title="Start by capturing your child’s latest masterpiece!"
              action={canEdit && (
                <Button kind="primary" icon="camera" onClick={() => choose("camera")}>Take a photo</Button>
              )}
            >
              Photograph a drawing, a letter, a tower of bricks. It takes less than a minute.
            </EmptyState>
          )}
          <YearAgo />
          {works.value && works.value.length > 0 && (
            <section aria-labelledby="recent-title" className="studio-section">
              <div className="studio-section-head">
                <h2 id="recent-title">Recent works</h2>
                <a className="button button-quiet" href={to("studio", "gallery")}>See all</a>
              </div>
              <ul className="work-grid" aria-label="Recent works">
                {works.value.map((work) => (
                  <li key={work.id}>
                    <WorkTile work={work} among={works.value ?? []} isNameShown />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      {canEdit && family && family.length > 0 && (
        <button
          type="button"
          className="quick-capture"
          aria-label="Quick capture"
          onClick={() => choose("camera")}
        >
          <Icon name="camera" />
        </button>
      )}
      {isAdding && <ChildDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
