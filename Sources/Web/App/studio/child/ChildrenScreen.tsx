import { useState } from "react";
import { Button, EmptyState, Icon, Skeleton } from "../../design/mod.ts";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { Trouble } from "../../inbox/Trouble.tsx";
import { useAccess } from "../../shell/access.ts";
import { usePlace } from "../../shell/place.ts";
import { counted, sayAge } from "../words.ts";
import { ReminderSetting } from "../home/Reminder.tsx";
import { Avatar } from "./Avatar.tsx";
import { ChildDialog } from "./ChildDialog.tsx";
import { ConsentSettings } from "./ConsentPanel.tsx";
import { useFamily } from "./useFamily.ts";

/** The children of the family, and what was agreed to for them. Requirements J-201, J-310. */
export function ChildrenScreen({ canEdit }: { readonly canEdit: boolean }) {
  const { value: family, problem } = useFamily();
  const [isAdding, setAdding] = useState(false);
  const to = usePlace();
  const { isOwner } = useAccess();
  return (
    <div className="screen studio-screen">
      <ScreenHead title="Children">
        {canEdit && <Button icon="person-plus" onClick={() => setAdding(true)}>Add a child</Button>}
      </ScreenHead>
      <Trouble problem={problem} />
      {!family && !problem && <Skeleton lines={4} label="Loading children" />}
      {family?.length === 0 && (
        <EmptyState icon="people" title="No children yet">Works, tips and stories belong to a child.</EmptyState>
      )}
      {family && family.length > 0 && (
        <ul className="child-list" aria-label="Children">
          {family.map((child) => (
            <li key={child.id}>
              <a className="child-line" href={to("studio", "children", child.id)}>
                <Avatar child={child} />
                <span className="child-line-text">
                  <span className="child-line-name">{child.name}</span>
                  <span className="child-line-detail">
                    {[sayAge(child.age), counted(child.artworks, "work")].filter(Boolean).join(" · ")}
                  </span>
                </span>
                <Icon name="chevron-right" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOwner && family && family.length > 0 && (
        <p className="child-links">
          <a className="button button-plain" href={to("people")}>Share with family</a>
        </p>
      )}
      {canEdit && family && family.length > 0 && (
        <>
          <ConsentSettings />
          <ReminderSetting />
        </>
      )}
      {isAdding && <ChildDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
