import { useEffect, useState } from "react";
import { Button } from "../design/mod.ts";
import { usePlace } from "../shell/place.ts";
import { navigate, useTitle } from "../shell/router.ts";
import { useCanEdit } from "../shell/useCanEdit.ts";
import { Avatar } from "../studio/child/Avatar.tsx";
import { ChildDialog } from "../studio/child/ChildDialog.tsx";
import { setStartProgress, startProgress } from "./progress.ts";
import { Tour } from "./Tour.tsx";
import { TryPicture } from "./TryPicture.tsx";
import { useFamily } from "../studio/child/useFamily.ts";

/**
 * Getting started, on one screen of the frame: a thought can be captured on it as on every other, and nothing has to be
 * done. Requirements J-602, J-617 to J-622, O-012.
 */
export default function StartScreen() {
  useTitle("Getting started");
  const to = usePlace();
  useEffect(() => {
    if (startProgress() === "wanted") setStartProgress("begun");
  }, []);
  const leave = (progress: "skipped" | "done", ...parts: readonly string[]) => {
    setStartProgress(progress);
    navigate(to(...parts));
  };
  return (
    <div className="start">
      <header className="start-head">
        <div>
          <h1>Getting started</h1>
          <p>Nothing here has to be done. A thought can be written down at any time.</p>
        </div>
        <Button kind="quiet" onClick={() => leave("skipped", "inbox")}>Skip</Button>
      </header>
      <Tour />
      <Children />
      <TryPicture />
      <div className="start-end">
        <Button kind="primary" icon="arrow-right" onClick={() => leave("done", "studio")}>Get started</Button>
      </div>
    </div>
  );
}

/** Children are added one after another. Requirements J-612, J-615. */
function Children() {
  const family = useFamily().value ?? [];
  const [isAdding, setAdding] = useState(false);
  const canEdit = useCanEdit();
  return (
    <section className="start-part" aria-labelledby="start-children">
      <h2 id="start-children">Your children</h2>
      <p>A name and an age are enough. A photo or an emoji makes it friendlier.</p>
      {family.length > 0 && (
        <ul className="family" aria-label="Children">
          {family.map((child) => (
            <li key={child.id} className="family-child">
              <Avatar child={child} size="l" />
              <span className="family-name">{child.name}</span>
            </li>
          ))}
        </ul>
      )}
      {canEdit && (
        <div>
          <Button icon="person-plus" onClick={() => setAdding(true)}>
            {family.length > 0 ? "Add another child" : "Add a child"}
          </Button>
        </div>
      )}
      {isAdding && <ChildDialog onClose={() => setAdding(false)} />}
    </section>
  );
}
