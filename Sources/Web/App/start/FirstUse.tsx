import type { ReactNode } from "react";
import { Button, Icon } from "../design/mod.ts";
import { putAway, type Tip, useIsTipShown } from "./progress.ts";

/** A tip at the first use of something, for those who skipped the tour; put away for good by a press. Requirement J-621. */
export function FirstUse({ tip, children }: { readonly tip: Tip; readonly children: ReactNode }) {
  if (!useIsTipShown(tip)) return null;
  return (
    <aside className="first-use" aria-label="Tip">
      <Icon name="lightbulb" />
      <p>{children}</p>
      <div className="first-use-actions">
        <Button kind="quiet" onClick={() => putAway(tip)}>Got it</Button>
        <Button kind="quiet" onClick={() => putAway("all")}>No more tips</Button>
      </div>
    </aside>
  );
}
